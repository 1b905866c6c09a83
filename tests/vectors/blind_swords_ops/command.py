"""Turns, the cup, and activations."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

from msgspec.structs import replace

from longroll.kernel.agenda import Ask
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice, Scripted, Seeded
from longroll.systems.blind_swords import cup
from longroll.systems.blind_swords.activation import GiveOrder, StartActivation
from longroll.systems.blind_swords.assaulting import AssaultStep
from longroll.systems.blind_swords.chit_draw import ActivateAny, Draw
from longroll.systems.blind_swords.chit_events import (
    BrigadeActivated,
    CommandRolled,
    CupLoaded,
    PhaseBegan,
)
from longroll.systems.blind_swords.chits import Leader
from longroll.systems.blind_swords.command_decision import steps as command_decision
from longroll.systems.blind_swords.firing import FireStep
from longroll.systems.blind_swords.moving import MoveStep
from longroll.systems.blind_swords.rallying import RallyStep
from longroll.systems.blind_swords.roster import Brigade
from longroll.systems.blind_swords.scenario import SideChits
from longroll.systems.blind_swords.sequence import BeginTurn
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.tables import CHITS
from tests.vectors.blind_swords_ops.scene import MIDDLE, NORTH, QUIET, SLUGS, SOUTH, Scene, away
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    FLAG,
    INTEGER,
    ORDERS,
    UNION,
    Aside,
    by_name,
    carry_on,
    only,
    operation,
    refusals,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, group
from tests.vectors.runner import required as req

SCENARIO = req(*SLUGS)
#: The steps of an activation as a vector calls them.
_STEPS: dict[type[Ask], str] = {
    FireStep: "fire",
    MoveStep: "move",
    AssaultStep: "close_combat",
    RallyStep: "rally",
}
#: What a chit draw rolls besides the dice of a vector.
THE_CHIT = "the chit that is drawn"


# The sequence of play


@operation("sequence", {"of": req("turn", "activation"), "order": req(None, *ORDERS)})
def _sequence(given: Given, dice: Scripted) -> Answer:
    return {"steps": _phases() if given["of"] == "turn" else _steps(dice, given["order"])}


def _phases() -> list[str]:
    """A whole turn, all of whose questions are answered somehow."""
    scene = Scene(turn=0, phase="")
    scene.unit(MIDDLE)
    scene.unit("3025", CONFEDERATE)
    battle = scene.battle(Seeded(1863), BeginTurn(QUIET))
    while _turn(battle) == QUIET:
        assert battle.decision is not None
        battle.play(battle.decision.choices[-1])
    titles = [e.title for e in told(battle.log(), PhaseBegan) if e.turn == QUIET]
    return [title.removesuffix(" Phase").lower().replace(" ", "_") for title in titles]


def _turn(battle: Battle) -> int:
    state: Any = battle.state
    turn: int = state.turn
    return turn


def _steps(dice: Scripted, order: str) -> list[str]:
    """An activation in which there is something to do in every step."""
    scene = Scene()
    enemy = away(MIDDLE, SOUTH)
    scene.unit(enemy, CONFEDERATE)
    scene.unit(MIDDLE)
    scene.unit(away(MIDDLE, NORTH, 3), worn=True)
    scene.unit(away(MIDDLE, NORTH, 4), status="shaken")
    limited = order == "limited"
    first = StartActivation(UNION) if limited else GiveOrder(UNION)
    battle = scene.battle(dice, first, active=f"decourcy {order if limited else ''}".strip())
    if not limited:
        battle.play(f"order {order}")
    found = []
    while (kind := type(battle.state.agenda[-1])) in _STEPS:
        found.append(_STEPS[kind])
        battle.play("done")
    return found


# The cup

_COUNTS = dict.fromkeys(("divisions", "cics", "events", "key", "random"), INTEGER)


@operation("cup", {side: group(_COUNTS) for side in (UNION, CONFEDERATE)})
def _cup(given: Given, dice: Scripted) -> Answer:
    """Leaders and divisions to number, each with a regiment on the map."""
    scene = Scene(phase="A")
    leaders: dict[str, Leader] = {}
    chits: dict[str, SideChits] = {}
    for side, counts in given.items():
        if counts["cics"] > 1:
            raise VectorFault("a side has one CiC at most")
        line = Leader(side, side, 3, 2, (), ())  # type: ignore[arg-type]
        divisions = [f"{side}-{number}" for number in range(counts["divisions"])]
        leaders |= {division: replace(line, division=division) for division in divisions}
        for row, division in enumerate(divisions):
            brigade = Brigade(division, division, division, id=division, side=side)  # type: ignore[arg-type]
            scene.brigades[division] = brigade
            column = 20 if side == UNION else 40
            scene.unit(f"{column + row // 20}{row % 20:02}", side, brigade=division)
        cics = [f"{side}-cic"] * counts["cics"]
        leaders |= dict.fromkeys(cics, line)
        own = [id for id, event in CHITS.events.items() if side in event.chits]
        chits[side] = SideChits(
            tuple(divisions),
            tuple(islice(cycle(own), counts["events"])),
            counts["key"],
            counts["random"],
            "".join(cics),
        )
    scene.chits = replace(CHITS, leaders=leaders)
    scene.setting = {"chits": chits}
    system = scene.system()
    state = scene.state(system=system)
    state.agenda += reversed(command_decision(state))
    battle = Battle(system, state, Aside(dice, {"a random event": 1}))
    carry_on(battle)
    loaded = only(battle.log(), CupLoaded)
    return {"total": loaded.chits, "excluded": loaded.excluded}


# Activations


def brigade_id(name: str) -> str:
    return by_name(ROSTER.brigades, name)


def command_scene(
    leader: str, brigades: list[str], *, scenario: str, rating: int | None = None, turn: int = 1
) -> Scene:
    """A scene with a leader's chit, and a regiment of each of these brigades on the map.

    They are the leader's; no other brigade is on the map.
    """
    scene = Scene(scenario=scenario, turn=turn, casualties=frozenset())
    one = CHITS.leaders[leader]
    if rating is not None:
        rated = replace(one, rating=rating, casualty_rating=rating)
        scene.chits = replace(CHITS, leaders={**CHITS.leaders, leader: rated})
    for place, brigade in enumerate(brigades):
        scene.unit(away("4504", SOUTH, 2 * place), ROSTER.brigades[brigade].side, brigade=brigade)
    if one.division:
        scene.setting["command"] = dict.fromkeys(brigades, one.division)
    return scene


@operation(
    "activation",
    {
        "chit": req("division", "cic"),
        "scenario": SCENARIO,
        "leader": req(str),
        "rating": INTEGER,
        "division_brigades": req(list),
        "brigade": req(str),
        "activated": req(list),
        "clarity": FLAG,
        "clarity_used": FLAG,
    },
)
def _activation(given: Given, dice: Scripted) -> Answer:
    leader, named = by_name(CHITS.leaders, given["leader"]), brigade_id(given["brigade"])
    brigades = [brigade_id(name) for name in given["division_brigades"]]
    if given["chit"] == "cic":
        brigades = [named]
    # The bonus of the Grand Assault is in the rating that is given.
    turn = QUIET if given["scenario"] == "17.6" else 1
    scene = command_scene(
        leader, brigades, scenario=given["scenario"], rating=given["rating"], turn=turn
    )
    before = [brigade_id(name) for name in given["activated"]]
    used = {CHITS.leaders[leader].division} if given["clarity_used"] else set()
    scene.facts |= {"activated": frozenset(before), "clarity_used": frozenset(used)}
    scene.facts["cup"] = (leader,)
    battle = drawn(scene, dice, leader, named, clarity=given["clarity"])
    if battle is None:
        return {
            "legal": False,
            "activation": "none",
            "die_rolled": False,
            "activated": given["activated"],
            "chit": "cup",
        }
    state: Any = battle.state
    new = [brigade for brigade in ROSTER.brigades if brigade in state.activated - {*before}]
    return {
        "legal": True,
        "activation": activation_of(battle),
        "die_rolled": bool(told(battle.log(), CommandRolled)),
        "activated": [*given["activated"], *(ROSTER.brigades[one].name for one in new)],
        "chit": "cup" if leader in state.cup else "out",
    }


def drawn(
    scene: Scene, dice: Dice, leader: str, brigade: str, *, clarity: bool = False
) -> Battle | None:
    """The battle after a leader's chit was drawn, a brigade named and its activation played to its
    end; None where the brigade may not be named so."""
    side = CHITS.leaders[leader].side
    named = f"{'clarity' if clarity else 'activate'} {brigade}"
    if not CHITS.leaders[leader].division:
        # A CiC rolls before he names a brigade, which a vector asks the other way round.
        any_brigade = scene.battle(dice, ActivateAny(side, leader))
        if refusals(any_brigade, named):
            return None
    battle = scene.battle(Aside(dice, {THE_CHIT: 1}), Draw(side))
    battle.play("draw")
    if isinstance(battle.state.agenda[-1], ActivateAny) or CHITS.leaders[leader].division:
        if refusals(battle, named):
            return None
        battle.play(named)
    carry_on(battle)
    return battle


def activation_of(battle: Battle) -> str:
    """What an activation came to: full, limited or none."""
    rolled = told(battle.log(), CommandRolled)
    if rolled and rolled[0].result != "full":
        return {"limited": "limited", "nothing": "none"}[rolled[0].result]
    without_roll = told(battle.log(), BrigadeActivated)
    return "full" if rolled or without_roll else "none"


_CHIT = {
    "kind": req("event", "division", "cic", "fog"),
    # The wild chits are nobody's.
    "name": req(),
    "side": req(),
    "key": FLAG,
}


@operation(
    "fortunes_of_war",
    {
        "next": group(_CHIT),
        "division_brigades": req(list),
        "activated": req(list),
        "chosen": req(str, None),
    },
)
def _fortunes(given: Given, dice: Scripted) -> Answer:
    """Fortunes of War is drawn, then the chit."""
    after, brigades = given["next"], [brigade_id(name) for name in given["division_brigades"]]
    scene = Scene(casualties=frozenset())
    if after["kind"] == "fog":
        chit = cup.FOG
    elif after["kind"] == "event":
        event = by_name(CHITS.events, after["name"], "title")
        chit = cup.chit_of(after["side"], event)
        scene.facts["keys" if after["key"] else "randoms"] = {after["side"]: (event,)}
    else:
        chit = by_name(CHITS.leaders, after["name"])
        scene = command_scene(chit, brigades, scenario="17.6", turn=QUIET)
    chits = tuple(sorted((cup.FORTUNES, chit)))
    before = [brigade_id(name) for name in given["activated"]]
    scene.facts |= {"cup": chits, "activated": frozenset(before)}
    faces = {THE_CHIT: (chits.index(cup.FORTUNES) + 1, 1)}
    battle = scene.battle(Aside(dice, faces), Draw(UNION), Draw(UNION))
    battle.play("draw")
    battle.play("draw")
    if given["chosen"] is not None and battle.decision is not None:
        mark = f"mark {brigade_id(given['chosen'])}"
        if not refusals(battle, mark):
            battle.play(mark)
    carry_on(battle)
    state: Any = battle.state
    new = [brigade for brigade in ROSTER.brigades if brigade in state.activated - {*before}]
    return {
        "command_roll": bool(told(battle.log(), CommandRolled)),
        "activated": [*given["activated"], *(ROSTER.brigades[one].name for one in new)],
        "chit": "cup" if chit in state.cup else "out",
    }
