"""Table files: a table and its terrain in TOML.

    schema = 1
    title = "Miller's Crossroads"
    width = 48                        # inches
    height = 36

    [[piece]]                         # a later piece lies on the earlier ones
    kind = "open_woods"
    name = "the north-east wood"
    points = [[36, 4], [44, 4], [44, 10], [36, 10]]

    [[piece]]
    kind = "wall"
    name = "yard wall"
    width = 0.1
    points = [[22, 16.5], [26, 16.5], ["26", "19 1/2"], [22, "39/2"]]

An inch is written as a whole number, a decimal, or a text with a fraction, exact to the
hundredth. `level` belongs to a hill; `rest`, `cover`, `sight` and `barred` are those of the kind
unless they are given.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path as File
from typing import Any, Literal

import msgspec

from longroll.board.datafile import Path, faults_of_type, line_of, syntax_fault
from longroll.board.faults import Fault
from longroll.board.table.places import INCH, Point
from longroll.board.table.terrain import KINDS, Piece, SightRule, Table, complaints

Inches = int | float | str

_FRACTION = re.compile(r"(-?)(?:(\d+)(?:\.(\d{1,9}))?|(\d+)/(\d+)|(\d+) (\d+)/(\d+))", re.ASCII)
#: No table is larger than this; numbers beyond it are slips of the pen.
_MOST_INCHES = 1000
#: More than any table has; cutting an area into parts takes the cube of its corners.
_MOST_PIECES, _MOST_POINTS, _MOST_IN_ALL = 200, 80, 1000


class _PieceText(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    name: str
    points: tuple[tuple[Inches, ...], ...]
    width: Inches = 0
    level: int = 0
    rest: bool | None = None
    cover: bool | None = None
    sight: SightRule | None = None
    barred: bool | None = None


class _TableText(msgspec.Struct, forbid_unknown_fields=True):
    schema: Literal[1]
    title: str
    width: Inches
    height: Inches
    piece: tuple[_PieceText, ...] = ()


class TableError(ValueError):
    """A table file that cannot be used; `faults` lists everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def load_table(path: str | File) -> Table:
    """The table in a file; TableError with all faults if the file is not a table."""
    return read_table(File(path).read_bytes(), File(path).name)


def check_table(text: str | bytes, name: str) -> list[Fault]:
    """Everything wrong with the contents of a table file, in the order of its lines.

    >>> print(*check_table('schema = 1\\ntitle = "t"\\nwidth = 48\\nheight = 9.999', "t.toml"))
    t.toml:4 – height: 9.999 is not a whole number of hundredths – inches, as 12, 4.25 or "4 1/4"
    """
    try:
        read_table(text, name)
    except TableError as error:
        return list(error.faults)
    return []


def read_table(text: str | bytes, name: str) -> Table:
    """The table in the contents of a file; faults are reported under `name`."""
    text = (_decoded(text, name) if isinstance(text, bytes) else text).replace("\r\n", "\n")
    broken = syntax_fault(text, name)
    if broken is not None:
        raise TableError([broken])
    faults = faults_of_type(text, _TableText, name, sized=False)
    if faults:
        raise TableError(faults)
    reader = _Reader(text, name)
    table = reader.table()
    if reader.faults:
        raise TableError(sorted(reader.faults, key=lambda fault: fault.line))
    return table


def _decoded(contents: bytes, name: str) -> str:
    try:
        return contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = contents[: error.start].count(b"\n") + 1
        raise TableError([Fault(name, line, "a byte that is not UTF-8", "UTF-8 text")]) from None


