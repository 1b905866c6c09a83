"""Positions between two draws of chits, and what is told of them."""

from __future__ import annotations

from typing import Any

from longroll.kernel.battle import Battle
from longroll.kernel.event import Event
from tests.rulebook.blind_swords.field import field

#: Morgan's brigades on clear ground, and a Confederate far off.
MORGAN = {"2910": "16oh", "2911": "22ky", "2905": "49in", "2805": "69in"}


def drawing(
    units: dict[str, str],
    cup: tuple[str, ...] = (),
    dice: tuple[int, ...] = (),
    *,
    puller: str = "union",
    **more: Any,
) -> Battle:
    """The Chit Draw Phase before the next chit, with these in the cup."""
    return field(
        units,
        agenda=[{"type": "NextTurn"}, {"type": "BeginPhase", "phase": "D"}, {"type": "NextChit"}],
        dice=dice,
        cup=sorted(cup),
        puller=puller,
        **more,
    )


def told(events: list[Event]) -> list[str]:
    """The names of what happened."""
    return [type(event).__name__ for event in events]


def cited(events: list[Event]) -> set[str]:
    """Every rule behind what happened."""
    return {rule for event in events for rule in event.rules}


def state_of(battle: Battle) -> Any:
    """The state, whose fields tests look into."""
    return battle.state


def said(battle: Battle) -> str:
    """The question that is asked."""
    assert battle.decision is not None
    return battle.decision.question


def asked(battle: Battle) -> str:
    """The side that is asked."""
    assert battle.decision is not None
    return battle.decision.side
