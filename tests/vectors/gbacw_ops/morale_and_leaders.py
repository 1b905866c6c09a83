"""Morale, leaders, rally, and Brigade Combat Effectiveness."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.recovery import Nightfall, RecoverEffectiveness
from longroll.systems.corinth.stragglers import RecoverStragglers, is_eligible, seek
from longroll.systems.gbacw import command_phase, losses, morale
from longroll.systems.gbacw.events import Checked, LeaderFate, Rallied, TookCommand
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.morale import Hit
from longroll.systems.gbacw.promotion import Promote
from longroll.systems.gbacw.rally import RallyFree, RallyPhase
from longroll.systems.gbacw.roster import (
    BATTERY,
    CAVALRY,
    DIVISION,
    INFANTRY,
    UNION,
)
from longroll.systems.gbacw.state import DISMOUNTED, ELIMINATED, MOUNTED
from tests.vectors.gbacw_ops.field import MIDDLE, NIGHT, NORTH, SOUTH, Field, away
from tests.vectors.gbacw_ops.shared import (
    FLAG,
    SIDE,
    SIDES,
    Steady,
    attempt,
    only,
    operation,
    settle,
    told,
)
from tests.vectors.runner import Answer, Given, each
from tests.vectors.runner import required as req

FAR = away(MIDDLE, SOUTH, 12)
_UNIT_TYPES: dict[str, tuple[str, dict[str, Any]]] = {
    "infantry": (INFANTRY, {}),
    "battery": (BATTERY, {}),
    "cavalry_dismounted": (CAVALRY, {"formation": DISMOUNTED}),
    "cavalry_mounted": (CAVALRY, {"formation": MOUNTED}),
}


@operation(
    "morale_check",
    {
        "kind": req("rout", "P", "R", "P/R"),
        "morale": req(1, 2, 3, 4, 5, "?"),
        "leaders_in_hex": req(int),
        "enfiladed": FLAG,
        "initial": req(int),
        "current": req(int),
        "bce_lost": FLAG,
        "unit_type": req(*_UNIT_TYPES),
    },
)
def _morale_check(given: Given, dice: Scripted) -> Answer:
    field = Field()
    kind, facts = _UNIT_TYPES[given["unit_type"]]
    green = given["morale"] == "?"
    brigade = field.brigade("", broken=given["bce_lost"])
    unit = field.unit(
        MIDDLE,
        kind=kind,
        strength=given["current"],
        initial=given["initial"],
        morale=0 if green else given["morale"],
        on_foot=0 if green else None,
        brigade=brigade,
        **facts,
    )
    for _ in range(given["leaders_in_hex"]):
        field.leader(MIDDLE)
    state = field.state()
    umpire = Umpire(dice)
    morale.check(state, unit, given["kind"], "", umpire, enfiladed=given["enfiladed"])
    checked = only(umpire, Checked)
    answer: Answer = {"modified": checked.total, "outcome": checked.outcome}
    return {"rating": state.units[unit].rating, **answer} if green else answer


@operation(
    "morale_chain",
    {
        "by": req(SMALL_ARMS, ARTILLERY),
        "stack": each({"unit": req(str), "morale": req(1, 2, 3, 4, 5), "eliminated": FLAG}),
    },
)
def _morale_chain(given: Given, dice: Scripted) -> Answer:
    field = Field()
    units = [field.unit(MIDDLE, name=one["unit"], morale=one["morale"]) for one in given["stack"]]
    state = field.state()
    for unit, one in zip(units, given["stack"], strict=True):
        if one["eliminated"]:
            state.take_off(unit, ELIMINATED)
    umpire = Umpire(dice)
    hit = Hit(units[0], "1", given["by"], False)
    morale.after_fire(state, units, [hit], umpire, may_rout=True)
    checked = told(umpire, Checked)
    return {
        "checked": [one.unit.title for one in checked],
        "outcome": {one.unit.title: one.outcome for one in checked},
    }


@operation("elephant")
def _elephant(given: Given, dice: Scripted) -> Answer:
    field = Field()
    unit = field.unit(MIDDLE, morale=0)
    return {"rating": morale.see_elephant(field.state(), unit, Umpire(dice))}


@operation(
    "leader_casualty",
    {"cause": req("K_melee", "small_arms", "artillery", "C_melee", "Rpls_melee")},
)
def _leader_casualty(given: Given, dice: Scripted) -> Answer:
    field = Field()
    field.unit(MIDDLE)
    leader = field.leader(MIDDLE)
    state, umpire = field.state(), Umpire(dice)
    losses.risk_leaders(state, MIDDLE, UNION, given["cause"], umpire)
    fate = only(umpire, LeaderFate).fate
    assert state.units[leader].fate == ("" if fate == "none" else fate)
    return {"result": fate}


@operation(
    "promotion",
    {
        "division": req(str),
        "brigade_commanders": each({"name": req(str), "rank": req(str), "radius": req(int)}),
    },
)
def _promotion(given: Given, dice: Scripted) -> Answer:
    field = Field()
    slug = f"v-{given['division'].lower()}"
    real = field.divisions.get(given["division"].lower())
    side = real.side if real else UNION
    field.divisions[slug] = type(next(iter(field.divisions.values())))(
        slug, given["division"], side, "", 0
    )
    for number, one in enumerate(given["brigade_commanders"]):
        hex = away(MIDDLE, NORTH, number)
        brigade = field.brigade(
            hex, side, name=one["name"], division=slug, radius=one["radius"], rank=one["rank"]
        )
        field.unit(hex, side, brigade=brigade, division=slug)
    lost = field.leader("", side, given["division"], DIVISION, division=slug, command=2)
    state = field.state(None, Promote(side, lost))
    umpire = Umpire(dice)
    settle(state, umpire)
    heirs = state.agenda[-1].choices(state)
    attempt(state, str(heirs[0]), umpire)
    promoted = told(umpire, TookCommand)[0].leader
    points = command_phase.fresh_points(state, side)
    return {
        "promoted": promoted.title,
        "command_points": points[state.game.roster.number[promoted.id]],
    }


# Rally


@operation(
    "rally_limit",
    {
        "rally_rating": req(int),
        "routed_in_radius_not_stacked": req(int),
        "routed_stacked_with_leader": req(int),
    },
)
def _rally_limit(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="H")
    brigade = field.brigade(MIDDLE, rally=given["rally_rating"])
    near = away(MIDDLE, NORTH)
    for _ in range(given["routed_stacked_with_leader"]):
        field.unit(MIDDLE, brigade=brigade, routed=True)
    others = [
        field.unit(near, brigade=brigade, routed=True)
        for _ in range(given["routed_in_radius_not_stacked"])
    ]
    state = field.state(None, RallyFree(UNION), RallyPhase(UNION))
    umpire = Umpire(Scripted(()))
    settle(state, umpire)
    free = len(told(umpire, Rallied))
    for unit in others:
        attempt(state, f"rally {field.pieces[unit].id}", umpire)
    return {"max_rallied": len(told(umpire, Rallied)), "of_which_free": free}


_ARMY = {"Rosecrans": "rosecrans", "Price": "price", "Van Dorn": "van-dorn"}


@operation(
    "rally",
    {
        "side": SIDE,
        "turn": req(*range(1, 33)),
        "morale": req(1, 2, 3, 4, 5),
        "independent": FLAG,
        "bce_lost": FLAG,
        "in_radius": FLAG,
        "rally_point_spent": FLAG,
        "stacked_leader": req(None, "brigade", "division", *_ARMY),
        "division": req(None, str),
    },
)
def _rally(given: Given, dice: Scripted) -> Answer:
    side, leader = SIDES[given["side"]], given["stacked_leader"]
    field = Field(turn=given["turn"], phase="H", phasing=side)
    # A division that does not matter is one every commander of its side may help.
    slug = (given["division"] or ("mckean" if side == UNION else "hebert")).lower()
    division = field.divisions.get(slug)
    belongs: dict[str, Any] = {"division": slug, "army": division.army if division else ""}
    near = away(MIDDLE, SOUTH)
    own = leader == "brigade" and given["in_radius"] and not given["independent"]
    post = MIDDLE if own else near if given["in_radius"] else FAR
    brigade = field.brigade(post, side, broken=given["bce_lost"], **belongs)
    if given["independent"]:
        brigade = ""
    unit = field.unit(MIDDLE, side, morale=given["morale"], brigade=brigade, routed=True, **belongs)
    if leader in _ARMY:
        field.stand(_ARMY[leader], MIDDLE)
    elif leader == "division" or (leader == "brigade" and not own):
        field.leader(MIDDLE, side, grade=leader, **belongs)
    state = field.state(None, RallyFree(side), RallyPhase(side))
    umpire = Umpire(dice)
    settle(state, umpire)
    if given["rally_point_spent"] and state.units[unit].routed:
        attempt(state, f"rally {field.pieces[unit].id}", umpire)
    return {"outcome": "routed" if state.units[unit].routed else "rallied"}


# Effectiveness and stragglers


@operation(
    "bce",
    {
        "brigade": req(str),
        "first_day_limit": req(int),
        "second_day_limit": req(int, None),
        "casualties_day1": req(int),
        "stragglers": req(int),
    },
)
def _bce(given: Given, dice: Scripted) -> Answer:
    field = Field()
    first, lost = given["first_day_limit"], given["casualties_day1"]
    brigade = field.brigade(
        MIDDLE, name=given["brigade"], limits=(first, given["second_day_limit"] or first)
    )
    unit = field.unit(MIDDLE, brigade=brigade, strength=lost + 1)
    state = field.state()
    umpire = Umpire(Steady(6))
    if lost:
        losses.lose_points(state, unit, lost, umpire, captured=False, rule="")
    lost_day1 = state.brigades[brigade].broken
    state.turn = 16
    Nightfall().run(state, umpire)
    for _ in range(given["stragglers"]):
        seek(state, unit, umpire)
    casualties = state.brigades[brigade].boxes
    state.turn = 20
    RecoverEffectiveness().run(state, umpire)
    after = state.brigades[brigade]
    return {
        "lost_day1": lost_day1,
        "casualties_at_recovery": casualties,
        "recovered": lost_day1 and not after.broken,
        "effective_day2": not after.broken,
        "limit_day2": after.limit,
    }


@operation(
    "stragglers",
    {
        "initial": req(int),
        "lost": req(int),
        "moved": FLAG,
        "fired_withdrawal": FLAG,
        "bce_reached_day1": FLAG,
        "night_turns": req(int),
    },
)
def _stragglers(given: Given, dice: Scripted) -> Answer:
    field = Field(turn=NIGHT, phase="K")
    brigade = field.brigade(MIDDLE)
    left = given["initial"] - given["lost"]
    unit = field.unit(
        MIDDLE, brigade=brigade, initial=given["initial"], strength=left, killed=given["lost"]
    )
    state = field.state()
    if not left:
        state.take_off(unit, ELIMINATED)
    boxes = max(given["lost"], 1)
    state.set_brigade(brigade, boxes=boxes, broke_first_day=given["bce_reached_day1"])
    umpire = Umpire(dice)

    def begin_night_turn() -> None:
        state.change(unit, moved=given["moved"])
        if given["fired_withdrawal"]:
            state.game.rules.has_fired(state, (unit,), "withdrawal")

    begin_night_turn()
    eligible = is_eligible(state, unit)
    for _ in range(given["night_turns"]):
        begin_night_turn()
        RecoverStragglers(UNION).run(state, umpire)
    return {
        "eligible": eligible,
        "recovered": state.units[unit].strength - left,
    }
