"""Support, cohesion rolls, and what they lead to."""

from __future__ import annotations

from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.blind_swords import morale
from longroll.systems.blind_swords.breaking import BreakTest
from longroll.systems.blind_swords.checks import CohesionCheck
from longroll.systems.blind_swords.cohesion import CohesionTest, Suffer
from longroll.systems.blind_swords.cohesion_events import (
    CohesionChecked,
    CohesionTested,
    MoraleHit,
    Retreated,
)
from longroll.systems.blind_swords.cohesion_tables import Effect
from longroll.systems.blind_swords.retreat import Retreat
from longroll.systems.chickasaw_bayou.bayou import BayouTried
from longroll.systems.chickasaw_bayou.terrain import GRID
from tests.vectors.blind_swords_ops.scene import (
    BAYOU,
    BRIDGE,
    BRIDGE_LANE,
    BRIGADES,
    MIDDLE,
    NORTH,
    OTHERS,
    SOUTH,
    TRENCH,
    Scene,
    away,
    rate,
)
from tests.vectors.blind_swords_ops.shared import (
    ANY_TYPE,
    CONFEDERATE,
    FLAG,
    INTEGER,
    SIDE,
    STATUS,
    STATUS_OF,
    TERRAIN,
    TYPE,
    UNION,
    asks,
    only,
    operation,
    quiet,
    run,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, each
from tests.vectors.runner import required as req

_WHY = "blind_swords:10.1.4"
_UNSUPPORTED = "blind_swords:12.4.4"


# Support and ratings

FRIEND = {
    "type": ANY_TYPE,
    "brigade": req("same", "other", "none"),
    "status": STATUS,
    "terrain": TERRAIN,
    "timber": FLAG,
    "battleworn": FLAG,
    "skirmish": FLAG,
}


@operation(
    "support",
    {
        "type": ANY_TYPE,
        "terrain": TERRAIN,
        "skirmish": FLAG,
        "chaos": FLAG,
        "neighbors": each(FRIEND),
    },
)
def support(given: Given, dice: Scripted) -> Answer:
    """The unit makes a Cohesion Check, with its friends around it; a Pioneer is a marker, which
    never makes one."""
    if given["type"] == "pioneer":
        return {"supported": False}
    scene = Scene(chaos=MIDDLE if given["chaos"] else "")
    scene.terrain(given["terrain"], MIDDLE)
    unit = scene.unit(MIDDLE, type=given["type"], skirmish=given["skirmish"])
    around = iter(GRID.adjacent[MIDDLE])
    # Where they are more than the hexes around it, those on the same ground stand together.
    crowded = len(given["neighbors"]) > len(GRID.adjacent[MIDDLE])
    stands: dict[tuple[str, bool], Hex] = {(given["terrain"], False): MIDDLE} if crowded else {}
    for friend in given["neighbors"]:
        ground = friend["terrain"], friend["timber"]
        hex = (stands.get(ground) if crowded else None) or next(around, "")
        if not hex:
            raise VectorFault("six hexes at most lie around a unit")
        stands[ground] = hex
        scene.terrain(friend["terrain"], hex)
        if friend["timber"]:
            scene.facts.setdefault("timber", {})[hex] = "half"
        if friend["type"] == "pioneer":
            scene.facts.setdefault("pioneers", {})[hex] = "front"
            continue
        brigade = BRIGADES[UNION] if friend["brigade"] == "same" else OTHERS[UNION]
        scene.unit(
            hex,
            type=friend["type"],
            brigade=brigade,
            status=friend["status"],
            worn=friend["battleworn"],
            skirmish=friend["skirmish"],
        )
    return {
        "supported": _UNSUPPORTED not in [line.rule for line in _checked(scene, unit, dice).lines]
    }


def _checked(scene: Scene, unit: int, dice: Dice, *, attacking: bool = False) -> CohesionChecked:
    """A Cohesion Check whose die does not matter."""
    step = CohesionCheck(unit, _WHY, attacking=attacking)
    return only(scene.battle(quiet(dice), step).log(), CohesionChecked)


@operation(
    "modified_cr",
    {
        "side": SIDE,
        "cr": INTEGER,
        "status": STATUS,
        "supported": FLAG,
        "trench": FLAG,
        "attacking_close_combat": FLAG,
    },
)
def modified_cr(given: Given, dice: Scripted) -> Answer:
    scene, hex = Scene(), TRENCH if given["trench"] else MIDDLE
    unit = scene.unit(hex, given["side"], cr=given["cr"], status=given["status"])
    if given["supported"]:
        scene.unit(away(hex, NORTH), given["side"])
    checked = _checked(scene, unit, dice, attacking=given["attacking_close_combat"])
    return {"cr": checked.rating}


# Rolls


def _state(given: Given, **facts: Any) -> tuple[Any, int]:
    """A unit whose modified rating is the one given."""
    scene = Scene()
    unit = scene.unit(MIDDLE, **facts)
    state = scene.state()
    if "cr" in given:
        rate(state, unit, given["cr"])
    return state, unit


def suffered(state: Any, unit: int, umpire: Umpire) -> Answer:
    """What has become of a unit, a Break Test still to be made."""
    due = any(isinstance(step, BreakTest) for step in state.agenda)
    return {
        "morale_hit": due or bool(told(umpire.events, MoraleHit)),
        "status": STATUS_OF[state.units[unit].hits],
        "break_test": due,
    }


@operation("cohesion_check", {"cr": INTEGER, "status": STATUS})
def _cohesion_check(given: Given, dice: Scripted) -> Answer:
    state, unit = _state(given, status=given["status"])
    umpire = Umpire(dice)
    state.agenda.append(CohesionCheck(unit, _WHY))
    run(state, umpire, BreakTest)
    passed = only(umpire.events, CohesionChecked).passed
    return {"passed": passed, **suffered(state, unit, umpire)}


@operation(
    "cohesion_test",
    {"cr": INTEGER, "severity": req("A", "B", "C", "D", "E", "F"), "close_combat": FLAG},
)
def _cohesion_test(given: Given, dice: Scripted) -> Answer:
    state, unit = _state(given)
    umpire = Umpire(dice)
    state.agenda.append(CohesionTest(unit, given["severity"], (), given["close_combat"]))
    run(state, umpire, Suffer)
    tested = only(umpire.events, CohesionTested)
    return {"margin": tested.die - tested.rating, "effects": list(tested.effects)}


@operation("morale_hits", {"status": STATUS, "hits": INTEGER})
def _morale_hits(given: Given, dice: Scripted) -> Answer:
    state, unit = _state(given, status=given["status"])
    umpire = Umpire(dice)
    for _ in range(given["hits"]):
        morale.hit(state, unit, umpire, _WHY)
    return suffered(state, unit, umpire)


@operation("battleworn", {"face": req("fresh", "battleworn"), "type": TYPE})
def _battleworn(given: Given, dice: Scripted) -> Answer:
    state, unit = _state(given, type=given["type"], worn=given["face"] == "battleworn")
    umpire = Umpire(dice)
    state.agenda.append(Suffer(unit, ("battleworn",), MIDDLE))
    run(state, umpire, BreakTest)
    return {
        "face": face_of(state, unit),
        "break_test": suffered(state, unit, umpire)["break_test"],
        "removed": not state.hex_of(unit),
    }


def face_of(state: Any, unit: int) -> str:
    return "battleworn" if state.is_worn(unit) else "fresh"


@operation("break_test", {"cr": INTEGER, "type": TYPE, "fragile": FLAG})
def _break_test(given: Given, dice: Scripted) -> Answer:
    state, unit = _state(given, type=given["type"], fragile=given["fragile"])
    BreakTest(unit, _WHY).run(state, Umpire(dice))
    own = state.units[unit]
    result = "stands" if own.hex else own.fate or "broken"
    return {"result": result, "box": own.box or None}


# Retreats

_INTO = ("clear", "cypress", "bayou", "pontoon_bridge", "corduroy_bridge")


@operation(
    "retreat",
    {
        "type": TYPE,
        "cause": req("fire", "close_combat"),
        "into": req(*_INTO),
        "ends_there": FLAG,
        "other_hex": FLAG,
    },
)
def _retreat(given: Given, dice: Scripted) -> Answer:
    """A Union unit amid lakes falls back northward. Where there is another hex an enemy is near
    it, so that it comes second."""
    into = given["into"]
    hex = {"clear": MIDDLE, "cypress": MIDDLE, "corduroy_bridge": BRIDGE}.get(into, BAYOU)
    start = BRIDGE_LANE if hex == BRIDGE else away(hex, SOUTH)
    scene = _islands(given, start, hex)
    if into == "pontoon_bridge":
        scene.facts["pontoons"] = {hex: "whole"}
    if hex == BRIDGE:
        scene.road("lane", start, hex)
    unit = scene.unit(start, type=given["type"])
    hexes: Effect = "retreat_1" if given["ends_there"] else "retreat_2"
    close = given["cause"] == "close_combat"
    battle = scene.battle(quiet(dice), Suffer(unit, (hexes,), start, (_enemy(start, hex),), close))
    if asks(battle, Retreat) and not told(battle.log(), Retreated):
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
    own: Any = battle.state.units[unit]  # type: ignore[attr-defined]
    events = list(battle.log())
    return {
        "outcome": "retreats" if own.hex else own.fate or "broken",
        "bayou_roll": bool(told(events, BayouTried)),
        "cohesion_check": bool(told(events, CohesionChecked)),
    }


def _enemy(start: Hex, hex: Hex) -> Hex:
    """The hex behind the unit, from where the enemy drives it off."""
    return next(near for near in GRID.adjacent[start] if GRID.distance(near, hex) == 2)


def _islands(given: Given, start: Hex, hex: Hex) -> Scene:
    """Lakes around a unit, but for the hex it is to enter, what lies beyond, and maybe another."""
    scene = Scene()
    scene.terrain("lake", *[near for near in GRID.adjacent[start] if near != hex])
    terrain = given["into"] if given["into"] in ("clear", "cypress") else "bayou"
    scene.terrain(terrain, hex)
    if given["other_hex"]:
        enemy = _enemy(start, hex)
        other = next(
            near
            for near in GRID.adjacent[start]
            if GRID.distance(near, enemy) == 1 and GRID.distance(near, hex) > 1
        )
        scene.terrain("clear", other, enemy)
        scene.unit(enemy, CONFEDERATE)
    return scene
