"""Distances, overlap and contact.

Squares of distances are compared exactly, as fractions of whole numbers. The distance that is
reported is rounded to the nearest hundredth, halves up, and every test of a distance agrees with
the reported number: what the ruler shows is what the rules use.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import TypeAlias

from longroll.board.table.bases import Footprint, Polygon
from longroll.board.table.places import GRAIN, Point, Spot, nearest

Square: TypeAlias = tuple[int, int]
"""The square of a distance in grains, as numerator and denominator."""

#: Footprints no farther apart than this are in contact.
CONTACT = 5

#: How far footprints may overlap and still only touch: poses are rounded.
SLACK = 1

_TOUCHING: Square = (0, 1)


def distance(here: Point, there: Point) -> int:
    """The distance between two points, to the nearest hundredth.

    >>> distance(Point(0, 0), Point(300, 400)), distance(Point(0, 0), Point(1, 1))
    (500, 1)
    """
    return (isqrt(4 * ((there.x - here.x) ** 2 + (there.y - here.y) ** 2)) + 1) // 2


def told(square: Square) -> int:
    """The distance whose square this is, in hundredths, rounded to the nearest, halves up."""
    number, divisor = square
    return (isqrt(4 * number // (GRAIN * GRAIN * divisor)) + 1) // 2


def _is_less(one: Square, other: Square) -> bool:
    return one[0] * other[1] < other[0] * one[1]


def square_to_segment(spot: Spot, start: Spot, end: Spot) -> Square:
    """The square of the distance from a spot to a segment."""
    x, y = spot[0] - start[0], spot[1] - start[1]
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    along = x * along_x + y * along_y
    if along <= 0:
        return x * x + y * y, 1
    length = along_x * along_x + along_y * along_y
    if along >= length:
        x, y = spot[0] - end[0], spot[1] - end[1]
        return x * x + y * y, 1
    off = x * along_y - y * along_x
    return off * off, length


def holds(polygon: Polygon, spot: Spot) -> bool:
    """Whether a spot lies in a convex polygon or on its edge."""
    if len(polygon) < 3:
        return False  # a line or a single spot, left over from a cut, has no inside
    x, y = spot
    from_x, from_y = polygon[-1]
    for to_x, to_y in polygon:
        if (to_x - from_x) * (y - from_y) - (to_y - from_y) * (x - from_x) < 0:
            return False
        from_x, from_y = to_x, to_y
    return True


def square_to_polygon(spot: Spot, polygon: Polygon) -> Square:
    """The square of the distance from a spot to a convex polygon, 0 inside."""
    return _nearest_edge(spot, polygon)[0]


def _nearest_edge(spot: Spot, polygon: Polygon) -> tuple[Square, Spot, Spot]:
    """The square of the distance from a spot to a convex polygon, and the edge that is nearest; 0
    and any edge inside. Only edges that face the spot can be nearest; a line or a single spot, left
    over from a cut, has no inside."""
    x, y = spot
    is_solid = len(polygon) > 2
    number, divisor = 0, 0
    start = nearest_start = nearest_end = polygon[-1]
    from_x, from_y = start
    for end in polygon:
        to_x, to_y = end
        along_x, along_y = to_x - from_x, to_y - from_y
        dx, dy = x - from_x, y - from_y
        off = dx * along_y - dy * along_x
        if off > 0 or not is_solid:
            along = dx * along_x + dy * along_y
            length = along_x * along_x + along_y * along_y
            if along <= 0:
                square, over = dx * dx + dy * dy, 1
            elif along >= length:
                square, over = (x - to_x) ** 2 + (y - to_y) ** 2, 1
            else:
                square, over = off * off, length
            if not divisor or square * divisor < number * over:
                number, divisor, nearest_start, nearest_end = square, over, start, end
        start, from_x, from_y = end, to_x, to_y
    return (number, divisor or 1), nearest_start, nearest_end


def nearest_on_segment(spot: Spot, start: Spot, end: Spot) -> Spot:
    """The spot of a segment that is nearest to another, to the nearest grain."""
    along_x, along_y = end.x - start.x, end.y - start.y
    along = (spot.x - start.x) * along_x + (spot.y - start.y) * along_y
    length = along_x * along_x + along_y * along_y
    if along <= 0:
        return start
    if along >= length:
        return end
    return Spot(
        start.x + nearest(along_x * along, length), start.y + nearest(along_y * along, length)
    )


def nearest_of(polygon: Polygon, spot: Spot) -> Spot:
    """The spot of a convex polygon that is nearest to another; the other itself if it is inside."""
    square, start, end = _nearest_edge(spot, polygon)
    return nearest_on_segment(spot, start, end) if square[0] else spot


def square_between(one: Polygon, other: Polygon) -> Square:
    """The square of the distance between two convex polygons: 0 if they touch or overlap.

    A guess comes first: two corners that are near each other, or one of them and an edge. It is
    right if it leaves each polygon wholly on its own side; where no guess is, as where they
    overlap, every edge is measured.
    """
    (x, y), (to_x, to_y), square = _nearest_corners(one, other)
    if not square:
        return _TOUCHING
    dx, dy = to_x - x, to_y - y
    here, there = dx * x + dy * y, dx * to_x + dy * to_y
    if max([dx * x + dy * y for x, y in one]) == here:
        if min([dx * x + dy * y for x, y in other]) == there:
            return square, 1
    for polygon, spots, near_x, near_y in ((one, other, to_x, to_y), (other, one, x, y)):
        from_x, from_y = polygon[-1]
        for to_x, to_y in polygon:
            along_x, along_y = to_x - from_x, to_y - from_y
            dx, dy = near_x - from_x, near_y - from_y
            inside = along_x * dy - along_y * dx
            if inside < 0:
                length = along_x * along_x + along_y * along_y
                level = inside + along_x * from_y - along_y * from_x
                if (
                    0 <= dx * along_x + dy * along_y <= length
                    and max([along_x * y - along_y * x for x, y in spots]) == level
                ):
                    return inside * inside, length
            from_x, from_y = to_x, to_y
    return _square_of_edges(one, other)


def _nearest_corners(one: Polygon, other: Polygon) -> tuple[Spot, Spot, int]:
    """A corner of each of two polygons, neither of which has a nearer one in the other polygon;
    and the square of their distance."""
    here, square = one[0], -1
    while True:
        x, y = here
        squares = [(to_x - x) ** 2 + (to_y - y) ** 2 for to_x, to_y in other]
        least = min(squares)
        there = other[squares.index(least)]
        to_x, to_y = there
        squares = [(to_x - x) ** 2 + (to_y - y) ** 2 for x, y in one]
        square = min(squares)
        if square == least:
            return here, there, square
        here = one[squares.index(square)]


def _square_of_edges(one: Polygon, other: Polygon) -> Square:
    """The same, by the corners of each polygon and the edges of the other that face them."""
    parted = False
    best, divisor = 0, 0
    for polygon, spots in ((one, other), (other, one)):
        from_x, from_y = polygon[-1]
        for to_x, to_y in polygon:
            along_x, along_y = to_x - from_x, to_y - from_y
            level = along_x * from_y - along_y * from_x
            insides = [along_x * y - along_y * x for x, y in spots]
            if min(insides) < level:
                parted = parted or max(insides) < level
                length = along_x * along_x + along_y * along_y
                for (x, y), inside in zip(spots, insides, strict=True):
                    if inside >= level:
                        continue
                    dx, dy = x - from_x, y - from_y
                    along = dx * along_x + dy * along_y
                    if along <= 0:
                        number, over = dx * dx + dy * dy, 1
                    elif along >= length:
                        number, over = (x - to_x) ** 2 + (y - to_y) ** 2, 1
                    else:
                        number, over = (level - inside) ** 2, length
                    if not divisor or number * divisor < best * over:
                        best, divisor = number, over
            from_x, from_y = to_x, to_y
    return (best, divisor) if parted else _TOUCHING


def meet(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons have a spot in common: no straight line separates them."""
    return not (_is_parted(one, other) or _is_parted(other, one))


