"""Short ways to bring on a melee at Corinth and to read what the checks said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroll import Battle, Event
from longroll.systems.corinth.daring import Dared
from tests.rulebook.corinth.field import field, number
from tests.support import offered, play

#: Open ground north of the town. An attacker in 2128 faces a defender in 2129.
NORTH, HERE = "2128", "2129"


def facing_off(
    attackers: str,
    defenders: str,
    dice: Sequence[int] = (),
    more: str = "",
    charging: str = "",
    **situation: Any,
) -> Battle:
    """Confederates in 2128 and Unionists in 2129, face to face, in the Retreat Before Melee Phase.

    On Game-Turn 10 unless told otherwise, when nobody has the impetus. Two others far off could
    fight as well, so that the phase stays open until somebody says "done". Cavalry that may
    charge began its move where it stands.
    """
    states = {id: {"facing": "S"} for id in (*attackers.split(), "22ms")}
    states |= {id: {"facing": "N"} for id in defenders.split()}
    for id, fields in situation.pop("states", {}).items():
        states[id] = {**states.get(id, {}), **fields}
    units = f"{NORTH} {attackers} | {HERE} {defenders} | 3540 22ms | 3541 22oh"
    units += f" | {more}" if more else ""
    situation = {"turn": 10, "phase": "E", **situation}
    if charging:
        situation["more"] = {"began": {number(charging): NORTH}}
    return field(units, dice, states=states, **situation)


def declare(battle: Battle, *attackers: str, hex: str = HERE) -> list[Event]:
    """Declare one melee: "2tx", or "charge 1ms-cav" for a charge."""
    words = [one if one.startswith("charge") else f"with {one}" for one in attackers]
    return play(battle, f"melee {hex}", *words, "commit")


def announce(battle: Battle, *units: str) -> list[Event]:
    """The defender names those who try to retreat from a hex, and nobody else there."""
    events = play(battle, *(f"retreat {unit}" for unit in units))
    # Where nobody else could go the battle has said so itself.
    return events + (play(battle, "go") if "go" in offered(battle) else [])


def dared(events: Sequence[Event]) -> list[Dared]:
    """The checks of a sequence of events."""
    return [event for event in events if isinstance(event, Dared)]


def lines_of(check: Dared) -> dict[str, int]:
    """What was added to a check, by the rule."""
    return {line.rule: line.value for line in check.lines}
