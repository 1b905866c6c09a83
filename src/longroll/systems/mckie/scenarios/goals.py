"""Whether a side has done what its scenario asks of it. [mckie:victory.none] (MK-M59)"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from longroll.board.table import distance
from longroll.board.table.angles import HALF_TURN, bearing, normal
from longroll.board.table.measure import distance_from
from longroll.board.table.places import INCH, Point, nearest, spot
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.scenarios.scenario_file import Objective
from longroll.systems.mckie.scenarios.victory import (
    AloneAt,
    Condition,
    FewerLost,
    FiguresLeft,
    FormedBeyond,
    HoldsWall,
    Pair,
)
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import SIDES, Side

#: A wall is checked every quarter of an inch; a unit this near holds that part of it.
_STEP = INCH // 4
_AT_WALL = INCH
_HEADINGS = {"north": 0, "east": 900, "south": 1800, "west": 2700}


# Armies


def formed(state: State, side: Side) -> list[str]:
    """Units of a side that fight on land and neither retreat nor rout."""
    return [
        id
        for id in state.of_side(side)
        if state.units[id].standing in ("steady", "retiring")
        and state.units[id].arm not in ("wagon", "gunboat")
    ]


def army(state: State, side: Side) -> Iterator[tuple[Unit, int]]:
    """The units a side began with, and the figures each has left, including its screens.

    A unit that has left the field has none left.
    """
    for id, unit in state.units.items():
        if unit.side == side and unit.arm != "wagon" and not unit.parent:
            screens = [other for other in state.units.values() if other.parent == id]
            left = sum(one.figures for one in (unit, *screens) if one.place != "gone")
            yield unit, min(left, unit.original)


def losses(state: State, side: Side) -> int:
    """Figures a side has lost; a unit that is gone has lost them all."""
    return sum(unit.original - left for unit, left in army(state, side))


def near(state: State, side: Side, place: Point, reach: int) -> bool:
    """Whether a side has a formed unit this near a place."""
    return any(field.gap_to_point(place, state.units[id]) <= reach for id in formed(state, side))


def holders(state: State, objective: Objective) -> set[Side]:
    """The sides with formed units near an objective."""
    reach = round(objective.within * INCH)
    return {side for side in SIDES if near(state, side, _point(objective.at), reach)}


# Conditions


def is_met(state: State, condition: Condition) -> bool:
    """Whether a condition of the scenario is true now."""
    side = condition.side
    match condition:
        case AloneAt():
            place, reach = _point(condition.at), round(condition.within * INCH)
            return near(state, side, place, reach) and not near(state, ENEMY[side], place, reach)
        case FormedBeyond():
            return len(beyond(state, condition)) >= condition.units
        case HoldsWall():
            return wall_held(state, side, condition.piece) >= round(condition.inches * INCH)
        case FiguresLeft():
            began = sum(unit.original for unit, _ in army(state, side))
            return sum(left for _, left in army(state, side)) * 100 >= began * condition.percent
        case FewerLost():
            return losses(state, side) < losses(state, ENEMY[side])


def beyond(state: State, condition: FormedBeyond) -> list[str]:
    """The formed units that are wholly beyond the line of a condition."""
    return [
        id
        for id in formed(state, condition.side)
        if state.units[id].arm in condition.arms and is_beyond(state.units[id], condition)
    ]


def is_beyond(unit: Unit, condition: FormedBeyond) -> bool:
    """Whether a unit is wholly beyond the line of a condition."""
    start, end = map(spot, map(_point, condition.line))
    along = bearing(end.x - start.x, end.y - start.y)
    # The side that is meant is to the right of the line, or else to its left.
    right = 1 if normal(_HEADINGS[condition.beyond] - along) < HALF_TURN else -1
    return all(
        right * ((end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)) > 0
        for part in field.stands_of(unit).parts
        for x, y in part
    )


def wall_held(state: State, side: Side, piece: str) -> int:
    """The length of a piece of terrain that formed units of a side hold, in hundredths."""
    stands = {one: [field.stands_of(state.units[id]) for id in formed(state, one)] for one in SIDES}

    def at_it(one: Side, place: Point) -> bool:
        return any(distance_from(spot(place), ground) <= _AT_WALL for ground in stands[one])

    walls = (one for one in state.battle.table.pieces if one.name == piece)
    places = [place for wall in walls for place in _along(wall.points)]
    return _STEP * sum(at_it(side, place) and not at_it(ENEMY[side], place) for place in places)


def _along(points: tuple[Point, ...]) -> Iterator[Point]:
    """The middle of every quarter of an inch of a line."""
    for start, end in pairwise(points):
        steps = distance(start, end) // _STEP
        for step in range(steps):
            share = 2 * step + 1
            yield Point(
                start.x + nearest((end.x - start.x) * share, 2 * steps),
                start.y + nearest((end.y - start.y) * share, 2 * steps),
            )


def _point(pair: Pair) -> Point:
    x, y = pair
    return Point(round(x * INCH), round(y * INCH))
