"""What comes of an order for many, and what may happen on the way, before it is given."""

from __future__ import annotations

import msgspec


class Leg(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of an order for many for the units of one hex.

    `to` is where they would stand, `path` how they get there, `why` what keeps them from their
    goal. `risky` if dice or the enemy wait on the way. `steps` are the small choices.
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
