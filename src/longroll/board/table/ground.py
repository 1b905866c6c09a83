"""What a table's ground is like at a point, under a footprint and along a segment.

A piece includes its own edge. Crossings are worked out as shares of the segment in 2**40ths;
lengths are whole hundredths that add up to the rounded length of the segment.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from longroll.board.table.angles import HALF_TURN, bearing, turning
from longroll.board.table.bases import Footprint, Polygon
from longroll.board.table.measure import (
    distance,
    holds,
    is_far,
    meet,
    square_to_segment,
    told,
)
from longroll.board.table.places import GRAIN, Point, Spot, nearest, point, spot
from longroll.board.table.terrain import Box, Layer, Piece, Plot, Table, boxes, plots

#: A whole segment, as a share of itself.
WHOLE = 1 << 40

#: Stretches of one piece separated by no more than this count as one: their parts are rounded.
_SEAM = 1 << 8


Way: TypeAlias = Literal["up", "down"]


class Stretch(NamedTuple):
    """A part of a segment, from one share of it to another."""

    start: int
    end: int


class Length(NamedTuple):
    """A length in hundredths of a segment on one piece of ground; None is open ground."""

    piece: Piece | None
    length: int


class Crossing(NamedTuple):
    """A contour crossed: where, which way, and how far along the segment."""

    piece: Piece
    way: Way
    at: Point
    length: int


def stretches(start: Spot, end: Spot, ground: Footprint) -> tuple[Stretch, ...]:
    """The parts of a segment that lie on some ground, in order, its edges included."""
    if _is_beside(start, end, ground):
        return ()
    return _joined([_through(start, end, part) for part in ground.parts])


def on_plot(start: Spot, end: Spot, plot: Plot) -> tuple[Stretch, ...]:
    """The parts of a segment that lie on a piece of terrain: a faster `stretches`."""
    (x, y), (to_x, to_y) = start, end
    west, east = (x, to_x) if x < to_x else (to_x, x)
    north, south = (y, to_y) if y < to_y else (to_y, y)
    left, top, right, bottom = plot.box
    if east < left or west > right or south < top or north > bottom:
        return ()
    return _joined(
        [
            _through(start, end, part)
            for (left, top, right, bottom), part in plot.parts
            if not (east < left or west > right or south < top or north > bottom)
        ]
    )


def _joined(found: list[Stretch | None]) -> tuple[Stretch, ...]:
    """Stretches in order, those that meet merged."""
    joined: list[Stretch] = []
    for stretch in sorted([stretch for stretch in found if stretch is not None]):
        if joined and stretch.start <= joined[-1].end + _SEAM:
            joined[-1] = Stretch(joined[-1].start, max(joined[-1].end, stretch.end))
        else:
            joined.append(stretch)
    return tuple(joined)


def _is_beside(start: Spot, end: Spot, ground: Footprint) -> bool:
    (x, y), reach = ground.centre, ground.radius
    return (
        (start.x < x - reach and end.x < x - reach)
        or (start.x > x + reach and end.x > x + reach)
        or (start.y < y - reach and end.y < y - reach)
        or (start.y > y + reach and end.y > y + reach)
    )


def _through(start: Spot, end: Spot, polygon: Polygon) -> Stretch | None:
    """The part of a segment in a convex polygon."""
    enter, leave = 0, WHOLE
    (x, y), (end_x, end_y) = start, end
    from_x, from_y = polygon[-1]
    for to_x, to_y in polygon:
        along_x, along_y = to_x - from_x, to_y - from_y
        # How far inside this edge the two ends lie.
        inside = along_x * (y - from_y) - along_y * (x - from_x)
        inside_end = along_x * (end_y - from_y) - along_y * (end_x - from_x)
        if inside < 0:
            if inside_end < 0:
                return None
            enter = max(enter, nearest(-inside * WHOLE, inside_end - inside))
        elif inside_end < 0:
            leave = min(leave, nearest(inside * WHOLE, inside - inside_end))
        from_x, from_y = to_x, to_y
    return Stretch(enter, leave) if enter <= leave else None


def along(start: Spot, end: Spot, share: int) -> Spot:
    """The spot at a share of a segment, to the nearest grain."""
    return Spot(
        start.x + nearest((end.x - start.x) * share, WHOLE),
        start.y + nearest((end.y - start.y) * share, WHOLE),
    )


def crosses(start: Spot, end: Spot, ground: Footprint) -> bool:
    """Whether a segment crosses some ground by more than a touch of its edge.

    Part of it lies on the ground for a hundredth of an inch or more, when rounded.
    """
    total = told(((end.x - start.x) ** 2 + (end.y - start.y) ** 2, 1))
    return any(
        nearest(stretch.end * total, WHOLE) > nearest(stretch.start * total, WHOLE)
        for stretch in stretches(start, end, ground)
    )


def is_on(piece: Piece, place: Spot) -> bool:
    """Whether a spot lies on a piece."""
    (x, y), reach = piece.ground.centre, piece.ground.radius
    if abs(place.x - x) > reach or abs(place.y - y) > reach:
        return False
    return any(holds(part, place) for part in piece.ground.parts)


def pieces_at(table: Table, place: Spot) -> tuple[Piece, ...]:
    """All pieces at a spot, the lowest first."""
    return tuple(piece for piece in table.pieces if is_on(piece, place))


def ground_at(table: Table, place: Spot) -> Piece | None:
    """The ground underfoot: the topmost piece that is neither contour nor barrier."""
    found = (plot.piece for plot in reversed(plots(table, "ground")) if _lies_on(plot, place))
    return next(found, None)


def level_at(table: Table, place: Spot) -> int:
    """The height of the ground: the highest contour round a spot, 0 on the plain."""
    levels = [plot.piece.level for plot in plots(table, "contour") if _lies_on(plot, place)]
    return max(levels, default=0)


def _lies_on(plot: Plot, place: Spot) -> bool:
    """Whether a spot lies on a piece: a faster `is_on`."""
    x, y = place
    left, top, right, bottom = plot.box
    if x < left or x > right or y < top or y > bottom:
        return False
    return any(holds(part, place) for _, part in plot.parts)


def pieces_under(table: Table, ground: Footprint) -> tuple[Piece, ...]:
    """The pieces that a footprint touches, the lowest first."""
    return tuple(
        piece
        for piece in table.pieces
        if not is_far(ground, piece.ground, 0)
        and any(meet(one, other) for one in ground.parts for other in piece.ground.parts)
    )


def _on_layer(
    table: Table, layer: Layer, start: Spot, end: Spot
) -> list[tuple[Piece, tuple[Stretch, ...]]]:
    return [
        (plot.piece, found) for plot in plots(table, layer) if (found := on_plot(start, end, plot))
    ]


def part_of(table: Table, box: Box) -> Table:
    """The table with only those of its pieces whose boxes reach into a box."""
    left, top, right, bottom = box
    places = [
        at
        for at, (west, north, east, south) in enumerate(boxes(table))
        if west <= right and east >= left and north <= bottom and south >= top
    ]
    return _with_only(table, tuple(places))


@lru_cache(maxsize=1024)
def _with_only(table: Table, places: tuple[int, ...]) -> Table:
    return replace(table, pieces=tuple(table.pieces[at] for at in places))


def lengths(table: Table, here: Point, there: Point) -> tuple[Length, ...]:
    """The ground along a segment in order; the lengths add up to the length of the segment.

    If pieces lie on one another the topmost counts.

    >>> from longroll.board.table.terrain import piece
    >>> wood = piece("open_woods", "wood", (400, 0), (800, 0), (800, 900), (400, 900))
    >>> field = Table("field", 1200, 900, (wood,))
    >>> [(found.piece and found.piece.name, found.length)
    ...  for found in lengths(field, Point(100, 300), Point(1000, 300))]
    [(None, 300), ('wood', 400), (None, 200)]
    """
    start, end = spot(here), spot(there)
    total = distance(here, there)
    grounds = _on_layer(table, "ground", start, end)
    if not grounds:
        return (Length(None, total),) if total else ()
    borders = {0, WHOLE}
    for _, found in grounds:
        borders.update(border for stretch in found for border in stretch)
    shares = sorted(borders)
    told_lengths: list[Length] = []
    for from_share, to_share in pairwise(shares):
        length = nearest(to_share * total, WHOLE) - nearest(from_share * total, WHOLE)
        top: Piece | None = None
        for piece, found in grounds:
            if any(one.start <= from_share and to_share <= one.end for one in found):
                top = piece
        if told_lengths and told_lengths[-1].piece == top:
            told_lengths[-1] = Length(top, told_lengths[-1].length + length)
        elif length:
            told_lengths.append(Length(top, length))
    return tuple(told_lengths)


def contours_crossed(table: Table, here: Point, there: Point) -> tuple[Crossing, ...]:
    """The contours crossed on the way, in order.

    A contour belongs to the hill: a move that ends on it has climbed it, one that starts on it
    and leaves it has come down. Touching one in passing does not count.
    """
    start, end = spot(here), spot(there)
    total = distance(here, there)
    crossings: list[tuple[int, Crossing]] = []

    def cross(piece: Piece, way: Way, share: int) -> None:
        at = point(along(start, end, share))
        crossings.append((share, Crossing(piece, way, at, nearest(share * total, WHOLE))))

    for piece, found in _on_layer(table, "contour", start, end):
        for stretch in found:
            if stretch.start == stretch.end and 0 < stretch.start < WHOLE:
                continue
            if stretch.start > 0:
                cross(piece, "up", stretch.start)
            if stretch.end < WHOLE:
                cross(piece, "down", stretch.end)
    return tuple(crossing for _, crossing in sorted(crossings, key=lambda found: found[0]))


def contours_between(table: Table, here: Point, there: Point) -> int:
    """How many contours are crossed on the way: as many as `contours_crossed` finds."""
    start, end = spot(here), spot(there)
    return sum(
        (stretch.start > 0) + (stretch.end < WHOLE)
        for plot in plots(table, "contour")
        for stretch in on_plot(start, end, plot)
        if stretch.start < stretch.end or stretch.start in (0, WHOLE)
    )


def barriers_crossed(table: Table, here: Spot, there: Spot) -> tuple[tuple[Piece, int], ...]:
    """The walls, fences and the like that a segment crosses, with how far along each begins."""
    total = told(((there.x - here.x) ** 2 + (there.y - here.y) ** 2, 1))
    found = sorted(
        (stretch.start, at, piece)
        for at, (piece, parts) in enumerate(_on_layer(table, "barrier", here, there))
        for stretch in parts
    )
    return tuple((piece, nearest(share * total, WHOLE)) for share, _, piece in found)


def barriers_along(
    table: Table, left: Spot, right: Spot, reach: int = 50, slant: int = 300
) -> tuple[Piece, ...]:
    """The barriers that run along a front edge: close before or behind it and nearly parallel.

    A stretch of the barrier lies within `reach` hundredths of the middle of the edge (half its
    own width comes on top), and its direction is within `slant` tenths of the edge's.
    """
    middle = Spot((left.x + right.x) // 2, (left.y + right.y) // 2)
    edge: int | None = None
    found = []
    for plot in plots(table, "barrier"):
        piece = plot.piece
        wide = (reach + piece.width // 2 + 1) * GRAIN
        if _is_off(plot.box, middle, wide):
            continue
        for start, end in pairwise(piece.points):
            if told(square_to_segment(middle, spot(start), spot(end))) > reach + piece.width // 2:
                continue
            if edge is None:
                edge = bearing(right.x - left.x, right.y - left.y)
            off = abs(turning(edge, bearing(end.x - start.x, end.y - start.y)))
            if min(off, HALF_TURN - off) <= slant:
                found.append(piece)
                break
    return tuple(found)


def _is_off(box: Box, place: Spot, wide: int) -> bool:
    """Whether a spot lies more than `wide` grains beside a box."""
    left, top, right, bottom = box
    x, y = place
    return x < left - wide or x > right + wide or y < top - wide or y > bottom + wide
