"""McKie's rules in a terminal."""

from __future__ import annotations

from collections.abc import Collection

from longroll.display import Terminal
from longroll.miniatures import drawing
from longroll.systems.mckie.table import view, wording
from longroll.systems.mckie.table.state import State


class McKieTerminal(Terminal[State]):
    legend = drawing.LEGEND
    styles = drawing.STYLES

    def draw(
        self, facts: view.Facts, around: str = "", radius: int = 0, lit: Collection[str] = ()
    ) -> str:
        file = facts.battle.file
        sides: dict[str, str] = {one.id: one.side for one in file.troops}
        sides |= {one.id: one.side for one in file.commanders}
        return drawing.draw(facts.battle.table, sides, facts, around, radius, lit)

    def headline(self, facts: view.Facts) -> str:
        return wording.headline(facts)

    def describe(self, facts: view.Facts, word: str) -> list[str]:
        return wording.describe(facts.battle, facts, word)

    def gloss(self, facts: view.Facts, word: str) -> str:
        return wording.gloss(facts.battle, facts, word)
