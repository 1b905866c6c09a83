"""Stockade Redan on a drawn table."""

from __future__ import annotations

from longroll.display import Display
from longroll.display.facts import SystemTable
from longroll.display.sight import Reach, Sight
from longroll.display.stakes import Stakes
from longroll.systems.stockade_redan import sight, stakes, table_facts
from longroll.systems.stockade_redan.state import State


class StockadeDisplay(Display[State]):
    def table(self, scenario: str = "") -> SystemTable:
        return table_facts.table_facts(self.system.slug, self.system.title)

    def sight(self, state: State, side: str, start: str, end: str) -> Sight:
        return sight.sight(state, side, start, end)

    def stakes(self, state: State) -> Stakes:
        return stakes.stakes(state)

    def reach(self, state: State, side: str, unit: str) -> Reach:
        return sight.reach(state, side, unit)
