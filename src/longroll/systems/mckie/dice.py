"""The two dice of the rules. [mckie:equip.dice]"""

from __future__ import annotations

from typing import Protocol

from longroll.kernel.dice import Roll

TEN = 10
#: The six faces of the average die. (MK-M14)
AVERAGE = (2, 3, 3, 4, 4, 5)


class Rolls(Protocol):
    """Whatever rolls dice: a battle's own, or the umpire who keeps the log of them."""

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll: ...


def ten_sided(dice: Rolls, purpose: str, at_most: int | None = None) -> Roll:
    """Roll the ten-sided die, which reads 1 to 10. [mckie:equip.dice] (MK-M13)"""
    return dice.roll(purpose, TEN, at_most)


def average_die(dice: Rolls, purpose: str) -> Roll:
    """Roll the average die: its value is the score, 2 to 5. [mckie:equip.dice] (MK-M14)

    >>> from longroll.kernel.dice import Scripted
    >>> dice = Scripted([1, 2, 3, 4, 5, 6])
    >>> [average_die(dice, "morale").value for _ in range(6)]
    [2, 3, 3, 4, 4, 5]
    """
    side = dice.roll(purpose, len(AVERAGE))
    return Roll(AVERAGE[side.value - 1], purpose, len(AVERAGE))
