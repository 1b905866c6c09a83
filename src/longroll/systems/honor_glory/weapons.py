"""Small arms and guns; read from data/weapons.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.kernel.dice import Roll, Rolls
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.dice import total, two_d6
from longroll.systems.honor_glory.words import Arm, Bore, MoveType, Reach, Side, Weapon

#: Union and Confederate, for each of the three bands of years.
_Six = tuple[Weapon, Weapon, Weapon, Weapon, Weapon, Weapon]


class SmallArm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of small arm: what it adds to a unit, and the weapons that belong to it."""

    points: int
    examples: tuple[str, ...]
    carbine: bool = False


class Gun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of gun. Light, medium and heavy are other words for its reach. (HG-H10)"""

    bore: Bore
    reach: Reach
    used_by: tuple[Side, ...] = ("union", "confederate")
    slow: bool = False

    @property
    def kind(self) -> str:
        """Its class in the artillery table."""
        return f"{self.reach}_{self.bore}"


class WeaponFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/weapons.toml as it is written."""

    schema: Literal[1]
    source: str
    default: Weapon
    small_arms: dict[Weapon, SmallArm]
    known: dict[str, Weapon]
    roll: dict[Literal["infantry", "cavalry"], dict[int, _Six]]
    guns: dict[str, Gun]


def complaints(file: WeaponFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for arm, rows in file.roll.items():
        if sorted(rows) != [2, 3, 4, 5, 6, 7]:
            yield ("roll", arm), "not every score has a row", "2 to 7; a score above 7 mirrors one"
    missing = [weapon for weapon in Weapon.__args__ if weapon not in file.small_arms]  # type: ignore[attr-defined]
    if missing:
        yield ("small_arms",), f"no {', '.join(missing)}", "a table for every type"


WEAPONS = load("weapons.toml", WeaponFile, complaints)
#: [honor_glory:66.sb] [honor_glory:66.r]
GUNS = WEAPONS.guns
#: The six classes of guns, as if each were a type. [honor_glory:67.1]
GUN_CLASSES: dict[str, Gun] = {
    gun.kind: gun
    for gun in (
        Gun(bore, reach)
        for reach in ("short", "medium", "long")
        for bore in ("smoothbore", "rifled")
    )
}
#: The most horses, and so the fastest class, that a team can have. [honor_glory:5.horses]
#: [honor_glory:17.horse] [honor_glory:17.field] [honor_glory:17.slow]
HORSES: dict[MoveType, int] = {"horse": 6, "field": 4, "field_slow": 2}
#: A score above 7 has the row of the one as far below 7.
_SEVEN = 7


def gun_named(name: str) -> Gun:
    """A gun by its type or by its class. [honor_glory:17.art.range]

    >>> gun_named("10 pdr Wiard").kind, gun_named("long_rifled").reach
    ('medium_rifled', 'long')
    """
    found = GUNS.get(name) or GUN_CLASSES.get(name)
    if found is None:
        raise ValueError(f"{name!r} is not a gun of the rules")
    return found


def move_type(gun: Gun | None, agreed: MoveType | None = None) -> MoveType:
    """How a gun is drawn: as agreed before the battle, unless only slow teams draw it.
    [honor_glory:8.1] [honor_glory:17.art.move]"""
    return "field_slow" if gun is not None and gun.slow else agreed or "field"


def is_carbine(weapon: Weapon) -> bool:
    """[honor_glory:73.5]"""
    return WEAPONS.small_arms[weapon].carbine


def known_weapon(unit: str, weapon: Weapon | None) -> Weapon:
    """What a regiment is armed with: what is known of it, else rifled muskets.
    [honor_glory:26.1] [honor_glory:26.6]

    >>> known_weapon("Wilder's Lightning Brigade", None), known_weapon("20th Maine", None)
    ('repeating', 'rifled_musket')
    """
    return weapon or WEAPONS.known.get(unit, WEAPONS.default)


def points_of_weapon(weapon: Weapon | None) -> int:
    """What its arms add to a regiment; artillery has none. [honor_glory:26.2a]
    [honor_glory:26.2b] [honor_glory:26.3] [honor_glory:26.4a] [honor_glory:26.4b]
    [honor_glory:26.5] [honor_glory:OP13.2] (HG-H33)"""
    return 0 if weapon is None else WEAPONS.small_arms[weapon].points


def weapon_rolled(arm: Arm, side: Side, band: int, dice: Rolls) -> tuple[tuple[Roll, Roll], Weapon]:
    """A small arm by chance, if history is silent and the players do not want the usual one.
    [honor_glory:OP13.1] [honor_glory:OP13.3]"""
    rolls = two_d6(dice, "small arms")
    score = total(rolls)
    row = WEAPONS.roll["infantry" if arm == "infantry" else "cavalry"][_SEVEN - abs(_SEVEN - score)]
    return rolls, row[2 * band + (side == "confederate")]
