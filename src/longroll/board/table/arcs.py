"""Arcs to the front, and the line through a front edge.

An arc is a number of tenths of a degree to either side of straight ahead, 90 degrees at most. Its
borders belong to it. Whether a spot is in it is decided in whole numbers from the sines.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from longroll.board.table.angles import RIGHT_ANGLE, SCALE, way
from longroll.board.table.bases import Polygon
from longroll.board.table.measure import holds, nearest_of
from longroll.board.table.places import GRAIN, Pose, Spot, nearest

_Way: TypeAlias = tuple[int, int]


def _borders(heading: int, half: int) -> tuple[_Way, _Way]:
    """The directions of the left and the right border."""
    if not 0 <= half <= RIGHT_ANGLE:
        raise ValueError(f"an arc reaches 0 to {RIGHT_ANGLE} tenths to either side, not {half}")
    return way(heading - half), way(heading + half)


def in_arc(origin: Spot, heading: int, half: int, spot: Spot) -> bool:
    """Whether a spot lies in the arc of `half` to either side of `heading`; the origin does.

    >>> [in_arc(Spot(0, 0), 0, 300, Spot(x, -1000)) for x in (0, 577, -577, 578)]
    [True, True, True, False]
    """
    left, right = _borders(heading, half)
    ahead = way(heading)
    x, y = spot[0] - origin[0], spot[1] - origin[1]
    return (
        left[0] * y - left[1] * x >= 0
        and x * right[1] - y * right[0] >= 0
        and x * ahead[0] + y * ahead[1] >= 0
    )


def part_in_arc(origin: Spot, heading: int, half: int, polygon: Polygon) -> Polygon:
    """The part of a convex polygon that lies in an arc, empty if none does.

    New corners on the borders are rounded to the nearest grain.

    >>> square = (Spot(-50, -200), Spot(50, -200), Spot(50, -100), Spot(-50, -100))
    >>> part_in_arc(Spot(0, 0), 900, 900, square)
    (Spot(x=0, y=-200), Spot(x=50, y=-200), Spot(x=50, y=-100), Spot(x=0, y=-100))
    """
    left, right = _borders(heading, half)
    part = _cut(polygon, origin, left)
    part = _cut(part, origin, (-right[0], -right[1]))
    if half == 0:
        # The two borders form one line; what lies behind it is cut off too.
        ahead = way(heading)
        part = _cut(part, origin, (ahead[1], -ahead[0]))
    if not part and holds(polygon, origin):
        return (origin,)  # a sliver at its edge that was rounded away
    return part


def _cut(polygon: Polygon, origin: Spot, along: _Way) -> Polygon:
    """The part of a convex polygon to the right of the line from `origin` in a direction."""
    sides = [along[0] * (y - origin[1]) - along[1] * (x - origin[0]) for x, y in polygon]
    if not sides or min(sides) >= 0:
        return polygon
    if max(sides) < 0:
        return ()
    kept: list[Spot] = []
    for at, (spot, side) in enumerate(zip(polygon, sides, strict=True)):
        before, side_before = polygon[at - 1], sides[at - 1]
        if (side < 0 < side_before) or (side_before < 0 < side):
            share, whole = abs(side_before), abs(side_before) + abs(side)
            crossing = Spot(
                before.x + nearest((spot.x - before.x) * share, whole),
                before.y + nearest((spot.y - before.y) * share, whole),
            )
            if not kept or kept[-1] != crossing:
                kept.append(crossing)
        if side >= 0 and (not kept or kept[-1] != spot):
            kept.append(spot)
    if len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    return tuple(kept)


def nearest_in_arc(
    origin: Spot, heading: int, half: int, polygons: Iterable[Polygon]
) -> Spot | None:
    """The spot of some polygons that is nearest to the origin of all that lie in the arc.

    Ties are settled by the order of the polygons. It is exact to a grain.

    >>> square = (Spot(50, -200), Spot(150, -200), Spot(150, -100), Spot(50, -100))
    >>> [nearest_in_arc(Spot(0, 0), heading, 300, [square]) for heading in (0, 1800)]
    [Spot(x=50, y=-100), None]
    """
    return nearest_of_all(origin, (part_in_arc(origin, heading, half, one) for one in polygons))


def nearest_of_all(origin: Spot, polygons: Iterable[Polygon]) -> Spot | None:
    """The spot of some polygons, some of which may be empty, that is nearest to the origin."""
    best: Spot | None = None
    least = 0
    for polygon in polygons:
        if not polygon:
            continue
        found = nearest_of(polygon, origin)
        square = (found.x - origin.x) ** 2 + (found.y - origin.y) ** 2
        if best is None or square < least:
            best, least = found, square
    return best


def is_out_of_arc(
    here: Spot, radius: int, heading: int, half: int, there: Spot, other_radius: int
) -> bool:
    """Whether nothing in one circle is in the arc of any spot in another; a "no" decides nothing.

    All spots of the first circle look the same way. Circles are given by centre and radius.
    """
    left, right = _borders(heading, half)
    x, y = there[0] - here[0], there[1] - here[1]
    # Two more grains, for corners that were rounded.
    off = -(radius + other_radius + 2) * SCALE
    return left[0] * y - left[1] * x < off or x * right[1] - y * right[0] < off


def ahead_of(pose: Pose, spot: Spot) -> int:
    """How far a spot lies ahead of the line through a front edge, in hundredths; negative behind.

    >>> from longroll.board.table.places import pose
    >>> ahead_of(pose(0, 0, 900), Spot(250, 99999)), ahead_of(pose(0, 0, 900), Spot(-250, 0))
    (3, -3)
    """
    ahead = way(pose.heading)
    x, y = spot.x - pose.point.x * GRAIN, spot.y - pose.point.y * GRAIN
    return nearest(x * ahead[0] + y * ahead[1], SCALE * GRAIN)


def is_flanked_from(pose: Pose, spot: Spot) -> bool:
    """Whether a spot is on or behind the line through the front edge of a unit at `pose`."""
    return ahead_of(pose, spot) <= 0
