"""From the lines of a map file to a `HexMap`, noting every fault on the way."""

import re
from collections.abc import Iterator

from longroll.board.hex.grid import Grid, High
from longroll.board.hex.hexmap import HexMap, MapError, Side
from longroll.board.hex.mapsource import FIRST_LINE, REQUIRED, Section, Source, Word, is_name
from longroll.board.hex.numbering import Hex, expand, number

_KEYS = ("title", "columns", "rows", "high")
_HIGH: dict[str, High] = {"even": "even", "odd": "odd"}
_SPAN = re.compile(r"([0-9]{2})-([0-9]{2})")
_LEVEL = re.compile(r"-?[0-9]{1,3}")


def parse(source: Source) -> HexMap:
    """The map a file describes; MapError if anything in the file is wrong."""
    if not source.header and not source.sections:
        source.fault(1, "the file is empty", f"a map that begins with {FIRST_LINE!r}")
        raise MapError(source.faults)
    title, grid = _header(source)
    for name in REQUIRED:
        if name not in source.sections:
            source.fault(source.last, f"no section [{name}]", f"a section [{name}]")
    legend = _legend(source)
    terrain = _terrain(source, grid, legend)
    level = _levels(source, grid)
    labels = _labels(source, grid)
    roads = {entry.name: _road(source, grid, entry.words) for entry in source.entries("roads")}
    hexsides = {
        entry.name: _sides(source, grid, entry.words) for entry in source.entries("hexsides")
    }
    zones = {
        entry.name: frozenset(_zone(source, grid, entry.words)) for entry in source.entries("zones")
    }
    basis, side_basis = _basis(source, grid)
    if grid is None or source.faults:
        raise MapError(sorted(source.faults, key=lambda fault: fault.line))
    return HexMap(
        title=title,
        grid=grid,
        legend=legend,
        terrain={hex: terrain[hex] for hex in grid.hexes},
        level={hex: level.get(hex, 0) for hex in grid.hexes},
        roads=roads,
        hexsides=hexsides,
        zones=zones,
        labels=labels,
        basis=basis,
        side_basis=side_basis,
    )


def _header(source: Source) -> tuple[str, Grid | None]:
    lines = list(source.header)
    if lines and lines[0].text.split() == FIRST_LINE.split():
        del lines[0]
    else:
        source.fault(lines[0].at if lines else 1, "not the first line of a map", FIRST_LINE)
        if lines and lines[0].text.split()[0] == "longroll":
            del lines[0]
    given: dict[str, Word] = {}
    for at, text in lines:
        key, *rest = text.split(maxsplit=1)
        if key not in _KEYS:
            source.fault(at, f"unknown heading {key!r}", f"one of {' '.join(_KEYS)}")
        elif key in given:
            source.fault(at, f"{key} given twice", f"only one, as on line {given[key].at}")
        else:
            given[key] = Word(at, "".join(rest))
    end = source.header[-1].at if source.header else 1
    for key in _KEYS:
        if key not in given:
            source.fault(end, f"no {key}", f"a line that begins with {key}")
    if "title" in given and not given["title"].text:
        source.fault(given["title"].at, "an empty title", "the name of the map")
    columns = _span(source, "columns", given)
    rows = _span(source, "rows", given)
    high = _high(source, given)
    if columns is None or rows is None or high is None:
        return "", None
    return given["title"].text if "title" in given else "", Grid(columns, rows, high)


def _span(source: Source, key: str, given: dict[str, Word]) -> range | None:
    if key not in given:
        return None
    at, text = given[key]
    ends = _SPAN.fullmatch(text)
    if ends and int(ends[1]) <= int(ends[2]):
        return range(int(ends[1]), int(ends[2]) + 1)
    source.fault(
        at, f"{key} {text!r} are not a range", "first and last in two digits, such as 01-30"
    )
    return None


def _high(source: Source, given: dict[str, Word]) -> High | None:
    if "high" not in given:
        return None
    at, text = given["high"]
    if text not in _HIGH:
        source.fault(at, f"high columns {text!r}", "even or odd")
    return _HIGH.get(text)


