"""The scenarios: those that ship with the rules, and players' own, each with its table.

A player's own is named by its text: the scenario file, and after a line `#: table` the table file
unless it is fought on a table that ships with the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from longroll.board.table import Table, read_table
from longroll.kernel.system import is_own, slug_of
from longroll.systems.mckie.army.units import Stand, StandKind, based
from longroll.systems.mckie.fire.weapons import Weapon, more_weapons
from longroll.systems.mckie.scenarios.scenario_faults import read_scenario
from longroll.systems.mckie.scenarios.scenario_file import ScenarioFile, sizes_of

_DATA = files("longroll.systems.mckie") / "data" / "scenarios"
_TABLE = ".table.toml"
#: The line between the two files of a player's own scenario.
_MARK = "#: table"


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
    text, table = parts_of(name) if is_own(name) else (_shipped(f"{name}.toml"), None)
    file = read_scenario(text, f"{slug_of(name)}.toml")
    found = shipped_table(file.table) if table is None else read_table(table, file.table)
    return Scenario(slug_of(name), file, found)


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


@cache
def shipped_table(name: str) -> Table:
    """A table that ships with the rules; FileNotFoundError if there is none."""
    # A file may name anything, even something that is not a file name.
    if name not in _names():
        raise FileNotFoundError(name)
    return read_table(_shipped(name), name)


def _shipped(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


@cache
def _names() -> frozenset[str]:
    return frozenset(file.name for file in _DATA.iterdir() if file.name.endswith(".toml"))


def _size(name: str) -> tuple[int, str]:
    return len(scenario_named(name).file.troops), name


#: Every scenario that ships with the rules, the smallest first.
NAMES = tuple(
    sorted(
        (name.removesuffix(".toml") for name in _names() if not name.endswith(_TABLE)), key=_size
    )
)
