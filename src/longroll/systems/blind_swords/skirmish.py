"""15.0 Skirmish Order: who withdraws from an enemy that comes near."""

from __future__ import annotations

from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import State


def withdrawals(state: State, side: str, hex: Hex, umpire: Umpire) -> None:
    """Skirmishers of the other side withdraw from units of a side that came into a hex."""


class Withdraw(Ask, frozen=True):
    side: SideName
    unit: UnitNumber
    rule: ClassVar[str] = "blind_swords:15.3.1"


STEPS: tuple[type[Any], ...] = (Withdraw,)
