"""The cheapest ways of a group on the move to every hex it can reach."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.board.hex.paths import Reach, cheapest
from longroll.systems.blind_swords import steps
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.steps import Group, Paid


def ways_of(state: State, group: Group, goal: Hex | None = None) -> Reach:
    """Where a group can go, at what cost in halves of a point and over which hexes.

    A way ends where units must stop, and in ground that they roll for before they enter it.
    """
    origin = state.hex_of(group.units[0])
    ends: set[Hex] = set()

    def cost(here: Hex, there: Hex, spent: int) -> int | None:
        if here in ends:
            return None
        found = step(state, group._replace(spent=group.spent + spent), here, there)
        if found is None:
            return None
        if steps.rolls(state, group, here, there):
            if not _has_bridge(state, there):
                ends.add(there)
            elif here != origin:
                return None  # the bridge is the way there
        elif steps.must_stop(state, group, there):
            ends.add(there)
        return found[0]

    return cheapest(state.game.grid, origin, goal, cost, steps.left(state, group))


def _has_bridge(state: State, hex: Hex) -> bool:
    """Whether a bridge leads into a hex from anywhere."""
    near = state.game.grid.adjacent[hex]
    return any(state.game.rules.bridge(state, start, hex) is not None for start in near)


def step(state: State, group: Group, start: Hex, hex: Hex) -> tuple[int, str] | None:
    """The cheapest way to take a step, in column or not, and its verb; None where it is barred."""
    found = []
    for verb in ("to", "column"):
        column = verb == "column"
        if column and (start, hex) not in state.game.field.links:
            continue
        if next(steps.bars(state, group, start, hex, column), None) is None:
            paid = steps.pay(state, group, start, hex, column)
            if isinstance(paid, Paid):
                found.append((paid.halves, verb))
    return min(found, key=lambda way: way[0], default=None)
