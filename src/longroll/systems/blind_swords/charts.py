"""A battle's terrain chart: what ground costs, hides and does in combat, and every column shift.

The series knows no battle, so the kinds of ground and their names are the battle's own.
Movement is counted in halves of a point, as pikes cost half of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint, Path, read
from longroll.systems.blind_swords.marks import Mark
from longroll.systems.blind_swords.tables import one_each

Arm = Literal["infantry", "cavalry", "artillery"]
ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "artillery")
#: "road" is by road only, "all" the whole unspent allowance, "no" never.
Cost = float | Literal["road", "all", "no"]
ROAD, ALL, NO = "road", "all", "no"
#: What stands in the way of sight: nothing, a hex that obscures, one that blocks on its own
#: level and rises a level above it, and a bank that blocks on its own level only.
Sight = Literal["open", "obscures", "blocks", "bank"]

#: Column shifts that the series itself looks up; a battle adds those of its ground and chits.
FIRE_SHIFTS = (
    "through_cover",
    "over_units",
    "firer_skirmish",
    "target_skirmish",
    "mx_long_extreme",
    "s_canister",
    "flanking_fire",
    "target_cavalry",
    "low_ammo",
)
#: The first six are the odds, of which only one applies, from the attacker's best to his worst.
ODDS = ("odds_3_1", "odds_2_1", "odds_3_2", "odds_2_3", "odds_1_2", "odds_1_3")
CLOSE_COMBAT_SHIFTS = (
    *ODDS,
    "defender_artillery",
    "attacker_cohesion_higher",
    "defender_cohesion_higher",
    "attacker_smoothbore",
    "defender_smoothbore",
    "flanking_attack",
    "defender_cavalry",
    "charge",
)


class Movement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a step costs each arm, and how each cost is known."""

    infantry: Cost
    cavalry: Cost
    artillery: Cost
    marks: dict[Arm, Mark]

    def cost(self, arm: Arm) -> int | str:
        """Halves of a Movement Point, or one of "road", "all" and "no"."""
        found: Cost = getattr(self, arm)
        return found if isinstance(found, str) else int(2 * found)


class Shift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns to the right, to the left where negative, with the rule and its words."""

    columns: int
    rule: str
    words: str
    mark: Mark = "S"


class Ground(Movement, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of terrain in a hex; the last four name shifts of the chart, "" for none.

    `woods` neither give nor receive Support; where `rally` is false nobody recovers; `check` is
    a Cohesion Check on entry; `table` a roll before it.
    """

    title: str
    sight: Sight = "open"
    woods: bool = False
    rally: bool = True
    check: bool = False
    table: bool = False
    fire_at: str = ""
    fire_from: str = ""
    attack_at: str = ""
    attack_from: str = ""


class Works(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that lies in a hex beside its terrain; it adds nothing to what a step costs."""

    title: str
    sight: Sight = "open"
    fire_at: str = ""
    fire_from: str = ""
    attack_at: str = ""
    attack_from: str = ""


class Hexside(Movement, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of hexside as it is crossed; costs are added to those of the hex.

    `morale_hit` is for artillery. `attack` and `fire` name the shift of combat across it.
    """

    title: str
    morale_hit: bool = False
    sight: Sight = "open"
    fire: str = ""
    attack: str = ""


class Road(Movement, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of road, or a bridge; `march_column` is what infantry pays in March Column."""

    title: str
    march_column: float | None = None
    may_stop: tuple[Arm, ...] = ARMS


class Obstacle(Movement, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an obstacle costs one side, whatever the ground below it."""


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole chart of a battle. Obstacles are by name and then by side."""

    schema: Literal[1]
    source: str
    terrain: dict[str, Ground]
    works: dict[str, Works]
    hexsides: dict[str, Hexside]
    roads: dict[str, Road]
    obstacles: dict[str, dict[str, Obstacle]]
    fire: dict[str, Shift]
    close_combat: dict[str, Shift]


def odds(attack: Fraction | int, defend: Fraction | int) -> str:
    """The one line of odds that applies, "" between them. [blind_swords:11.3c.1]

    >>> odds(8, 5), odds(7, 5), odds(2, 6)
    ('odds_3_2', '', 'odds_1_3')
    """
    for line, times, parts in (("3_1", 3, 1), ("2_1", 2, 1), ("3_2", 3, 2)):
        if parts * attack >= times * defend:
            return f"odds_{line}"
        if parts * defend >= times * attack:
            return f"odds_{line[::-1]}"
    return ""


def read_charts(text: str, name: str = "charts.toml") -> Charts:
    """The chart in the text of a file; DataError with every fault."""
    return read(text, Charts, name, _complaints)


def _complaints(file: Charts) -> Iterator[Complaint]:
    for path, line in _movements(file):
        yield from one_each((*path, "marks"), line.marks, ARMS)
        for arm in ARMS:
            cost: Cost = getattr(line, arm)
            if not isinstance(cost, str) and (cost < 0 or 2 * cost != int(2 * cost)):
                yield (*path, arm), f"costs {cost}", "points and half points"
    yield from _named(file)
    for table, needed in (("fire", FIRE_SHIFTS), ("close_combat", CLOSE_COMBAT_SHIFTS)):
        shifts: Mapping[str, Shift] = getattr(file, table)
        for shift in needed:
            if shift not in shifts:
                yield (table,), f"no {shift}", f"a line that begins with {shift} ="


def _movements(file: Charts) -> Iterator[tuple[Path, Movement]]:
    tables: tuple[tuple[str, Mapping[str, Movement]], ...] = (
        ("terrain", file.terrain),
        ("hexsides", file.hexsides),
        ("roads", file.roads),
    )
    for table, lines in tables:
        yield from (((table, name), line) for name, line in lines.items())
    for name, by_side in file.obstacles.items():
        yield from ((("obstacles", name, side), line) for side, line in by_side.items())


def _named(file: Charts) -> Iterator[Complaint]:
    """Shifts that ground and hexsides name but the chart does not have."""
    tables: tuple[tuple[str, Mapping[str, Ground | Works | Hexside]], ...] = (
        ("terrain", file.terrain),
        ("works", file.works),
        ("hexsides", file.hexsides),
    )
    for table, lines in tables:
        for name, line in lines.items():
            for field in ("fire_at", "fire_from", "fire", "attack_at", "attack_from", "attack"):
                shift: str = getattr(line, field, "")
                shifts = file.fire if field.startswith("fire") else file.close_combat
                if shift and shift not in shifts:
                    right = f"one of {' '.join(shifts)}"
                    yield (table, name, field), f"unknown shift {shift!r}", right
