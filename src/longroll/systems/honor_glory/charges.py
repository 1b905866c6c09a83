"""Charges: who may charge, how far, where it strikes, and what contact costs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.systems.honor_glory.dice import d6, two_d6
from longroll.systems.honor_glory.measure import Distance
from longroll.systems.honor_glory.melee_tables import CONTACTED, MELEE, SECURE_FLANK
from longroll.systems.honor_glory.morale import Test, basic
from longroll.systems.honor_glory.units import Troops, counts_as, cover_class
from longroll.systems.honor_glory.words import FOOT, Arm, Struck

Move = Literal["charge", "countercharge", "pursuit", "halted"]
Role = Literal["forward", "supporting", "joining"]


# Declaring


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """A charge that is declared. `seen`: the target was in sight when the charger's turn began;
    `wheeled`: the charger has turned in this activation. [honor_glory:3.charge]"""

    charger: Troops
    target: Troops
    seen: bool = True
    supporting: bool = False
    wheeled: bool = False
    target_in_melee: bool = False
    force_marched: bool = False
    fought_or_fired: bool = False
    has_room: bool = True


def bars_to_charge(charge: Charge) -> Iterator[Refusal]:
    """Everything that bars a charge.

    [honor_glory:13.charge.1] [honor_glory:46.5a] [honor_glory:51.0c] [honor_glory:51.0e]
    [honor_glory:75.1] [honor_glory:75.2] [honor_glory:75.6] [honor_glory:77.1]
    [honor_glory:77.2] [honor_glory:77.x1] [honor_glory:77.x2] [honor_glory:77.x3]
    [honor_glory:77.x4] [honor_glory:80.1] [honor_glory:80.2] [honor_glory:83.8]
    [honor_glory:OP4.4a] (HG-H23, HG-H68)
    """
    unit, target = charge.charger, charge.target
    if unit.arm == "artillery":
        yield Refusal("honor_glory:77.x1", "guns do not charge")
    elif unit.arm not in (*FOOT, "cavalry"):
        yield Refusal("honor_glory:75.1", f"a {unit.arm} does not charge")
    if unit.arm in FOOT and unit.formation == "column":
        yield Refusal("honor_glory:77.x2", "infantry in column of march does not charge")
    if unit.arm in FOOT and target.arm == "cavalry" and not charge.target_in_melee:
        yield Refusal("honor_glory:77.x3", "infantry charges cavalry only if that is in melee")
    if unit.arm == "cavalry" and cover_class(target) == "formal":
        yield Refusal("honor_glory:83.8", "cavalry cannot attack formal cover")
    if not (charge.seen or charge.supporting):
        yield Refusal("honor_glory:77.x4", "the target was not in sight when the turn began")
    if unit.arm in FOOT and charge.wheeled:
        yield Refusal("honor_glory:46.5a", "infantry that has turned charges in a later activation")
    if charge.force_marched:
        yield Refusal("honor_glory:51.0e", "it is force-marching")
    if charge.fought_or_fired:
        yield Refusal("honor_glory:3.actunit.2", "it has fired or fought in this turn")
    if unit.morale != "formed":
        yield Refusal("honor_glory:75.1", f"a {unit.morale} unit does not charge")
    if unit.blown:
        yield Refusal("honor_glory:OP4.4a", "blown cavalry does not charge")
    if not charge.has_room:
        yield Refusal("honor_glory:80.2", "there is no room to touch the enemy or a forward unit")


def bars_to_countercharge(defender: Troops, charger: Arm) -> Iterator[Refusal]:
    """[honor_glory:78.0] [honor_glory:78.n1] [honor_glory:78.n2] [honor_glory:13.cc]
    [honor_glory:13.rally.4] [honor_glory:85.1]"""
    if defender.arm == "artillery":
        yield Refusal("honor_glory:78.n1", "guns do not countercharge")
    if defender.arm in FOOT and charger == "cavalry":
        yield Refusal("honor_glory:78.n2", "infantry does not countercharge cavalry")
    if defender.morale != "formed":
        yield Refusal("honor_glory:13.rally.4", f"a {defender.morale} unit does not countercharge")


def charge_bonus(
    arm: Arm,
    move: Move,
    dice: Rolls,
    *,
    difficult_ground: bool = False,
    very_steep_descent: bool = False,
    used_this_turn: bool = False,
) -> tuple[Roll, ...]:
    """The dice whose centimetres a charge adds to its move: one for infantry, two for cavalry,
    once in a turn. [honor_glory:79.1a] [honor_glory:79.1b] [honor_glory:79.2]
    [honor_glory:79.x1] [honor_glory:79.x2] [honor_glory:79.x3] [honor_glory:79.x4]
    [honor_glory:79.x5] [honor_glory:52.6] [honor_glory:78.n4]"""
    steep = very_steep_descent and arm == "cavalry"
    if move != "charge" or difficult_ground or steep or used_this_turn:
        return ()
    if arm == "cavalry":
        return two_d6(dice, "charge bonus")
    return (d6(dice, "charge bonus"),) if arm in FOOT else ()


# Where it strikes

#: A point on the table as seen from the defender: its front centre is 0,0 and it faces +y.
Point = tuple[Distance, Distance]


def zone_of(point: Point, width: Distance, depth: Distance) -> Struck:
    """The zone of the defender that a point lies in: lines at 45 degrees from its four corners
    divide them. [honor_glory:94.1] [honor_glory:94.1c] [honor_glory:94.1d] (HG-H63)

    >>> [zone_of(point, 1600, 300) for point in ((0, 500), (1200, -100), (0, -500))]
    ['front', 'flank', 'rear']
    """
    x, y = point
    outside = 2 * max(x, -x) - width  # Twice as far, so that whole numbers stay whole.
    if y > 0 and 2 * y >= outside:
        return "front"
    if y < -depth and 2 * (-depth - y) >= outside:
        return "rear"
    return "flank"


@lru_cache(maxsize=1 << 12)
def attack_zone(front: tuple[Point, Point], width: Distance, depth: Distance) -> Struck:
    """Where an attack strikes, by the front edge of the attacker where its straight run begins.

    Three quarters of it must lie in the flank zone on one side, or in the rear zone; otherwise the
    attack is frontal. [honor_glory:94.1] [honor_glory:94.1b] [honor_glory:94.1c]
    [honor_glory:94.1d] (HG-H63)
    """
    (x1, y1), (x2, y2) = front
    ends = {zone_of(end, width, depth) for end in front}
    # No straight line leaves one of these and comes back to it.
    if ends == {"front"} or ends == {"rear"}:
        return ends.pop()
    if ends == {"flank"} and (2 * max(x1, x2) <= -width or 2 * min(x1, x2) >= width):
        return "flank"
    start = (Fraction(x1), Fraction(y1))
    step = (x2 - start[0], y2 - start[1])
    cuts = sorted({Fraction(0), Fraction(1), *_crossings(start, step, width, depth)})
    shares: dict[str, Fraction] = {}
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        at = (x1 + step[0] * middle, y1 + step[1] * middle)
        zone = zone_of(at, width, depth)
        name = f"{zone} {'left' if at[0] < 0 else 'right'}" if zone == "flank" else zone
        shares[name] = shares.get(name, Fraction(0)) + high - low
    enough = Fraction(MELEE.frontage, 100)
    if shares.get("rear", 0) >= enough:
        return "rear"
    sides = (shares.get("flank left", Fraction(0)), shares.get("flank right", Fraction(0)))
    return "flank" if max(sides) >= enough else "front"


def _crossings(
    start: tuple[Fraction, Fraction],
    step: tuple[Fraction, Fraction],
    width: Distance,
    depth: Distance,
) -> Iterator[Fraction]:
    """Where a segment crosses the lines that bound the zones, as shares of its length."""
    half = Fraction(width) / 2
    # Each line is a*x + b*y = c.
    lines: list[tuple[int, int, Distance]] = [(1, 0, half), (1, 0, -half), (1, 0, 0)]
    lines += [(0, 1, 0), (0, 1, -depth)]
    lines += [(1, -1, half), (-1, -1, half), (1, 1, half - depth), (-1, 1, half - depth)]
    for a, b, c in lines:
        along = a * step[0] + b * step[1]
        if along:
            at = (c - a * start[0] - b * start[1]) / along
            if 0 < at < 1:
                yield at


def is_secure(
    *, impassable: Distance | None = None, friends: Distance | None = None, share: int = 100
) -> bool:
    """Whether a flank cannot be attacked: something impassable, or three quarters of the front of
    a friendly unit, is within 15 cm of it; the edge of the table does not count.
    [honor_glory:93.1] [honor_glory:93.1n] [honor_glory:93.2]"""
    if impassable is not None and impassable <= SECURE_FLANK:
        return True
    return friends is not None and friends <= SECURE_FLANK and share >= MELEE.frontage


# Initial contact


class Contact(msgspec.Struct, frozen=True):
    """What contact did to the unit that was struck, before any blow. It calls for neither a morale
    test nor one of commanders. [honor_glory:82.0c]"""

    basic: Test | None
    lines: tuple[Line, ...]
    unit: Troops

    @property
    def loss(self) -> int:
        return sum(line.value for line in self.lines)


def contact(
    attacker: Troops,
    defender: Troops,
    struck: Struck,
    dice: Rolls,
    *,
    role: Role = "forward",
    move: Move = "charge",
) -> Contact:
    """Initial contact: a unit struck in flank or rear takes a BASIC test first, and turns to face
    the attacker either way; other penalties apply whether it passes or not.

    [honor_glory:82.0a] [honor_glory:82.0b] [honor_glory:82.0c] [honor_glory:82.x1]
    [honor_glory:82.x2] [honor_glory:82.x3] [honor_glory:82.flank] [honor_glory:82.rear]
    [honor_glory:82.cum] [honor_glory:80.3] [honor_glory:80.4] [honor_glory:53.6]
    [honor_glory:95.0] [honor_glory:95.1] [honor_glory:95.2] [honor_glory:95.3] (HG-H65, HG-05)
    """
    nerve = basic(defender, dice) if struck != "front" else None
    lines: list[Line] = []
    moves = move in ("charge", "countercharge")
    sheltered = cover_class(defender) == "formal"
    if role == "forward" and moves and not sheltered:
        if points := _contact_points(attacker, defender):
            lines.append(Line(points, "initial contact", "honor_glory:82.0a"))
    if nerve is not None and not nerve.passed and moves and not sheltered:
        rule = "honor_glory:82.flank" if struck == "flank" else "honor_glory:82.rear"
        lines.append(Line(MELEE.struck[struck], f"struck in the {struck}", rule))
    if defender.prone:
        lines.append(Line(MELEE.prone.contacted, "lying down", "honor_glory:53.6"))
    return Contact(nerve, tuple(lines), defender.after_loss(sum(line.value for line in lines)))


def _contact_points(attacker: Troops, defender: Troops) -> int:
    """The table: guns neither inflict nor suffer. [honor_glory:82.infline] [honor_glory:82.skirm]
    [honor_glory:82.infcol] [honor_glory:82.cavline] [honor_glory:82.cavcol] (HG-H7)"""
    by, on = contact_row(attacker), contact_row(defender)
    if by is None or on is None:
        return 0
    return MELEE.contact[by][CONTACTED.index(on)]


def contact_row(unit: Troops) -> str | None:
    """The name of a unit's row in the tables of melee; None for guns and vehicles. A unit behind
    cover is a line. [honor_glory:96.1]"""
    if unit.arm in FOOT:
        return f"infantry_{counts_as(unit)}"
    return f"cavalry_{unit.formation}" if unit.arm == "cavalry" else None
