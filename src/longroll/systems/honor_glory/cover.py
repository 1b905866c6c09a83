"""Cover: defence values and classes; read from data/cover.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

from longroll.board.datafile import Complaint
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.words import CoverClass, CoverKind


class _Ours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kinds: tuple[CoverKind, ...]


class CoverFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/cover.toml as it is written. [honor_glory:34.11]"""

    schema: Literal[1]
    source: str
    informal_up_to: int
    frontage: int
    bonus: dict[CoverClass, int]
    kinds: dict[CoverKind, int]
    bridges: dict[Literal["stone", "wooden", "pontoon"], int]
    glacis: dict[CoverKind, int]
    ours: _Ours


def complaints(file: CoverFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for kind in get_args(CoverKind):
        if kind != "none" and kind not in file.kinds:
            yield ("kinds",), f"no {kind}", "a value for every kind of cover"
    for kind, value in file.kinds.items():
        if value < 1:
            yield ("kinds", kind), f"a value of {value}", "1 or more"


COVER = load("cover.toml", CoverFile, complaints)


def class_of_value(value: int) -> CoverClass:
    """Informal up to 15 points, formal above; cover that is destroyed is none.
    [honor_glory:3.cover] [honor_glory:34.6] [honor_glory:34.7] [honor_glory:OP10.0a]

    >>> class_of_value(15), class_of_value(16), class_of_value(0)
    ('informal', 'formal', 'none')
    """
    if value <= 0:
        return "none"
    return "informal" if value <= COVER.informal_up_to else "formal"
