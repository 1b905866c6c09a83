"""Movement: how far a unit can go in a period.

The allowance is the rate of the formation in use, times the share that manoeuvres leave (MK-M47),
less contours; slow ground then takes more of it for each inch. (MK-M49)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.miniatures.cost import Part, Walk, reached
from longroll.miniatures.measure import Distance
from longroll.miniatures.rulebook import Gait
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.movement.ground import contour, footing, road_share
from longroll.systems.mckie.movement.manoeuvres import Manoeuvre, Posture, manoeuvred
from longroll.systems.mckie.movement.rates import (
    IN_FLIGHT,
    MOVEMENT,
    column_double_rate,
    normal_rate,
    rate_row,
)
from longroll.systems.mckie.words import Arm, Formation, Ground, State

_FLEEING: tuple[State, ...] = ("retreating", "routing")

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
    #: Without legs the whole way is what the formation is for: road march by road, others open.
    legs: tuple[Leg, ...] = ()
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


@lru_cache(maxsize=1024)
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
    whole = rate(done.posture, move.pace, move.state)
    if isinstance(whole, Refusal):
        return whole
    # No ground slows a rider or flight. [mckie:move.general] [mckie:terr.flight]
    free = rides or move.state in IN_FLIGHT
    gait = Gait(done.posture.arm, done.posture.formation, move.pace, free)
    plain = Leg("road" if done.posture.formation == "road_march" else "open")
    legs = (plain,) if rides else move.legs or (plain,)
    # Who retires keeps the rates of its formation, also by road.
    way = _way(gait, legs, move.contours, by_rate=move.state == "retiring")
    if isinstance(way, Refusal):
        return way
    distance = reached(way, Fraction(whole.value * done.left, 100))
    climbed = [Line(-line.value, line.reason, line.rule) for line in way[0].tolls]
    return Reach(distance, done.posture, (whole, *done.costs, *climbed))


def _barred(move: Move) -> Refusal | None:
    if any(leg.length is None for leg in move.legs[:-1]):
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


# Rates


def rate(posture: Posture, pace: Pace = "normal", state: State = "steady") -> Line | Refusal:
    """The whole move of a formation over open ground, at a pace or in flight."""
    arm, formation = posture.arm, posture.formation
    named = arm.replace("_", " ")
    if arm in ("general", "courier") and formation != "dismounted":
        if pace == "normal" or state in _FLEEING:
            return Line(MOVEMENT.mounted_general, f"mounted {named}", "mckie:move.general")
        return Refusal("mckie:move.general", f"a mounted {named} has only one rate")
    if formation == "unlimbered" and pace != "manhandle":
        return Refusal("mckie:man.limber", "unlimbered guns cannot move")
    if state in _FLEEING:
        rule = "mckie:morale.result.m3b" if state == "retreating" else "mckie:morale.result.m7a"
        return Line(column_double_rate(arm), f"{named} {state}", rule)
    if pace == "manhandle":
        if arm != "field_artillery" or formation != "unlimbered":
            return Refusal("mckie:move.manhandle", "only unlimbered field guns can be manhandled")
        return Line(MOVEMENT.manhandle, "guns manhandled", "mckie:move.manhandle")
    row = rate_row(arm, formation)
    normal = normal_rate(arm, formation)
    if normal is None:
        return Refusal(row.rule, f"{named} has no rate in {formation.replace('_', ' ')}")
    return _paced(pace, normal, posture)


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


def _way(gait: Gait, legs: Sequence[Leg], contours: int, *, by_rate: bool) -> list[Walk] | Refusal:
    """A path up to ground that bars the unit; its contours are paid for first. (MK-M49)"""
    climb = contour(gait, {leg.ground for leg in legs})
    found = [Walk((), (climb,) * contours if climb is not None else ())]
    for leg in legs:
        footed = footing(gait, leg.ground)
        if isinstance(footed, Refusal):
            return footed if leg is legs[0] else found
        length = None if leg.length is None else int(leg.length)
        share = footed.share * (road_share(gait, leg.ground) if by_rate else 1)
        found.append(Walk((Part(leg.ground, length, *share.as_integer_ratio()),)))
    return found


def _flees(move: Move) -> bool:
    return move.state in _FLEEING


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
