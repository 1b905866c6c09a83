"""Where guns go: nearer to the enemy, and at the end onto ground that nobody holds."""

from __future__ import annotations

from collections.abc import Collection

from longroll.ai.blind_swords.ground import FAR, gap, ways_to
from longroll.ai.blind_swords.plans import Plan
from longroll.board.hex import Hex
from longroll.systems.blind_swords.sequence import last_turn
from longroll.systems.blind_swords.state import State

#: What guns keep off the enemy.
_OFF = 3
#: Turns before the last in which they go within reach of free ground.
_AHEAD = 2


def nearer(state: State, plan: Plan, unit: int, places: Collection[Hex], near: int) -> Hex | None:
    """Guns go nearer as long as they are farther than `near` from any target, and never next to the
    enemy."""
    here = state.hex_of(unit)
    away = gap(state, here, plan.enemy)
    if not plan.attacks or away <= near:
        return None
    safe = [hex for hex in places if gap(state, hex, plan.enemy) >= _OFF]
    best = min(safe, key=lambda hex: (gap(state, hex, plan.enemy), hex), default=here)
    return best if gap(state, best, plan.enemy) < away else None


def seizes(state: State, plan: Plan, unit: int, places: Collection[Hex]) -> Hex | None:
    """Guns need no order: if the brigades have taken nothing, they take ground that nobody holds
    in the last turn, and go within reach of it before."""
    left = last_turn(state) - state.turn
    free = plan.free(state)
    if not plan.attacks or left > _AHEAD or not free:
        return None
    if left == 0:
        return max(free.keys() & places, key=lambda hex: (free[hex], hex), default=None)
    if any(state.control.get(hex) == plan.side for hex in plan.worth):
        return None
    ways = ways_to(state, plan.side, free, unit)
    here = state.hex_of(unit)
    safe = [hex for hex in places if gap(state, hex, plan.enemy) >= 2] or [here]
    best = min(safe, key=lambda hex: (ways.get(hex, FAR), hex))
    return best if ways.get(best, FAR) < ways.get(here, FAR) else None
