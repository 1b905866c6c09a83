"""Melee: who fights, with what factor, what it costs, and what follows from it."""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.miniatures.contact import front_in_contact
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.dice import average_die, ten_sided
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.melee import rules as melee
from longroll.systems.mckie.melee.events import Blows, GaveGround, MeleeDecided
from longroll.systems.mckie.melee.rules import Fighter, Front, Group, Leader
from longroll.systems.mckie.rulebook import RULEBOOK
from longroll.systems.mckie.table import field as measuring
from longroll.systems.mckie.table.state import Contact
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.contacts import PERIOD, Line, line_up, met
from tests.vectors.mckie_ops.shared import (
    ARMS,
    ATTACKS,
    COUNT,
    COVERS,
    FORMATIONS,
    NO,
    PLACES_STRUCK,
    QUALITIES,
    Around,
    maybe,
    one_of,
    operation,
    spend,
)
from tests.vectors.mckie_ops.table import STEADY, X, Y, based, battle, formed, laid, play_out, told
from tests.vectors.runner import Answer, Given, VectorFault, each, fill_in, group, optional
from tests.vectors.runner import required as req

MAYBE_LEADER = optional(None, None, *get_args(Leader))


def _fight(line: Line, dice: Scripted) -> Fight:
    """Step 11 is played."""
    return battle(
        line.units,
        "melee",
        dice=dice,
        period=PERIOD,
        contacts=line.contacts,
        generals=line.generals,
    )


# Figures


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
    front = Front(ranks=tuple(ranks), **given)
    fought = _in_contact(front)
    if fought is None:
        return {"figures": melee.figures_fighting(front)}
    unit, enemy = fought
    contact = Contact("c", "u", front.struck, PERIOD - front.period + 1)
    contacts = [contact] if front.struck != "front" else list(met("u", "c", (front.attack, "none")))
    with laid():
        fight = battle({"u": unit, "c": enemy}, "melee", period=PERIOD, contacts=tuple(contacts))
        play_out(fight)
    return {"figures": sum(sum(one.figures.values()) for one in told(fight, Blows, "u"))}


