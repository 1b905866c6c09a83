"""Weapons and ranges, and every number of the fire rules; read from data/fire.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from longroll.kernel.event import Line
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.datafile import load

#: How the file writes a band that a weapon does not reach.
NO_SHOT = -1
#: The casualty table goes no further.
_MOST_FACTOR = 15


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A row of the weapon and range table. [mckie:wpn.list]"""

    name: str
    kind: Literal["small_arms", "artillery"]
    factors: tuple[int, int, int, int, int, int]
    rule: str = "mckie:wpn.extend"
    mounted: bool = False
    moves_and_fires: bool = True
    harms_ironclads: bool = False

    @property
    def is_artillery(self) -> bool:
        return self.kind == "artillery"


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tactical factor of the book."""

    value: int
    rule: str
    reason: str

    @property
    def line(self) -> Line:
        return Line(self.value, self.reason, self.rule)


class Factors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tactical factors of fire; those of cover are in data/cover.toml."""

    column: Factor
    flanked: Factor
    supported: Factor
    repeating: Factor
    veteran: Factor
    rest: Factor
    raw: Factor
    smoke: Factor
    target_moved: Factor
    confederate_artillery: Factor
    moved: Factor
    fatigued: Factor
    mounted: Factor
    loose: Factor
    skirmishers: Factor


class Smoke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How deep a strip of smoke is and how many periods after its own it lasts. (MK-M27)"""

    depth: int
    periods: int


class Ammunition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    runs_out_on: int
    wagon: int


class CounterBattery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    few_guns: int
    few: dict[int, int]
    many: dict[int, int]


class FireFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/fire.toml as it is written."""

    schema: Literal[1]
    source: str
    bands: tuple[int, ...]
    point_blank: int
    canister: int
    solid_shot: int
    arc: int
    overhead_clearance: int
    confederate_beyond: int
    deep_ranks: int
    charge_overlap: int
    smoke: Smoke
    ammunition: Ammunition
    counter_battery: CounterBattery
    weapons: dict[str, Weapon]
    factors: Factors


FIRE = load("fire.toml", FireFile)
FACTORS = FIRE.factors
WEAPONS: Mapping[str, Weapon] = FIRE.weapons


def more_weapons(own: Mapping[str, Weapon]) -> Mapping[str, Weapon]:
    """The weapons of the book and those that a scenario adds to them or changes.
    [mckie:wpn.extend]"""
    return {**WEAPONS, **own} if own else WEAPONS


def weapon_faults(weapon: Weapon) -> Iterator[tuple[str, str]]:
    """What is wrong with a weapon of a scenario, and what would be right. [mckie:wpn.extend]"""
    if not weapon.name:
        yield "a weapon without a name", "what the tables call it"
    if not all(NO_SHOT <= factor <= _MOST_FACTOR for factor in weapon.factors):
        yield (
            f"factors {' '.join(map(str, weapon.factors))}",
            f"0 to {_MOST_FACTOR} for each range band, {NO_SHOT} if it has no shot",
        )
    elif all(factor == NO_SHOT for factor in weapon.factors):
        yield f"{weapon.name} has no shot at any range", "a factor for at least one range band"


def weapon_named(weapon: str, weapons: Mapping[str, Weapon] = WEAPONS) -> Weapon:
    """The weapon of that name."""
    if weapon not in weapons:
        raise ValueError(f"no weapon {weapon!r} – one of {', '.join(weapons)}")
    return weapons[weapon]


def band(distance: Distance) -> int | None:
    """The range band, counted from 0; None beyond the last. [mckie:fire.rng.bands] (MK-M20)

    >>> band(0), band(200), band(201), band(4801)
    (0, 0, 1, None)
    """
    if distance < 0:
        raise ValueError(f"a range cannot be {distance} hundredths of an inch")
    return next((place for place, end in enumerate(FIRE.bands) if distance <= end), None)


def weapon_factor(weapon: Weapon, distance: Distance) -> int | None:
    """The weapon and range factor; None if there is no shot, 0 is a factor like any other.
    [mckie:fire.proc.3] (MK-M20)

    >>> weapon_factor(WEAPONS["muzzle_loading_carbine"], 900)
    0
    >>> weapon_factor(WEAPONS["10in_mortar"], 600) is None
    True
    """
    place = band(distance)
    if place is None or weapon.factors[place] == NO_SHOT:
        return None
    return weapon.factors[place]


@lru_cache(maxsize=256)
def longest_range(weapon: Weapon) -> int:
    """The end of the last band in which a weapon has a shot.

    >>> longest_range(WEAPONS["smoothbore_musket"]), longest_range(WEAPONS["10in_mortar"])
    (600, 4800)
    """
    return max(
        end for end, factor in zip(FIRE.bands, weapon.factors, strict=True) if factor != NO_SHOT
    )
