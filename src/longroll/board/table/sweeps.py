"""What a move runs over on its way, and how far it may go.

The ground swept by a straight leg is the convex hull of each part of the footprint at its two
ends: exact. A wheel or a turn is swept degree by degree, the hull of each two stages; the arc
bulges beyond such a hull by less than one part in 26,000 of its radius, under a fifth of a
hundredth for a front of 40 in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import TypeAlias

import msgspec

from longroll.board.table.angles import RIGHT_ANGLE, SCALE, cosine
from longroll.board.table.bases import Footprint, Layout, Polygon, footprint
from longroll.board.table.measure import (
    SLACK,
    distance_between,
    is_clear,
    is_far,
    overlaps,
)
from longroll.board.table.moves import (
    WHEEL_STEP,
    Leg,
    Straight,
    Turn,
    Wheel,
    after,
    cut,
    shortened,
)
from longroll.board.table.places import GRAIN, Pose, Spot

Size: TypeAlias = tuple[int, int]
"""The width and the height of a table, in hundredths."""


class Obstacle(msgspec.Struct, frozen=True):
    """Ground to keep away from: by `gap` hundredths, or with 0 only not to enter."""

    name: str
    ground: Footprint
    gap: int = 0


class Clip(msgspec.Struct, frozen=True):
    """How far a leg may go, and what ends it: an obstacle's name, "edge", or None."""

    leg: Leg
    ended_by: str | None


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
    """The ground that a footprint runs over on a straight way from one pose to another."""
    (x, y), (to_x, to_y) = before.centre, later.centre
    away = isqrt((to_x - x) ** 2 + (to_y - y) ** 2)
    parts = tuple(map(_hull_of_both, before.parts, later.parts))
    middle = Spot((x + to_x) // 2, (y + to_y) // 2)
    return Footprint(parts, parts, middle, max(before.radius, later.radius) + away // 2 + 2)


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


def on_table(ground: Footprint, width: int, height: int, margin: int = 0) -> bool:
    """Whether a footprint lies on a table of such a size (in hundredths), to the rounding.

    With a `margin` it keeps that far from the edge.
    """
    (x, y), reach = ground.centre, ground.radius + margin * GRAIN
    right, foot = width * GRAIN, height * GRAIN
    if reach <= x <= right - reach and reach <= y <= foot - reach:
        return True
    slack = GRAIN // 2 - margin * GRAIN
    return all(
        -slack <= x <= right + slack and -slack <= y <= foot + slack
        for part in ground.parts
        for x, y in part
    )


def first_in_the_way(
    layout: Layout,
    pose: Pose,
    leg: Leg,
    obstacles: Sequence[Obstacle] = (),
    size: Size | None = None,
) -> str | None:
    """What a leg may not pass: the name of an obstacle, "edge" for the table's edge, or None.

    Of several on one stage the edge, then the first in the order given. An obstacle nearer at the
    start than its gap may be left or passed but not approached; one that is overlapped at the
    start is ignored.
    """
    way = _Way(layout.solid, pose, leg)
    found = _first(way, 0, way.last, _pressing(way, obstacles), size)
    return None if found is None else found[1]


def clip(
    layout: Layout,
    pose: Pose,
    leg: Leg,
    obstacles: Sequence[Obstacle] = (),
    size: Size | None = None,
    allowance: int | None = None,
) -> Clip:
    """The leg cut down to what its allowance, the obstacles and the table's edge let it go.

    A straight leg is cut to the hundredth, a wheel to the tenth of a degree; a turn is taken
    whole or not at all. What comes back is itself clear of every obstacle.
    """
    if allowance is not None:
        leg = shortened(layout, leg, allowance)
    way = _Way(layout.solid, pose, leg)
    pressing = _pressing(way, obstacles)
    found = _first(way, 0, way.last, pressing, size)
    if found is None:
        return Clip(leg, None)
    if isinstance(leg, Turn):
        return Clip(Turn(0), found[1])
    return _last_clear(way, leg, found[0], pressing, size)


class _Way:
    """A leg stage by stage: a straight one has two, a wheel or a turn one for every degree."""

    def __init__(self, solid: Layout, pose: Pose, leg: Leg) -> None:
        self.solid, self.pose, self.leg = solid, pose, leg
        if isinstance(leg, Straight):
            self.total = self.step = leg.length
            self.last = 1
        else:
            self.total, self.step = abs(leg.angle), WHEEL_STEP
            self.last = -(-self.total // WHEEL_STEP)

    def amount(self, stage: int) -> int:
        """How much of the leg, in hundredths or tenths of a degree, leads to a stage."""
        return min(stage * self.step, self.total)

    def ground(self, stage: int) -> Footprint:
        return self.ground_after(self.amount(stage))

    def ground_after(self, amount: int) -> Footprint:
        return footprint(self.solid, after(self.solid, self.pose, cut(self.leg, amount)))


def _last_clear(
    way: _Way,
    leg: Straight | Wheel,
    stage: int,
    obstacles: Sequence[Obstacle],
    size: Size | None,
) -> Clip:
    """The leg cut short between the stage before one that is barred, which is clear, and that."""
    reached = way.ground(stage - 1)
    low, high = way.amount(stage - 1), way.amount(stage)
    ended_by = ""
    # One bar at a time: of many obstacles few are ever met.
    bars: list[tuple[Sequence[Obstacle], Size | None]] = [((), size)]
    bars += [((obstacle,), None) for obstacle in obstacles]
    for among, edge in bars:
        if _bar(reached, way.ground_after(high), among, edge) is None:
            continue
        clear = low
        while high - clear > 1:
            middle = (clear + high) // 2
            if _bar(reached, way.ground_after(middle), among, edge) is None:
                clear = middle
            else:
                high = middle
        ended_by = among[0].name if among else "edge"
    # Each bar was met alone, and shorter legs are rounded anew: make sure of all together.
    amount = max(low, high - 1)
    while amount > low and _bar(reached, way.ground_after(amount), obstacles, size) is not None:
        amount -= 1
    return Clip(cut(leg, amount), ended_by)


def _pressing(way: _Way, obstacles: Sequence[Obstacle]) -> list[Obstacle]:
    """The obstacles near enough to matter, with the gap that each may claim."""
    start = way.ground(0)
    whole = _around(way)
    pressing = []
    for obstacle in obstacles:
        if is_far(whole, obstacle.ground, obstacle.gap):
            continue
        if is_clear(start, obstacle.ground, obstacle.gap):
            pressing.append(obstacle)
        elif not overlaps(start, obstacle.ground, SLACK):
            gap = distance_between(start, obstacle.ground)
            if overlaps(start, obstacle.ground):
                gap = -SLACK
            pressing.append(Obstacle(obstacle.name, obstacle.ground, gap))
    return pressing


def _around(way: _Way) -> Footprint:
    """A circle round everything between the first stage and the last."""
    first = way.ground(0)
    if not isinstance(way.leg, Straight):
        # All stages of a wheel share the pivot, which lies within each one's circle.
        return Footprint((), (), first.centre, 3 * first.radius + GRAIN)
    last = way.ground(1)
    (x, y), (other_x, other_y) = first.centre, last.centre
    away = max(abs(x - other_x), abs(y - other_y))
    return Footprint((), (), Spot((x + other_x) // 2, (y + other_y) // 2), first.radius + away)


def _bar(
    before: Footprint, later: Footprint, obstacles: Sequence[Obstacle], size: Size | None
) -> str | None:
    """What bars the straight way from one footprint to another."""
    if size is not None and not on_table(later, *size):
        return "edge"
    if obstacles:
        run_over = swept(before, later)
        for obstacle in obstacles:
            if not is_clear(run_over, obstacle.ground, obstacle.gap):
                return obstacle.name
    return None


def _first(
    way: _Way, low: int, high: int, obstacles: Sequence[Obstacle], size: Size | None
) -> tuple[int, str] | None:
    """The first stage after `low` that is not reached freely, up to `high`, and what bars it.

    Many stages are judged at once where nothing is near, and one by one where something is.
    """
    if high <= low or not (obstacles or size):
        return None
    before, later = way.ground(low), way.ground(high)
    if high - low == 1:
        name = _bar(before, later, obstacles, size)
        return None if name is None else (high, name)
    margin = _bulge(later, way.amount(high) - way.amount(low))
    if margin is not None:
        run_over = swept(before, later)
        obstacles = [
            obstacle
            for obstacle in obstacles
            if not is_clear(run_over, obstacle.ground, max(0, obstacle.gap) + margin)
        ]
        if size is not None and on_table(run_over, *size, margin):
            size = None
    middle = (low + high) // 2
    return _first(way, low, middle, obstacles, size) or _first(way, middle, high, obstacles, size)


def _bulge(ground: Footprint, angle: int) -> int | None:
    """How far at most the way of a swing runs outside the hull of its ends, in hundredths.

    None where the swing is too wide to say.
    """
    if angle > RIGHT_ANGLE:
        return None
    # No corner is farther from the pivot than twice the radius; two more for the rounding.
    rise = 2 * ground.radius * (SCALE - cosine((angle + 1) // 2))
    return rise // (SCALE * GRAIN) + 3
