"""The scenarios that ship with the rules, each with the table it is fought on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from longroll.board.table import Table, read_table
from longroll.systems.mckie.army.units import Stand, StandKind, based
from longroll.systems.mckie.fire.weapons import Weapon, more_weapons
from longroll.systems.mckie.scenarios.scenario_faults import read_scenario
from longroll.systems.mckie.scenarios.scenario_file import ScenarioFile, sizes_of

_DATA = files("longroll.systems.mckie") / "data" / "scenarios"
NAMES = ("millers-crossroads", "mcphersons-ridge", "the-angle")


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


@cache
def scenario_named(name: str) -> Scenario:
    """A scenario that ships with the rules; its brigades are mustered."""
    file = read_scenario((_DATA / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")
    return Scenario(name, file, shipped_table(file.table))


@cache
def shipped_table(name: str) -> Table:
    """A table that ships with the rules; FileNotFoundError if there is none."""
    # A file may name anything, even something that is not a file name.
    if name not in {file.name for file in _DATA.iterdir()}:
        raise FileNotFoundError(name)
    return read_table((_DATA / name).read_text(encoding="utf-8"), name)
