"""The melee table and the penalties of initial contact; read from data/melee.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.systems.honor_glory.armies import Month
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.words import Struck

#: Level, uphill or downhill. [honor_glory:91.1]
Slope = Literal["L", "U", "D"]
SLOPES: tuple[Slope, ...] = ("L", "U", "D")


class _Prone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    contacted: int


class MeleeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/melee.toml as it is written."""

    schema: Literal[1]
    source: str
    automatic: int
    hit: int
    confederate_infantry: int
    slope: int
    push_back: int
    limber: int
    secure_flank: int
    fresh_enemy: int
    frontage: int
    from_1864: Month
    rows: dict[str, tuple[int, ...]]
    contact: dict[str, tuple[int, int, int, int, int]]
    struck: dict[Struck, int]
    prone: _Prone


def complaints(file: MeleeFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for name, row in file.rows.items():
        if len(row) not in (6, 9):
            yield (
                ("rows", name),
                f"{len(row)} figures",
                "six, or nine if it may attack formal cover",
            )


MELEE = load("melee.toml", MeleeFile, complaints)
#: The columns of the contact table.
CONTACTED = tuple(MELEE.contact)
#: [honor_glory:93.1] [honor_glory:93.2]
SECURE_FLANK = MELEE.secure_flank * CM
#: [honor_glory:96.1.3] [honor_glory:96.1.4a]
PUSH_BACK = MELEE.push_back * CM
#: [honor_glory:92.n0]
FRESH_ENEMY = MELEE.fresh_enemy * CM
