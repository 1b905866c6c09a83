"""Choices and refusals: what may be chosen, and why the rest may not."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

import msgspec


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

    >>> print(Refusal("stockade_redan:10.4.2", "no bridge lies in ditch 1619"))
    no bridge lies in ditch 1619 [stockade_redan:10.4.2]
    """

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]"


class Closed(NamedTuple):
    """Places that a rule closes all at once; `why` has a blank {place}."""

    places: Collection[str]
    rule: str
    why: str

    def bars(self, place: str) -> Iterator[Refusal]:
        """The refusal for one of the places.

        >>> swamp = Closed({"3418"}, "gbacw:5.12", "guns cannot enter the swamp in {place}")
        >>> [refusal.why for refusal in swamp.bars("3418")], list(swamp.bars("3417"))
        (['guns cannot enter the swamp in 3418'], [])
        """
        if place in self.places:
            yield Refusal(self.rule, self.why.format(place=place))


def bare(choice: Choice, rule: str) -> Iterator[Refusal]:
    """Refuse objects of a verb that takes none.

    >>> [refusal.why for refusal in bare(Choice("done", ("3",)), "gbacw:4.0.2")]
    ["'done' takes no arguments"]
    """
    if choice.objects:
        yield Refusal(rule, f"{choice.verb!r} takes no arguments")
