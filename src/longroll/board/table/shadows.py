"""The shadow that a convex polygon casts from a spot, and the parts of an edge outside shadows.

The shadow is the ground that cannot be seen from the spot past the polygon, the polygon included.
It is convex: the inside of the edges that face the spot, between the two lines that touch the
polygon on its left and its right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from longroll.board.table.bases import Polygon
from longroll.board.table.ground import WHOLE, Stretch
from longroll.board.table.places import Spot, nearest

Plane: TypeAlias = tuple[int, int, int, int]
"""All to the right of a line: a spot on it and a step along it."""

Shadow: TypeAlias = tuple[Plane, ...]


def shadow(origin: Spot, polygon: Polygon) -> Shadow:
    """The shadow of a convex polygon; all the ground there is if the origin lies inside it.

    From a spot on the edge it is what lies beyond the edge.
    """
    x, y = origin
    facing: list[Plane] = []
    through: list[Plane] = []
    from_x, from_y = polygon[-1]
    for to_x, to_y in polygon:
        along_x, along_y = to_x - from_x, to_y - from_y
        inside = along_x * (y - from_y) - along_y * (x - from_x)
        if inside < 0:
            facing.append((from_x, from_y, along_x, along_y))
        elif inside == 0:
            through.append((from_x, from_y, along_x, along_y))
        from_x, from_y = to_x, to_y
    if not facing:
        return tuple(through)
    ways = [(to_x - x, to_y - y) for to_x, to_y in polygon]
    left = right = ways[0]
    for way in ways[1:]:
        if left[0] * way[1] - left[1] * way[0] < 0:
            left = way
        if right[0] * way[1] - right[1] * way[0] > 0:
            right = way
    return (*facing, (x, y, *left), (x, y, -right[0], -right[1]))


def shaded(start: Spot, end: Spot, shadow: Shadow) -> Stretch | None:
    """The part of an edge that lies in a shadow, None if there is none."""
    enter, leave = 0, WHOLE
    for x, y, along_x, along_y in shadow:
        inside = along_x * (start.y - y) - along_y * (start.x - x)
        inside_end = along_x * (end.y - y) - along_y * (end.x - x)
        if inside <= 0 and inside_end <= 0:
            return None
        if inside < 0:
            enter = max(enter, nearest(-inside * WHOLE, inside_end - inside))
        elif inside_end < 0:
            leave = min(leave, nearest(inside * WHOLE, inside - inside_end))
        if enter >= leave:
            return None
    return Stretch(enter, leave)


def lit(start: Spot, end: Spot, shadows: Iterable[Shadow], hair: int) -> tuple[Stretch, ...]:
    """The parts of an edge outside all shadows, each kept a hair's breadth clear of them.

    The hair is a share of the edge.

    >>> wall = shadow(Spot(0, 0), (Spot(-50, -100), Spot(0, -100), Spot(0, -90), Spot(-50, -90)))
    >>> [part.start * 100 // WHOLE for part in lit(Spot(-200, -200), Spot(200, -200), [wall], 0)]
    [0, 50]
    """
    parts: list[Stretch] = []
    free = 0
    dark = (shaded(start, end, one) for one in shadows)
    for stretch in sorted(stretch for stretch in dark if stretch is not None):
        if stretch.start - hair >= free:
            parts.append(Stretch(free, stretch.start - hair))
        free = max(free, stretch.end + hair)
    if free <= WHOLE:
        parts.append(Stretch(free, WHOLE))
    return tuple(parts)
