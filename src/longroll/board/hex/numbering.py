"""Printed hex numbers: CCRR, two digits of column and two of row."""

import re
from collections.abc import Iterable
from itertools import groupby
from sys import intern
from typing import Annotated, TypeAlias

from longroll.kernel.naming import name_of

Hex: TypeAlias = Annotated[str, name_of("hex")]
"""A printed hex number, e.g. "1519": column 15, row 19."""

_NUMBER = re.compile(r"[0-9]{4}")
_RANGE = re.compile(r"([0-9]{4})-([0-9]{4})")


def number(column: int, row: int) -> Hex:
    """The hex of a column and a row.

    >>> number(9, 4)
    '0904'
    """
    # One object per hex: a dictionary finds an identical key without comparing its characters.
    return intern(f"{column:02}{row:02}")


def column_and_row(hex: Hex) -> tuple[int, int]:
    """The column and the row of a hex; ValueError if it is not a hex number.

    >>> column_and_row("0904")
    (9, 4)
    """
    if not _NUMBER.fullmatch(hex):
        raise ValueError(f"{hex!r} is not a hex number")
    return int(hex[:2]), int(hex[2:])


def expand(text: str) -> tuple[Hex, ...]:
    """The hexes of one number or of one range down a column; ValueError if it is neither.

    >>> expand("1018-1020")
    ('1018', '1019', '1020')
    """
    if _NUMBER.fullmatch(text):
        return (text,)
    ends = _RANGE.fullmatch(text)
    if not ends:
        raise ValueError(f"{text!r} is neither a hex number nor a range of them")
    (column, first), (last_column, last) = map(column_and_row, ends.groups())
    if column != last_column or last < first:
        raise ValueError(f"{text!r} does not run down one column")
    return tuple(number(column, row) for row in range(first, last + 1))


def compress(hexes: Iterable[Hex]) -> tuple[str, ...]:
    """The shortest list of numbers and ranges that expands to these hexes, in number order.

    >>> compress(["1020", "1018", "1019", "1219"])
    ('1018-1020', '1219')
    """
    pairs = sorted({column_and_row(hex) for hex in hexes})
    ranges = []
    # Consecutive rows of a column keep the same difference from their index in the list.
    for _, run in groupby(enumerate(pairs), lambda item: (item[1][0], item[1][1] - item[0])):
        whole = [number(*pair) for _, pair in run]
        ranges.append(whole[0] if len(whole) == 1 else f"{whole[0]}-{whole[-1]}")
    return tuple(ranges)
