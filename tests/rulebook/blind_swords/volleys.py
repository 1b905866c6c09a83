"""Fires for tests: what the log says of them."""

from __future__ import annotations

from typing import Any

from longroll.kernel.battle import Battle
from longroll.kernel.event import Event
from longroll.systems.blind_swords.fire_events import Fired
from tests.rulebook.blind_swords.field import field, play


def fired(events: list[Event]) -> Fired:
    """The one fire among some events."""
    (found,) = [event for event in events if isinstance(event, Fired)]
    return found


def shifts(event: Fired) -> dict[str, int]:
    """The shifts of a fire by the last part of their rules, such as {"9.3.17": -2}."""
    return {line.rule.partition(":")[2]: line.value for line in event.shifts}


def shot(
    units: dict[str, str],
    target: str,
    *who: str,
    active: str = "decourcy attack",
    dice: tuple[int, ...] = (1, 1),
    **more: Any,
) -> Fired:
    """A fire of the brigade that is active, by all who can or by those named."""
    battle = field(units, active=active, step="fire", dice=dice, **more)
    return volley(battle, target, *who)


def volley(battle: Battle, target: str, *who: str) -> Fired:
    adds = [f"add {id}" for id in who] or ["all"]
    return fired(play(battle, f"fire {target}", *adds, "resolve"))


def guns(
    units: dict[str, str],
    start: str,
    target: str,
    *who: str,
    dice: tuple[int, ...] = (1, 2),
    side: str = "union",
    **more: Any,
) -> Fired:
    """A fire of guns in the Artillery Phase."""
    return volley(gunners(units, start, dice=dice, side=side, **more), target, *who)


def gunners(
    units: dict[str, str],
    start: str,
    *,
    dice: tuple[int, ...] = (),
    side: str = "union",
    **more: Any,
) -> Battle:
    """The Artillery Phase with the guns of a hex chosen; a question follows it."""
    steps = [{"type": "Repair", "hex": "3018"}, {"type": "ArtilleryStep", "side": side}]
    battle = field(units, agenda=steps, phase="B", dice=dice, **more)
    battle.play(f"guns {start}")
    return battle
