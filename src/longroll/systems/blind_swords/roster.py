"""Every counter of a battle in a fixed order, read from its order_of_battle.toml.

A unit's number is its place in the roster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from longroll.board.datafile import Complaint, Path, read
from longroll.kernel.naming import name_of
from longroll.systems.blind_swords.charts import Arm
from longroll.systems.blind_swords.marks import Mark
from longroll.systems.blind_swords.sides import SIDES, Side
from longroll.systems.blind_swords.tables import NUMBERS, WEAPONS, one_of

#: The place of a counter in the roster.
UnitNumber = Annotated[int, name_of("unit")]

ARTILLERY: Arm = "artillery"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Name(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A unit as events call it."""

    id: str
    title: str

    def __str__(self) -> str:
        return self.title


class DivisionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str


class BrigadeLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    division: str


class UnitLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A counter: its fresh side, its Battleworn side, and how its values are known.

    `strength` 0 is a Fragile unit's: it has only the Battleworn side. `variant` is the letter of
    the variant it belongs to. [blind_swords:2.1.5] [blind_swords:2.1.6] [blind_swords:2.1.8]
    """

    name: str
    title: str
    arm: Arm
    brigade: str = ""
    strength: int
    battleworn_strength: int
    cohesion: int
    battleworn_cohesion: int
    weapon: str
    men: int = 0
    guns: int = 0
    variant: str = ""
    confidence: Literal["high", "medium", "low"]
    basis: str
    cohesion_basis: str


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    divisions: dict[str, DivisionLine]
    brigades: dict[str, BrigadeLine]
    units: dict[str, UnitLine]


class OrderOfBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    marks: dict[Literal["organisation", "values"], Mark]
    union: Force
    confederate: Force


class Piece(UnitLine, frozen=True, kw_only=True):
    """What a counter says, whatever happens to it. [blind_swords:2.1.1] [blind_swords:2.1.3]"""

    id: str
    side: Side

    @property
    def fragile(self) -> bool:
        return not self.strength


class Division(DivisionLine, frozen=True):
    id: str
    side: Side


class Brigade(BrigadeLine, frozen=True):
    id: str
    side: Side


class Roster:
    """All counters of a battle and how they are grouped. Never changes."""

    def __init__(self, book: OrderOfBattle) -> None:
        self.marks = book.marks
        forces: tuple[Force, Force] = (book.union, book.confederate)
        both = tuple(zip(SIDES, forces, strict=True))
        as_dict = msgspec.structs.asdict
        self.divisions = {
            id: Division(id=id, side=side, **as_dict(line))
            for side, force in both
            for id, line in force.divisions.items()
        }
        #: The division a brigade belongs to unless a scenario puts it under another.
        self.brigades = {
            id: Brigade(id=id, side=side, **as_dict(line))
            for side, force in both
            for id, line in force.brigades.items()
        }
        self.pieces = tuple(
            Piece(id=id, side=side, **as_dict(line))
            for side, force in both
            for id, line in force.units.items()
        )
        self._index()

    def _index(self) -> None:
        """Who is where in the roster."""
        self.number = {piece.id: number for number, piece in enumerate(self.pieces)}
        self.of_side = {
            side: tuple(n for n, piece in enumerate(self.pieces) if piece.side == side)
            for side in SIDES
        }
        self.guns_of = {
            side: tuple(n for n in numbers if self.pieces[n].arm == ARTILLERY)
            for side, numbers in self.of_side.items()
        }
        self.of_brigade = {
            brigade: tuple(n for n, piece in enumerate(self.pieces) if piece.brigade == brigade)
            for brigade in self.brigades
        }

    def __getitem__(self, id: str) -> Piece:
        return self.pieces[self.number[id]]


def read_roster(text: str, name: str = "order_of_battle.toml") -> Roster:
    """The roster in the text of a file; DataError with every fault."""
    return Roster(read(text, OrderOfBattle, name, _complaints))


def _complaints(book: OrderOfBattle) -> Iterator[Complaint]:
    for table in ("divisions", "brigades", "units"):
        ids: dict[str, str] = {}
        for side in SIDES:
            for id in getattr(getattr(book, side), table):
                path: Path = (side, table, id)
                if not _ID.fullmatch(id):
                    yield path, f"{id!r} is not an id", "small letters, digits and single hyphens"
                if id in ids:
                    yield path, f"{id} is also {ids[id]}", "an id of its own"
                ids[id] = side
    for side in SIDES:
        force: Force = getattr(book, side)
        for id, brigade in force.brigades.items():
            yield from one_of((side, "brigades", id), brigade.division, force.divisions)
        for id, unit in force.units.items():
            yield from _unit((side, "units", id), unit, force)


def _unit(path: Path, unit: UnitLine, force: Force) -> Iterator[Complaint]:
    """A unit of an unknown brigade or weapon, or with values no counter can have."""
    if unit.arm == ARTILLERY:
        weapons: Mapping[str, object] = WEAPONS.artillery
        if unit.brigade:
            yield path, "artillery in a brigade", "no brigade"
    else:
        weapons = WEAPONS.small_arms
        yield from one_of(path, unit.brigade, force.brigades)
    yield from one_of(path, unit.weapon, weapons)
    most = NUMBERS["stacking_points"]
    if not 0 <= unit.strength <= most:
        yield path, f"strength {unit.strength}", f"0 to {most}, as nothing else fits in a hex"
    if not 1 <= unit.battleworn_strength <= (unit.strength or most):
        yield path, f"Battleworn strength {unit.battleworn_strength}", "1 up to its fresh strength"
    if not 1 <= unit.battleworn_cohesion <= unit.cohesion <= 6:
        yield (
            path,
            f"cohesion {unit.cohesion}, Battleworn {unit.battleworn_cohesion}",
            "1 to 6, the Battleworn side not above the fresh one",
        )
