"""How far units could go: the cheapest way to every hex."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.board.hex.paths import Reach, cheapest
from longroll.kernel.decision import Refusal
from longroll.systems.blind_swords import steps
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.steps import Group


def ways(state: State, group: Group, goal: Hex | None = None) -> Reach:
    """The cheapest way of a group to every hex it could reach, in halves of a point.

    A way ends where units must stop, and where they roll before they enter. [blind_swords:10.1.1]
    """
    origin = state.hex_of(group.units[0])
    ends: set[Hex] = set()

    def cost(start: Hex, hex: Hex, used: int) -> int | None:
        if start in ends:
            return None
        found = step(state, group._replace(spent=group.spent + used), start, hex)
        if found is None:
            return None
        if steps.must_stop(state, group, hex) or steps.rolls(state, group, start, hex):
            ends.add(hex)
        return found[0]

    return cheapest(state.game.grid, origin, goal, cost)


def step(state: State, group: Group, start: Hex, hex: Hex) -> tuple[int, str] | None:
    """The cheapest way to take a step, and its verb; None where it is barred."""
    found = []
    for column in (False, True):
        if column and (start, hex) not in state.game.field.links:
            continue
        if next(steps.bars(state, group, start, hex, column), None) is None:
            paid = steps.pay(state, group, start, hex, column)
            assert not isinstance(paid, Refusal)
            found.append((paid.halves, "column" if column else "to"))
    return min(found, key=lambda way: way[0], default=None)
