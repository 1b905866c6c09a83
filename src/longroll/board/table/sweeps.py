"""What a move runs over on its way, and how far it may go.

The ground swept by a straight leg is exact. A wheel or a turn is swept degree by degree, the hull
of each two stages; the arc bulges beyond such a hull by less than one part in 26,000 of its
radius, under a fifth of a hundredth for a front of 40 in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from longroll.board.table.angles import RIGHT_ANGLE, SCALE, cosine
from longroll.board.table.bases import Footprint, Layout, footprint, moved
from longroll.board.table.corridors import Corridor, Swing
from longroll.board.table.hulls import swept
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
from longroll.board.table.places import GRAIN, Pose, turned

Size: TypeAlias = tuple[int, int]
"""The width and the height of a table, in hundredths."""


class Obstacle(msgspec.Struct, frozen=True):
    """Ground to keep away from: by `gap` hundredths, or with 0 only not to enter."""

    name: str
    ground: Footprint
    gap: int = 0


class Clip(msgspec.Struct, frozen=True):
    """How far a leg may go, and what ends it: an obstacle's name, "edge", or None.

    A straight leg in the same direction comes near no obstacle if it is no longer than `free`
    hundredths; None is any length up to this one. A crowded leg begins on others' ground.
    """

    leg: Leg
    ended_by: str | None
    free: int | None = None
    is_crowded: bool = False


class _Bar(NamedTuple):
    """An obstacle with the gap that it may claim. A straight leg of `free` hundredths or less, or a
    wheel of so many tenths, keeps clear of it; a straight leg of `barred` or more does not."""

    obstacle: Obstacle
    free: int = -1
    barred: int | None = None


class _Stop(NamedTuple):
    """A stage that is not reached freely, what bars it first, and everything that may."""

    stage: int
    name: str
    bars: Sequence[_Bar]
    size: Size | None


def on_table(ground: Footprint, width: int, height: int, margin: int = 0) -> bool:
    """Whether a footprint is on a table of this size (in hundredths), allowing for rounding.

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

    Of several on one stage it is the edge, then the first in the order given. An obstacle nearer at
    start than its gap may be left or passed but not approached; one that is overlapped at the
    start is ignored.
    """
    way = _Way(layout.solid, pose, leg)
    found = _first(way, 0, way.last, _pressing(way, obstacles)[0], size)
    return None if found is None else found.name


def all_in_the_way(
    layout: Layout, pose: Pose, leg: Leg, obstacles: Sequence[Obstacle]
) -> list[str]:
    """Every obstacle that a leg may not pass, each judged by itself, in the order given."""
    way = _Way(layout.solid, pose, leg)
    pressing = _pressing(way, obstacles)[0]
    return [bar.obstacle.name for bar in pressing if _first(way, 0, way.last, [bar], None)]


def clip(
    layout: Layout,
    pose: Pose,
    leg: Leg,
    obstacles: Sequence[Obstacle] = (),
    size: Size | None = None,
    allowance: int | None = None,
) -> Clip:
    """The leg cut down to what its allowance, the obstacles and the table's edge permit.

    A straight leg is cut to the hundredth, a wheel to the tenth of a degree; a turn is taken
    whole or not at all. The result is itself clear of every obstacle.
    """
    if allowance is not None:
        leg = shortened(layout, leg, allowance)
    way = _Way(layout.solid, pose, leg)
    pressing, is_crowded = _pressing(way, obstacles)
    free = min((bar.free for bar in pressing), default=None)
    found = _first(way, 0, way.last, pressing, size)
    if found is None:
        return Clip(leg, None, free, is_crowded)
    if isinstance(leg, Turn):
        return Clip(Turn(0), found.name, free, is_crowded)
    amount, ended_by = _last_clear(way, found.stage, found.bars, found.size)
    return Clip(cut(leg, amount), ended_by, free, is_crowded)


class _Way:
    """A leg stage by stage: a straight one has two, a wheel or a turn one for every degree."""

    def __init__(self, solid: Layout, pose: Pose, leg: Leg) -> None:
        self.solid, self.pose, self.leg = solid, pose, leg
        self.start = footprint(solid, pose)
        self._grounds = {0: self.start}
        self._swept: dict[tuple[int, int], Footprint] = {}
        if isinstance(leg, Straight):
            self.total = self.step = leg.length
            self.last = 1
        else:
            self.total, self.step = abs(leg.angle), WHEEL_STEP
            self.last = -(-self.total // WHEEL_STEP)

    def amount(self, stage: int) -> int:
        """How much of the leg, in hundredths or tenths of a degree, leads to a stage."""
        return min(stage * self.step, self.total)

    def ground_after(self, amount: int) -> Footprint:
        if amount not in self._grounds:
            self._grounds[amount] = self._ground_after(amount)
        return self._grounds[amount]

    def swept(self, before: int, later: int) -> Footprint:
        """The ground covered on the straight way from one place along the leg to another."""
        key = before, later
        if key not in self._swept:
            self._swept[key] = swept(self.ground_after(before), self.ground_after(later))
        return self._swept[key]

    def _ground_after(self, amount: int) -> Footprint:
        if isinstance(self.leg, Straight):
            east, south = turned(0, -amount, self.pose.heading + self.leg.angle)
            return moved(self.start, east * GRAIN, south * GRAIN)
        return footprint(self.solid, after(self.solid, self.pose, cut(self.leg, amount)))


def _last_clear(way: _Way, stage: int, bars: Sequence[_Bar], size: Size | None) -> tuple[int, str]:
    """How far a leg gets between the last clear stage and the next, which is barred, and what
    ends it."""
    low, high = way.amount(stage - 1), way.amount(stage)
    ended_by = ""
    # One bar at a time: of many obstacles few are ever met.
    alone: list[tuple[Sequence[_Bar], Size | None]] = [((), size)]
    alone += [((bar,), None) for bar in bars]
    for among, edge in alone:
        if _bar(way, low, high, among, edge) is None:
            continue
        clear = low
        free, barred = (among[0].free, among[0].barred) if among else (-1, None)
        while high - clear > 1:
            middle = (clear + high) // 2
            if middle <= free:
                clear = middle
            elif barred is not None and middle >= barred:
                high = middle
            elif _bar(way, low, middle, among, edge) is None:
                clear = middle
            else:
                high = middle
        ended_by = among[0].obstacle.name if among else "edge"
    # Each bar was met alone, and shorter legs are rounded again: check all of them together.
    amount = max(low, high - 1)
    while amount > low and _bar(way, low, amount, bars, size) is not None:
        amount -= 1
    return amount, ended_by


def _pressing(way: _Way, obstacles: Sequence[Obstacle]) -> tuple[list[_Bar], bool]:
    """The obstacles near enough to matter, with the gap that each may claim; and whether the leg
    begins on the ground of one."""
    pressing: list[_Bar] = []
    is_crowded = False
    for bar in _met(way, obstacles):
        name, ground, gap = bar.obstacle.name, bar.obstacle.ground, bar.obstacle.gap
        if bar.free >= 0 or is_clear(way.start, ground, gap):
            pressing.append(bar)
        elif not overlaps(way.start, ground):
            gap = distance_between(way.start, ground)
            pressing.append(_Bar(Obstacle(name, ground, gap)))
        else:
            is_crowded = True
            if not overlaps(way.start, ground, SLACK):
                pressing.append(_Bar(Obstacle(name, ground, -SLACK)))
    return pressing, is_crowded


def _met(way: _Way, obstacles: Sequence[Obstacle]) -> Iterator[_Bar]:
    """The obstacles that a leg may come near."""
    leg = way.leg
    if isinstance(leg, Straight):
        corridor = Corridor(way.start, way.pose.heading + leg.angle)
        for obstacle in obstacles:
            meeting = corridor.meeting(obstacle.ground, obstacle.gap)
            if meeting is not None and meeting.free < way.total:
                yield _Bar(obstacle, *meeting)
    elif isinstance(leg, Wheel):
        swing = Swing(way.solid, way.pose, leg)
        for obstacle in obstacles:
            if swing.may_meet(obstacle.ground, obstacle.gap):
                yield _Bar(obstacle, swing.free(obstacle.ground, obstacle.gap))
    else:
        # All stages share the pivot, which lies within each one's circle.
        whole = Footprint((), (), way.start.centre, 3 * way.start.radius + GRAIN)
        for obstacle in obstacles:
            if not is_far(whole, obstacle.ground, obstacle.gap):
                yield _Bar(obstacle)


def _bar(way: _Way, before: int, later: int, bars: Sequence[_Bar], size: Size | None) -> str | None:
    """What bars the straight way from one place along a leg to another."""
    if size is not None and not on_table(way.ground_after(later), *size):
        return "edge"
    for obstacle, free, barred in bars:
        if later <= free:
            continue
        if barred is not None and later >= barred:
            return obstacle.name
        if not is_clear(way.swept(before, later), obstacle.ground, obstacle.gap):
            return obstacle.name
    return None


def _first(way: _Way, low: int, high: int, bars: Sequence[_Bar], size: Size | None) -> _Stop | None:
    """The first stage after `low` that is not reached freely, up to `high`, and what bars it.

    Many stages are judged at once if nothing is near, and one by one if something is.
    """
    if high <= low or not (bars or size):
        return None
    if high - low == 1:
        name = _bar(way, way.amount(low), way.amount(high), bars, size)
        return None if name is None else _Stop(high, name, bars, size)
    begin, end = way.amount(low), way.amount(high)
    bars = [bar for bar in bars if bar.free < end]
    margin = _bulge(way.start, end - begin)
    if margin is not None and (size is not None or any(bar.free < begin for bar in bars)):
        run_over = way.swept(begin, end)
        bars = [
            bar
            for bar in bars
            if bar.free >= begin
            or not is_clear(run_over, bar.obstacle.ground, max(0, bar.obstacle.gap) + margin)
        ]
        if size is not None and on_table(run_over, *size, margin):
            size = None
    middle = (low + high) // 2
    return _first(way, low, middle, bars, size) or _first(way, middle, high, bars, size)


def _bulge(ground: Footprint, angle: int) -> int | None:
    """How far at most the path of a swing runs outside the hull of its ends, in hundredths.

    None if the swing is too wide to say.
    """
    if angle > RIGHT_ANGLE:
        return None
    # No corner is farther from the pivot than twice the radius; two more for the rounding.
    rise = 2 * ground.radius * (SCALE - cosine((angle + 1) // 2))
    return rise // (SCALE * GRAIN) + 3
