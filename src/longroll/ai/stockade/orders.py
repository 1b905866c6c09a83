"""Orders for one phase of movement, and what both sides need to work them out."""

from __future__ import annotations

from typing import NamedTuple

from longroll.ai.stockade.ground import Reach, way
from longroll.board.hex import Hex
from longroll.systems.stockade_redan import fog
from longroll.systems.stockade_redan.roster import CONFEDERATE, OF_SIDE, ROSTER, UNION
from longroll.systems.stockade_redan.state import State


class Order(NamedTuple):
    """A unit's move: from each hex of its way the next one, and why it goes there."""

    unit: int
    way: dict[Hex, Hex]
    goal: Hex
    reason: str


def order(unit: int, found: Reach, goal: Hex, reason: str) -> Order:
    return Order(unit, way(found, goal), goal, reason)


def confederates_seen(state: State) -> dict[Hex, float]:
    """Confederates in each of their hexes as the Union may guess them.

    `state` is what the Union sees: a stack it may not look into holds one company, and the rest
    are missing from the map; the guess divides them up.
    """
    stacks = state.stacks[CONFEDERATE]
    hidden = fog.hidden_stacks(state, UNION)
    missing = sum(
        not (place := state.units[unit]).hex
        and not place.lost
        and ROSTER[unit].assault <= state.assault
        for unit in OF_SIDE[CONFEDERATE]
    )
    found = {hex: float(len(stack)) for hex, stack in stacks.items()}
    for hex in hidden:
        found[hex] += missing / len(hidden)
    return found
