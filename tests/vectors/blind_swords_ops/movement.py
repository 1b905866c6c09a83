"""Movement, Skirmish Order and stacking."""

from __future__ import annotations

from itertools import product
from typing import Any

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.blind_swords import movement, stacking
from longroll.systems.blind_swords.cohesion_events import CohesionTested, MoraleHit, Removed
from longroll.systems.blind_swords.combat import FIRE, Volley
from longroll.systems.blind_swords.event_actions import EndEvent
from longroll.systems.blind_swords.fire import ChooseLead, RollFire
from longroll.systems.blind_swords.moving import MoveStep, Moving
from longroll.systems.blind_swords.moving_events import Formed, Moved, Went
from longroll.systems.blind_swords.opportunity_fire import OpportunityFire
from longroll.systems.blind_swords.overstack import Displace
from longroll.systems.blind_swords.skirmish import Withdraw
from longroll.systems.blind_swords.steps import limit
from longroll.systems.chickasaw_bayou.tables import CHARTS
from tests.vectors.blind_swords_ops.scene import (
    BAYOU,
    BRIDGE,
    BRIDGE_LANE,
    MIDDLE,
    NORTH,
    SOUTH,
    Scene,
    away,
)
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    ENEMY,
    FLAG,
    INTEGER,
    ORDERS,
    POINTS,
    SIDE,
    STATUS,
    TERRAIN,
    TYPE,
    UNION,
    Aside,
    asks,
    only,
    operation,
    points,
    quiet,
    refusals,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, each
from tests.vectors.runner import required as req

NUMBER = req(int, float)
HEXSIDES = ("creek", "levee", "slope_up", "slope_down", "steep_slope_up", "steep_slope_down")
ORDER_OR_NONE = req(None, *ORDERS)


# On the move


def on_the_move(
    scene: Scene,
    dice: Dice,
    unit: int,
    order: str | None,
    mp: float | None = None,
    *,
    fresh: bool = True,
) -> Battle | None:
    """The battle with a unit on the move, so many points left; None if it may not move at all.

    Guns move in the Artillery Phase. A unit that is not `fresh` has spent something.
    """
    piece = scene.piece(unit)
    side, guns = piece.side, piece.arm == "artillery"
    scene.facts["phase"] = "B" if guns else "C"
    active = "" if guns or order is None else f"{piece.brigade} {order}"
    if active:
        battle = scene.battle(dice, MoveStep(side), active=active)
        if refusals(battle, f"move {piece.id}"):
            return None
    moving = Moving(side, (unit,), right="artillery" if guns else "order")
    battle = scene.battle(dice, moving, active=active)
    if mp is None:
        return battle
    full, left = movement.allowance(battle.state, unit), int(2 * mp)  # type: ignore[arg-type]
    spent = max(full - left, 0 if fresh else 1)
    given = 0 if spent + left == full else spent + left
    return scene.battle(dice, replace(moving, spent=spent, allowance=given), active=active)


@operation(
    "move_cost",
    {
        "type": TYPE,
        "side": SIDE,
        "order": ORDER_OR_NONE,
        "terrain": TERRAIN,
        "timber": req("full", "half", None),
        "road": req("lane", "pike", None),
        "march_column": FLAG,
        "hexside": req(None, *HEXSIDES),
        "skirmish": FLAG,
        "enters_screen": FLAG,
        "mp_left": NUMBER,
        "started_adjacent": FLAG,
    },
)
def _move_cost(given: Given, dice: Scripted) -> Answer:
    return step(given, dice)


def step(given: Given, dice: Dice) -> Answer:
    """One step northward. A lane into a bayou is the one over the Corduroy Bridge."""
    side, hex = given["side"], MIDDLE
    if given["terrain"] == "bayou":
        hex = BRIDGE if given["road"] == "lane" else BAYOU
    start = BRIDGE_LANE if hex == BRIDGE else away(hex, SOUTH)
    scene = Scene()
    scene.terrain(given["terrain"], hex)
    if given["timber"]:
        scene.facts["timber"] = {hex: given["timber"]}
    if given["road"]:
        scene.road(given["road"], start, hex)
    if given["hexside"]:
        scene.hexside(given["hexside"], start, hex)
    if given["enters_screen"]:
        scene.unit(away(hex, NORTH), ENEMY[side], skirmish=True)
    unit = scene.unit(start, side, given["type"], skirmish=given["skirmish"])
    battle = on_the_move(
        scene,
        quiet(dice),
        unit,
        given["order"],
        given["mp_left"],
        fresh=given["started_adjacent"],
    )
    column = given["march_column"]
    choice = f"{'column' if column else 'to'} {hex}"
    if battle is None or refusals(battle, choice):
        return {"legal": False, "cost": None, "morale_hit": False}
    state: Any = battle.state
    cost = movement.step_cost(state, unit, start, hex, column)
    battle.play(choice)
    moved = only(battle.log(), Moved)
    if isinstance(cost, int) and moved.cost != cost:
        raise VectorFault(f"the step costs {moved.cost} halves, not {cost}")
    hits = [event for event in told(battle.log(), MoraleHit) if event.unit.id == scene.id(unit)]
    return {"legal": True, "cost": points(cost), "morale_hit": bool(hits)}


# Skirmish Order


@operation(
    "skirmish",
    {
        "action": req("enter", "leave"),
        "type": TYPE,
        "order": ORDER_OR_NONE,
        "engaged": FLAG,
        "side_skirmishers": INTEGER,
        "mp": NUMBER,
    },
)
def _skirmish(given: Given, dice: Scripted) -> Answer:
    return form(given, dice)


