"""The two dice of the rules. [mckie:equip.dice]"""

from __future__ import annotations

from longroll.kernel.dice import Roll, Rolls

TEN = 10
#: The six faces of the average die. (MK-M14)
AVERAGE = (2, 3, 3, 4, 4, 5)


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
    sides = len(AVERAGE)
    _, score = dice.look_up(purpose, lambda side: AVERAGE[side - 1], sides=sides)
    return Roll(score, purpose, sides)
