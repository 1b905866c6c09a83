"""Morale, rally, rest, and the risk to commanders."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory import command, morale, rally, words
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.play import firing, hits, shooting
from longroll.systems.honor_glory.play.events import Tested
from longroll.systems.honor_glory.play.field import facts
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.units import Leader, Troops
from tests.vectors.honor_glory_ops import battle, driven
from tests.vectors.honor_glory_ops.shared import (
    CENTIMETRES,
    COMMANDER,
    COUNT,
    NO,
    UNIT,
    distance,
    leader,
    maybe,
    one_of,
    operation,
    ranks,
    troops,
    words_of,
)
from tests.vectors.runner import Answer, Given, each, group, optional, required

_REASONS = tuple(reason for reason in words_of(morale.Reason) if reason != "rally")


@operation(
    "morale_test",
    {
        "test": required(*_REASONS),
        "versus": maybe(morale.Versus),
        "unit": group(UNIT),
        "camp_lost": NO,
    },
)
def _morale_test(given: Given, dice: Scripted) -> Answer:
    unit = troops(given["unit"], camp_lost=given["camp_lost"])
    if battle.can_be_laid(replace(unit, morale="formed")):
        return driven.tested(unit, given, dice) or _no_test(unit)
    test = morale.take(given["test"], unit, dice, given["versus"])
    if test is None:
        return _no_test(unit)
    left = unit.after_loss(test.loss)
    return {
        "factor": test.factor,
        "passed": test.passed,
        "column": test.column,
        "action": test.action,
        "loss": test.loss,
        "mp": left.mp,
        "broken": left.morale == "broken",
    }


def _no_test(unit: Troops) -> Answer:
    blank: dict[str, Any] = {"factor": None, "passed": None, "column": None}
    return {**blank, "action": "none", "loss": 0, "mp": unit.mp, "broken": unit.mp == 0}


def _hit_on_the_table(unit: Troops, given: Given, dice: Scripted) -> Answer:
    """A unit that stands on a table is hit: its points, its commanders, its tests in order."""
    enemy = Troops(arm="infantry", formation="line", mp=9)
    state = battle.field(replace(unit, morale="formed"), enemy, 100 * CM)
    state.change("u", morale=unit.morale)
    umpire = battle.umpire(dice)
    shooting.wear_down(state, "u", given["loss"])
    runs_again = unit.morale == "rallying" and state.units["u"].morale == "routing"
    after_hit = state.units["u"].mp
    risk = command.commanders_at_risk(facts(state, "u"), dice)
    state.agenda.append(firing.Aftermath())
    due = morale.due_after_hit(given["hit_by"], hits.bury(state, "u", risk, umpire))
    firing.add_due(state, "u", due)
    if given["hit_by"] == "melee":
        [(_, reasons)] = state.agenda[-1].due
        action = hits.obey(state, "u", reasons, umpire)
    else:
        action = _after_the_fire(state, umpire)
    left, tests = after_hit, []
    for event in (one for one in umpire.events if isinstance(one, Tested)):
        left = max(0, left - event.loss)
        factor = sum(line.value for line in event.lines)
        tests.append(_tested(event, factor, left))
    return {
        "mp_after_hit": after_hit,
        "killed": ranks(risk.killed),
        "tests": tests,
        "action": morale.worst((action, "rout")) if runs_again else action,
        "mp": state.units["u"].mp,
    }


def _after_the_fire(state: State, umpire: Umpire) -> words.Action:
    """The steps that come after a shot, up to what its tests make the unit do."""
    while not isinstance(step := state.agenda.pop(), firing.Obey):
        assert isinstance(step, firing.Aftermath | firing.Undergo)
        step.run(state, umpire)
    return step.action


@operation("hit_resolution", {"hit_by": one_of(morale.HitBy), "loss": COUNT, "unit": group(UNIT)})
def _hit_resolution(given: Given, dice: Scripted) -> Answer:
    hit = troops(given["unit"])
    chief = any(one.rank == "cinc" for one in hit.commanders)
    if battle.can_be_laid(replace(hit, morale="formed")) and not chief:
        return _hit_on_the_table(hit, given, dice)
    return _hit_by_the_rules(hit, given, dice)


def _tested(test: Tested | morale.Test, factor: int, left: int) -> Answer:
    return {
        "test": test.reason,
        "factor": factor,
        "passed": test.passed,
        "action": test.action,
        "loss": test.loss,
        "mp": left,
    }


def _hit_by_the_rules(unit: Troops, given: Given, dice: Scripted) -> Answer:
    """A unit that cannot be put on a table as it is given."""
    hit = unit.after_loss(given["loss"])
    risk = command.commanders_at_risk(unit, dice)
    left, tests = hit.without(risk.killed), []
    for reason in morale.in_order(morale.due_after_hit(given["hit_by"], risk.killed)):
        test = morale.take(reason, left, dice) if left.mp else None
        if test is not None:
            left = left.after_loss(test.loss)
            tests.append(_tested(test, test.factor, left.mp))
    worst = morale.worst(test["action"] for test in tests)
    return {
        "mp_after_hit": hit.mp,
        "killed": ranks(risk.killed),
        "tests": tests,
        "action": worst if left.mp else "broken",
        "mp": left.mp,
    }


@operation("worst_action", {"actions": required(list)})
def _worst_action(given: Given, dice: Scripted) -> Answer:
    return {"action": morale.worst(given["actions"])}


@operation(
    "routing_neighbours",
    {"router": one_of(words.Arm), "units": each({**UNIT, "distance": CENTIMETRES})},
)
def _routing_neighbours(given: Given, dice: Scripted) -> Answer:
    router: words.Arm = given["router"]
    return {
        "tests": [
            _is_shaken(router, troops(one), distance(one["distance"])) for one in given["units"]
        ]
    }


def _is_shaken(router: words.Arm, unit: Troops, far: Distance) -> bool:
    laid = battle.can_be_laid(replace(unit, morale="formed"))
    if laid and router in (*words.REGIMENTS, "artillery") and far == int(far):
        return driven.shaken(router, unit, int(far))
    return morale.is_shaken_by(router, unit, far)


@operation(
    "rally",
    {
        "unit": group(UNIT),
        "own_turn": NO,
        "tested_this_turn": NO,
        "in_melee": NO,
        "pursued": NO,
        "fired_on_last_turn": NO,
    },
)
def _rally(given: Given, dice: Scripted) -> Answer:
    unit = troops(given.pop("unit"))
    if driven.can_be_rallied(unit):
        return driven.rallied(unit, given, dice)
    if any(rally.bars_to_rally(unit, **given)):
        return {
            "allowed": False,
            "factor": None,
            "passed": None,
            "column": None,
            "state": unit.morale,
            "unit_mp": unit.mp,
            "commander_mp": [one.mp for one in unit.commanders],
            "rest": None,
        }
    found = rally.rally(unit, dice)
    return {
        "allowed": True,
        "factor": found.test.factor,
        "passed": found.test.passed,
        "column": found.test.column,
        "state": "resting" if found.unit.morale == "rallying" else found.unit.morale,
        "unit_mp": found.unit.mp,
        "commander_mp": [one.mp for one in found.unit.commanders],
        "rest": found.rest.value if found.rest else None,
    }


@operation("rest", {"cause": one_of(rally.Cause), "turns": required(list)})
def _rest(given: Given, dice: Scripted) -> Answer:
    return driven.rested(given["cause"], given["turns"], dice)


@operation(
    "commander_risk",
    {
        "event": required("unit_hit", "hit_as_target", "touched_by_enemy"),
        "commanders": each(COMMANDER),
        "army_mp": optional(None, None, list),
    },
)
def _commander_risk(given: Given, dice: Scripted) -> Answer:
    army = given["army_mp"]
    leaders = tuple(map(leader, given["commanders"]))
    if given["event"] == "unit_hit" and driven.can_be_at_risk(leaders):
        return driven.at_risk(leaders, army, dice)
    killed: tuple[Leader, ...] = ()
    for one in leaders:
        if given["event"] == "unit_hit":
            unit = Troops(arm="infantry", formation="line", mp=1, commanders=(one,))
            fallen = command.commanders_at_risk(unit, dice).killed
        else:
            fallen = (one,) if command.dies_if_reached(one) else ()
        if any(other.rank == "cinc" for other in fallen):
            lost = command.panic(dice).value
            army = army and [_weaker(points, lost) for points in army]
        killed += fallen
    return {
        "killed": ranks(killed),
        "counters_lost": command.counters_lost(killed),
        "broken_added": command.broken_by_loss(killed),
        "morale_tests": command.tests_for_killed(killed),
        **({} if army is None else {"army_mp": army}),
    }


def _weaker(points: int, lost: int) -> int:
    unit = Troops(arm="infantry", formation="line", mp=points)
    return unit.after_loss(lost).mp


@operation("wounds", {"rank": one_of(words.Rank), "mp": COUNT, "hits": COUNT})
def _wounds(given: Given, dice: Scripted) -> Answer:
    found = command.wounded(given["mp"], given["hits"], dice)
    dead = (Leader(given["rank"], given["mp"]),) if found.dead else ()
    return {
        "results": found.results,
        "mp": found.mp,
        "dead": found.dead,
        "counters_lost": command.counters_lost(dead),
    }
