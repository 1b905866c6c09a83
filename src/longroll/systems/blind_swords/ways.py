"""The cheapest ways of a group on the move to every hex it can reach."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.board.hex.paths import Reach, cheapest
from longroll.systems.blind_swords import steps
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.steps import Group, Paid


def ways_of(state: State, group: Group, goal: Hex | None = None) -> Reach:
    """Where a group can go, at what cost and over which hexes.

    Ground that is rolled for before it is entered is reached only from where the group is, and
    leads no farther.
    """
    start = state.hex_of(group.units[0])
    ground = state.game.field.ground

    def cost(here: Hex, there: Hex, spent: int) -> int | None:
        if here != start and (steps.must_stop(state, group, here) or ground[here].table):
            return None
        now = group._replace(spent=group.spent + spent)
        if here != start and steps.rolls(state, now, here, there):
            return None
        if next(steps.bars(state, now, here, there), None) is not None:
            return None
        paid = steps.pay(state, now, here, there)
        return paid.halves if isinstance(paid, Paid) else None

    return cheapest(state.game.grid, start, goal, cost, steps.left(state, group))
