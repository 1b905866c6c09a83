"""Scenarios from files: those that ship with a rulebook, and players' own.

A scenario is two files, its own and that of its table. A player's own is named by its whole text:
the scenario file, and after a line `#: table` the table file unless it is fought on a table that
ships with the rules.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import Protocol

from longroll.board.datafile import Complaint, DataError, Path, line_of, syntax_fault
from longroll.board.faults import Fault
from longroll.board.table import Table, read_table
from longroll.board.table.tablefile import TableError
from longroll.kernel.bounds import LONGEST_SCENARIO
from longroll.kernel.errors import BadScenario
from longroll.kernel.system import Beside
from longroll.miniatures.measure import WHOLE

_TABLE = ".table.toml"
#: The line between the two files of a player's own scenario.
_MARK = "#: table"
#: Parts of a dotted key: reading takes the square of their number.
_MOST_PARTS = 10


class Shelf:
    """The scenarios and tables that ship with a rulebook: every TOML file of a folder."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(file.name for file in self._folder.iterdir())

    @property
    def names(self) -> list[str]:
        """The names of the scenarios in alphabetical order."""
        return sorted(
            file.removesuffix(".toml")
            for file in self._files
            if file.endswith(".toml") and not file.endswith(_TABLE)
        )

    def text(self, file: str) -> str:
        """The text of a file; FileNotFoundError if there is none."""
        # A scenario may name anything as its table, even something that is not a file name.
        if file not in self._files:
            raise FileNotFoundError(file)
        return (self._folder / file).read_text(encoding="utf-8")

    def table(self, file: str) -> Table:
        """A table that ships with the rules; FileNotFoundError if there is none."""
        return _table(self.text(file), file)

    def has(self, file: str) -> bool:
        return file in self._files


# Bounded, because players may bring any number of their own.
@lru_cache(maxsize=64)
def _table(text: str, name: str) -> Table:
    return read_table(text, name)


# Players' own


def parts_of(text: str) -> tuple[str, str | None]:
    """The scenario and the table in the text of a player's own; None if it is a shipped table.

    >>> parts_of("periods = 8\\n#: table\\nwidth = 48\\n")
    ('periods = 8\\n', 'width = 48\\n')
    """
    scenario, mark, table = f"\n{text}".partition(f"\n{_MARK}\n")
    return (f"{scenario[1:]}\n", table) if mark else (text, None)


def joined(scenario: str, table: str) -> str:
    """Two files as the one text that names the scenario."""
    return f"{scenario.rstrip()}\n{_MARK}\n{table}"


def own_scenario(
    shelf: Shelf, name: str, text: str, beside: Beside, check: Callable[[str, str, Table], object]
) -> str:
    """The scenario in a file and the table it names, as one text; BadScenario if it is unplayable.

    `check` reads the scenario in a text, called by a name, for a table; DataError lists everything
    that is wrong. What it accepts must be possible to play.
    """
    scenario, table = parts_of(_plain(text))
    try:
        _require_small(name, scenario, table or "")
        wanted = _table_named(name, scenario)
        if table is None:
            given = beside(wanted)
            table = None if given is None else _plain(given)
            _require_small(wanted, scenario, table or "")
        if table is None:
            _require_table(shelf, name, scenario, wanted)
        ground = shelf.table(wanted) if table is None else read_table(table, wanted)
        check(scenario, name, ground)
    except (DataError, TableError) as error:
        raise BadScenario(*map(str, error.faults)) from None
    # Even a text of one line is known by its lines.
    return f"{scenario.rstrip()}\n" if table is None else joined(scenario, table)


def _plain(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _require_small(name: str, scenario: str, table: str) -> None:
    """Nothing that a hostile file could use to stall its reader."""
    size = len(json.dumps(joined(scenario, table)))
    if size > LONGEST_SCENARIO:
        what = f"{size} characters with its table"
        raise DataError([Fault(name, 1, what, f"at most {LONGEST_SCENARIO}")])
    try:
        (scenario + table).encode()
    except UnicodeEncodeError:  # JSON can write half of a character
        raise DataError([Fault(name, 1, "a character that is not text", "UTF-8 text")]) from None
    for text in (scenario, table):
        for at, line in enumerate(text.split("\n"), start=1):
            key = line.partition("=")[0] if "=" in line else line if "[" in line else ""
            if key.count(".") > _MOST_PARTS and "#" not in key:
                right = f"at most {_MOST_PARTS}"
                raise DataError([Fault(name, at, "a key of many parts", right)])


def _table_named(name: str, scenario: str) -> str:
    broken = syntax_fault(scenario, name)
    if broken is not None:
        raise DataError([broken])
    wanted = tomllib.loads(scenario).get("table")
    return wanted if isinstance(wanted, str) else ""


def _require_table(shelf: Shelf, name: str, scenario: str, table: str) -> None:
    if not shelf.has(table):
        line, what = line_of(scenario, ("table",)), f"there is no table {table[:100]!r}"
        right = "its file too, or a table that ships with the rules"
        raise DataError([Fault(name, line, what, right)])


# What may be wrong with any scenario


def is_sayable(name: str) -> bool:
    """Whether an order can name something: words that a record can hold.

    >>> is_sayable("the crossroads"), is_sayable("the  hill"), is_sayable("[1]")
    (True, False, False)
    """
    plain = bool(name) and name.isprintable() and " ".join(name.split()) == name
    return plain and not set("[]{}") & set(name)


class InCommand(Protocol):
    """A commander as any scenario has him."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def superior(self) -> str: ...


def chain_faults(commanders: Sequence[InCommand]) -> Iterator[Complaint]:
    """Superiors who are not there, of the other army, or in a circle."""
    known = {one.id: one for one in commanders}
    for at, one in enumerate(commanders):
        above, seen = one, {one.id}
        while above.superior:
            higher = known.get(above.superior)
            if higher is None or higher.side != one.side or higher.id in seen:
                right = "the id of another commander of his army"
                yield ("commanders", at), f"{one.id}: under {above.superior!r}", right
                break
            above = higher
            seen.add(higher.id)


def place_faults(
    places: Iterable[tuple[Path, str, tuple[float, float] | None]], table: Table
) -> Iterator[Complaint]:
    """Places of somebody or something that are not on the table."""
    width, height = table.size
    wanted = f"a place from 0 to {width / WHOLE:g} and from 0 to {height / WHOLE:g}"
    for path, who, place in places:
        if place is None:
            continue
        x, y = place[0] * WHOLE, place[1] * WHOLE
        if not (0 <= x <= width and 0 <= y <= height):
            yield path, f"{who}: {place[0]:g}, {place[1]:g} is not on the table", wanted
