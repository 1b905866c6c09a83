"""Terrain: pieces of ground on a table, areas and lines, and the table itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from longroll.board.table.bases import Footprint, Polygon, covering
from longroll.board.table.measure import holds
from longroll.board.table.places import GRAIN, Point, Spot, nearest, spot

Shape: TypeAlias = Literal["area", "line"]
#: The layer of a piece: ground is walked on, a contour raises it, a barrier stands on it.
Layer: TypeAlias = Literal["ground", "contour", "barrier"]
SightRule: TypeAlias = Literal["clear", "edge", "blocks"]
"""What a piece does to sight: nothing, lets it some way in from its edge, or stops it."""


class Kind(NamedTuple):
    """What pieces of one kind have in common."""

    shape: Shape
    layer: Layer
    rest: bool = False
    cover: bool = False
    sight: SightRule = "clear"
    barred: bool = False


KINDS: dict[str, Kind] = {
    "open_woods": Kind("area", "ground", cover=True, sight="edge"),
    "dense_woods": Kind("area", "ground", cover=True, sight="edge"),
    "rough": Kind("area", "ground"),
    "crops": Kind("area", "ground"),
    "built_up": Kind("area", "ground", cover=True, sight="edge"),
    "water": Kind("area", "ground", barred=True),
    "impassable": Kind("area", "ground", barred=True),
    "hill": Kind("area", "contour"),
    "road": Kind("line", "ground"),
    "stream": Kind("line", "ground"),
    "river": Kind("line", "ground", barred=True),
    "railway_cut": Kind("line", "ground", cover=True),
    "wall": Kind("line", "barrier", rest=True, cover=True),
    "fence": Kind("line", "barrier", rest=True),
    "hedge": Kind("line", "barrier", cover=True),
    "trench": Kind("line", "barrier", cover=True),
    "works": Kind("line", "barrier", rest=True, cover=True),
}
"""The kinds of terrain and their properties unless a piece says otherwise."""


class Piece(msgspec.Struct, frozen=True, cache_hash=True):
    """One piece of terrain. An area has its corners, a line its course and its width.

    `level` is the height inside a hill's contour. `rest` is something to steady a weapon on.
    """

    kind: str
    name: str
    points: tuple[Point, ...]
    width: int = 0
    level: int = 0
    rest: bool = False
    cover: bool = False
    sight: SightRule = "clear"
    barred: bool = False

    @property
    def shape(self) -> Shape:
        return KINDS[self.kind].shape

    @property
    def layer(self) -> Layer:
        return KINDS[self.kind].layer

    @property
    def ground(self) -> Footprint:
        """The ground it covers, in convex parts."""
        return _ground(self)


class Table(msgspec.Struct, frozen=True, cache_hash=True):
    """A table with its size in hundredths, and its terrain: later pieces lie on earlier ones."""

    title: str
    width: int
    height: int
    pieces: tuple[Piece, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height


class Box(NamedTuple):
    """The upright rectangle round some ground, its edges included, in grains."""

    left: int
    top: int
    right: int
    bottom: int


def box_of(spots: Iterable[Spot]) -> Box:
    """The box round some spots."""
    xs, ys = zip(*spots, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


class Plot(NamedTuple):
    """A piece in its place: the box round it, and its parts, each with a box of its own."""

    piece: Piece
    box: Box
    parts: tuple[tuple[Box, Polygon], ...]


@lru_cache(maxsize=1024)
def boxes(table: Table) -> tuple[Box, ...]:
    """The boxes round the pieces of a table, in their order."""
    return tuple(_plot(piece).box for piece in table.pieces)


@lru_cache(maxsize=1024)
def plots(table: Table, layer: Layer) -> tuple[Plot, ...]:
    """The pieces of one layer of a table, the lowest first."""
    return tuple(_plot(piece) for piece in table.pieces if piece.layer == layer)


@lru_cache(maxsize=1024)
def screens(table: Table) -> tuple[Plot, ...]:
    """The pieces of a table that affect sight, without contours."""
    return tuple(_plot(piece) for piece in table.pieces if piece.sight != "clear")


@lru_cache(maxsize=1024)
def _plot(piece: Piece) -> Plot:
    parts = piece.ground.parts
    whole = box_of(spot for part in parts for spot in part)
    return Plot(piece, whole, tuple((box_of(part), part) for part in parts))


def piece(kind: str, name: str, *points: tuple[int, int], width: int = 0, level: int = 0) -> Piece:
    """A piece with the flags of its kind; ValueError if it is not valid.

    >>> piece("wall", "yard wall", (0, 0), (400, 0), width=10).cover
    True
    """
    common = KINDS.get(kind)
    if common is None:
        raise ValueError(f"{kind!r} is not a kind of terrain: choose from {' '.join(KINDS)}")
    made = Piece(
        kind,
        name,
        tuple(Point(*point) for point in points),
        width,
        level,
        common.rest,
        common.cover,
        common.sight,
        common.barred,
    )
    for what, right in complaints(made):
        raise ValueError(f"{name or kind}: {what} – {right}")
    return made


def complaints(piece: Piece) -> Iterator[tuple[str, str]]:
    """What is wrong with the shape of a piece, and what would be right."""
    points = piece.points
    if piece.shape == "line":
        if len(points) < 2:
            yield f"a {piece.kind} of {len(points)} points", "two points or more"
        if piece.width < 2:
            yield f"a {piece.kind} {piece.width} hundredths wide", "a width of 0.02 in or more"
        if any(here == there for here, there in pairwise(points)):
            yield (
                f"a {piece.kind} with a point twice in a row",
                "each point apart from the one before",
            )
        return
    if piece.width:
        yield f"a {piece.kind} is an area", "no width"
    if len(points) < 3:
        yield f"a {piece.kind} of {len(points)} points", "three corners or more"
    elif len(set(points)) < len(points):
        yield f"a {piece.kind} with a corner twice", "each corner once"
    elif _crosses_itself(points):
        yield f"the outline of a {piece.kind} crosses itself", "corners in order round the area"
    if piece.layer == "contour" and piece.level < 1:
        yield f"a contour of level {piece.level}", "a level of 1 or more"


def twice_area(points: tuple[Point, ...]) -> int:
    """Twice the area within an outline, positive for corners clockwise as seen from above."""
    before = (points[-1], *points)
    return sum(a.x * b.y - a.y * b.x for a, b in zip(before, points, strict=False))


def _side(start: Point, end: Point, point: Point) -> int:
    off = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
    return (off > 0) - (off < 0)


def _is_on(start: Point, end: Point, point: Point) -> bool:
    return (
        _side(start, end, point) == 0
        and min(start.x, end.x) <= point.x <= max(start.x, end.x)
        and min(start.y, end.y) <= point.y <= max(start.y, end.y)
    )


def _crosses_itself(points: tuple[Point, ...]) -> bool:
    """Whether two edges of an outline meet anywhere but at the corner they share."""
    count = len(points)
    edges = [(points[at - 1], points[at]) for at in range(count)]
    for at, (a, b) in enumerate(edges):
        for later in range(at + 1, count):
            c, d = edges[later]
            if later == at + 1 or (at == 0 and later == count - 1):
                shared, one, other = (b, a, d) if later == at + 1 else (a, b, c)
                if _is_on(shared, one, other) or _is_on(shared, other, one):
                    return True
            elif _do_meet(a, b, c, d):
                return True
    return False


def _do_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common."""
    if any((_is_on(a, b, c), _is_on(a, b, d), _is_on(c, d, a), _is_on(c, d, b))):
        return True
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


