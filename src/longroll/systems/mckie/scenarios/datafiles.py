"""Scenario and table files by other authors: everything that may be wrong with one."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from longroll.board.datafile import Path, line_of, syntax_fault
from longroll.board.faults import Fault
from longroll.board.table import Table, check_table, on_table, overlaps, read_table
from longroll.board.table.measure import SLACK
from longroll.board.table.places import INCH
from longroll.board.table.tablefile import TableError
from longroll.kernel.bounds import LONGEST_SCENARIO
from longroll.kernel.errors import BadScenario
from longroll.kernel.system import Beside
from longroll.systems.mckie.datafile import DataError
from longroll.systems.mckie.deployment.setup import fresh_unit
from longroll.systems.mckie.scenarios import scenario_faults
from longroll.systems.mckie.scenarios.scenario import joined, parts_of, shipped_table
from longroll.systems.mckie.scenarios.scenario_faults import Complaint, Lines, troop_faults
from longroll.systems.mckie.scenarios.scenario_file import ScenarioFile, sizes_of
from longroll.systems.mckie.scenarios.victory import HoldsWall
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Options

#: Parts of a dotted key: reading takes the square of their number.
_MOST_PARTS = 10


def check(name: str, text: str) -> list[str] | None:
    """Every fault of a TOML text that is a scenario or a table; None if it is neither."""
    data = tomllib.loads(text)
    if "periods" in data or "commanders" in data:
        try:
            read_scenario(text, name)
        except DataError as error:
            return [str(fault) for fault in error.faults]
        return []
    if "piece" in data or ("width" in data and "height" in data):
        return [str(fault) for fault in check_table(text, name)]
    return None


def own_scenario(name: str, text: str, beside: Beside) -> str:
    """The scenario in a file and the table it names, as one text; BadScenario if it is unplayable.

    What is accepted here can be played: nothing in it is impossible on its table.
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
            _require_shipped(name, scenario, wanted)
        ground = None if table is None else read_table(table, wanted)
        read_scenario(scenario, name, ground)
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


def _require_shipped(name: str, scenario: str, table: str) -> None:
    try:
        shipped_table(table)
    except FileNotFoundError:
        fault = Fault(
            name,
            line_of(scenario, ("table",)),
            f"there is no table {table[:100]!r}",
            "its file too, or a table that ships with the rules",
        )
        raise DataError([fault]) from None


def read_scenario(text: str, name: str, table: Table | None = None) -> ScenarioFile:
    """The scenario in a text, which also fits its table; DataError names every fault."""

    def further(file: ScenarioFile, lines: Lines) -> Iterator[Complaint]:
        yield from _option_faults(file)
        with suppress(FileNotFoundError):
            yield from _table_faults(file, lines, table or shipped_table(file.table))

    return scenario_faults.read_scenario(text, name, further)


def _option_faults(file: ScenarioFile) -> Iterator[Complaint]:
    try:
        msgspec.convert(file.options, Options, strict=False)
    except msgspec.ValidationError as error:
        yield ("options",), str(error), f"options among {' '.join(Options.__struct_fields__)}"


# On the table


def _table_faults(file: ScenarioFile, lines: Lines, table: Table) -> Iterator[Complaint]:
    """What does not fit the table."""
    standing = [
        one
        for one in file.troops
        if one.at is not None and not one.arrives and not any(troop_faults(one, file))
    ]
    sizes = sizes_of(file.bases)
    units = {one.id: fresh_unit(one, sizes) for one in standing}
    ground = {id: field.ground_of(unit) for id, unit in units.items()}
    for path, troops in lines:
        if troops.id not in ground:
            continue
        if not on_table(ground[troops.id], *table.size):
            yield path, f"{troops.id} is not on the table", "a place on it"
        if troops.arm == "gunboat" and not field.is_afloat(table, units[troops.id]):
            yield path, f"{troops.id} is on dry land", "a place wholly on water"
        for other in standing[: standing.index(troops)]:
            if overlaps(ground[other.id], ground[troops.id], SLACK):
                yield path, f"{troops.id} overlaps {other.id}", "bases that do not overlap"
    yield from _wall_faults(file, table)
    yield from _place_faults(file, table)


def _place_faults(file: ScenarioFile, table: Table) -> Iterator[Complaint]:
    """Places that are not on the table."""
    width, height = table.size
    wanted = f"a place from 0 to {width / INCH:g} and from 0 to {height / INCH:g}"
    places: list[tuple[Path, str, tuple[float, float] | None]] = [
        *((("troops", at), one.id, one.enters) for at, one in enumerate(file.troops)),
        *((("commanders", at), one.id, one.at) for at, one in enumerate(file.commanders)),
        *((("commanders", at), one.id, one.enters) for at, one in enumerate(file.commanders)),
        *((("objectives", at), one.name, one.at) for at, one in enumerate(file.objectives)),
    ]
    for path, who, place in places:
        if place is not None and not (
            0 <= place[0] * INCH <= width and 0 <= place[1] * INCH <= height
        ):
            yield path, f"{who}: {place[0]:g}, {place[1]:g} is not on the table", wanted


def _wall_faults(file: ScenarioFile, table: Table) -> Iterator[Complaint]:
    names = {piece.name for piece in table.pieces}
    for place, victory in enumerate(file.victory):
        for condition in victory.when:
            if isinstance(condition, HoldsWall) and condition.piece not in names:
                what = f"the table has no {condition.piece!r}"
                yield ("victory", place, "when"), what, "the name of a piece of the table"
