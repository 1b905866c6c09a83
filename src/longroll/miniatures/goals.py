"""Whether a side has done what its scenario asks of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, TypeVar

from longroll.board.table import Footprint, distance
from longroll.board.table.angles import HALF_TURN, bearing, normal
from longroll.board.table.measure import lies_within
from longroll.board.table.places import Point, nearest, spot
from longroll.kernel.leads import likely
from longroll.kernel.state import Result
from longroll.miniatures.measure import WHOLE
from longroll.miniatures.standing import stands_of
from longroll.miniatures.state import State
from longroll.miniatures.victory import (
    AloneAt,
    Condition,
    FewerLost,
    FiguresLeft,
    FormedBeyond,
    HoldsWall,
    Objective,
    Pair,
)

S = TypeVar("S", bound=State[Any, Any])

#: A wall is checked every quarter of a unit of measure; a unit this near holds that part of it.
_STEP = WHOLE // 4
_AT_WALL = WHOLE
#: A lead in the share of strength left that wins three times in four, and what it is worth to be
#: the winner if the battle ended now.
_LEAD, _AHEAD = 0.3, 0.2
_HEADINGS = {"north": 0, "east": 900, "south": 1800, "west": 2700}


@dataclass(frozen=True)
class Goals(Generic[S]):
    """The goals of a scenario, by the rules of a rulebook."""

    #: The units of a side that hold ground.
    formed: Callable[[S, str], list[str]]
    #: The strength with which each unit of a side began, and what is left of it.
    strengths: Callable[[S, str], Iterable[tuple[int, int]]]
    #: Both sides, each with its enemy.
    enemy: dict[str, str]

    def losses(self, state: S, side: str) -> int:
        """How much of its strength a side has lost."""
        return sum(began - left for began, left in self.strengths(state, side))

    def worth(self, state: S, side: str, now: Result) -> float:
        """How well a side is doing: by the share of its strength that each has left, and by who
        would win if it ended now."""
        shares = {}
        for each in self.enemy:
            pairs = list(self.strengths(state, each))
            shares[each] = sum(left for _, left in pairs) / max(1, sum(most for most, _ in pairs))
        lead = shares[side] - shares[self.enemy[side]]
        if now.winner is not None:
            lead += _AHEAD if now.winner == side else -_AHEAD
        return likely(lead, _LEAD)

    def near(self, state: S, side: str, place: Point, reach: int) -> bool:
        """Whether a side has a formed unit this near a place."""
        here = spot(place)
        return any(lies_within(here, ground, reach) for ground in self._stands(state, side))

    def holders(self, state: S, objective: Objective) -> set[str]:
        """The sides with formed units near an objective."""
        reach = round(objective.within * WHOLE)
        return {side for side in self.enemy if self.near(state, side, point(objective.at), reach)}

    def is_met(self, state: S, condition: Condition) -> bool:
        """Whether a condition of the scenario is true now."""
        side: str = condition.side
        match condition:
            case AloneAt():
                place, reach = point(condition.at), round(condition.within * WHOLE)
                others = self.near(state, self.enemy[side], place, reach)
                return self.near(state, side, place, reach) and not others
            case FormedBeyond():
                return len(self.beyond(state, condition)) >= condition.units
            case HoldsWall():
                held = self.wall_held(state, side, condition.piece)
                return held >= round(condition.length * WHOLE)
            case FiguresLeft():
                pairs = list(self.strengths(state, side))
                began = sum(strength for strength, _ in pairs)
                return sum(left for _, left in pairs) * 100 >= began * condition.percent
            case FewerLost():
                return self.losses(state, side) < self.losses(state, self.enemy[side])

    def beyond(self, state: S, condition: FormedBeyond) -> list[str]:
        """The formed units that are wholly beyond the line of a condition."""
        return [
            id
            for id in self.formed(state, condition.side)
            if state.units[id].arm in condition.arms
            and is_beyond(stands_of(state.rulebook, state.units[id]), condition)
        ]

    def wall_held(self, state: S, side: str, piece: str) -> int:
        """The length of a piece of terrain that formed units of a side hold, in hundredths."""
        stands = {one: self._stands(state, one) for one in self.enemy}

        def at_it(one: str, place: Point) -> bool:
            return any(lies_within(spot(place), ground, _AT_WALL) for ground in stands[one])

        walls = (one for one in state.table.pieces if one.name == piece)
        places = [place for wall in walls for place in _along(wall.points)]
        others = self.enemy[side]
        return _STEP * sum(at_it(side, place) and not at_it(others, place) for place in places)

    def _stands(self, state: S, side: str) -> list[Footprint]:
        return [stands_of(state.rulebook, state.units[id]) for id in self.formed(state, side)]


def is_beyond(ground: Footprint, condition: FormedBeyond) -> bool:
    """Whether ground is wholly beyond the line of a condition."""
    start, end = map(spot, map(point, condition.line))
    along = bearing(end.x - start.x, end.y - start.y)
    # The side that is meant is to the right of the line, or else to its left.
    right = 1 if normal(_HEADINGS[condition.beyond] - along) < HALF_TURN else -1
    return all(
        right * ((end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)) > 0
        for part in ground.parts
        for x, y in part
    )


def _along(points: tuple[Point, ...]) -> Iterator[Point]:
    """The middle of every quarter of a unit of measure of a line."""
    for start, end in pairwise(points):
        steps = distance(start, end) // _STEP
        for step in range(steps):
            share = 2 * step + 1
            yield Point(
                start.x + nearest((end.x - start.x) * share, 2 * steps),
                start.y + nearest((end.y - start.y) * share, 2 * steps),
            )


def point(pair: Pair) -> Point:
    """A place of a scenario in hundredths."""
    return Point(round(pair[0] * WHOLE), round(pair[1] * WHOLE))
