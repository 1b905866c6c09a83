"""A table in characters: terrain by a sign for each kind, units by a letter of the caller's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from longroll.board.table.bases import Footprint
from longroll.board.table.ground import is_on
from longroll.board.table.measure import overlap
from longroll.board.table.places import GRAIN, INCH, Point, Spot
from longroll.board.table.terrain import Table

SIGNS: dict[str, str] = {
    "open_woods": "t",
    "dense_woods": "T",
    "rough": ":",
    "crops": ",",
    "built_up": "#",
    "water": "~",
    "impassable": "X",
    "road": "=",
    "stream": "~",
    "river": "~",
    "railway_cut": "-",
    "wall": "%",
    "fence": "+",
    "hedge": "&",
    "trench": "_",
    "works": "^",
}
"""The sign of each kind; a hill is drawn by its level, 1 to 9."""


def whole(
    table: Table, units: Sequence[tuple[str, Footprint]] = (), across: int = INCH
) -> Iterator[str]:
    """The whole table, one character for `across` hundredths of width and twice that in height.

    Inches run along the top and down the left side.

    >>> from longroll.board.table.terrain import piece
    >>> wood = piece("open_woods", "wood", (400, 0), (800, 0), (800, 400), (400, 400))
    >>> print(*whole(Table("field", 1200, 600, (wood,))), sep="\\n")
        0         10
      0 ....tttt....
      2 ....tttt....
      4 ............
    """
    yield from _drawn(table, units, across, (0, 0), (table.width, table.height))


def near(
    table: Table,
    centre: Point,
    radius: int,
    units: Sequence[tuple[str, Footprint]] = (),
    across: int = INCH // 2,
) -> Iterator[str]:
    """The table within `radius` hundredths of a point, drawn larger."""
    left, top = max(0, centre.x - radius), max(0, centre.y - radius)
    right, foot = min(table.width, centre.x + radius), min(table.height, centre.y + radius)
    corner = (left - left % INCH, top - top % INCH)
    yield from _drawn(table, units, across, corner, (right, foot))


def legend(table: Table) -> Iterator[str]:
    """A line for each sign on the table: the kind, and the names of its pieces."""
    for kind in dict.fromkeys(piece.kind for piece in table.pieces):
        names = ", ".join(piece.name for piece in table.pieces if piece.kind == kind)
        sign = SIGNS.get(kind, "1-9")
        yield f"{sign}  {kind.replace('_', ' ')}: {names}"


def _drawn(
    table: Table,
    units: Sequence[tuple[str, Footprint]],
    across: int,
    corner: tuple[int, int],
    end: tuple[int, int],
) -> Iterator[str]:
    down = 2 * across
    columns = range(corner[0], end[0], across)
    marks = [" "] * (len(columns) + 4)
    for at, x in enumerate(columns):
        if x % (10 * INCH) == 0 or at == 0:
            marks[at : at + len(str(x // INCH))] = str(x // INCH)
    yield ("    " + "".join(marks)).rstrip()
    for y in range(corner[1], end[1], down):
        row = "".join(_sign(table, units, x, y, across, down) for x in columns)
        yield f"{y // INCH:3} {row}"


def _sign(
    table: Table,
    units: Iterable[tuple[str, Footprint]],
    x: int,
    y: int,
    across: int,
    down: int,
) -> str:
    left, right, top, foot = x * GRAIN, (x + across) * GRAIN, y * GRAIN, (y + down) * GRAIN
    cell = (Spot(left, top), Spot(right, top), Spot(right, foot), Spot(left, foot))
    middle = Spot((left + right) // 2, (top + foot) // 2)
    for letter, ground in units:
        if any(overlap(part, cell) for part in ground.parts):
            return letter
    level = 0
    for piece in reversed(table.pieces):
        # A line is drawn wherever it runs, an area where it covers the middle.
        if piece.shape == "line":
            is_here = any(overlap(part, cell) for part in piece.ground.parts)
        else:
            is_here = is_on(piece, middle)
        if is_here and piece.layer != "contour":
            return SIGNS[piece.kind]
        if is_here:
            level = max(level, piece.level)
    return str(min(level, 9)) if level else "."
