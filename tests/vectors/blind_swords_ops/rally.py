"""Recover, Rebuild, and the Broken Track."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.blind_swords.cohesion_events import Rebuilt
from longroll.systems.blind_swords.end_of_turn import EndTurn
from longroll.systems.blind_swords.state import AVAILABLE
from tests.vectors.blind_swords_ops.cohesion import face_of
from tests.vectors.blind_swords_ops.orders import Acting
from tests.vectors.blind_swords_ops.scene import MIDDLE, NORTH, SOUTH, Scene, away, supported
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    FLAG,
    INTEGER,
    ORDER,
    STATUS,
    STATUS_OF,
    TERRAIN,
    carry_on,
    operation,
    refusals,
    told,
)
from tests.vectors.runner import Answer, Given
from tests.vectors.runner import required as req

_BOXES = ("4", "3", "2", "1", AVAILABLE)
_TRY = {
    "order": ORDER,
    "terrain": TERRAIN,
    "cr": INTEGER,
    "supported": FLAG,
    "status": STATUS,
    "engaged": FLAG,
}


def _rallying(given: Given, dice: Dice, **facts: Any) -> tuple[Battle, int, str]:
    """A battle at the end of an activation, a unit that may try to rally, and its id."""
    scene = Scene()
    scene.terrain(given["terrain"], MIDDLE)
    hex = "" if facts.get("box") else MIDDLE
    unit = scene.unit(hex, cr=given["cr"], status=given["status"], **facts)
    if given["supported"] or not hex:
        scene.unit(away(MIDDLE, NORTH))
    if given["engaged"] and hex:
        scene.unit(away(MIDDLE, SOUTH), CONFEDERATE)
    active = f"decourcy {given['order']}"
    return scene.battle(dice, Acting("rally"), active=active), unit, scene.id(unit)


@operation("recover", _TRY)
def _recover(given: Given, dice: Scripted) -> Answer:
    battle, unit, id = _rallying(given, dice)
    allowed = not refusals(battle, f"recover {id}")
    if allowed:
        with supported(battle.state, unit, given["supported"]):
            battle.play(f"recover {id}")
    state: Any = battle.state
    return {"allowed": allowed, "status": STATUS_OF[state.units[unit].hits]}


@operation("rebuild", {"where": req("map", *_BOXES), **_TRY})
def _rebuild(given: Given, dice: Scripted) -> Answer:
    box = {} if given["where"] == "map" else {"box": given["where"]}
    battle, unit, id = _rallying(given, dice, worn=True, **box)
    allowed = not refusals(battle, f"rebuild {id}")
    if allowed:
        # Whether those off the map count as supported the engine says.
        with nullcontext() if box else supported(battle.state, unit, given["supported"]):
            battle.play(f"rebuild {id}")
        carry_on(battle)
    rebuilt = told(battle.log(), Rebuilt)
    state: Any = battle.state
    success = bool(rebuilt) and rebuilt[0].passed
    return {"allowed": allowed, "success": success, "face": face_of(state, unit)}


@operation("broken_track", {"box": req(*_BOXES), "turns": INTEGER})
def _broken_track(given: Given, dice: Scripted) -> Answer:
    scene = Scene(phase="D")
    unit = scene.unit("", box=given["box"])
    state = scene.state()
    for _ in range(given["turns"]):
        EndTurn().run(state, Umpire(dice))
    return {"box": state.units[unit].box}
