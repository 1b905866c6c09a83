"""Entries are words. Here they are read, and words that make no sense are refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NoReturn, TypeVar

import msgspec

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll
from longroll.systems.mckie.dice import AVERAGE, TEN
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.umpire import steps
from longroll.systems.mckie.umpire.state import State

T = TypeVar("T")

_INCHES = re.compile(r"\d{1,3}(\.\d{1,2})?")
_NUMBER = re.compile(r"\d{1,4}")


class Untimely(Refusal, frozen=True):
    """An entry that belongs to another step of the period."""

    step: str


def untimely(what: str, step: str) -> Untimely:
    """
    >>> str(untimely("fire", "firing"))
    'fire belongs to step 8, firing [mckie:period.8]'
    """
    title = steps.BY_SLUG[step].title.lower()
    why = f"{what} belongs to step {steps.number(step)}, {title}"
    return Untimely(steps.BY_SLUG[step].rule, why, step)


class Barred(Exception):
    """An entry that is not allowed, with every rule that bars it."""

    def __init__(self, *refusals: Refusal) -> None:
        self.refusals = refusals
        super().__init__("; ".join(map(str, refusals)))


class Words:
    """The words of an entry, taken from the front; `rule` is the rule named in refusals."""

    def __init__(self, words: Iterable[str], rule: str) -> None:
        self._words = list(words)
        self.rule = rule
        self.dice: tuple[str, ...] = ()
        for mark in ("die", "dice"):
            if mark in self._words:
                place = self._words.index(mark)
                self.dice = tuple(self._words[place + 1 :])
                del self._words[place:]
                if not self.dice:
                    self.refuse(f"no number after {mark}")

    def __bool__(self) -> bool:
        return bool(self._words)

    @property
    def next(self) -> str:
        """The next word, still to be taken; nothing at the end."""
        return self._words[0] if self._words else ""

    def refuse(self, why: str, rule: str = "") -> NoReturn:
        raise Barred(Refusal(rule or self.rule, why))

    def take(self, what: str) -> str:
        if not self._words:
            self.refuse(f"{what} is missing")
        return self._words.pop(0)

    def take_if(self, word: str) -> bool:
        if self.next != word:
            return False
        self._words.pop(0)
        return True

    def number(self, what: str, least: int = 0, most: int = 9999) -> int:
        word = self.take(what)
        if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
            self.refuse(f"{what} must be a number from {least} to {most}, not {word!r}")
        return int(word)

    def inches(self, what: str) -> int:
        """A distance in hundredths of an inch."""
        word = self.take(what)
        if not _INCHES.fullmatch(word):
            self.refuse(f"{what} must be in inches with at most two decimals, not {word!r}")
        whole, _, part = word.partition(".")
        return int(whole) * INCH + int(f"{part:0<2}")

    def one_of(self, known: Sequence[T], what: str) -> T:
        word = self.take(what)
        found = next((one for one in known if one == word), None)
        if found is None:
            self.refuse(f"{what} must be one of {', '.join(map(str, known))}, not {word!r}")
        return found

    def unit(self, state: State, what: str, *, this_step: bool = False) -> str:
        """A unit on the table; with `this_step` one that was there when the step began will do."""
        id = self.take(what)
        if id not in state.units:
            self.refuse(f"{what}: there is no unit {id!r}")
        unit = state.units[id]
        if unit.place == "reserve":
            self.refuse(f"{unit.title} arrives only in period {unit.arrives}", "mckie:deploy.1")
        if unit.place == "gone" and not (this_step and id in state.before):
            self.refuse(f"{unit.title} is gone: {unit.fate}", "mckie:rem.strength")
        return id

    def end(self) -> None:
        """Refuse words that are left over."""
        if self._words:
            self.refuse(f"{self._words[0]!r} makes no sense here")

    def unknown(self, known: Collection[str]) -> NoReturn:
        self.refuse(f"{self.next!r} is not a word of this entry; its words are {', '.join(known)}")

    # Dice that the players rolled

    def thrown(self, *kinds: str) -> tuple[int, ...]:
        """Their dice, one for each of these kinds (`ten` or `average`), or none at all."""
        if not self.dice:
            return ()
        if len(self.dice) != len(kinds):
            self.refuse(
                f"{len(self.dice)} dice were given, but {len(kinds)} are rolled", "mckie:equip.dice"
            )
        return tuple(self._die(word, kind) for word, kind in zip(self.dice, kinds, strict=True))

    def _die(self, word: str, kind: str) -> int:
        faces = range(1, TEN + 1) if kind == "ten" else AVERAGE
        if not _NUMBER.fullmatch(word) or int(word) not in faces:
            named = "ten-sided die reads 1 to 10" if kind == "ten" else "average die reads 2 to 5"
            self.refuse(f"the {named}, not {word}", "mckie:equip.dice")
        return int(word)


class Hand(Umpire):
    """An umpire that uses the dice that the players rolled, and rolls the rest itself.

    Only what it rolls itself is chance of the battle: a die the players give is in the entry.
    """

    __slots__ = ("_thrown", "_umpire")

    def __init__(self, umpire: Umpire, thrown: Sequence[int] = ()) -> None:
        self.dice, self.events = umpire.dice, umpire.events
        self.faces, self.sides = umpire.faces, umpire.sides
        self._umpire = umpire
        self._thrown = list(thrown)

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        if not self._thrown:
            return self._umpire.roll(purpose, sides, at_most)
        value = self._thrown.pop(0)
        # The average die is given by its score, but rolled by its side.
        return Roll(value if sides == TEN else AVERAGE.index(value) + 1, purpose, sides)


class Entry(msgspec.Struct, frozen=True):
    """What every entry has once it is read: the dice that were given with it."""

    thrown: tuple[int, ...]
