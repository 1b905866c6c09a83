"""Armies by the book's scale: brigades of so many men become regiments, guns become batteries.
[honor_glory:4.inf] [honor_glory:4.cav] [honor_glory:4.art] [honor_glory:15.army]"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.systems.honor_glory import points
from longroll.systems.honor_glory.armies import batteries_for, units_for
from longroll.systems.honor_glory.play.scenario import Army, CommanderEntry, Edge, UnitEntry
from longroll.systems.honor_glory.points import commanders_by_points, commanders_needed
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import Class, MoveType, Rank, Side, Weapon


class Brigade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A brigade of an order of battle."""

    title: str
    men: int
    class_: Class = "C"
    arm: Literal["infantry", "cavalry"] = "infantry"
    weapon: Weapon | None = None


class Guns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guns of an order of battle that are of one kind."""

    title: str
    guns: int
    gun: str
    class_: Class = "C"
    drawn: MoveType = "field"


class Levy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order of battle as histories give it."""

    side: Side
    chief: str
    class_: Class
    brigades: tuple[Brigade, ...]
    guns: tuple[Guns, ...] = ()
    #: The points that were agreed; 0 for an army without points. [honor_glory:E.1]
    points: int = 0


def raised(levy: Levy, edge: Edge) -> Army:
    """The army of an order of battle: 500 men to a regiment, six guns to a battery, and the
    commanders that it needs. Its player lays it out. [honor_glory:4.oob.1] [honor_glory:4.oob.2]
    [honor_glory:31.3] [honor_glory:31.4] [honor_glory:31.5] [honor_glory:E.morale]

    >>> army = raised(Levy("union", "Tyler", "C", (Brigade("Tyler's", 3000),)), "north")
    >>> len(army.units), [one.rank for one in army.commanders]
    (6, ['cinc', 'division', 'brigade'])
    """
    letter = levy.side[0]
    units: list[UnitEntry] = []
    brigadiers: list[CommanderEntry] = []
    for brigade in levy.brigades:
        number = units_for(brigade.men)
        first = len(units) + 1
        for place in range(number):
            units.append(
                UnitEntry(
                    id=f"{letter}{first + place}",
                    title=f"{brigade.title} {place + 1}",
                    arm=brigade.arm,
                    formation="line",
                    class_=brigade.class_,
                    men=min(500, brigade.men - 500 * place) if number > 1 else brigade.men,
                    weapon=brigade.weapon,
                )
            )
        middle = f"{letter}{first + number // 2}"
        leader = CommanderEntry(
            f"{letter}b{len(brigadiers) + 1}",
            f"the brigadier of {brigade.title}",
            "brigade",
            brigade.class_,
            middle,
        )
        brigadiers.append(leader)
    for guns in levy.guns:
        for place in range(batteries_for(guns.guns)):
            name = f"{letter}a{sum(one.arm == 'artillery' for one in units) + 1}"
            title = f"{guns.title} {place + 1}"
            units.append(
                UnitEntry(
                    name,
                    title,
                    "artillery",
                    "deployed",
                    guns.class_,
                    gun=guns.gun,
                    drawn=guns.drawn,
                )
            )
    return Army(edge, tuple(units), (*_above(levy, units), *brigadiers))


def _above(levy: Levy, units: list[UnitEntry]) -> Iterator[CommanderEntry]:
    """The commander-in-chief, and those of corps and divisions. [honor_glory:31.2]"""
    letter = levy.side[0]
    count = {arm: sum(one.arm == arm for one in units) for arm in ("infantry", "cavalry")}
    regiments = [one for one in units if one.arm != "artillery"]  # [honor_glory:31.7]
    needed = commanders_needed(count["infantry"], count["cavalry"])
    corps, divisions = needed.corps - 1, needed.divisions
    if levy.points:
        corps, divisions = commanders_by_points(levy.points, len(units))
    yield CommanderEntry(f"{letter}c", levy.chief, "cinc", levy.class_, units[0].id)
    ranks: tuple[tuple[Rank, int], ...] = (("corps", corps), ("division", divisions))
    for rank, number in ranks:
        for place in range(number):
            title = f"the commander of {rank} {place + 1}"
            where = regiments[min(len(regiments) - 1, place * 8 + 4)].id
            yield CommanderEntry(f"{letter}{rank[0]}{place + 1}", title, rank, levy.class_, where)


#: Field guns and horse guns on the list of points.
_GUNS: dict[str, tuple[points.Item, points.Item]] = {
    "short": ("short", "horse_short"),
    "medium": ("medium", "horse_medium"),
    "long": ("long", "horse_long"),
}


def counted(army: Army) -> points.Army:
    """How many of each item of the list of points an army has; unit commanders are free.
    [honor_glory:E.2]"""
    found = Counter((_item(one), one.class_) for one in army.units)
    found += Counter((one.rank, one.class_) for one in army.commanders if one.rank != "unit")
    return found


def _item(unit: UnitEntry) -> points.Item:
    if unit.arm == "artillery":
        return _GUNS[gun_named(unit.gun).reach][unit.drawn == "horse"]
    return "cavalry" if unit.arm == "cavalry" else "infantry"


def written(army: Army, side: Side) -> Iterator[str]:
    """An army as lines of a scenario file."""
    yield f"[armies.{side}]"
    yield f'edge = "{army.edge}"'
    for name, entries in (("units", army.units), ("commanders", army.commanders)):
        yield f"{name} = ["
        for entry in entries:
            plain = msgspec.to_builtins(entry)
            facts = ", ".join(
                f"{key} = {json.dumps(value)}"
                for key, value in plain.items()
                if value not in (None, "", False, "field")
            )
            yield f"    {{ {facts} }},"
        yield "]"
