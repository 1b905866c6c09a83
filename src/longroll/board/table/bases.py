"""Bases and the layouts they stand in: rectangles in the local frame of a unit.

A formation of a rulebook is a Layout. It does not know where it stands; `footprint` puts it down
at a pose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeAlias

import msgspec

from longroll.board.table.places import GRAIN, Point, Pose, Spot, made, spot_at, turned_box

Polygon: TypeAlias = tuple[Spot, ...]
"""A convex polygon, its corners clockwise as seen from above; a base begins front left."""


class Base(msgspec.Struct, frozen=True, cache_hash=True):
    """A rectangle in the frame of its unit: its front left corner, its width and its depth."""

    dx: int
    dy: int
    width: int
    depth: int

    def __post_init__(self) -> None:
        if self.width <= 0 or self.depth <= 0:
            raise ValueError(f"a base has a width and a depth, not {self.width} by {self.depth}")


class Layout(msgspec.Struct, frozen=True, cache_hash=True):
    """The bases of a unit in order, front rank first."""

    bases: tuple[Base, ...]

    def __post_init__(self) -> None:
        if not self.bases:
            raise ValueError("a layout has at least one base")

    @property
    def frame(self) -> Frame:
        """The rectangle round all its bases."""
        return _frame(self)

    @property
    def solid(self) -> Layout:
        """The same ground in fewer rectangles: bases that stand edge to edge are made one."""
        return _solid(self)


class Frame(NamedTuple):
    """The rectangle round a layout: local x of its sides, local y of its ends."""

    left: int
    right: int
    front: int
    rear: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def depth(self) -> int:
        return self.rear - self.front


class Footprint(NamedTuple):
    """Ground that is covered, by a unit or by a piece of terrain.

    `bases` are the single bases in the order of the layout; `parts` cover the same ground in as
    few convex polygons as are known. All of it lies within `radius` grains of `centre`.
    """

    bases: tuple[Polygon, ...]
    parts: tuple[Polygon, ...]
    centre: Spot
    radius: int


@lru_cache(maxsize=4096)
def _frame(layout: Layout) -> Frame:
    return Frame(
        min(base.dx for base in layout.bases),
        max(base.dx + base.width for base in layout.bases),
        min(base.dy for base in layout.bases),
        max(base.dy + base.depth for base in layout.bases),
    )


@lru_cache(maxsize=4096)
def _solid(layout: Layout) -> Layout:
    rows = _joined((base.dy, base.depth, base.dx, base.width) for base in layout.bases)
    stacks = _joined((dx, width, dy, depth) for dy, depth, dx, width in rows)
    return Layout(tuple(Base(dx, dy, width, depth) for dx, width, dy, depth in stacks))


def _joined(strips: Iterable[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Strips (row, thickness, start, length) with those that meet end to end merged."""
    joined: list[tuple[int, int, int, int]] = []
    for row, thickness, start, length in sorted(strips):
        if joined:
            last_row, last_thickness, last_start, last_length = joined[-1]
            if (row, thickness) == (last_row, last_thickness) and start == last_start + last_length:
                joined[-1] = (row, thickness, last_start, last_length + length)
                continue
        joined.append((row, thickness, start, length))
    return joined


@lru_cache(maxsize=4096)
def footprint(layout: Layout, pose: Pose) -> Footprint:
    """The ground a layout covers at a pose.

    >>> from longroll.board.table.places import pose
    >>> ground = footprint(ranks([2], 100, 75), pose(1000, 1000, 0))
    >>> ground.bases[0][0], ground.bases[0][2], len(ground.parts)
    (Spot(x=90000, y=100000), Spot(x=100000, y=107500), 1)
    """
    shape = _shape(layout, pose.heading)
    return moved(shape, pose.point.x * GRAIN, pose.point.y * GRAIN)


def base_at(base: Base, pose: Pose) -> Footprint:
    """The ground of a single base at a pose: a faster `footprint` for one that is laid only once.

    >>> from longroll.board.table.places import pose
    >>> lane = Base(-50, 0, 100, 600)
    >>> here = pose(10, 20, 300)
    >>> base_at(lane, here).parts == footprint(Layout((lane,)), here).parts
    True
    """
    x, y = pose.point.x * GRAIN, pose.point.y * GRAIN
    return covering(_moved((_corners(base, pose.heading),), x, y))


def moved(ground: Footprint, east: int, south: int) -> Footprint:
    """The same footprint, moved by this many grains."""
    bases, parts, (x, y), radius = ground
    there = _moved(parts, east, south)
    whole = there if bases is parts else _moved(bases, east, south)
    return made(Footprint, (whole, there, made(Spot, (x + east, y + south)), radius))


