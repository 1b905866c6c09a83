"""What a way over the table costs: the one place where lengths, grounds and tolls become a cost.

A way is made of walks, straight from one point to the next. Slow ground costs more for each
hundredth, a contour or a wall costs once. The list of orders, the check on arrival, the preview,
the battle and the umpire's desk all ask here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from longroll.board.table import (
    GRAIN,
    Layout,
    Leg,
    Length,
    Piece,
    Point,
    Pose,
    Straight,
    Table,
    Turn,
    Wheel,
    after,
    barriers_crossed,
    contours_crossed,
    distance,
    ground_at,
    length,
    lengths,
    longest,
    point,
    spot,
    spot_at,
)
from longroll.board.table.angles import HALF_TURN, SCALE, cosine
from longroll.board.table.ground import contours_between, part_of
from longroll.board.table.moves import PATH_STEP, cut
from longroll.board.table.places import nearest
from longroll.board.table.terrain import Box, plots
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.miniatures.measure import Distance
from longroll.miniatures.rulebook import Footing, Gait, Rulebook

#: A guess that is off by more hundredths than this is not used.
_DOUBT = 8
#: Places along a front where the ground under it is looked at.
_PLACES = 16

#: The way of a place along a front, while the middle of the front goes straight.
Track = tuple[Point, Point]


class Part(NamedTuple):
    """A stretch of a way on one ground: its length (None is without end), and the share of its rate
    at which it is walked, as two numbers."""

    ground: str
    length: int | None
    number: int = 1
    over: int = 1

    @property
    def is_slow(self) -> bool:
        return self.number < self.over


class Walk(NamedTuple):
    """A straight way: its parts in order, and what is paid once on it."""

    parts: tuple[Part, ...]
    tolls: tuple[Line, ...] = ()


class Fee(msgspec.Struct, frozen=True):
    """What a way costs of a move, for what, and the grounds it leads over."""

    total: Distance
    lines: tuple[Line, ...] = ()
    grounds: frozenset[str] = frozenset()


# The arithmetic


def cost_of(walks: Iterable[Walk], whole: int | None = None) -> tuple[int, int]:
    """What some walks cost together, as a fraction of two numbers. `whole` is the length to be paid
    for, if that is not the length of the way: a wheel pays for its outer corner.

    >>> cost_of([Walk((Part("open", 200), Part("open_woods", 300, 3, 4)))])
    (1800, 3)
    """
    cost, divisor, walked, tolls = 0, 1, 0, 0
    for walk in walks:
        for _, far, number, over in walk.parts:
            assert far is not None
            walked += far
            if divisor == number:
                cost += far * over
            else:
                cost, divisor = cost * number + far * over * divisor, divisor * number
        for line in walk.tolls:
            tolls += line.value
    if whole is not None and walked:
        cost, divisor = cost * whole, divisor * walked
    elif whole:
        cost, divisor = whole, 1
    return cost + tolls * divisor, divisor


def reached(walks: Iterable[Walk], allowance: Distance) -> Distance:
    """How far along some walks an allowance goes. What is paid once is paid where a walk begins.

    >>> reached([Walk((Part("open", 200), Part("open_woods", None, 3, 4)))], 600)
    Fraction(500, 1)
    """
    gone, left = Fraction(0), Fraction(allowance)
    for walk in walks:
        left -= sum(line.value for line in walk.tolls)
        if left < 0:
            return gone
        for _, far, number, over in walk.parts:
            if far is None or far * over > left * number:
                return gone + left * number / over
            gone += far
            left -= Fraction(far * over, number)
    return gone


# The ground


def part(
    rulebook: Rulebook[Any], gait: Gait, ground: str, length: int | None = None
) -> Part | Refusal:
    """A stretch of one ground, by the rulebook's word for it, or why the gait may not go there."""
    footing = rulebook.ground.footing(gait, ground)
    if isinstance(footing, Refusal):
        return footing
    return Part(ground, length, *footing.share.as_integer_ratio())


def walk(
    rulebook: Rulebook[Any],
    table: Table,
    gait: Gait,
    here: Point,
    there: Point,
    tracks: Sequence[Track] = (),
) -> Walk | Refusal:
    """A straight way over a table, or what bars it; with the `tracks` of places along the front
    the ground is what lies under the front, as the rulebook counts it."""
    found = grounds(rulebook, table, gait, here, there, tracks)
    return _walked(rulebook, table, gait, here, there, found)


