"""Armies chosen by points, and how an army is made up; read from data/points.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.honor_glory.armies import CLASSES, STRUCTURE
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.words import Class

ListName = Literal["appendix_e", "second"]
Item = Literal[
    "cinc",
    "corps",
    "division",
    "brigade",
    "infantry",
    "cavalry",
    "short",
    "medium",
    "long",
    "horse_short",
    "horse_medium",
    "horse_long",
]
_Four = tuple[int, int, int, int]
_Limits = tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cavalry: _Limits
    infantry_to_a_cavalry_unit: int
    regiments_to_a_gun: int


class _Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    corps: int
    division: int


class PointsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/points.toml as it is written."""

    schema: Literal[1]
    source: str
    sizes: _Four
    cost: dict[Item, _Four]
    limits: dict[Item, _Limits]
    units: _Units
    lists: dict[ListName, _List]


POINTS = load("points.toml", PointsFile)
#: An army: how many it has of each item, by class. [honor_glory:E.2] Unit commanders are free.
Army = Mapping[tuple[Item, Class], int]
_RULES: dict[Item, str] = {
    "cinc": "honor_glory:E.limit.cinc",
    "corps": "honor_glory:E.limit.corps",
    "division": "honor_glory:E.limit.div",
    "brigade": "honor_glory:E.limit.bde",
    "short": "honor_glory:E.limit.art",
    "medium": "honor_glory:E.limit.art",
    "long": "honor_glory:E.limit.art",
}


def cost_of(item: Item, class_: Class) -> int:
    """[honor_glory:E.cost.cmd] [honor_glory:E.cost.inf] [honor_glory:E.cost.art]
    [honor_glory:E.cost.horse]

    >>> cost_of("infantry", "B"), cost_of("horse_long", "A")
    (7, 40)
    """
    return POINTS.cost[item][CLASSES.index(class_)]


def points_of(army: Army) -> int:
    """What an army costs."""
    return sum(cost_of(*item) * number for item, number in army.items())


def cavalry_allowed(infantry: int, by: ListName) -> int:
    """One cavalry unit for every four infantry units. [honor_glory:E.limit.cav]"""
    return infantry // POINTS.lists[by].infantry_to_a_cavalry_unit


def artillery_allowed(infantry: int, cavalry: int, by: ListName) -> int:
    """One battery for every eight regiments, or seven by the second list.
    [honor_glory:E.ratio.art] (HG-H26)

    >>> artillery_allowed(7, 1, "appendix_e"), artillery_allowed(6, 1, "second")
    (1, 1)
    """
    return (infantry + cavalry) // POINTS.lists[by].regiments_to_a_gun


def _number(army: Army, *items: Item) -> int:
    return sum(number for (item, _), number in army.items() if item in items)


def bars_to_army(army: Army, size: int, by: ListName = "second") -> Iterator[Refusal]:
    """Everything wrong with an army of so many points.
    [honor_glory:E.1] [honor_glory:E.limit.inf] [honor_glory:E.limit.cav] (HG-H26)"""
    if size not in POINTS.sizes:
        yield Refusal("honor_glory:E.1", f"armies of {size} points are not played")
        return
    if (cost := points_of(army)) > size:
        yield Refusal("honor_glory:E.1", f"it costs {cost} points, more than {size}")
    place = POINTS.sizes.index(size)
    for item, rule in _RULES.items():
        horse: tuple[Item, ...] = tuple(one for one in POINTS.cost if one == f"horse_{item}")
        yield from _bars_to_number(
            _number(army, item, *horse), POINTS.limits[item][place], item, rule
        )
    infantry, cavalry = _number(army, "infantry"), _number(army, "cavalry")
    limits = POINTS.lists[by].cavalry[place]
    yield from _bars_to_number(cavalry, limits, "cavalry", "honor_glory:E.limit.cav")
    if cavalry > cavalry_allowed(infantry, by):
        yield Refusal("honor_glory:E.limit.cav", "one cavalry unit for every four of infantry")
    guns = _number(
        army, *(item for item in POINTS.cost if item.endswith(("short", "medium", "long")))
    )
    if guns > artillery_allowed(infantry, cavalry, by):
        many = POINTS.lists[by].regiments_to_a_gun
        yield Refusal("honor_glory:E.ratio.art", f"one battery for every {many} regiments")


