"""A bare table for tests of play: units where a test wants them, dice in a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from longroll.kernel.agenda import Ask, Do
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.sequence import EndTurn
from longroll.systems.honor_glory.play.setup import fresh_state
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.system import HonorGlory
from longroll.systems.honor_glory.words import Side

SYSTEM = HonorGlory()
SCENARIO = "hedge-lane"


class Fight(Battle):
    """A battle whose state is known to be one of these rules."""

    __slots__ = ()
    state: State


def regiment(side: Side, x: float, y: float, heading: int = 0, **more: Any) -> Unit:
    """An infantry regiment in line without a colonel, in the open: no commander dice."""
    facts: dict[str, Any] = {
        "title": "",
        "arm": "infantry",
        "formation": "line",
        "mp": 6,
        "weapon": "rifled_musket",
        "colonel": False,
        **more,
    }
    return Unit(side=side, x=round(x * CM), y=round(y * CM), heading=heading * 10, **facts)


def riders(side: Side, x: float, y: float, heading: int = 0, **more: Any) -> Unit:
    return regiment(side, x, y, heading, **{"arm": "cavalry", "weapon": None, **more})


def battery(side: Side, x: float, y: float, heading: int = 0, **more: Any) -> Unit:
    facts = {"arm": "artillery", "weapon": None, "gun": "medium_rifled", "team": 4, **more}
    return regiment(side, x, y, heading, **{"formation": "deployed", **facts})


def position(
    units: Mapping[str, Unit],
    *agenda: Ask | Do,
    side: Side = "union",
    counters: int = 6,
    commanders: Mapping[str, Commander] | None = None,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> State:
    """A state with these units and nobody else, in the turn of a side that has yet to declare;
    ratings are open, so that the log has every event whole."""
    agreed = {"ratings": "open", **(options or {})}
    state = fresh_state(SCENARIO, msgspec.convert(agreed, Options))
    state.units = {
        id: msgspec.structs.replace(unit, title=id.upper()) for id, unit in units.items()
    }
    state.commanders = dict(commanders or {})
    state.turn, state.active, state.first = 1, side, "union"
    state.counters = {"union": counters, "confederate": counters}
    state.unplaced = counters
    state.phase = "declaring"
    state.agenda = [EndTurn(side), *(reversed(agenda) if agenda else [Declare(side)])]
    for name, value in more.items():
        setattr(state, name, value)
    return state


def fight(state: State, *faces: int) -> Fight:
    """A battle from a position, with these dice."""
    return Fight(SYSTEM, state, Scripted(faces))


def play(state: State, *choices: str, faces: tuple[int, ...] = ()) -> Fight:
    """Play some choices, with these dice; every die must be used."""
    battle = fight(state, *faces)
    for choice in choices:
        battle.play(choice)
    assert isinstance(battle.dice, Scripted)
    assert battle.dice.left == (), f"dice left over: {battle.dice.left}"
    return battle


def refused(state: State, choice: str) -> set[str]:
    """The rules that bar a choice."""
    return {bar.rule for bar in fight(state).why_not(choice)}
