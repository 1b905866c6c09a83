"""Choices and refusals: what may be chosen, and why the rest may not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import filterfalse
from typing import Generic, NamedTuple, TypeVar

import msgspec

T = TypeVar("T")


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing that may be chosen. Its text is its notation: a verb and its objects.

    >>> str(Choice("move", ("13us-a", "2211")))
    'move 13us-a 2211'
    """

    verb: str
    objects: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.objects))

    @property
    def object(self) -> str:
        """The first object, or nothing.

        >>> Choice("move", ("13us-a", "2211")).object
        '13us-a'
        """
        return self.objects[0] if self.objects else ""


@cache
def choice(verb: str, *objects: str) -> Choice:
    """The one shared Choice of these words, so that lists of choices cost no new objects.

    >>> choice("fire", "1519") is choice("fire", "1519")
    True
    """
    return Choice(verb, objects)


def read_choice(text: str) -> Choice:
    """The Choice written as `text`; any words will do, the rules judge them later.

    >>> str(read_choice(" move  13us-a "))
    'move 13us-a'
    """
    verb, *objects = text.split() or [""]
    return Choice(verb, tuple(objects))


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """A rule that bars something, and why, in a plain sentence.

    >>> print(Refusal("stockade_redan:10.4.2", "there is no bridge in ditch 1619"))
    there is no bridge in ditch 1619 [stockade_redan:10.4.2]
    """

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]"


class Closed(NamedTuple, Generic[T]):
    """Hexes, units or the like that a rule closes all at once, so that one function gives the list
    of what is open and the refusal of what is not. `why` has a blank {place}, or makes the words.
    """

    places: Collection[T]
    rule: str
    why: str | Callable[[T], str]

    def bars(self, place: T) -> Iterator[Refusal]:
        """The refusal for one of the places.

        >>> swamp = Closed({"3418"}, "gbacw:5.12", "guns cannot enter the swamp in {place}")
        >>> [refusal.why for refusal in swamp.bars("3418")], list(swamp.bars("3417"))
        (['guns cannot enter the swamp in 3418'], [])
        """
        if place in self.places:
            why = self.why
            told = why.format(place=place) if isinstance(why, str) else why(place)
            yield Refusal(self.rule, told)


def still_open(among: list[T], closures: Iterable[Closed[T]]) -> list[T]:
    """Those that nothing closes. `among` is sifted as closures are found, so that whatever gives
    them asks its later and dearer questions of those that are left only.

    >>> still_open([1, 2, 3], [Closed((2, 5), "a:1", "{place} is even")])
    [1, 3]
    """
    for closed in closures:
        among[:] = filterfalse(closed.places.__contains__, among)
        if not among:
            break
    return among


def barred_by(place: T, closures: Iterable[Closed[T]]) -> Iterator[Refusal]:
    """The refusal of one place by everything that closes it."""
    for closed in closures:
        yield from closed.bars(place)


def bare(choice: Choice, rule: str) -> Iterator[Refusal]:
    """Refuse objects of a verb that takes none.

    >>> [refusal.why for refusal in bare(Choice("done", ("3",)), "gbacw:4.0.2")]
    ["'done' takes no arguments"]
    """
    if choice.objects:
        yield Refusal(rule, f"{choice.verb!r} takes no arguments")
