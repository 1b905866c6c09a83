"""Bands of years, scales, ratings of units and commanders; read from data/army.toml."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.dice import d6
from longroll.systems.honor_glory.weapons import known_weapon, points_of_weapon
from longroll.systems.honor_glory.words import Arm, Class, Rank, Side, Weapon

CLASSES: tuple[Class, ...] = ("A", "B", "C", "D")

#: A year and a month, such as 1864-06.
Month = str
Three = tuple[int, int, int]
Four = tuple[int, int, int, int]
_ByClass = tuple[Four, Four, Four]
#: The most men and the points, row by row.
_Sizes = tuple[tuple[int, int], ...]


class _Bands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: int
    last: int
    starts: tuple[Month, Month, Month]


class Scales(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[honor_glory:1.scale] [honor_glory:4.time.1] [honor_glory:4.oob.1]"""

    men: int
    usual_men: tuple[int, int]
    guns: int
    wagons: int
    minutes: int
    yards_per_mm: int
    regiments_to_a_gun: int


class _Breakpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: Three
    confederate: Three


class _Counters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: Three
    confederate: Three
    cinc: dict[Class, int]
    fewest: int
    under_units: int


class _Commanders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: _ByClass
    confederate: _ByClass
    of_a_unit: int


class _Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    unit: str
    side: Side
    arm: Literal["infantry", "cavalry"]
    start: Month
    to: Month


