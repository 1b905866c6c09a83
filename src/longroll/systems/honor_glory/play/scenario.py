"""Scenarios: the table, the armies and how long they fight; read from data/scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from longroll.board.datafile import Complaint, read
from longroll.board.table import Table, read_table
from longroll.kernel.system import Beside, is_own, slug_of
from longroll.miniatures import scenarios
from longroll.miniatures.amounts import Id, Length, Title
from longroll.miniatures.scenarios import Shelf, parts_of
from longroll.miniatures.victory import Objective
from longroll.systems.honor_glory.armies import Month, band
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import (
    SIDES,
    Arm,
    Class,
    CoverKind,
    Formation,
    MoveType,
    Rank,
    Side,
    Weapon,
)

#: A place in centimetres and a heading in degrees.
Place = tuple[
    Annotated[float, Meta(ge=0, le=2_000)],
    Annotated[float, Meta(ge=0, le=2_000)],
    Annotated[float, Meta(ge=0, lt=360)],
]


Edge = Literal["north", "south"]


class UnitEntry(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}
):
    """A unit of an army."""

    id: Id
    title: Title
    arm: Arm
    formation: Formation
    class_: Class
    #: None if its player lays it out. [honor_glory:8.9]
    at: Place | None = None
    men: Annotated[int, Meta(ge=1, le=2_000)] | None = None
    weapon: Weapon | None = None
    gun: Id = ""
    drawn: MoveType = "field"
    #: Infantry that builds bridges. [honor_glory:104.2.a]
    engineers: bool = False


class CommanderEntry(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"class_": "class", "unit": "with"},
):
    """A commander, and the unit he is with at first."""

    id: Id
    title: Title
    rank: Rank
    class_: Class
    unit: Id


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The troops of a side; `edge` is its own edge of the table, north or south."""

    edge: Edge
    units: tuple[UnitEntry, ...]
    commanders: tuple[CommanderEntry, ...]


class Ford(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ford that is agreed on, and who may use it. [honor_glory:49.0a]"""

    river: Title
    at: tuple[Length, Length]
    troops: Literal["foot", "all"] = "all"


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it is written."""

    schema: Literal[1]
    source: str
    title: Title
    date: Month
    turns: Annotated[int, Meta(ge=1, le=100)]
    #: The place that decides the battle if neither army is broken in time.
    objective: Objective
    #: The file of its table.
    table: Title
    armies: dict[Side, Army]
    #: Whether it is a battle of history: then nobody chooses a table side, and terrain stays.
    #: [honor_glory:8.5] [honor_glory:36.2]
    historical: bool = True
    #: The side that defends, and lays out all its units first. [honor_glory:8.9b]
    defender: Side | None = None
    #: What was agreed about pieces of terrain, by name: the cover they are, and how many units a
    #: building holds if not one. [honor_glory:8.4] [honor_glory:34.10]
    cover: dict[Title, CoverKind] = {}
    holds: dict[Title, Annotated[int, Meta(ge=1, le=20)]] = {}
    #: Fords of rivers that have any, and rivers that are fast or tidal. [honor_glory:8.3]
    fords: tuple[Ford, ...] = ()
    fast: tuple[Title, ...] = ()


def complaints(file: ScenarioFile) -> Iterator[Complaint]:
    """What the types do not say."""
    try:
        band(file.date)
    except ValueError as error:
        yield ("date",), str(error), "a month such as 1863-07"
    if set(file.armies) != set(SIDES):
        yield ("armies",), "not both armies", "a Union and a Confederate army"
    ids = [unit.id for army in file.armies.values() for unit in army.units]
    for side, army in file.armies.items():
        where = ("armies", side)
        for unit in army.units:
            if ids.count(unit.id) > 1:
                yield where, f"two units are called {unit.id}", "an id of its own"
            if unit.arm == "artillery":
                try:
                    gun_named(unit.gun)
                except ValueError as error:
                    yield where, f"{unit.id}: {error}", "a gun of the list"
        own = [unit.id for unit in army.units]
        if [one.rank for one in army.commanders].count("cinc") != 1:  # [honor_glory:31.2]
            yield where, "not one commander-in-chief", "exactly one"
        for one in army.commanders:
            if one.unit not in own:
                yield where, f"{one.id} is with {one.unit!r}", "a unit of his army"


class Scenario(msgspec.Struct, frozen=True):
    """A scenario that can be played."""

    name: str
    file: ScenarioFile
    table: Table


SHELF = Shelf(files("longroll.systems.honor_glory") / "data" / "scenarios")


# Bounded, because players may bring any number of their own.
@lru_cache(maxsize=64)
def scenario_named(name: str) -> Scenario:
    """A scenario by its slug or its text, with its table."""
    text, table = parts_of(name) if is_own(name) else (SHELF.text(f"{name}.toml"), None)
    file = read(text, ScenarioFile, f"{slug_of(name)}.toml", complaints)
    found = SHELF.table(file.table) if table is None else read_table(table, file.table)
    return Scenario(slug_of(name), file, _with_barricades(found, file.cover))


#: The level of a barrier that was agreed to be a barricade or the like. [honor_glory:47.5]
BARRICADE = 1
_BARRICADES: tuple[CoverKind, ...] = ("barricade", "chevaux_de_frise")


def _with_barricades(table: Table, agreed: Mapping[str, CoverKind]) -> Table:
    """A table whose barriers say which of them are barricades."""
    pieces = tuple(
        replace(one, level=BARRICADE)
        if one.layer == "barrier" and agreed.get(one.name) in _BARRICADES
        else one
        for one in table.pieces
    )
    return replace(table, pieces=pieces)


def own_scenario(name: str, text: str, beside: Beside) -> str:
    """A scenario of a player's own, as the one text that names it."""
    return scenarios.own_scenario(SHELF, name, text, beside, _read_for)


def _read_for(text: str, name: str, table: Table) -> ScenarioFile:
    """The scenario in a text, which also fits its table; DataError names every fault."""

    def further(file: ScenarioFile) -> Iterator[Complaint]:
        yield from complaints(file)
        places = [
            (("armies", side), unit.id, unit.at and unit.at[:2])
            for side, army in file.armies.items()
            for unit in army.units
        ]
        goal = (("objective",), file.objective.name, file.objective.at)
        yield from scenarios.place_faults([*places, goal], table)
        names = {piece.name for piece in table.pieces}
        for piece in (*file.cover, *file.holds, *file.fast, *(one.river for one in file.fords)):
            if piece not in names:
                yield ("table",), f"the table has no {piece!r}", "the name of a piece of it"

    return read(text, ScenarioFile, name, further)


NAMES = tuple(sorted(SHELF.names, key=lambda name: name != "hedge-lane"))
