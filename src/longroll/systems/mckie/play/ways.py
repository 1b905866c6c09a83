"""Ways over the table: what is in the way of a unit, and what a way costs it. (M49, M51)"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import msgspec

from longroll.board.table import (
    GRAIN,
    Clip,
    Footprint,
    Layout,
    Leg,
    Length,
    Obstacle,
    Piece,
    Point,
    Pose,
    Straight,
    Table,
    Turn,
    Wheel,
    clip,
    contours_crossed,
    footprint,
    length,
    lengths,
    longest,
    on_table,
    overlaps,
    path,
)
from longroll.board.table.measure import SLACK, is_far
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.layouts import may_adopt
from longroll.systems.mckie.measure import Distance, in_inches
from longroll.systems.mckie.play import field
from longroll.systems.mckie.play.state import State, Unit
from longroll.systems.mckie.rates import MOVEMENT, ground_rate, is_slow, normal_rate, rate_row
from longroll.systems.mckie.words import FOOT, Arm, Formation, Ground

#: Formations one stand wide, which keep to a road. [mckie:bua.1]
MARCHING: tuple[Formation, ...] = ("road_march", "limbered")
#: What the terrain of a table is called among obstacles, before its name.
TERRAIN = "terrain:"


# What is in the way


def obstacles(
    state: State,
    id: str,
    gap: int = MOVEMENT.least_gap,
    besides: Collection[str] = (),
    *,
    unit: Unit | None = None,
    in_flight: bool = False,
) -> list[Obstacle]:
    """What a unit must keep away from: enemies by a gap, friends and barred ground altogether.

    `besides` are units, and terrain by name, that are left out; `unit` is how it stands, where
    that is not how it stands now. [mckie:move.1inch] [mckie:terr.dense.1] [mckie:bua.2] (M51)
    """
    unit = unit or state.units[id]
    troops = troops_in_the_way(state, id, gap, besides)
    return troops + barred_ground(state, unit, besides, in_flight=in_flight)


def troops_in_the_way(
    state: State, id: str, gap: int = MOVEMENT.least_gap, besides: Collection[str] = ()
) -> list[Obstacle]:
    """Everybody else on the table: enemies with a gap round them, friends without."""
    side = state.units[id].side
    return [
        Obstacle(other, ground, gap if state.units[other].side != side else 0)
        for other, ground in _grounds(state)
        if other != id and other not in besides
    ]


def _grounds(state: State) -> list[tuple[str, Footprint]]:
    """Who stands where, found once for as long as nobody moves."""
    units, found = state.__dict__.get("_grounds", (None, []))
    if units is not state.units:
        found = field.troops(state, ())
        state.__dict__["_grounds"] = state.units, found
    return list(found)


def barred_ground(
    state: State, unit: Unit, besides: Collection[str] = (), *, in_flight: bool = False
) -> list[Obstacle]:
    """The terrain that a unit may not enter. A march column goes where a road goes; whether it
    keeps to the road is seen from its way; a vessel keeps to the water.
    [mckie:terr.dense.1] [mckie:bua.1] [mckie:bua.2]"""
    if unit.is_vessel:
        return []
    return [
        Obstacle(TERRAIN + piece.name, piece.ground)
        for piece in _barred(state.battle.table, unit.arm, unit.formation, in_flight)
        if piece.name not in besides
    ]


@lru_cache(maxsize=512)
def _barred(table: Table, arm: Arm, formation: Formation, in_flight: bool) -> tuple[Piece, ...]:
    return tuple(
        piece
        for piece in table.pieces
        if piece.layer == "ground"
        and isinstance(_rate_on(piece, arm, formation, in_flight), Refusal)
        and not (formation in MARCHING and _has_road(table, piece))
    )


@lru_cache(maxsize=1024)
def _rate_on(
    piece: Piece | None, arm: Arm, formation: Formation, in_flight: bool
) -> Fraction | Refusal:
    """The share of its rate at which a unit moves on a piece of ground, or why it may not."""
    if piece is not None and piece.barred:
        return Refusal("mckie:terr.dense.1", f"nobody can cross {piece.name}")
    if piece is not None and piece.kind == "railway_cut" and not in_flight:
        # The steep sides let nobody through but a column along the bed; crews have no column.
        if formation not in MARCHING and may_adopt(arm, "road_march") is None:
            return Refusal("mckie:terr.dense.1", f"{piece.name} is passed in march column")
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


@lru_cache(maxsize=512)
def _has_road(table: Table, piece: Piece) -> bool:
    """Whether a road crosses a piece of ground, by bridge or street."""
    above = table.pieces[table.pieces.index(piece) + 1 :]
    return any(
        other.kind == "road" and overlaps(other.ground, piece.ground, SLACK) for other in above
    )


# What a way costs


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

    Slow ground costs more for each inch, a contour an inch; neither does to whoever flees. A road
    counts for march columns alone. `whole` is the length to be paid, where that is not the
    length of the way: a wheel pays for its outer corner.
    [mckie:terr.contour] [mckie:terr.flight] [mckie:rate.foot] (M48, M49)
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
        for stretch in _stretches(table, formation, here, there):
            share = _rate_on(stretch.piece, arm, formation, in_flight)
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
    """What the way of its front centre costs a unit as it stands; None where ground bars it."""
    found = fee(state, unit.arm, unit.formation, points, in_flight=in_flight)
    return None if isinstance(found, Refusal) else found.total


def _stretches(table: Table, formation: Formation, here: Point, there: Point) -> tuple[Length, ...]:
    """The ground between two points, as a formation sees it: only march columns see roads."""
    return lengths(table if formation in MARCHING else _without_roads(table), here, there)


def leg_fee(
    state: State, unit: Unit, layout: Layout, pose: Pose, leg: Leg, *, in_flight: bool = False
) -> Fee | Refusal:
    """What one leg costs a unit. A turn on the spot costs no inches: it costs a share. (M48)"""
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
    return _fee(table, arm, formation, path(layout, pose, (leg,)), in_flight, whole)


def farthest(
    state: State,
    unit: Unit,
    pose: Pose,
    leg: Leg,
    allowance: Distance,
    among: Sequence[Obstacle],
    *,
    in_flight: bool = False,
    edge: bool = True,
) -> Clip:
    """A leg cut down to what a unit can pay, to the ground it may enter and to what is free.

    Without the `edge` it may leave the table.
    """
    layout = field.layout_of(unit)

    def fits(part: Leg) -> bool:
        found = leg_fee(state, unit, layout, pose, part, in_flight=in_flight)
        return not isinstance(found, Refusal) and found.total <= allowance

    paid = longest(leg, fits)
    ground = footprint(layout, pose)
    size = state.battle.table.size if edge else None
    if size is not None and on_table(ground, *size, _span(ground, paid)):
        size = None
    close = near(layout, pose, paid, among)
    return clip(layout, pose, paid, close, size) if close or size else Clip(paid, None)


def near(layout: Layout, pose: Pose, leg: Leg, obstacles: Iterable[Obstacle]) -> list[Obstacle]:
    """The obstacles that a leg can come near at all."""
    ground = footprint(layout, pose)
    span = _span(ground, leg)
    return [one for one in obstacles if not is_far(ground, one.ground, one.gap + span)]


def _span(ground: Footprint, leg: Leg) -> int:
    """Hundredths that no corner of a unit goes beyond in a leg."""
    if isinstance(leg, Straight):
        return leg.length + 1
    return 4 * ground.radius // GRAIN + 1


# Words


def ground_of(piece: Piece | None) -> Ground:
    """What a piece of terrain is underfoot. (M50)"""
    return field.GROUNDS.get(piece.kind, "open") if piece is not None else "open"


@lru_cache(maxsize=64)
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
    "TERRAIN",
    "Fee",
    "barred_ground",
    "cost",
    "farthest",
    "fee",
    "leg_fee",
    "near",
    "obstacles",
    "troops_in_the_way",
]
