"""The dice of the rules: D6, D10 and D20. [honor_glory:3.dice]"""

from __future__ import annotations

from longroll.kernel.dice import Roll, Rolls


def d6(dice: Rolls, purpose: str, at_most: int | None = None) -> Roll:
    """[honor_glory:2.d6]"""
    return dice.roll(purpose, 6, at_most)


def two_d6(dice: Rolls, purpose: str) -> tuple[Roll, Roll]:
    """Two six-sided dice, to be added: nothing but their sum matters. [honor_glory:2.d6]"""
    one, other = dice.look_up(purpose, lambda one, other: one + other, dice=2)[0]
    return one, other


def total(rolls: tuple[Roll, ...]) -> int:
    return sum(roll.value for roll in rolls)


def d10(dice: Rolls, purpose: str) -> Roll:
    """The ten-sided die reads 0 to 9: the face that other games call 10 is 0. [honor_glory:2.d10]

    >>> from longroll.kernel.dice import Scripted
    >>> [d10(Scripted([face]), "depth").value for face in (1, 9, 10)]
    [1, 9, 0]
    """
    roll = dice.roll(purpose, 10)
    return Roll(roll.value % 10, purpose, 10)


def d10_at_most(dice: Rolls, most: int, purpose: str) -> tuple[Roll, bool]:
    """A ten-sided die that matters only for whether it shows `most` or less."""
    rolls, low = dice.look_up(purpose, lambda face: face % 10 <= most, sides=10)
    return Roll(rolls[0].value % 10, purpose, 10), low


def d20(dice: Rolls, purpose: str, at_most: int | None = None) -> Roll:
    """[honor_glory:2.d20]"""
    return dice.roll(purpose, 20, at_most)


def may_be_done(dice: Rolls) -> tuple[Roll, bool]:
    """The umpire's die for what no rule covers: 1 to 3 is no, 4 to 6 is yes. [honor_glory:7.1]
    (HG-H73)"""
    roll = d6(dice, "a situation that no rule covers")
    return roll, roll.value > 3
