"""The map, and what the scenarios say."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import entering, sequence
from longroll.systems.blind_swords.combat import FIRE, Volley
from longroll.systems.blind_swords.fire import RollFire
from longroll.systems.blind_swords.priorities import home_hexes
from longroll.systems.blind_swords.sequence import NextTurn
from longroll.systems.chickasaw_bayou.battle_events import UnitCalled
from longroll.systems.chickasaw_bayou.options import Options
from longroll.systems.chickasaw_bayou.pontoons import BridgeFate, Patterson, Repair
from longroll.systems.chickasaw_bayou.roster import ID, ROSTER
from longroll.systems.chickasaw_bayou.system import system
from longroll.systems.chickasaw_bayou.tables import CHITS
from longroll.systems.chickasaw_bayou.terrain import (
    FIELD,
    FIRST_ROW,
    GRID,
    MAP,
    SECOND_ROW,
    SNYDERS_PIKE,
    TRENCHES,
)
from tests.vectors.blind_swords_ops.scene import SLUGS
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    FLAG,
    INTEGER,
    NO,
    SIDE,
    UNION,
    WAIT,
    asks,
    by_name,
    quiet,
    told,
)
from tests.vectors.chickasaw_bayou_ops.shared import HEX, SCENARIO, operation, set_up, setting
from tests.vectors.runner import Answer, Given, optional
from tests.vectors.runner import required as req

_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
UNIT = req(*ID)
_UNION_UNIT = ROSTER.number["16oh"]


# The map


@operation("level", {"hex": HEX})
def _level(given: Given, dice: Scripted) -> Answer:
    return {"level": FIELD.level[given["hex"]]}


@operation("road", {"hex": HEX})
def _road(given: Given, dice: Scripted) -> Answer:
    return {"road": next(iter(FIELD.roads[given["hex"]]), None)}


@operation("adjacent", {"a": HEX, "b": HEX})
def _adjacent(given: Given, dice: Scripted) -> Answer:
    near = [GRID.neighbor(given["a"], direction) for direction in range(6)]
    adjacent = given["b"] in GRID.adjacent[given["a"]]
    return {
        "adjacent": adjacent,
        "direction": _DIRECTIONS[near.index(given["b"])] if adjacent else None,
    }


@operation("distance", {"a": HEX, "b": HEX})
def _distance(given: Given, dice: Scripted) -> Answer:
    return {"range": GRID.distance(given["a"], given["b"])}


@operation("retreat_hexes", {"side": SIDE, "hex": HEX})
def _retreat_hexes(given: Given, dice: Scripted) -> Answer:
    """Straight back first; of the others the eastern one, whose column has the higher number."""
    found = home_hexes(set_up("17.6"), given["side"], given["hex"])
    straight = [hex for hex in found if hex[:2] == given["hex"][:2]]
    others = sorted((hex for hex in found if hex not in straight), reverse=True)
    return {"hexes": [*straight, *others]}


# What the scenarios say


@operation("turns", {"scenario": SCENARIO})
def _turns(given: Given, dice: Scripted) -> Answer:
    return {"turns": sequence.last_turn(set_up(given["scenario"]))}


@operation("setup", {"scenario": SCENARIO, "unit": UNIT})
def _setup(given: Given, dice: Scripted) -> Answer:
    state = set_up(given["scenario"])
    return {"hex": state.hex_of(ROSTER.number[ID[given["unit"]]]) or None}


@operation("chits", {"scenario": SCENARIO, "side": SIDE})
def _chits(given: Given, dice: Scripted) -> Answer:
    chits = setting(given["scenario"]).chits[given["side"]]
    return {
        "pool": len(chits.events),
        "key": chits.key,
        "random": chits.random,
        "left_out": chits.left_out,
    }


@operation("command_of", {"scenario": SCENARIO, "brigade": req(str)})
def _command_of(given: Given, dice: Scripted) -> Answer:
    brigade = by_name(ROSTER.brigades, given["brigade"])
    division = setting(given["scenario"]).leader_of(ROSTER, brigade)
    leaders = [leader.name for leader in CHITS.leaders.values() if leader.division == division]
    return {"leader": leaders[0]}


@operation(
    "restricted",
    {
        "scenario": SCENARIO,
        "unit": UNIT,
        "union_distance_to_2709": INTEGER,
        "fired_upon": FLAG,
    },
)
def _restricted(given: Given, dice: Scripted) -> Answer:
    """A Union regiment comes so near to 2709, far from timber and Trenches; another fires."""
    state = set_up(given["scenario"])
    unit, umpire = ROSTER.number[ID[given["unit"]]], Umpire(quiet(dice))
    comer = next(n for n in state.stacks[UNION].values())[0]
    free = [
        hex
        for hex in GRID.hexes
        if GRID.distance(hex, "2709") == given["union_distance_to_2709"]
        and hex not in state.timber
        and TRENCHES.isdisjoint(GRID.adjacent[hex])
        and not state.stack(hex, CONFEDERATE)
    ]
    if free:
        entering.enter(state, (comer,), free[0], entering.MOVE, umpire)
    if given["fired_upon"] and state.hex_of(unit):
        volley = Volley(UNION, state.hex_of(unit), FIRE, (comer,), (unit,))
        RollFire(volley).run(state, umpire)
    rules = state.game.rules
    return {
        "may_move": not [*rules.bars_to_move(state, unit)],
        "may_fire": not [*rules.bars_to_fire(state, unit)],
    }


# Victory


@operation(
    "victory",
    {
        "scenario": SCENARIO,
        "hexes_union": optional([], list),
        "hexes_confederate": optional([], list),
        "usa_units_lost": optional(0, int),
        "csa_units_lost": optional(0, int),
        "usa_units_rebuilt": optional(0, int),
        "csa_units_rebuilt": optional(0, int),
        "trench_hexes_union": optional(0, int),
        "timber_markers_removed": optional(0, int),
        "first_row_union": optional(0, int),
        "second_row_union": optional(0, int),
    },
)
def _victory(given: Given, dice: Scripted) -> Answer:
    """The last turn ends on an empty map."""
    state: Any = system.fresh(SLUGS[given["scenario"]], Options())
    state.turn = sequence.last_turn(state)
    first, last = state.setting.columns
    held = dict.fromkeys(given["hexes_union"], UNION)
    held |= dict.fromkeys(given["hexes_confederate"], CONFEDERATE)
    for key, row in (
        ("trench_hexes_union", TRENCHES),
        ("first_row_union", FIRST_ROW),
        ("second_row_union", SECOND_ROW),
    ):
        in_play = sorted(hex for hex in row if first <= int(hex[:2]) <= last)
        held |= dict.fromkeys(in_play[: given[key]], UNION)
    state.control = held
    state.timber_removed = given["timber_markers_removed"]
    for side, short in ((UNION, "usa"), (CONFEDERATE, "csa")):
        lost, rebuilt = given[f"{short}_units_lost"], given[f"{short}_units_rebuilt"]
        units = ROSTER.of_side[side]  # type: ignore[index]
        for unit in units[:lost]:
            state.take_off(unit, fate="eliminated")
        state.rebuilt |= frozenset(units[lost : lost + rebuilt])
    state.agenda = [NextTurn()]
    result = Battle(system, state, dice).result
    assert result is not None
    points = {
        side: sum(score.points for score in result.scores if score.side == side)
        for side in (UNION, CONFEDERATE)
    }
    return {
        "level": result.level,
        "usa_vp": points[UNION],
        "csa_vp": points[CONFEDERATE],
        "difference": points[UNION] - points[CONFEDERATE],
    }


# Snyder's Bluff and the bridge


@operation("snyder", {"turn_number": INTEGER, "entered": req(list), "near_pike": FLAG})
def _snyder(given: Given, dice: Scripted) -> Answer:
    """A Union regiment enters hex after hex, the last of them near the pike."""
    state = set_up("17.6", given["turn_number"])
    umpire = Umpire(quiet(dice))
    hexes = [*given["entered"], *[_beside_pike()] * given["near_pike"]]
    for hex in hexes:
        entering.enter(state, (_UNION_UNIT,), hex, entering.MOVE, umpire)
        state.agenda = [WAIT]
    turns = {turn for turn, _ in state.due.values() if turn <= sequence.last_turn(state)}
    return {
        "draws": len(told(umpire.events, UnitCalled)),
        "arrival_turn_number": min(turns, default=None),
    }


def _beside_pike() -> str:
    """A hex three hexes from the pike that calls nobody otherwise."""
    return next(
        hex
        for hex in GRID.hexes
        if min(GRID.distance(hex, pike) for pike in SNYDERS_PIKE) == 3
        and hex not in TRENCHES
        and MAP.terrain[hex] == "clear"
    )


@operation("pontoon", {"step": req("patterson", "repair"), "damaged": NO})
def _pontoon(given: Given, dice: Scripted) -> Answer:
    state = set_up("17.6")
    hex = "3017"
    state.pontoons = {hex: "damaged" if given["damaged"] else "whole"}
    if given["step"] == "patterson":
        state.agenda.append(Patterson(hex))
        battle = Battle(system, state, dice)
    else:
        state.agenda.extend(reversed([*state.game.rules.begin_artillery(state)]))
        battle = Battle(system, state, dice)
        if asks(battle, Repair):
            battle.play(f"repair {hex}")
    fates = [event.fate for event in told(battle.log(), BridgeFate)]
    # A bridge that is not repaired stays as it is.
    return {"result": "stays" if fates in ([], ["unrepaired"]) else fates[0]}
