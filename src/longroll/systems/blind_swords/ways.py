"""The cheapest ways of a group on the move to every hex it can reach."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.board.hex.paths import Reach, cheapest
from longroll.systems.blind_swords import steps
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.steps import Group, Paid


def ways_of(state: State, group: Group, goal: Hex | None = None) -> Reach:
    """Where a group can go without a roll on the way, at what cost and over which hexes."""
    start = state.hex_of(group.units[0])

    def cost(here: Hex, there: Hex, spent: int) -> int | None:
        if here != start and steps.must_stop(state, group, here):
            return None
        now = group._replace(spent=group.spent + spent)
        if next(steps.bars(state, now, here, there), None) is not None:
            return None
        paid = steps.pay(state, now, here, there)
        return paid.halves if isinstance(paid, Paid) else None

    return cheapest(state.game.grid, start, goal, cost, steps.left(state, group))
