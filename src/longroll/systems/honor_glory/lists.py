"""Appendices B and D: the commanders with their classes, and the battles of the war."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.words import SIDES, Class, Side


class CommanderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/commanders.toml as it is written. [honor_glory:B.union] [honor_glory:B.confed]"""

    schema: Literal[1]
    source: str
    usual: dict[str, str]
    union: dict[Class, tuple[str, ...]]
    confederate: dict[Class, tuple[str, ...]]

    def of(self, side: Side) -> dict[Class, tuple[str, ...]]:
        return self.union if side == "union" else self.confederate


def commander_complaints(file: CommanderFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for side in SIDES:
        names = [name for listed in file.of(side).values() for name in listed]
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield (side,), f"{name} has two classes", "each name once"
    printed = {name for side in SIDES for listed in file.of(side).values() for name in listed}
    for name in file.usual:
        if name not in printed:
            yield ("usual", name), "is not in the lists", "a name as printed"


_FILE = load("commanders.toml", CommanderFile, commander_complaints)
#: Each side's commanders by name, with their class; both spellings of a name are understood.
#: The text calls this list Appendix D in places. [honor_glory:1.commanders] [honor_glory:B.ref]
#: (HG-H2, HG-H11)
COMMANDERS: dict[Side, dict[str, Class]] = {
    side: {name: class_ for class_, names in _FILE.of(side).items() for name in names}
    for side in SIDES
}


def class_of_commander(side: Side, name: str) -> Class:
    """The class of a commander by his name. [honor_glory:27.3]

    >>> class_of_commander("union", "GRANT, Ulysses Simpson")
    'A'
    """
    listed = COMMANDERS[side]
    usual = {
        _FILE.usual[printed]: class_ for printed, class_ in listed.items() if printed in _FILE.usual
    }
    found = listed.get(name) or usual.get(name)
    if found is None:
        raise ValueError(f"{name!r} is not in the {side.title()} list of commanders")
    return found


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of the war, spelt as printed; `usual` has the usual spelling of what is not."""

    year: int
    date: str
    state: str
    name: str
    other: str = ""
    winner: str = ""
    loser: str = ""
    commanders: tuple[str, ...] = ()
    usual: dict[str, str] = {}
    note: str = ""


class Theatre(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[honor_glory:D.2]"""

    name: Literal["Eastern", "Western", "Lower Seaboard and Gulf", "Trans-Mississippi"]
    battles: tuple[Battle, ...]


class BattleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/battles.toml as it is written. [honor_glory:D.1]"""

    schema: Literal[1]
    source: str
    theatres: tuple[Theatre, ...]


def battle_complaints(file: BattleFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for place, theatre in enumerate(file.theatres):
        for battle in theatre.battles:
            if battle.loser and not battle.winner:
                where = ("theatres", place, "battles")
                yield where, f"{battle.name} has a loser but no winner", "a winner"


#: The book speaks of 291 battles and lists 290. [honor_glory:1.battles] (HG-H11)
THEATRES = load("battles.toml", BattleFile, battle_complaints).theatres


def battles_of(year: int) -> list[Battle]:
    """The battles of a year, theatre by theatre."""
    return [one for theatre in THEATRES for one in theatre.battles if one.year == year]
