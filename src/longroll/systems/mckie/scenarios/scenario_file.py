"""What a scenario file says: armies, commanders, zones, what is to be won. [mckie:victory.none]

docs/how-to-make-a-miniatures-scenario.md explains how to write one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from longroll.board.table.places import INCH
from longroll.miniatures.amounts import Degrees, Few, Id, Many, NameList, Period, Title
from longroll.miniatures.victory import Objective, Victory
from longroll.systems.mckie.amounts import Figures, Inches, Men, Pieces
from longroll.systems.mckie.army.units import STANDS, StandKind
from longroll.systems.mckie.command.generals import Role
from longroll.systems.mckie.fire.weapons import Weapon
from longroll.systems.mckie.orders.rules import Written
from longroll.systems.mckie.words import Arm, Formation, Quality, Side


class Troops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a scenario: figures, or models for guns and wagons; where it begins, in inches."""

    id: Id
    title: Title
    side: Side
    arm: Arm
    quality: Quality
    formation: Formation
    weapon: Id = ""
    repeating: bool = False
    figures: Figures = 0
    models: Figures = 0
    #: The real guns of a gunboat, whose figures are its crew, and whether it is an ironclad.
    #: [mckie:opt.gunboat.1] [mckie:opt.gunboat.3]
    guns: Pieces = 0
    ironclad: bool = False
    #: Frontage and depth of its bases in inches, if they are its own. [mckie:base.optional]
    base: tuple[Inches, Inches] | None = None
    division: Id = ""
    at: tuple[Inches, Inches] | None = None
    heading: Degrees = 0
    #: The period in which it arrives, and where; 0 means from the start.
    arrives: Period = 0
    enters: tuple[Inches, Inches] | None = None


class Levy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A brigade in men, or a battery or a train in pieces, that is mustered by the book.

    It becomes as many units as its strength makes, or those of `split`: ID, or ID1, ID2 and so
    on. `at` has a place for each. [mckie:unit.scaling] [mckie:unit.split]
    """

    id: Id
    title: Title
    side: Side
    arm: Arm
    quality: Title
    formation: Formation
    weapon: Id = ""
    repeating: bool = False
    men: Men = 0
    pieces: Pieces = 0
    split: Annotated[tuple[Figures, ...], Few] = ()
    base: tuple[Inches, Inches] | None = None
    division: Id = ""
    at: tuple[tuple[Inches, Inches], ...] = ()
    heading: Degrees = 0
    arrives: Period = 0
    enters: tuple[Inches, Inches] | None = None


class Commander(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A general of a scenario. `ratings` overrides the printed ones. [mckie:gen.rate.3]"""

    id: Id
    title: Title
    side: Side
    role: Role
    name: Title = ""
    ratings: Id = ""
    divisions: NameList = ()
    superior: Id = ""
    at: tuple[Inches, Inches] | None = None
    arrives: Period = 0
    enters: tuple[Inches, Inches] | None = None
    orders: Annotated[tuple[Written, ...], Few] = ()


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a side deploys: within this many inches of an edge."""

    edge: Literal["north", "south", "east", "west"]
    depth: Inches


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as it is written."""

    schema: Literal[1]
    source: str
    title: str
    about: str
    table: str
    periods: Period
    begins: str
    deployment: dict[Side, Zone]
    commanders: Annotated[tuple[Commander, ...], Many]
    #: Units as they are, and brigades in men that are mustered after them.
    troops: Annotated[tuple[Troops, ...], Many] = ()
    brigades: Annotated[tuple[Levy, ...], Many] = ()
    objectives: Annotated[tuple[Objective, ...], Many] = ()
    #: Base sizes and weapons of its own, beside those of the book. [mckie:base.optional]
    #: [mckie:wpn.extend]
    bases: dict[str, tuple[Inches, Inches]] = {}
    weapons: Annotated[dict[Id, Weapon], Many] = {}
    #: The first whose conditions are all met decides; before the objectives.
    victory: Annotated[tuple[Victory, ...], Many] = ()
    #: How far troops can be seen in the open. [mckie:hidden.umpire.2] [mckie:hidden.umpire.3]
    sight: Inches = 48
    #: The works on its table are permanent fortifications, and whether the siege is a very long
    #: one. [mckie:ammo.5]
    permanent_works: bool = False
    long_siege: bool = False
    #: The options it is usually played with.
    options: Annotated[dict[Id, bool | int | Id], Few] = {}


def sizes_of(bases: Mapping[str, tuple[float, float]]) -> dict[StandKind, tuple[int, int]]:
    """Base sizes in hundredths, from inches."""
    return {
        kind: (round(bases[kind][0] * INCH), round(bases[kind][1] * INCH))
        for kind in STANDS
        if kind in bases
    }
