"""Scenarios: the table, the armies and how long they fight; read from data/scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from longroll.board.datafile import Complaint
from longroll.board.table import Table, read_table
from longroll.miniatures.amounts import Id, Length, Title
from longroll.miniatures.victory import Objective
from longroll.systems.honor_glory.armies import Month, band
from longroll.systems.honor_glory.datafile import load
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

NAMES = ("hedge-lane",)
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
    at: Place
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
    armies: dict[Side, Army]
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


@cache
def scenario_named(name: str) -> Scenario:
    file = load(f"scenarios/{name}.toml", ScenarioFile, complaints)
    folder = files("longroll.systems.honor_glory") / "data" / "scenarios"
    table = (folder / f"{name}.table.toml").read_text(encoding="utf-8")
    return Scenario(name, file, read_table(table, f"{name}.table.toml"))
