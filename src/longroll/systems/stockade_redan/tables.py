"""The charts of the game, read from data/tables.toml."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Terrain Effects Chart. [stockade_redan:TEC.2]"""

    movement: int | Literal["all"]
    defence: int
    basis: str
    blocks_fire: bool = False
    no_artillery: bool = False


class TerrainEffects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    carnage_or_friendly_units: int
    chaos_of_war_defence: int
    basis: str


class Factors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Movement & Fire Factors Chart."""

    movement: int
    basis: str
    fire: int | Literal["morale"] = 0
    range: int = 0


class Stacking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: int
    confederate_by_morale: dict[int, int]


class Bombardment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union_strength: int
    confederate_strength: int
    union_markers: tuple[int, ...]
    confederate_markers: int
    confederate_stays_on: int
    call_off_on: int


class ChaosOfWar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most: int
    affected_on: int
    union_by_morale: dict[int, int]
    confederate_by_morale: dict[int, int]


class GettysburgModifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    no_union_on_west_edge: int
    three_regiments_without_officers: int
    outnumbered: int


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every chart, by the name the book gives it."""

    schema: Literal[1]
    source: str
    terrain: dict[str, Terrain]
    terrain_effects: TerrainEffects
    factors: dict[str, Factors]
    morale: dict[int, int]
    range: dict[int, str]
    fire: dict[int, int]
    stacking: Stacking
    bombardment: Bombardment
    chaos_of_war: ChaosOfWar
    gettysburg: dict[int, int]
    gettysburg_modifiers: GettysburgModifiers

    def at_range(self, hexes: int) -> Fraction:
        """The effect of distance on the fire strength of infantry; 0 beyond the chart."""
        return Fraction(self.range.get(hexes, "0"))

    def hit_number(self, ratio: int) -> int:
        """The highest die that hits at `ratio` to 1. [stockade_redan:11.7.2.1]"""
        return self.fire[min(max(ratio, min(self.fire)), max(self.fire))]


def read_toml(name: str) -> dict[str, Any]:
    """A data file of this package."""
    return tomllib.loads(files(__package__).joinpath("data", name).read_text(encoding="utf-8"))


@cache
def _tables() -> Tables:
    # TOML keys are text; strict=False turns the chart's numbers into numbers again.
    return msgspec.convert(read_toml("tables.toml"), Tables, strict=False)


TABLES = _tables()
