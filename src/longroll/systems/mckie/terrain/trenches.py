"""Digging in on the table. [mckie:dig.1] [mckie:dig.2] [mckie:dig.3] [mckie:dig.4]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import place
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Effect
from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State, Trench
from longroll.systems.mckie.terrain.digging import bar_to_dig, trench_dug
from longroll.systems.mckie.words import FOOT


class TrenchDug(UnitEvent, frozen=True, kw_only=True):
    """A hasty trench is finished. [mckie:dig.1]"""

    def text(self) -> str:
        return f"{self.title} has dug a trench along its front."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


def bars_to_dig(state: State, id: str) -> Iterator[Refusal]:
    """Every rule that bars troops from digging in this period."""
    unit = state.units[id]
    if unit.arm not in FOOT:
        yield Refusal("mckie:dig.1", "only men on foot can dig")
    barred = bar_to_dig(fatigued=unit.fatigued, did_anything_else=bool(unit.did) or unit.formed)
    if barred is not None:
        yield barred


def settle(state: State, umpire: Umpire) -> None:
    """At the end of a period: it counts for units that did nothing but dig."""
    for id in state.present():
        unit = state.units[id]
        if not unit.digs or bar_to_dig(did_anything_else=bool(unit.did)) is not None:
            continue
        frontage = trench_dug(unit.figures, unit.dug + 1)
        if not frontage:
            state.change(id, dug=unit.dug + 1)
            continue
        frame = field.fighting_layout(unit).frame
        half = min(frontage, frame.width) // 2
        start, end = place(unit.pose, -half, 0), place(unit.pose, half, 0)
        state.trenches = (*state.trenches, Trench((start.x, start.y), (end.x, end.y)))
        state.change(id, dug=0)
        umpire.tell(TrenchDug(rules=("mckie:dig.1",), unit=id, title=unit.title))