def form(given: Given, dice: Dice) -> Answer:
    """A unit goes into Skirmish Order or out of it."""
    scene, leaves = Scene(), given["action"] == "leave"
    unit = scene.unit(MIDDLE, type=given["type"], skirmish=leaves)
    for number in range(given["side_skirmishers"] - leaves):
        scene.unit(f"20{2 * number:02}", skirmish=True)
    if given["engaged"]:
        scene.unit(away(MIDDLE, SOUTH), CONFEDERATE)
    battle = on_the_move(scene, dice, unit, given["order"], given["mp"])
    choice = "form line" if leaves else "form skirmish"
    if battle is None or refusals(battle, choice):
        return {"legal": False, "cost": None}
    moving: Any = battle.state.agenda[-1]
    whole = limit(battle.state, moving.group)  # type: ignore[arg-type]
    battle.play(choice)
    cost = only(battle.log(), Formed).cost
    return {"legal": True, "cost": "all" if leaves and cost == whole else points(cost)}


@operation("skirmish_screen", {"mover_cost": NUMBER, "free_hex": FLAG})
def _skirmish_screen(given: Given, dice: Scripted) -> Answer:
    """A Confederate steps northward next to a Union skirmisher."""
    hex, start = MIDDLE, away(MIDDLE, SOUTH)
    screen = away(hex, NORTH)
    scene = Scene()
    type = _ground_for(scene, start, hex, given["mover_cost"])
    unit = scene.unit(start, CONFEDERATE, type)
    scene.unit(screen, skirmish=True)
    if not given["free_hex"]:
        scene.terrain("lake", *[near for near in scene.map.grid.adjacent[screen] if near != hex])
    battle = on_the_move(scene, quiet(dice), unit, "attack", 20)
    assert battle is not None
    battle.play(f"to {hex}")
    fired_at = False
    while _gives_way(battle):
        fired_at |= asks(battle, OpportunityFire)
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
    removed = told(battle.log(), Removed)
    outcome = f"broken_{removed[0].box}" if removed else "stays"
    if told(battle.log(), Went):
        outcome = "withdraws"
    pays = only(battle.log(), Moved).cost
    return {"mover_pays": points(pays), "outcome": outcome, "opportunity_fire": fired_at}


def _gives_way(battle: Battle) -> bool:
    """Whether the skirmisher still has to go, or is fired at."""
    return asks(battle, Withdraw) or asks(battle, OpportunityFire)


def _ground_for(scene: Scene, start: Hex, hex: Hex, cost: float) -> str:
    """Make a step cost so much; the type of the unit that takes it."""
    for terrain, hexside, road in product(CHARTS.terrain, ("", *CHARTS.hexsides), ("", "pike")):
        for type in ("infantry", "cavalry"):
            ground = CHARTS.terrain[terrain]
            found = movement.price(
                type,
                ground,
                road=CHARTS.roads[road] if road else None,
                sides=[CHARTS.hexsides[hexside]] if hexside else [],
            )
            if found.halves == 2 * cost and not ground.table:
                scene.terrain(terrain, hex)
                if hexside:
                    scene.hexside(hexside, start, hex)
                if road:
                    scene.road(road, start, hex)
                return type
    raise VectorFault(f"no step costs {cost}")


# Stacks

_MEMBER = {"type": req("infantry", "cavalry", "dismounted_cavalry", "artillery", "pioneer")}


@operation(
    "stacking", {"units": each({**_MEMBER, "sp": POINTS, "status": STATUS, "skirmish": FLAG})}
)
def _stacking(given: Given, dice: Scripted) -> Answer:
    scene = Scene()
    for one in given["units"]:
        if one["type"] == "pioneer":
            scene.facts |= {"pioneers": {MIDDLE: "front"}, "timber": {MIDDLE: "half"}}
        else:
            scene.unit(MIDDLE, **one)
    battle = scene.battle(dice, EndEvent(UNION))
    before = scene.state()
    return {"points": stacking.points_in(before, UNION, MIDDLE), "legal": holds(battle)}


def holds(battle: Battle) -> bool:
    """Whether nobody had to leave when stacking was checked."""
    gone = [event for event in battle.log() if isinstance(event, (Went, Removed))]
    return not gone and not asks(battle, Displace)


@operation(
    "lead_unit", {"units": each({"id": req(str), **_MEMBER, "sp": POINTS, "status": STATUS})}
)
def _lead_unit(given: Given, dice: Scripted) -> Answer:
    """A strong regiment fires at the stack, and whoever leads it tests its cohesion."""
    scene, ids = Scene(), {}
    enemy = away(MIDDLE, SOUTH)
    firer = scene.unit(enemy, CONFEDERATE, sp=20)
    for one in given["units"]:
        if one["type"] == "pioneer":
            scene.facts |= {"pioneers": {MIDDLE: "front"}, "timber": {MIDDLE: "half"}}
        else:
            ids[scene.unit(MIDDLE, **{key: one[key] for key in ("type", "sp", "status")})] = one
    if not ids:
        # Pioneers alone, which are a marker, lead themselves.
        return {"lead": given["units"][0]["id"]}
    volley = Volley(CONFEDERATE, MIDDLE, FIRE, (firer,), tuple(ids))
    battle = scene.battle(Aside(dice, {"fire at": 6, "": 1}), RollFire(volley))
    if asks(battle, ChooseLead):
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
    name = told(battle.log(), CohesionTested)[0].unit.id
    return {"lead": next(one["id"] for unit, one in ids.items() if scene.id(unit) == name)}
