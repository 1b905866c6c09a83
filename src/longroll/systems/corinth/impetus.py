"""29.6 The force of the first attack: Union units rally only by dice.

Its effect on melee checks is in `daring`. [corinth:29.62]
"""

from __future__ import annotations

from longroll.systems.corinth.state import State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import ARMY, UNION

#: The last Game-Turn on which routed Union units need a die. [corinth:29.61.1]
LAST_RALLY = 5


def is_shaken(state: State, unit: int) -> bool:
    """Whether a unit is still affected by the first attack, in any scenario. [corinth:30.6]"""
    return state.side_of(unit) == UNION and 1 <= state.turn <= LAST_RALLY


def rally_by_die(state: State, unit: int) -> str | None:
    return "corinth:29.61.1" if is_shaken(state, unit) else None


def rally_aid(state: State, unit: int) -> str | None:
    """A commander in the hex makes it easier, but only once (GB-F34). [corinth:29.61.2]"""
    return "corinth:29.61.2" if is_shaken(state, unit) else None


def rallies_at_once(state: State, unit: int) -> bool:
    """With an army commander, no die is needed. [corinth:29.61.3]"""
    leaders = state.leaders_in(state.hex_of(unit), UNION)
    return is_shaken(state, unit) and any(state.piece(one).grade == ARMY for one in leaders)


RULES = Rules[State](
    rally_by_die=rally_by_die, rally_aid=rally_aid, rallies_at_once=rallies_at_once
)
