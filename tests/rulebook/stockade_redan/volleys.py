"""What the tests of fire and hand-to-hand combat share."""

from __future__ import annotations

from collections.abc import Iterable

from longroll import Battle
from longroll.kernel.event import Line
from tests.rulebook.stockade_redan.moments import ids, state

#: Two enemies side by side in a far corner: nobody's fire phase ends before it began.
ELSEWHERE = "4010 13us-v | 4011 36ms-t"


def total(lines: Iterable[Line]) -> int:
    """What the lines of a reckoning add up to."""
    return sum(line.value for line in lines)


def standing(battle: Battle, hex: str = "2010") -> tuple[list[str], list[str]]:
    """The Union units in a hex, and the Confederate ones."""
    return ids(state(battle).stack(hex, "union")), ids(state(battle).stack(hex, "confederate"))
