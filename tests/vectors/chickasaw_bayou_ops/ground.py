"""Bayous, cypress, timber and Pioneers."""

from __future__ import annotations

from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import entering
from longroll.systems.blind_swords.activation import StartActivation
from longroll.systems.blind_swords.breaking import BreakTest
from longroll.systems.blind_swords.cohesion_events import CohesionChecked
from longroll.systems.blind_swords.end_of_turn import EndTurn
from longroll.systems.blind_swords.event_actions import EndEvent
from longroll.systems.blind_swords.moving import GoOn, Moving
from longroll.systems.chickasaw_bayou.bayou import BayouChoice, BayouTried
from longroll.systems.chickasaw_bayou.terrain import BAYOUS, CORDUROY_BRIDGE, FIELD, GRID, MAP
from tests.vectors.blind_swords_ops.cohesion import suffered
from tests.vectors.blind_swords_ops.movement import form, holds, on_the_move, step
from tests.vectors.blind_swords_ops.scene import (
    BAYOU,
    MIDDLE,
    NORTH,
    SOUTH,
    Scene,
    away,
    rate,
)
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    FLAG,
    INTEGER,
    SIDE,
    STATUS,
    TERRAIN,
    TYPE,
    UNION,
    WAIT,
    attempt,
    points,
    quiet,
    refusals,
    run,
    told,
)
from tests.vectors.chickasaw_bayou_ops.shared import CLOCK, HEX, SCENARIO, operation, setting
from tests.vectors.runner import Answer, Given, VectorFault, each, optional
from tests.vectors.runner import required as req

#: Movement points of infantry and cavalry under Attack, of artillery always.
_FULL = {"infantry": 5, "dismounted_cavalry": 5, "cavalry": 8, "artillery": 6}


@operation(
    "enter",
    {
        "side": SIDE,
        "type": TYPE,
        "terrain": TERRAIN,
        "timber": req("full", "half", None),
        "by_road": FLAG,
    },
)
def _enter(given: Given, dice: Scripted) -> Answer:
    """A step under Attack."""
    asked = {
        **given,
        "order": "attack",
        "road": "lane" if given["by_road"] else None,
        "march_column": False,
        "hexside": None,
        "skirmish": False,
        "enters_screen": False,
        "mp_left": _FULL[given["type"]],
        "started_adjacent": True,
    }
    return step(asked, dice)


# Bayous


def _ordinary(scenario: str) -> tuple[Hex, Hex]:
    """A bayou of a scenario, and open ground next to it."""
    first, last = setting(scenario).columns
    for hex in sorted(BAYOUS - {CORDUROY_BRIDGE}):
        for near in GRID.adjacent[hex]:
            is_open = MAP.terrain[near] == "clear" and not FIELD.crosses(near, hex)
            if is_open and first <= int(hex[:2]) <= last and first <= int(near[:2]) <= last:
                return near, hex
    raise VectorFault(f"no open ground next to a bayou in {scenario}")


@operation(
    "bayou_entry",
    {
        "scenario": SCENARIO,
        "turn": CLOCK,
        "side": SIDE,
        "type": TYPE,
        "via": req("open", *HEX.may_be),
        "to": req(None, *HEX.may_be),
        "modified_cr": INTEGER,
        "status": STATUS,
        "choice": req("enter", "stay", None),
    },
)
def _bayou_entry(given: Given, dice: Scripted) -> Answer:
    """A unit of the vector's on the real map, its move begun."""
    number = given["scenario"]
    start, hex = (given["via"], given["to"]) if given["via"] != "open" else _ordinary(number)
    scene = Scene(MAP, scenario=number, turn=setting(number).turn(given["turn"]))
    # A vector may name hexes outside the area in play of its scenario.
    scene.setting["columns"] = setting("17.6").columns
    unit = scene.unit(start, given["side"], given["type"], status=given["status"])
    battle = on_the_move(scene, dice, unit, "attack")
    assert battle is not None
    state: Any = battle.state
    _rate_in(state, unit, hex, given["modified_cr"])
    choice, umpire = read_choice(f"to {hex}"), Umpire(dice)
    if refusals(battle, str(choice)):
        return {
            "legal": False,
            "roll_needed": False,
            "enters": False,
            "mp_spent": 0,
            "morale_hit": False,
            "break_test": False,
        }
    state.agenda[-1].answer(state, choice, umpire)
    run(state, umpire, BreakTest)
    if isinstance(state.agenda[-1], BayouChoice) and state.agenda[-1] is not WAIT:
        chosen = read_choice("go-in" if given["choice"] == "enter" else "stay-out")
        state.agenda[-1].answer(state, chosen, umpire)
        run(state, umpire, BreakTest)
    return {
        "legal": True,
        "roll_needed": bool(told(umpire.events, BayouTried)),
        "enters": state.hex_of(unit) == hex,
        "mp_spent": points(_spent(state)),
        **suffered(state, unit, umpire),
    }


def _rate_in(state: Any, unit: int, hex: Hex, rating: int) -> None:
    """Give a unit a rating that it will have in a hex."""
    start = state.hex_of(unit)
    state.put(unit, hex)
    rate(state, unit, rating)
    state.put(unit, start)


