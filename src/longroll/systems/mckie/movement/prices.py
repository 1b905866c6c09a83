"""How far along a leg an allowance goes: as the fees of all its parts say, but faster."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from longroll.board.table import (
    Layout,
    Leg,
    Piece,
    Point,
    Pose,
    Straight,
    Table,
    Turn,
    Wheel,
    after,
    contours_crossed,
    length,
    longest,
)
from longroll.board.table.ground import contours_between, part_of
from longroll.board.table.moves import PATH_STEP, cut
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.measure import Distance
from longroll.systems.mckie.movement.fees import rate_on, stretches, way_box
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.words import Arm, Formation

#: A guess that is off by more hundredths than this is not used.
_DOUBT = 8


class _Walk(NamedTuple):
    """A straight way: its lengths, each with the share of the rate at which it is walked as two
    numbers, and the contours it crosses."""

    lengths: tuple[tuple[int, int, int], ...]
    contours: int


class Price:
    """What the beginnings of one leg cost a unit."""

    def __init__(
        self,
        table: Table,
        arm: Arm,
        formation: Formation,
        layout: Layout,
        pose: Pose,
        leg: Leg,
        in_flight: bool = False,
    ) -> None:
        self.arm, self.formation, self.in_flight = arm, formation, in_flight
        self.layout, self.pose, self.leg = layout, pose, leg
        self.table = part_of(table, way_box(layout, pose, leg))
        #: Results so far: most beginnings of a wheel have most of their chords in common.
        self._points: dict[int, Point] = {0: pose.point}
        self._walks: dict[tuple[Point, Point], _Walk | None] = {}

    def longest(self, allowance: Distance) -> Leg:
        """The longest beginning of the leg that an allowance pays for."""
        if isinstance(self.leg, Straight) and not self._pays(self.leg, allowance):
            found = self._by_guess(self.leg, allowance)
            if found is not None:
                return found
        return longest(self.leg, lambda part: self._pays(part, allowance))

    def cost(self, leg: Leg) -> Fraction | None:
        """What a beginning of the leg costs; None if ground bars it."""
        found = self._cost(leg)
        return None if found is None else Fraction(*found)

    def _pays(self, leg: Leg, allowance: Distance) -> bool:
        found = self._cost(leg)
        return found is not None and found[0] <= allowance * found[1]

    def _cost(self, leg: Leg) -> tuple[int, int] | None:
        """The cost as a fraction of two numbers."""
        if isinstance(leg, Turn):
            return 0, 1
        whole = length(self.layout, leg) if isinstance(leg, Wheel) else None
        if whole is not None and not self.table.pieces and self._share(None) == (1, 1):
            return whole, 1
        cost, divisor, walked, contours = 0, 1, 0, 0
        for here, there in pairwise(self._path(leg)):
            walk = self._walk(here, there)
            if walk is None:
                return None
            for far, number, over in walk.lengths:
                walked += far
                if divisor == number:
                    cost += far * over
                else:
                    cost, divisor = cost * number + far * over * divisor, divisor * number
            contours += walk.contours
        if whole is not None and walked:
            cost, divisor = cost * whole, divisor * walked
        elif whole:
            cost, divisor = whole, 1
        if not self.in_flight:
            cost += contours * MOVEMENT.contour * divisor
        return cost, divisor

    def _path(self, leg: Straight | Wheel) -> list[Point]:
        """The way of the front centre, as `path` gives it."""
        if isinstance(leg, Straight):
            ends = (0, leg.length)
        else:
            ends = (*range(0, abs(leg.angle), PATH_STEP), abs(leg.angle))
        points: list[Point] = []
        for amount in ends:
            if amount not in self._points:
                self._points[amount] = after(self.layout, self.pose, cut(leg, amount)).point
            if not points or points[-1] != self._points[amount]:
                points.append(self._points[amount])
        return points

    def _walk(self, here: Point, there: Point) -> _Walk | None:
        """A straight way; None if ground bars it."""
        if (here, there) not in self._walks:
            self._walks[here, there] = self._walked(here, there)
        return self._walks[here, there]

    def _walked(self, here: Point, there: Point) -> _Walk | None:
        found = []
        for stretch in stretches(self.table, self.formation, here, there):
            share = self._share(stretch.piece)
            if share is None:
                return None
            found.append((stretch.length, *share))
        return _Walk(tuple(found), contours_between(self.table, here, there))

    def _share(self, piece: Piece | None) -> tuple[int, int] | None:
        share = rate_on(piece, self.arm, self.formation, self.in_flight)
        return None if isinstance(share, Refusal) else (share.numerator, share.denominator)

    # Guessing

    def _by_guess(self, leg: Straight, allowance: Distance) -> Straight | None:
        """What `longest` finds, checking closely only around the point where the whole leg suggests
        that the allowance ends; None if that was wrong."""
        guess = self._guess(leg, allowance)
        low, high = 0, leg.length
        while high - low > 1:
            middle = (low + high) // 2
            if middle < guess - _DOUBT:
                pays = True
            elif middle > guess + _DOUBT:
                pays = False
            else:
                pays = self._pays(cut(leg, middle), allowance)
            low, high = (middle, high) if pays else (low, middle)
        looked = low == 0 or low >= guess - _DOUBT
        if not looked or (high < leg.length and high > guess + _DOUBT):
            return None
        return Straight(low, leg.angle)

    def _guess(self, leg: Straight, allowance: Distance) -> int:
        """How far the allowance goes along the way of the whole leg, roughly."""
        here, there = self.pose.point, after(self.layout, self.pose, leg).point
        climbs = [] if self.in_flight else contours_crossed(self.table, here, there)
        marks = [climb.length for climb in climbs]
        gone, left = 0, int(allowance)
        for stretch in stretches(self.table, self.formation, here, there):
            share = self._share(stretch.piece)
            if share is None:
                return gone
            end = gone + stretch.length
            for mark in (*[mark for mark in marks if gone <= mark < end], end):
                number, over = share
                if (mark - gone) * over > left * number:
                    return gone + left * number // over
                left -= (mark - gone) * over // number
                gone = mark
                if mark < end:
                    left -= MOVEMENT.contour
                    if left < 0:
                        return gone
        return gone


__all__ = ["Price"]
