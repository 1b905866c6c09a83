"""Charges and responses to them: how far a charge reaches, turning to face it, evading it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from longroll.kernel.decision import Refusal
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.movement.manoeuvres import Posture, manoeuvred
from longroll.systems.mckie.movement.rates import MOVEMENT, normal_rate, rate_row
from longroll.systems.mckie.movement.rules import Leg, Move, reach
from longroll.systems.mckie.words import GUNS, Arm, Formation, Struck


@lru_cache(maxsize=1024)
def charge_reach(
    arm: Arm, formation: Formation, *, contours: int = 0, legs: tuple[Leg, ...] = ()
) -> Distance | Refusal:
    """How far a charge can go: the normal rate plus the charging bonus, less terrain. (MK-M31)
    [mckie:rate.foot] [mckie:rate.cav]

    >>> charge_reach("infantry", "attack_column"), charge_reach("cavalry", "line", contours=1)
    (Fraction(1000, 1), Fraction(1500, 1))
    """
    move = Move(arm=arm, formation=formation, pace="charge", contours=contours, legs=legs)
    reached = reach(move)
    return reached if isinstance(reached, Refusal) else reached.distance


class Response(msgspec.Struct, frozen=True):
    """What a charged unit that does not evade may do."""

    may_turn: bool
    may_fire: bool
    fights_first_period: bool


def charge_response(path: Distance, reach: Distance, struck: Struck) -> Response:
    """How a unit responds to a charge. It fires at one to its front. It may turn to face one in
    flank or rear, if the charger needs more than a quarter of its reach, but then it does not fire.
    [mckie:resp.1] [mckie:resp.2] [mckie:resp.3] [mckie:melee.flank.1] (MK-M32)

    >>> charge_response(600, 800, "flank")
    Response(may_turn=True, may_fire=False, fights_first_period=True)
    """
    if struck == "front":
        return Response(may_turn=False, may_fire=True, fights_first_period=True)
    turns = path * 100 > reach * MOVEMENT.charged.turns_beyond
    return Response(may_turn=turns, may_fire=False, fights_first_period=turns)


class Evasion(msgspec.Struct, frozen=True):
    """Retiring before a charge, without firing and facing away; limbers go as far as crews."""

    distance: int
    guns_abandoned: bool = False


def evade(arm: Arm, formation: Formation, *, remounts: bool = False) -> Evasion | Refusal:
    """How far a charged unit may retire, or why it must stand. Ground never slows it. Dismounted
    cavalry may retire less far and mount in the time left. (MK-M47)
    [mckie:resp.4] [mckie:resp.5] [mckie:resp.6] [mckie:resp.7] [mckie:resp.8]
    [mckie:form.skirm.6] [mckie:form.skirm.7] [mckie:terr.flight] (MK-M33)

    >>> evade("cavalry", "column"), evade("field_artillery", "unlimbered")
    (Evasion(distance=1800, guns_abandoned=False), Evasion(distance=1200, guns_abandoned=True))
    >>> evade("dismounted_cavalry", "line", remounts=True).distance
    675
    """
    if remounts:
        return _remount(arm, formation)
    if arm in GUNS or arm == "artillery_crew":
        # Guns that are hitched up go with their limbers.
        return Evasion(MOVEMENT.charged.evade_on_foot, guns_abandoned=formation != "limbered")
    if arm == "cavalry":
        return Evasion(_line_double(arm))
    if formation == "skirmish":
        return Evasion(MOVEMENT.charged.evade_on_foot)
    if arm == "dismounted_cavalry":
        return Evasion(_line_double(arm))
    return Refusal("mckie:resp.4", "only skirmishers, cavalry and gun crews may evade a charge")


def _remount(arm: Arm, formation: Formation) -> Evasion | Refusal:
    """[mckie:resp.8] [mckie:man.mount]"""
    done = manoeuvred(Posture(arm, formation), ("mount",))
    if arm != "dismounted_cavalry" or isinstance(done, Refusal):
        return Refusal(
            "mckie:resp.8", "only dismounted cavalry in formation may go back to its horses"
        )
    return Evasion(_line_double(arm) * done.left // 100)


def _line_double(arm: Arm) -> int:
    rate = normal_rate(arm, "line")
    doubled = None if rate is None else rate_row(arm, "line").doubled(rate)
    assert doubled is not None
    return doubled
