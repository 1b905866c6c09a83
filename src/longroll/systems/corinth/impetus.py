"""29.6 The force of the first attack: Union units come back to order by dice only.

What it does to the dice of melee stands with them, in `melee_checks`. [corinth:29.62]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import ARMY, UNION

if TYPE_CHECKING:
    from longroll.systems.gbacw.state import State

#: The last Game-Turn on which routed Union units need a die. [corinth:29.61.1]
LAST_RALLY = 5


class Impetus(Game):
    """It holds in every scenario. [corinth:30.6]"""

    def rally_by_die(self, state: State, unit: int) -> str:
        """[corinth:29.61.1] [corinth:29.61.2]"""
        if state.side_of(unit) == UNION and 1 <= state.turn <= LAST_RALLY:
            return "corinth:29.61.1"
        return super().rally_by_die(state, unit)

    def rallies_at_once(self, state: State, unit: int) -> bool:
        """With an army commander no die is needed. [corinth:29.61.3]"""
        if super().rallies_at_once(state, unit):
            return True
        side = state.side_of(unit)
        if side != UNION or state.turn > LAST_RALLY:
            return False
        leaders = state.leaders_in(state.hex_of(unit), side)
        return any(state.piece(leader).grade == ARMY for leader in leaders)
