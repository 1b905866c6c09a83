"""What fire leaves around it: the danger zone of canister, and smoke."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.miniatures.measure import Distance
from longroll.systems.mckie.fire.weapons import FIRE, Weapon

# Canister


def fires_canister(weapon: Weapon, distance: Distance, *, solid_shot: bool = False) -> bool:
    """Whether guns use canister at this range. [mckie:fire.canister.1] [mckie:fire.canister.3]"""
    return weapon.is_artillery and distance <= FIRE.canister and not solid_shot


def split_casualties(
    target: str, friends_in_zone: Sequence[str], figures: int, *, canister: bool = True
) -> dict[str, int]:
    """Figures lost by the target and by friends in the danger zone: half each, an odd figure by
    the enemy. Friends share their half evenly, and the first named take the remainder.
    [mckie:fire.canister.2] [mckie:fire.canister.3] (MK-M24)

    >>> split_casualties("E", ["F1", "F2"], 7)
    {'E': 4, 'F1': 2, 'F2': 1}
    """
    if len({target, *friends_in_zone}) != 1 + len(friends_in_zone):
        raise ValueError("a unit is named twice among target and friends")
    friendly = figures // 2 if canister and friends_in_zone else 0
    lost = {target: figures - friendly}
    for place, friend in enumerate(friends_in_zone):
        each, over = divmod(friendly, len(friends_in_zone))
        lost[friend] = each + (place < over)
    return lost


# Smoke


def smoke_hangs(fired_in: int, period: int) -> bool:
    """Whether smoke from firing in one period hinders fire in another: only in the next period, so
    fire of the same step is not affected. [mckie:vis.smoke.1] [mckie:vis.smoke.2] (MK-M27)

    >>> [smoke_hangs(3, period) for period in (3, 4, 5)]
    [False, True, False]
    """
    return 0 < period - fired_in <= FIRE.smoke.periods