def overlap(one: Polygon, other: Polygon, slack: int = 0) -> bool:
    """Whether two convex polygons share ground deeper than `slack` hundredths.

    Touching is not overlapping. Exact: the shadows of the two on every edge's normal are compared.

    >>> a = (Spot(0, 0), Spot(100, 0), Spot(100, 100), Spot(0, 100))
    >>> overlap(a, tuple(Spot(x + 100, y) for x, y in a)), meet(a, a), overlap(a, a)
    (False, True, True)
    """
    return _is_deep(one, other, slack) and _is_deep(other, one, slack)


def _is_parted(one: Polygon, other: Polygon) -> bool:
    """Whether an edge of `one` has all of `other` strictly outside."""
    from_x, from_y = one[-1]
    any_x, any_y = other[0]
    for to_x, to_y in one:
        along_x, along_y = to_x - from_x, to_y - from_y
        # One corner that is not outside says no for most edges.
        if along_x * (any_y - from_y) < along_y * (any_x - from_x):
            level = along_x * from_y - along_y * from_x
            if max([along_x * y - along_y * x for x, y in other]) < level:
                return True
        from_x, from_y = to_x, to_y
    return False


def is_nearer(one: Polygon, other: Polygon, square: int) -> bool:
    """Whether the square of the distance between two convex polygons, in grains, is less than
    `square`."""
    parted = False
    for polygon, spots in ((one, other), (other, one)):
        from_x, from_y = polygon[-1]
        any_x, any_y = spots[0]
        for to_x, to_y in polygon:
            along_x, along_y = to_x - from_x, to_y - from_y
            # One corner that is not outside is enough to pass over an edge.
            if along_x * (any_y - from_y) < along_y * (any_x - from_x):
                insides = [along_x * (y - from_y) - along_y * (x - from_x) for x, y in spots]
                inside = max(insides)
                if inside < 0:
                    length = along_x * along_x + along_y * along_y
                    if inside * inside >= square * length:
                        return False
                    x, y = spots[insides.index(inside)]
                    if 0 <= along_x * (x - from_x) + along_y * (y - from_y) <= length:
                        return True
                    parted = True
            from_x, from_y = to_x, to_y
    return (
        not parted or _has_near_corner(one, other, square) or _has_near_corner(other, one, square)
    )


