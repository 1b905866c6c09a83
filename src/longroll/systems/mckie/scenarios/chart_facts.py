"""The tables of the book that a player looks up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from longroll.display.facts import ChartFacts
from longroll.systems.mckie.casualties.rules import NOT_APPLICABLE, TABLE
from longroll.systems.mckie.fire.weapons import FACTORS, NO_SHOT, WEAPONS, Weapon
from longroll.systems.mckie.melee.rules import MELEE_FILE
from longroll.systems.mckie.morale.rules import MORALE_FILE
from longroll.systems.mckie.terrain.cover import COVERS

_FACTOR = ("Factor", "value")
_RESULTS = {
    "obey": "obeys its orders",
    "no_charge": "does not charge",
    "no_advance": "does not advance",
    "retreat": "retreats",
    "rout_off": "routs off the table",
}


def charts(weapons: Mapping[str, Weapon] = WEAPONS) -> tuple[ChartFacts, ...]:
    """Every table, in the order in which they are used."""
    return (
        _weapons(weapons),
        _fire(),
        _casualties(),
        _fighting(),
        _melee(),
        _morale(),
        _results(),
        _cover(),
    )


def _weapons(weapons: Mapping[str, Weapon]) -> ChartFacts:
    """The weapon and range table. [mckie:fire.rng.bands]"""
    bands = ("0–2", "2–6", "6–12", "12–32", "32–36", "36–48")
    rows = tuple(
        (name.replace("_", " "), *("–" if f == NO_SHOT else str(f) for f in weapon.factors))
        for name, weapon in weapons.items()
    )
    return ChartFacts("Weapon and range factors", "mckie:fire.rng.bands", ("weapon", *bands), rows)


def _fire() -> ChartFacts:
    """[mckie:fire.proc.4]"""
    every = (getattr(FACTORS, name) for name in msgspec.structs.asdict(FACTORS))
    rows = tuple((one.reason, f"{one.value:+d}") for one in every)
    return ChartFacts("Tactical factors of fire", "mckie:fire.proc.4", _FACTOR, rows)


def _casualties() -> ChartFacts:
    """[mckie:cas.table] [mckie:cas.na]"""
    lowest, highest = min(TABLE.rows), max(TABLE.rows)

    def named(factor: int) -> str:
        return (
            f"{factor}{' or less' if factor == lowest else ' or more' if factor == highest else ''}"
        )

    rows = tuple(
        (named(factor), *("–" if one == NOT_APPLICABLE else f"{one / 10:g}" for one in cells))
        for factor, cells in TABLE.rows.items()
    )
    head = ("Factor, by figures or guns", *map(str, TABLE.columns))
    return ChartFacts("Casualties, in figures", "mckie:cas.table", head, rows)


def _fighting() -> ChartFacts:
    """[mckie:melee.base.ff]"""
    rows = tuple(
        (who, *(str(against[enemy]) for enemy in MELEE_FILE.fighting))
        for who, against in MELEE_FILE.fighting.items()
    )
    head = ("", *(f"against {enemy}" for enemy in MELEE_FILE.fighting))
    return ChartFacts("Fighting factors", "mckie:melee.base.ff", head, rows)


def _melee() -> ChartFacts:
    """[mckie:melee.factor.veteran]"""
    rows = tuple((one.reason, f"{one.value:+d}") for one in MELEE_FILE.factors.values())
    return ChartFacts("Tactical factors of melee", "mckie:melee.factor.veteran", _FACTOR, rows)


def _morale() -> ChartFacts:
    """[mckie:morale.factor.noenemy]"""
    rows = tuple((one.reason, f"{one.value:+d}") for one in MORALE_FILE.factors.values())
    return ChartFacts("Tactical factors of morale", "mckie:morale.factor.noenemy", _FACTOR, rows)


def _results() -> ChartFacts:
    """[mckie:morale.result.4]"""
    rows = tuple(
        ("less" if one.lowest is None else f"{one.lowest} or more", _RESULTS[one.result])
        for one in MORALE_FILE.results
    )
    return ChartFacts("Results of morale", "mckie:morale.result.4", ("Score", "the unit"), rows)


def _cover() -> ChartFacts:
    """[mckie:fire.factor.cover]"""
    rows = tuple(
        (
            name.replace("_", " "),
            f"{one.fire:+d}" if one.fire else "–",
            f"{one.melee:+d}" if one.melee else "–",
            f"{one.morale:+d}" if one.morale else "–",
            "yes" if one.rest else "no",
        )
        for name, one in COVERS.items()
        if name != "none"
    )
    head = ("Cover", "fire at it", "melee against it", "morale in it", "weapons rest on it")
    return ChartFacts("Cover", "mckie:fire.factor.cover", head, rows)