@lru_cache(maxsize=4096)
def _shape(layout: Layout, heading: int) -> Footprint:
    """The footprint of a layout whose front centre is at the origin: all others with that heading
    are the same, moved."""
    bases = tuple(_corners(base, heading) for base in layout.bases)
    solid = layout.solid
    parts = bases if solid == layout else tuple(_corners(base, heading) for base in solid.bases)
    frame = layout.frame
    here = Pose(Point(0, 0), heading)
    middle = spot_at(here, (frame.left + frame.right) // 2, (frame.front + frame.rear) // 2)
    return Footprint(bases, parts, middle, _reach(middle, parts))


def _moved(polygons: tuple[Polygon, ...], x: int, y: int) -> tuple[Polygon, ...]:
    return tuple(
        [tuple([made(Spot, (dx + x, dy + y)) for dx, dy in polygon]) for polygon in polygons]
    )


def covering(parts: Sequence[Polygon]) -> Footprint:
    """The footprint of ground given as convex polygons."""
    xs = [x for part in parts for x, _ in part]
    ys = [y for part in parts for _, y in part]
    middle = made(Spot, ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2))
    whole = tuple(parts)
    return Footprint(whole, whole, middle, _reach(middle, whole))


def _reach(middle: Spot, parts: Iterable[Polygon]) -> int:
    x, y = middle
    square = max([(to_x - x) ** 2 + (to_y - y) ** 2 for part in parts for to_x, to_y in part])
    return isqrt(square) + 1


def _corners(base: Base, heading: int) -> Polygon:
    """The corners of a base about its front centre: front left, front right, rear right, rear
    left; each is `turned`, to the nearest grain."""
    left, front = base.dx * GRAIN, base.dy * GRAIN
    right, rear = left + base.width * GRAIN, front + base.depth * GRAIN
    return turned_box(left, front, right, rear, heading)


def front_centre(base: Polygon) -> Spot:
    """The middle of the front edge of a base."""
    (x, y), (other_x, other_y) = base[0], base[1]
    return made(Spot, ((x + other_x) // 2, (y + other_y) // 2))


def centre(base: Polygon) -> Spot:
    """The middle of a base."""
    (x, y), (other_x, other_y) = base[0], base[2]
    return made(Spot, ((x + other_x) // 2, (y + other_y) // 2))


# Layouts. -----------------------------------------------------------------------------------


def row(count: int, width: int, depth: int, gap: int = 0, behind: int = 0) -> tuple[Base, ...]:
    """Bases side by side, `gap` apart, centred on the front centre, `behind` it.

    A row of an odd number of hundredths lies half a hundredth to the left.

    >>> [base.dx for base in row(3, 100, 75)], [base.dx for base in row(1, 75, 75)]
    ([-150, -50, 50], [-38])
    """
    left = -((count * width + (count - 1) * gap + 1) // 2)
    return tuple(Base(left + at * (width + gap), behind, width, depth) for at in range(count))


def ranks(
    counts: Sequence[int], width: int, depth: int, gap_between: int = 0, gap_behind: int = 0
) -> Layout:
    """Rows of bases one behind the other, each centred on the front centre.

    >>> ranks([2, 1], 100, 75, gap_behind=25).bases[2]
    Base(dx=-50, dy=100, width=100, depth=75)
    """
    return Layout(
        tuple(
            base
            for rank, count in enumerate(counts)
            for base in row(count, width, depth, gap_between, rank * (depth + gap_behind))
        )
    )


def closed_up(layout: Layout, gap: int) -> Layout:
    """A layout whose bases fill the gaps of their ranks: each reaches to the middle of the gap
    beside it.

    >>> [(base.dx, base.width) for base in closed_up(ranks([3], 100, 75, 100), 100).bases]
    [(-250, 150), (-100, 200), (100, 150)]
    """
    wider = []
    for base in layout.bases:
        rank = [other.dx for other in layout.bases if other.dy == base.dy]
        left = gap // 2 if base.dx > min(rank) else 0
        right = gap - gap // 2 if base.dx < max(rank) else 0
        wider.append(Base(base.dx - left, base.dy, base.width + left + right, base.depth))
    return Layout(tuple(wider))


def column(
    count: int, across: int, width: int, depth: int, gap_between: int = 0, gap_behind: int = 0
) -> Layout:
    """Bases in rows of `across`, the last row short if they do not divide evenly.

    >>> [base.dy for base in column(3, 2, 100, 75).bases]
    [0, 0, 75]
    """
    full, over = divmod(count, across)
    counts = [across] * full + [over] * (over > 0)
    return ranks(counts, width, depth, gap_between, gap_behind)


def with_behind(
    layout: Layout, count: int, width: int, depth: int, distance: int, gap_between: int = 0
) -> Layout:
    """A layout with a row of other bases (limbers, horse holders) `distance` behind its rear.

    >>> guns = with_behind(ranks([2], 100, 175), 2, 100, 200, distance=200)
    >>> guns.bases[2], guns.frame.depth
    (Base(dx=-100, dy=375, width=100, depth=200), 575)
    """
    behind = row(count, width, depth, gap_between, layout.frame.rear + distance)
    return Layout((*layout.bases, *behind))


def without(layout: Layout, lost: Iterable[int]) -> Layout:
    """The layout without some of its bases, by their indexes; the others stay where they are."""
    gone = set(lost)
    return Layout(tuple(base for at, base in enumerate(layout.bases) if at not in gone))


def strip(layout: Layout, depth: int) -> Layout:
    """A strip as wide as a layout that reaches `depth` ahead of its front: smoke, or a way ahead.

    >>> strip(ranks([6], 100, 75), 100)
    Layout(bases=(Base(dx=-300, dy=-100, width=600, depth=100),))
    """
    frame = layout.frame
    return Layout((Base(frame.left, frame.front - depth, frame.width, depth),))
