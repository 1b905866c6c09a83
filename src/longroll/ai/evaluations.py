"""How well a side stands, 0 (lost) to 1 (won), for the players that search."""

from __future__ import annotations

from longroll.kernel.battle import Battle


def evaluate(battle: Battle, side: str) -> float:
    """The worth of a battle to a side: its result where there is one, else what the system says."""
    result = battle.result
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner == side)
    return battle.system.worth(battle.state, side)
