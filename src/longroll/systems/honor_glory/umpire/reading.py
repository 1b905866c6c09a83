"""How the words and dice of these rules are read. The rest is the layer's."""

from __future__ import annotations

from typing import Any, ClassVar, get_args

import msgspec

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Roll, Sides
from longroll.miniatures.umpire import reading
from longroll.miniatures.umpire.reading import Barred as Barred
from longroll.miniatures.umpire.reading import Die
from longroll.miniatures.umpire.reading import Entry as Entry
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.words import CoverClass

#: How much command bonus may come from afar, by OP14. [honor_glory:OP14.0a]
_MOST_HELP = 20


class Words(reading.Words):
    """Words with dice that are named: `dice d20 4 d6 2 two 9 d10 0`; `two` are two dice, added.
    [honor_glory:3.dice]"""

    dice_kinds: ClassVar = {
        "d6": Die(tuple(range(1, 7)), "D6 reads 1 to 6"),
        "d10": Die(tuple(range(10)), "D10 reads 0 to 9"),
        "d20": Die(tuple(range(1, 21)), "D20 reads 1 to 20"),
        "two": Die(tuple(range(2, 13)), "sum of two dice is 2 to 12"),
    }
    measure = "centimetres"
    of_dice = "honor_glory:3.dice"
    of_arrivals = "honor_glory:48.0a"
    of_losses = "honor_glory:22.3"

    def rolled(self) -> tuple[int, ...]:
        """The dice of the players: the sides of each and the face it shows."""
        given = self.dice
        if len(given) % 2:
            self.refuse("name each die before its score: dice d20 4 d6 2", self.of_dice)
        found: list[int] = []
        for kind, word in zip(given[::2], given[1::2], strict=True):
            if kind not in self.dice_kinds:
                known = ", ".join(self.dice_kinds)
                self.refuse(f"{kind!r} is not a die; the dice are {known}", self.of_dice)
            score = self._die(word, kind)
            if kind == "two":
                one = max(1, score - 6)
                found += (6, one, 6, score - one)
            else:
                found += (int(kind[1:]), score or 10)
        return tuple(found)


class Hand(reading.Hand):
    """An umpire that uses the dice of the players, each kind in its order, and rolls the rest."""

    __slots__ = ("_kinds",)

    def __init__(self, umpire: Umpire, thrown: tuple[int, ...] = ()) -> None:
        super().__init__(umpire)
        self._kinds: dict[int, list[int]] = {}
        for sides, face in zip(thrown[::2], thrown[1::2], strict=True):
            self._kinds.setdefault(sides, []).append(face)

    def was_given(self, sides: Sides | None = None) -> bool:
        return any(self._kinds.get(each) for each in sides or self._kinds)

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        if self._kinds.get(sides):
            return Roll(self._kinds[sides].pop(0), purpose, sides)
        return super().roll(purpose, sides, at_most)


# What players say of a unit's place


class Where(msgspec.Struct, frozen=True):
    """The cover of a unit, and what commanders add from afar by OP14."""

    cover: CoverClass = "none"
    help: int = 0


COVERS: tuple[CoverClass, ...] = get_args(CoverClass)
_VALUES: dict[CoverClass, int] = {
    "none": 0,
    "informal": COVER.informal_up_to,
    "formal": COVER.informal_up_to + 1,
}


def troops(state: Any, id: str, where: Where) -> Troops:
    """A unit as the rules look at it, in the cover that the players see. [honor_glory:34.5]"""
    return field.troops_of(state, id, defence_value=_VALUES[where.cover] or None, remote=where.help)


def read_cover(words: Words) -> CoverClass:
    return words.one_of(COVERS, "the class of the cover")


def read_help(state: Any, words: Words) -> int:
    if not state.options.extended_command:
        words.refuse("the option extended_command is off", "honor_glory:OP14.0a")
    return words.number("what commanders add from afar", 1, _MOST_HELP)
