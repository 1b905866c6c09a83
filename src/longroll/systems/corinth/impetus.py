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
        """[corinth:29.61.1]"""
        if self._is_shaken(state, unit):
            return "corinth:29.61.1"
        return super().rally_by_die(state, unit)

    def _is_shaken(self, state: State, unit: int) -> bool:
        return state.side_of(unit) == UNION and 1 <= state.turn <= LAST_RALLY

    def rally_aid(self, state: State, unit: int) -> str:
        """A commander in the hex makes it easier, but only once (GB-F34). [corinth:29.61.2]"""
        return "corinth:29.61.2" if self._is_shaken(state, unit) else super().rally_aid(state, unit)

    def rallies_at_once(self, state: State, unit: int) -> bool:
        """With an army commander no die is needed. [corinth:29.61.3]"""
        if super().rallies_at_once(state, unit):
            return True
        if not self._is_shaken(state, unit):
            return False
        leaders = state.leaders_in(state.hex_of(unit), UNION)
        return any(state.piece(leader).grade == ARMY for leader in leaders)
