"""A player that picks any legal choice, each equally likely."""

from __future__ import annotations

from random import Random

from longroll.ai.seat import Seat, Thought


class RandomPlayer:
    """Chooses with its own random generator; the dice of the battle are not touched."""

    __slots__ = ("_chance",)

    def __init__(self, seed: int | str) -> None:
        self._chance = Random(seed)

    def choose(self, seat: Seat) -> Thought:
        return Thought(seat.draw(self._chance), "picked at random")
