"""Visibility: how far troops are seen, and when hidden ones must be placed."""

from __future__ import annotations

from typing import Literal

import msgspec

from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.words import FOOT, Arm

Hiding = Literal["formal", "informal", "dense_woods", "built_up", "light_woods", "gully"]


class _Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    outside: int
    inside: int | None = None


class VisibilityFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/visibility.toml as it is written."""

    schema: Literal[1]
    source: str
    usual: int
    from_higher: int
    hiding: dict[Hiding, _Limit]
    support: dict[str, int]


VISIBILITY = load("visibility.toml", VisibilityFile)


def farthest(
    hiding: Hiding | None = None,
    *,
    higher: bool = False,
    both_inside: bool = False,
    along: bool = False,
) -> int:
    """How far away a unit is seen, all round. `along`: on a road through it, or straight down the
    gully, where the usual limit holds.

    These limits decide when a hidden unit is placed; they do not keep anyone from firing at troops
    on the table. [honor_glory:14.2a] [honor_glory:14.2b] [honor_glory:14.2c] [honor_glory:14.2d]
    [honor_glory:14.2.formal] [honor_glory:14.2.informal] [honor_glory:14.2.dense1]
    [honor_glory:14.2.dense2] [honor_glory:14.2.dense3] [honor_glory:14.2.light1]
    [honor_glory:14.2.light2] [honor_glory:14.2.gully1] [honor_glory:14.2.gully2] (HG-H47)

    >>> farthest(), farthest("dense_woods"), farthest("dense_woods", both_inside=True)
    (15000, 1000, 500)
    """
    usual = VISIBILITY.from_higher if higher else VISIBILITY.usual
    if hiding is None or along:
        return usual * CM
    limit = VISIBILITY.hiding[hiding]
    if both_inside:
        return min(limit.inside or usual, usual) * CM
    return min(limit.outside, usual) * CM


def sees_past(viewer: Arm, friend: Arm, distance: Distance) -> bool:
    """Whether a supporting unit this close behind a friend is not hindered by it, and so may
    charge. Guns are never helped in this way. [honor_glory:14.2.sup0] [honor_glory:14.2.sup1]
    [honor_glory:14.2.sup2] [honor_glory:14.2.sup3] [honor_glory:14.2.sup4]"""
    if viewer not in (*FOOT, "cavalry") or friend not in (*FOOT, "cavalry"):
        return False
    behind = "infantry" if viewer in FOOT else "cavalry"
    ahead = "infantry" if friend in FOOT else "cavalry"
    return distance <= VISIBILITY.support[f"{behind}_{ahead}"] * CM


def must_be_placed(
    *, seen_from: Distance | None, limit: int, moved: bool = False, fired: bool = False
) -> bool:
    """Whether a unit that is not on the table has to be put there: it is seen, or it moved, or it
    fired; entering and leaving cover are moves. Nothing moves hidden but a flank march.
    [honor_glory:8.9n1] [honor_glory:8.9n2] [honor_glory:14.3a] [honor_glory:14.3b]
    [honor_glory:14.3c] [honor_glory:40.1]"""
    return moved or fired or (seen_from is not None and seen_from <= limit)
