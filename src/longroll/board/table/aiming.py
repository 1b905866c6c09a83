"""Where to aim: the nearest spot of a target that is in the arc and in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt

import msgspec

from longroll.board.table.angles import RIGHT_ANGLE
from longroll.board.table.arcs import nearest_of_all, part_in_arc
from longroll.board.table.bases import Footprint, Polygon
from longroll.board.table.ground import WHOLE, along
from longroll.board.table.measure import told
from longroll.board.table.places import GRAIN, Spot
from longroll.board.table.shadows import Shadow, lit, shadow
from longroll.board.table.sight import DEPTHS, can_see
from longroll.board.table.terrain import Table

#: If terrain hides the nearest spot, this many even parts of each edge are tried.
EDGE_PARTS = 8

#: In a wider arc, because corners are rounded, two directions may be opposite, with no wedge.
_WIDEST_WEDGE = RIGHT_ANGLE - 100


class Aim(msgspec.Struct, frozen=True):
    """A spot to aim at and its distance, in hundredths."""

    spot: Spot
    range: int


def aim(
    table: Table,
    origin: Spot,
    heading: int,
    half: int,
    target: Footprint,
    troops: Sequence[tuple[str, Footprint]] = (),
    depths: Mapping[str, int] = DEPTHS,
    limit: int | None = None,
    passes_over: Callable[[str], bool] | None = None,
) -> Aim | None:
    """The nearest spot of a target in the arc and in sight, no farther than `limit` hundredths.

    `passes_over` says which of the troops hide nothing; it is asked only about those in between.

    The nearest spot in the arc is tried first. If it is hidden, what the troops between leave
    open of the edges that face the origin is worked out, a hundredth clear of their shadows, and
    the nearest spot of that is taken. If terrain hides that too, the ends of what is open and the
    eighths of each edge are tried, nearest first: a gap in terrain narrower than an eighth of an
    edge may go unnoticed.
    """
    if limit is not None and is_out_of_reach(origin, target, limit):
        return None
    parts = [part_in_arc(origin, heading, half, part) for part in target.parts]
    first = nearest_of_all(origin, parts)
    if first is None or not _is_in_range(origin, first, limit):
        return None
    if troops:
        troops = _between(origin, parts, half, troops)
        if passes_over is not None:
            troops = [one for one in troops if not passes_over(one[0])]
    if can_see(table, origin, first, troops, depths):
        return Aim(first, _range(origin, first))
    shadows = [shadow(origin, part) for _, ground in troops for part in ground.parts]
    spots = dict.fromkeys(spot for part in parts for spot in _open_places(origin, part, shadows))
    for spot in sorted(spots, key=lambda spot: _square(origin, spot)):
        if not _is_in_range(origin, spot, limit):
            return None
        if can_see(table, origin, spot, (), depths):
            return Aim(spot, _range(origin, spot))
    return None


def targets(
    table: Table,
    origin: Spot,
    heading: int,
    half: int,
    limit: int,
    enemies: Iterable[tuple[str, Footprint]],
    troops: Iterable[tuple[str, Footprint]],
    depths: Mapping[str, int] = DEPTHS,
) -> Iterator[tuple[str, Aim]]:
    """Each enemy that can be aimed at, in the order given.

    `troops` are all that may stand in the way, without the one who aims; the one aimed at is left
    out by its name.
    """
    near = [one for one in troops if not is_out_of_reach(origin, one[1], limit)]
    for name, ground in enemies:
        if is_out_of_reach(origin, ground, limit):
            continue
        others = [other for other in near if other[0] != name]
        found = aim(table, origin, heading, half, ground, others, depths, limit)
        if found is not None:
            yield name, found


def is_out_of_reach(origin: Spot, ground: Footprint, limit: int) -> bool:
    """Whether all of a footprint is beyond `limit` hundredths; a "no" decides nothing."""
    reach = ground.radius + (limit + 1) * GRAIN
    return _square(origin, ground.centre) > reach * reach


def _between(
    origin: Spot, parts: Iterable[Polygon], half: int, troops: Iterable[tuple[str, Footprint]]
) -> list[tuple[str, Footprint]]:
    """The troops that may hide some of these parts of a target: those that reach into the wedge
    between the directions of its outermost corners, and are no farther off than the farthest."""
    x, y = origin
    ways = [(to_x - x, to_y - y) for part in parts for to_x, to_y in part]
    squares = [east * east + south * south for east, south in ways]
    farthest = isqrt(max(squares)) + 2
    near_troops = [one for one in troops if _is_nearer(origin, one[1], farthest)]
    if half > _WIDEST_WEDGE or min(squares) < GRAIN * GRAIN:
        return near_troops
    left = right = ways[0]
    for way in ways:
        if left[0] * way[1] - left[1] * way[0] < 0:
            left = way
        if right[0] * way[1] - right[1] * way[0] > 0:
            right = way
    return [
        one
        for one in near_troops
        if any(_is_in_wedge(x, y, left, right, part) for part in one[1].parts)
    ]


def _is_in_wedge(
    x: int, y: int, left: tuple[int, int], right: tuple[int, int], part: Polygon
) -> bool:
    """Whether part of a polygon may lie between two directions from a spot."""
    return (
        _reaches(x, y, left[0], left[1], part)
        and _reaches(x, y, -right[0], -right[1], part)
        # What lies behind both directions is behind everything between them.
        and (_reaches(x, y, left[1], -left[0], part) or _reaches(x, y, right[1], -right[0], part))
    )


def _reaches(x: int, y: int, along_x: int, along_y: int, polygon: Polygon) -> bool:
    """Whether part of a polygon lies to the right of a line, or less than two grains beside it."""
    inside = max([along_x * (to_y - y) - along_y * (to_x - x) for to_x, to_y in polygon])
    return inside >= 0 or inside * inside <= 4 * (along_x * along_x + along_y * along_y)


def _is_nearer(origin: Spot, ground: Footprint, farthest: int) -> bool:
    reach = ground.radius + farthest
    return _square(origin, ground.centre) <= reach * reach


def _square(one: Spot, other: Spot) -> int:
    return (other.x - one.x) ** 2 + (other.y - one.y) ** 2


def _range(one: Spot, other: Spot) -> int:
    return told((_square(one, other), 1))


def _is_in_range(origin: Spot, spot: Spot, limit: int | None) -> bool:
    return limit is None or _range(origin, spot) <= limit


def _open_places(origin: Spot, part: Polygon, shadows: Sequence[Shadow]) -> Iterator[Spot]:
    """Places on the edges that face the origin, outside all shadows.

    For every open stretch: its nearest spot, its two ends, and the eighths of the edge within it.
    """
    for at, end in enumerate(part):
        start = part[at - 1]
        along_x, along_y = end.x - start.x, end.y - start.y
        if along_x * (origin.y - start.y) - along_y * (origin.x - start.x) > 0 and len(part) > 2:
            continue  # this edge faces away
        square = max(1, along_x * along_x + along_y * along_y)
        foot = (origin.x - start.x) * along_x + (origin.y - start.y) * along_y
        hair = GRAIN * WHOLE // max(1, isqrt(square))
        for stretch in lit(start, end, shadows, hair):
            nearest_share = min(max(foot * WHOLE // square, stretch.start), stretch.end)
            yield along(start, end, nearest_share)
            yield along(start, end, stretch.start)
            yield along(start, end, stretch.end)
            for eighth in range(EDGE_PARTS + 1):
                share = eighth * WHOLE // EDGE_PARTS
                if stretch.start < share < stretch.end:
                    yield along(start, end, share)
