"""The umpire's desk in a terminal."""

from __future__ import annotations

from longroll.miniatures.umpire import roster
from longroll.miniatures.umpire.terminal import DeskTerminal
from longroll.systems.honor_glory.umpire import view
from longroll.systems.honor_glory.umpire.state import State


class UmpireTerminal(DeskTerminal[State]):
    legend = (
        "Roster: short name, unit, class, morale points left of those it began with, formation."
    )

    def headline(self, facts: view.Facts) -> str:
        notes = " | ".join(f"{note.label}: {note.value}" for note in facts.notes)
        return f"{facts.when} | {notes}"

    def describe(self, facts: view.Facts, word: str) -> list[str]:
        leader = facts.leaders.get(word)
        return roster.describe(facts, word) or ([leader] if leader else [])

    def gloss(self, facts: view.Facts, word: str) -> str:
        titles = {row.id: row.title for row in roster.roster(facts)}
        return titles.get(word, facts.leaders.get(word, "").partition(",")[0])
