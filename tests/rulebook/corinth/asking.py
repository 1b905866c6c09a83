"""Small questions that several sections of the rules put to a field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from longroll import Battle, Event
from longroll.kernel.agenda import Decision
from longroll.systems.corinth.state import Options
from longroll.systems.gbacw.events import PhaseBegan
from tests.rulebook.corinth.field import SYSTEM


def asked(battle: Battle) -> Decision:
    """What is asked now."""
    assert battle.decision is not None
    return battle.decision


def titles(events: Iterable[Event]) -> list[str]:
    """The phases that began."""
    return [event.title for event in events if isinstance(event, PhaseBegan)]


def brigades(**lines: dict[str, Any]) -> dict[str, Any]:
    """The roster lines of all brigades for a position, some of them changed."""
    fresh = SYSTEM.fresh(next(iter(SYSTEM.scenarios)), Options())
    for brigade, fields in lines.items():
        fresh.set_brigade(brigade, **fields)
    return {id: msgspec.to_builtins(line) for id, line in fresh.brigades.items()}
