"""The scenarios: those that ship with the rules, and players' own, each with its table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

import msgspec

from longroll.board.table import Table, read_table
from longroll.kernel.system import is_own, slug_of
from longroll.miniatures.scenarios import Shelf, parts_of
from longroll.systems.mckie.army.units import Stand, StandKind, based
from longroll.systems.mckie.fire.weapons import Weapon, more_weapons
from longroll.systems.mckie.scenarios.scenario_faults import read_scenario
from longroll.systems.mckie.scenarios.scenario_file import ScenarioFile, sizes_of

SHELF = Shelf(files("longroll.systems.mckie") / "data" / "scenarios")


class Scenario(msgspec.Struct, frozen=True):
    """A scenario, read, with its table."""

    name: str
    file: ScenarioFile
    table: Table

    @property
    def weapons(self) -> Mapping[str, Weapon]:
        """[mckie:wpn.extend]"""
        return more_weapons(self.file.weapons)

    @property
    def stands(self) -> Mapping[StandKind, Stand]:
        """The bases of commanders and of all units without their own. [mckie:base.optional]"""
        return based(sizes_of(self.file.bases))


# Bounded, because players may bring any number of their own.
@lru_cache(maxsize=64)
def scenario_named(name: str) -> Scenario:
    """A scenario by its slug or its text; its brigades are mustered."""
    text, table = parts_of(name) if is_own(name) else (SHELF.text(f"{name}.toml"), None)
    file = read_scenario(text, f"{slug_of(name)}.toml")
    found = SHELF.table(file.table) if table is None else read_table(table, file.table)
    return Scenario(slug_of(name), file, found)


def _size(name: str) -> tuple[int, str]:
    return len(scenario_named(name).file.troops), name


#: Every scenario that ships with the rules, the smallest first.
NAMES = tuple(sorted(SHELF.names, key=_size))
