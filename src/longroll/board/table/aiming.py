"""Where to aim: the nearest spot of a target that is in the arc and in sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt

import msgspec

from longroll.board.table.arcs import nearest_in_arc, part_in_arc
from longroll.board.table.bases import Footprint, Polygon
from longroll.board.table.ground import WHOLE, along
from longroll.board.table.measure import told
from longroll.board.table.places import GRAIN, Spot
from longroll.board.table.shadows import Shadow, lit, shadow
from longroll.board.table.sight import DEPTHS, can_see
from longroll.board.table.terrain import Table

#: Where terrain hides the nearest spot, each edge is looked at in this many even parts.
EDGE_PARTS = 8


class Aim(msgspec.Struct, frozen=True):
    """A spot to aim at and how far off it is, in hundredths."""

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
) -> Aim | None:
    """The nearest spot of a target in the arc and in sight, no farther than `limit` hundredths.

    The nearest spot in the arc is tried first. If it is hidden, what the troops between leave
    open of the edges that face the origin is worked out, a hundredth clear of their shadows, and
    the nearest spot of that is taken. If terrain hides that too, the ends of what is open and the
    eighths of each edge are tried, nearest first: a gap in terrain narrower than an eighth of an
    edge may go unnoticed.
    """
    if limit is not None and is_out_of_reach(origin, target, limit):
        return None
    first = nearest_in_arc(origin, heading, half, target.parts)
    if first is None or not _is_in_range(origin, first, limit):
        return None
    farthest = isqrt(_square(origin, target.centre)) + target.radius
    troops = [one for one in troops if _is_nearer(origin, one[1], farthest)]
    if can_see(table, origin, first, troops, depths):
        return Aim(first, _range(origin, first))
    shadows = [shadow(origin, part) for _, ground in troops for part in ground.parts]
    spots = dict.fromkeys(
        spot
        for part in target.parts
        for spot in _open_places(origin, part_in_arc(origin, heading, half, part), shadows)
    )
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

    `troops` are all who may stand in the way, the one who aims left out; the one aimed at is left
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
    """Whether all of a footprint lies beyond `limit` hundredths; a "no" decides nothing."""
    reach = ground.radius + (limit + 1) * GRAIN
    return _square(origin, ground.centre) > reach * reach


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

    Of every open stretch its nearest spot, its two ends, and the eighths of the edge within it.
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
