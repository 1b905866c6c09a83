"""Stockade Redan in a terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from longroll.display import Terminal
from longroll.systems.stockade_redan import drawing, wording
from longroll.systems.stockade_redan.state import State


class StockadeTerminal(Terminal[State]):
    legend = drawing.LEGEND
    styles: Mapping[str, str] = drawing.STYLES

    def draw(self, facts: Any, around: str = "", radius: int = 0, lit: Collection[str] = ()) -> str:
        return drawing.draw(facts, around, radius, lit)

    def headline(self, facts: Any) -> str:
        return wording.headline(facts)

    def describe(self, facts: Any, word: str) -> list[str]:
        return wording.describe(facts, word)

    def gloss(self, facts: Any, word: str) -> str:
        return wording.gloss(facts, word)
