"""Lines of sight, and how far a unit reaches, as they are shown."""

from __future__ import annotations

import msgspec

from longroll.display.preview import Prospect
from longroll.kernel.verbs import Offer


class Bar(msgspec.Struct, frozen=True):
    """What bars a line: the rule, the reason, and the place if it has one."""

    rule: str
    why: str
    hex: str | None = None


class Rise(msgspec.Struct, frozen=True):
    """A point of a line seen from the side: how far along it is, in hexes or in units of the
    table, and how high.

    `top` is the top of `what` is there, or of the ground itself; at the two ends of the line it is
    the height of the viewer's eye.
    """

    hex: str
    at: float
    ground: int
    top: int
    what: str = ""


class Sight(msgspec.Struct, frozen=True):
    """A line between two places: what it crosses, and everything that bars it.

    `profile` is the ground along it, from end to end, if heights matter. On a measured table
    places are points such as `12.5,30`, the line has its two ends, and `length` is the distance
    as the rules measure it, in hundredths of the unit of the table. Lines of the profile's scale
    are `step` apart, in whatever heights are given in.
    """

    clear: bool
    line: tuple[tuple[str, ...], ...]
    bars: tuple[Bar, ...]
    profile: tuple[Rise, ...] = ()
    length: int = 0
    step: int = 20


class Reach(msgspec.Struct, frozen=True):
    """Where a unit could go, with the cost, and what it could fire at, with its strength.

    `before` is the previous hex on the cheapest way to each; `command` are the hexes a leader
    commands. On a measured table the `prospect` says it all, and `orders` are the choices it would
    have if the side that is asked picked it now.
    """

    move: dict[str, float]
    fire: dict[str, float]
    before: dict[str, str] = {}
    command: tuple[str, ...] = ()
    prospect: Prospect | None = None
    orders: tuple[Offer, ...] = ()
