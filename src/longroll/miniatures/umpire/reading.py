"""Entries are words. Here they are read, and words that make no sense are refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeVar

import msgspec

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import H, Roll, Sides, each_of
from longroll.miniatures.measure import read_length
from longroll.miniatures.state import State

T = TypeVar("T")

_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


class Untimely(Refusal, frozen=True):
    """An entry that belongs to another step of the sequence."""

    step: str


class Barred(Exception):
    """An entry that is not allowed, with every rule that bars it."""

    def __init__(self, *refusals: Refusal) -> None:
        self.refusals = refusals
        super().__init__("; ".join(map(str, refusals)))


class Die(NamedTuple):
    """A die that players roll: its scores, and what it reads, in words."""

    scores: tuple[int, ...]
    reads: str


class Words:
    """The words of an entry, taken from the front; `rule` is the rule named in refusals.

    A rulebook says which dice it has, and the rules by which units and dice are refused.
    """

    dice_kinds: ClassVar[Mapping[str, Die]]
    #: The unit of measure in words, and the rules for dice, units still to come and units lost.
    measure: ClassVar[str]
    of_dice: ClassVar[str]
    of_arrivals: ClassVar[str]
    of_losses: ClassVar[str]

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

    def length(self, what: str) -> int:
        """A distance in hundredths of the unit of measure."""
        word = self.take(what)
        found = read_length(word)
        if found is None:
            wanted = f"in {self.measure} with at most two decimals"
            self.refuse(f"{what} must be {wanted}, not {word!r}")
        return found

    def one_of(self, known: Sequence[T], what: str) -> T:
        word = self.take(what)
        found = next((one for one in known if one == word), None)
        if found is None:
            self.refuse(f"{what} must be one of {', '.join(map(str, known))}, not {word!r}")
        return found

    def unit(self, state: State[Any, Any], what: str, *, this_step: bool = False) -> str:
        """A unit on the table; with `this_step` one that was there when the step began will do."""
        id = self.take(what)
        if id not in state.units:
            self.refuse(f"{what}: there is no unit {id!r}")
        unit = state.units[id]
        if unit.place == "reserve":
            self.refuse(f"{unit.title} arrives only in period {unit.arrives}", self.of_arrivals)
        if unit.place == "gone" and not (this_step and self.was_there(state, id)):
            self.refuse(f"{unit.title} is gone: {unit.fate}", self.of_losses)
        return id

    def was_there(self, state: State[Any, Any], id: str) -> bool:
        """Whether a unit that is gone was there when the step began."""
        return False

    def end(self) -> None:
        """Refuse words that are left over."""
        if self._words:
            self.refuse(f"{self._words[0]!r} makes no sense here")

    def unknown(self, known: Collection[str]) -> NoReturn:
        self.refuse(f"{self.next!r} is not a word of this entry; its words are {', '.join(known)}")

    # Dice that the players rolled

    def thrown(self, *kinds: str) -> tuple[int, ...]:
        """Their dice, one for each of these kinds, or none at all."""
        if not self.dice:
            return ()
        if len(self.dice) != len(kinds):
            self.refuse(
                f"{len(self.dice)} dice were given, but {len(kinds)} are rolled", self.of_dice
            )
        return tuple(self._die(word, kind) for word, kind in zip(self.dice, kinds, strict=True))

    def _die(self, word: str, kind: str) -> int:
        die = self.dice_kinds[kind]
        if not _NUMBER.fullmatch(word) or int(word) not in die.scores:
            self.refuse(f"the {die.reads}, not {word}", self.of_dice)
        return int(word)


class Hand(Umpire):
    """An umpire that uses the dice that the players rolled, and rolls the rest itself.

    Only what it rolls itself is chance of the battle: a die the players give is in the entry.
    `face` is the face that shows a score on a die of so many sides.
    """

    __slots__ = ("_face", "_thrown", "_umpire")

    def __init__(
        self,
        umpire: Umpire,
        thrown: Sequence[int] = (),
        face: Callable[[int, int], int] = lambda score, sides: score,
    ) -> None:
        self.dice, self.events = umpire.dice, umpire.events
        self.faces, self.sides = umpire.faces, umpire.sides
        self._umpire = umpire
        self._thrown = list(thrown)
        self._face = face

    def was_given(self, sides: Sides | None = None) -> bool:
        """Whether the players gave any dice that are not used yet, of these kinds or at all."""
        return bool(self._thrown)

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        if not self._thrown:
            return self._umpire.roll(purpose, sides, at_most)
        return Roll(self._face(self._thrown.pop(0), sides), purpose, sides)

    def look_up(
        self, purpose: str, meaning: Callable[..., H], dice: int = 1, sides: int | Sides = 6
    ) -> tuple[tuple[Roll, ...], H]:
        if self.was_given(each_of(dice, sides)):
            return super().look_up(purpose, meaning, dice, sides)
        return self._umpire.look_up(purpose, meaning, dice, sides)

    def settle(
        self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], aside: bool
    ) -> Any:
        if self.was_given():
            return super().settle(rule, args, kwargs, aside)
        return self._umpire.settle(rule, args, kwargs, aside)


class Entry(msgspec.Struct, frozen=True):
    """What every entry has once it is read: the dice that were given with it."""

    thrown: tuple[int, ...]