class _Reader:
    """Turns a file of the right types into a table, and notes every fault on the way."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.faults: list[Fault] = []
        # Decimals are read as they are written, never as floats.
        self.data: dict[str, Any] = tomllib.loads(text, parse_float=Decimal)
        self.typed = msgspec.convert(tomllib.loads(text), _TableText)

    def fault(self, path: Path, what: str, right: str) -> None:
        where = ".".join(map(str, path))
        self.faults.append(Fault(self.name, line_of(self.text, path), f"{where}: {what}", right))

    def hundredths(self, value: Any, path: Path) -> int:
        inches = _inches(value)
        if inches is None or (inches * INCH).denominator != 1:
            what = f"{value} is not a whole number of hundredths"
            self.fault(path, what, 'inches, as 12, 4.25 or "4 1/4"')
            return 0
        if abs(inches) > _MOST_INCHES:
            self.fault(path, f"{value} inches", f"{_MOST_INCHES} at most")
            return 0
        return int(inches * INCH)

    def table(self) -> Table:
        sizes = [self.hundredths(self.data[side], (side,)) for side in ("width", "height")]
        for side, size in zip(("width", "height"), sizes, strict=True):
            if size <= 0 and not self.faults:
                self.fault((side,), "a table without area", "more than 0 inches")
        return Table(self.typed.title, sizes[0], sizes[1], tuple(self.pieces(*sizes)))

    def pieces(self, width: int, height: int) -> Iterator[Piece]:
        if len(self.typed.piece) > _MOST_PIECES:
            what = f"{len(self.typed.piece)} pieces"
            self.fault(("piece", _MOST_PIECES), what, f"at most {_MOST_PIECES}")
            return
        in_all = sum(len(typed.points) for typed in self.typed.piece)
        if in_all > _MOST_IN_ALL:
            self.fault(("piece",), f"{in_all} points in all", f"at most {_MOST_IN_ALL}")
            return
        for at, typed in enumerate(self.typed.piece):
            path: Path = ("piece", at)
            if len(typed.points) > _MOST_POINTS:
                what = f"a {typed.kind} of {len(typed.points)} points"
                self.fault((*path, "points"), what, f"at most {_MOST_POINTS}")
                continue
            kind = KINDS.get(typed.kind)
            if kind is None:
                kinds = " ".join(KINDS)
                self.fault((*path, "kind"), f"unknown kind {typed.kind!r}", f"one of {kinds}")
                continue
            before = len(self.faults)
            data = self.data["piece"][at]
            made = Piece(
                typed.kind,
                typed.name,
                tuple(self.points(data["points"], (*path, "points"))),
                self.hundredths(data.get("width", 0), (*path, "width")),
                typed.level,
                kind.rest if typed.rest is None else typed.rest,
                kind.cover if typed.cover is None else typed.cover,
                kind.sight if typed.sight is None else typed.sight,
                kind.barred if typed.barred is None else typed.barred,
            )
            if kind.layer != "contour" and typed.level:
                self.fault((*path, "level"), f"a {typed.kind} has no level", "a level in a hill")
            if len(self.faults) == before:
                for what, right in complaints(made):
                    self.fault(path, what, right)
                is_sized = width > 0 and height > 0
                if is_sized and not all(
                    0 <= x <= width and 0 <= y <= height for x, y in made.points
                ):
                    right = f"points from 0 to {_written(width)} and 0 to {_written(height)}"
                    self.fault((*path, "points"), "a point off the table", right)
            yield made

    def points(self, data: list[Any], path: Path) -> Iterator[Point]:
        for at, pair in enumerate(data):
            if len(pair) != 2:
                self.fault((*path, at), f"{len(pair)} numbers", "two: inches east, inches south")
                continue
            east, south = (self.hundredths(value, (*path, at)) for value in pair)
            yield Point(east, south)


def _inches(value: Any) -> Fraction | None:
    """The exact number in a value; None if it has none."""
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, Decimal):
        return Fraction(value) if value.is_finite() and abs(value.adjusted()) < 30 else None
    found = _FRACTION.fullmatch(str(value).strip())
    if found is None:
        return None
    sign, whole, part, over, under, inches, extra, parts = found.groups()
    if whole is not None:
        number = Fraction(f"{whole}.{part or 0}")
    elif int(under or parts) == 0:
        return None
    elif over is not None:
        number = Fraction(int(over), int(under))
    else:
        number = int(inches) + Fraction(int(extra), int(parts))
    return -number if sign else number


def write_table(table: Table) -> str:
    """The table file that reads back as `table`; ValueError if no file can express it."""
    lines = [
        "schema = 1",
        f"title = {_quoted(table.title)}",
        f"width = {_written(table.width)}",
        f"height = {_written(table.height)}",
    ]
    for piece in table.pieces:
        lines += ["", "[[piece]]", *_piece_lines(piece)]
    text = "\n".join(lines) + "\n"
    if read_table(text, table.title) != table:
        raise ValueError(
            f"the table {table.title!r} contains something that a table file cannot express"
        )
    return text


def _piece_lines(piece: Piece) -> Iterator[str]:
    kind = KINDS[piece.kind]
    yield f"kind = {_quoted(piece.kind)}"
    yield f"name = {_quoted(piece.name)}"
    if piece.width:
        yield f"width = {_written(piece.width)}"
    if piece.level:
        yield f"level = {piece.level}"
    for flag in ("rest", "cover", "barred"):
        if getattr(piece, flag) != getattr(kind, flag):
            yield f"{flag} = {'true' if getattr(piece, flag) else 'false'}"
    if piece.sight != kind.sight:
        yield f"sight = {_quoted(piece.sight)}"
    points = ", ".join(f"[{_written(x)}, {_written(y)}]" for x, y in piece.points)
    yield f"points = [{points}]"


def _written(hundredths: int) -> str:
    """Inches as a whole number or a decimal."""
    sign = "-" if hundredths < 0 else ""
    inches, over = divmod(abs(hundredths), INCH)
    return f"{sign}{inches}" + f".{over:02}".rstrip("0") * (over > 0)


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
