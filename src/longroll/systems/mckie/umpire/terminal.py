"""The umpire's desk in a terminal."""

from __future__ import annotations

from collections.abc import Collection

from longroll.display import Terminal
from longroll.miniatures.umpire import roster
from longroll.systems.mckie.umpire import view
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import SIDES


class UmpireTerminal(Terminal[State]):
    legend = "Roster: short name, unit, quality, figures left of those it began with, formation."

    def draw(
        self, facts: view.Facts, around: str = "", radius: int = 0, lit: Collection[str] = ()
    ) -> str:
        if around and not self.describe(facts, around):
            raise ValueError(f"there is no unit {around!r}")
        return roster.draw(facts, SIDES)

    def headline(self, facts: view.Facts) -> str:
        return view.headline(facts)

    def describe(self, facts: view.Facts, word: str) -> list[str]:
        return view.describe(facts, word)

    def gloss(self, facts: view.Facts, word: str) -> str:
        return view.gloss(facts, word)
