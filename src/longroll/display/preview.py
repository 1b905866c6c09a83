"""What an order would lead to before it is given, in the same words whatever the rules.

Places are those of a measured table: hundredths of its unit, angles in tenths of a degree.
"""

from __future__ import annotations

import msgspec

from longroll.display.desk import Button, Die
from longroll.display.facts import Body, Note
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Detail, Line
from longroll.kernel.forms import Act


class Band(msgspec.Struct, frozen=True):
    """A range band before a front: where it begins and ends, and its label."""

    near: int
    far: int
    label: str


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit could do to another from where it stands, with the arithmetic.

    `verb` is that of the choice that does it, and `does` its words between the two units. `lines`
    are added up; `sums` continue from there, the total first, down to the result.
    """

    verb: str
    does: str
    unit: str
    target: str
    note: str
    lines: tuple[Line, ...] = ()
    sums: tuple[Detail, ...] = ()


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """What lies before a unit: its arc to either side of its front, the bands of its weapon,
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
    """One act of an order: the unit's place after it, and the act in words."""

    body: Body
    text: str


class Allowance(msgspec.Struct, frozen=True):
    """What an order spends: the parts that a unit has, and how many of them it takes, in
    hundredths of a part."""

    parts: int
    spent: int


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What an order leads to: every rule that bars it, its acts one by one, what is left of the
    allowance (negative if it goes too far), and what follows from it.

    `order` is the order that is shown. If its last leg was cut to what may be done, `cut` is what
    is left of it, in hundredths or tenths, and `beyond` every rule that bars going further. `acts`
    are what the unit could do next on the spot, if its acts are ordered one by one.

    At an umpire's desk `known` are the lines that nobody needs to report, by the unit of each part,
    `first` is what would have to be entered before, and `dice` are those of the entry, if they are
    not the same for every entry of its kind.
    """

    order: str
    legal: bool
    cut: int | None = None
    beyond: tuple[Refusal, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    stages: tuple[Stage, ...] = ()
    headline: str = ""
    detail: str = ""
    left: int | None = None
    allowance: Allowance | None = None
    lines: tuple[Line, ...] = ()
    acts: tuple[Act, ...] = ()
    known: dict[str, tuple[Line, ...]] = {}
    first: Button | None = None
    dice: tuple[Die, ...] = ()
    prospect: Prospect | None = None
