"""Fires, melees and retreats on the drill ground, in one call each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroll import Battle, Event
from longroll.systems.gbacw.events import Checked
from tests.rulebook.gbacw.field import field, verbs
from tests.support import play


def volley(target: str, *dice: int, others: str = "", **given: Any) -> tuple[Battle, list[Event]]:
    """Four points of 1 US in 0508 fire at 0509: column 5 against three to six points there.

    The first die: 1 is P (and the ammunition is rolled for), 2 R, 3 P/R, 4 and 5 a loss, 6 a loss
    and a pin. Morale comes after it.
    """
    battle = field(f"0508 1us | 0509 {target} | {others}", dice, phase="D", **given)
    return battle, play(battle, "fire 0509", "add 1us 4", "resolve")


def declare(battle: Battle, hex: str, *attackers: str) -> list[Event]:
    """Announce one melee with these units ("charge 1us-cav" for a charge), or with everybody."""
    words = [word if " " in word else f"with {word}" for word in attackers] or ["all"]
    events = play(battle, f"melee {hex}", *words, "commit")
    if "melee" in verbs(battle):
        events += play(battle, "done")
    return events


def storm(
    units: str, dice: Sequence[int], *attackers: str, **given: Any
) -> tuple[Battle, list[Event]]:
    """A melee for 0509 announced, accepted and fought."""
    battle = field(units, dice, phase="E", **given)
    events = declare(battle, "0509", *attackers)
    if "stand" in verbs(battle):
        events += play(battle, "stand")
    return battle, events + play(battle, "fight 0509")


def fall_back(battle: Battle, *hexes: str) -> list[Event]:
    """Retreat hex by hex."""
    return play(battle, *(f"to {hex}" for hex in hexes))


def checks(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Who checked morale, in order, and how it ended."""
    return [(event.unit.id, event.outcome) for event in events if isinstance(event, Checked)]
