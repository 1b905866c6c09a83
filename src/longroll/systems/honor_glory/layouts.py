"""Bases and formations: where each base of a unit stands; read from data/bases.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.words import FOOT, Arm, Formation, MoveType

Figures = Literal["6mm", "15mm", "28mm"]
BaseKind = Literal[
    "infantry",
    "cavalry",
    "deployed_gun",
    "horse_limber",
    "field_limber",
    "field_slow_limber",
    "wagon",
    "cinc",
    "corps",
    "division",
    "brigade",
    "unit",
]


class BasesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/bases.toml as it is written."""

    schema: Literal[1]
    source: str
    default: Figures
    sizes: dict[BaseKind, dict[Figures, tuple[int, int]]]
    layouts: dict[Literal["line", "column", "skirmish"], tuple[tuple[int, int], ...]]


def complaints(file: BasesFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for kind, sizes in file.sizes.items():
        if len(sizes) != 3:
            yield ("sizes", kind), f"{len(sizes)} sizes of figures", "three"
    for name, bases in file.layouts.items():
        if len(bases) != 4:  # [honor_glory:15.four]
            yield ("layouts", name), f"{len(bases)} bases", "four"


BASES = load("bases.toml", BasesFile, complaints)


class Placed(msgspec.Struct, frozen=True):
    """A base within its unit: how far right of the left end and behind the front, and its size."""

    right: int
    behind: int
    width: int
    depth: int


def base_kind(arm: Arm, formation: Formation, drawn: MoveType = "field") -> BaseKind:
    """The base that a unit stands on; a gun has one for action and one for the road.
    [honor_glory:5.art] [honor_glory:3.unit.2]"""
    if arm == "artillery" and formation == "deployed":
        return "deployed_gun"
    if arm in ("artillery", "team"):
        return f"{drawn}_limber"  # type: ignore[return-value]
    if arm == "wagon":
        return "wagon"
    if arm == "commander":
        return "brigade"
    return "infantry" if arm in FOOT else "cavalry"


def base_size(kind: BaseKind, figures: Figures = BASES.default) -> tuple[int, int]:
    """Frontage and depth of a base. [honor_glory:1.basing] [honor_glory:5.width]
    [honor_glory:5.table]

    >>> base_size("infantry"), base_size("cavalry", "28mm")
    ((400, 300), (600, 400))
    """
    return BASES.sizes[kind][figures]


def layout(
    arm: Arm, formation: Formation, drawn: MoveType = "field", figures: Figures = BASES.default
) -> tuple[Placed, ...]:
    """The bases of a unit, the first on the left or in front: four of a regiment, which always
    touch each other, and one of anything else. [honor_glory:1.level] [honor_glory:3.base]
    [honor_glory:3.unit.1] [honor_glory:3.unit.3] [honor_glory:15.four] [honor_glory:18.infline]
    [honor_glory:18.skirm] [honor_glory:18.infcol] [honor_glory:18.cavline]
    [honor_glory:18.cavcol] [honor_glory:19.1]"""
    width, depth = base_size(base_kind(arm, formation, drawn), figures)
    if formation == "line" or formation == "column" or formation == "skirmish":
        places = BASES.layouts[formation]
        return tuple(Placed(right * width, back * depth, width, depth) for right, back in places)
    return (Placed(0, 0, width, depth),)


def footprint(bases: tuple[Placed, ...]) -> tuple[int, int]:
    """Width and depth of a unit.

    >>> footprint(layout("infantry", "line")), footprint(layout("infantry", "skirmish"))
    ((1600, 300), (1600, 600))
    """
    width = max(base.right + base.width for base in bases)
    return width, max(base.behind + base.depth for base in bases)
