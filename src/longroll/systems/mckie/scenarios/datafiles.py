"""Scenario and table files by other authors: everything that may be wrong with one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from longroll.board.table import Table, check_table, on_table, overlaps
from longroll.board.table.measure import SLACK
from longroll.kernel.system import Beside
from longroll.miniatures import scenarios
from longroll.miniatures.victory import HoldsWall
from longroll.systems.mckie.datafile import DataError
from longroll.systems.mckie.deployment.setup import fresh_unit
from longroll.systems.mckie.scenarios import scenario_faults
from longroll.systems.mckie.scenarios.scenario import SHELF
from longroll.systems.mckie.scenarios.scenario_faults import Complaint, Lines, troop_faults
from longroll.systems.mckie.scenarios.scenario_file import ScenarioFile, sizes_of
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Options


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
    """A scenario of a player's own, as the one text that names it."""
    return scenarios.own_scenario(SHELF, name, text, beside, read_scenario)


def read_scenario(text: str, name: str, table: Table | None = None) -> ScenarioFile:
    """The scenario in a text, which also fits its table; DataError names every fault."""

    def further(file: ScenarioFile, lines: Lines) -> Iterator[Complaint]:
        yield from _option_faults(file)
        with suppress(FileNotFoundError):
            yield from _table_faults(file, lines, table or SHELF.table(file.table))

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
    yield from scenarios.place_faults(
        [
            *((("troops", at), one.id, one.enters) for at, one in enumerate(file.troops)),
            *((("commanders", at), one.id, one.at) for at, one in enumerate(file.commanders)),
            *((("commanders", at), one.id, one.enters) for at, one in enumerate(file.commanders)),
            *((("objectives", at), one.name, one.at) for at, one in enumerate(file.objectives)),
        ],
        table,
    )


def _wall_faults(file: ScenarioFile, table: Table) -> Iterator[Complaint]:
    names = {piece.name for piece in table.pieces}
    for place, victory in enumerate(file.victory):
        for condition in victory.when:
            if isinstance(condition, HoldsWall) and condition.piece not in names:
                what = f"the table has no {condition.piece!r}"
                yield ("victory", place, "when"), what, "the name of a piece of the table"
