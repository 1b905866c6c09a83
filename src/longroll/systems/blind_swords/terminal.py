"""A battle of the series in a terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from longroll.display import Terminal
from longroll.systems.blind_swords import drawing
from longroll.systems.blind_swords.state import State

S = TypeVar("S", bound=State)


class SeriesTerminal(Terminal[S]):
    legend = drawing.LEGEND
    styles: Mapping[str, str] = drawing.STYLES

    def draw(self, facts: Any, around: str = "", radius: int = 0, lit: Collection[str] = ()) -> str:
        return drawing.draw(self.system.state.game, facts, around, radius, lit)

    def headline(self, facts: Any) -> str:
        return drawing.headline(facts)

    def describe(self, facts: Any, word: str) -> list[str]:
        return drawing.describe(self.system.state.game, facts, word)

    def gloss(self, facts: Any, word: str) -> str:
        return drawing.gloss(self.system.state.game, facts, word)
