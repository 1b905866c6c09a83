"""Positions for tests of Blind Swords, on the map and with the counters of Chickasaw Bayou.

Some ground to put units on: 2910, 2911, 3010, 3011 and around is clear and level 1.
"""

from __future__ import annotations

from typing import Any

import longroll
from longroll.kernel.battle import Battle
from longroll.kernel.event import Event

SYSTEM = "chickasaw_bayou"


def field(
    units: dict[str, str],
    *,
    agenda: list[dict[str, Any]] | None = None,
    active: str = "",
    step: str = "",
    dice: tuple[int, ...] = (),
    scenario: str = "grand-assault",
    turn: int = 4,
    phase: str = "C",
    states: dict[str, dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Battle:
    """A position: `field({"2910": "16oh"}, active="decourcy attack", step="move", dice=(3,))`.

    `agenda` lists steps by the names of their classes, the next one last, as in a state; without
    it the activation, or the phase, is at its beginning. `more` are other facts of the state:
    `held={"union": ["rally"]}`.
    """
    data: dict[str, Any] = {"units": units, "scenario": scenario, "turn": turn, "phase": phase}
    data |= {"states": states or {}, "options": options or {}, "more": more}
    if active:
        data |= {"active": active, "step": step}
    if agenda is not None:
        data["agenda"] = agenda
    return longroll.position(SYSTEM, data, dice=dice)


def choices(battle: Battle) -> list[str]:
    assert battle.decision is not None
    return [str(choice) for choice in battle.decision.choices]


def refused(battle: Battle, choice: str) -> list[str]:
    """The rules that refuse a choice."""
    return [refusal.rule for refusal in battle.why_not(choice)]


def play(battle: Battle, *said: str) -> list[Event]:
    """Play some choices and give back all that happened."""
    happened: list[Event] = []
    for one in said:
        happened += battle.play(one)
    return happened


def unit(battle: Battle, id: str) -> Any:
    """What changes about a counter, now."""
    state: Any = battle.state
    return state.units[state.game.roster.number[id]]
