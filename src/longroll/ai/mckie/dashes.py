"""Going past the enemy: by a lane that he leaves open, in column if it is narrow or long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from longroll.ai.mckie.aims import Aim, along, at
from longroll.ai.mckie.ground import COLUMNS, Known, rate
from longroll.ai.miniatures.going import beyond
from longroll.ai.miniatures.routes import Grid, grid_past
from longroll.board.table import Point, distance
from longroll.board.table.places import INCH
from longroll.miniatures.rulebook import Gait
from longroll.miniatures.victory import FormedBeyond
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.table import field
from longroll.systems.mckie.words import Formation

#: How far beyond a line those go who come first, so that others have room behind them.
_DEEP = 8 * INCH
_EVERY = 2 * INCH
#: What columns and lines keep from an enemy whom they pass.
_COLUMN_BERTH = 2 * INCH
_LINE_BERTH = INCH
#: Part of a period that it takes to form a column.
_CHANGE = 0.5
#: Periods to spare with which a dash past an enemy begins who fires; by doubling it may take more
#: than are left.
_SPARE = 1.0
#: Troops this near would fire if they were going to, and guns.
_IN_RANGE, _OF_GUNS = 10 * INCH, 24 * INCH
_AT_THE_DOUBLE = 1.3
#: Periods that the last inches of a dash take, which need not be gone.
_ROOM = 0.6
_COLUMN: Formation = "road_march"


class Lane(NamedTuple):
    """A way past the enemy: the periods that it takes, and where it ends."""

    periods: float
    goal: Point


def dashes(known: Known, aim: Aim, foot: Mapping[str, Unit]) -> dict[str, Lane]:
    """Those for whom it is time to go past the enemy: there is a lane, and he does not fire, or
    there is hardly any time to spare."""
    if not isinstance(aim.condition, FormedBeyond) or aim.stance != "attack":
        return {}
    goals = _goals(known, aim.condition, aim.heading)
    quiet = _is_quiet(known, foot)
    found: dict[str, Lane] = {}
    for id, unit in foot.items():
        lane = lane_of(known, unit, goals)
        if lane is None:
            continue
        in_time = lane.periods <= _AT_THE_DOUBLE * known.periods_left + _ROOM
        if in_time and (quiet or known.periods_left <= lane.periods + _SPARE):
            found[id] = lane
    return found


def _is_quiet(known: Known, foot: Mapping[str, Unit]) -> bool:
    """Whether the enemy is in range and no smoke hangs over him."""
    smoke = [Point(one.x, one.y) for one in known.state.smoke]
    places = known.foe_places()
    return not any(distance(one, place) <= INCH for one in smoke for place in places) and any(
        distance(unit.pose.point, foe.pose.point) <= (_OF_GUNS if foe.is_battery else _IN_RANGE)
        for unit in foot.values()
        for foe in known.formed_foes.values()
    )


def lane_of(known: Known, unit: Unit, goals: tuple[Point, ...]) -> Lane | None:
    """The quickest way of a unit to any of some places."""
    if unit.standing != "steady" or not goals:
        return None
    grid, _ = _quickest(known, unit, goals)
    return Lane(periods(known, unit, goals), grid.nearest_of(unit.pose.point, goals))


def periods(known: Known, unit: Unit, goals: tuple[Point, ...]) -> float:
    """How many periods a unit needs to the nearest of some places."""
    return min(time for _, time in _times(known, unit, goals))


def waypoint(known: Known, unit: Unit, goal: Point) -> Point:
    """The next place on the way of a unit, in the formation that is quickest."""
    grid, _ = _quickest(known, unit, (goal,))
    return grid.next(unit.pose.point, goal, max(4 * INCH, rate(unit) // 2))


def _quickest(known: Known, unit: Unit, goals: tuple[Point, ...]) -> tuple[Grid, float]:
    return min(_times(known, unit, goals), key=lambda pair: pair[1])


def _times(known: Known, unit: Unit, goals: tuple[Point, ...]) -> Iterable[tuple[Grid, float]]:
    """Ways in line and in column, and the periods that they take."""
    here = unit.pose.point
    in_column = unit.formation in COLUMNS
    if not in_column:
        half = field.layout_of(unit).frame.width // 2
        grid = _grid(known, Gait(unit.arm, "line"), half + _LINE_BERTH)
        yield grid, grid.far_of(here, goals) / max(1, rate(unit, formation="line"))
    grid = _grid(known, Gait(unit.arm, _COLUMN), _COLUMN_BERTH)
    time = grid.far_of(here, goals) / max(1, rate(unit, formation="column"))
    yield grid, time + (0 if in_column else _CHANGE)


def _grid(known: Known, gait: Gait, berth: int) -> Grid:
    state = known.state
    return grid_past(state.rulebook, state.table, gait, known.foe_grounds, berth // 50 * 50)


def _goals(known: Known, condition: FormedBeyond, heading: int) -> tuple[Point, ...]:
    """Places beyond a line that troops can enter, with nobody near them."""
    width, height = known.size
    grid = _grid(known, Gait("infantry", _COLUMN), _COLUMN_BERTH)
    line = along((at(condition.line[0]), at(condition.line[1])), _EVERY)
    places = [beyond(place, heading, _DEEP) for place in line]
    return tuple(
        place
        for place in places
        if 3 * INCH <= place.x <= width - 3 * INCH
        and 3 * INCH <= place.y <= height - 3 * INCH
        and not grid.is_barred(place)
    )
