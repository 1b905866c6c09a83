"""Ammunition: running out of it, and the divisional wagon."""

from __future__ import annotations

import msgspec

from longroll.miniatures.measure import Distance
from longroll.systems.mckie.fire.weapons import FIRE


def runs_out(die: int, *, permanent_fortification: bool = False, long_siege: bool = False) -> bool:
    """Whether the firing die leaves a unit out of ammunition; its fire still counts.

    Troops in permanent fortifications run out only in a very long siege.
    [mckie:ammo.1] [mckie:ammo.2] [mckie:ammo.5]
    """
    tests = long_siege or not permanent_fortification
    return tests and die == FIRE.ammunition.runs_out_on


class Wagon(msgspec.Struct, frozen=True):
    """Where the division's ammunition wagon is at the end of a period's movement."""

    period: int
    distance: Distance


def may_replenish(ran_out_in: int, wagon: Wagon) -> bool:
    """Whether a unit replenishes its ammunition: the wagon must be near enough, in a later period.
    [mckie:ammo.3] (MK-M19)

    >>> may_replenish(3, Wagon(4, 800)), may_replenish(3, Wagon(3, 100))
    (True, False)
    """
    return wagon.period > ran_out_in and wagon.distance <= FIRE.ammunition.wagon
