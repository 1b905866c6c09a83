"""Honor & Glory on a drawn table."""

from __future__ import annotations

from longroll.board.table import Footprint, spot
from longroll.board.table.bases import covering
from longroll.board.table.places import Point
from longroll.display import Display
from longroll.display.facts import SystemTable
from longroll.display.preview import Preview
from longroll.display.sight import Bar, Reach, Sight
from longroll.display.stakes import Stakes
from longroll.kernel.decision import Choice
from longroll.miniatures import picking, ruler
from longroll.systems.honor_glory.play.scenario import NAMES, scenario_named
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.table import fog, previews, stakes, view
from longroll.systems.honor_glory.table.table_facts import table_facts

_BLOCKS = "honor_glory:14.1c"
_RULES = dict.fromkeys(("depth", "terrain", "crest", "troops"), _BLOCKS)


class HonorGloryDisplay(Display[State]):
    def table(self, scenario: str = "") -> SystemTable:
        played = scenario_named(scenario or NAMES[0])
        return table_facts(played, self.system.slug, self.system.title)

    def sight(self, state: State, side: str, start: str, end: str) -> Sight:
        """The line between two places; its length only if it may be measured.
        [honor_glory:6.3]"""

        def commander(word: str) -> Footprint | None:
            one = state.commanders.get(word)
            if one is None or view.where(state, one) is None:
                return None
            bases = view.body_of_commander(state, word).bases
            return covering([tuple(spot(Point(*at)) for at in base) for base in bases])

        found = ruler.sight(state, start, end, commander, _RULES)
        if previews.measures(state):
            return found
        why = "distances are measured only after the declaration"
        bars = (*found.bars, Bar("honor_glory:6.3", why))
        return Sight(found.clear, found.line, bars)

    def reach(self, state: State, side: str, unit: str) -> Reach:
        seen = fog.as_seen(state, side)
        orders = [self.system.offer(seen, order) for order in picking.orders_of(seen, side, unit)]
        return Reach({}, {}, prospect=previews.prospect(seen, unit), orders=tuple(orders))

    def stakes(self, state: State) -> Stakes:
        return stakes.stakes(state)

    def preview(self, state: State, side: str, choice: Choice, fit: bool = False) -> Preview:
        return previews.preview(fog.as_seen(state, side), side, choice, fit)
