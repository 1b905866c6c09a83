"""29.3 Arrival: Confederate divisions come on through Assault Areas, wave by wave.

In their Movement Phase the player brings them on one by one (`enter UNIT HEX`), or as many of a
division as there is room for (`enter DIVISION`); a unit on the map then moves like any other, minus
the cost of the first hex. No unit moves off before every hex of the row is taken, and the phase
does not end while there is room for a waiting unit.
[corinth:29.31.1] [corinth:29.31.2] [corinth:29.31.3]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.hooks import NOTHING
from longroll.systems.corinth.assault_areas import rows
from longroll.systems.corinth.coming_on import bring_wave, come
from longroll.systems.corinth.entries import (
    ROW_FIRST,
    bars_to_come,
    comes_with,
    due,
    entries,
    has_wave,
    is_wave,
    open_hex,
)
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import CONFEDERATE


def arrivals(state: State, side: str) -> Iterator[Choice]:
    return iter(entries(state)) if side == CONFEDERATE else NOTHING


def bars_to_arrive(state: State, side: str, choice: Choice) -> Iterator[Refusal] | None:
    if side != CONFEDERATE:
        return None
    if is_wave(choice):
        return _bars_to_wave(state, choice.object)
    unit = state.game.roster.number.get(choice.object, -1)
    if unit < 0 or comes_with(state, unit) is None:
        return None
    if len(choice.objects) != 2:
        return iter((Refusal(ROW_FIRST, "'enter' takes a unit and a hex, or a division"),))
    return bars_to_come(state, unit, choice.objects[1])


def _bars_to_wave(state: State, division: str) -> Iterator[Refusal]:
    if division not in due(state):
        yield Refusal("corinth:29.2", f"{division} is not due")
    elif not has_wave(state, division):
        yield Refusal("corinth:29.32", f"there is no room for {division}")


def arrive(state: State, side: str, choice: Choice, umpire: Umpire) -> bool:
    if side != CONFEDERATE:
        return False
    if is_wave(choice):
        bring_wave(state, choice.object, umpire)
        return True
    unit = state.game.roster.number[choice.object]
    if comes_with(state, unit) is None:
        return False
    come(state, unit, choice.objects[1], umpire)
    return True


def bars_to_end_movement(state: State, side: str) -> Iterator[Refusal]:
    """No unit with room in the row may stay away. [corinth:29.31.1] [corinth:29.32]

    Units that come by road may wait, because they might arrive behind the enemy's works.
    """
    return _bars_to_wait(state) if side == CONFEDERATE else NOTHING


def bars_to_move(state: State, unit: int) -> Iterator[Refusal]:
    """A wave moves once every hex of the row is taken. [corinth:29.31.1]"""
    if unit not in state.entry_costs or state.side_of(unit) != CONFEDERATE:
        return NOTHING
    return _bars_to_leave_row(state, unit)


def allowance(points: int, state: State, unit: int) -> int:
    """The cost of the first hex is deducted. [corinth:29.31.2] [corinth:29.47.4]"""
    paid = state.entry_costs.get(unit)
    return max(0, points - paid) if paid else points


def end_phase(state: State, side: str, phase: str) -> Iterator[Ask | Do]:
    if phase == "B":
        yield EndArrivals()


class EndArrivals(Do, frozen=True):
    """A Movement Phase is over: what new arrivals paid is cleared."""

    def run(self, state: State, umpire: Umpire) -> None:
        state.entry_costs = {}
        state.full_rows = frozenset()


def _bars_to_leave_row(state: State, unit: int) -> Iterator[Refusal]:
    for division in due(state):
        area = state.plan[division][0]
        if area in state.full_rows or state.hex_of(unit) not in rows(state.game.ground)[area]:
            continue
        empty = open_hex(state, division)
        if empty:
            yield Refusal(ROW_FIRST, f"{empty} must be taken before any unit leaves the row")


def _bars_to_wait(state: State) -> Iterator[Refusal]:
    for division in due(state):
        if has_wave(state, division):
            title = state.game.roster.divisions[division].title
            yield Refusal(ROW_FIRST, f"{title} has not fully arrived, and there is room for more")


STEPS: tuple[type[Any], ...] = (EndArrivals,)
RULES = Rules[State](
    arrivals=arrivals,
    bars_to_arrive=bars_to_arrive,
    arrive=arrive,
    bars_to_end_movement=bars_to_end_movement,
    bars_to_move=bars_to_move,
    allowance=allowance,
    end_phase=end_phase,
)