def _bars_to_number(
    number: int, limits: tuple[int, int], item: str, rule: str
) -> Iterator[Refusal]:
    fewest, most = limits
    if not fewest <= number <= most:
        allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        yield Refusal(rule, f"{number} {item}: {allowed} allowed")


# How an army is made up


class Command(msgspec.Struct, frozen=True):
    """The commanders that an army needs, by rank. [honor_glory:31.2]"""

    cinc: int
    corps: int
    divisions: int
    brigades: int
    units: int


def commanders_needed(infantry: int, cavalry: int) -> Command:
    """The commanders of an army of so many regiments; artillery has none.

    Each arm has its own brigades and divisions. Small armies need no corps commander beside the
    commander-in-chief, nor divisional commanders above a single brigade.
    [honor_glory:31.1] [honor_glory:31.3] [honor_glory:31.4] [honor_glory:31.5]
    [honor_glory:31.6] [honor_glory:31.7] (HG-H25)

    >>> commanders_needed(16, 4)
    Command(cinc=1, corps=1, divisions=2, brigades=5, units=20)
    """
    brigades = [_parts(regiments, STRUCTURE.regiments) for regiments in (infantry, cavalry)]
    divisions = [_parts(number, STRUCTURE.commanded_brigades) for number in brigades]
    corps = max(_parts(number, STRUCTURE.commanded_divisions) for number in divisions)
    return Command(1, corps, sum(divisions), sum(brigades), infantry + cavalry)


def _parts(number: int, of: int) -> int:
    return -(-number // of)


def commanders_by_points(size: int, units: int) -> tuple[int, int]:
    """The commanders of corps and of divisions in an army of so many points: one for every 30 and
    one for every 12 units, within the limits of its size. [honor_glory:E.limit.corps]
    [honor_glory:E.limit.div]

    >>> commanders_by_points(100, 16), commanders_by_points(200, 30)
    ((0, 0), (0, 3))
    """
    sized = POINTS.sizes.index(size)
    return (
        _within(_parts(units, POINTS.units.corps), POINTS.limits["corps"][sized]),
        _within(_parts(units, POINTS.units.division), POINTS.limits["division"][sized]),
    )


def _within(number: int, limits: tuple[int, int]) -> int:
    fewest, most = limits
    return max(fewest, min(most, number))


def bars_to_structure(
    corps: int, infantry_divisions: int, cavalry_divisions: int, brigades: Mapping[str, int]
) -> Iterator[Refusal]:
    """What is wrong with an army that does not follow history: `infantry_divisions` and
    `cavalry_divisions` are those of its largest corps, `brigades` those of its largest division
    of each arm. [honor_glory:15.army] [honor_glory:15.corps] [honor_glory:15.infdiv]
    [honor_glory:15.cavdiv] [honor_glory:15.art]"""
    fewest, most = STRUCTURE.corps
    if not fewest <= corps <= most:
        yield Refusal("honor_glory:15.army", f"an army has {fewest} or {most} corps")
    if max(infantry_divisions, cavalry_divisions) > STRUCTURE.divisions:
        yield Refusal("honor_glory:15.corps", "a corps has up to three divisions of each arm")
    if brigades.get("infantry", 0) > STRUCTURE.infantry_brigades:
        yield Refusal("honor_glory:15.infdiv", "an infantry division has up to five brigades")
    if brigades.get("cavalry", 0) > STRUCTURE.cavalry_brigades:
        yield Refusal("honor_glory:15.cavdiv", "a cavalry division has up to four brigades")
