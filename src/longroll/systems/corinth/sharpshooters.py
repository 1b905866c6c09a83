"""21.3 Sharpshooters: five units, marked in the order of battle, that shoot better than others.

[corinth:21.3.1]
"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.event import Line
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.volley import Volley


def fire_die(state: State, volley: Volley) -> Iterator[Line]:
    """One more on the die if no other unit fires; the natural die decides about ammunition.

    [corinth:21.3.2] [corinth:21.3.3]
    """
    if all(state.piece(part.unit).sharpshooter for part in volley.parts):
        yield Line(1, "sharpshooters", "corinth:21.3.2")


RULES = Rules[State](fire_die=fire_die)
