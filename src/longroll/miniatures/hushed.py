"""An event of which each side may learn another part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice
from longroll.kernel.event import Detail, Effect, Event, Line, Scene

_SIDES = ("union", "confederate")


class Hushed(Event, frozen=True, kw_only=True):
    """An event of which the sides learn more, less or nothing; "" is a spectator."""

    event: Event
    seen: dict[str, Event]

    def bare(self) -> Event:
        return self.event.bare()

    def text(self) -> str:
        return self.event.text()

    def details(self) -> list[Detail]:
        return self.event.details()

    def scene(self) -> Scene:
        return self.event.scene()

    def effect(self) -> Effect | None:
        return self.event.effect()

    def ledger(self) -> tuple[Line, ...]:
        return self.event.ledger()

    def working(self) -> tuple[Detail, ...]:
        return self.event.working()

    def seen_by(self, side: str) -> Event | None:
        told = self.seen.get(side if side in _SIDES else "")
        return told.seen_by(side) if told is not None else None


def in_parts(event: Event, as_told: Callable[[str], Event | None]) -> Event:
    """An event as it goes into the log: `as_told` says what one viewer learns of it."""
    told = {viewer: as_told(viewer) for viewer in (*_SIDES, "")}
    if all(one == event for one in told.values()):
        return event
    seen = {viewer: one for viewer, one in told.items() if one is not None}
    return Hushed(rules=event.rules, rolls=event.rolls, event=event, seen=seen)


class SecretUmpire(Umpire):
    """Keeps from each side what it may not learn of an event: `hushed` says what goes into the
    log."""

    __slots__ = ("hushed", "state")

    def __init__(self, dice: Dice, state: Any, hushed: Callable[[Any, Event], Event]) -> None:
        super().__init__(dice)
        self.state = state
        self.hushed = hushed

    def tell(self, event: Event) -> None:
        super().tell(self.hushed(self.state, event))
