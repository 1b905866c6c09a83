"""How much fire is enough: the steps from nobody to everybody, and the one that is sensible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

T = TypeVar("T")


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A fire with so many units: the gesture for it, its strength, and what that comes to."""

    text: str
    units: tuple[str, ...]
    strength: str
    result: str


class Firepower(msgspec.Struct, frozen=True, kw_only=True):
    """The fires that are possible at one target, from the fewest units to all of them.

    `best` is the number of the first that no other does better than; -1 if nobody can do any
    harm. `worth` compares targets: the more, the better. `shares` is the strength of each unit.
    """

    target: str
    rungs: tuple[Rung, ...]
    best: int
    worth: int
    shares: dict[str, float]


def firepower_of(
    target: str,
    strength: Mapping[T, Fraction],
    worth: Callable[[Sequence[T]], int],
    result: Callable[[Sequence[T]], str],
    name: Callable[[T], str],
) -> Firepower:
    """What fire at a target comes to, from the strength of each unit that may fire there."""
    able = sorted(strength, key=lambda unit: -strength[unit])
    order, count = enough(able, worth)
    rungs = []
    for number in range(1, len(order) + 1):
        units = order[:number]
        ids = tuple(map(name, units))
        total = sum((strength[unit] for unit in units), Fraction(0))
        rungs.append(
            Rung(
                text=" ".join(("fire", target, *ids)),
                units=ids,
                strength=f"{float(total):g}",
                result=result(units),
            )
        )
    return Firepower(
        target=target,
        rungs=tuple(rungs),
        best=count - 1,
        worth=worth(order[:count]) if count else 0,
        shares={name(unit): float(strength[unit]) for unit in order},
    )


def best_of(fires: Iterable[Firepower]) -> Rung | None:
    """The sensible fire at the target where it does most; None if nobody can do any harm."""
    found = max((one for one in fires if one.best >= 0), key=lambda one: one.worth, default=None)
    return found.rungs[found.best] if found else None


def enough(units: Sequence[T], worth: Callable[[Sequence[T]], int]) -> tuple[list[T], int]:
    """Those who reach the best result first, then the others; and how many are enough.

    `units` come with the strongest first. More is not always better: some bring a disadvantage
    for all. 0 are enough if nobody can do any harm.

    >>> enough([5, 4, 3, 2, 1], lambda some: min(sum(some), 10) // 3)
    ([5, 4, 3, 2, 1], 2)
    >>> enough([4, 3, 1], lambda some: sum(some) // 5)
    ([4, 1, 3], 2)
    """
    most, count = 0, 0
    for number in range(1, len(units) + 1):
        found = worth(units[:number])
        if found > most:
            most, count = found, number
    chosen = list(units[:count])
    for unit in units[:count]:
        rest = [one for one in chosen if one != unit]
        if rest and worth(rest) >= most:
            chosen = rest
    if len(chosen) > 1:
        # The weakest who will do takes the place of the last.
        *first, last = chosen
        others = [unit for unit in reversed(units) if unit not in chosen]
        chosen = [*first, next((one for one in others if worth([*first, one]) >= most), last)]
    return [*chosen, *(unit for unit in units if unit not in chosen)], len(chosen) if most else 0