def _walked(
    rulebook: Rulebook[Any],
    table: Table,
    gait: Gait,
    here: Point,
    there: Point,
    grounds: Iterable[Part | Refusal],
) -> Walk | Refusal:
    """A straight way over some grounds, or what bars it."""
    parts: list[Part] = []
    for found in grounds:
        if isinstance(found, Refusal):
            return found
        parts.append(found)
    tolls = _tolls(rulebook, table, gait, here, there, {one.ground for one in parts})
    return tolls if isinstance(tolls, Refusal) else Walk(tuple(parts), tolls)


def grounds(
    rulebook: Rulebook[Any],
    table: Table,
    gait: Gait,
    here: Point,
    there: Point,
    tracks: Sequence[Track] = (),
) -> list[Part | Refusal]:
    """The ground of a straight way in order, with what bars it where it is barred. A middle on a
    road is on the road, whatever lies beside it."""
    ways = stretches(rulebook, table, gait, here, there)
    middle = [_long(on_piece(rulebook, gait, one.piece), one.length) for one in ways]
    whole = sum(one.length for one in ways)
    if not tracks or not whole or any(isinstance(one, Refusal) for one in middle):
        return middle
    by_road = [one.piece is not None and one.piece.kind == "road" for one in ways]
    rows = [_row(middle, whole)]
    rows += [_row(_beneath(rulebook, table, gait, *track), whole) for track in tracks]
    share = rulebook.ground.frontage
    assert share is not None
    slow = int(len(tracks) * (1 - share))
    found: list[Part | Refusal] = []
    places, gone = [0] * len(rows), 0
    for end in sorted({end for row in rows for end, _ in row}):
        for at, row in enumerate(rows):
            while row[places[at]][0] < end:
                places[at] += 1
        under = [row[place][1] for row, place in zip(rows, places, strict=True)]
        if not by_road[places[0]]:
            # Slow ground slows whoever has no more than the rest of its front on faster ground.
            del under[0]
            if len({part[2:] for part in under}) > 1:
                under.sort(key=lambda part: Fraction(part.over, part.number))
            del under[:slow]
        last = found[-1] if found else None
        if isinstance(last, Part) and last[2:] == under[0][2:] and last.ground == under[0].ground:
            found[-1] = last._replace(length=(last.length or 0) + end - gone)
        else:
            found.append(under[0]._replace(length=end - gone))
        gone = end
    return found


def _long(part: Part | Refusal, length: int) -> Part | Refusal:
    return part if isinstance(part, Refusal) else part._replace(length=length)


def _beneath(
    rulebook: Rulebook[Any], table: Table, gait: Gait, here: Point, there: Point
) -> list[Part | Refusal]:
    """The ground under a place along a front; what bars the place, but not the middle, is not
    slow."""
    plain = on_piece(rulebook, gait, None)
    ways = stretches(rulebook, table, gait, here, there)
    if not ways:
        ways = (Length(ground_at(_seen(rulebook, table, gait), spot(here)), 1),)
    found = [(on_piece(rulebook, gait, one.piece), one.length) for one in ways]
    return [_long(plain if isinstance(part, Refusal) else part, far) for part, far in found]


def _row(parts: Sequence[Part | Refusal], whole: int) -> list[tuple[int, Part]]:
    """Parts with where they end, as if they were as long as a `whole` way."""
    row: list[tuple[int, Part]] = []
    gone = 0
    total = sum(part.length or 0 for part in parts if isinstance(part, Part))
    for part in parts:
        assert isinstance(part, Part)
        gone += part.length or 0
        row.append((nearest(gone * whole, total), part))
    return row


def stretches(
    rulebook: Rulebook[Any], table: Table, gait: Gait, here: Point, there: Point
) -> tuple[Length, ...]:
    """The ground between two points, as a gait sees it: only troops on a road march see roads."""
    return lengths(_seen(rulebook, table, gait), here, there)


def _seen(rulebook: Rulebook[Any], table: Table, gait: Gait) -> Table:
    return table if rulebook.ground.by_road(gait) else _without_roads(table)


