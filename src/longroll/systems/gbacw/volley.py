"""A fire as the rules see it: the units that take part, and the fire of one arm."""

from __future__ import annotations

import msgspec

from longroll.board.hex import Hex
from longroll.systems.gbacw.roster import UnitNumber

OFFENSIVE, DEFENSIVE, BARRAGE = "offensive", "defensive", "barrage"
WITHDRAWAL, RETREAT, FORMATION = "withdrawal", "retreat", "formation"
#: Fire outside the Fire Phases: a free shot at a unit that moves. [gbacw:9.0.1] [gbacw:10.12]
REACTIONS = frozenset((WITHDRAWAL, RETREAT, FORMATION))


class Part(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What one unit puts into a fire."""

    unit: UnitNumber
    points: int
    rapid: bool = False


class Volley(msgspec.Struct, frozen=True):
    """The fire of one arm at one hex, as the rules see it."""

    side: str
    kind: str
    arm: str
    hex: Hex
    parts: tuple[Part, ...]
    target: int
