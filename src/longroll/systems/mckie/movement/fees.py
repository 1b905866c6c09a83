"""What a way over the table costs a unit. (MK-M48, MK-M49)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import msgspec

from longroll.board.table import (
    GRAIN,
    Layout,
    Leg,
    Length,
    Piece,
    Point,
    Pose,
    Table,
    Turn,
    Wheel,
    after,
    contours_crossed,
    length,
    lengths,
    path,
)
from longroll.board.table.angles import HALF_TURN, SCALE, cosine
from longroll.board.table.ground import part_of
from longroll.board.table.terrain import Box
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.measure import Distance, in_inches
from longroll.systems.mckie.movement.rates import (
    MOVEMENT,
    ground_rate,
    is_slow,
    normal_rate,
    rate_row,
)
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import FOOT, Arm, Formation, Ground

#: Formations one stand wide, which keep to a road. [mckie:bua.1]
MARCHING: tuple[Formation, ...] = ("road_march", "limbered")


class Fee(msgspec.Struct, frozen=True):
    """What a way costs of a move, for what, and the grounds it leads over."""

    total: Distance
    lines: tuple[Line, ...] = ()
    grounds: frozenset[Ground] = frozenset()


def fee(
    state: State,
    arm: Arm,
    formation: Formation,
    points: Sequence[Point],
    *,
    in_flight: bool = False,
    whole: int | None = None,
) -> Fee | Refusal:
    """What the way of a front centre costs troops of an arm in a formation, or what bars it.

    Slow ground costs more for each inch, a contour an inch; neither does to a unit in flight. A
    road counts only for march columns. `whole` is the length to be paid for, if that is not the
    length of the way: a wheel pays for its outer corner.
    [mckie:terr.contour] [mckie:terr.flight] [mckie:rate.foot] (MK-M48, MK-M49)
    """
    return _fee(state.battle.table, arm, formation, points, in_flight, whole)


def _fee(
    table: Table,
    arm: Arm,
    formation: Formation,
    points: Sequence[Point],
    in_flight: bool,
    whole: int | None,
) -> Fee | Refusal:
    walked: dict[Ground, int] = {}
    shares: dict[Ground, Fraction] = {}
    contours = 0
    for here, there in pairwise(points):
        for stretch in stretches(table, formation, here, there):
            share = rate_on(stretch.piece, arm, formation, in_flight)
            if isinstance(share, Refusal):
                return share
            ground = ground_of(stretch.piece)
            walked[ground] = walked.get(ground, 0) + stretch.length
            shares[ground] = share
        contours += len(contours_crossed(table, here, there))
    costs = {ground: way / shares[ground] for ground, way in walked.items()}
    length = sum(walked.values())
    if whole is not None and length:
        costs = {ground: cost * whole / length for ground, cost in costs.items()}
    elif whole:
        costs = {"open": Fraction(whole)}
    lines = [
        Line(_up(cost), _over(ground, walked.get(ground, 0)), _ground_rule(arm, formation, ground))
        for ground, cost in costs.items()
        if cost
    ]
    total = sum(costs.values(), Fraction(0))
    if contours and not in_flight:
        lines.append(Line(contours * MOVEMENT.contour, "contours crossed", "mckie:terr.contour"))
        total += contours * MOVEMENT.contour
    grounds = frozenset(_felt(ground, formation) for ground in costs)
    return Fee(total, tuple(lines), grounds)


def cost(
    state: State, unit: Unit, points: Sequence[Point], *, in_flight: bool = False
) -> Distance | None:
    """What the way of its front centre costs a unit as it is; None if ground bars it."""
    found = fee(state, unit.arm, unit.formation, points, in_flight=in_flight)
    return None if isinstance(found, Refusal) else found.total


def stretches(table: Table, formation: Formation, here: Point, there: Point) -> tuple[Length, ...]:
    """The ground between two points, as a formation sees it: only march columns see roads."""
    return lengths(table if formation in MARCHING else _without_roads(table), here, there)


def leg_fee(
    state: State, unit: Unit, layout: Layout, pose: Pose, leg: Leg, *, in_flight: bool = False
) -> Fee | Refusal:
    """What one leg costs a unit. A turn on the spot costs no inches: it costs a share. (MK-M48)"""
    return _leg_fee(state.battle.table, unit.arm, unit.formation, layout, pose, leg, in_flight)


@lru_cache(maxsize=8192)
def _leg_fee(
    table: Table,
    arm: Arm,
    formation: Formation,
    layout: Layout,
    pose: Pose,
    leg: Leg,
    in_flight: bool,
) -> Fee | Refusal:
    if isinstance(leg, Turn):
        return Fee(0)
    whole = length(layout, leg) if isinstance(leg, Wheel) else None
    part = part_of(table, way_box(layout, pose, leg))
    return _fee(part, arm, formation, path(layout, pose, (leg,)), in_flight, whole)


def way_box(layout: Layout, pose: Pose, leg: Leg) -> Box:
    """A box round all ways of a front centre along a leg, with room for the rounding."""
    here, there = pose.point, after(layout, pose, leg).point
    wide = 2
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
        (min(here.x, there.x) - wide) * GRAIN,
        (min(here.y, there.y) - wide) * GRAIN,
        (max(here.x, there.x) + wide) * GRAIN,
        (max(here.y, there.y) + wide) * GRAIN,
    )


# Rates


@lru_cache(maxsize=1024)
def rate_on(
    piece: Piece | None, arm: Arm, formation: Formation, in_flight: bool
) -> Fraction | Refusal:
    """The share of its rate at which a unit moves on a piece of ground, or why it may not."""
    if piece is not None and piece.barred:
        return Refusal("mckie:terr.dense.1", f"nobody can cross {piece.name}")
    if piece is not None and piece.kind == "railway_cut" and not in_flight:
        # Only a column along the bed can pass the steep sides; crews have no column.
        if formation not in MARCHING and bar_to_adopt(arm, "road_march") is None:
            return Refusal("mckie:terr.dense.1", f"{piece.name} can be passed only in march column")
    ground = ground_of(piece)
    rate = ground_rate(arm, formation, ground, in_flight=in_flight)
    if isinstance(rate, Refusal):
        return rate
    return Fraction(rate, 100) * _road_share(arm, formation, ground, in_flight)


def _road_share(arm: Arm, formation: Formation, ground: Ground, in_flight: bool) -> Fraction:
    """What a road gives a march column: off it, road march is no faster than a column, and on it
    limbered guns are as fast as in road march."""
    if in_flight or formation not in MARCHING:
        return Fraction(1)
    road, column = normal_rate(arm, "road_march"), normal_rate(arm, "column")
    on_a_road = ground in ("road", "built_up")
    if road is None or column is None or on_a_road == (formation == "road_march"):
        return Fraction(1)
    return Fraction(road, column) if on_a_road else Fraction(column, road)


# Words


def ground_of(piece: Piece | None) -> Ground:
    """What a piece of terrain is underfoot. (MK-M50)"""
    return field.GROUNDS.get(piece.kind, "open") if piece is not None else "open"


@lru_cache(maxsize=1024)
def _without_roads(table: Table) -> Table:
    pieces = tuple(piece for piece in table.pieces if piece.kind != "road")
    return msgspec.structs.replace(table, pieces=pieces)


def _felt(ground: Ground, formation: Formation) -> Ground:
    return "road" if ground == "built_up" and not is_slow(ground, formation) else ground


def _up(number: Fraction) -> int:
    return -(-number.numerator // number.denominator)


def _over(ground: Ground, length: int) -> str:
    name = {"open": "open ground", "built_up": "a built-up area", "rough": "rough ground"}
    return f"{in_inches(length)} of {name.get(ground, ground.replace('_', ' '))}"


def _ground_rule(arm: Arm, formation: Formation, ground: Ground) -> str:
    if not is_slow(ground, formation):
        return "mckie:move.max" if arm in ("general", "courier") else rate_row(arm, formation).rule
    if ground == "open_woods":
        return "mckie:terr.openwood.foot" if arm in FOOT else "mckie:terr.openwood.mount"
    return "mckie:bua.3" if ground == "built_up" else "mckie:terr.dense.2"


__all__ = [
    "MARCHING",
    "Fee",
    "cost",
    "fee",
    "ground_of",
    "leg_fee",
    "rate_on",
    "stretches",
    "way_box",
]
