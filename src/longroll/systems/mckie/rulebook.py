"""What these rules say to the miniatures layer."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from longroll.board.table import Leg, Table, Turn, after
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.miniatures.bodies import at
from longroll.miniatures.drill import Change
from longroll.miniatures.rulebook import (
    Berth,
    Charges,
    Done,
    Flight,
    Gait,
    Ground,
    Moves,
    Others,
    Rulebook,
    Rules,
)
from longroll.systems.mckie.army import layouts, stands
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import bar_to_mount, horse_holders
from longroll.systems.mckie.measure import INCH, INCHES
from longroll.systems.mckie.movement import ground
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.manoeuvres import (
    COLUMNS,
    Manoeuvre,
    Posture,
    manoeuvred,
    passage_cost,
)
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.movement.rules import rate

_ENEMY = Berth(MOVEMENT.least_gap)
_FRIEND = Berth(passable=True)


# Moves


def _left(unit: Unit) -> Fraction:
    """[mckie:pass.2]"""
    return _left_of(unit.spent)


@cache
def _left_of(spent: int) -> Fraction:
    return Fraction(100 - spent, 100)


@cache
def _rate(gait: Gait) -> Line | Refusal:
    arm, formation, pace, _ = gait
    return rate(Posture(arm, formation), pace)  # type: ignore[arg-type]


def _change(unit: Unit, change: Change) -> Done[Unit] | Refusal:
    """[mckie:man.linecol] [mckie:man.support] [mckie:man.extended] [mckie:man.skirmish]
    [mckie:man.mount] [mckie:man.limber] [mckie:man.siege]"""
    manoeuvre: Manoeuvre = change.manoeuvre  # type: ignore[assignment]
    done = manoeuvred(Posture(unit.arm, unit.formation), (manoeuvre,))
    if isinstance(done, Refusal):
        return done
    holders = unit.holders
    if manoeuvre == "mount":
        barred = bar_to_mount(unit.figures, unit.holders)
        if barred is not None:
            return barred
        holders = 0
    elif manoeuvre == "dismount":
        holders = horse_holders(unit.figures)
    arm, formation = done.posture.arm, done.posture.formation
    plan = layouts.layout(arm, formation, stands.strength(unit), front=change.front or None)
    if isinstance(plan, Refusal):
        return plan
    changed = replace(unit, arm=arm, formation=formation, front=change.front, holders=holders)
    return Done(changed, done.costs)


def _turn(unit: Unit, turn: Turn) -> Done[Unit]:
    """[mckie:man.face] (MK-M48)"""
    done = manoeuvred(Posture(unit.arm, unit.formation), ("turn",))
    assert not isinstance(done, Refusal)
    return Done(at(unit, after(stands.layout_of(unit), unit.pose, turn)), done.costs)


def _follows(unit: Unit) -> bool:
    """(MK-M48)"""
    return unit.formation in COLUMNS


# Ground


def _afloat(gait: Gait) -> bool:
    return gait.arm == "gunboat"


def _place(table: Table, unit: Unit) -> Refusal | None:
    """[mckie:opt.gunboat.1]"""
    if unit.is_vessel and not stands.is_afloat(table, unit):
        return Refusal("mckie:opt.gunboat.1", "it would run aground")
    return None


# Others


def _berth(unit: Unit, other: Unit) -> Berth:
    """[mckie:move.1inch] [mckie:pass.1] (MK-M51)"""
    return _FRIEND if unit.side == other.side else _ENEMY


def _passage(unit: Unit, other: Unit, leg: Leg) -> Line | Refusal:
    """Each unit loses half its move, skirmishers nothing. [mckie:pass.1] [mckie:pass.2]"""
    cost = passage_cost(unit.formation, other.formation)
    if other.spent + cost.share > 100:
        return Refusal("mckie:pass.2", f"{other.title} does not have half of its move left")
    return Line(-cost.share, f"passing through {other.title}", cost.rule)


# Charges


def _lets_through(unit: Unit, other: Unit) -> bool:
    """Its own skirmishers let a charge through. [mckie:pass.1] [mckie:pass.4]"""
    return unit.side == other.side and other.formation == "skirmish"


def _barred(other: Unit) -> Refusal:
    rule = "mckie:pass.3" if other.formation == "skirmish" else "mckie:pass.4"
    return Refusal(rule, f"{other.title} is in the way of the charge")


def _can_be_fought(unit: Unit) -> bool:
    """Nobody boards a vessel. [mckie:opt.gunboat.1]"""
    return not unit.is_vessel


RULEBOOK = Rulebook[Unit](
    measure=INCHES,
    drill=DRILL,
    rules=Rules(
        too_far="mckie:move.max",
        off_table="mckie:move.max",
        too_near="mckie:move.1inch",
        among_friends="mckie:pass.3",
        no_change="mckie:form.line",
        impassable="mckie:terr.dense.1",
    ),
    layout=stands.layout_of,
    fighting=stands.fighting_layout,
    moves=Moves(
        span="a period",
        left=_left,
        rate=_rate,
        change=_change,
        turn=_turn,
        follows=_follows,
    ),
    ground=Ground(
        word=ground.word,
        footing=ground.footing,
        bar=ground.bar_to_cross,
        barred=ground.barred,
        by_road=ground.by_road,
        afloat=_afloat,
        contour=ground.contour,
        names={"open": "open ground", "built_up": "a built-up area", "rough": "rough ground"},
        place=_place,
    ),
    charges=Charges(
        halt=MOVEMENT.least_gap,
        beside=2 * INCH,
        no_front="mckie:melee.elig.1",
        barred=_barred,
        lets_through=_lets_through,
        can_be_fought=_can_be_fought,
    ),
    flight=Flight(astray=600, aside=150, as_near=3 * INCH, shorter=10),
    others=Others(gap=MOVEMENT.least_gap, berth=_berth, passage=_passage),
)
