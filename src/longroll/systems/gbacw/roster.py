"""Every counter of a battle in a fixed order, read from its order_of_battle.toml.

A unit's number is its index in the roster.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

import msgspec

from longroll.kernel.naming import name_of
from longroll.systems.gbacw.datafile import read
from longroll.systems.gbacw.order_of_battle import Force, OrderOfBattle, PieceLine, complaints

#: The index of a counter in the roster.
UnitNumber = Annotated[int, name_of("unit")]

UNION = "union"
CONFEDERATE = "confederate"
SIDES = (UNION, CONFEDERATE)
#: The four kinds of combat unit, their crews, and leaders.
#: [gbacw:3.3.1] [gbacw:3.3.2] [gbacw:11.1.1]
INFANTRY, CAVALRY, BATTERY, WAGON = "infantry", "cavalry", "battery", "wagon"
CREW, LEADER = "crew", "leader"
COMBAT = frozenset((INFANTRY, CAVALRY, BATTERY, WAGON))
#: Grades of leaders.
ARMY, DIVISION, BRIGADE = "army", "division", "brigade"


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on a counter and never changes. [gbacw:3.31.1]

    Slugs name brigade, division and army, "" if there is none. Morale 0 means a green unit;
    that of cavalry is its mounted side's. The strength of a battery is its guns. A leader has his
    own ratings on the front and his successor's on the back (`repl_...`). [gbacw:3.31.3]
    [gbacw:17.1.1]
    Sections of one battery share the name `battery`. `inferred` keeps the marks of values that
    are not read with certainty.
    """

    id: str
    side: str
    kind: str
    title: str
    label: str
    brigade: str = ""
    division: str = ""
    army: str = ""
    morale: int = 0
    dismounted_morale: int = 0
    weapon: str = ""
    strength: int = 0
    rounds: int = 0
    small_boxes: int = 0
    gun_boxes: int = 0
    battery: str = ""
    sharpshooter: bool = False
    siege: bool = False
    independent: bool = False
    grade: str = ""
    radius: int = 0
    rally: int = 0
    command: int = 0
    integrity: int = 0
    repl_radius: int = 0
    repl_rally: int = 0
    rank: str = ""
    anonymous: bool = False
    crew_of: str = ""
    inferred: str = ""


class Name(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The name of a counter in texts."""

    id: str
    title: str

    def __str__(self) -> str:
        return self.title


class Army(msgspec.Struct, frozen=True):
    id: str
    title: str
    side: str
    part_of: str


class Division(msgspec.Struct, frozen=True):
    """A division, or its equivalent. `limit` is its own limit of effectiveness, 0 for none."""

    id: str
    title: str
    side: str
    army: str
    limit: int


class Brigade(msgspec.Struct, frozen=True):
    """A brigade's line of the roster: its limits of effectiveness, and its Victory Points."""

    id: str
    title: str
    side: str
    division: str
    commander: str
    first_day: int
    second_day: int
    total: int
    vp: int
    inferred: str


class Roster:
    """All counters of a battle and how they are grouped. Never changes."""

    def __init__(
        self,
        pieces: tuple[Piece, ...],
        brigades: dict[str, Brigade],
        divisions: dict[str, Division],
        armies: dict[str, Army],
    ) -> None:
        self.pieces = pieces
        self.brigades = brigades
        self.divisions = divisions
        self.armies = armies
        self.number = {piece.id: number for number, piece in enumerate(pieces)}
        self.of_side = {
            side: tuple(n for n, piece in enumerate(pieces) if piece.side == side) for side in SIDES
        }
        self.brigades_of = {
            side: tuple(id for id, brigade in brigades.items() if brigade.side == side)
            for side in SIDES
        }
        self.cavalry = tuple(n for n, piece in enumerate(pieces) if piece.kind == CAVALRY)
        self.leaders = tuple(n for n, piece in enumerate(pieces) if piece.kind == LEADER)
        #: The leader with whom a brigade begins, by its slug.
        self.commander_of = {
            brigade.id: self.number[brigade.commander] for brigade in brigades.values()
        }
        #: The crew of a battery or wagon, by its number.
        self.crew_of = {
            self.number[piece.crew_of]: n for n, piece in enumerate(pieces) if piece.crew_of
        }

    @cached_property
    def of_brigade(self) -> dict[str, tuple[int, ...]]:
        """The combat units subordinate to each brigade's commander. [gbacw:2.0.14]"""
        return {
            brigade: tuple(
                n
                for n, piece in enumerate(self.pieces)
                if piece.brigade == brigade and piece.kind in COMBAT
            )
            for brigade in self.brigades
        }


def read_roster(text: str, name: str = "order_of_battle.toml") -> Roster:
    """The roster in the text of a file; DataError with every fault if it cannot be used."""
    book = read(text, OrderOfBattle, name, complaints)
    pieces: list[Piece] = []
    armies: dict[str, Army] = {}
    divisions: dict[str, Division] = {}
    brigades: dict[str, Brigade] = {}
    for side, force in ((UNION, book.union), (CONFEDERATE, book.confederate)):
        pieces += _pieces(side, force)
        armies |= {id: Army(id, a.title, side, a.part_of) for id, a in force.armies.items()}
        divisions |= {
            id: Division(id, d.title, side, d.army, d.limit) for id, d in force.divisions.items()
        }
        brigades |= {
            id: Brigade(id, side=side, **msgspec.structs.asdict(line))
            for id, line in force.brigades.items()
        }
    crews = [_crew(piece) for piece in pieces if piece.kind in (BATTERY, WAGON)]
    return Roster((*pieces, *crews), brigades, divisions, armies)


def _pieces(side: str, force: Force) -> list[Piece]:
    pieces: list[Piece] = []
    tables: dict[str, Mapping[str, PieceLine]] = {
        LEADER: force.leaders,
        INFANTRY: force.infantry,
        CAVALRY: force.cavalry,
        BATTERY: force.batteries,
        WAGON: force.wagons,
    }
    for kind, lines in tables.items():
        for id, line in lines.items():
            values = msgspec.structs.asdict(line)
            values["division"], values["army"] = force.place(line)
            if kind != LEADER:
                # A unit with no brigade commander is independent; wagons always are.
                # [gbacw:11.13] [gbacw:3.33]
                values["independent"] = not line.brigade
                values["morale"] = 0 if values["morale"] == "?" else values["morale"]
            if kind == BATTERY:
                values["strength"] = values.pop("guns")
                values["battery"] = values["battery"] or id
            pieces.append(Piece(id=id, side=side, kind=kind, **values))
    return pieces


def _crew(piece: Piece) -> Piece:
    """The crew of a battery or a wagon: it has a morale and a place of its own. [gbacw:15.1]"""
    return Piece(
        id=f"{piece.id}-crew",
        side=piece.side,
        kind=CREW,
        title=f"Crew of {piece.title}",
        label=f"{piece.label} crew",
        brigade=piece.brigade,
        division=piece.division,
        army=piece.army,
        morale=piece.morale,
        weapon=piece.weapon if piece.kind == WAGON else "",
        strength=1,
        independent=piece.independent,
        crew_of=piece.id,
        inferred=piece.inferred,
    )
