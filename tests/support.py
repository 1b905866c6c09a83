"""Short ways to set a field and to expect a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

import longroll
from longroll import Battle, Event, IllegalChoice

E = TypeVar("E", bound=Event)


def field(units: str, dice: Sequence[int] = (), **situation: Any) -> Battle:
    """A Stockade Redan position: "1519 36ms-a 36ms-o1 | 1620 13us-a", with scripted dice.

    Anything else of the position format (docs/positions.md) goes by name: phase="IX", morale=4.
    """
    stacks = dict(part.split(None, 1) for part in units.split("|")) if units.strip() else {}
    placed = {hex: ids.strip() for hex, ids in stacks.items()}
    return longroll.position("stockade_redan", {"units": placed, **situation}, dice=dice)


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """The block must raise IllegalChoice citing `rule`."""
    with pytest.raises(IllegalChoice) as caught:
        yield
    assert caught.value.rule == rule, caught.value


def rules_against(battle: Battle, choice: str) -> list[str]:
    """Every rule that bars a choice."""
    return [refusal.rule for refusal in battle.why_not(choice)]


def offered(battle: Battle) -> list[str]:
    """The texts of the choices that are offered."""
    assert battle.decision is not None
    return [str(choice) for choice in battle.decision.choices]


def play(battle: Battle, *choices: str) -> list[Event]:
    """Play several choices; every event in order."""
    return [event for choice in choices for event in battle.play(choice)]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The one event of that kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"{len(found)} {kind.__name__} in {events}"
    return found[0]
