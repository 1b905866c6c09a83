"""Fog of War: Battlefield Chaos, Wayward Moves, generals in danger."""

from __future__ import annotations

from typing import Any

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.blind_swords import fire
from longroll.systems.blind_swords.assaulting import AssaultStep
from longroll.systems.blind_swords.chit_events import FogRolled, GeneralRolled
from longroll.systems.blind_swords.close_combat import DefensiveFire, defenders_to_fire
from longroll.systems.blind_swords.cohesion import Suffer
from longroll.systems.blind_swords.cohesion_events import CohesionChecked, Retreated
from longroll.systems.blind_swords.combat import DEFENSIVE, FIRE, Volley
from longroll.systems.blind_swords.event_chits import Window
from longroll.systems.blind_swords.firing import FireStep
from longroll.systems.blind_swords.fog_of_war import RollFog, Wayward
from longroll.systems.blind_swords.moving import MoveStep
from longroll.systems.blind_swords.opportunity_fire import OpportunityFire
from longroll.systems.blind_swords.scenario import SideChits
from longroll.systems.blind_swords.state import NOWHERE
from longroll.systems.blind_swords.tables import FOG_OF_WAR
from longroll.systems.chickasaw_bayou.bayou import BayouTried
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.tables import CHITS
from tests.vectors.blind_swords_ops.scene import (
    BAYOU,
    MIDDLE,
    NORTH,
    SOUTH,
    TRENCH,
    Scene,
    away,
)
from tests.vectors.blind_swords_ops.shared import (
    ANY_TYPE,
    CONFEDERATE,
    FLAG,
    SIDE,
    TERRAIN,
    UNION,
    Aside,
    asks,
    attempt,
    by_name,
    only,
    operation,
    quiet,
    told,
)
from tests.vectors.runner import Answer, Given, group
from tests.vectors.runner import required as req

_GENERAL = "General Casualty"


@operation("fog_of_war", {"puller": SIDE})
def _fog_of_war(given: Given, dice: Scripted) -> Answer:
    """Two hexes of each side, so that somebody has to pick."""
    scene = Scene(puller=given["puller"])
    for place, side in ((MIDDLE, UNION), ("4010", CONFEDERATE)):
        scene.unit(place, side)
        scene.unit(away(place, NORTH), side)
    battle = scene.battle(Aside(dice, {_GENERAL: 1}), RollFog())
    rolled = only(battle.log(), FogRolled)
    general = told(battle.log(), GeneralRolled)
    assert battle.decision is not None
    return {
        "roller": rolled.roller,
        "result": rolled.result,
        "side": rolled.side,
        "decided_by": general[0].side if general else battle.decision.side,
    }


# Battlefield Chaos

_ACTIONS = ("move", "fire", "close_combat", "defensive_fire", "retreat", "event")


@operation("chaos", {"action": req(*_ACTIONS), "by": req("owner", "opponent")})
def _chaos(given: Given, dice: Scripted) -> Answer:
    """A Union hex in Chaos; next to it a Trench that the Confederates hold.

    What the opponent does he does to that hex, or beside it.
    """
    return _CHAOS[given["action"]](given["by"] == "owner", quiet(dice, 2))


class _Confused:
    """The two hexes, with a regiment in each."""

    def __init__(self, *, by_owner: bool, **facts: Any) -> None:
        self.hex, self.near = away(TRENCH, NORTH), TRENCH
        self.scene = Scene(chaos=self.hex, **facts)
        self.owner = self.scene.unit(self.hex, cr=2, status="shaken")
        self.opponent = self.scene.unit(self.near, CONFEDERATE)
        self.side = UNION if by_owner else CONFEDERATE
        self.active = "decourcy attack" if by_owner else "thomas attack"
        self.actor = self.owner if by_owner else self.opponent
        self.start, self.target = (self.hex, self.near) if by_owner else (self.near, self.hex)

    def answer(self, allowed: bool, battle: Battle, sp_factor: float | None = None) -> Answer:
        state: Any = battle.state
        stays = state.chaos == self.hex
        return {"allowed": allowed, "sp_factor": sp_factor, "marker_stays": stays}


