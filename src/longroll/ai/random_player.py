"""A player who picks any legal choice, each as likely as the next."""

from __future__ import annotations

from random import Random

from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice


class RandomPlayer:
    """Chooses by its own chance; the dice of the battle are not touched."""

    __slots__ = ("_chance",)

    def __init__(self, seed: int | str) -> None:
        self._chance = Random(seed)

    def choose(self, battle: Battle) -> Choice:
        decision = battle.decision
        assert decision is not None, "nobody is asked when the battle is over"
        return self._chance.choice(decision.choices)
