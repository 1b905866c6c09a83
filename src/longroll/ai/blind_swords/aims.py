"""What a battle of the series is about, as far as its players need to know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from longroll.board.hex import Hex

#: Hexes that count, and how much.
Worth = dict[Hex, float]


class Aims(NamedTuple):
    """The aims of a battle, asked of a state of it."""

    #: The ground that counts.
    worth: Callable[[Any], Worth]
    #: The side that has to come and take it.
    attacker: str
    #: What losing an enemy unit for good is worth beside it.
    unit: Callable[[Any], float]
