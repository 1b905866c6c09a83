"""Checks before a melee, fire at whoever leaves, and retreats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth import daring
from longroll.systems.corinth.daring import Dared
from longroll.systems.corinth.melee_checks import Announce, Initiate
from longroll.systems.gbacw import before_melee, retreat
from longroll.systems.gbacw.events import Stood
from longroll.systems.gbacw.facing import is_always_enfiladed
from longroll.systems.gbacw.firing import Attack
from longroll.systems.gbacw.moving import MovementPhase
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.retreat_path import ROUT
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CONFEDERATE, INFANTRY, UNION, WAGON
from longroll.systems.gbacw.state import MOUNTED, Melee
from tests.vectors.gbacw_ops.field import MIDDLE, NORTH, SOUTH, Field, away
from tests.vectors.gbacw_ops.fire import FORMATION
from tests.vectors.gbacw_ops.melee import add_kind
from tests.vectors.gbacw_ops.shared import (
    FLAG,
    NO,
    SIDE,
    SIDES,
    WEAPON,
    Asked,
    Steady,
    attempt,
    carry_on,
    operation,
    told,
)
from tests.vectors.runner import Answer, Given, Key, VectorFault, group, optional
from tests.vectors.runner import required as req

ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}
#: The way the enemy comes from, so that the way home is open: the Union's lies south.
FRONT = {UNION: NORTH, CONFEDERATE: SOUTH}
_CHARGE = "charg"


@contextmanager
def _in_rear(state: Any, unit: int, given: bool) -> Iterator[None]:
    """Where a unit stands to another is set by facing; some units have no rear to stand in."""
    if not is_always_enfiladed(state, unit):
        yield
        return
    with patch.object(daring, "is_in_rear", lambda *_: given):
        yield


# Before a melee


@operation(
    "retreat_check",
    {
        "side": SIDE,
        "turn": req(*range(1, 33)),
        "unit": req("infantry", "cavalry_dismounted", "cavalry_mounted", "artillery_limbered"),
        "morale": req(1, 2, 3, 4, 5),
        "stacked_leader": FLAG,
        "stacked_with": req(list),
        "pinned": FLAG,
        "routed": FLAG,
        "attackers": req(list),
        "enfiladed": FLAG,
        "out_of_command": FLAG,
        "bce_lost": FLAG,
        "all_attackers_depleted": FLAG,
        "all_attackers_cross_works": FLAG,
    },
)
def _retreat_check(given: Given, dice: Scripted) -> Answer:
    side = SIDES[given["side"]]
    front = FRONT[side]
    back = (front + 3) % 6
    there = away(MIDDLE, front)
    field = Field(turn=given["turn"], phase="E", phasing=ENEMY[side])
    if given["all_attackers_cross_works"]:
        field.hexside("outer_works", MIDDLE, there)
    post = away(MIDDLE, back, 12 if given["out_of_command"] else 1)
    brigade = field.brigade(post, side, broken=given["bce_lost"])
    facing = back if given["enfiladed"] else front
    unit = add_kind(
        field,
        given["unit"],
        MIDDLE,
        side,
        brigade=brigade,
        morale=given["morale"],
        facing=facing,
        pinned=given["pinned"],
        routed=given["routed"],
        command=not given["out_of_command"],
    )
    for kind in given["stacked_with"]:
        add_kind(field, kind, MIDDLE, side, facing=facing)
    chief = field.leader(MIDDLE, side) if given["stacked_leader"] else None
    attackers, charging = [], []
    for kind in given["attackers"]:
        charges = _CHARGE in kind
        number = add_kind(
            field,
            "cavalry_mounted" if charges else kind,
            there,
            ENEMY[side],
            facing=back,
            depleted=given["all_attackers_depleted"],
        )
        attackers.append(number)
        charging += [number] if charges else []
    state = field.state(None, Announce(side, (MIDDLE,)))
    state.melees = (Melee(MIDDLE, tuple(attackers), tuple(charging)),)
    umpire = Umpire(Asked(dice, "will"))
    with _in_rear(state, unit, given["enfiladed"]):
        # Whoever has to go is going already; whoever may not is refused.
        attempt(state, f"retreat {field.pieces[unit].id}", umpire)
        if chief is not None:
            attempt(state, f"retreat {field.pieces[chief].id}", umpire)
        attempt(state, "go", umpire)
    checks = [one for one in told(umpire, Dared) if one.unit.id == field.pieces[unit].id]
    if checks:
        outcome = "must retreat" if checks[0].passed else "may not retreat"
        return {"modified": checks[0].total, "outcome": outcome}
    left = {name.id for one in told(umpire, Stood) for name in one.units}
    free = field.pieces[unit].id in left
    return {"outcome": "must retreat without check" if free else "may not retreat"}


@operation(
    "initiation_check",
    {
        "side": SIDE,
        "turn": req(*range(1, 33)),
        "morale": req(1, 2, 3, 4, 5),
        "stacked_leader": FLAG,
        "depleted": FLAG,
        "all_defenders_depleted": FLAG,
        "in_defender_enfilade": FLAG,
        "target": req(INFANTRY, "cavalry_mounted", "cavalry_dismounted", BATTERY, WAGON),
    },
)
def _initiation_check(given: Given, dice: Scripted) -> Answer:
    side = SIDES[given["side"]]
    field = Field(turn=given["turn"], phase="E", phasing=side)
    here = away(MIDDLE, SOUTH)
    unit = field.unit(here, side, morale=given["morale"], depleted=given["depleted"], facing=NORTH)
    attackers = [unit]
    if given["stacked_leader"]:
        attackers.append(field.leader(here, side))
    target = add_kind(
        field,
        given["target"],
        MIDDLE,
        ENEMY[side],
        facing=NORTH if given["in_defender_enfilade"] else SOUTH,
        depleted=given["all_defenders_depleted"],
    )
    state = field.state()
    state.melees = (Melee(MIDDLE, tuple(attackers)),)
    umpire = Umpire(dice)
    with _in_rear(state, target, given["in_defender_enfilade"]):
        Initiate(side).run(state, umpire)
    checks = told(umpire, Dared)
    if not checks:
        assert state.melees
        return {"outcome": "automatic"}
    assert checks[0].passed == bool(state.melees)
    outcome = "must attack" if checks[0].passed else "may not attack"
    return {"modified": checks[0].total, "outcome": outcome}


# Fire at whoever leaves


def _leave(state: Any, field: Field, units: list[int], phase: str, umpire: Umpire) -> list[Attack]:
    """Units leave the middle of the field; the fires that offers the enemy."""
    ids = [field.pieces[unit].id for unit in units]
    if phase == "movement":
        state.agenda = [MovementPhase(UNION)]
        words = [f"move {ids[0]}", *(f"with {id}" for id in ids[1:])]
        if not all(attempt(state, word, umpire) for word in words):
            raise VectorFault("the engine does not let them move together")
        ask = state.agenda[-1]
        to = next(one for one in ask.choices(state) if one.verb == "to")
        ask.answer(state, to, umpire)
    else:
        attackers = [u for u, own in enumerate(state.units) if own.hex == away(MIDDLE, NORTH)]
        state.melees = (Melee(MIDDLE, tuple(attackers)),)
        state.agenda = []
        before_melee.give_way(state, UNION, MIDDLE, tuple(units), umpire)
    return [step for step in state.agenda if isinstance(step, Attack)]


@operation(
    "withdrawal_fire",
    {
        "stack": req(list),
        "leaving": req(list),
        "enemies_with_zoc": req(list),
        "phase": req("movement", "retreat_before_melee"),
    },
)
def _withdrawal_fire(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="B", phasing=UNION)
    stack = {name: field.unit(MIDDLE, name=name, strength=1) for name in given["stack"]}
    around = (NORTH, 1, 5)
    for number, name in enumerate(given["enemies_with_zoc"]):
        direction = around[number % len(around)]
        field.unit(away(MIDDLE, direction), CONFEDERATE, name=name, facing=(direction + 3) % 6)
    state = field.state()
    umpire = Umpire(Steady(1))
    fires = _leave(state, field, [stack[name] for name in given["leaving"]], given["phase"], umpire)
    pieces = field.pieces
    fired_on = [pieces[unit].title for one in fires for unit in one.targets]
    shots = [
        sum(unit in one.eligible for one in fires) for one in fires[:1] for unit in one.eligible
    ]
    if fires and len(shots) != len(given["enemies_with_zoc"]):
        raise VectorFault("not every enemy has its shot")
    return {
        "fired_on": list(dict.fromkeys(fired_on)),
        "shots_per_enemy": max(shots, default=0),
    }


@operation(
    "may_withdrawal_fire",
    {
        "leaving": req("infantry", "cavalry_mounted", "battery", "leader"),
        "enemy": group(
            {
                "type": req(INFANTRY, CAVALRY, BATTERY, WAGON),
                "formation": Key(None, (None, *FORMATION.may_be)),
                "weapon": Key(None, (None, *WEAPON.may_be)),
                "ammo_depleted": NO,
                "pinned": NO,
            }
        ),
    },
)
def _may_withdrawal_fire(given: Given, dice: Scripted) -> Answer:
    field, foe = Field(phase="B", phasing=UNION), given["enemy"]
    if given["leaving"] == "leader":
        unit = field.leader(MIDDLE)
    else:
        limbered = "artillery_limbered" if given["leaving"] == "battery" else given["leaving"]
        unit = add_kind(field, limbered, MIDDLE, UNION)
    field.unit(
        away(MIDDLE, NORTH),
        CONFEDERATE,
        foe["type"],
        facing=SOUTH,
        weapon=foe["weapon"] or "",
        depleted=foe["ammo_depleted"],
        pinned=foe["pinned"],
        **({"formation": foe["formation"]} if foe["formation"] else {}),
    )
    state = field.state()
    return {"fires": bool(_leave(state, field, [unit], "movement", Umpire(Steady(1))))}


# Retreats


@operation(
    "retreat",
    {
        "cause": optional("rout", "rout"),
        "free_hexes": optional(None, None, int),
        "blocked_by": optional(None, None, "enemy", "terrain", "edge"),
        "side": Key(None, (None, *SIDES)),
        "in_assault_area_hex": NO,
        "hexes_left": optional(None, None, int),
        "cavalry_held_in_area": NO,
    },
)
def _retreat(given: Given, dice: Scripted) -> Answer:
    side = SIDES[given["side"] or ("Confederate" if given["in_assault_area_hex"] else "Union")]
    field = Field(phasing=ENEMY[side])
    if given["in_assault_area_hex"] and side == CONFEDERATE:
        state, unit = _at_the_edge(field, side, given)
    else:
        state, unit = _down_a_lane(field, side, given)
    carry_on(state, Umpire(Steady(1)))
    own = state.units[unit]
    if unit in state.returning:
        return {"outcome": "off_map_may_return"}
    return {"outcome": own.fate or "retreated"}


def _at_the_edge(field: Field, side: str, given: Given) -> tuple[Any, int]:
    """A unit in an Assault Area with hexes still to go, perhaps with cavalry behind it."""
    hex, area = "2101", "B"
    unit = field.unit(hex, side)
    cavalry = field.unit("", side, CAVALRY, formation=MOUNTED)
    left = given["hexes_left"] or 1
    field.facts["areas"] = {"hebert": area}
    if given["cavalry_held_in_area"]:
        field.facts["withheld"] = {area: (cavalry,)}
    step = Retreat(side, (unit,), left, (hex,), ROUT)
    return field.state(None, step), unit


def _down_a_lane(field: Field, side: str, given: Given) -> tuple[Any, int]:
    """A unit that can go a number of hexes towards home and no farther, shut in on both sides.

    For the map's edge the lane leads there: the Union's to the southeast corner, as its way to
    Corinth is closed, the Confederates' north to their Assault Areas.
    """
    free, edge = given["free_hexes"] or 0, given["blocked_by"] == "edge"
    way = SOUTH if side == UNION else NORTH
    end = {(UNION, True): "3945", (CONFEDERATE, True): "2101"}.get((side, edge))
    start = away(end, (way + 3) % 6, free) if end else MIDDLE
    lane = [away(start, way, number) for number in range(free + 1)]
    grid = field.map.grid
    beyond = None if edge else away(lane[-1], way)
    for hex in lane:
        for near in grid.adjacent[hex]:
            if near not in lane and near != beyond:
                field.hexside("impassable", hex, near)
    if given["blocked_by"] == "enemy":
        assert beyond is not None
        field.unit(beyond, ENEMY[side], facing=way)
    elif beyond is not None:
        field.hexside("impassable", lane[-1], beyond)
    unit = field.unit(start, side)
    state = field.state()
    retreat.rout(state, unit, Umpire(Steady(1)))
    return state, unit
