"""How each seat counts the moments of a battle.

The number of a decision would reveal how many the other side has made in secret. So a seat counts
only its own decisions and those it learned something from.
"""

from __future__ import annotations

from bisect import bisect_right

from longroll.kernel.battle import Played


class Counter:
    """The counts of one seat. Count 0 is the start of the battle."""

    __slots__ = ("_base", "_marks", "side")

    def __init__(self, side: str, count: int = 0, number: int = 0) -> None:
        self.side = side
        self._base = count
        #: The decision at which each count began, from the first one known.
        self._marks = [number]

    @property
    def now(self) -> int:
        return self._base + len(self._marks) - 1

    @property
    def first(self) -> int:
        """The first count whose decision is known."""
        return self._base

    def add(self, played: Played) -> None:
        """One more decision was made."""
        if played.side == self.side or any(
            event.seen_by(self.side) is not None for event in played.events
        ):
            self._marks.append(played.number)

    def cut(self, number: int) -> None:
        """The battle went back to a decision."""
        del self._marks[max(1, bisect_right(self._marks, number)) :]

    def of(self, number: int) -> int:
        """The count after a decision."""
        return self._base + bisect_right(self._marks, number) - 1

    def began(self, count: int) -> int:
        """The decision with which a count began."""
        return self._marks[max(0, min(count - self._base, len(self._marks) - 1))]

    def last(self, count: int) -> int | None:
        """The last decision before the next count; None if there is no next one yet."""
        later = count - self._base + 1
        return self._marks[later] - 1 if 0 <= later < len(self._marks) else None
