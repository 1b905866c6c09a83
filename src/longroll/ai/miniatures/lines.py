"""Lining up: places side by side for some bodies, and who takes which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from longroll.ai.miniatures.going import beyond
from longroll.board.table import Point, Pose, normal
from longroll.board.table.angles import SCALE
from longroll.board.table.places import GRAIN, local, spot

#: The unit of `local` in hundredths of an inch.
_FINE = SCALE * GRAIN
#: Bodies that differ less than this are level with each other, in hundredths.
_LEVEL = 400


def abreast(middle: Point, heading: int, widths: Sequence[int], gap: int) -> list[Pose]:
    """Places in one line from left to right, their fronts level, this far apart.

    >>> [pose.point.x for pose in abreast(Point(1000, 500), 0, [400, 400], 100)]
    [750, 1250]
    """
    whole = sum(widths) + gap * (len(widths) - 1)
    found: list[Pose] = []
    left = -whole // 2
    for width in widths:
        found.append(Pose(beyond(middle, heading, 0, left + width // 2), normal(heading)))
        left += width + gap
    return found


def aside(middle: Point, heading: int, place: Point) -> int:
    """How far to the right of a middle a place is, as it looks along a heading."""
    return local(Pose(middle, normal(heading)), spot(place))[0] // _FINE


def in_front(middle: Point, heading: int, place: Point) -> int:
    """How far ahead of a middle a place is, along a heading."""
    return -local(Pose(middle, normal(heading)), spot(place))[1] // _FINE


def from_left(places: Mapping[str, Point], middle: Point, heading: int) -> list[str]:
    """Names from left to right, so that nobody crosses another's way."""
    return sorted(places, key=lambda name: (aside(middle, heading, places[name]), name))


def two_lines(
    names: Sequence[str], places: Mapping[str, Point], middle: Point, heading: int, widest: int
) -> tuple[list[str], list[str]]:
    """A first and a second line, each from left to right: the foremost are in the first, which has
    at most `widest`."""
    if len(names) <= widest:
        return from_left({name: places[name] for name in names}, middle, heading), []
    # Those almost level keep their turn, so that lines do not change with every step.
    ahead = sorted(
        names, key=lambda name: (-(in_front(middle, heading, places[name]) // _LEVEL), name)
    )
    lines = ahead[:widest], ahead[widest:]
    first, second = (
        from_left({name: places[name] for name in line}, middle, heading) for line in lines
    )
    return first, second
