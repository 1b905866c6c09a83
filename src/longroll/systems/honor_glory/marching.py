"""Marches that test a unit: forced marches, pursuit, and surrender."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Rolls
from longroll.systems.honor_glory.morale import Test, basic
from longroll.systems.honor_glory.rates import forced_march_rate
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.words import REGIMENTS

#: What a failed test of a forced march costs. [honor_glory:51.4]
FATIGUE = 1


# Forced marches


def bars_to_forced_march(unit: Troops) -> Iterator[Refusal]:
    """[honor_glory:51.0b] [honor_glory:51.0d] [honor_glory:51.1]"""
    if unit.arm not in REGIMENTS:
        yield Refusal("honor_glory:51.0b", "only infantry and cavalry make forced marches")
    if unit.formation != "column":
        yield Refusal("honor_glory:51.0d", "a forced march is made in column of march")


class ForcedMarch(msgspec.Struct, frozen=True):
    """The tests of a forced march, the unit after them, and how far it may go."""

    tests: tuple[Test, ...]
    unit: Troops
    distance: int


def forced_march(unit: Troops, marches: int, dice: Rolls, *, road: bool = False) -> ForcedMarch:
    """So many activations of forced march: a BASIC test for each before the unit moves, and a
    point lost for each that fails. It may not charge in that turn.
    [honor_glory:51.0a] [honor_glory:51.0c] [honor_glory:51.2] [honor_glory:51.3]
    [honor_glory:51.4] [honor_glory:13.move.8]"""
    tests: list[Test] = []
    for _ in range(marches):
        if unit.mp == 0:
            break
        test = basic(unit, dice)
        tests.append(test)
        if not test.passed:
            unit = unit.after_loss(FATIGUE)
    return ForcedMarch(tuple(tests), unit, marches * forced_march_rate(unit.arm, road=road))


# Pursuit


class Control(msgspec.Struct, frozen=True):
    """The test of a unit whose enemy has left the melee: a failure makes it pursue for a turn."""

    test: Test

    @property
    def must_pursue(self) -> bool:
        """[honor_glory:92.2] [honor_glory:92.3]"""
        return not self.test.passed


def control(unit: Troops, dice: Rolls) -> Control:
    """Taken at once, in whichever side's turn it is; a unit that has taken cover from the enemy
    takes none. [honor_glory:13.pursuit.1] [honor_glory:13.pursuit.2] [honor_glory:92.0]
    [honor_glory:92.1] [honor_glory:98.7] [honor_glory:96.1.6a]"""
    return Control(basic(unit, dice))


# Surrender


def fights_on(unit: Troops, dice: Rolls) -> Test:
    """The BASIC test of a formed unit in a hopeless position whose player does not surrender: if
    it passes it fights on until it is next activated, if it fails it surrenders.
    [honor_glory:20.3] [honor_glory:20.4] [honor_glory:20.5]"""
    return basic(unit, dice)
