"""Melee, morale and fatigue."""

from __future__ import annotations

from typing import Any, get_args

from longroll.kernel.dice import Scripted
from longroll.systems.mckie.dice import average_die, ten_sided
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.melee import results as melee_results
from longroll.systems.mckie.melee import rules as melee
from longroll.systems.mckie.melee.results import Tally
from longroll.systems.mckie.melee.rules import Fighter, Front, Group, Leader
from longroll.systems.mckie.morale import results as morale_results
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale.results import Situation
from longroll.systems.mckie.morale.rules import CHARGING, Charge, Friend, MoraleTest, Reason, Unit
from longroll.systems.mckie.words import GUNS
from tests.rulebook.mckie.field import is_fatigued_after
from tests.vectors.mckie_ops.inches import hundredths
from tests.vectors.mckie_ops.shared import (
    ARMS,
    ATTACKS,
    COUNT,
    COVERS,
    FORMATIONS,
    GROUNDS,
    NO,
    PLACES_STRUCK,
    QUALITIES,
    maybe,
    one_of,
    operation,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, fill_in, group, optional
from tests.vectors.runner import required as req

MAYBE_LEADER = optional(None, None, *get_args(Leader))


# Melee


@operation(
    "melee_figures",
    {
        "arm": one_of(ARMS),
        "formation": one_of(FORMATIONS),
        "ranks": req(list),
        "in_contact": COUNT,
        "overlap_left": optional(0, int),
        "overlap_right": optional(0, int),
        "attack": one_of(ATTACKS),
        "struck": one_of(PLACES_STRUCK),
        "period": COUNT,
    },
)
def _melee_figures(given: Given, dice: Scripted) -> Answer:
    ranks = given.pop("ranks")
    if not all(type(stands) is int for stands in ranks):
        raise VectorFault(f"ranks are numbers of stands, not {ranks}")
    return {"figures": melee.figures_fighting(Front(ranks=tuple(ranks), **given))}


_FIGHTER = {
    "arm": one_of(ARMS),
    "quality": maybe(QUALITIES, "experienced"),
    "attack": maybe(ATTACKS, "none"),
    "cover": maybe(COVERS, "none"),
}
_OWN = {"general": MAYBE_LEADER, "fatigued": NO}
#: A unit of a whole melee may strike, be struck, or both.
_EITHER = {**_FIGHTER, **_OWN, "higher": NO}


@operation(
    "melee_factor",
    {
        "fighter": group({**_FIGHTER, **_OWN}),
        "opponent": group({**_FIGHTER, "higher": NO}),
    },
)
def _melee_factor(given: Given, dice: Scripted) -> Answer:
    fighter, opponent = Fighter(**given["fighter"]), Fighter(**given["opponent"])
    return {
        "base": melee.fighting_factor(fighter, opponent).value,
        "factor": sum(line.value for line in melee.factor_lines(fighter, opponent)),
    }


@operation(
    "melee",
    {
        "units": req(dict),
        "strikes": each(
            {"unit": req(str), "groups": each({"opponent": req(str), "figures": COUNT})}
        ),
    },
)
def _melee(given: Given, dice: Scripted) -> Answer:
    fighters = {
        id: Fighter(**fill_in(_EITHER, facts, f"units.{id}."))
        for id, facts in given["units"].items()
    }
    strikes = []
    for one in given["strikes"]:
        groups = [Group(**group) for group in one["groups"]]
        unknown = {one["unit"], *(group.opponent for group in groups)} - set(fighters)
        if unknown:
            raise VectorFault(f"no unit {', '.join(sorted(unknown))} among the units")
        chance = average_die(dice, "chance").value
        die = ten_sided(dice, "casualties").value
        strikes.append(melee.strike(fighters, one["unit"], groups, chance, die))
    return {
        "strikes": [
            {
                "unit": one["unit"],
                "groups": [
                    {"opponent": blow.opponent, "factor": blow.factor, "tenths": blow.tenths}
                    for blow in strike.blows
                ],
            }
            for one, strike in zip(given["strikes"], strikes, strict=True)
        ],
        "lost": {**dict.fromkeys(fighters, 0), **melee.losses(strikes)},
    }


_TALLY = {"suffered": COUNT, "inflicted": COUNT, "attack": maybe(ATTACKS, "none")}


@operation("melee_outcome", {"units": req(dict)})
def _melee_outcome(given: Given, dice: Scripted) -> Answer:
    tallies = {
        id: Tally(**fill_in(_TALLY, facts, f"units.{id}.")) for id, facts in given["units"].items()
    }
    outcome = melee_results.outcome(tallies)
    return {
        "won": outcome.won,
        "lost": outcome.lost,
        "drawn": outcome.drawn,
        "captured": outcome.captured,
        "must_test": outcome.must_test,
        "repulsed": outcome.repulsed,
        "fall_back": {id: distance / INCH for id, distance in outcome.fall_back.items()},
        "may_follow_up": outcome.may_follow_up,
    }


# Morale

_UNIT_STATES = ("steady", "retreating", "routing")
_FRIENDS = each(
    {
        "state": one_of(_UNIT_STATES),
        "distance": req(int, float),
        "in_sight": optional(True, bool),
    },
    default=[],
)


def _friends(given: list[dict[str, Any]]) -> tuple[Friend, ...]:
    return tuple(
        Friend(one["state"], hundredths(one["distance"]), one["in_sight"]) for one in given
    )


@operation(
    "morale",
    {
        "test": one_of(get_args(Reason)),
        "unit": group(
            {
                "quality": one_of(QUALITIES),
                "original": COUNT,
                "remaining": COUNT,
                "formation": maybe(FORMATIONS, "line"),
                "cover": maybe(COVERS, "none"),
                "fatigued": NO,
                "state": maybe(_UNIT_STATES, "steady"),
                "general": MAYBE_LEADER,
            }
        ),
        "nearest_enemy": req(int, float, None),
        "charge": group(
            {"struck": maybe(PLACES_STRUCK, "front"), "target_fatigued": NO}, default=None
        ),
        "advancing": NO,
        "under_artillery_fire": NO,
        "passed_through": NO,
        "struck_from": optional(None, None, "flank", "rear"),
        "melee": optional(None, None, "won", "lost", "drawn"),
        "friends": _FRIENDS,
    },
)
def _morale(given: Given, dice: Scripted) -> Answer:
    reason: Reason = given.pop("test")
    enemy = given.pop("nearest_enemy")
    charge = given.pop("charge")
    unit, friends = Unit(**given.pop("unit")), _friends(given.pop("friends"))
    test = MoraleTest(
        reasons=(reason,),
        unit=unit,
        nearest_enemy=None if enemy is None else hundredths(enemy),
        charge=None if charge is None else Charge(**charge),
        friends=friends,
        **given,
    )
    ledger = morale.score(test, average_die(dice, "morale").value)
    score = sum(line.value for line in ledger)
    result = morale_results.verdict(score, morale_results.situation_of(test)).result
    answer: Answer = {"score": score, "result": result}
    if reason in CHARGING:
        may = reason != "before_charge" or not fatigue.bars_to_charge(unit.fatigued)
        answer["charges"] = may and result == "obey"
    return answer


@operation(
    "morale_result",
    {
        "score": COUNT,
        "being_charged": NO,
        "in_melee": NO,
        "surrounded": NO,
        "formation": maybe(FORMATIONS, "line"),
        "arm": maybe(ARMS, "infantry"),
    },
)
def _morale_result(given: Given, dice: Scripted) -> Answer:
    score = given.pop("score")
    verdict = morale_results.verdict(score, Situation(**given))
    answer: Answer = {"result": verdict.result, "retest": verdict.retest}
    if given["arm"] in (*GUNS, "artillery_crew"):
        answer["guns"] = verdict.guns
    return answer


@operation(
    "end_tests",
    {
        "lost_melee": NO,
        "lost_figures": NO,
        "tested_when_hit_charging": NO,
        "friends": _FRIENDS,
    },
)
def _end_tests(given: Given, dice: Scripted) -> Answer:
    friends = _friends(given.pop("friends"))
    return {"tests": int(bool(morale.end_reasons(friends=friends, **given)))}


# Fatigue

_DID = tuple(action for action in get_args(fatigue.Action) if action != "retired")


@operation(
    "fatigue",
    {"fatigued_before": req(bool), "did": req(list), "ground": optional([], list)},
)
def _fatigue(given: Given, dice: Scripted) -> Answer:
    did, ground = given["did"], given["ground"]
    for words, known in ((did, _DID), (ground, GROUNDS)):
        unknown = [word for word in words if word not in known]
        if unknown:
            raise VectorFault(f"{unknown} is none of {', '.join(known)}")
    return {"fatigued": is_fatigued_after(given["fatigued_before"], did, ground, dice)}
