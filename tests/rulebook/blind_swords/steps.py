"""Single steps of the agenda, played on a battle of Chickasaw Bayou."""

from __future__ import annotations

from typing import Any, TypeVar

from longroll.kernel.battle import Battle
from longroll.kernel.event import Event
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.state import State
from tests.rulebook.blind_swords.field import field

E = TypeVar("E", bound=Event)

#: A question that waits below the steps, so that nothing goes on after them.
STOP = {"type": "DefensiveFire", "side": "union", "assault": ["union", "1000", "1001"]}


def state_of(battle: Battle) -> State:
    state = battle.state
    assert isinstance(state, State)
    return state


def number(id: str) -> int:
    return ROSTER.number[id]


def after(units: dict[str, str], *steps: dict[str, Any], **given: Any) -> Battle:
    """The battle when these steps are done, or stand at a question."""
    return field(units, agenda=[STOP, *reversed(steps)], **given)


def cohesion_test(id: str, severity: str, *causers: str, **fields: Any) -> dict[str, Any]:
    return {
        "type": "CohesionTest",
        "unit": number(id),
        "severity": severity,
        "causers": list(causers),
        **fields,
    }


def checks(id: str, **fields: Any) -> dict[str, Any]:
    return {"type": "CohesionCheck", "unit": number(id), "why": "blind_swords:10.1.4", **fields}


def breaks(id: str, **fields: Any) -> dict[str, Any]:
    return {"type": "BreakTest", "unit": number(id), "why": "blind_swords:12.1.4", **fields}


def falls_back(id: str, hexes: int, origin: str, *causers: str) -> dict[str, Any]:
    return {
        "type": "FallBack",
        "unit": number(id),
        "left": hexes,
        "origin": origin,
        "causers": list(causers),
    }


def told(battle: Battle, kind: type[E]) -> list[E]:
    """Everything of a kind that has happened."""
    return [event for event in battle.log() if isinstance(event, kind)]


def is_over(battle: Battle) -> bool:
    """Whether the steps are done."""
    return type(battle.state.agenda[-1]).__name__ == STOP["type"]


def settle(battle: Battle) -> None:
    """Take the first choice of every question until the steps are done."""
    while not is_over(battle):
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
