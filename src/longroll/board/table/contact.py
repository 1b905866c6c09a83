"""Coming into contact: lining up on a front edge, and who stands beside whom."""

from __future__ import annotations

from longroll.board.table.angles import RIGHT_ANGLE, bearing, normal
from longroll.board.table.bases import Footprint, Layout
from longroll.board.table.measure import nearest_on_segment, square_to_segment
from longroll.board.table.places import Pose, Spot, point, spot


def flush(pose: Pose, target: Footprint) -> Pose:
    """The pose with its front edge on the edge of the target that is nearest to its front centre.

    Of equally near edges it is the first in the target's order. The front centre is on that edge,
    to the nearest hundredth, so the two touch but overlap by no more than the rounding.

    >>> from longroll.board.table.bases import footprint, ranks
    >>> from longroll.board.table.places import pose
    >>> flush(pose(1080, 1110, 100), footprint(ranks([4], 100, 75), pose(1000, 1000, 0)))
    Pose(point=Point(x=1080, y=1075), heading=0)
    """
    front = spot(pose.point)
    edges = [(part[at - 1], part[at]) for part in target.parts for at in range(len(part))]
    outside = [edge for edge in edges if _is_outside(front, *edge)] or edges
    best = outside[0]
    number, divisor = square_to_segment(front, *best)
    for edge in outside[1:]:
        other, other_divisor = square_to_segment(front, *edge)
        if other * divisor < number * other_divisor:
            best, number, divisor = edge, other, other_divisor
    start, end = best
    inward = normal(bearing(end.x - start.x, end.y - start.y) + RIGHT_ANGLE)
    return Pose(point(nearest_on_segment(front, start, end)), inward)


def _is_outside(spot: Spot, start: Spot, end: Spot) -> bool:
    across = (end.x - start.x) * (spot.y - start.y) - (end.y - start.y) * (spot.x - start.x)
    return across <= 0


def beside(layout: Layout, at: int) -> tuple[int | None, int | None]:
    """The bases next to one in its own rank, on its left and on its right, by their indexes.

    >>> from longroll.board.table.bases import ranks
    >>> beside(ranks([3, 2], 100, 75), 1), beside(ranks([3, 2], 100, 75), 3)
    ((0, 2), (None, 4))
    """
    here = layout.bases[at]
    rank = [(base.dx, place) for place, base in enumerate(layout.bases) if base.dy == here.dy]
    left = max((other for other in rank if other[0] < here.dx), default=None)
    right = min((other for other in rank if other[0] > here.dx), default=None)
    return left and left[1], right and right[1]
