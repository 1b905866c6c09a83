"""The outer works: a small scenario of our own for learning the rules.

Maury's first attack on Davies' line, on a part of the map, from the Confederate half of Game-Turn
3 to the end of Game-Turn 5. Then each side scores the Strength Points that its enemy has lost, and
the Confederates four more points for every hex behind the works that they hold with infantry. More
points win; a tie is a Union victory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Closed
from longroll.kernel.hooks import NOTHING
from longroll.kernel.state import Result, Score
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import CAVALRY, CONFEDERATE, INFANTRY, UNION
from longroll.systems.gbacw.terrain import Ground

NAME = "outer-works"
FIRST_TURN, LAST_TURN = 3, 5
#: The part of the map that is used.
COLUMNS, ROWS = range(12, 27), range(1, 15)
A_HEX = 4
_RULE = "gbacw:4.0.3"


@cache
def beyond(ground: Ground) -> frozenset[Hex]:
    """The rest of the map."""
    return frozenset(
        hex for hex in ground.grid.hexes if int(hex[:2]) not in COLUMNS or int(hex[2:]) not in ROWS
    )


def final_turn(state: State) -> int | None:
    return LAST_TURN if state.scenario == NAME else None


def closed_to_enter(
    state: State, unit: int, origin: Hex, near: Sequence[Hex]
) -> Iterator[Closed[Hex]]:
    if state.scenario != NAME:
        return NOTHING
    why = "{place} is outside the map of this scenario"
    return iter((Closed(beyond(state.game.ground), "gbacw:5.17.1", why),))


def finish(state: State, umpire: Umpire) -> bool:
    if state.scenario != NAME:
        return False
    state.result = result(state)
    return True


def result(state: State) -> Result:
    """Losses on both sides, and ground behind the works."""
    lost = {side: losses(state, side) for side in state.game.sides}
    held = ground(state)
    points = {CONFEDERATE: lost[UNION] + A_HEX * held, UNION: lost[CONFEDERATE]}
    scores = (
        Score(CONFEDERATE, lost[UNION], "Union Strength Points lost", _RULE),
        Score(CONFEDERATE, A_HEX * held, f"{held} hexes behind the works", _RULE),
        Score(UNION, lost[CONFEDERATE], "Confederate Strength Points lost", _RULE),
    )
    winner = CONFEDERATE if points[CONFEDERATE] > points[UNION] else UNION
    reason = f"{points[CONFEDERATE]} points to {points[UNION]}"
    return Result(winner, f"{winner.title()} victory", _RULE, reason, scores)


def lead(state: State) -> int:
    """The Confederates' points less the Union's."""
    return losses(state, UNION) + A_HEX * ground(state) - losses(state, CONFEDERATE)


def losses(state: State, side: str) -> int:
    """Strength Points of infantry and cavalry that a side has lost."""
    return sum(
        state.lost(unit)
        for unit in state.game.roster.of_side[side]
        if state.piece(unit).kind in (INFANTRY, CAVALRY)
    )


def ground(state: State) -> int:
    """Hexes behind the works that hold unrouted Confederate infantry."""
    inside = state.game.map.zones["inside_works"]
    return sum(
        hex in inside
        and any(
            state.piece(unit).kind == INFANTRY and not state.units[unit].routed for unit in stack
        )
        for hex, stack in state.stacks[CONFEDERATE].items()
    )


RULES = Rules[State](final_turn=final_turn, closed_to_enter=closed_to_enter, finish=finish)
