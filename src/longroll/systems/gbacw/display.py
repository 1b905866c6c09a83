"""A battle of the series on a drawn table."""

from __future__ import annotations

from typing import TypeVar

from longroll.display import Display
from longroll.display.facts import SystemTable
from longroll.display.sight import Reach, Sight
from longroll.display.stakes import Stakes
from longroll.systems.gbacw import sight_facts, table_facts
from longroll.systems.gbacw.state import State

S = TypeVar("S", bound=State)


class SeriesDisplay(Display[S]):
    def table(self, scenario: str = "") -> SystemTable:
        system = self.system
        return table_facts.table_facts(system.state.game, system.slug, system.title)

    def sight(self, state: S, side: str, start: str, end: str) -> Sight:
        return sight_facts.line_of_sight(self.system.as_seen(state, side), start, end)

    def reach(self, state: S, side: str, unit: str) -> Reach:
        return sight_facts.reach(self.system.as_seen(state, side), unit)

    def stakes(self, state: S) -> Stakes | None:
        return state.game.rules.stakes(state)
