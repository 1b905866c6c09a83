"""The umpire's desk on a page."""

from __future__ import annotations

from longroll.display import Display
from longroll.display.facts import SystemTable
from longroll.display.preview import Preview
from longroll.kernel.decision import Choice
from longroll.systems.honor_glory.play.scenario import NAMES
from longroll.systems.honor_glory.umpire import preview, view
from longroll.systems.honor_glory.umpire.state import State


class UmpireDisplay(Display[State]):
    def table(self, scenario: str = "") -> SystemTable:
        return view.table_of(scenario or NAMES[0], self.system.slug, self.system.title)

    def preview(self, state: State, side: str, choice: Choice, fit: bool = False) -> Preview:
        return preview.preview(state, choice)
