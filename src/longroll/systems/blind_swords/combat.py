"""A fire and an assault as data: what every rule about them is asked with."""

from __future__ import annotations

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import EventName, HexName

#: Kinds of fire. [blind_swords:9.1.4]
FIRE, ARTILLERY, DEFENSIVE, OPPORTUNITY = "fire", "artillery", "defensive", "opportunity"


class Volley(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One fire: who fires at which hex. `targets` are all units of the hex, but for fire at
    movers; `events` were played on it."""

    side: SideName
    hex: HexName
    kind: str = FIRE
    units: tuple[UnitNumber, ...] = ()
    targets: tuple[UnitNumber, ...] = ()
    events: tuple[EventName, ...] = ()


class Assault(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One close combat: the Assaulting Hex and the Flanking Hexes against the defending hex.

    [blind_swords:11.2.1]
    """

    side: SideName
    hex: HexName
    start: HexName
    flanks: tuple[HexName, ...] = ()
    units: tuple[UnitNumber, ...] = ()
    charging: tuple[UnitNumber, ...] = ()
    events: tuple[EventName, ...] = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex that attacks, the Assaulting Hex first."""
        return (self.start, *self.flanks)
