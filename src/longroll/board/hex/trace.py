"""What a straight line from one hex centre to another crosses, in whole numbers."""

from collections.abc import Iterable
from functools import cache
from math import prod
from typing import TypeAlias

Offset: TypeAlias = tuple[int, int]
"""Columns east, and steps due south after walking those columns along NE and SW."""

NORTH, NORTHEAST, SOUTHEAST = (0, -1), (1, -1), (1, 0)
SOUTH, SOUTHWEST, NORTHWEST = (0, 1), (-1, 1), (-1, 0)
STEPS: tuple[Offset, ...] = (NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST)
"""The six neighbours in the order of the die: N NE SE S SW NW."""


@cache
def trace(target: Offset) -> tuple[tuple[Offset, ...], ...]:
    """The cells strictly between (0, 0) and `target`, in order along the line.

    One cell if the line crosses its inside, two if it runs along the side they share;
    a cell touched only at a corner is not crossed.

    >>> trace((2, -1))
    (((1, -1), (1, 0)),)
    """
    slopes = _differences(target)
    # A unit of time so fine that every side is met at a whole number of them.
    whole = abs(prod(slope or 1 for slope in slopes))
    rates = [whole // slope if slope else 0 for slope in slopes]
    ahead = [step for step in STEPS if _leaning(step, target) > 0]
    crossed: dict[int, list[Offset]] = {}
    seen = {target}
    reached: list[Offset] = [(0, 0)]
    while reached:
        q, r = reached.pop()
        for east, south in ahead:
            cell = (q + east, r + south)
            if cell in seen:
                continue
            seen.add(cell)
            entry = _entry(cell, rates, whole)
            if entry is not None:
                crossed.setdefault(entry, []).append(cell)
                reached.append(cell)
    return tuple(tuple(sorted(crossed[entry])) for entry in sorted(crossed))


def first_steps(target: Offset) -> tuple[Offset, ...]:
    """The neighbours of (0, 0) that the line to a distant cell meets first: two past a corner.

    >>> first_steps((2, -1))
    ((1, -1), (1, 0))
    """
    leaning = {step: _leaning(step, target) for step in STEPS}
    most = max(leaning.values())
    return tuple(sorted(step for step in STEPS if leaning[step] == most))


def _differences(cell: Offset) -> tuple[int, int, int]:
    """The cell's x-y, y-z and z-x, where x + y + z = 0; a cell's sides lie at ±1 around them."""
    x, z = cell
    y = -x - z
    return x - y, y - z, z - x


def _leaning(step: Offset, target: Offset) -> int:
    """How much a step leads towards a distant cell: more for a smaller angle between them."""
    (x, z), (far_x, far_z) = step, target
    return x * far_x + z * far_z + (x + z) * (far_x + far_z)


def _entry(cell: Offset, rates: Iterable[int], whole: int) -> int | None:
    """When a line from (0, 0) enters `cell`, or None if it only touches it.

    `rates` are the times it takes to change each difference by one, 0 if it never does;
    `whole` is the time to its end. A line that runs along a side meets both cells of that side
    for the same stretch of time.
    """
    start, end = 0, whole
    for rate, centre in zip(rates, _differences(cell), strict=True):
        if rate:
            middle, half = centre * rate, abs(rate)
            start, end = max(start, middle - half), min(end, middle + half)
        elif abs(centre) > 1:
            return None
    return start if start < end else None