class _States(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    union: tuple[str, ...]
    confederate: tuple[str, ...]
    both: tuple[str, ...]
    also_union: dict[str, Month]


class Structure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an army is made up. [honor_glory:15.army]"""

    corps: tuple[int, int]
    divisions: int
    infantry_brigades: int
    cavalry_brigades: int
    regiments: int
    bases: int
    commanded_divisions: int
    commanded_brigades: int


class _Fixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    team: int
    engineers: int


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/army.toml as it is written."""

    schema: Literal[1]
    source: str
    bands: _Bands
    scales: Scales
    breakpoint: _Breakpoint
    counters: _Counters
    classes: dict[Side, dict[Literal["infantry", "cavalry", "artillery"], _ByClass]]
    commanders: _Commanders
    named: tuple[_Named, ...]
    size: dict[Literal["any", "A", "B", "C", "D"], _Sizes]
    states: _States
    structure: Structure
    fixed: _Fixed
    class_roll: dict[int, Class]


def complaints(file: ArmyFile) -> Iterator[Complaint]:
    """What the types do not say."""
    if list(file.bands.starts) != sorted(file.bands.starts):
        yield ("bands", "starts"), "the months are out of order", "earlier months first"
    for name, rows in file.size.items():
        if [most for most, _ in rows] != sorted(most for most, _ in rows):
            yield ("size", name), "the sizes are out of order", "smaller regiments first"
    if sorted(file.class_roll) != [1, 2, 3, 4, 5, 6]:
        yield ("class_roll",), "not every face of the die has a class", "1 to 6"


ARMY = load("army.toml", ArmyFile, complaints)
SCALES = ARMY.scales
STRUCTURE = ARMY.structure
#: [honor_glory:70.1]
TEAM_POINTS = ARMY.fixed.team
#: [honor_glory:104.2.c] (HG-H36)
ENGINEER_POINTS = ARMY.fixed.engineers


# Years


@cache
def band(month: Month) -> int:
    """Which of the three bands of years a month is in, from 0. [honor_glory:1.period] (HG-H31)

    >>> band("1862-12"), band("1864-06"), band("1864-07")
    (0, 1, 2)
    """
    year, dash, number = month.partition("-")
    if not (dash and year.isdecimal() and number.isdecimal() and len(number) == 2):
        raise ValueError(f"{month!r} is not a month such as 1863-07")
    if not ARMY.bands.first <= int(year) <= ARMY.bands.last or not 1 <= int(number) <= 12:
        raise ValueError(f"{month} is not between {ARMY.bands.first} and {ARMY.bands.last}")
    return sum(month >= start for start in ARMY.bands.starts) - 1


# Scales


def units_for(men: int) -> int:
    """The regiments that this many men make; a remainder makes one more.
    [honor_glory:4.inf] [honor_glory:4.cav] [honor_glory:4.oob.1] [honor_glory:4.oob.2]

    >>> units_for(4400), units_for(3000)
    (9, 6)
    """
    return -(-men // SCALES.men)


def batteries_for(guns: int) -> int:
    """The artillery units that this many guns make. [honor_glory:4.art] [honor_glory:4.oob.2]"""
    return -(-guns // SCALES.guns)


def batteries_beside(regiments: int) -> int:
    """About how many batteries an army of one's own has. [honor_glory:4.oob.3] (HG-H26)"""
    return regiments // SCALES.regiments_to_a_gun


def minutes_after(turns: int) -> int:
    """The time that this many turns of one side take; two at a time are simultaneous.
    [honor_glory:4.time.1] [honor_glory:4.time.2]

    >>> minutes_after(1), minutes_after(2)
    (15, 30)
    """
    return turns * SCALES.minutes


def states_of(side: Side, month: Month) -> tuple[str, ...]:
    """The states that raised a side's regiments. [honor_glory:16.1] [honor_glory:16.2]"""
    own = ARMY.states.union if side == "union" else ARMY.states.confederate
    also = (state for state, since in ARMY.states.also_union.items() if month >= since)
    return (*own, *ARMY.states.both, *(also if side == "union" else ()))


def settlement(models: int) -> str:
    """What a number of model buildings stands for. [honor_glory:4.buildings]

    >>> settlement(1), settlement(5), settlement(12)
    ('house or hamlet', 'large village or small town', 'city')
    """
    sizes = {
        1: "house or hamlet",
        3: "large hamlet or small village",
        6: "large village or small town",
        8: "large town",
    }
    return next((name for most, name in sizes.items() if models <= most), "city")


# Units


def class_rolled(dice: Rolls, what: str) -> tuple[Roll, Class]:
    """A class by chance. [honor_glory:OP1.1]"""
    roll = d6(dice, f"class of {what}")
    return roll, ARMY.class_roll[roll.value]


def _rated_as(arm: Arm) -> Literal["infantry", "cavalry", "artillery"]:
    """The column of the class table: dismounted cavalry keeps its cavalry rating. (HG-H35)"""
    if arm == "infantry" or arm == "artillery":
        return arm
    if arm in ("cavalry", "dismounted_cavalry"):
        return "cavalry"
    raise ValueError(f"a {arm} has no class")


def class_points(side: Side, month: Month, arm: Arm, class_: Class) -> int:
    """The table of classes. [honor_glory:24.1] [honor_glory:24.union] [honor_glory:24.confed]

    >>> class_points("union", "1863-07", "infantry", "A")
    8
    """
    return ARMY.classes[side][_rated_as(arm)][band(month)][CLASSES.index(class_)]


def named_points(side: Side, month: Month, arm: Arm, class_: Class, name: str) -> int:
    """What a famous unit of class A has in addition.
    [honor_glory:24.forrest] [honor_glory:24.iron] [honor_glory:24.stonewall]"""
    return sum(
        class_ == "A"
        and (one.unit, one.side, one.arm) == (name, side, _rated_as(arm))
        and one.start <= month <= one.to
        for one in ARMY.named
    )


def size_points(arm: Arm, men: int | None, class_: Class | None = None) -> int:
    """What the size of a regiment is worth; with a class, by the table of OP2.

    A regiment of unknown strength counts as 300 to 500 men; only infantry and cavalry count.
    [honor_glory:24.4] [honor_glory:25.1] [honor_glory:25.2] [honor_glory:OP2.1] (HG-H33, HG-H34)
    """
    if men is None or arm == "artillery":
        return 0
    return next(points for most, points in ARMY.size[class_ or "any"] if men <= most)


class Rating(msgspec.Struct, frozen=True):
    """The starting points of a unit, line by line."""

    class_: Class
    weapon: Weapon | None
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        """Never below 1. (HG-H32)"""
        return max(1, sum(line.value for line in self.lines))


def unit_rating(
    side: Side,
    month: Month,
    arm: Arm,
    class_: Class,
    *,
    name: str = "",
    men: int | None = None,
    weapon: Weapon | None = None,
    by_class: bool = False,
) -> Rating:
    """What a unit begins the battle with: its class, then its size, then its weapon; no die.

    `by_class` is OP2. [honor_glory:24.1] [honor_glory:24.3] [honor_glory:8.11] [honor_glory:97.1]

    >>> unit_rating("union", "1864-06", "infantry", "C", men=250, weapon="repeating").points
    8
    """
    carried = known_weapon(name, weapon) if arm != "artillery" else None
    size_rule = "honor_glory:OP2.1" if by_class else "honor_glory:25.1"
    size = size_points(arm, men, class_ if by_class else None)
    named = named_points(side, month, arm, class_, name)
    lines = (
        Line(class_points(side, month, arm, class_), f"class {class_}", "honor_glory:24.1"),
        Line(named, "a famous unit", "honor_glory:24.iron"),
        Line(size, "size of the unit", size_rule),
        Line(points_of_weapon(carried), "small arms", "honor_glory:26.1"),
    )
    return Rating(class_, carried, lines)


# Commanders


def commander_base(side: Side, month: Month, class_: Class) -> int:
    """The points of a commander before his die. [honor_glory:27.1] [honor_glory:27.2]"""
    table = ARMY.commanders.union if side == "union" else ARMY.commanders.confederate
    return table[band(month)][CLASSES.index(class_)]


class CommanderRating(msgspec.Struct, frozen=True):
    """The points of a commander. A unit commander has no class."""

    class_: Class | None
    base: int
    roll: Roll | None

    @property
    def points(self) -> int:
        return self.base + (self.roll.value if self.roll else 0)


def commander_rating(
    rank: Rank, side: Side, month: Month, class_: Class | None, dice: Rolls
) -> CommanderRating:
    """Class points and a D6; a unit commander is always 1.
    [honor_glory:27.1] [honor_glory:27.3] [honor_glory:27.4] [honor_glory:8.11]"""
    if rank == "unit":
        return CommanderRating(None, ARMY.commanders.of_a_unit, None)
    if class_ is None:
        raise ValueError(f"a commander of {rank} rank needs a class")
    roll = d6(dice, "commander's rating")
    return CommanderRating(class_, commander_base(side, month, class_), roll)