def _in_contact(front: Front) -> tuple[Unit, Unit] | None:
    """A unit and the enemy before so many of its stands; None if its front would have to have
    another number of them, or if it has turned since it was struck."""
    arm = "field_artillery" if front.arm == "artillery_crew" else front.arm
    unit = formed(arm, front.formation, ranks=front.ranks, title="u")
    touched = front.in_contact
    wide = front.overlap_left + touched + front.overlap_right
    if isinstance(unit, Refusal) or not touched:
        return None
    enemy = formed("infantry", "line", side="confederate", standing="routing", title="c")
    assert not isinstance(enemy, Refusal)
    if front.struck != "front":
        beside = replace(enemy, heading=900, x=unit.x + measuring.layout_of(unit).frame.left, y=Y)
        return None if front.period > 1 else (unit, beside)
    if front.period > 1 or wide != front.ranks[0]:
        return None
    bases = measuring.fighting_layout(unit).bases
    first, last = bases[front.overlap_left], bases[front.overlap_left + touched - 1]
    left, right = X + first.dx + 5, X + last.dx + last.width - 5
    return unit, replace(
        based(enemy, (right - left) // 6), x=(left + right) // 2, y=Y, heading=1800
    )


# Factors

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
    fighters = {"u": Fighter(**given["fighter"]), "c": Fighter(**given["opponent"])}
    line = line_up(fighters, [("u", [Group("c", 24)])])
    if line is None:
        lines = melee.factor_lines(fighters["u"], fighters["c"])
    else:
        with laid(*line.pieces):
            [blows] = told(_fight(line, _dice()), Blows, "u")
        lines = [one for one in blows.lines if one.rule != "mckie:melee.chance"]
    return {"base": lines[0].value, "factor": sum(one.value for one in lines)}


def _dice() -> Scripted:
    return Around((), STEADY, ())


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
    strikes = [
        (one["unit"], [Group(**group) for group in one["groups"]]) for one in given["strikes"]
    ]
    for unit, groups in strikes:
        unknown = {unit, *(group.opponent for group in groups)} - set(fighters)
        if unknown:
            raise VectorFault(f"no unit {', '.join(sorted(unknown))} among the units")
    line = line_up(fighters, strikes)
    if line is None:
        return _by_rule(fighters, strikes, dice)
    used = Around((), dice.left, STEADY if line.generals else ())
    with laid(*line.pieces):
        fight = _fight(line, used)
    blows = {blow.unit: blow for blow in told(fight, Blows)}
    if any(id not in blows for id, _ in strikes):
        return _by_rule(fighters, strikes, dice)  # the table lets somebody else strike first
    spend(dice, fight)
    lost = dict.fromkeys(fighters, 0)
    for id, unit in line.units.items():
        suffered, _ = fight.state.tallies[id]
        gone = unit.figures - fight.state.units[id].figures
        # A unit cannot lose more than it has, but the table may say so.
        lost[id] = suffered if gone == unit.figures else gone
    return {
        "strikes": [
            {
                "unit": id,
                "groups": [
                    {
                        "opponent": group.opponent,
                        "factor": blows[id].factors[group.opponent],
                        "tenths": blows[id].tenths[group.opponent],
                    }
                    for group in groups
                ],
            }
            for id, groups in strikes
        ],
        "lost": lost,
    }


def _by_rule(
    fighters: dict[str, Fighter], strikes: list[tuple[str, list[Group]]], dice: Any
) -> Answer:
    """The strikes of units that cannot stand on one table like that."""
    struck = [
        melee.strike(
            fighters,
            unit,
            groups,
            average_die(dice, "chance").value,
            ten_sided(dice, "casualties").value,
        )
        for unit, groups in strikes
    ]
    return {
        "strikes": [
            {
                "unit": unit,
                "groups": [
                    {"opponent": blow.opponent, "factor": blow.factor, "tenths": blow.tenths}
                    for blow in strike.blows
                ],
            }
            for (unit, _), strike in zip(strikes, struck, strict=True)
        ],
        "lost": {**dict.fromkeys(fighters, 0), **melee.losses(struck)},
    }


# What follows

_TALLY = {"suffered": COUNT, "inflicted": COUNT, "attack": maybe(ATTACKS, "none")}


@operation("melee_outcome", {"units": req(dict)})
def _melee_outcome(given: Given, dice: Scripted) -> Answer:
    """Attackers in one row, the others before them, with the losses that are given; step 13 is
    played, and nobody follows up who is asked to."""
    facts = {id: fill_in(_TALLY, one, f"units.{id}.") for id, one in given["units"].items()}
    south = [id for id, one in facts.items() if one["attack"] != "none"]
    if len(south) in (0, len(facts)):
        south = list(facts)[:1]
    north = [id for id in facts if id not in south]
    units = {id: _in_row(id, south, north) for id in facts}
    contacts = tuple(
        contact
        for one in south
        for other in north
        if _are_in_contact(units[one], units[other])
        for contact in met(one, other, (facts[one]["attack"], facts[other]["attack"]))
    )
    tallies = {id: (one["suffered"], one["inflicted"]) for id, one in facts.items()}
    follow: list[str] = []
    with laid():
        fight = battle(units, "melee_results", period=PERIOD, contacts=contacts, tallies=tallies)
        while fight.decision is not None and fight.decision.rule == "mckie:melee.res.3":
            follow += [one.object for one in fight.decision.choices if one.verb == "follow"]
            fight.play("stay")
    decided = {one.unit: one for one in told(fight, MeleeDecided)}
    gave = {one.unit: one for one in told(fight, GaveGround)}
    verdicts = {id: decided[id].verdict for id in facts}
    return {
        **{
            verdict: [id for id in facts if verdicts[id] == verdict]
            for verdict in ("won", "lost", "drawn")
        },
        "captured": {
            id: units[id].figures - fight.state.units[id].figures
            for id in facts
            if fight.state.units[id].captured
        },
        "must_test": [one.unit for one in told(fight, MoraleTested)],
        "repulsed": [id for id in facts if id in gave and gave[id].how == "repulsed"],
        "fall_back": {id: gave[id].distance / INCH for id in facts if id in gave},
        "may_follow_up": [id for id in facts if id in follow],
    }


def _are_in_contact(one: Unit, other: Unit) -> bool:
    return any(front_in_contact(RULEBOOK, one, one.pose, measuring.stands_of(other)))


def _in_row(id: str, south: list[str], north: list[str]) -> Unit:
    """A unit in its row; both rows are as wide."""
    row, other = (south, north) if id in south else (north, south)
    made = formed("infantry", "line", title=id, quality="veteran")
    assert not isinstance(made, Refusal)
    wide = 60 * max(1, len(other))
    unit = based(made, wide)
    x = X + 6 * wide * row.index(id) + 3 * wide
    if id in south:
        return replace(unit, x=x, y=Y)
    # The row that looks south has its left in the east.
    return replace(unit, x=x, y=Y, heading=1800, side="confederate")
