"""What a straight line from one hex centre to another crosses, in whole numbers."""

from functools import cache
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

    One cell where the line crosses its inside, two where it runs along the side they share;
    a cell touched only at a corner is not crossed.

    >>> trace((2, -1))
    (((1, -1), (1, 0)),)
    """
    ends = {(0, 0), target}
    crossed: dict[int, list[Offset]] = {}
    seen = set(ends)
    reached: list[Offset] = [(0, 0)]
    while reached:
        q, r = reached.pop()
        for east, south in STEPS:
            cell = (q + east, r + south)
            if cell in seen:
                continue
            seen.add(cell)
            entry = _entry(cell, target)
            if entry is not None:
                crossed.setdefault(entry, []).append(cell)
                reached.append(cell)
    return tuple(tuple(sorted(crossed[entry])) for entry in sorted(crossed))


def _differences(cell: Offset) -> tuple[int, int, int]:
    """The cell's x-y, y-z and z-x, where x + y + z = 0; a cell's sides lie at ±1 around them."""
    x, z = cell
    y = -x - z
    return x - y, y - z, z - x


def _entry(cell: Offset, target: Offset) -> int | None:
    """When the line from (0, 0) to `target` enters `cell`, or None if it only touches it.

    Times are whole numbers because the unit is fine enough for all three pairs of sides. A line
    that runs along a side meets both cells of that side for the same stretch of time.
    """
    slopes = _differences(target)
    whole = 1
    for slope in slopes:
        whole *= slope or 1
    whole = abs(whole)
    start, end = 0, whole
    for slope, centre in zip(slopes, _differences(cell), strict=True):
        if slope:
            times = (centre - 1) * whole // slope, (centre + 1) * whole // slope
            start, end = max(start, min(times)), min(end, max(times))
        elif abs(centre) > 1:
            return None
    return start if start < end else None
