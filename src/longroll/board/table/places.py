"""Points and poses on a table, and how the frame of a unit is converted to the table's.

A Point counts hundredths of an inch: it is where something stands. A Spot counts grains, a hundred
to the hundredth: it is a corner or a crossing that was worked out. x grows to the east, y to the
south. The local frame of a unit has its origin in the middle of its front; dx grows to its right
and dy to its rear, so at heading 0 local offsets are table offsets.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from longroll.board.table.angles import SCALE, TURN, bearing, cosine, sine

#: Grains to a hundredth of an inch.
GRAIN = 100

INCH = 100

_TWICE = 2 * SCALE


class Point(NamedTuple):
    """A place on the table, in hundredths of an inch."""

    x: int
    y: int


class Spot(NamedTuple):
    """A place that was worked out, in grains (ten-thousandths of an inch)."""

    x: int
    y: int


#: The same as Point(x, y) or Spot(x, y), but faster: most places are worked out from others.
made = tuple.__new__


class Pose(msgspec.Struct, frozen=True):
    """Where the middle of a front stands and which way it faces, in tenths of a degree."""

    point: Point
    heading: int

    def __post_init__(self) -> None:
        if not 0 <= self.heading < TURN:
            raise ValueError(f"a heading is 0 to {TURN - 1} tenths of a degree, not {self.heading}")


def pose(x: int, y: int, heading: int) -> Pose:
    """The pose at a point, its heading reduced to 0 to 3599.

    >>> pose(1200, 600, -900)
    Pose(point=Point(x=1200, y=600), heading=2700)
    """
    return Pose(made(Point, (x, y)), heading % TURN)


def nearest(number: int, divisor: int) -> int:
    """The whole number nearest to a quotient (positive divisor), halves away from zero.

    It is symmetric: the nearest to the negative is the negative, so every step can be taken back.

    >>> nearest(5, 2), nearest(-5, 2), nearest(-4, 3)
    (3, -3, -1)
    """
    if number < 0:
        return -((-2 * number + divisor) // (2 * divisor))
    return (2 * number + divisor) // (2 * divisor)


def turned(dx: int, dy: int, heading: int) -> tuple[int, int]:
    """A local offset as a table offset in the same unit, each part rounded to the nearest.

    >>> turned(100, 0, 900), turned(0, -500, 300), turned(0, -500, 2100)
    ((0, 100), (250, -433), (-250, 433))
    """
    side, ahead = sine(heading), cosine(heading)
    x, y = dx * ahead - dy * side, dx * side + dy * ahead
    return (
        (2 * x + SCALE) // _TWICE if x >= 0 else -((SCALE - 2 * x) // _TWICE),
        (2 * y + SCALE) // _TWICE if y >= 0 else -((SCALE - 2 * y) // _TWICE),
    )


def turned_box(left: int, front: int, right: int, rear: int, heading: int) -> tuple[Spot, ...]:
    """The corners of a rectangle in a local frame as table offsets: front left, front right, rear
    right, rear left, each as `turned` gives it.

    >>> turned_box(-100, 0, 100, 50, 900)
    (Spot(x=0, y=-100), Spot(x=0, y=100), Spot(x=-50, y=100), Spot(x=-50, y=-100))
    """
    side, ahead = sine(heading), cosine(heading)
    left_x, left_y, right_x, right_y = left * ahead, left * side, right * ahead, right * side
    front_x, front_y, rear_x, rear_y = front * side, front * ahead, rear * side, rear * ahead
    corners = (
        (left_x - front_x, left_y + front_y),
        (right_x - front_x, right_y + front_y),
        (right_x - rear_x, right_y + rear_y),
        (left_x - rear_x, left_y + rear_y),
    )
    return tuple(
        [
            made(
                Spot,
                (
                    (2 * x + SCALE) // _TWICE if x >= 0 else -((SCALE - 2 * x) // _TWICE),
                    (2 * y + SCALE) // _TWICE if y >= 0 else -((SCALE - 2 * y) // _TWICE),
                ),
            )
            for x, y in corners
        ]
    )


def place(pose: Pose, dx: int, dy: int) -> Point:
    """The point at a local offset in hundredths.

    >>> place(Pose(Point(1000, 1000), 900), 0, -600)
    Point(x=1600, y=1000)
    """
    east, south = turned(dx, dy, pose.heading)
    x, y = pose.point
    return made(Point, (x + east, y + south))


def spot_at(pose: Pose, dx: int, dy: int) -> Spot:
    """The spot at a local offset in hundredths, to the nearest grain."""
    east, south = turned(dx * GRAIN, dy * GRAIN, pose.heading)
    x, y = pose.point
    return made(Spot, (x * GRAIN + east, y * GRAIN + south))


def local(pose: Pose, place: Spot) -> tuple[int, int]:
    """A spot in the frame of a pose: to the right and to the rear, much finer than grains."""
    east, south = place.x - pose.point.x * GRAIN, place.y - pose.point.y * GRAIN
    side, level = sine(pose.heading), cosine(pose.heading)
    return east * level + south * side, south * level - east * side


def spot(point: Point) -> Spot:
    """A point in grains; nothing is lost."""
    x, y = point
    return made(Spot, (x * GRAIN, y * GRAIN))


def point(spot: Spot) -> Point:
    """The point nearest to a spot."""
    x, y = spot
    return made(Point, (nearest(x, GRAIN), nearest(y, GRAIN)))


def bearing_to(here: Point, there: Point) -> int:
    """The heading from one point to another.

    >>> bearing_to(Point(0, 0), Point(100, 100))
    1350
    """
    return bearing(there.x - here.x, there.y - here.y)
