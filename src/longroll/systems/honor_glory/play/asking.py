"""Questions to a side, and those about one unit that are answered with a single word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.kernel.agenda import Ask
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import Side


class OfSide(Ask, frozen=True):
    """A question to a side."""

    side: Side

    asked: ClassVar[str] = ""

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return self.asked


class Word(Ask, frozen=True):
    """A question about a unit: each of its verbs is an answer, unless a rule bars it."""

    unit: str

    #: How the question is worded for the title of a unit.
    asked: ClassVar[str] = ""

    def asks(self, state: State) -> str:
        return state.units[self.unit].side

    def question(self, state: State) -> str:
        return self.asked.format(state.units[self.unit].title)

    def choices(self, state: State) -> list[Choice]:
        found = [Choice(verb) for verb in self.verbs]
        return [choice for choice in found if next(self.bars(state, choice), None) is None]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)
