"""Orders that are drawn by hand on a measured table, as forms with blanks.

A continuous choice cannot be listed. The decision carries a form instead: which units may be given
the order, and its text with blanks for what is drawn. The client that fills it in needs no
knowledge of the rules; the preview judges the result.

Lengths are written in the table's units with up to two decimals, angles in degrees with one.
"""

from __future__ import annotations

import msgspec


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A word of an order that is chosen rather than drawn: a pace, a change of formation.

    Those with the same `group` are offered in one list of that name.
    """

    text: str
    label: str
    group: str = ""


class Legs(msgspec.Struct, frozen=True, kw_only=True):
    """How the parts of a march are written, with blanks {length} and {angle}.

    Wheels turn on the corner of the front that they are named after. An oblique march keeps its
    front; its angle is positive to the right and negative to the left, at most `widest` tenths of
    a degree.
    """

    ahead: str
    back: str
    left: str
    right: str
    oblique: str
    widest: int


class OrderForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An order that some units may be given; choices of the same `verb` may be listed too.

    `text` has a blank {unit}. A march has {pace} and {legs}, made of `legs` and of `acts` on the
    spot. An order to be somewhere has {x} and {y}, {heading} if it says which way to face, and
    {act} if one of the acts may be given. Blanks that are not filled in are left out. `pace` and
    `act` are the defaults; `label` is the text of the button. `many` is the same order to several
    units, with a blank {units}; empty if each is told apart.
    """

    verb: str
    text: str
    label: str
    units: tuple[str, ...]
    legs: Legs | None = None
    pace: str = ""
    paces: tuple[Act, ...] = ()
    act: str = ""
    acts: tuple[Act, ...] = ()
    many: str = ""
