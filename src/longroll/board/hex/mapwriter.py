"""From a `HexMap` to the text of its map file."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from longroll.board.hex.hexmap import HexMap
from longroll.board.hex.mapsource import FIRST_LINE
from longroll.board.hex.numbering import Hex, compress, number

_WIDTH = 96


def compose(map: HexMap) -> str:
    """The file of a map, in the one layout the writer knows; not checked by reading it back."""
    return "\n".join(_lines(map)) + "\n"


def _lines(map: HexMap) -> Iterator[str]:
    grid = map.grid
    yield FIRST_LINE
    yield f"title     {map.title}"
    yield f"columns   {grid.columns[0]:02}-{grid.columns[-1]:02}"
    yield f"rows      {grid.rows[0]:02}-{grid.rows[-1]:02}"
    yield f"high      {grid.high}"
    yield from ("", "[terrain]")
    yield from (f"{letter}  {terrain}" for letter, terrain in map.legend.items())
    letters = {terrain: letter for letter, terrain in map.legend.items()}
    yield from ("", "[grid]")
    yield from _drawing(map, {hex: letters.get(name, "?") for hex, name in map.terrain.items()})
    if any(map.level.values()):
        yield from ("", "[levels]")
        yield from _drawing(map, {hex: str(level) for hex, level in map.level.items()})
    yield from _section("roads", map.roads)
    sides = {kind: [f"{a}/{b}" for a, b in pairs] for kind, pairs in map.hexsides.items()}
    yield from _section("hexsides", sides)
    yield from _section("zones", {name: compress(hexes) for name, hexes in map.zones.items()})
    if map.labels:
        yield from ("", "[labels]")
        yield from (f"{hex}  {label}" for hex, label in map.labels.items())
    yield from _section("basis", _basis(map))


def _drawing(map: HexMap, cells: Mapping[Hex, str]) -> Iterator[str]:
    columns = map.grid.columns
    lines = {"": [f"{column:02}" for column in columns]}
    for row in map.grid.rows:
        lines[f"{row:02}"] = [cells[number(column, row)] for column in columns]
    width = max(len(cell) for line in lines.values() for cell in line)
    for row_number, line in lines.items():
        padded = " ".join(cell.ljust(width) for cell in line)
        yield f"{row_number:<4} {padded}".rstrip()


def _section(name: str, entries: Mapping[str, Sequence[str]]) -> Iterator[str]:
    if not entries:
        return
    yield from ("", f"[{name}]")
    margin = max(map(len, entries)) + 2
    for entry, words in entries.items():
        yield from wrap(
            f"{entry:<{margin}}{' '.join(words)}",
            _WIDTH,
            subsequent_indent=" " * margin,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _basis(map: HexMap) -> dict[str, list[str]]:
    """The most common mark as the default, then what is marked otherwise."""
    if not map.basis:
        return {}
    default = Counter(map.basis.values()).most_common(1)[0][0]
    places: dict[str, list[Hex]] = {}
    for hex, mark in map.basis.items():
        if mark != default:
            places.setdefault(mark, []).append(hex)
    basis = {"default": [default]}
    basis.update((mark, list(compress(hexes))) for mark, hexes in sorted(places.items()))
    for side, mark in map.side_basis.items():
        basis.setdefault(mark, []).append(side)
    return basis
