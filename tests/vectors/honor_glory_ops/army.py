"""Scales, breakpoint, counters, ratings, and what cover and commanders add."""

from __future__ import annotations

from typing import Any

from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory import armies, command, counters, points, weapons, words
from longroll.systems.honor_glory.lists import class_of_commander
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play.field import facts
from longroll.systems.honor_glory.units import (
    Leader,
    Troops,
    command_bonus,
    cover_bonus,
    cover_class,
)
from tests.vectors.honor_glory_ops import battle
from tests.vectors.honor_glory_ops.shared import (
    CENTIMETRES,
    COMMANDER,
    COUNT,
    DATE,
    NO,
    OPTIONS,
    SIDE,
    UNIT,
    distance,
    leader,
    maybe,
    one_of,
    operation,
    troops,
    words_of,
)
from tests.vectors.runner import (
    Answer,
    Given,
    VectorFault,
    each,
    fill_in,
    group,
    optional,
    required,
)

CLASS = required(*words_of(words.Class), "roll")


@operation("scaling", {"men": COUNT, "guns": COUNT})
def _scaling(given: Given, dice: Scripted) -> Answer:
    return {
        "units": armies.units_for(given["men"]),
        "batteries": armies.batteries_for(given["guns"]),
    }


@operation(
    "breakpoint",
    {
        "side": SIDE,
        "date": DATE,
        "infantry": COUNT,
        "cavalry": COUNT,
        "artillery": COUNT,
        "broken": optional(0, int),
        "cinc_lost": NO,
        "corps_commanders_lost": optional(0, int),
        "counters_left": optional(None, None, int),
    },
)
def _breakpoint(given: Given, dice: Scripted) -> Answer:
    units = given["infantry"] + given["cavalry"] + given["artillery"]
    most = counters.breakpoint_of(given["side"], given["date"], units)
    lost = [Leader("cinc", 1)] * given["cinc_lost"]
    lost += [Leader("corps", 1)] * given["corps_commanders_lost"]
    count = given["broken"] + command.broken_by_loss(lost)
    return {
        "units": units,
        "percent": counters.percent_of(given["side"], given["date"]),
        "breakpoint": most,
        "count": count,
        "lost": counters.has_lost(count, most, given["counters_left"]),
    }


@operation(
    "activation_counters",
    {
        "side": SIDE,
        "date": DATE,
        "units": COUNT,
        "cinc": optional(None, None, str),
        "cinc_class": maybe(words.Class),
    },
)
def _activation_counters(given: Given, dice: Scripted) -> Answer:
    found = given["cinc_class"]
    if given["cinc"] is not None:
        found = class_of_commander(given["side"], given["cinc"])
    if found is None:
        raise VectorFault("a commander-in-chief or his class is needed")
    lines = counters.counter_lines(given["side"], given["date"], given["units"], found)
    return {
        "base": lines[0].value,
        "amended": sum(line.value for line in lines),
        "counters": counters.counters_of(given["side"], given["date"], given["units"], found),
    }


@operation("counter_limits", {"units": COUNT, "amended": COUNT})
def _counter_limits(given: Given, dice: Scripted) -> Answer:
    return {"counters": counters.limited_counters(given["units"], given["amended"])}


@operation(
    "unit_rating",
    {
        "side": SIDE,
        "date": DATE,
        "arm": one_of(words.Arm),
        "class": CLASS,
        "unit": optional("", str),
        "men": optional(None, None, int),
        "weapon": optional(None, None, "roll", *words_of(words.Weapon)),
        "options": OPTIONS,
    },
)
def _unit_rating(given: Given, dice: Scripted) -> Answer:
    class_, weapon = given["class"], given["weapon"]
    if class_ == "roll":
        class_ = armies.class_rolled(dice, "a unit")[1]
    if weapon == "roll":
        band = armies.band(given["date"])
        weapon = weapons.weapon_rolled(given["arm"], given["side"], band, dice)[1]
    found = armies.unit_rating(
        given["side"],
        given["date"],
        given["arm"],
        class_,
        name=given["unit"],
        men=given["men"],
        weapon=weapon,
        by_class="OP2" in given["options"],
    )
    of_class, named, size, arms = (line.value for line in found.lines)
    return {
        "class": found.class_,
        "class_mp": of_class,
        "named": named,
        "size": size,
        "weapon": arms,
        "mp": found.points,
    }


@operation(
    "commander_rating",
    {
        "side": SIDE,
        "date": DATE,
        "rank": one_of(words.Rank),
        "name": optional(None, None, str),
        "class": optional(None, None, *words_of(words.Class), "roll"),
    },
)
def _commander_rating(given: Given, dice: Scripted) -> Answer:
    class_ = given["class"]
    if given["rank"] != "unit":
        if given["name"] is not None:
            class_ = class_of_commander(given["side"], given["name"])
        elif class_ == "roll":
            class_ = armies.class_rolled(dice, "a commander")[1]
    found = armies.commander_rating(given["rank"], given["side"], given["date"], class_, dice)
    return {"class": found.class_, "base": found.base, "mp": found.points}


@operation(
    "army_ratio",
    {"list": one_of(points.ListName), "infantry": COUNT, "cavalry": COUNT},
)
def _army_ratio(given: Given, dice: Scripted) -> Answer:
    infantry, cavalry, by = given["infantry"], given["cavalry"], given["list"]
    return {
        "cavalry_allowed": points.cavalry_allowed(infantry, by),
        "artillery_allowed": points.artillery_allowed(infantry, cavalry, by),
    }


def _where_it_stands(unit: Troops) -> Troops:
    """A unit as the table finds it, if it can stand there as it is given."""
    if not battle.can_be_laid(unit):
        return unit
    return facts(battle.field(unit, Troops(arm="cavalry", formation="line", mp=9), 250 * CM), "u")


@operation("cover_bonus", {"unit": group(UNIT)})
def _cover_bonus(given: Given, dice: Scripted) -> Answer:
    unit = _where_it_stands(troops(given["unit"]))
    return {"class": cover_class(unit), "bonus": cover_bonus(unit)}


@operation("command_bonus", {"unit": group(UNIT)})
def _command_bonus(given: Given, dice: Scripted) -> Answer:
    unit = _where_it_stands(troops(given["unit"]))
    bonus = command_bonus(unit)
    return {"bonus": bonus, "total": unit.mp + bonus}


def _with_remote(unit: Troops, gain: int) -> int:
    return unit.mp + command_bonus(Troops(arm=unit.arm, formation="line", mp=1, remote=gain))


#: The unit he is with: its own commanders do not matter here.
_CONTACT = optional(None, None, dict)


@operation(
    "extended_command",
    {
        "commander": group(COMMANDER),
        "contact_unit": _CONTACT,
        "remote": each({**UNIT, "distance": CENTIMETRES}),
    },
)
def _extended_command(given: Given, dice: Scripted) -> Answer:
    found = leader(given["commander"])
    total: Any = None
    if given["contact_unit"] is not None and found.in_contact:
        unit = troops(fill_in(UNIT, given["contact_unit"], "contact_unit."))
        with_him = Troops(arm=unit.arm, formation=unit.formation, mp=unit.mp, commanders=(found,))
        total = unit.mp + command_bonus(with_him)
    gains = command.extended_bonus(found, [distance(one["distance"]) for one in given["remote"]])
    return {
        "contact_total": total,
        "remote_bonus": command.bonus_at_distance(found),
        "remote_totals": [
            _with_remote(troops(one), gain)
            for one, gain in zip(given["remote"], gains, strict=True)
        ],
    }
