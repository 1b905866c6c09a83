"""How well a side stands, 0 (lost) to 1 (won), for the players that search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from longroll.kernel.battle import Battle
from longroll.systems.stockade_redan import tactics

#: What a system knows about its own positions. A system not named here is judged by its results.
evaluations: dict[str, Callable[[Any, str], float]] = {"stockade_redan": tactics.evaluate}


def evaluate(battle: Battle, side: str) -> float:
    """The worth of a battle to a side: its result where there is one, else what the system says."""
    result = battle.result
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner == side)
    judge = evaluations.get(battle.system.slug)
    return 0.5 if judge is None else judge(battle.state, side)
