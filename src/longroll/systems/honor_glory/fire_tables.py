"""The two fire tables, and which row and column a shot uses; read from data/fire.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.units import Troops, counts_as, cover_class
from longroll.systems.honor_glory.weapons import GUN_CLASSES, Gun, is_carbine
from longroll.systems.honor_glory.words import CoverClass, Weapon

_Eight = tuple[int, int, int, int, int, int, int, int]
_Bands = tuple[int, int, int, int]
AUTO: Literal["AUTO"] = "AUTO"
#: What a table says: a figure, a hit without a roll, or nothing because it is out of range.
Value = int | Literal["AUTO"] | None


class _Overhead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    small_arms_slope: int
    smoothbore_slope: int
    rifled_slope: int
    rifled_level: int


class Hits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a hit costs. `further` are the points by a D6."""

    cavalry: int
    others: int
    enfilade: int
    grand_battery: int
    grand_battery_guns: int
    further: tuple[int, int, int, int, int, int]


class _Targets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[str, ...]


class _SmallArms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    carbine: _Bands
    other: _Bands
    effective: int
    extreme: int
    first_row: dict[str, int]
    rows: dict[int, _Eight]


class _Artillery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ranges: dict[str, _Eight]
    B: int
    C: int
    auto: int
    rows: dict[int, tuple[int, ...]]


class FireFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/fire.toml as it is written."""

    schema: Literal[1]
    source: str
    arc: int
    near_friends: int
    contour: int
    overhead: _Overhead
    hits: Hits
    targets: _Targets
    small_arms: _SmallArms
    artillery: _Artillery


def complaints(file: FireFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for kind in GUN_CLASSES:
        if kind not in file.artillery.ranges:
            yield ("artillery", "ranges"), f"no {kind}", "ranges for every class of gun"
    for row, figures in file.artillery.rows.items():
        if len(figures) != len(file.targets.columns):
            yield ("artillery", "rows", str(row)), f"{len(figures)} figures", "one for each target"
    for name, bands in (("carbine", file.small_arms.carbine), ("other", file.small_arms.other)):
        reached = [end for end in bands if end]
        if reached != sorted(reached):
            yield ("small_arms", name), "the bands are out of order", "nearer bands first"


FIRE = load("fire.toml", FireFile, complaints)
#: [honor_glory:55.8]
NEAR_FRIENDS = FIRE.near_friends * CM
#: The rows of forced shots of a charged battery. [honor_glory:67.3]
LETTERED = {"B": FIRE.artillery.B, "C": FIRE.artillery.C}


# Who is fired at


def cover_against_fire(target: Troops) -> CoverClass:
    """The cover column of a target: one that lies down counts as behind informal cover, and one
    that lies behind real cover has that. [honor_glory:53.5] (HG-H55)"""
    found = cover_class(target)
    return "informal" if target.prone and found == "none" else found


def target_column(target: Troops, *, enfiladed: bool = False) -> str:
    """The column of both tables. Skirmishers, guns, teams and commanders without a unit share one
    set; an enfiladed line is a column and an enfiladed column a line.
    [honor_glory:62.1] [honor_glory:62.3] [honor_glory:67.4] [honor_glory:74.4] (HG-H54)

    >>> target_column(Troops(arm="infantry", formation="line", mp=5), enfiladed=True)
    'column'
    """
    formed = target.formation
    if target.arm in ("infantry", "dismounted_cavalry", "cavalry"):
        if formed in ("line", "column"):
            in_column = (formed == "column") != enfiladed
            if in_column:
                return "column"
            if target.arm == "cavalry":
                return "cavalry_line"
            return f"line_{_in_the_table(cover_against_fire(target))}"
    return f"loose_{_in_the_table(cover_against_fire(target))}"


def _in_the_table(cover: CoverClass) -> str:
    return "open" if cover == "none" else cover


# Small arms


def band_of(weapon: Weapon, cm: int) -> int | None:
    """Which of the four bands a range is in, from 1; None beyond the last.
    [honor_glory:74.1] [honor_glory:74.2]

    >>> band_of("rifled_musket", 21), band_of("muzzle_carbine", 6), band_of("muzzle_carbine", 16)
    (4, 3, None)
    """
    bands = FIRE.small_arms.carbine if is_carbine(weapon) else FIRE.small_arms.other
    return next((band for band, end in enumerate(bands, start=1) if end and cm <= end), None)


def is_effective(band: int) -> bool:
    """[honor_glory:74.1] [honor_glory:74.2] (HG-H6)"""
    return band == FIRE.small_arms.effective


def small_arms_value(firer: Troops, target: Troops, band: int, *, enfiladed: bool = False) -> int:
    """The figure of the small arms table. Prone troops use their own rows unless they lie behind
    real cover, which makes them a line. [honor_glory:53.4] [honor_glory:60.0]
    [honor_glory:72.3a] [honor_glory:74.3] [honor_glory:74.4] (HG-H55)"""
    lies_in_the_open = firer.prone and cover_class(firer) == "none"
    formation = "prone" if lies_in_the_open else counts_as(firer)
    row = FIRE.small_arms.first_row[formation] + band - 1
    column = target_column(target, enfiladed=enfiladed)
    return FIRE.small_arms.rows[row][FIRE.targets.columns.index(column)]


# Artillery


def row_at(gun: Gun, cm: int) -> int | None:
    """The row of the artillery table at a range; None out of range. [honor_glory:67.1]
    [honor_glory:67.2]

    >>> from longroll.systems.honor_glory.weapons import gun_named
    >>> row_at(gun_named("10 pdr Wiard"), 52), row_at(gun_named("short_smoothbore"), 51)
    (4, None)
    """
    ends = FIRE.artillery.ranges[gun.kind]
    return next((row for row, end in enumerate(ends, start=1) if end and cm <= end), None)


def nearest_row(gun: Gun) -> int:
    """The first row that a gun has: its AUTO range. [honor_glory:67.2] (HG-H51)"""
    row = row_at(gun, 0)
    assert row is not None
    return row


def artillery_value(row: int, column: str) -> Value:
    """The figure of the artillery table. [honor_glory:65.3a] [honor_glory:65.5b]"""
    found = FIRE.artillery.rows[row][FIRE.targets.columns.index(column)]
    return AUTO if found == FIRE.artillery.auto else found