def _move(by_owner: bool, dice: Dice) -> Answer:
    field = _Confused(by_owner=by_owner)
    field.scene.facts["standing"] = {UNION: "never", CONFEDERATE: "never"}
    battle = field.scene.battle(dice, MoveStep(field.side), active=field.active)
    back = away(field.start, NORTH if by_owner else SOUTH)
    allowed = attempt(battle, f"move {field.scene.id(field.actor)}", f"to {back}")
    return field.answer(allowed, battle)


def _fire(by_owner: bool, dice: Dice) -> Answer:
    field = _Confused(by_owner=by_owner)
    battle = field.scene.battle(dice, FireStep(field.side), active=field.active)
    shot = Volley(field.side, field.target, FIRE, (field.actor,))
    factor = _factor(battle.state, shot)
    allowed = attempt(battle, f"fire {field.target}", "all", "resolve")
    return field.answer(allowed, battle, factor if allowed else None)


def _factor(state: Any, volley: Volley) -> float:
    """What is left of the strength of a fire in Chaos."""
    calm = state.copy()
    calm.chaos = NOWHERE
    return float(fire.strength(state, volley) / fire.strength(calm, volley))


def _close_combat(by_owner: bool, dice: Dice) -> Answer:
    field = _Confused(by_owner=by_owner)
    battle = field.scene.battle(dice, AssaultStep(field.side), active=field.active)
    allowed = attempt(battle, f"assault {field.target} {field.start}", "commit")
    return field.answer(allowed, battle)


def _defensive_fire(by_owner: bool, dice: Dice) -> Answer:
    """The other one assaults; units in Chaos cannot, so the owner's friends do."""
    field = _Confused(by_owner=by_owner)
    attacker, start = (CONFEDERATE, field.near) if by_owner else (UNION, away(field.near, SOUTH))
    if not by_owner:
        field.scene.unit(start)
    active = "thomas attack" if by_owner else "decourcy attack"
    battle = field.scene.battle(dice, AssaultStep(attacker), active=active)
    attempt(battle, f"assault {field.start} {start}", "commit")
    allowed = asks(battle, DefensiveFire)
    factor = None
    if allowed:
        ask: Any = battle.state.agenda[-1]
        units = defenders_to_fire(battle.state, ask.assault)  # type: ignore[arg-type]
        factor = _factor(battle.state, Volley(field.side, start, DEFENSIVE, units))
        battle.play("resolve")
    return field.answer(allowed, battle, factor)


def _retreat(by_owner: bool, dice: Dice) -> Answer:
    field = _Confused(by_owner=by_owner)
    suffer = Suffer(field.actor, ("retreat_1",), field.start, (field.target,))
    battle = field.scene.battle(dice, suffer)
    if battle.decision is not None and str(battle.decision.choices[0]).startswith("retreat"):
        battle.play(battle.decision.choices[0])
    return field.answer(bool(told(battle.log(), Retreated)), battle)


def _event(by_owner: bool, dice: Dice) -> Answer:
    """The owner's Rally, or the fright that his opponent gives to the units in the hex."""
    event = "rally" if by_owner else "seeing-the-elephant"
    timing = "between_draws" if by_owner else "activation_begins"
    field = _Confused(by_owner=by_owner)
    field.scene.facts["held"] = {field.side: (event,)}
    battle = field.scene.battle(dice, Window(field.side, timing), active="decourcy")
    allowed = attempt(battle, f"play {event} {field.scene.id(field.owner)}")
    return field.answer(allowed, battle)


_CHAOS = {
    "move": _move,
    "fire": _fire,
    "close_combat": _close_combat,
    "defensive_fire": _defensive_fire,
    "retreat": _retreat,
    "event": _event,
}


# Wayward Moves

_UNIT = {"type": ANY_TYPE, "engaged": FLAG}
_TO = {"terrain": TERRAIN, "enemy_adjacent": FLAG, "on_map": FLAG, "stack_points": req(int, float)}


