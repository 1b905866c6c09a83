"""Whether an event may be played on a hex."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do
from longroll.kernel.dice import Scripted
from longroll.systems.blind_swords import cup
from longroll.systems.blind_swords.activation import CloseActivation
from longroll.systems.blind_swords.checks import CohesionCheck
from longroll.systems.blind_swords.chit_draw import Draw
from longroll.systems.blind_swords.close_combat import AssaultWon
from longroll.systems.blind_swords.combat import ARTILLERY, FIRE, Assault, Volley
from longroll.systems.blind_swords.event_chits import Window
from longroll.systems.blind_swords.event_effects import Moment, bars_hex
from longroll.systems.blind_swords.fire import RollFire
from longroll.systems.chickasaw_bayou.tables import CHITS
from tests.vectors.blind_swords_ops.scene import MIDDLE, NORTH, SOUTH, TRENCH, Scene, away
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    ENEMY,
    FLAG,
    SIDE,
    TERRAIN,
    UNION,
    Aside,
    by_name,
    operation,
    refusals,
)
from tests.vectors.runner import Answer, Given
from tests.vectors.runner import required as req

#: What the moment of an event needs: the steps that it interrupts, and what it is played on.
Needs = tuple[list[Ask | Do], str]


@operation(
    "event_legal",
    {
        "event": req(*[event.title for event in CHITS.events.values()]),
        "by": SIDE,
        "terrain": TERRAIN,
        "trench": FLAG,
        "chaos_hex": FLAG,
    },
)
def _event_legal(given: Given, dice: Scripted) -> Answer:
    """The side draws the chit, and at the right moment may play it or not."""
    event, side = by_name(CHITS.events, given["event"], "title"), given["by"]
    hex = TRENCH if given["trench"] else MIDDLE
    scene = Scene(chaos=hex if given["chaos_hex"] else "")
    scene.terrain(given["terrain"], hex)
    steps, on = _MOMENTS[event](scene, hex, side)
    chit = cup.chit_of(side, event)
    system = scene.system()
    if chit not in cup.all_chits(system.game):
        return {"legal": False}
    timing = CHITS.events[event].timing[0]
    scene.facts["cup"] = (chit,)
    active = "decourcy attack" if event == "command-momentum" else "decourcy"
    by_chit = event in ("command-momentum", "command-confusion", "seeing-the-elephant")
    battle = scene.battle(
        Aside(dice, {"": 1}),
        Draw(side),
        Window(side, timing),
        *steps,
        active=active if by_chit else "",
    )
    state: Any = battle.state
    if by_chit:
        state.active = replace(state.active, leader="morgan")
    battle.play("draw")
    choice = f"play {event} {on}".strip()
    # Whatever the event is played on in the engine, the vector has it played on this hex.
    barred = any(bars_hex(state, Moment(side, timing), hex))
    # A moment at which nothing can be played is over at once.
    is_open = isinstance(battle.state.agenda[-1], Window) and not refusals(battle, choice)
    return {"legal": is_open and not barred}


def _rally(scene: Scene, hex: Hex, side: str) -> Needs:
    return [], scene.id(scene.unit(hex, side, status="shaken"))


def _marker(scene: Scene, hex: Hex, side: str) -> Needs:
    """Good Ground or an Epaulement in a hex with guns and infantry."""
    scene.unit(hex, side)
    scene.unit(hex, side, "artillery")
    return [], hex


def _movement(scene: Scene, hex: Hex, side: str) -> Needs:
    scene.unit(hex, side)
    return [], ""


def _huzzah(scene: Scene, hex: Hex, side: str) -> Needs:
    scene.unit(hex, side)
    return [], hex


def _sharpshooters(scene: Scene, hex: Hex, side: str) -> Needs:
    scene.unit(away(hex, NORTH), ENEMY[side])
    return [], scene.id(scene.unit(hex, side))


def _superior_artillery(scene: Scene, hex: Hex, side: str) -> Needs:
    """The guns of the hex fire."""
    gun, target = scene.unit(hex, side, "artillery"), away(hex, NORTH, 3)
    enemy = scene.unit(target, ENEMY[side])
    return [RollFire(Volley(side, target, ARTILLERY, (gun,), (enemy,)))], ""


def _firing_low(scene: Scene, hex: Hex, side: str) -> Needs:
    """The enemy fires at the hex."""
    enemy, own = scene.unit(away(hex, NORTH), ENEMY[side]), scene.unit(hex, side)
    return [RollFire(Volley(ENEMY[side], hex, FIRE, (enemy,), (own,)))], ""


def _seeing_the_elephant(scene: Scene, hex: Hex, side: str) -> Needs:
    """A raw enemy near the hex."""
    scene.unit(hex, side)
    return [], scene.id(scene.unit(away(hex, NORTH, 2), ENEMY[side], cr=2, brigade="decourcy"))


def _confident(scene: Scene, hex: Hex, side: str) -> Needs:
    """Units have just won the hex."""
    unit, next_hex = scene.unit(hex, side), away(hex, SOUTH)
    scene.unit(next_hex, ENEMY[side])
    return [AssaultWon(Assault(side, hex, away(hex, NORTH), units=(unit,)), (unit,))], ""


def _stand_to_it(scene: Scene, hex: Hex, side: str) -> Needs:
    return [CohesionCheck(scene.unit(hex, side), "blind_swords:10.1.4")], ""


def _command_confusion(scene: Scene, hex: Hex, side: str) -> Needs:
    scene.unit(away(hex, NORTH, 3), UNION)
    scene.unit(hex, side, brigade="thomas" if side == CONFEDERATE else "decourcy")
    return [], ""


def _command_momentum(scene: Scene, hex: Hex, side: str) -> Needs:
    """The next brigade of the division is in the hex."""
    scene.unit(away(hex, NORTH, 3), UNION)
    scene.unit(hex, side, brigade="lindsey")
    return [CloseActivation()], "lindsey"


_MOMENTS: dict[str, Callable[[Scene, Hex, str], Needs]] = {
    "rally": _rally,
    "good-ground": _marker,
    "epaulement": _marker,
    "handsome-movement": _movement,
    "huzzah": _huzzah,
    "sharpshooters": _sharpshooters,
    "superior-artillery": _superior_artillery,
    "firing-low": _firing_low,
    "seeing-the-elephant": _seeing_the_elephant,
    "confident": _confident,
    "stand-to-it": _stand_to_it,
    "command-confusion": _command_confusion,
    "command-momentum": _command_momentum,
}
