"""What comes of an order for many, and what may happen on the way, before it is given."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from longroll.display.display import display_of
from longroll.display.facts import Body
from longroll.kernel.decision import Choice, Refusal, read_choice
from longroll.kernel.system import System

#: The small choices of a gesture, or what bars it.
Gesture = tuple[list[Choice], list[Refusal]]


class Leg(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of an order for many for the units of one hex.

    `to` is where they would stand, `path` how they get there, `why` what keeps them from their
    goal. `risky` if dice or the enemy wait on the way. `steps` are the small choices. On a measured
    table `bodies` is where the unit would be after each part of its order, and `words` the order.
    """

    units: tuple[str, ...]
    start: str
    goal: str
    to: str
    path: tuple[str, ...] = ()
    why: str = ""
    rule: str = ""
    risky: bool = False
    steps: tuple[str, ...] = ()
    bodies: tuple[Body, ...] = ()
    words: str = ""


class Danger(msgspec.Struct, frozen=True, kw_only=True):
    """A die or a question to the other side on the way: where, how likely it does harm in percent
    (None if nobody can say), and what it is."""

    place: str
    percent: float | None
    what: str
    rule: str
    units: tuple[str, ...] = ()


class Marched(msgspec.Struct, frozen=True, kw_only=True):
    """An order for many, stack by stack, with the dangers on the way."""

    legs: tuple[Leg, ...]
    dangers: tuple[Danger, ...] = ()


def gesture_of(legs: Iterable[Leg]) -> Gesture:
    """The small choices of an order for many; what bars it if nobody can stir."""
    found = list(legs)
    steps = [read_choice(step) for leg in found for step in leg.steps]
    if steps:
        return steps, []
    return [], [Refusal(leg.rule, leg.why) for leg in found if leg.rule]


@cache
def members(system: System[Any], scenario: str) -> dict[str, tuple[str, ...]]:
    """The units of every group of the order of battle, and of the groups below it."""
    groups = display_of(system).table(scenario).groups
    below: dict[str, tuple[str, ...]] = {}

    def units(id: str) -> tuple[str, ...]:
        own = next(group.pieces for group in groups if group.id == id)
        parts = [units(group.id) for group in groups if group.parent == id]
        return (*own, *(unit for part in parts for unit in part))

    for group in groups:
        below[group.id] = units(group.id)
    return below
