"""8.0.3 Overstacked hexes: when a phase ends, a side with too much in a hex makes room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.memo import finding
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import losses, stacking
from longroll.systems.gbacw.command import gather_leaders
from longroll.systems.gbacw.movement import has_room, take_step
from longroll.systems.gbacw.roster import BATTERY
from longroll.systems.gbacw.state import LIMBERED, UNLIMBERED, State


class EndMovement(Do, frozen=True):
    """Leaders left alone near the enemy join their men; overstacked hexes are thinned out.

    [gbacw:17.52] [gbacw:8.0.3]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        gather_leaders(state, self.side, umpire)
        thin_out(state, self.side)


class EndCombat(Do, frozen=True):
    """Hexes overstacked by retreats and advances are thinned out too. [gbacw:8.0.3]"""

    def run(self, state: State, umpire: Umpire) -> None:
        for side in reversed(state.game.sides):
            thin_out(state, side)


def thin_out(state: State, side: str) -> None:
    """Have a side make room wherever a hex is overstacked. [gbacw:8.0.3]"""
    state.agenda += [Overstacked(side, hex) for hex in reversed(overfull(state, side))]


@finding("units", "stacks", "engaged")
def overfull(state: State, side: str) -> list[Hex]:
    """Hexes where a side is overstacked, in order of their numbers."""
    pieces, engaged = state.game.roster.pieces, state.engaged
    return sorted(
        hex
        for hex, stack in state.stacks[side].items()
        if (len(stack) > 1 or pieces[stack[0]].kind == BATTERY)
        and hex not in engaged
        and stacking.is_overstacked(state, hex, side)
    )


class Overstacked(Ask, frozen=True):
    """A hex is overstacked when a phase ends: its owner moves units out by one hex.

    If no unit can leave, the owner loses one. [gbacw:8.0.3] [gbacw:8.11]
    """

    side: SideName
    hex: Hex

    rule: ClassVar[str] = "gbacw:8.0.3"
    verbs: ClassVar[tuple[str, ...]] = ("out", "lose")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"{self.hex} is overstacked. Which unit leaves it, and where to?"

    def choices(self, state: State) -> list[Choice]:
        stack = state.stack(self.hex, self.side)
        # Units that can still move go before those that have finished their move.
        fresh = [unit for unit in stack if not state.units[unit].done]
        found = self._ways_out(state, fresh) or self._ways_out(state, stack)
        return found or [choice("lose", state.piece(unit).id) for unit in stack]

    def _ways_out(self, state: State, units: Iterable[int]) -> list[Choice]:
        return [
            choice("out", state.piece(unit).id, near)
            for unit in units
            for near in state.game.grid.adjacent[self.hex]
            if has_room(state, unit, near)
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal("gbacw:8.11", f"{choice} does not make room in {self.hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        unit = state.game.roster.number[choice.object]
        if choice.verb == "out":
            if state.units[unit].formation == UNLIMBERED:
                state.change(unit, formation=LIMBERED)
            take_step(state, (unit,), choice.objects[1], 0, 0, umpire)
        else:
            losses.destroy(state, unit, umpire, "no room in the hex", "gbacw:8.11")
        if not stacking.is_overstacked(state, self.hex, self.side):
            state.agenda.pop()