def _legend(source: Source) -> dict[str, str]:
    legend: dict[str, str] = {}
    for at, text in source.lines("terrain"):
        words = text.split()
        if len(words) != 2 or len(words[0]) != 1 or not is_name(words[1]):
            source.fault(at, f"{text.strip()!r} is not a terrain", "one letter and one name")
            continue
        letter, name = words
        if letter in legend:
            source.fault(at, f"letter {letter} given twice", f"it stands for {legend[letter]}")
        elif name in legend.values():
            source.fault(at, f"terrain {name} given twice", "one letter for each terrain")
        else:
            legend[letter] = name
    if "terrain" in source.sections and not legend:
        source.fault(source.sections["terrain"].at, "no terrain at all", "a letter and a name")
    return legend


def _terrain(source: Source, grid: Grid | None, legend: dict[str, str]) -> dict[Hex, str]:
    terrain: dict[Hex, str] = {}
    for hex, (at, letter) in _cells(source, grid, "grid"):
        if letter in legend:
            terrain[hex] = legend[letter]
        elif legend:
            what = f"unknown terrain letter {letter!r} in {hex}"
            source.fault(at, what, f"one of {' '.join(legend)}")
    return terrain


def _levels(source: Source, grid: Grid | None) -> dict[Hex, int]:
    level: dict[Hex, int] = {}
    for hex, (at, text) in _cells(source, grid, "levels"):
        if _LEVEL.fullmatch(text):
            level[hex] = int(text)
        else:
            source.fault(at, f"{text!r} is not a level, in {hex}", "a whole number")
    return level


def _cells(source: Source, grid: Grid | None, name: str) -> Iterator[tuple[Hex, Word]]:
    """Every hex of a section drawn as a grid, with what is written there."""
    section = source.sections.get(name)
    if grid is None or section is None:
        return
    rows = _rows(source, grid, section)
    for row, (at, *cells) in rows.items():
        if len(cells) != len(grid.columns):
            what = f"row {row:02} has {len(cells)} hexes"
            source.fault(at.at, what, f"{len(grid.columns)}, one for each column")
        for column, cell in zip(grid.columns, cells, strict=False):
            yield number(column, row), cell
    for row in grid.rows:
        if row not in rows:
            source.fault(section.last, f"no row {row:02} in [{name}]", "one line for every row")


def _rows(source: Source, grid: Grid, section: Section) -> dict[int, list[Word]]:
    """The words of every row of the map, the row number first."""
    lines = list(section.lines)
    columns = [f"{column:02}" for column in grid.columns]
    if lines and lines[0].text.split() == columns:
        del lines[0]
    else:
        at = lines[0].at if lines else section.at
        span = f"{columns[0]} to {columns[-1]}"
        source.fault(at, "the columns are not named above the rows", f"the numbers {span}")
        if lines and len(lines[0].text.split()) != len(columns) + 1:
            del lines[0]
    known = {f"{row:02}": row for row in grid.rows}
    rows: dict[int, list[Word]] = {}
    for at, text in lines:
        words = [Word(at, word) for word in text.split()]
        row = known.get(words[0].text)
        if row is None:
            span = f"{grid.rows[0]:02} to {grid.rows[-1]:02}"
            source.fault(at, f"{words[0].text!r} is not a row of the map", f"a row from {span}")
        elif row in rows:
            source.fault(at, f"row {row:02} given twice", f"only one, as on line {rows[row][0].at}")
        else:
            if rows and row < max(rows):
                source.fault(at, f"row {row:02} out of order", f"before row {max(rows):02}")
            rows[row] = words
    return rows


def _hexes(source: Source, grid: Grid | None, words: list[Word]) -> Iterator[tuple[int, Hex]]:
    """Every hex of a list of numbers and ranges that is on the map, with its line."""
    for at, text in words:
        try:
            hexes = expand(text)
        except ValueError as error:
            source.fault(at, str(error), "numbers such as 1018, or 1018-1026 down one column")
            continue
        for hex in hexes:
            if grid is None:
                continue
            if hex in grid:
                yield at, hex
            else:
                _off_the_map(source, grid, at, hex)


