"""Fire at a charging unit, at one that passes, and in support of a neighbour: OP11 and OP12."""

from __future__ import annotations

from typing import Literal

import msgspec

from longroll.kernel.dice import Rolls
from longroll.systems.honor_glory.fire import Aim, Shot, aim_gun, aim_small_arms, shoot
from longroll.systems.honor_glory.fire_tables import FIRE, LETTERED, band_of, nearest_row
from longroll.systems.honor_glory.measure import CM, Distance, whole_cm
from longroll.systems.honor_glory.morale import FiringRange, Test, basic, take
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.weapons import gun_named

Reason = Literal["charged", "opportune", "support"]
#: What a failed BASIC test costs the firer. [honor_glory:OP11.2] [honor_glory:OP12.2]
FAILED_BASIC = 1


class ChargeFire(msgspec.Struct, frozen=True):
    """Fire out of sequence: the tests, the shot if there was one, and the firer after them."""

    basic: Test | None
    range_test: Test | None
    range: FiringRange | None
    shot: Shot | None
    firer: Troops


def firing_range(action: str, firer: Troops, came_within_effective: bool) -> FiringRange:
    """The range that the result of a test gives. A target that never came within effective range
    is fired at at extreme range. [honor_glory:63.3a] [honor_glory:63.3c] [honor_glory:OP11.3b]
    [honor_glory:OP12.3b]"""
    found: FiringRange = action  # type: ignore[assignment]
    if firer.arm == "artillery" or came_within_effective:
        return found
    further: dict[FiringRange, FiringRange] = {"E": "X", "E_bare": "X_bare"}
    return further.get(found, found)


def aim_at(range: FiringRange, firer: Troops, target: Troops) -> Aim:
    """A shot at one of the ranges of the result table, whatever the real distance is.
    [honor_glory:63.3a] [honor_glory:63.3b] [honor_glory:63.3c] [honor_glory:85.3]
    [honor_glory:103.fri.pass] [honor_glory:103.fra.pass] (HG-H6, HG-H51, HG-H52)"""
    letter, _, word = range.partition("_")
    bare = word == "bare"
    if firer.arm == "artillery":
        row = LETTERED.get(letter) or nearest_row(gun_named(firer.gun))
        return aim_gun(firer, target, row, bare=bare)
    band = FIRE.small_arms.effective if letter == "E" else FIRE.small_arms.extreme
    return aim_small_arms(firer, target, band, bare=bare)


def fire_out_of_sequence(
    reason: Reason,
    firer: Troops,
    target: Troops,
    dice: Rolls,
    *,
    came_within_effective: bool = True,
) -> ChargeFire:
    """A unit that has passed its receiving test, or one that fires by OP11 or OP12 and must first
    pass a BASIC test. The shot is taken now or not at all.

    [honor_glory:13.fire.5] [honor_glory:54.5] [honor_glory:63.0a] [honor_glory:63.1]
    [honor_glory:63.2a] [honor_glory:63.2b] [honor_glory:63.4] [honor_glory:85.2]
    [honor_glory:OP11.1] [honor_glory:OP11.2] [honor_glory:OP11.3a] [honor_glory:OP12.1a]
    [honor_glory:OP12.1b] [honor_glory:OP12.2] [honor_glory:OP12.3a] (HG-H28)
    """
    nerve: Test | None = None
    if reason != "charged":
        nerve = basic(firer, dice)
        if not nerve.passed:
            return ChargeFire(nerve, None, None, None, firer.after_loss(FAILED_BASIC))
    test = take("firing_range", firer, dice)
    assert test is not None
    within = came_within_effective or reason == "charged"
    found = firing_range(test.action, firer, within)
    shot = shoot(firer, target, aim_at(found, firer, target), dice)
    return ChargeFire(nerve, test, found, shot, firer)


def passes_in_range(firer: Troops, distance: Distance) -> bool:
    """Whether an enemy that crosses a unit's front comes near enough to be fired at by the way.
    [honor_glory:OP11.0]"""
    if firer.arm == "artillery":
        return firer.formation == "deployed" and distance <= OPTIONS.limits.opportune_guns * CM
    return firer.weapon is not None and band_of(firer.weapon, whole_cm(distance)) is not None


def is_effective_at(firer: Troops, distance: Distance) -> bool:
    """Whether a target at this distance is within effective range of small arms."""
    return firer.weapon is not None and band_of(firer.weapon, whole_cm(distance)) == 1
