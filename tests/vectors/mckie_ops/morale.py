"""Morale: the tests, their results, and when they fall due."""

from __future__ import annotations

from typing import Any, get_args

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.dice import average_die
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.melee.rules import Leader
from longroll.systems.mckie.morale import results as morale_results
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale.results import Situation
from longroll.systems.mckie.morale.rules import CHARGING, Charge, Friend, MoraleTest, Reason, Unit
from longroll.systems.mckie.table.state import Contact
from longroll.systems.mckie.words import GUNS
from tests.vectors.mckie_ops import nerves
from tests.vectors.mckie_ops.inches import hundredths
from tests.vectors.mckie_ops.shared import (
    ARMS,
    COUNT,
    COVERS,
    FORMATIONS,
    NO,
    PLACES_STRUCK,
    QUALITIES,
    maybe,
    one_of,
    operation,
)
from tests.vectors.mckie_ops.table import battle, formed, laid, play_out, told
from tests.vectors.runner import Answer, Given, VectorFault, each, group, optional
from tests.vectors.runner import required as req

MAYBE_LEADER = optional(None, None, *get_args(Leader))


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
    tested = nerves.test(test, dice)
    if tested is None:
        return _by_rule(test, dice)
    answer: Answer = {"score": tested.event.score, "result": tested.event.result}
    if reason in CHARGING:
        answer["charges"] = tested.charges
    return answer


def _by_rule(test: MoraleTest, dice: Scripted) -> Answer:
    """A test of a unit that could not be like that on the table."""
    ledger = morale.score(test, average_die(dice, "morale").value)
    score = sum(line.value for line in ledger)
    result = morale_results.verdict(score, morale_results.situation_of(test)).result
    answer: Answer = {"score": score, "result": result}
    [reason] = test.reasons
    if reason in CHARGING:
        may = reason != "before_charge" or not fatigue.bars_to_charge(test.unit.fatigued)
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
    """A unit with such losses and such a die that it scores just that."""
    score = given.pop("score")
    has_guns = given["arm"] in (*GUNS, "artillery_crew")
    tested = None
    troops = ("infantry", "cavalry", "dismounted_cavalry", *GUNS)
    # An extended line is too long to be surrounded by few.
    open_ring = given["surrounded"] and (has_guns or given["formation"] == "extended")
    if given["arm"] in troops and not open_ring:
        formation = given["formation"]
        if given["arm"] in GUNS and formation != "limbered":
            formation = "unlimbered"
        tested = nerves.with_score(score, nerves.Situation(**{**given, "formation": formation}))
    if tested is None:
        verdict = morale_results.verdict(score, Situation(**given))
        answer: Answer = {"result": verdict.result, "retest": verdict.retest}
        return {**answer, "guns": verdict.guns} if has_guns else answer
    if tested.event.score != score:
        raise VectorFault(f"the unit scores {tested.event.score}")
    after = tested.state.units["u"]
    flees = after.standing in ("retreating", "routing")
    retest = None if not flees else "with_general" if after.lost_heart else "each_period"
    answer = {"result": tested.event.result, "retest": retest}
    if has_guns:
        left = "abandoned" if after.lost_heart else "may_not_limber"
        kept = "may_limber" if flees else None
        answer["guns"] = left if "u" in tested.state.guns else kept
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
    """The last two steps of a period are played, and the tests of the unit counted."""
    friends = _friends(given.pop("friends"))
    if any(not friend.in_sight and not friend.distance for friend in friends):
        return {"tests": int(bool(morale.end_reasons(friends=friends, **given)))}
    marks = {
        "lost_figures": given["lost_figures"],
        "tested_when_hit": given["tested_when_hit_charging"],
    }
    unit = formed("infantry", "line", felt=frozenset(mark for mark in marks if marks[mark]))
    assert not isinstance(unit, Refusal)
    others, pieces = nerves.around(unit, friends)
    lost = given["lost_melee"]
    with laid(*pieces):
        fight = battle(
            {"u": unit, "c": nerves.enemy(0 if lost else 1_000), **others},
            "melee_results",
            "other_morale",
            period=nerves.PERIOD,
            contacts=(Contact("c", "u", "front", nerves.PERIOD - 1),) if lost else (),
            tallies={"u": (2, 1), "c": (1, 2)} if lost else {},
        )
        play_out(fight)
    return {"tests": len(told(fight, MoraleTested, "u"))}