def _spent(state: Any) -> int:
    """The halves of a point that the unit on the move has spent."""
    for one in reversed(state.agenda):
        moving = one.moving if isinstance(one, GoOn) else one
        if isinstance(moving, Moving):
            return moving.spent
    raise VectorFault("nobody is on the move")


@operation(
    "enter_check",
    {
        "terrain": req("bayou", "cypress"),
        "how": req("move", "retreat"),
        "scenario": optional("17.5", *SCENARIO.may_be),
        "turn": optional(None, str, None),
        "side": optional(UNION, UNION, CONFEDERATE),
        "modified_cr": INTEGER,
        "status": STATUS,
    },
)
def _enter_check(given: Given, dice: Scripted) -> Answer:
    number = given["scenario"]
    turn = setting(number).turn(given["turn"]) if given["turn"] else 1
    scene, hex = Scene(scenario=number, turn=turn), BAYOU
    if given["terrain"] == "cypress":
        hex = MIDDLE
    scene.terrain(given["terrain"], hex)
    unit = scene.unit(away(hex, SOUTH), given["side"], status=given["status"])
    state, umpire = scene.state(), Umpire(dice)
    _rate_in(state, unit, hex, given["modified_cr"])
    entering.enter(state, (unit,), hex, given["how"], umpire)
    run(state, umpire, BreakTest)
    checked = bool(told(umpire.events, CohesionChecked))
    return {"check": checked, **suffered(state, unit, umpire)}


# Pioneers and timber


@operation(
    "pioneer",
    {
        "action": req("place"),
        "activation": req("full", "limited"),
        "infantry_start": req("adjacent", "same_hex", "far"),
        "enemy_in_hex": FLAG,
        "pioneer_in_hex": FLAG,
        "on_map": INTEGER,
        "already_placed_by_unit": FLAG,
    },
)
def _pioneer(given: Given, dice: Scripted) -> Answer:
    """A regiment next to timber, or in it, or two hexes off, as its activation begins.

    More timber lies around it, so that it is asked, and may have placed one already.
    """
    hex, more = MIDDLE, away(MIDDLE, SOUTH, 3)
    start = {"same_hex": hex, "adjacent": away(hex, SOUTH), "far": away(hex, SOUTH, 2)}
    place = start[given["infantry_start"]]
    more = next(
        near for near in GRID.adjacent[place] if GRID.distance(near, hex) >= (place != hex) + 1
    )
    others = given["on_map"] - given["pioneer_in_hex"] - given["already_placed_by_unit"]
    placed = [f"20{2 * number:02}" for number in range(others)]
    pioneers = dict.fromkeys(placed + [hex] * given["pioneer_in_hex"], "front")
    scene = Scene(pioneers=pioneers, timber=dict.fromkeys((hex, more, *placed), "full"))
    for one in placed:
        scene.unit(one, brigade="blair")
    unit = scene.id(scene.unit(place))
    if given["enemy_in_hex"]:
        scene.unit(hex, CONFEDERATE)
    order = " limited" if given["activation"] == "limited" else ""
    battle = scene.battle(dice, StartActivation(UNION), active=f"decourcy{order}")
    if given["already_placed_by_unit"] and not attempt(battle, f"pioneer {unit} {more}"):
        return {"legal": False}
    return {"legal": not refusals(battle, f"pioneer {unit} {hex}")}


_MARKER = {
    "hex": HEX,
    "timber": req("full", "half"),
    "pioneer": req("front", "removal", None),
}


@operation("timber_phase", {"markers": each(_MARKER)})
def _timber_phase(given: Given, dice: Scripted) -> Answer:
    markers = given["markers"]
    pioneers = {one["hex"]: one["pioneer"] for one in markers if one["pioneer"]}
    scene = Scene(
        phase="D", timber={one["hex"]: one["timber"] for one in markers}, pioneers=pioneers
    )
    state: Any = scene.battle(dice, EndTurn()).state
    return {
        "after": [
            {
                "hex": one["hex"],
                "timber": state.timber.get(one["hex"]),
                "pioneer": state.pioneers.get(one["hex"]),
            }
            for one in markers
        ]
    }


# Skirmish Order and stacking


@operation(
    "skirmish",
    {
        "action": req("enter", "leave"),
        "engaged": FLAG,
        "side_skirmishers": INTEGER,
        "mp": req(int, float),
    },
)
def _skirmish(given: Given, dice: Scripted) -> Answer:
    return form({**given, "type": "infantry", "order": "attack"}, dice)


@operation("stack", {"points": req(list), "road_move": FLAG})
def _stack(given: Given, dice: Scripted) -> Answer:
    """At the check; or as guns come by a lane into woods that nothing else leads into."""
    scene, (*there, last) = Scene(), given["points"]
    for sp in there:
        scene.unit(MIDDLE, sp=sp)
    if not given["road_move"]:
        scene.unit(MIDDLE, sp=last)
        return {"legal": holds(scene.battle(dice, EndEvent(UNION)))}
    start = away(MIDDLE, NORTH)
    scene.terrain("heavy_woods", MIDDLE)
    scene.road("lane", start, MIDDLE)
    gun = scene.unit(start, type="artillery", sp=last)
    battle = on_the_move(scene, quiet(dice), gun, None)
    assert battle is not None
    return {"legal": not refusals(battle, f"to {MIDDLE}")}
