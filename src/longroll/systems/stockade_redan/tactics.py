"""How good a position is, for players that search: men, wall, and the way to it."""

from __future__ import annotations

from longroll.systems.stockade_redan.roster import CONFEDERATE, UNION
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import APEX, DITCH, GRID, INSIDE, REDAN

#: What a Union unit is worth on the ground it has reached; in the open, less with distance.
_ON_WALL, _IN_DITCH = 1.6, 1.3


def evaluate(state: State, side: str) -> float:
    """0 to 1: the balance of men, of redan hexes held, and of the ground won in the time left."""
    union = sum(len(stack) * _ground(hex) for hex, stack in state.stacks[UNION].items())
    confederate = 2.2 * state.on_map(CONFEDERATE)
    held = len(state.union_held) / len(REDAN)
    urgency = state.turn / scenario(state.scenario).turns
    balance = union / (union + confederate) if union else 0.0
    standing = 0.55 * balance + 0.45 * held * (0.5 + 0.5 * urgency)
    return standing if side == UNION else 1 - standing


def _ground(hex: str) -> float:
    if hex in REDAN or hex in INSIDE:
        return _ON_WALL
    if hex in DITCH:
        return _IN_DITCH
    return max(0.5, 1.0 - GRID.distance(hex, APEX) / 60)
