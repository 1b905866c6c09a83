"""6.0 Stacking: how much one hex holds, and what happens when it holds more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.stockade_redan import carnage, fog
from longroll.systems.stockade_redan.events import Overstacked as OverstackedEvent
from longroll.systems.stockade_redan.roster import (
    CONFEDERATE,
    INFANTRY,
    NUMBER,
    OFFICER,
    ROSTER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES


def limit(side: str, morale: int) -> int:
    """How many units of a side one hex holds; batteries stack like infantry once they move.

    [stockade_redan:3.1.3.10] [stockade_redan:6.1.2] [stockade_redan:6.1.3] [stockade_redan:6.2.1]
    """
    if side == UNION:
        return TABLES.stacking.union
    return TABLES.stacking.confederate_by_morale[morale]


def counts(unit: int) -> bool:
    """Whether a unit counts: officers, stockade guns and bridging markers do not.

    [stockade_redan:6.0.2] [stockade_redan:6.1.1] [stockade_redan:7.0.2]
    """
    piece = ROSTER[unit]
    if piece.side == CONFEDERATE:
        return piece.kind == INFANTRY
    return piece.kind != OFFICER


def counted(state: State, hex: Hex, side: str) -> int:
    """Units that count in the hex; the enemy's never do. [stockade_redan:12.4.1]"""
    return sum(map(counts, state.stack(hex, side)))


def excess(state: State, hex: Hex, side: str) -> int:
    """Units over the limit."""
    return max(0, counted(state, hex, side) - limit(side, state.morale))


def overstacked(state: State) -> list[Overstacked]:
    """Every hex over its limit, as the questions to ask of the owners.

    Passing through is free: the limit applies at the end of a phase. [stockade_redan:6.0.1]
    """
    found: list[Overstacked] = []
    for side in SIDES:
        most = limit(side, state.morale)
        tall = [hex for hex, stack in state.stacks[side].items() if len(stack) > most]
        found += [Overstacked(side, hex) for hex in sorted(tall) if excess(state, hex, side)]
    return found


class Overstacked(Ask, frozen=True):
    """The owner eliminates units of his choice down to the limit. [stockade_redan:6.3.1]"""

    side: SideName
    hex: Hex

    rule: ClassVar[str] = "stockade_redan:6.3.1"
    verbs: ClassVar[tuple[str, ...]] = ("lose",)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"{self.hex} is overstacked: which unit is lost?"

    def choices(self, state: State) -> list[Choice]:
        return [
            choice("lose", ROSTER[unit].id)
            for unit in state.stack(self.hex, self.side)
            if counts(unit)
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        unit = NUMBER.get(choice.object, -1)
        if len(choice.objects) != 1 or unit not in state.stack(self.hex, self.side):
            yield Refusal(self.rule, f"{choice.object!r} is not one of your units in {self.hex}")
        elif not counts(unit):
            yield Refusal(
                "stockade_redan:6.0.2", f"{ROSTER[unit].title} does not count for stacking"
            )

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        unit = NUMBER[choice.object]
        umpire.tell(
            OverstackedEvent(
                rules=(self.rule, "stockade_redan:6.3.2"),
                side=self.side,
                hex=self.hex,
                unit=unit,
                hidden=fog.is_hidden(state, self.side, self.hex),
            )
        )
        carnage.eliminate(state, unit)
        if not excess(state, self.hex, self.side):
            state.agenda.pop()
