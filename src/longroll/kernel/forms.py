"""Orders that are drawn by hand on a measured table, as forms with blanks.

Where a choice is continuous it cannot be listed. The decision carries a form instead: which units
may be told so, and the text of the order with blanks for what the hand does. Whoever fills it in
needs no word of the rules; the preview judges what comes of it.

Lengths are written in units of the table with up to two decimals, angles in degrees with one.
"""

from __future__ import annotations

import msgspec


class Act(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A word of an order that is chosen, not drawn: a pace, a change of formation.

    Those with the same `group` are offered in one list of that name.
    """

    text: str
    label: str
    group: str = ""


class Legs(msgspec.Struct, frozen=True, kw_only=True):
    """How the parts of a march are written, with blanks {length} and {angle}.

    Wheels are on the corner of the front that they are named after. An oblique march keeps its
    front and goes to the right, to the left below nothing, by `widest` tenths of a degree at most.
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
    spot. An order to be somewhere has {x} and {y}, {heading} where it says which way to face, and
    {act} where one of the acts may be said. Blanks that nothing is said of are left out. `pace` and
    `act` stand there until somebody says otherwise; `label` is what the button says.
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
