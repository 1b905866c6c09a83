"""Moves that bring a body to a place: wheels, obliques, turns and steps back, the likely ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from longroll.board.table import (
    Hand,
    Layout,
    Leg,
    Point,
    Pose,
    Turn,
    Wheel,
    about_face,
    after,
    ahead,
    back,
    bearing_to,
    distance,
    length,
    normal,
    oblique,
    turning,
)
from longroll.board.table import place as place_at
from longroll.board.table.angles import HALF_TURN

#: The widest march to one side that keeps its front.
_WIDEST_OBLIQUE = 450
#: A turn or wheel smaller than this is not worth making, in tenths of a degree.
_LEAST_TURN = 20
#: A step shorter than this is not worth making, in hundredths.
_LEAST_STEP = 15
#: Shares of the way that are tried, so that one is left if something stops a longer one.
_SHARES = (100, 75, 50, 25)


class Gait(NamedTuple):
    """How a body moves: hundredths in a period, and the share of it that a turn costs."""

    rate: int
    turn_share: int = 25


def off(pose: Pose, place: Point) -> int:
    """How far to turn from a pose to face a place; to the right is positive."""
    return 0 if pose.point == place else turning(pose.heading, bearing_to(pose.point, place))


def aimed_wheel(layout: Layout, pose: Pose, place: Point) -> Wheel | None:
    """The wheel after which the middle of the front faces a place; None if it does already.

    >>> from longroll.board.table import ranks, pose
    >>> aimed_wheel(ranks([6], 100, 75), pose(1000, 1000, 0), Point(1000, 0)) is None
    True
    """
    turn = off(pose, place)
    if turn == 0:
        return None
    hand: Hand = "right" if turn > 0 else "left"
    low, high = 0, HALF_TURN
    while high - low > 1:
        angle = (low + high) // 2
        still = off(after(layout, pose, Wheel(hand, angle)), place)
        short = still > 0 if hand == "right" else still < 0
        low, high = (angle, high) if short else (low, angle)
    return Wheel(hand, high)


def facing_wheel(pose: Pose, heading: int) -> Wheel | None:
    """The wheel that ends on a heading."""
    turn = turning(pose.heading, heading)
    if abs(turn) < _LEAST_TURN:
        return None
    return Wheel("right" if turn > 0 else "left", abs(turn))


def ways_to(layout: Layout, start: Pose, goal: Pose, gait: Gait) -> Iterator[tuple[Leg, ...]]:
    """Moves that go towards a goal and face as it does, or come nearer to that; no move twice.

    They say nothing of ground and others in the way: the rules judge them.
    """
    seen: set[tuple[Leg, ...]] = set()
    for way in _ways(layout, start, goal, gait):
        if way and way not in seen:
            seen.add(way)
            yield way


def _ways(layout: Layout, start: Pose, goal: Pose, gait: Gait) -> Iterator[tuple[Leg, ...]]:
    place = goal.point
    far = distance(start.point, place)
    yield from _facing(start, goal.heading)
    if far < _LEAST_STEP:
        return
    turn = off(start, place)
    yield from _straight(min(far, gait.rate), 0)
    if abs(turn) <= _WIDEST_OBLIQUE:
        yield from _straight(min(far, gait.rate), turn)
    wheel = aimed_wheel(layout, start, place)
    if wheel is not None and wheel.angle < HALF_TURN - 1:
        yield from _wheeled(layout, start, wheel, place, gait.rate)
    yield from _turned(start, goal, gait, turn, far)
    if abs(turn) > HALF_TURN - 300:
        yield from ((back(step),) for step in _steps(min(far, gait.rate // 2)))


def _facing(start: Pose, heading: int) -> Iterator[tuple[Leg, ...]]:
    turn = turning(start.heading, heading)
    if abs(turn) < _LEAST_TURN:
        return
    wheel = facing_wheel(start, heading)
    if wheel is not None and wheel.angle < 1200:
        yield (wheel,)
    yield (_turn(turn),)


def _turn(angle: int) -> Turn:
    return about_face() if abs(angle) == HALF_TURN else Turn(angle)


def _steps(far: int) -> Iterator[int]:
    for share in _SHARES:
        step = far * share // 100
        if step >= _LEAST_STEP:
            yield step


def _straight(far: int, angle: int) -> Iterator[tuple[Leg, ...]]:
    for step in _steps(far):
        yield (oblique(step, angle) if abs(angle) >= 1 else ahead(step),)


def _wheeled(
    layout: Layout, start: Pose, wheel: Wheel, place: Point, rate: int
) -> Iterator[tuple[Leg, ...]]:
    """A wheel towards a place, and ahead with the rest."""
    cost = length(layout, wheel)
    if cost > rate:
        yield (Wheel(wheel.hand, max(1, wheel.angle * rate // cost)),)
        return
    here = after(layout, start, wheel)
    rest = min(distance(here.point, place), rate - cost)
    yield (wheel,)
    for step in _steps(rest):
        yield (wheel, ahead(step))


def _turned(start: Pose, goal: Pose, gait: Gait, turn: int, far: int) -> Iterator[tuple[Leg, ...]]:
    """A turn on the spot towards a place, and ahead; and a turn at the end if there is time."""
    if abs(turn) < _LEAST_TURN:
        faced: tuple[Leg, ...] = ()
        left = gait.rate
    else:
        faced = (_turn(turn),)
        left = gait.rate * (100 - gait.turn_share) // 100
    for step in _steps(min(far, left)):
        yield (*faced, ahead(step))
    last = turning(start.heading + turn, goal.heading)
    if abs(last) >= _LEAST_TURN:
        less = left - gait.rate * gait.turn_share // 100
        for step in _steps(min(far, less)):
            yield (*faced, ahead(step), _turn(last))


def gone(layout: Layout, start: Pose, legs: Sequence[Leg]) -> Pose:
    """Where a move ends if nothing stops it."""
    here = start
    for leg in legs:
        here = after(layout, here, leg)
    return here


def beyond(place: Point, heading: int, far: int, aside: int = 0) -> Point:
    """The point this far ahead of a place, and this far to the right."""
    return place_at(Pose(place, normal(heading)), aside, -far)