def _has_near_corner(one: Polygon, other: Polygon, square: int) -> bool:
    """Whether a corner of one polygon is nearer than that to an edge of another that faces it."""
    from_x, from_y = other[-1]
    for to_x, to_y in other:
        along_x, along_y = to_x - from_x, to_y - from_y
        length = along_x * along_x + along_y * along_y
        for x, y in one:
            dx, dy = x - from_x, y - from_y
            off = dx * along_y - dy * along_x
            if off <= 0:
                continue
            along = dx * along_x + dy * along_y
            if along <= 0:
                if dx * dx + dy * dy < square:
                    return True
            elif along >= length:
                if (x - to_x) ** 2 + (y - to_y) ** 2 < square:
                    return True
            elif off * off < square * length:
                return True
        from_x, from_y = to_x, to_y
    return False


def _is_deep(one: Polygon, other: Polygon, slack: int) -> bool:
    """Whether `other` reaches farther than the slack inside every edge of `one`."""
    square = slack * slack * GRAIN * GRAIN
    from_x, from_y = one[-1]
    any_x, any_y = other[0]
    for to_x, to_y in one:
        along_x, along_y = to_x - from_x, to_y - from_y
        least = square * (along_x * along_x + along_y * along_y) if slack else 0
        # Any corner may be deep enough.
        depth = along_x * (any_y - from_y) - along_y * (any_x - from_x)
        if depth <= 0 or depth * depth <= least:
            depth = max([along_x * (y - from_y) - along_y * (x - from_x) for x, y in other])
            if depth <= 0 or depth * depth <= least:
                return False
        from_x, from_y = to_x, to_y
    return True


# Footprints. --------------------------------------------------------------------------------


def is_far(one: Footprint, other: Footprint, limit: int) -> bool:
    """Whether the circles round two footprints already lie more than `limit` hundredths apart.

    The quick test that comes before every other; a "no" decides nothing.
    """
    (x, y), (other_x, other_y) = one.centre, other.centre
    reach = one.radius + other.radius + (limit + 1) * GRAIN
    return (other_x - x) ** 2 + (other_y - y) ** 2 > reach * reach


def is_along(here: Spot, there: Spot, wide: int, ground: Footprint) -> bool:
    """Whether the circle round a footprint comes within `wide` grains of a segment."""
    reach = wide + ground.radius
    x, y = ground.centre[0] - here[0], ground.centre[1] - here[1]
    along_x, along_y = there[0] - here[0], there[1] - here[1]
    along = x * along_x + y * along_y
    length = along_x * along_x + along_y * along_y
    if along <= 0:
        return x * x + y * y <= reach * reach
    if along >= length:
        x, y = x - along_x, y - along_y
        return x * x + y * y <= reach * reach
    off = x * along_y - y * along_x
    return off * off <= reach * reach * length


def distance_between(one: Footprint, other: Footprint) -> int:
    """The shortest distance between two footprints, 0 if they touch or overlap."""
    return told(_least(square_between(a, b) for a in one.parts for b in other.parts))


def least_distance(one: Footprint, others: Iterable[Footprint]) -> int | None:
    """The distance to the nearest of some footprints; None if there are none."""
    best: int | None = None
    for other in sorted(others, key=lambda other: square_of_centres(one, other)):
        if best is None or not is_far(one, other, best):
            far = distance_between(one, other)
            best = far if best is None or far < best else best
    return best


