"""Moves: sequences of legs that carry a unit from one pose to another.

A leg is a step in one direction with the heading kept, a wheel on a front corner, or a turn on
the spot. Every leg adds rounded offsets that mirror exactly, so a leg and its reverse restore the
exact pose they began with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

import msgspec

from longroll.board.table.angles import (
    HALF_TURN,
    RIGHT_ANGLE,
    SCALE,
    TURN,
    arc_length,
    cosine,
    normal,
    sine,
    turning,
    widest_arc,
)
from longroll.board.table.bases import Layout
from longroll.board.table.places import Point, Pose, made, nearest, turned

Hand: TypeAlias = Literal["left", "right"]

#: A wheel is checked along its way in steps of one degree; its path is drawn in steps of five.
WHEEL_STEP = 10
PATH_STEP = 50


class Straight(msgspec.Struct, frozen=True, tag="straight"):
    """A length in hundredths in one direction, keeping the heading.

    The angle is relative to the heading, in tenths, to the right: 0 is ahead, 1800 is back.
    """

    length: int
    angle: int = 0

    def __post_init__(self) -> None:
        if self.length < 0:
            raise ValueError(f"a leg is 0 or more hundredths long, not {self.length}")
        if not -HALF_TURN < self.angle <= HALF_TURN:
            raise ValueError(f"a leg goes between -1799 and 1800 tenths, not {self.angle}")


class Wheel(msgspec.Struct, frozen=True, tag="wheel"):
    """A swing on the front corner of one hand, forward by `angle` tenths; negative is backward."""

    hand: Hand
    angle: int

    def __post_init__(self) -> None:
        if abs(self.angle) > TURN:
            raise ValueError(f"a wheel is at most a whole turn, not {self.angle} tenths")


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """A turn on the spot about the middle of the layout, to the right by `angle` tenths."""

    angle: int


Leg: TypeAlias = Straight | Wheel | Turn
Move: TypeAlias = tuple[Leg, ...]


def ahead(length: int) -> Straight:
    return Straight(length)


def back(length: int) -> Straight:
    """A step back, facing the front."""
    return Straight(length, HALF_TURN)


def oblique(length: int, angle: int) -> Straight:
    """A march to the right (or, negative, the left) of straight ahead, facing the front."""
    return Straight(length, turning(0, angle))


def shift(length: int, hand: Hand) -> Straight:
    """A step to one side, facing the front."""
    return Straight(length, RIGHT_ANGLE if hand == "right" else -RIGHT_ANGLE)


def about_face() -> Turn:
    return Turn(HALF_TURN)


def after(layout: Layout, pose: Pose, leg: Leg) -> Pose:
    """The pose at the end of a leg.

    >>> from longroll.board.table.bases import ranks
    >>> from longroll.board.table.places import pose
    >>> line = ranks([6], 100, 75)
    >>> after(line, pose(1000, 1000, 0), Wheel("right", 900))
    Pose(point=Point(x=1300, y=700), heading=900)
    >>> after(line, pose(1000, 1000, 0), about_face())
    Pose(point=Point(x=1000, y=1075), heading=1800)
    """
    x, y = pose.point
    if isinstance(leg, Straight):
        east, south = turned(0, -leg.length, pose.heading + leg.angle)
        return Pose(made(Point, (x + east, y + south)), pose.heading)
    frame = layout.frame
    if isinstance(leg, Wheel):
        angle = leg.angle if leg.hand == "right" else -leg.angle
        # In halves, as the middle of a turn may lie between two hundredths.
        pivot_x, pivot_y = 2 * (frame.right if leg.hand == "right" else frame.left), 0
    else:
        angle = leg.angle
        pivot_x, pivot_y = frame.left + frame.right, frame.front + frame.rear
    heading = normal(pose.heading + angle)
    # The pivot stays; the movement of the front centre is rounded once.
    side = sine(pose.heading) - sine(heading)
    level = cosine(pose.heading) - cosine(heading)
    east = nearest(pivot_x * level - pivot_y * side, 2 * SCALE)
    south = nearest(pivot_x * side + pivot_y * level, 2 * SCALE)
    return Pose(made(Point, (x + east, y + south)), heading)


def length(layout: Layout, leg: Leg) -> int:
    """How far a leg goes: a wheel by the path of its outer front corner, rounded up; a turn 0.

    >>> from longroll.board.table.bases import ranks
    >>> length(ranks([6], 100, 75), Wheel("left", 450))
    472
    """
    if isinstance(leg, Straight):
        return leg.length
    if isinstance(leg, Wheel):
        return arc_length(layout.frame.width, leg.angle)
    return 0


def reverse(leg: Leg) -> Leg:
    """The leg that undoes another."""
    if isinstance(leg, Straight):
        return Straight(leg.length, turning(0, leg.angle + HALF_TURN))
    if isinstance(leg, Wheel):
        return Wheel(leg.hand, -leg.angle)
    return Turn(-leg.angle)


def reversed_move(move: Iterable[Leg]) -> Move:
    """The move that takes a unit back to where it came from."""
    return tuple(reverse(leg) for leg in reversed(tuple(move)))


def poses(layout: Layout, pose: Pose, move: Iterable[Leg]) -> tuple[Pose, ...]:
    """The pose before a move and after each of its legs."""
    found = [pose]
    for leg in move:
        found.append(after(layout, found[-1], leg))
    return tuple(found)


def move_length(layout: Layout, move: Iterable[Leg]) -> int:
    return sum(length(layout, leg) for leg in move)


def shortened(layout: Layout, leg: Leg, allowance: int) -> Leg:
    """The leg cut down so that its length is `allowance` hundredths at most.

    >>> from longroll.board.table.bases import ranks
    >>> shortened(ranks([6], 100, 75), Wheel("left", 900), 472)
    Wheel(hand='left', angle=450)
    """
    if allowance < 0:
        raise ValueError(f"an allowance is 0 or more, not {allowance}")
    if length(layout, leg) <= allowance:
        return leg
    if isinstance(leg, Wheel):
        return cut(leg, widest_arc(layout.frame.width, allowance))
    return Straight(allowance, leg.angle) if isinstance(leg, Straight) else leg


def longest(leg: Leg, fits: Callable[[Leg], bool]) -> Leg:
    """The leg cut down to the longest that fits; every leg shorter than one that fits must fit.

    A straight leg is cut to the hundredth, a wheel to the tenth of a degree; a turn is taken
    whole or not at all.

    >>> longest(ahead(600), lambda leg: leg.length <= 431)
    Straight(length=431, angle=0)
    """
    if fits(leg):
        return leg
    if isinstance(leg, Turn):
        return Turn(0)
    low, high = 0, leg.length if isinstance(leg, Straight) else abs(leg.angle)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(cut(leg, middle)) else (low, middle)
    return cut(leg, low)


def cut(leg: Leg, amount: int) -> Leg:
    """The leg with another length, or another angle to the same side."""
    if isinstance(leg, Straight):
        return Straight(amount, leg.angle)
    angle = amount if leg.angle > 0 else -amount
    return Wheel(leg.hand, angle) if isinstance(leg, Wheel) else Turn(angle)


def stages(layout: Layout, pose: Pose, leg: Leg, step: int = WHEEL_STEP) -> tuple[Pose, ...]:
    """The poses along a leg, both ends included: a wheel or a turn in steps of `step` at most.

    Every stage is the pose that a leg stopped there would reach.
    """
    if isinstance(leg, Straight):
        return pose, after(layout, pose, leg)
    total = abs(leg.angle)
    amounts = [*range(0, total, step), total]
    return tuple(after(layout, pose, cut(leg, amount)) for amount in amounts)


def path(layout: Layout, pose: Pose, move: Iterable[Leg]) -> tuple[Point, ...]:
    """The way of the front centre through a move, as the points of a line.

    A wheel is followed in chords of five degrees. A turn adds the point it ends on.
    """
    here = pose
    points = [pose.point]
    for leg in move:
        step = HALF_TURN if isinstance(leg, Turn) else PATH_STEP
        steps = stages(layout, here, leg, step)
        for stage in steps:
            if stage.point != points[-1]:
                points.append(stage.point)
        here = steps[-1]
    return tuple(points)