@operation("wayward", {"unit": group(_UNIT), "to": group(_TO)})
def _wayward(given: Given, dice: Scripted) -> Answer:
    """A Union unit strays northward, or off the northern edge."""
    unit, to = given["unit"], given["to"]
    if to["on_map"]:
        hex = BAYOU if to["terrain"] == "bayou" else MIDDLE
        start, beyond = away(hex, SOUTH), away(hex, NORTH)
    else:
        hex, start, beyond = "3099", "3000", "3002"
    scene = Scene(standing={CONFEDERATE: "never"})
    if to["on_map"]:
        scene.terrain(to["terrain"], hex)
    if unit["engaged"]:
        scene.unit(away(start, SOUTH), CONFEDERATE)
    if to["enemy_adjacent"]:
        scene.unit(beyond, CONFEDERATE)
    if unit["type"] == "pioneer":
        scene.facts |= {"pioneers": {start: "front"}, "timber": {start: "half"}}
        scene.unit(away(start, SOUTH) if not unit["engaged"] else "4010")
        id = "pioneer"
    else:
        own = min(to["stack_points"], 3)
        id = scene.id(scene.unit(start, type=unit["type"], sp=own))
        if to["on_map"] and to["stack_points"] > own:
            scene.unit(hex, sp=to["stack_points"] - own)
    battle = scene.battle(quiet(dice), Wayward(CONFEDERATE))
    legal = attempt(battle, f"wayward {id} {hex}")
    if legal and asks(battle, OpportunityFire):
        battle.play("hold")
    return {
        "legal": legal,
        "bayou_roll": bool(told(battle.log(), BayouTried)),
        "cohesion_check": bool(told(battle.log(), CohesionChecked)),
    }


# Generals


@operation(
    "general_casualty",
    {"side": SIDE, "in_play": req(list), "casualty": req(list), "in_cup": req(list)},
)
def _general_casualty(given: Given, dice: Scripted) -> Answer:
    leaders = {
        key: [by_name(CHITS.leaders, name) for name in given[key]]
        for key in ("in_play", "casualty", "in_cup")
    }
    battle = casualty(given["side"], dice, **leaders)
    rolled, state = only(battle.log(), GeneralRolled), _state(battle)
    changed = state.casualties ^ frozenset(leaders["casualty"])
    when = "at_once" if changed else "when_drawn" if state.struck else None
    return {"general": rolled.leader or None, "result": rolled.result, "takes_effect": when}


def _state(battle: Battle) -> Any:
    return battle.state


def casualty(
    side: str,
    dice: Dice,
    *,
    in_play: list[str],
    casualty: list[str],
    in_cup: list[str],
) -> Battle:
    """The battle after a side's Possible General Casualty, with just these leaders in play."""
    scene = casualty_scene(side, in_play=in_play, casualty=casualty, in_cup=in_cup)
    return scene.battle(Aside(dice, fog_face(side)), RollFog())


def casualty_scene(
    side: str, *, in_play: list[str], casualty: list[str], in_cup: list[str]
) -> Scene:
    """A regiment of each division of these leaders, and the CiC if he is one of them."""
    scene = Scene(cup=tuple(sorted(in_cup)), casualties=frozenset(casualty), puller=UNION)
    own = [CHITS.leaders[leader] for leader in in_play]
    divisions = tuple([leader.division for leader in own if leader.division])
    cics = [id for id in in_play if not CHITS.leaders[id].division]
    chits = SideChits(divisions, (), 0, 0, "".join(cics))
    nothing = dict.fromkeys((UNION, CONFEDERATE), SideChits((), (), 0, 0))
    scene.setting = {"chits": {**nothing, side: chits}, "command": {}}
    for place, division in enumerate(divisions):
        brigade = next(id for id, one in ROSTER.brigades.items() if one.division == division)
        scene.unit(away(MIDDLE, SOUTH, place), side, brigade=brigade)
    return scene


def fog_face(side: str) -> dict[str, int]:
    """The Fog of War die that endangers a side's generals."""
    die = next(
        face
        for face, line in FOG_OF_WAR.die.items()
        if line.side == side and line.result == "general_casualty"
    )
    return {"Union: Fog": die, "Confederate: Fog": die}
