"""Players for any system, and battles played out between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from longroll.ai.random_player import RandomPlayer
from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice

__all__ = ["Player", "RandomPlayer", "play_out"]


class Player(Protocol):
    """Whoever answers for a side."""

    def choose(self, battle: Battle) -> Choice:
        """One of the choices of the decision that is pending."""
        ...


def play_out(battle: Battle, players: Mapping[str, Player]) -> Battle:
    """Let the players of each side answer until the battle is over; the battle itself.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan", seed=1)
    >>> players = {side: RandomPlayer(1) for side in battle.system.sides}
    >>> play_out(battle, players).result is not None
    True
    """
    while (decision := battle.decision) is not None:
        battle.play(players[decision.side].choose(battle))
    return battle
