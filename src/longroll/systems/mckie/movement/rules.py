"""Movement: how far a unit can go in a period.

The allowance is the rate of the formation in use, times the share that manoeuvres leave (MK-M47),
less contours; slow ground then takes more of it for each inch. (MK-M49)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.measure import Distance
from longroll.systems.mckie.movement.manoeuvres import Manoeuvre, Posture, manoeuvred
from longroll.systems.mckie.movement.rates import (
    IN_FLIGHT,
    MOVEMENT,
    column_double_rate,
    ground_rate,
    normal_rate,
    rate_row,
)
from longroll.systems.mckie.words import Arm, Formation, Ground, State

Pace = Literal["normal", "double", "charge", "manhandle"]


class Leg(msgspec.Struct, frozen=True):
    """A stretch of one ground along a unit's path; only the last may be open-ended."""

    ground: Ground
    length: Distance | None = None


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A move to be made: manoeuvres come first, in order, then the path.

    `pace` does not matter for retreating and routing units.
    """

    arm: Arm
    formation: Formation
    pace: Pace = "normal"
    manoeuvres: tuple[Manoeuvre, ...] = ()
    legs: tuple[Leg, ...] = (Leg("open"),)
    contours: int = 0
    state: State = "steady"
    fatigued: bool = False


class Reach(msgspec.Struct, frozen=True):
    """How far a move may go at most, the unit's posture then, and how that was worked out.

    `lines` has the rate in hundredths of an inch, then shares of the move, then contours.
    [mckie:move.max]
    """

    distance: Distance
    posture: Posture
    lines: tuple[Line, ...]


def reach(move: Move) -> Reach | Refusal:
    """How far a unit can go this period, or why it may not move like this.

    >>> reach(Move(arm="infantry", formation="line", manoeuvres=("turn", "form_column"))).distance
    Fraction(200, 1)
    >>> str(reach(Move(arm="siege_artillery", formation="limbered", pace="double")))
    'siege artillery cannot double [mckie:rate.siege]'
    """
    barred = _barred(move)
    if barred is not None:
        return barred
    done = manoeuvred(Posture(move.arm, move.formation), move.manoeuvres, move.state)
    if isinstance(done, Refusal):
        return done
    rides = done.posture.arm in ("general", "courier") and done.posture.formation != "dismounted"
    if not done.left:
        return Reach(0, done.posture, done.costs)
    rate = _rate(move, done.posture)
    if isinstance(rate, Refusal):
        return rate
    # No ground slows a rider or flight. [mckie:move.general] [mckie:terr.flight]
    free = rides or move.state in IN_FLIGHT
    contours = [] if free or not move.contours else [_contours(move.contours)]
    allowance = Fraction(rate.value * done.left, 100) + sum(line.value for line in contours)
    legs = (Leg("open"),) if rides else move.legs
    distance = _travelled(max(allowance, Fraction(0)), legs, move, done.posture)
    if isinstance(distance, Refusal):
        return distance
    return Reach(distance, done.posture, (rate, *done.costs, *contours))


def _barred(move: Move) -> Refusal | None:
    if any(leg.length is None for leg in move.legs[:-1]) or not move.legs:
        raise ValueError("only the last leg of a path may be open-ended")
    if move.pace != "charge" or _flees(move):
        return None
    if move.fatigued:
        return Refusal("mckie:fat.nocharge", "a fatigued unit may not charge")
    if "pass_lines" in move.manoeuvres:
        return Refusal("mckie:pass.4", "a unit that passes lines cannot charge in that period")
    if move.state == "retiring":
        return Refusal("mckie:terr.flight", "a retiring unit cannot charge")
    return None


def _contours(crossed: int) -> Line:
    return Line(-crossed * MOVEMENT.contour, "contours crossed", "mckie:terr.contour")


# Rates


def _rate(move: Move, posture: Posture) -> Line | Refusal:
    """The whole move of the formation in use, at the pace."""
    arm, formation = posture.arm, posture.formation
    named = arm.replace("_", " ")
    if arm in ("general", "courier") and formation != "dismounted":
        if move.pace == "normal" or _flees(move):
            return Line(MOVEMENT.mounted_general, f"mounted {named}", "mckie:move.general")
        return Refusal("mckie:move.general", f"a mounted {named} has only one rate")
    if formation == "unlimbered" and move.pace != "manhandle":
        return Refusal("mckie:man.limber", "unlimbered guns cannot move")
    if _flees(move):
        rule = (
            "mckie:morale.result.m3b" if move.state == "retreating" else "mckie:morale.result.m7a"
        )
        return Line(column_double_rate(arm), f"{named} {move.state}", rule)
    if move.pace == "manhandle":
        if arm != "field_artillery" or formation != "unlimbered":
            return Refusal("mckie:move.manhandle", "only unlimbered field guns can be manhandled")
        return Line(MOVEMENT.manhandle, "guns manhandled", "mckie:move.manhandle")
    row = rate_row(arm, formation)
    rate = normal_rate(arm, _on_the_road(move, formation))
    if rate is None:
        return Refusal(row.rule, f"{named} has no rate in {formation.replace('_', ' ')}")
    return _paced(move.pace, rate, posture)


def _on_the_road(move: Move, formation: Formation) -> Formation:
    """Limbered guns that keep to roads are in road march."""
    on_roads = all(leg.ground in ("road", "built_up") for leg in move.legs)
    return "road_march" if formation == "limbered" and on_roads else formation


def _paced(pace: Pace, rate: int, posture: Posture) -> Line | Refusal:
    """A normal rate at another pace: doubling adds a share of it, charging adds inches and is
    never doubled. (MK-M31)"""
    row = rate_row(posture.arm, posture.formation)
    named = posture.arm.replace("_", " ")
    if pace == "normal":
        return Line(rate, f"{named} in {posture.formation.replace('_', ' ')}", row.rule)
    if pace == "double":
        doubled = row.doubled(rate)
        if doubled is None:
            return Refusal(row.rule, f"{named} cannot double")
        return Line(doubled, f"{named} doubling", row.rule)
    if row.charging is None or posture.arm in ("general", "courier", "artillery_crew"):
        return Refusal(row.rule, f"{named} cannot charge in {posture.formation}")
    return Line(rate + row.charging, f"{named} charging", row.rule)


# Paths


def _travelled(
    allowance: Fraction, legs: Sequence[Leg], move: Move, posture: Posture
) -> Distance | Refusal:
    """How far an allowance goes along a path: up to ground that bars the unit. (MK-M49)"""
    gone = Fraction(0)
    for place, leg in enumerate(legs):
        rate = _leg_rate(leg.ground, move, posture)
        if isinstance(rate, Refusal):
            return rate if place == 0 else gone
        further = allowance * rate / 100
        if leg.length is not None and leg.length <= further:
            gone += leg.length
            allowance -= Fraction(leg.length) * 100 / rate
        else:
            return gone + further
    return gone


def _leg_rate(ground: Ground, move: Move, posture: Posture) -> int | Refusal:
    """The hundredths of the rate in use at which one leg is moved."""
    arm, formation = posture.arm, posture.formation
    if ground == "road" and _on_the_road(move, formation) == "limbered" and not _flees(move):
        # A stretch of road on a path that leaves it again.
        road, column = normal_rate(arm, "road_march"), normal_rate(arm, "limbered")
        assert road is not None
        assert column is not None
        return road * 100 // column
    return ground_rate(arm, formation, ground, in_flight=move.state in IN_FLIGHT)


def _flees(move: Move) -> bool:
    return move.state in ("retreating", "routing")


# Stragglers


class Straggled(msgspec.Struct, frozen=True):
    """Figures that a fatigued unit lost by doubling."""

    roll: Roll
    lost: int


def straggles(move: Move) -> bool:
    """Whether a move costs stragglers: a fatigued unit that chooses to double.
    [mckie:fat.straggle]"""
    return move.fatigued and move.pace == "double" and not _flees(move)


def stragglers(dice: Rolls) -> Straggled:
    """The figures a fatigued unit loses by doubling. [mckie:fat.straggle]"""
    roll = ten_sided(dice, "stragglers")
    lost = next(line.lose for line in MOVEMENT.stragglers if roll.value <= line.up_to)
    return Straggled(roll, lost)


# Near the enemy
