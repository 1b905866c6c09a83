"""McKie's rules on a drawn table."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.display import Display
from longroll.display.facts import SystemTable
from longroll.display.preview import Preview
from longroll.display.sight import Reach, Sight
from longroll.display.stakes import Stakes
from longroll.kernel.decision import Choice
from longroll.miniatures import picking
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.scenarios import table_facts
from longroll.systems.mckie.scenarios.scenario import NAMES, scenario_named
from longroll.systems.mckie.table import previewing, prospects, stakes
from longroll.systems.mckie.table.state import State


class McKieDisplay(Display[State]):
    def table(self, scenario: str = "") -> SystemTable:
        name = scenario or NAMES[0]
        return table_facts.table_facts(scenario_named(name), self.system.slug, self.system.title)

    def sight(self, state: State, side: str, start: str, end: str) -> Sight:
        return prospects.sight(fog.as_seen(state, side), start, end)

    def reach(self, state: State, side: str, unit: str) -> Reach:
        seen = fog.as_seen(state, side)
        found = Reach({}, {}) if unit in seen.blinds else prospects.reach(seen, unit)
        orders = [self.system.offer(seen, order) for order in picking.orders_of(seen, side, unit)]
        return replace(found, orders=tuple(orders))

    def stakes(self, state: State) -> Stakes:
        return stakes.stakes(state)

    def preview(self, state: State, side: str, choice: Choice, fit: bool = False) -> Preview:
        return previewing.preview(fog.as_seen(state, side), side, choice, fit)
