"""Scenario and table files by other authors: everything that may be wrong with one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from longroll.board.table import Table, check_table, on_table, overlaps
from longroll.board.table.measure import SLACK
from longroll.systems.mckie.datafile import DataError
from longroll.systems.mckie.deployment.setup import fresh_unit
from longroll.systems.mckie.scenarios import scenario_faults
from longroll.systems.mckie.scenarios.scenario import shipped_table
from longroll.systems.mckie.scenarios.scenario_faults import Complaint, Lines, troop_faults
from longroll.systems.mckie.scenarios.scenario_file import ScenarioFile, sizes_of
from longroll.systems.mckie.scenarios.victory import HoldsWall
from longroll.systems.mckie.table import field


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


def read_scenario(text: str, name: str) -> ScenarioFile:
    """The scenario in a text, which also fits its table; DataError names every fault."""
    return scenario_faults.read_scenario(text, name, _table_faults)


# On the table


def _table_faults(file: ScenarioFile, lines: Lines) -> Iterator[Complaint]:
    """What does not fit the table, if the table ships with the rules."""
    try:
        table = shipped_table(file.table)
    except FileNotFoundError:
        return
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


def _wall_faults(file: ScenarioFile, table: Table) -> Iterator[Complaint]:
    names = {piece.name for piece in table.pieces}
    for place, victory in enumerate(file.victory):
        for condition in victory.when:
            if isinstance(condition, HoldsWall) and condition.piece not in names:
                what = f"the table has no {condition.piece!r}"
                yield ("victory", place, "when"), what, "the name of a piece of the table"
