"""12.94 Units engaged in a melee fall back from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import reaction
from longroll.systems.gbacw.retreat import Retreat, turn_away
from longroll.systems.gbacw.retreat_path import LEAVING
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, INFANTRY, LEADER, UnitNumber
from longroll.systems.gbacw.state import UNLIMBERED, State

_GO = choice("go")


def leavers(state: State, hex: Hex, side: str) -> list[int]:
    """Units that may leave a melee: not guns in position. [gbacw:12.94.5]"""
    return [
        unit
        for unit in state.stack(hex, side)
        if state.piece(unit).kind in (INFANTRY, CAVALRY, CREW)
        or (state.piece(unit).kind == BATTERY and state.units[unit].formation != UNLIMBERED)
    ]


class LeaveMelee(Ask, frozen=True):
    """Some or all of a side's engaged units fall back two hexes. [gbacw:12.94.3] [gbacw:12.94.6]"""

    side: SideName
    hex: Hex
    going: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "gbacw:12.94.3"
    verbs: ClassVar[tuple[str, ...]] = ("with", "go")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who leaves the melee in {self.hex}?"

    def choices(self, state: State) -> list[Choice]:
        left = [unit for unit in leavers(state, self.hex, self.side) if unit not in self.going]
        found = [choice("with", state.piece(unit).id) for unit in left]
        return [*found, _GO] if self.going else found

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal(self.rule, f"{choice} does not name a unit that can leave {self.hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "with":
            unit = state.game.roster.number[choice.object]
            state.agenda[-1] = LeaveMelee(self.side, self.hex, (*self.going, unit))
            return
        state.agenda.pop()
        leave(state, self.hex, self.side, self.going, umpire)


def leave(state: State, hex: Hex, side: str, going: tuple[int, ...], umpire: Umpire) -> None:
    """Units fall back from a melee; the enemies in it do not fire. [gbacw:12.94.4] (GB-C21)"""
    foes = state.stack(hex, state.game.enemy[side])
    group = going
    if set(going) >= set(state.stack(hex, side)):
        group = (*going, *state.leaders_in(hex, side))
    state.agenda.append(Settle(hex))
    step = Retreat(side, group, 2, (hex,), LEAVING, foes)
    state.agenda.append(BeginRetreat(step))
    turn_away(state, step)
    reaction.withdrawal_fire(state, hex, side, going, umpire, besides=foes)


class BeginRetreat(Do, frozen=True):
    """The units still there begin to fall back."""

    retreat: Retreat

    def run(self, state: State, umpire: Umpire) -> None:
        step = self.retreat
        there = tuple(unit for unit in step.units if state.hex_of(unit) == step.path[0])
        if any(state.piece(unit).kind != LEADER for unit in there):
            state.agenda.append(
                Retreat(step.side, there, step.length, step.path, step.cause, step.causers)
            )


class Settle(Do, frozen=True):
    """A melee is over if only one side is left. [gbacw:12.94.7]"""

    hex: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        if self.hex in state.engaged and not all(
            stacks.get(self.hex) for stacks in state.stacks.values()
        ):
            state.engaged -= {self.hex}
            for side in state.game.sides:
                if state.stack(self.hex, side):
                    state.game.rules.entered(state, state.stack(self.hex, side), self.hex, umpire)
