"""The battle's charts and chits in the forms of the series, and small tables of its own."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint, read
from longroll.systems.blind_swords.charts import read_charts
from longroll.systems.blind_swords.chits import read_chits
from longroll.systems.blind_swords.marks import Mark
from longroll.systems.blind_swords.sides import Side
from longroll.systems.blind_swords.tables import DICE, one_each

BayouEntry = Literal["enters", "choice", "barred"]
Patterson = Literal["stays", "moved", "destroyed"]
Repair = Literal["repaired", "damaged"]


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Game Turn, a hex, a point and a level stand for. [chickasaw_bayou:2.9.1]"""

    minutes: int
    yards: int
    men: int
    feet: int


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of its markers the battle has. [chickasaw_bayou:2.1a.17]"""

    pioneers: int
    pontoon_bridges: int


class BayouTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    die: dict[int, BayouEntry]


class PattersonTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    die: dict[int, Patterson]


class RepairTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    die: dict[int, Repair]


class Trench(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Trench adds to the Cohesion Rating of each side. [chickasaw_bayou:2.10d.2]"""

    mark: Mark
    confederate: int
    union: int

    def cohesion(self, side: Side) -> int:
        return self.union if side == "union" else self.confederate


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    scale: Scale
    counts: Counts
    bayou_entry: BayouTable
    patterson: PattersonTable
    repair: RepairTable
    trench: Trench


def read_tables(text: str, name: str = "tables.toml") -> Tables:
    """The tables in the text of a file; DataError with every fault."""
    return read(text, Tables, name, _complaints)


def _complaints(file: Tables) -> Iterator[Complaint]:
    for table in ("bayou_entry", "patterson", "repair"):
        yield from one_each((table, "die"), getattr(file, table).die, DICE)


def read_text(name: str) -> str:
    """A data file of this package."""
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")


CHARTS = read_charts(read_text("charts.toml"))
CHITS = read_chits(read_text("chits.toml"))
TABLES = read_tables(read_text("tables.toml"))
