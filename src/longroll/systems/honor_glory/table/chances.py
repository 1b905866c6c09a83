"""The chances of a test of morale, worked out from the test itself."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

from longroll.kernel.dice import Roll, Rolls
from longroll.systems.honor_glory.morale import Outcome, Reason, Versus, take
from longroll.systems.honor_glory.units import Troops


class _Faces(Rolls):
    """Dice that show what they are told to show: those of the factor, the D20, those of the
    column."""

    def __init__(self, factor: tuple[int, int], test: int, column: tuple[int, int]) -> None:
        self._faces = {20: iter((test,)), 6: iter((*factor, *column))}

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        return Roll(next(self._faces[sides]), purpose, sides)


#: Each sum of two dice: one way to throw it, which stands for all, and how many of 36 there are.
_SUMS = {
    score: (low, score - low, 6 - abs(7 - score))
    for score in range(2, 13)
    for low in (max(1, score - 6),)
}


@lru_cache(maxsize=256)
def chances(reason: Reason, unit: Troops, versus: Versus | None = None) -> dict[Outcome, Fraction]:
    """What a test makes a unit do, each with its chance; nothing if it takes none.

    A passed test counts as what it lets the unit do.
    """
    found: dict[Outcome, Fraction] = {}
    for (one, two, ways), (three, four, more) in product(_SUMS.values(), repeat=2):
        for face in range(1, 21):
            test = take(reason, unit, _Faces((one, two), face, (three, four)), versus)
            if test is None:
                return {}
            weight = Fraction(ways * more, 36 * 36 * 20)
            found[test.action] = found.get(test.action, Fraction(0)) + weight
    return found
