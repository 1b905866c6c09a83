"""Dice for battles that are compared: what happens in both of them has the same luck in both."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from longroll.kernel.dice import Dice, Roll


class SameLuck(Dice):
    """Every purpose has a stream of its own, so one die more for something else changes nothing.

    >>> some, others = SameLuck(7), SameLuck(7)
    >>> _ = others.roll("fire at 1519")
    >>> some.roll("rally of 1us") == others.roll("rally of 1us")
    True
    """

    __slots__ = ("_past", "_times", "seed")

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self._past: list[str] = []
        self._times: Counter[str] = Counter()

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        data = f"{self.seed}:{self._times[purpose]}:{purpose}".encode()
        self._times[purpose] += 1
        self._past.append(purpose)
        self.rolled += 1
        # No face is likelier than another by more than a billionth.
        drawn = int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
        return Roll(drawn % sides + 1, purpose, sides)

    def rewind(self, rolled: int) -> None:
        while len(self._past) > rolled:
            self._times[self._past.pop()] -= 1
        super().rewind(rolled)

    def copy(self) -> SameLuck:
        twin = SameLuck(self.seed)
        twin.rolled = self.rolled
        twin._past, twin._times = self._past.copy(), self._times.copy()
        return twin
