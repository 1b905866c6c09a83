"""A unit as the rules look at it: its arm and formation, its points, its cover, its commanders."""

from __future__ import annotations

import msgspec

from longroll.kernel.event import Line
from longroll.systems.honor_glory.cover import COVER, class_of_value
from longroll.systems.honor_glory.words import (
    FOOT,
    REGIMENTS,
    Arm,
    CoverClass,
    CoverKind,
    Formation,
    Morale,
    Rank,
    Side,
    Weapon,
)

#: What a unit commander adds, whatever happens. [honor_glory:102.2]
UNIT_COMMANDER_BONUS = 1


class Leader(msgspec.Struct, frozen=True):
    """A commander: his rank, his points, and whether he is in base contact with the unit."""

    rank: Rank
    mp: int
    in_contact: bool = True

    @property
    def bonus(self) -> int:
        return UNIT_COMMANDER_BONUS if self.rank == "unit" else self.mp


class Troops(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of regiments, guns or vehicles.

    `mp` are its own morale points; they fall and never rise. `cover` is what its front touches, to
    `cover_frontage` per cent; `defence_value` replaces what the kind of cover is worth. `remote`
    is what commanders in their radius add by OP14. `morale` says what it does: in fire and melee a
    routing or broken unit was so reduced in this turn. `may_be_wounded` is whether its commanders
    may survive a hit by OP5.
    [honor_glory:1.noremoval] [honor_glory:3.mp] [honor_glory:3.mrc.1] [honor_glory:97.1]
    """

    arm: Arm
    formation: Formation
    mp: int
    side: Side = "union"
    weapon: Weapon | None = None
    gun: str = ""
    cover: CoverKind = "none"
    defence_value: int | None = None
    cover_frontage: int = 100
    prone: bool = False
    commanders: tuple[Leader, ...] = ()
    remote: int = 0
    morale: Morale = "formed"
    blown: bool = False
    camp_lost: bool = False
    may_be_wounded: bool = False

    @property
    def is_foot(self) -> bool:
        """[honor_glory:43.5]"""
        return self.arm in FOOT

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """The commanders in base contact. [honor_glory:102.4]"""
        return tuple(leader for leader in self.commanders if leader.in_contact)

    def after_loss(self, points: int) -> Troops:
        """With fewer points, 0 at least; at 0 it is broken, with all its bases.
        [honor_glory:1.removal] [honor_glory:3.broken] [honor_glory:3.mp]"""
        left = max(0, self.mp - points)
        return msgspec.structs.replace(self, mp=left, morale=self.morale if left else "broken")

    def without(self, leaders: tuple[Leader, ...]) -> Troops:
        """After these commanders have fallen: their bonus goes with them. [honor_glory:9.1.1b]"""
        left = list(self.commanders)
        for leader in leaders:
            left.remove(leader)
        return msgspec.structs.replace(self, commanders=tuple(left))


def cover_class(unit: Troops) -> CoverClass:
    """The cover that a unit has: three quarters of its front must touch it, and neither cavalry
    nor infantry in column is small enough for any.
    [honor_glory:34.1] [honor_glory:34.2] [honor_glory:34.3] [honor_glory:34.6] [honor_glory:34.7]
    """
    if unit.arm == "cavalry" or (unit.is_foot and unit.formation == "column"):
        return "none"
    if unit.cover_frontage < COVER.frontage:
        return "none"
    if unit.defence_value is not None:
        return class_of_value(unit.defence_value)
    return "none" if unit.cover == "none" else class_of_value(COVER.kinds[unit.cover])


def cover_bonus(unit: Troops) -> int:
    """What its cover adds to a unit's rating in fire, melee and morale alike. Lying down is not
    cover in this sense. [honor_glory:34.5] [honor_glory:53.5] [honor_glory:96.1] (HG-H55)"""
    return COVER.bonus[cover_class(unit)]


def command_bonus(unit: Troops) -> int:
    """What the commanders with a regiment add to its rating: all of them together, and only to
    infantry and cavalry. [honor_glory:102.1] [honor_glory:102.2] [honor_glory:102.3]
    [honor_glory:102.4] [honor_glory:97.2]"""
    if unit.arm not in REGIMENTS:
        return 0
    return sum(leader.bonus for leader in unit.leaders) + unit.remote


def base_points(unit: Troops) -> int:
    """The points a unit fires and fights with: none once it is routing or broken.
    [honor_glory:61.1] [honor_glory:75.8] (HG-H53)"""
    return 0 if unit.morale in ("routing", "broken") else unit.mp


def rating_lines(unit: Troops, *, fighting: bool = False, bare: bool = False) -> list[Line]:
    """Morale points, command bonus and cover bonus, for a test of morale or for `fighting`; a
    `bare` rating is cover alone. (HG-H52)
    [honor_glory:65.4] [honor_glory:72.4a] [honor_glory:81.3a] [honor_glory:100.1]"""
    lines = []
    if not bare:
        points = base_points(unit) if fighting else unit.mp
        lines.append(Line(points, "morale points", "honor_glory:3.mp"))
        if bonus := command_bonus(unit):
            lines.append(Line(bonus, "command bonus", "honor_glory:102.1"))
    if bonus := cover_bonus(unit):
        lines.append(Line(bonus, f"{cover_class(unit)} cover", "honor_glory:34.5"))
    return lines


def rating(unit: Troops) -> int:
    """A unit's rating with its bonuses. (HG-H58)"""
    return sum(line.value for line in rating_lines(unit))


def counts_as(unit: Troops) -> Formation:
    """The formation a unit fires and fights in: a line, if it defends cover.
    [honor_glory:60.0] [honor_glory:96.1]"""
    if unit.is_foot and cover_class(unit) != "none":
        return "line"
    return unit.formation
