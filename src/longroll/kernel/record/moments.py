"""The moments of a battle that it will go back to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from longroll.kernel.battle import Battle


class Moments:
    """Copies of the moments that later take-backs name, each kept as long as it is needed."""

    def __init__(self, wanted: Iterable[int]) -> None:
        self._wanted = Counter(wanted)
        self._kept: dict[int, Battle] = {}

    def keep(self, battle: Battle) -> None:
        """Keep this moment, if the battle goes back to its number later on."""
        number = battle.past.number
        if self._wanted[number]:
            self._kept[number] = battle.copy()

    def take(self, number: int) -> Battle:
        """The moment to go back to."""
        self._wanted[number] -= 1
        return self._kept[number] if self._wanted[number] else self._kept.pop(number)
