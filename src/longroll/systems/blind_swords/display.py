"""A battle of the series on a drawn table."""

from __future__ import annotations

from typing import TypeVar

from longroll.display import Display
from longroll.display.facts import SystemTable
from longroll.display.sight import Reach, Sight
from longroll.display.stakes import Stakes
from longroll.systems.blind_swords import sight_facts, table_facts
from longroll.systems.blind_swords.state import State

S = TypeVar("S", bound=State)


class SeriesDisplay(Display[S]):
    def table(self, scenario: str = "") -> SystemTable:
        system = self.system
        game = system.state.game
        name = scenario or next(iter(system.scenarios))
        setting = game.setting(name, system.options())
        return table_facts.table_facts(game, setting, system.slug, system.title)

    def sight(self, state: S, side: str, start: str, end: str) -> Sight:
        return sight_facts.line_of_sight(state, start, end)

    def reach(self, state: S, side: str, unit: str) -> Reach:
        return sight_facts.reach(state, unit)

    def stakes(self, state: S) -> Stakes | None:
        return state.game.rules.stakes(state)
