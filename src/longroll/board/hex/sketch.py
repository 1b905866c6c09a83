"""A hex map in characters, in two sizes: all of it, and the hexes around one.

The caller decides what is written in a hex; this module only puts it in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex, column_and_row

#: The cell of the whole map: a `>` or a blank, then five characters.
CELL = 5
_PITCH = 3


class Inside(NamedTuple):
    """A hex drawn large: a sign beside its number, two lines in it, and one at its foot."""

    sign: str
    upper: str
    lower: str
    foot: str


def whole(grid: Grid, cell: Callable[[Hex], str], lit: Collection[Hex]) -> Iterator[str]:
    """The whole map, two lines to a row because every second column is half a hex higher."""
    columns = list(grid.columns)
    numbers = "   " + "".join(f" {column:02}" for column in columns)
    yield numbers
    for row in grid.rows:
        for high in (True, False):
            label = f"{row:02}" if high else "  "
            line = [" "] * (3 + _PITCH * len(columns) + CELL)
            for column in columns:
                hex = f"{column:02}{row:02}"
                if is_high(grid, column) == high:
                    at = 3 + _PITCH * (column - columns[0])
                    text = (">" if hex in lit else " ") + cell(hex)
                    line[at : at + len(text)] = text
            yield (label + "".join(line[2:]) + label).rstrip()
    yield numbers


def is_high(grid: Grid, column: int) -> bool:
    return (column % 2 == 0) == (grid.high == "even")


def near(
    grid: Grid,
    center: Hex,
    radius: int,
    inside: Callable[[Hex], Inside],
    lit: Collection[Hex],
) -> Iterator[str]:
    """Hexes with their outlines, nine characters apart and four lines high."""
    places = {hex: column_and_row(hex) for hex in grid.within(center, radius)}
    left = min(column for column, _ in places.values())
    top = min(2 * row + (not is_high(grid, column)) for column, row in places.values())
    canvas: dict[tuple[int, int], str] = {}

    def write(x: int, y: int, text: str) -> None:
        for offset, character in enumerate(text):
            # An outline never overwrites what a neighbour wrote.
            if character != "_" or (x + offset, y) not in canvas:
                canvas[x + offset, y] = character

    for hex, (column, row) in sorted(places.items()):
        x = 9 * (column - left)
        y = 2 * (2 * row + (not is_high(grid, column)) - top)
        drawn = inside(hex)
        name = f"{'>' * (hex in lit)}{hex}{drawn.sign}"
        write(x + 2, y, "_" * 7)
        write(x + 1, y + 1, f"/{name:^7}\\")
        write(x, y + 2, f"/{drawn.upper[:9]:^9}\\")
        write(x, y + 3, f"\\{drawn.lower[:9]:^9}/")
        write(x + 1, y + 4, f"\\{drawn.foot:_^7}/")
    for y in range(max(y for _, y in canvas) + 1):
        yield "".join(
            canvas.get((x, y), " ") for x in range(max(x for x, _ in canvas) + 1)
        ).rstrip()
