"""Ways over the ground in coarse steps: round what cannot be entered, past what is slow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from longroll.board.table import (
    GRAIN,
    INCH,
    Footprint,
    Layout,
    Point,
    Pose,
    Table,
    distance,
    distance_from,
    footprint,
    ground_at,
    point,
    spot,
)
from longroll.kernel.decision import Refusal
from longroll.miniatures.cost import on_piece
from longroll.miniatures.rulebook import Gait, Rulebook

#: A square of the grid, in hundredths.
SQUARE = INCH
_DIAGONAL = 141
_STEPS = [
    (dx, dy, _DIAGONAL if dx and dy else 100) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
]
#: How many times slower ground is that nobody may enter.
_BARRED = 30
#: A way this near to an enemy is as long as one so many hundredths as long in the open.
_BERTH, _THROUGH = INCH, 600
_WIDE_BERTH, _PAST = 3 * INCH, 180
#: A way this near to the edge of the table is as slow as that; nobody in line fits there.
_EDGE, _ALONG_EDGE = 3 * INCH // 2, 250
#: Goals whose ways are remembered.
_KEPT = 256


class Grid:
    """What every square of a table costs compared with open ground, in hundredths.

    `slowness` says it of a place; None is ground that cannot be entered, which is gone through only
    if there is no other way.
    """

    def __init__(self, size: tuple[int, int], slowness: Callable[[Point], int | None]) -> None:
        self.wide, self.high = (-(-side // SQUARE) for side in size)
        self.slow = [
            max(_at_edge(middle, size), _BARRED * 100 if slow is None else slow)
            for middle in map(self._middle, range(self.wide * self.high))
            for slow in (slowness(middle),)
        ]
        self._routes: dict[tuple[int, ...], list[int]] = {}

    def among(self, others: Iterable[Footprint], near: int, slow: int) -> Grid:
        """The same ground with others on it, which slow whoever comes so near to them."""
        twin = copy(self)
        twin.slow, twin._routes = list(self.slow), {}
        for ground in others:
            middle = point(ground.centre)
            reach = (ground.radius // GRAIN + near) // SQUARE + 1
            x, y = middle.x // SQUARE, middle.y // SQUARE
            for across in range(max(0, x - reach), min(self.wide, x + reach + 1)):
                for down in range(max(0, y - reach), min(self.high, y + reach + 1)):
                    here = Point(across * SQUARE + SQUARE // 2, down * SQUARE + SQUARE // 2)
                    if distance_from(spot(here), ground) <= near:
                        at = down * self.wide + across
                        twin.slow[at] = max(twin.slow[at], slow)
        return twin

    def far(self, place: Point, goal: Point) -> int:
        """Hundredths of open ground that the way from a place to another is as long as."""
        if self.is_open(place, goal):
            return distance(place, goal)
        return self._to((goal,))[self._square(place)]

    def far_of(self, place: Point, goals: Sequence[Point]) -> int:
        """The same to the nearest of some places, from the place itself and not from the middle of
        its square, so that every step counts."""
        far, at = self._to(goals), self._square(place)
        return min(
            far[one] + distance(place, self._middle(one)) * self.slow[one] // 100
            for one in (at, *(other for other, _ in self._steps(at)))
        )

    def nearest_of(self, place: Point, goals: Sequence[Point]) -> Point:
        """The nearest of some places."""
        there = self.next(place, goals, 10**6)
        return min(goals, key=lambda goal: (distance(goal, there), goal))

    def next(self, place: Point, goals: Point | Sequence[Point], reach: int) -> Point:
        """The place on the way, to one of some places, that is about this far off."""
        far, at = self._to((goals,) if isinstance(goals, Point) else goals), self._square(place)
        for _ in range(max(1, min(reach // SQUARE, self.wide * self.high))):
            better = min((other for other, _ in self._steps(at)), key=lambda one: far[one])
            if far[better] >= far[at]:
                break
            at = better
        return self._middle(at)

    def is_barred(self, place: Point) -> bool:
        """Whether a place cannot be entered."""
        return self.slow[self._square(place)] >= _BARRED * 100

    def is_open(self, place: Point, goal: Point) -> bool:
        """Whether nothing slows the straight way between two places."""
        return all(self.slow[self._square(one)] <= 100 for one in (*_between(place, goal), goal))

    def _middle(self, at: int) -> Point:
        x, y = at % self.wide, at // self.wide
        return Point(x * SQUARE + SQUARE // 2, y * SQUARE + SQUARE // 2)

    def _square(self, place: Point) -> int:
        x = min(max(0, place.x // SQUARE), self.wide - 1)
        y = min(max(0, place.y // SQUARE), self.high - 1)
        return y * self.wide + x

    def _steps(self, at: int) -> list[tuple[int, int]]:
        x, y = at % self.wide, at // self.wide
        return [
            ((y + dy) * self.wide + x + dx, length)
            for dx, dy, length in _STEPS
            if 0 <= x + dx < self.wide and 0 <= y + dy < self.high
        ]

    def _to(self, goals: Sequence[Point]) -> list[int]:
        """How far it is to the nearest of some places from every square, by the cheapest way."""
        starts = tuple(self._square(goal) for goal in goals)
        if starts not in self._routes:
            if len(self._routes) >= _KEPT:
                self._routes.clear()
            self._routes[starts] = self._flood(starts)
        return self._routes[starts]

    def _flood(self, goals: tuple[int, ...]) -> list[int]:
        far = [10**9] * (self.wide * self.high)
        heap = [(0, goal) for goal in goals]
        for goal in goals:
            far[goal] = 0
        while heap:
            gone, at = heappop(heap)
            if gone > far[at]:
                continue
            slow = self.slow[at]
            for other, length in self._steps(at):
                cost = gone + length * slow * SQUARE // 10_000
                if cost < far[other]:
                    far[other] = cost
                    heappush(heap, (cost, other))
        return far


def _at_edge(place: Point, size: tuple[int, int]) -> int:
    """How slow the edge of a table makes a place."""
    width, height = size
    near = min(place.x, place.y, width - place.x, height - place.y)
    return _ALONG_EDGE if near < _EDGE else 0


def _between(place: Point, goal: Point) -> list[Point]:
    """Places on the straight way, half a square apart, without the goal."""
    steps = max(1, distance(place, goal) // (SQUARE // 2))
    return [
        Point(
            place.x + (goal.x - place.x) * step // steps,
            place.y + (goal.y - place.y) * step // steps,
        )
        for step in range(steps)
    ]


@lru_cache(maxsize=64)
def grid_of(rulebook: Rulebook[Any], table: Table, gait: Gait) -> Grid:
    """What the ground of a table costs some troops by their rulebook; the open is 100 for all."""
    usual = on_piece(rulebook, gait, None)
    by_road = rulebook.ground.by_road(gait)

    def slowness(place: Point) -> int | None:
        piece = ground_at(table, spot(place))
        if isinstance(usual, Refusal) or (piece and piece.kind == "road" and not by_road):
            return 100
        here = on_piece(rulebook, gait, piece)
        if isinstance(here, Refusal) or not here.number:
            return None
        return 100 * usual.number * here.over // (usual.over * here.number)

    return Grid(table.size, slowness)


@lru_cache(maxsize=64)
def grid_among(
    rulebook: Rulebook[Any], table: Table, gait: Gait, others: tuple[tuple[Layout, Pose], ...]
) -> Grid:
    """The same with the enemy on it: a way through him is a fight."""
    grid = grid_of(rulebook, table, gait)
    if not others:
        return grid
    grounds = [footprint(*one) for one in others]
    return grid.among(grounds, _WIDE_BERTH, _PAST).among(grounds, _BERTH, _THROUGH)


@lru_cache(maxsize=64)
def grid_past(
    rulebook: Rulebook[Any],
    table: Table,
    gait: Gait,
    others: tuple[tuple[Layout, Pose], ...],
    berth: int,
) -> Grid:
    """The same for those who must not come nearer to the enemy than this."""
    grounds = [footprint(*one) for one in others]
    return grid_of(rulebook, table, gait).among(grounds, berth, _BARRED * 100)
