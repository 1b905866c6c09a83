"""The Casualty Table, read from data/casualties.toml; it is used for both fire and melee.

Its values are counted in whole tenths of a figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.systems.mckie.datafile import load

#: How the file writes a cell that is n/a. [mckie:cas.na]
NOT_APPLICABLE = -1


class CasualtyTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/casualties.toml as it is written. [mckie:cas.table]"""

    schema: Literal[1]
    source: str
    columns: tuple[int, ...]
    rows: dict[int, tuple[int, ...]]


TABLE = load("casualties.toml", CasualtyTable)
_LOWEST, _HIGHEST = min(TABLE.rows), max(TABLE.rows)
_CELLS = {
    (factor, column): None if tenths == NOT_APPLICABLE else tenths
    for factor, row in TABLE.rows.items()
    for column, tenths in zip(TABLE.columns, row, strict=True)
}


class Casualties(msgspec.Struct, frozen=True):
    """What a value of the table says: losses that are certain, and the chance of one more."""

    tenths: int
    definite: int
    chance: int

    def lost(self, die: int) -> int:
        """Figures lost with this score of the ten-sided die. [mckie:cas.read] (MK-M13)"""
        return self.definite + (die <= self.chance)


def cell(factor: int, column: int) -> int | None:
    """One cell of the table in tenths; None if it is n/a. [mckie:cas.table] [mckie:cas.na]

    >>> cell(8, 30), cell(-2, 4), cell(0, 3), cell(19, 1)
    (48, 1, None, 4)
    """
    return _CELLS[max(_LOWEST, min(factor, _HIGHEST)), column]


def columns_of(number: int) -> Iterator[int]:
    """The columns that make up a number, largest first. [mckie:cas.combine] (MK-M8)

    >>> list(columns_of(32)), list(columns_of(16)), list(columns_of(75))
    ([30, 2], [10, 6], [30, 30, 10, 5])
    """
    for column in reversed(TABLE.columns):
        while column <= number:
            yield column
            number -= column


def table_value(factor: int, number: int) -> int:
    """The tenths that this many figures or guns inflict at a final factor.

    Columns are added up largest first; a cell that is n/a adds nothing.
    [mckie:cas.table] [mckie:cas.combine] [mckie:cas.na]

    >>> table_value(6, 16), table_value(8, 32), table_value(1, 2)
    (19, 51, 0)
    """
    return sum(cell(factor, column) or 0 for column in columns_of(number))


def read_tenths(tenths: int) -> Casualties:
    """Whole figures are certain; the tenths left over are the chance of one more. [mckie:cas.read]

    >>> read_tenths(19).lost(9), read_tenths(19).lost(10)
    (2, 1)
    """
    return Casualties(tenths, *divmod(tenths, 10))
