"""The format of an order of battle, side by side and line by line, and its possible faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from longroll.systems.gbacw.datafile import Complaint
from longroll.systems.gbacw.tables import WEAPONS

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
Morale = Literal["?", 1, 2, 3, 4, 5]


class ArmyLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    part_of: str = ""


class DivisionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    army: str = ""
    limit: int = 0


class BrigadeLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    division: str
    commander: str
    first_day: int
    second_day: int
    total: int
    vp: int
    inferred: str = ""


class PieceLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every counter has. Its brigade implies its division, its division its army."""

    title: str
    label: str
    brigade: str = ""
    division: str = ""
    army: str = ""
    inferred: str = ""


class LeaderLine(PieceLine, frozen=True, forbid_unknown_fields=True, kw_only=True):
    grade: Literal["army", "division", "brigade"]
    rank: str = ""
    radius: int = 0
    rally: int = 0
    command: int = 0
    integrity: int = 0
    repl_radius: int = 0
    repl_rally: int = 0
    independent: bool = False
    anonymous: bool = False


class UnitLine(PieceLine, frozen=True, forbid_unknown_fields=True, kw_only=True):
    morale: Morale
    weapon: str


class InfantryLine(UnitLine, frozen=True, forbid_unknown_fields=True, kw_only=True):
    strength: int
    sharpshooter: bool = False


class CavalryLine(UnitLine, frozen=True, forbid_unknown_fields=True, kw_only=True):
    strength: int
    dismounted_morale: int


class BatteryLine(UnitLine, frozen=True, forbid_unknown_fields=True, kw_only=True):
    guns: int
    rounds: int
    battery: str = ""
    siege: bool = False


class WagonLine(UnitLine, frozen=True, forbid_unknown_fields=True, kw_only=True):
    strength: int
    small_boxes: int
    gun_boxes: int


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side."""

    armies: dict[str, ArmyLine]
    divisions: dict[str, DivisionLine]
    brigades: dict[str, BrigadeLine]
    leaders: dict[str, LeaderLine]
    infantry: dict[str, InfantryLine]
    cavalry: dict[str, CavalryLine]
    batteries: dict[str, BatteryLine]
    wagons: dict[str, WagonLine]

    def tables(self) -> dict[str, Mapping[str, PieceLine]]:
        """The tables that list counters, by name."""
        return {
            "leaders": self.leaders,
            "infantry": self.infantry,
            "cavalry": self.cavalry,
            "batteries": self.batteries,
            "wagons": self.wagons,
        }

    def place(self, line: PieceLine) -> tuple[str, str]:
        """The division and the army of a counter."""
        division = self.brigades[line.brigade].division if line.brigade else line.division
        return division, self.divisions[division].army if division else line.army


class OrderOfBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of order_of_battle.toml."""

    schema: Literal[1]
    source: str
    union: Force
    confederate: Force


def complaints(book: OrderOfBattle) -> Iterator[Complaint]:
    """What the types cannot check: unknown names, ids given twice, wrong weapons."""
    seen: dict[str, str] = {}
    for side, force in (("union", book.union), ("confederate", book.confederate)):
        yield from _groups(side, force)
        for table, lines in force.tables().items():
            for id, line in lines.items():
                path = (side, table, id)
                if not _ID.fullmatch(id):
                    yield (
                        path,
                        f"{id!r} is not an id",
                        "lower-case letters, digits and single hyphens",
                    )
                if id in seen:
                    yield path, f"{id!r} is also in {seen[id]}", "an id of its own"
                seen[id] = f"{side}.{table}"
                for group, known in (
                    ("brigade", force.brigades),
                    ("division", force.divisions),
                    ("army", force.armies),
                ):
                    yield from _known(path, group, getattr(line, group), known)
                if isinstance(line, UnitLine):
                    yield from _armed(path, line)


def _groups(side: str, force: Force) -> Iterator[Complaint]:
    for id, army in force.armies.items():
        yield from _known((side, "armies", id), "army", army.part_of, force.armies)
    for id, division in force.divisions.items():
        yield from _known((side, "divisions", id), "army", division.army, force.armies)
    for id, brigade in force.brigades.items():
        path = (side, "brigades", id)
        yield from _known(path, "division", brigade.division, force.divisions)
        leader = force.leaders.get(brigade.commander)
        if leader is None or (leader.grade, leader.brigade) != ("brigade", id):
            yield path, f"no commander {brigade.commander!r}", f'a leader with brigade = "{id}"'
        if not 0 < brigade.first_day <= brigade.second_day <= brigade.total:
            yield (
                path,
                "limits out of order",
                "first_day, second_day and total, none less than the last",
            )


def _known(
    path: tuple[str, str, str], group: str, id: str, known: Mapping[str, object]
) -> Iterator[Complaint]:
    if id and id not in known:
        yield path, f"unknown {group} {id!r}", f"one of {' '.join(known)}"


def _armed(path: tuple[str, str, str], line: UnitLine) -> Iterator[Complaint]:
    arm = "artillery" if isinstance(line, BatteryLine) else "small_arms"
    codes = [code for code, weapon in WEAPONS.items() if weapon.arm == arm]
    if line.weapon not in codes:
        yield path, f"weapon {line.weapon!r}", f"one of {' '.join(codes)}"
    for field in ("strength", "guns"):
        if getattr(line, field, 1) < 1:
            yield path, f"{field} {getattr(line, field)}", "1 or more"