@lru_cache(maxsize=4096)
def on_piece(rulebook: Rulebook[Any], gait: Gait, piece: Piece | None) -> Part | Refusal:
    """A piece of ground as a part of a way, or why a gait may not go there."""
    if piece is not None:
        if piece.barred:
            return Refusal(rulebook.rules.impassable, f"nobody can cross {piece.name}")
        barred = rulebook.ground.bar(gait, piece)
        if barred is not None:
            return barred
    return part(rulebook, gait, rulebook.ground.word(gait, piece))


@lru_cache(maxsize=1024)
def _without_roads(table: Table) -> Table:
    pieces = tuple(piece for piece in table.pieces if piece.kind != "road")
    return msgspec.structs.replace(table, pieces=pieces)


def _tolls(
    rulebook: Rulebook[Any],
    table: Table,
    gait: Gait,
    here: Point,
    there: Point,
    grounds: Collection[str],
) -> tuple[Line, ...] | Refusal:
    """What is paid once between two points: for each contour, and for walls and the like."""
    found: list[Line] = []
    crossed = contours_between(table, here, there)
    if crossed and (contour := rulebook.ground.contour(gait, grounds)) is not None:
        found = [contour] * crossed
    if plots(table, "barrier"):
        for piece, _ in barriers_crossed(table, spot(here), spot(there)):
            barrier = rulebook.ground.barrier(gait, piece)
            if isinstance(barrier, Refusal):
                return barrier
            if barrier is not None:
                found.append(barrier)
    return tuple(found)


# Fees


def fee(
    rulebook: Rulebook[Any],
    table: Table,
    gait: Gait,
    points: Sequence[Point],
    whole: int | None = None,
) -> Fee | Refusal:
    """What the way of a front centre costs, with its lines, or what bars it."""
    walks: list[Walk] = []
    for here, there in pairwise(points):
        found = walk(rulebook, table, gait, here, there)
        if isinstance(found, Refusal):
            return found
        walks.append(found)
    return _itemised(rulebook, gait, walks, whole)