def _off_the_map(source: Source, grid: Grid, at: int, hex: Hex) -> None:
    source.fault(at, f"{hex} is off the map", f"{grid.hexes[0]} to {grid.hexes[-1]}")


def _road(source: Source, grid: Grid | None, words: list[Word]) -> tuple[Hex, ...]:
    road: list[Hex] = []
    for at, hex in _hexes(source, grid, words):
        if grid is not None and road and hex not in grid.adjacent[road[-1]]:
            source.fault(at, f"the road jumps from {road[-1]} to {hex}", "the next hex touches")
        road.append(hex)
    return tuple(road)


def _zone(source: Source, grid: Grid | None, words: list[Word]) -> list[Hex]:
    first: dict[Hex, int] = {}
    for at, hex in _hexes(source, grid, words):
        if hex in first:
            source.fault(at, f"{hex} given twice", f"only once, as on line {first[hex]}")
        first.setdefault(hex, at)
    return list(first)


def _sides(source: Source, grid: Grid | None, words: list[Word]) -> tuple[Side, ...]:
    sides: list[Side] = []
    first: dict[str, int] = {}
    for word in words:
        side = _side(source, grid, word)
        if grid is None or side is None:
            continue
        name = grid.hexside(*side)
        if name in first:
            source.fault(word.at, f"{name} given twice", f"only once, as on line {first[name]}")
        first.setdefault(name, word.at)
        sides.append(side)
    return tuple(sides)


def _side(source: Source, grid: Grid | None, word: Word) -> Side | None:
    a, _, b = word.text.partition("/")
    try:
        (first,), (second,) = expand(a), expand(b)
    except ValueError:
        source.fault(word.at, f"{word.text!r} is not a hexside", "two hexes such as 1519/1520")
        return None
    if grid is None:
        return None
    strangers = [hex for hex in (first, second) if hex not in grid]
    for hex in strangers:
        _off_the_map(source, grid, word.at, hex)
    if strangers:
        return None
    if second not in grid.adjacent[first]:
        source.fault(word.at, f"{first} and {second} do not share a side", "two hexes that touch")
        return None
    return first, second


def _labels(source: Source, grid: Grid | None) -> dict[Hex, str]:
    labels: dict[Hex, str] = {}
    for at, line in source.lines("labels"):
        hex, *rest = line.split(maxsplit=1)
        if not rest:
            source.fault(
                at, f"{line.strip()!r} is not a label", "a hex and the words printed there"
            )
        for _, known in _hexes(source, grid, [Word(at, hex)]):
            if known in labels:
                source.fault(at, f"{known} labelled twice", "one label for each hex")
            labels[known] = "".join(rest)
    return labels


def _basis(source: Source, grid: Grid | None) -> tuple[dict[Hex, str], dict[str, str]]:
    """How every hex is known, and every hexside that is marked."""
    marked: dict[Hex, str] = {}
    side_basis: dict[str, str] = {}
    default: str | None = None
    for entry in source.entries("basis"):
        if entry.name == "default":
            default = " ".join(word.text for word in entry.words)
            if not is_name(default):
                source.fault(entry.at, f"{default!r} is not a basis", "one word, such as stated")
            continue
        hexes = _hexes(source, grid, [word for word in entry.words if "/" not in word.text])
        for at, hex in hexes:
            _mark(source, marked, at, hex, entry.name)
        for word in entry.words:
            side = _side(source, grid, word) if "/" in word.text else None
            if grid is not None and side is not None:
                _mark(source, side_basis, word.at, grid.hexside(*side), entry.name)
    if grid is None or "basis" not in source.sections:
        return marked, side_basis
    bare = [hex for hex in grid.hexes if hex not in marked]
    if bare and default is None:
        what = f"{bare[0]} has no basis and there is no default"
        source.fault(source.sections["basis"].at, what, "a line that begins with default")
    return {hex: marked.get(hex, default or "") for hex in grid.hexes}, side_basis


def _mark(source: Source, marks: dict[str, str], at: int, place: str, mark: str) -> None:
    if place in marks:
        source.fault(at, f"{place} is already marked {marks[place]}", "one basis for each")
    marks.setdefault(place, mark)
