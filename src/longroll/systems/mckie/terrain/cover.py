"""What cover is worth to fire, melee and morale; read from data/cover.toml."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from longroll.systems.mckie import words
from longroll.systems.mckie.datafile import load


class Cover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of cover, each number with its rule.

    `fire` counts for fire at the troops there, `melee` for their opponents, `morale` for the troops
    themselves; `rest`: weapons can be rested on it. (MK-M7)
    """

    fire: int = 0
    fire_rule: str = ""
    melee: int = 0
    melee_rule: str = ""
    morale: int = 0
    rest: bool = False


class CoverFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/cover.toml as it is written."""

    schema: Literal[1]
    source: str
    cover: dict[words.Cover, Cover]


COVERS = load("cover.toml", CoverFile).cover
assert set(COVERS) == set(get_args(words.Cover))


def cover_effect(cover: words.Cover) -> Cover:
    """What a kind of cover is worth.
    [mckie:fire.factor.cover] [mckie:fire.factor.prepared] [mckie:dig.3]

    >>> wall = cover_effect("wall")
    >>> wall.fire, wall.melee, wall.morale, wall.rest
    (-2, -1, 1, True)
    """
    return COVERS[cover]
