"""Ammunition: running out of it, and the divisional wagon."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from longroll.systems.mckie.measure import Distance
from longroll.systems.mckie.weapons import FIRE


def runs_out(die: int, *, permanent_fortification: bool = False, long_siege: bool = False) -> bool:
    """Whether the firing die leaves a unit out of ammunition; what it fired still counts.

    Troops in permanent fortifications run out only in a very long siege.
    [mckie:ammo.1] [mckie:ammo.2] [mckie:ammo.5]
    """
    tests = long_siege or not permanent_fortification
    return tests and die == FIRE.ammunition.runs_out_on


class Wagon(msgspec.Struct, frozen=True):
    """Where the division's ammunition wagon stands at the end of a period's movement."""

    period: int
    distance: Distance


def may_replenish(ran_out_in: int, wagon: Wagon) -> bool:
    """Whether a unit draws ammunition: the wagon near enough, in a later period.
    [mckie:ammo.3] (MK-M19)

    >>> may_replenish(3, Wagon(4, 800)), may_replenish(3, Wagon(3, 100))
    (True, False)
    """
    return wagon.period > ran_out_in and wagon.distance <= FIRE.ammunition.wagon


class Resupply(msgspec.Struct, frozen=True):
    """The period at whose end the marker goes, and the first in which the unit fires again."""

    marker_off_after: int
    may_fire_from: int


def resupply(ran_out_in: int, wagons: Iterable[Wagon]) -> Resupply | None:
    """When a unit that ran out may fire again; None while no wagon has come.
    [mckie:ammo.3] [mckie:ammo.4] [mckie:ammo.6] (MK-M19)

    >>> resupply(3, [Wagon(4, 1500), Wagon(5, 500)])
    Resupply(marker_off_after=5, may_fire_from=6)
    """
    periods = [wagon.period for wagon in wagons if may_replenish(ran_out_in, wagon)]
    return Resupply(min(periods), min(periods) + 1) if periods else None
