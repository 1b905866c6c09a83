"""What ground is to troops on the move: what it costs them, and what bars it. (MK-M49, MK-M50)"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import cache

from longroll.board.table import Piece
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.miniatures.rulebook import Footing, Gait
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.movement.rates import (
    MOVEMENT,
    ground_rate,
    is_slow,
    normal_rate,
    rate_row,
)
from longroll.systems.mckie.words import FOOT, Arm, Formation, Ground

#: What a kind of terrain is underfoot, if the rules have a word for it. (MK-M50)
GROUNDS: dict[str, Ground] = {
    "road": "road",
    "open_woods": "open_woods",
    "dense_woods": "dense_woods",
    "rough": "rough",
    "built_up": "built_up",
    "stream": "rough",
}
#: Formations one stand wide, which keep to a road. [mckie:bua.1]
MARCHING: tuple[Formation, ...] = ("road_march", "limbered")


def word(gait: Gait, piece: Piece | None) -> Ground:
    """What a piece of terrain is underfoot; in a built-up area march columns keep to the roads.
    [mckie:bua.1]"""
    ground = GROUNDS.get(piece.kind, "open") if piece is not None else "open"
    return "road" if ground == "built_up" and by_road(gait) else ground


def grounds_of(pieces: Iterable[Piece]) -> frozenset[Ground]:
    """What some pieces of terrain are underfoot, if that is not open."""
    return frozenset(GROUNDS[piece.kind] for piece in pieces if piece.kind in GROUNDS)


def by_road(gait: Gait) -> bool:
    return gait.formation in MARCHING


@cache
def footing(gait: Gait, ground: Ground) -> Footing | Refusal:
    """The share of its rate at which a gait goes over a ground, or why it may not.
    [mckie:terr.flight] [mckie:rate.foot] (MK-M49)

    >>> footing(Gait("cavalry", "line"), "open_woods").share
    Fraction(1, 2)
    >>> footing(Gait("field_artillery", "limbered"), "road").share
    Fraction(2, 1)
    """
    arm, formation = _words(gait)
    rate = ground_rate(arm, formation, ground, in_flight=gait.in_flight)
    if isinstance(rate, Refusal):
        return rate
    road = Fraction(1) if gait.in_flight else road_share(gait, ground)
    return Footing(Fraction(rate, 100) * road, _rule(gait, ground))


def _words(gait: Gait) -> tuple[Arm, Formation]:
    return gait.arm, gait.formation  # type: ignore[return-value]


def road_share(gait: Gait, ground: Ground) -> Fraction:
    """What a road gives a march column: off it, road march is no faster than a column, and on it
    limbered guns are as fast as in road march."""
    arm, formation = _words(gait)
    if formation not in MARCHING:
        return Fraction(1)
    road, column = normal_rate(arm, "road_march"), normal_rate(arm, "column")
    on_a_road = ground in ("road", "built_up")
    if road is None or column is None or on_a_road == (formation == "road_march"):
        return Fraction(1)
    return Fraction(road, column) if on_a_road else Fraction(column, road)


def _rule(gait: Gait, ground: Ground) -> str:
    arm, formation = _words(gait)
    if not is_slow(ground, formation):
        return "mckie:move.max" if arm in ("general", "courier") else rate_row(arm, formation).rule
    if ground == "open_woods":
        return "mckie:terr.openwood.foot" if arm in FOOT else "mckie:terr.openwood.mount"
    return "mckie:bua.3" if ground == "built_up" else "mckie:terr.dense.2"


def contour(gait: Gait, grounds: Collection[str] = ()) -> Line | None:
    """What it costs to cross one; nothing to a unit in flight. It is an inch of the way: to guns on
    a road that is less of their rate, to a road march beside it more. (MK-49)
    [mckie:terr.contour] [mckie:terr.flight]"""
    if gait.in_flight:
        return None
    shares = {road_share(gait, ground) for ground in grounds}  # type: ignore[arg-type]
    share = shares.pop() if len(shares) == 1 else Fraction(1)
    return Line(int(MOVEMENT.contour / share), "contours crossed", "mckie:terr.contour")


# What bars it


def bar_to_cross(gait: Gait, piece: Piece) -> Refusal | None:
    """Only a column along the bed of a railway cut can pass its steep sides; crews have none."""
    arm, formation = _words(gait)
    if piece.kind != "railway_cut" or gait.in_flight or formation in MARCHING:
        return None
    if bar_to_adopt(arm, "road_march") is not None:
        return None
    return Refusal("mckie:terr.dense.1", f"{piece.name} can be passed only in march column")


def barred(unit: Unit, piece: Piece) -> Refusal:
    """[mckie:terr.dense.1] [mckie:bua.1]"""
    rule = "mckie:bua.1" if piece.kind == "built_up" else "mckie:terr.dense.1"
    formed = f"{unit.arm} in {unit.formation}".replace("_", " ")
    return Refusal(rule, f"{formed} cannot enter {piece.name}")
