"""Command: bonuses, rolls, and generals who fall."""

from __future__ import annotations

from typing import Any

from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords.chit_draw import Draw
from longroll.systems.blind_swords.fog_of_war import RollFog
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.tables import CHITS
from tests.vectors.blind_swords_ops.command import THE_CHIT, activation_of, command_scene, drawn
from tests.vectors.blind_swords_ops.fog import casualty_scene, fog_face
from tests.vectors.blind_swords_ops.shared import FLAG, INTEGER, SIDE, UNION, Aside, by_name
from tests.vectors.chickasaw_bayou_ops.shared import CLOCK, SCENARIO, operation, set_up, setting
from tests.vectors.runner import Answer, Given
from tests.vectors.runner import required as req

_TIME = {"scenario": SCENARIO, "turn": CLOCK, "side": SIDE}


@operation("command_bonus", _TIME)
def _command_bonus(given: Given, dice: Scripted) -> Answer:
    turn = setting(given["scenario"]).turn(given["turn"])
    state = set_up(given["scenario"], turn)
    return {"bonus": state.game.rules.command_bonus(state, given["side"])}


@operation("command_roll", {**_TIME, "leader": req(str), "rating": INTEGER, "clarity": FLAG})
def _command_roll(given: Given, dice: Scripted) -> Answer:
    """The leader's chit is drawn, and a brigade of his named."""
    leader = by_name(CHITS.leaders, given["leader"])
    scenario = setting(given["scenario"])
    division = CHITS.leaders[leader].division
    brigades = [
        id
        for id, brigade in ROSTER.brigades.items()
        if brigade.side == given["side"]
        and (not division or scenario.leader_of(ROSTER, id) == division)
    ]
    scene = command_scene(
        leader,
        brigades[:1],
        scenario=given["scenario"],
        rating=given["rating"],
        turn=scenario.turn(given["turn"]),
    )
    scene.facts["cup"] = (leader,)
    battle = drawn(scene, dice, leader, brigades[0], clarity=given["clarity"])
    return {"activation": "none" if battle is None else activation_of(battle)}


@operation("casualty", {"chit_in_play": FLAG, "version": req("normal", "casualty"), "in_cup": FLAG})
def _casualty(given: Given, dice: Scripted) -> Answer:
    """A reading that names Morgan, and restores him if he is a casualty; then his chit is drawn
    if it is in the cup."""
    leader = "morgan"
    # What is not in play is not in the cup either.
    in_cup = given["chit_in_play"] and given["in_cup"]
    scene = casualty_scene(
        UNION,
        in_play=[leader] if given["chit_in_play"] else [],
        casualty=[leader] if given["version"] == "casualty" else [],
        in_cup=[leader] if in_cup else [],
    )
    reading = CHITS.leaders[leader].restore[0]
    faces: dict[str, Any] = {
        **fog_face(UNION),
        "General Casualty, tens": reading // 10,
        "General Casualty, units": reading % 10,
        THE_CHIT: 1,
    }
    steps = [Draw(UNION)] if in_cup else []
    battle = scene.battle(Aside(dice, faces), RollFog(), *steps)
    if in_cup:
        battle.play("draw")
    state: Any = battle.state
    return {"version": "casualty" if leader in state.casualties else "normal"}