def _itemised(
    rulebook: Rulebook[Any], gait: Gait, walks: Sequence[Walk], whole: int | None
) -> Fee | Refusal:
    """The cost of some walks, ground by ground."""
    found: dict[str, list[Part]] = {}
    for one in walks:
        for part in one.parts:
            found.setdefault(part.ground, []).append(part)
    walked = {ground: sum(part.length or 0 for part in parts) for ground, parts in found.items()}
    far = sum(walked.values())
    if whole is not None and not far:
        plain = rulebook.ground.word(gait, None)
        found = {plain: []} if whole else {}
    lines: list[Line] = []
    for ground, parts in found.items():
        cost, divisor = cost_of([Walk(tuple(parts))])
        if whole is not None:
            cost, divisor = (cost * whole, divisor * far) if far else (whole, 1)
        footing = rulebook.ground.footing(gait, ground)
        if cost and isinstance(footing, Footing):
            reason = _told(rulebook, ground, walked.get(ground, 0))
            lines.append(Line(-(-cost // divisor), reason, footing.rule))
    tolls: dict[tuple[str, str], int] = {}
    for line in (line for one in walks for line in one.tolls):
        tolls[line.reason, line.rule] = tolls.get((line.reason, line.rule), 0) + line.value
    lines += [Line(value, reason, rule) for (reason, rule), value in tolls.items()]
    return Fee(Fraction(*cost_of(walks, whole)), tuple(lines), frozenset(found))


def _told(rulebook: Rulebook[Any], ground: str, length: int) -> str:
    name = rulebook.ground.names.get(ground, ground.replace("_", " "))
    return f"{rulebook.measure.told(length)} of {name}"


@lru_cache(maxsize=8192)
def leg_fee(
    rulebook: Rulebook[Any], table: Table, gait: Gait, layout: Layout, pose: Pose, leg: Leg
) -> Fee | Refusal:
    """What one leg costs. A turn on the spot costs no distance: it costs a share of a move."""
    if isinstance(leg, Turn):
        return Fee(0)
    return way_along(rulebook, table, gait, layout, pose, leg).fee()


# Legs


class Way:
    """The way of a unit's front centre along a leg: what the leg and its beginnings cost."""

    def __init__(
        self,
        rulebook: Rulebook[Any],
        table: Table,
        gait: Gait,
        layout: Layout,
        pose: Pose,
        leg: Leg,
    ) -> None:
        self.rulebook, self.gait = rulebook, gait
        self.layout, self.pose, self.leg = layout, pose, leg
        self.front = _places(layout) if rulebook.ground.frontage is not None else ()
        #: What of the table may matter: only troops on a road march see roads.
        self.table = part_of(_seen(rulebook, table, gait), way_box(layout, pose, leg, self.front))
        #: Whether there is slow ground near the leg.
        self.may_be_slow = any(self._is_slow(plot.piece) for plot in plots(self.table, "ground"))
        if not self.may_be_slow:
            self.front = ()
        #: Results so far: most beginnings of a wheel have most of their chords in common.
        self._poses: dict[int, Pose] = {0: pose}
        self._parts: dict[tuple[Point, Point], list[Part | Refusal]] = {}
        self._walks: dict[tuple[Point, Point], Walk | Refusal] = {}

    def longest(self, allowance: Distance) -> Leg:
        """The longest beginning of the leg that an allowance pays for."""
        if isinstance(self.leg, Straight) and not self._pays(self.leg, allowance):
            if self._is_bare() and allowance >= self.leg.length:
                # Only the rounding of its end is in the way.
                return cut(self.leg, self.leg.length - 1)
            found = self._by_guess(self.leg, allowance)
            if found is not None:
                return found
        return longest(self.leg, lambda part: self._pays(part, allowance))

    def cost(self, leg: Leg) -> Fraction | Refusal:
        """What a beginning of the leg costs, or what bars it."""
        found = self._cost(leg)
        return found if isinstance(found, Refusal) else Fraction(*found)

    def fee(self) -> Fee | Refusal:
        """What the whole leg costs, with its lines, or what bars it."""
        if isinstance(self.leg, Turn):
            return Fee(0)
        walks: list[Walk] = []
        for here, there in pairwise(self._path(self.leg)):
            found = self._walk(here, there)
            if isinstance(found, Refusal):
                return found
            walks.append(found)
        return _itemised(self.rulebook, self.gait, walks, self._whole(self.leg))

    def grounds(self) -> list[Part | Refusal]:
        """The ground of the whole leg in order, with what bars it."""
        if isinstance(self.leg, Turn):
            return []
        return [
            one
            for here, there in pairwise(self._path(self.leg))
            for one in self._grounds(here, there)
        ]

    def _grounds(self, here: Pose, there: Pose) -> list[Part | Refusal]:
        key = here.point, there.point
        if key not in self._parts:
            tracks = self._tracks(here, there)
            self._parts[key] = grounds(self.rulebook, self.table, self.gait, *key, tracks)
        return self._parts[key]

    def _tracks(self, here: Pose, there: Pose) -> list[Track]:
        return [(point(spot_at(here, *at)), point(spot_at(there, *at))) for at in self.front]

    def _is_slow(self, piece: Piece) -> bool:
        found = on_piece(self.rulebook, self.gait, piece)
        return isinstance(found, Part) and found.is_slow

    def _whole(self, leg: Leg) -> int | None:
        return length(self.layout, leg) if isinstance(leg, Wheel) else None

    def _pays(self, leg: Leg, allowance: Distance) -> bool:
        found = self._cost(leg)
        if isinstance(found, Refusal):
            return False
        number, over = allowance.as_integer_ratio()
        return found[0] * over <= number * found[1]

    def _cost(self, leg: Leg) -> tuple[int, int] | Refusal:
        """The cost as a fraction of two numbers, or what bars the leg."""
        if isinstance(leg, Turn):
            return 0, 1
        whole = self._whole(leg)
        if self._is_bare():
            if whole is None:
                whole = distance(self.pose.point, after(self.layout, self.pose, leg).point)
            return whole, 1
        walks: list[Walk] = []
        for here, there in pairwise(self._path(leg)):
            found = self._walk(here, there)
            if isinstance(found, Refusal):
                return found
            walks.append(found)
        return cost_of(walks, whole)

    def _is_bare(self) -> bool:
        """Whether there is only open ground, and it is walked at the whole rate."""
        if self.table.pieces:
            return False
        open_ground = on_piece(self.rulebook, self.gait, None)
        return isinstance(open_ground, Part) and open_ground.number == open_ground.over

    def _path(self, leg: Straight | Wheel) -> list[Pose]:
        """The way of the front centre, by the points that `path` gives."""
        if isinstance(leg, Straight):
            ends = (0, leg.length)
        else:
            ends = (*range(0, abs(leg.angle), PATH_STEP), abs(leg.angle))
        poses: list[Pose] = []
        for amount in ends:
            if amount not in self._poses:
                self._poses[amount] = after(self.layout, self.pose, cut(leg, amount))
            if not poses or poses[-1].point != self._poses[amount].point:
                poses.append(self._poses[amount])
        return poses

    def _walk(self, here: Pose, there: Pose) -> Walk | Refusal:
        if not self.table.pieces:
            # Open ground from end to end.
            open_ground = on_piece(self.rulebook, self.gait, None)
            if isinstance(open_ground, Refusal):
                return open_ground
            return Walk((open_ground._replace(length=distance(here.point, there.point)),))
        key = here.point, there.point
        if key not in self._walks:
            parts = self._grounds(here, there)
            self._walks[key] = _walked(self.rulebook, self.table, self.gait, *key, parts)
        return self._walks[key]

    # Guessing

    def _by_guess(self, leg: Straight, allowance: Distance) -> Straight | None:
        """What `longest` finds, checking closely only around the point where the whole leg suggests
        that the allowance ends; None if that was wrong."""
        guess = int(reached(self._stages, allowance))
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

    @cached_property
    def _stages(self) -> list[Walk]:
        """The whole leg up to what bars it, cut where something is paid once."""
        here, there = self.pose, after(self.layout, self.pose, self.leg)
        climbs = [climb.length for climb in contours_crossed(self.table, here.point, there.point)]
        walls = [
            (far, self.rulebook.ground.barrier(self.gait, piece))
            for piece, far in barriers_crossed(self.table, spot(here.point), spot(there.point))
        ]
        found: list[Walk] = []
        gone = 0
        for part in self._grounds(here, there):
            if isinstance(part, Refusal):
                return found
            end = gone + (part.length or 0)
            contour = self.rulebook.ground.contour(self.gait, (part.ground,))
            marks = [*((climb, contour) for climb in climbs), *walls]
            on_it = sorted((one for one in marks if gone <= one[0] < end), key=itemgetter(0))
            for mark, toll in (*on_it, (end, None)):
                found.append(Walk((part._replace(length=mark - gone),)))
                gone = mark
                if isinstance(toll, Refusal):
                    return found
                if toll is not None:
                    found.append(Walk((), (toll,)))
        return found


@lru_cache(maxsize=1024)
def way_along(
    rulebook: Rulebook[Any], table: Table, gait: Gait, layout: Layout, pose: Pose, leg: Leg
) -> Way:
    """The way of a leg: the same one for everybody who asks what it costs, or how far it leads."""
    return Way(rulebook, table, gait, layout, pose, leg)


@lru_cache(maxsize=1024)
def _places(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Places along the front of a layout, each in the middle of its part of it."""
    frame = layout.frame
    return tuple(
        (frame.left + frame.width * (2 * place + 1) // (2 * _PLACES), frame.front)
        for place in range(_PLACES)
    )


def way_box(layout: Layout, pose: Pose, leg: Leg, front: Sequence[tuple[int, int]] = ()) -> Box:
    """A box round all ways of a front centre along a leg, and of places along the front, with room
    for the rounding."""
    (x, y), (to_x, to_y) = pose.point, after(layout, pose, leg).point
    wide = 2 + (max(-front[0][0], front[-1][0], 0) if front else 0)
    if isinstance(leg, Wheel):
        # How far the arc bulges from the chord between its ends.
        radius = max(-layout.frame.left, layout.frame.right)
        half = min(abs(leg.angle), HALF_TURN) // 2
        wide += (
            2 * radius if abs(leg.angle) > HALF_TURN else radius - radius * cosine(half) // SCALE
        )
    elif isinstance(leg, Turn):
        wide += layout.frame.width + layout.frame.depth
    return Box(
        ((x if x < to_x else to_x) - wide) * GRAIN,
        ((y if y < to_y else to_y) - wide) * GRAIN,
        ((to_x if x < to_x else x) + wide) * GRAIN,
        ((to_y if y < to_y else y) + wide) * GRAIN,
    )


def paid(
    rulebook: Rulebook[Any],
    table: Table,
    gait: Gait,
    layout: Layout,
    pose: Pose,
    leg: Leg,
    allowance: Distance,
) -> Leg:
    """The longest beginning of a leg that an allowance pays for."""
    return way_along(rulebook, table, gait, layout, pose, leg).longest(allowance)