def square_of_centres(one: Footprint, other: Footprint) -> int:
    """The square of the distance between the centres of two footprints, in grains: who is likely
    to be nearest."""
    (x, y), (other_x, other_y) = one.centre, other.centre
    return (other_x - x) ** 2 + (other_y - y) ** 2


def closest(one: Footprint, other: Footprint) -> tuple[Spot, Spot]:
    """Where to lay the ruler: a spot of each footprint, as near to each other as possible.

    One of the two is a corner, the other is exact to the nearest grain. If the footprints
    overlap and neither has a corner in the other, the spots are near but not the same.
    """
    best = one.parts[0][0], other.parts[0][0]
    least: Square | None = None
    for a in one.parts:
        for b in other.parts:
            for corners, polygon, is_first in ((a, b, True), (b, a, False)):
                for corner in corners:
                    square = square_to_polygon(corner, polygon)
                    if least is None or _is_less(square, least):
                        found = nearest_of(polygon, corner)
                        best = (corner, found) if is_first else (found, corner)
                        least = square
    return best


def distance_from(point: Spot, footprint: Footprint) -> int:
    """The shortest distance from a spot to a footprint, 0 inside it."""
    return told(_least(square_to_polygon(point, part) for part in footprint.parts))


def lies_within(point: Spot, footprint: Footprint, limit: int) -> bool:
    """Whether the reported distance from a spot to a footprint is at most `limit` hundredths."""
    (x, y), (to_x, to_y) = point, footprint.centre
    if (to_x - x) ** 2 + (to_y - y) ** 2 > (footprint.radius + (limit + 1) * GRAIN) ** 2:
        return False
    bound = told_within(limit)
    for part in footprint.parts:
        number, divisor = square_to_polygon(point, part)
        if number < bound * divisor:
            return True
    return False


def _least(squares: Iterable[Square]) -> Square:
    best: Square | None = None
    for square in squares:
        if square[0] == 0:
            return square
        if best is None or _is_less(square, best):
            best = square
    if best is None:
        raise ValueError("a footprint without parts has no distance")
    return best


def is_within(one: Footprint, other: Footprint, limit: int) -> bool:
    """Whether the reported distance is at most `limit` hundredths.

    >>> a, b = ((Spot(x, 0), Spot(x + 9, 0), Spot(x + 9, 9)) for x in (0, 1058))
    >>> from longroll.board.table.bases import covering
    >>> distance_between(covering([a]), covering([b])), is_within(covering([a]), covering([b]), 10)
    (10, True)
    """
    if limit < 0:
        return False
    # The circles round them may settle it.
    (x, y), (other_x, other_y) = one.centre, other.centre
    square = (other_x - x) ** 2 + (other_y - y) ** 2
    radii = one.radius + other.radius
    if square > (radii + (limit + 1) * GRAIN) ** 2:
        return False
    room = limit * GRAIN - radii
    if room >= 0 and square <= room * room:
        return True
    bound = told_within(limit)
    for a in one.parts:
        for b in other.parts:
            if is_nearer(a, b, bound):
                return True
    return False


def told_within(limit: int) -> int:
    """The square, in grains, below which a distance is reported as `limit` hundredths or less:
    less than half a hundredth beyond it."""
    bound = limit * GRAIN + GRAIN // 2
    return bound * bound


def is_clear(one: Footprint, other: Footprint, gap: int) -> bool:
    """Whether two footprints keep a gap of `gap` hundredths or more.

    0 only rules out overlapping, a negative gap overlapping by more than that.
    """
    if gap <= 0:
        return not overlaps(one, other, -gap)
    return not is_within(one, other, gap - 1)


def overlaps(one: Footprint, other: Footprint, slack: int = 0) -> bool:
    """Whether two footprints share ground deeper than `slack` hundredths."""
    if is_far(one, other, 0):
        return False
    return any(overlap(a, b, slack) for a in one.parts for b in other.parts)


def in_contact(one: Footprint, other: Footprint) -> bool:
    """Whether two footprints are within 0.05 in of each other."""
    return is_within(one, other, CONTACT)


def bases_in_contact(one: Footprint, other: Footprint) -> tuple[tuple[int, int], ...]:
    """The pairs of bases in contact, by their indexes in the two layouts, in order."""
    if is_far(one, other, CONTACT):
        return ()
    return tuple(
        (at, other_at)
        for at, base in enumerate(one.bases)
        for other_at, other_base in enumerate(other.bases)
        if is_nearer(base, other_base, told_within(CONTACT))
    )
