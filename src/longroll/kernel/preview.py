"""What an order would come to before it is given, in the same words whatever the rules are.

Places are those of a measured table: hundredths of an inch, angles in tenths of a degree.
"""

from __future__ import annotations

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.kernel.table import Body, Note


class Band(msgspec.Struct, frozen=True):
    """A range band before a front: where it begins and ends, and what it says."""

    near: int
    far: int
    label: str


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit could do to another from where it stands, with its arithmetic.

    `verb` is fire or charge; `total` is the sum of the `lines`; `sums` go on from there, each
    with its value, down to the result.
    """

    verb: str
    unit: str
    target: str
    note: str
    lines: tuple[Line, ...] = ()
    total: str = ""
    sums: tuple[Note, ...] = ()


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit has before it: its arc to either side of its front, the bands of its weapon,
    everything it could do to the enemy, its commander and how far his command reaches."""

    unit: str
    body: Body
    arc: int = 0
    bands: tuple[Band, ...] = ()
    shots: tuple[Shot, ...] = ()
    commander: str = ""
    radius: int = 0
    notes: tuple[Note, ...] = ()


class Stage(msgspec.Struct, frozen=True):
    """One act of an order: how the unit stands after it, and what the act is in words."""

    body: Body
    text: str


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What an order comes to: every rule that bars it, act by act, what is left of the allowance
    (below nothing where it goes too far), and what follows from it.

    `order` is the order that is shown; where one was cut to what may be done, `beyond` is every
    rule that bars going on.
    """

    order: str
    legal: bool
    beyond: tuple[Refusal, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    stages: tuple[Stage, ...] = ()
    headline: str = ""
    detail: str = ""
    left: int | None = None
    lines: tuple[Line, ...] = ()
    prospect: Prospect | None = None
