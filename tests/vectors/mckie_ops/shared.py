"""What the operations of the McKie vectors have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.kernel.errors import OutOfDice
from longroll.systems.mckie.dice import AVERAGE, TEN
from longroll.systems.mckie.words import (
    Arm,
    Attack,
    Cover,
    Formation,
    Ground,
    Order,
    Quality,
    Side,
    State,
    Struck,
    Weapon,
)
from tests.vectors.runner import Key, Operations, optional, required


class Scores(Scripted):
    """Dice given by their scores: a number that the average die shows stands for its face."""

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        if sides != len(AVERAGE):
            return super().face(index, sides, at_most)
        if index < len(self.faces) and self.faces[index] not in AVERAGE:
            raise OutOfDice(
                f"die {index + 1} of the script is {self.faces[index]}: not on an average die"
            )
        super().face(index, TEN, at_most)
        return AVERAGE.index(self.faces[index]) + 1

    def copy(self) -> Scores:
        twin = Scores(self.faces)
        twin.rolled = self.rolled
        return twin


OPERATIONS = Operations(Scores)
operation = OPERATIONS.operation

SIDES = get_args(Side)
ARMS = get_args(Arm)
QUALITIES = get_args(Quality)
FORMATIONS = get_args(Formation)
WEAPONS = get_args(Weapon)
COVERS = get_args(Cover)
GROUNDS = get_args(Ground)
ATTACKS = get_args(Attack)
PLACES_STRUCK = get_args(Struck)
STATES = get_args(State)
ORDERS = get_args(Order)

NO = optional(False, bool)
COUNT = required(int)
#: A distance in inches, whole or not.
INCHES = required(int, float)


def one_of(words: tuple[str, ...]) -> Key:
    """A key that is always given, one of those words."""
    return required(*words)


def maybe(words: tuple[str, ...], default: str | None = None) -> Key:
    """A key that may be left out, else one of those words."""
    return optional(default, *words)


class Around(Scores):
    """The dice of a vector among dice of the adapter's own, which are rolled before and after."""

    def __init__(self, before: Sequence[int], asked: Sequence[int], after: Sequence[int]) -> None:
        super().__init__((*before, *asked, *after))
        self.before, self.asked = len(before), len(asked)

    @property
    def left(self) -> tuple[int, ...]:
        """Of the vector's dice those that were not rolled."""
        return self.faces[max(self.rolled, self.before) : self.before + self.asked]

    def copy(self) -> Around:
        twin = Around((), (), ())
        twin.faces, twin.rolled = self.faces, self.rolled
        twin.before, twin.asked = self.before, self.asked
        return twin


def spend(dice: Scripted, battle: Battle) -> None:
    """Note in a vector's script which of its dice a battle has rolled."""
    used = battle.dice
    assert isinstance(used, Around)
    dice.rolled += used.asked - len(used.left)