@lru_cache(maxsize=4096)
def _ground(piece: Piece) -> Footprint:
    if piece.shape == "area":
        return covering(_triangles(piece.points))
    return covering([*_strips(piece.points, piece.width)])


def _triangles(points: tuple[Point, ...]) -> list[Polygon]:
    """An area cut into triangles, ear by ear; a convex one stays whole."""
    corners = [spot(point) for point in points]
    if twice_area(points) < 0:
        corners.reverse()
    if all(_cross(corners[at - 2], corners[at - 1], corners[at]) > 0 for at in range(len(corners))):
        return [tuple(corners)]
    cut: list[Polygon] = []
    while len(corners) > 3:
        at = next(at for at in range(len(corners)) if _is_ear(corners, at))
        ear = (corners[at - 1], corners[at], corners[(at + 1) % len(corners)])
        if _cross(*ear) > 0:
            cut.append(ear)
        del corners[at]
    if _cross(*corners) > 0:
        cut.append(tuple(corners))
    return cut


def _cross(a: Spot, b: Spot, c: Spot) -> int:
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)


def _is_ear(corners: list[Spot], at: int) -> bool:
    """Whether a corner can be cut off: it points outward and the cut contains no other corner."""
    ear = (corners[at - 1], corners[at], corners[(at + 1) % len(corners)])
    bend = _cross(*ear)
    if bend <= 0:
        return bend == 0
    return not any(corner not in ear and holds(ear, corner) for corner in corners)


def _strips(points: tuple[Point, ...], width: int) -> Iterator[Polygon]:
    """A rectangle for each stretch of a line, extended by half the width where the line bends."""
    last = len(points) - 2
    for at, (start, end) in enumerate(pairwise(points)):
        dx, dy = end.x - start.x, end.y - start.y
        # The length in grains; a stretch is at least a hundredth long.
        long = isqrt((dx * dx + dy * dy) * GRAIN * GRAIN)
        half = width * GRAIN // 2
        ahead_x, ahead_y = nearest(dx * GRAIN * half, long), nearest(dy * GRAIN * half, long)
        before, beyond = int(at > 0), int(at < last)
        (x, y), (to_x, to_y) = spot(start), spot(end)
        x, y = x - before * ahead_x, y - before * ahead_y
        to_x, to_y = to_x + beyond * ahead_x, to_y + beyond * ahead_y
        yield (
            Spot(x + ahead_y, y - ahead_x),
            Spot(to_x + ahead_y, to_y - ahead_x),
            Spot(to_x - ahead_y, to_y + ahead_x),
            Spot(x - ahead_y, y + ahead_x),
        )
