"""15.0 Skirmish Order: going into it and out of it, and giving way to an enemy that comes near."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import broken_track, entering, movement, stacking
from longroll.systems.blind_swords.engagement import is_engaged, is_near_enemies
from longroll.systems.blind_swords.moving_events import Went
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.blind_swords.wording import name

#: How the enemy comes near so that skirmishers give way (CB-48).
_MOVES = (
    entering.MOVE,
    entering.ADVANCE,
    entering.WAYWARD,
    entering.EVENT,
    entering.REINFORCEMENT,
)
_BOX = "1"


def skirmishers(state: State, side: str) -> list[int]:
    return [unit for unit in state.game.roster.of_side[side] if state.units[unit].skirmish]  # type: ignore[index]


def bars_to_form(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps a unit from going into Skirmish Order, points apart.

    [blind_swords:15.1.1] [blind_swords:10.8.1] [blind_swords:3.1.6]
    """
    side, hex = state.side_of(unit), state.hex_of(unit)
    title = state.piece(unit).title
    if state.units[unit].skirmish:
        yield Refusal("blind_swords:15.1.1", f"{title} is in Skirmish Order")
        return
    if state.arm(unit) == movement.ARTILLERY:
        yield Refusal("blind_swords:15.1.1", "guns form no Skirmish Order")
    if len(skirmishers(state, side)) >= NUMBERS["skirmishers_most"]:
        most = NUMBERS["skirmishers_most"]
        yield Refusal("blind_swords:15.1.1", f"{most} units of a side at most skirmish at a time")
    if is_engaged(state, unit):
        yield Refusal("blind_swords:10.8.1", f"{title} is Engaged")
    if len(state.stack(hex, side)) > 1:
        yield Refusal("blind_swords:3.1.6", f"skirmishers share {hex} with nobody")


# Giving way


def entered(state: State, units: Sequence[int], hex: Hex, how: str, umpire: Umpire) -> None:
    """Units have come into a hex: skirmishers of the enemy next to it give way."""
    if how in _MOVES:
        withdrawals(state, state.side_of(units[0]), hex, umpire)


def withdrawals(state: State, side: str, hex: Hex, umpire: Umpire) -> None:
    """Skirmishers of the other side withdraw from units of a side that came into a hex.

    [blind_swords:10.6.5] [blind_swords:15.3.1]
    """
    if not movement.is_screened(state, side, hex):
        return
    enemy = state.game.enemy[side]
    near = [
        unit
        for beside in state.game.grid.adjacent[hex]
        for unit in state.stack(beside, enemy)
        if state.units[unit].skirmish
    ]
    state.agenda.extend(GiveWay(unit, hex) for unit in sorted(near, reverse=True))


class GiveWay(Do, frozen=True):
    """A skirmisher withdraws at once, or is Broken where it cannot.

    [blind_swords:15.3.1] [blind_swords:12.7.2]
    """

    unit: UnitNumber
    mover: HexName

    def run(self, state: State, umpire: Umpire) -> None:
        if not state.hex_of(self.unit):
            return
        if ways(state, self.unit, self.mover):
            state.agenda.append(Withdraw(state.side_of(self.unit), self.unit, self.mover))
        else:
            broken_track.break_unit(state, self.unit, _BOX, umpire, "blind_swords:15.3.1")


class Withdraw(Ask, frozen=True):
    """The owner of a skirmisher picks the next hex of its withdrawal.

    It goes away from the mover, hex by hex, until no enemy is next to it. There is no roll on a
    table of the ground, and nobody fires at it. [blind_swords:15.3.1]
    """

    side: SideName
    unit: UnitNumber
    mover: HexName

    rule: ClassVar[str] = "blind_swords:15.3.1"
    verbs: ClassVar[tuple[str, ...]] = ("withdraw",)
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Where does {state.piece(self.unit).title} withdraw from {self.mover}?"

    def choices(self, state: State) -> list[Choice]:
        id = state.piece(self.unit).id
        return [choice("withdraw", id, hex) for hex in ways(state, self.unit, self.mover)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        own = state.piece(self.unit)
        if len(choice.objects) != 2 or choice.object != own.id:
            yield Refusal(self.rule, f"{own.title} withdraws, to one hex")
            return
        hex = choice.objects[1]
        start = state.hex_of(self.unit)
        found = ways(state, self.unit, self.mover)
        if hex in found:
            return
        if hex in state.game.grid:
            yield from movement.bars_to_enter(state, self.unit, start, hex)
        yield Refusal(
            self.rule, f"from {self.mover} it withdraws to {' or '.join(found)}, clear of enemies"
        )

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        hex = choice.objects[1]
        start = state.hex_of(self.unit)
        state.agenda.pop()
        umpire.tell(
            Went(
                rules=(self.rule,),
                unit=name(state, self.unit),
                start=start,
                to=hex,
                how=entering.WITHDRAWAL,
            )
        )
        if not _is_clear(state, self.unit, hex):
            state.agenda.append(GiveWay(self.unit, self.mover))
        entering.enter(state, (self.unit,), hex, entering.WITHDRAWAL, umpire)


def ways(state: State, unit: int, mover: Hex) -> list[Hex]:
    """The next hexes of the shortest withdrawals of a unit, each hex farther from the mover.

    [blind_swords:15.3.1]
    """
    distances = state.game.grid.distance
    ahead: dict[Hex, frozenset[Hex]] = {state.hex_of(unit): frozenset()}
    while ahead:
        found: dict[Hex, frozenset[Hex]] = {}
        for here, first in ahead.items():
            for hex in state.game.grid.adjacent[here]:
                if distances(mover, hex) > distances(mover, here) and movement.may_enter(
                    state, unit, here, hex
                ):
                    found[hex] = found.get(hex, frozenset()) | (first or {hex})
        done = [first for hex, first in found.items() if _is_clear(state, unit, hex)]
        if done:
            return sorted(frozenset[Hex]().union(*done))
        ahead = found
    return []


def _is_clear(state: State, unit: int, hex: Hex) -> bool:
    """Whether a withdrawal may end in a hex: alone, and no enemy next to it."""
    side = state.side_of(unit)
    return (
        next(stacking.bars_to_stay(state, hex, side, (unit,)), None) is None
        and next(movement.bars_to_stop(state, unit, hex), None) is None
        and not is_near_enemies(state, side, hex)
    )


STEPS: tuple[type[Any], ...] = (GiveWay, Withdraw)
