"""The room that a leg takes, roughly: what it never comes near is left out without any sweeping.

For a straight leg it also gives how far it goes before it could come near something, and from
where on it certainly has. Between those two a closer look is needed.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from longroll.board.table.angles import RIGHT_ANGLE, SCALE, way
from longroll.board.table.bases import Footprint, Layout, Polygon
from longroll.board.table.measure import square_to_polygon
from longroll.board.table.moves import Wheel
from longroll.board.table.places import GRAIN, Pose, made, spot_at

#: A hundredth of an inch in the unit of products of spots and directions. That much room is
#: always left: the end of a leg is rounded to the hundredth, corners to the grain.
_HUNDREDTH = GRAIN * SCALE


class Meeting(NamedTuple):
    """A leg no longer than `free` hundredths keeps the gap to some ground, and one of `barred` or
    more does not; None if that is not known."""

    free: int
    barred: int | None


class _Lane(NamedTuple):
    """A part of the ground: its extent across the direction, its extent along it from rear to
    front, and its corners in those terms."""

    left: int
    right: int
    rear: int
    front: int
    corners: tuple[tuple[int, int], ...]


class Corridor:
    """The way of some ground in one direction, for legs of any length."""

    def __init__(self, ground: Footprint, heading: int) -> None:
        self._x, self._y = way(heading)
        self._lanes = [self._lane(part) for part in ground.parts]

    def meeting(self, ground: Footprint, gap: int) -> Meeting | None:
        """How far a leg goes before it is nearer to some ground than `gap` hundredths, or enters
        it if the gap is 0; None if it never is, however long."""
        room = (max(gap, 0) + 1) * _HUNDREDTH
        free: int | None = None
        barred: int | None = None
        for part in ground.parts:
            other = self._lane(part)
            for lane in self._lanes:
                if (
                    other.left - lane.right > room
                    or lane.left - other.right > room
                    or lane.rear - other.front > room
                ):
                    continue
                places = _places(other, lane.left - room, lane.right + room)
                before = (min(along for _, along in places) - lane.front - room) // _HUNDREDTH
                free = before if free is None else min(free, before)
                met = _met(lane, other, gap)
                if met is not None:
                    barred = met if barred is None else min(barred, met)
        return None if free is None else Meeting(free, barred)

    def _lane(self, part: Polygon) -> _Lane:
        x, y = self._x, self._y
        corners = tuple([(to_y * x - to_x * y, to_x * x + to_y * y) for to_x, to_y in part])
        acrosses, alongs = zip(*corners, strict=True)
        extent = min(acrosses), max(acrosses), min(alongs), max(alongs)
        return made(_Lane, (*extent, corners))


def _met(lane: _Lane, other: _Lane, gap: int) -> int | None:
    """From how many hundredths on a leg has certainly run into some ground, or come too near it;
    None if no part of that is straight ahead."""
    if gap < 0:
        return None
    least: int | None = None
    for across, along in _places(other, lane.left + _HUNDREDTH, lane.right - _HUNDREDTH):
        # The front may slant, and the leg is rounded to either side.
        front = min(_front_at(lane, across - _HUNDREDTH), _front_at(lane, across + _HUNDREDTH))
        ahead = along + 1 - front
        if ahead > 0 and (least is None or ahead < least):
            least = ahead
    return None if least is None else -(-least // _HUNDREDTH) + 2 - gap


def _places(lane: _Lane, left: int, right: int) -> list[tuple[int, int]]:
    """The corners of some ground between two lines along the direction, and where its edges cross
    them: how far across and, rounded down, how far along."""
    found = []
    before, before_along = lane.corners[-1]
    for here, along in lane.corners:
        if left <= here <= right:
            found.append((here, along))
        for border in (left, right):
            if (before < border < here) or (here < border < before):
                rise = (along - before_along) * (border - before)
                found.append((border, before_along + rise // (here - before)))
        before, before_along = here, along
    return found


def _front_at(lane: _Lane, across: int) -> int:
    """How far along the direction the ground extends at some place between its sides."""
    front = lane.rear
    before, before_along = lane.corners[-1]
    for here, along in lane.corners:
        if before < here:
            crossed = before <= across <= here
        else:
            crossed = here <= across <= before and here != before
        if crossed:
            rise = (along - before_along) * (across - before)
            there = before_along + rise // (here - before)
            front = there if there > front else front
        before, before_along = here, along
    return front


class Swing:
    """The room of a wheel: everything within its reach of the pivot, from where its side begins
    round to where its front ends."""

    def __init__(self, layout: Layout, pose: Pose, leg: Wheel) -> None:
        frame = layout.frame
        is_right = leg.hand == "right"
        self._heading, self._angle = pose.heading, leg.angle if is_right else -leg.angle
        self._pivot = spot_at(pose, frame.right if is_right else frame.left, 0)
        width, depth = frame.width, max(frame.rear, -frame.front)
        self._radius = (isqrt(width * width + depth * depth) + 2) * GRAIN
        #: Two directions: what lies beyond the pivot along either of them is never reached; after
        #: more than a right angle, what lies beyond it along both.
        self._beyond: tuple[tuple[int, int], ...] = ()
        self._is_wide = leg.angle > RIGHT_ANGLE
        if 0 < leg.angle < 3 * RIGHT_ANGLE and frame.front == 0:
            side = RIGHT_ANGLE if is_right else -RIGHT_ANGLE
            self._beyond = way(pose.heading + side), way(pose.heading + self._angle)

    def may_meet(self, ground: Footprint, gap: int) -> bool:
        """Whether the wheel may come nearer than `gap` hundredths to some ground; no is certain."""
        x, y = self._pivot
        # Two hundredths for the rounding of every stage.
        room = (max(gap, 0) + 2) * GRAIN
        reach = self._radius + ground.radius + room
        if (ground.centre[0] - x) ** 2 + (ground.centre[1] - y) ** 2 > reach * reach:
            return False
        return any(self._may_meet_part(part, room) for part in ground.parts)

    def _may_meet_part(self, part: Polygon, room: int) -> bool:
        x, y = self._pivot
        spots = [(to_x - x, to_y - y) for to_x, to_y in part]
        beyond = (
            min([ahead_x * dx + ahead_y * dy for dx, dy in spots]) > room * SCALE
            for ahead_x, ahead_y in self._beyond
        )
        if self._beyond and (all(beyond) if self._is_wide else any(beyond)):
            return False
        square = square_to_polygon(self._pivot, part)
        return square[0] <= (self._radius + room) ** 2 * square[1]

    def free(self, ground: Footprint, gap: int) -> int:
        """How many tenths of a degree of the wheel certainly keep the gap to some ground that it
        may meet; -1 if not even its start does."""
        room = (max(gap, 0) + 2) * GRAIN
        parts = [part for part in ground.parts if self._may_meet_part(part, room)]
        return min((self._free_of_part(part, room) for part in parts), default=abs(self._angle))

    def _free_of_part(self, part: Polygon, room: int) -> int:
        """Up to a right angle, what lies beyond the front is not reached yet."""
        if not self._beyond:
            return -1
        x, y = self._pivot
        spots = [(to_x - x, to_y - y) for to_x, to_y in part]
        hand = 1 if self._angle > 0 else -1
        low, high = -1, min(abs(self._angle), RIGHT_ANGLE) + 1
        while high - low > 1:
            angle = (low + high) // 2 if low >= 0 else 0
            ahead_x, ahead_y = way(self._heading + hand * angle)
            if min([ahead_x * dx + ahead_y * dy for dx, dy in spots]) > room * SCALE:
                low = angle
            elif angle == 0:
                return -1
            else:
                high = angle
        return low
