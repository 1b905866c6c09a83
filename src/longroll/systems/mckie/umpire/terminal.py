"""The umpire's desk in a terminal."""

from __future__ import annotations

from longroll.miniatures.umpire.terminal import DeskTerminal
from longroll.systems.mckie.umpire import view
from longroll.systems.mckie.umpire.state import State


class UmpireTerminal(DeskTerminal[State]):
    legend = "Roster: short name, unit, quality, figures left of those it began with, formation."

    def headline(self, facts: view.Facts) -> str:
        return view.headline(facts)

    def describe(self, facts: view.Facts, word: str) -> list[str]:
        return view.describe(facts, word)

    def gloss(self, facts: view.Facts, word: str) -> str:
        return view.gloss(facts, word)
