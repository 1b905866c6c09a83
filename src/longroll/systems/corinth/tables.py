"""The charts of Corinth's own rules, read from data/tables.toml.

Victory Points are counted in halves, because each hex of the town is worth half a point.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from importlib.resources import files
from typing import Literal

import msgspec


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Game-Turn, a hex and a Strength Point represent. [corinth:19.0.3]"""

    minutes: int
    yards: int
    men: int


class Turns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first_day: tuple[int, int]
    night: tuple[int, int]
    second_day: tuple[int, int]


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union_battery: int
    confederate_battery: int
    losses_a_point: int
    uncommitted_formation: int
    first_day_confederate: int
    first_day_union: int


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    free: tuple[float, ...]
    solitaire: tuple[float, ...]
    historical: tuple[float, ...]


class Happened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The real battle: the level of victory, and the men each side lost."""

    level: str
    losses: dict[str, int]


class RapidFire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int
    multiplier: int
    range: int
    fouls_on: tuple[int, ...]
    unfouls_on: tuple[int, ...]


class Reserve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first_turn: int
    attempts: int
    automatic_turn: int
    commits_on: dict[str, tuple[int, ...]]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every chart, as in the file; the methods answer in halves of a Victory Point."""

    schema: Literal[1]
    source: str
    scale: Scale
    turns: Turns
    objectives: dict[str, float]
    leaders: dict[str, dict[str, int]]
    victory: Victory
    levels: Levels
    history: Happened
    rapid_fire: RapidFire
    reserve: Reserve
    solitaire: dict[str, tuple[int, ...]]
    arrival: dict[int, dict[str, int]]
    area: dict[int, tuple[str, ...]]

    def objective(self, name: str) -> int:
        """Halves of a point for one redan, one hex of the town or one objective hex.

        >>> TABLES.objective("2437"), TABLES.objective("corinth")
        (10, 1)
        """
        return int(2 * self.objectives[name])

    def leader(self, name: str, fate: str) -> int:
        """Halves of a point for the fate of a leader, "wounded", "killed" or "captured"."""
        return 2 * self.leaders[name][fate]

    def level(self, version: Literal["free", "solitaire", "historical"], halves: int) -> str:
        """The level of victory for a final total. [corinth:31.3]

        >>> TABLES.level("free", 6), TABLES.level("free", 7)
        ('Substantial Union', 'Marginal Union')
        """
        bounds: tuple[float, ...] = getattr(self.levels, version)
        return self.levels.names[bisect_left(bounds, halves / 2)]

    def arrives(self, division: str, turn: int, die: int) -> bool:
        """Whether a die brings on a division in the solitaire version. [corinth:29.56]"""
        return die <= self.arrival[turn][division]

    def assault_area(self, turn: int, die: int) -> str:
        """The Assault Area that a die gives an arriving division. [corinth:29.57]"""
        return self.area[turn][die - 1]


def _tables() -> Tables:
    text = files(__package__).joinpath("data", "tables.toml").read_text(encoding="utf-8")
    # TOML keys are text; strict=False turns the charts' Game-Turns into numbers again.
    return msgspec.convert(tomllib.loads(text), Tables, strict=False)


TABLES = _tables()
