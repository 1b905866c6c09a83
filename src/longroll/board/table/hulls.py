"""Convex hulls, and the ground that is swept: the hull of each part of a footprint at both ends."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from longroll.board.table.bases import Footprint, Polygon
from longroll.board.table.places import Spot, made


def hull(spots: Iterable[Spot]) -> Polygon:
    """The convex hull of some spots, clockwise as seen from above.

    >>> hull([Spot(0, 0), Spot(2, 0), Spot(1, 1), Spot(2, 2), Spot(0, 2), Spot(1, 0)])
    (Spot(x=0, y=0), Spot(x=2, y=0), Spot(x=2, y=2), Spot(x=0, y=2))
    """
    ordered = sorted(set(spots))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_chain(ordered), *_chain(reversed(ordered)))


def _chain(ordered: Iterable[Spot]) -> list[Spot]:
    chain: list[Spot] = []
    for spot in ordered:
        while len(chain) > 1:
            (x, y), (from_x, from_y) = chain[-1], chain[-2]
            if (x - from_x) * (spot.y - from_y) - (y - from_y) * (spot.x - from_x) > 0:
                break
            chain.pop()
        chain.append(spot)
    return chain[:-1]


def swept(before: Footprint, later: Footprint) -> Footprint:
    """The ground that a footprint covers on a straight way from one pose to another."""
    (x, y), (to_x, to_y) = before.centre, later.centre
    away = isqrt((to_x - x) ** 2 + (to_y - y) ** 2)
    parts = tuple(map(_hull_of_both, before.parts, later.parts))
    middle = made(Spot, ((x + to_x) // 2, (y + to_y) // 2))
    radius = max(before.radius, later.radius) + away // 2 + 2
    return made(Footprint, (parts, parts, middle, radius))


def _hull_of_both(part: Polygon, later: Polygon) -> Polygon:
    step_x, step_y = later[0][0] - part[0][0], later[0][1] - part[0][1]
    if later[2] != (part[2][0] + step_x, part[2][1] + step_y):
        return hull((*part, *later))
    # Without a turn: the edges that face the step are taken where it ends, the others where it
    # begins, and where the two kinds meet both places of the corner are corners of the hull.
    if step_x == step_y == 0:
        return part
    corners: list[Spot] = []
    from_x, from_y = part[-1]
    faced = _is_faced(part[-2], part[-1], step_x, step_y)
    for at, (x, y) in enumerate(part):
        faces = (x - from_x) * step_y - (y - from_y) * step_x < 0
        if faces or faced:
            if not faced:
                corners.append(part[at - 1])
            corners.append(later[at - 1])
            if not faces:
                corners.append(part[at - 1])
        else:
            corners.append(part[at - 1])
        from_x, from_y, faced = x, y, faces
    return tuple(corners)


def _is_faced(start: Spot, end: Spot, step_x: int, step_y: int) -> bool:
    return (end[0] - start[0]) * step_y - (end[1] - start[1]) * step_x < 0
