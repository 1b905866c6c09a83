"""The facts that players tell in a word, with what each is worth: for whoever draws the entry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from longroll.kernel.event import Line
from longroll.systems.mckie.cover import COVERS
from longroll.systems.mckie.melee import MELEE_FILE
from longroll.systems.mckie.morale import MORALE_FILE
from longroll.systems.mckie.weapons import FACTORS, FIRE, NO_SHOT, Weapon
from longroll.systems.mckie.words import Cover

#: How troops are said to stand under each kind of cover.
_SHELTER: dict[Cover, str] = {
    "none": "in the open",
    "woods": "in woods",
    "wall": "behind a wall",
    "rail_fence": "behind a rail fence",
    "hasty_trench": "in a hasty trench",
    "prepared": "in prepared works",
    "built_up_edge": "among houses",
}


class Chip(msgspec.Struct, frozen=True):
    """A word of an entry, how it is said, its value where it has one, and its rule.

    Of the chips of one `group` only one holds.
    """

    word: str
    label: str
    rule: str
    value: int | None = None
    group: str = ""


class Band(msgspec.Struct, frozen=True):
    """A range band: a range in it, in inches, its name, and the factor; None for no shot."""

    inches: str
    label: str
    factor: int | None


@cache
def chips() -> dict[str, tuple[Chip, ...]]:
    """By verb."""
    return {"fire": tuple(_fire()), "morale": tuple(_morale()), "melee": tuple(_melee())}


def _of(word: str, label: str, line: Line, group: str = "") -> Chip:
    return Chip(word, label, line.rule, line.value, group)


def _fire() -> Iterator[Chip]:
    yield _of("moved", "firer moved", FACTORS.moved.line)
    yield _of("rest", "weapons rested", FACTORS.rest.line)
    yield _of("smoke", "through smoke", FACTORS.smoke.line)
    yield _of("flank", "from the flank", FACTORS.flanked.line, "front")
    yield _of("rear", "from the rear", FACTORS.flanked.line, "front")
    for cover, worth in COVERS.items():
        if worth.fire:
            label = _SHELTER[cover]
            yield Chip(f"cover {cover}", label, worth.fire_rule, worth.fire, "cover")
    yield _of("as column", "in column", FACTORS.column.line, "formation")
    yield _of("as supported_line", "in supported line", FACTORS.supported.line, "formation")
    yield _of("as extended", "in extended order", FACTORS.loose.line, "formation")
    yield _of("as skirmish", "in skirmish order", FACTORS.skirmishers.line, "formation")
    yield Chip("as line", "in line", "mckie:form.line", None, "formation")
    yield _of("target_moved", "moved", FACTORS.target_moved.line)
    yield Chip("solid", "solid shot", "mckie:fire.canister.3")
    yield Chip("free", "its charger is out of the arc", "mckie:fire.prio.1")


def _morale() -> Iterator[Chip]:
    told = {
        "no_enemy": ("no_enemy", "no enemy in sight in 20 in"),
        "general": ("general", "a general with it"),
        "advancing": ("advancing", "advancing"),
        "artillery": ("artillery", "under artillery fire"),
        "flank": ("flanked", "hit in flank or rear"),
        "passed": ("passed_through", "friends ran through it"),
    }
    for word, (name, label) in told.items():
        factor = MORALE_FILE.factors[name]
        yield Chip(word, label, factor.rule, factor.value)
    for cover, worth in COVERS.items():
        if worth.morale:
            rule = "mckie:morale.factor.cover"
            yield Chip(f"cover {cover}", _SHELTER[cover], rule, worth.morale, "cover")
    yield Chip("surrounded", "surrounded", "mckie:morale.result.m3d")


def _melee() -> Iterator[Chip]:
    factors = MELEE_FILE.factors
    yield _of("charge", "charging", factors["attack"].line(), "attack")
    yield _of("follow_up", "following up", factors["attack"].line(), "attack")
    yield _of("general", "a general leads it", factors["general"].line())
    yield Chip("higher", "stands higher", factors["uphill"].rule)
    yield Chip("flank", "struck in flank", "mckie:melee.flank.1", None, "struck")
    yield Chip("rear", "struck in rear", "mckie:melee.flank.1", None, "struck")
    yield Chip("second", "second period", "mckie:melee.flank.2")
    for cover, worth in COVERS.items():
        if worth.melee:
            yield Chip(f"cover {cover}", _SHELTER[cover], worth.melee_rule, None, "cover")


@cache
def bands(weapon: Weapon | None) -> tuple[Band, ...]:
    """The range bands of a weapon. [mckie:fire.rng.bands]

    >>> from longroll.systems.mckie.weapons import WEAPONS
    >>> [(band.label, band.factor) for band in bands(WEAPONS["muzzle_loading_rifle"])][:4]
    [('0–2', 8), ('2–6', 5), ('6–12', 2), ('12–32', None)]
    """
    if weapon is None:
        return ()
    ends = [end // 100 for end in FIRE.bands]
    starts = [0, *ends[:-1]]
    return tuple(
        Band(str(end), f"{start}–{end}", None if factor == NO_SHOT else factor)
        for start, end, factor in zip(starts, ends, weapon.factors, strict=True)
    )
