"""Choices as numbers.

An action is a word of the vocabulary of a scenario, if its verbs can be listed with all their
objects, or else a place in the list of choices that are not words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import prod

from longroll.kernel.decision import Choice
from longroll.kernel.system import system_named
from longroll.kernel.verbs import Kind

#: A form of a verb with more words than this is not listed; its choices are given by place.
MOST_WORDS = 20_000
#: Choices that are not words: the place of each in the list, up to this many.
PLACES = 1_024


#: Numbers in words go from 0 to this.
MOST_COUNTED = 30


class Vocabulary:
    """The actions of a scenario: words first, then places.

    >>> words = vocabulary("stockade_redan", "two-assaults")
    >>> words.number_of("to 1519") == words.words["to 1519"]
    True
    >>> words.size - len(words.words) == PLACES
    True
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = {word: number for number, word in enumerate(words)}
        self.size = len(self.words) + PLACES

    def number_of(self, choice: Choice | str) -> int | None:
        """The number of a choice that is a word."""
        return self.words.get(str(choice))

    def legal(self, choices: Sequence[Choice]) -> dict[int, Choice]:
        """The numbers of some choices. Beyond `PLACES` choices that are not words, the rest have
        no number."""
        found: dict[int, Choice] = {}
        place = len(self.words)
        for choice in choices:
            number = self.words.get(str(choice))
            if number is None:
                if place >= self.size:
                    continue
                number, place = place, place + 1
            found[number] = choice
        return found


@cache
def vocabulary(system: str, scenario: str) -> Vocabulary:
    """The vocabulary of a scenario, always in the same order."""
    rules = system_named(system)
    named = rules.nouns(scenario)
    nouns: dict[Kind, list[str]] = {kind: sorted(words) for kind, words in named.items()}
    nouns["direction"] = list(rules.directions)
    nouns["number"] = [str(number) for number in range(MOST_COUNTED + 1)]
    words: dict[str, None] = {}
    for verb in rules.verbs:
        kinds = [nouns.get(kind, []) for kind in verb.takes]
        # A kind without a list is open: points of a measured table, for example.
        if 0 < prod(map(len, kinds)) <= MOST_WORDS:
            for objects in product(*kinds):
                words[" ".join((verb.name, *objects))] = None
    return Vocabulary(list(words))
