"""One battle of the series: its map, roster, charts and chits, and the rules it adds.

The series rules ask `Game.rules` wherever an exclusive rule may say otherwise. [blind_swords:1.2.1]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from longroll.board.hex import Grid, Hex
from longroll.kernel.decision import choice
from longroll.kernel.hooks import combined
from longroll.systems.blind_swords.charts import Charts
from longroll.systems.blind_swords.chits import Chits
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.roster import Name, Roster
from longroll.systems.blind_swords.scenario import Scenario
from longroll.systems.blind_swords.sides import ENEMY, SIDES, Side
from longroll.systems.blind_swords.terrain import Field


class Game:
    """What never changes in a battle."""

    def __init__(
        self,
        field: Field,
        roster: Roster,
        charts: Charts,
        chits: Chits,
        *,
        home: dict[Side, int],
        setting: Callable[[str, Any], Scenario],
    ) -> None:
        self.field = field
        self.map = field.map
        self.grid: Grid = field.grid
        self.roster = roster
        self.charts = charts
        self.chits = chits
        self.sides = SIDES
        self.enemy: dict[str, str] = {side: ENEMY[side] for side in SIDES}
        #: The direction in which each side retreats, 0 (north) to 5. [blind_swords:12.3.1]
        self.home = home
        #: The scenario by its name and the options of the battle.
        self.setting = setting
        #: What exclusive rules answer at each hook.
        self.rules: Rules[Any] = Rules()
        #: How each counter is called in events.
        self.names = tuple(Name(piece.id, piece.title) for piece in roster.pieces)
        #: The choice that takes each counter in hand, and that of a step to each hex.
        self.moves = tuple(choice("move", piece.id) for piece in roster.pieces)
        #: The hexes between the first and last columns of a scenario, once it was played.
        self._playable: dict[tuple[int, int], frozenset[Hex]] = {}
        self.steps = {hex: choice("to", hex) for hex in self.grid.hexes}

    def register(self, rules: Iterable[Rules[Any]]) -> None:
        """Take up the rules of the battle, asked in this order."""
        self.rules = combined(Rules, rules)

    def in_play(self, scenario: Scenario, hex: Hex) -> bool:
        """Whether a hex is in the columns of a scenario."""
        return hex in self.playable(scenario)

    def playable(self, scenario: Scenario) -> frozenset[Hex]:
        """Every hex in the columns of a scenario."""
        columns = scenario.columns
        if columns not in self._playable:
            first, last = columns
            self._playable[columns] = frozenset(
                [one for one in self.grid.hexes if first <= int(one[:2]) <= last]
            )
        return self._playable[columns]
