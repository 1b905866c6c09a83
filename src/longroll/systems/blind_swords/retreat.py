"""12.3 Retreats, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import State


class Retreat(Ask, frozen=True):
    side: SideName
    unit: UnitNumber


def begin(
    state: State,
    units: Sequence[int],
    hexes: int,
    causers: Sequence[Hex],
    umpire: Umpire,
    close: bool = False,
) -> None:
    """Units fall back so many hexes."""


STEPS: tuple[type[Any], ...] = (Retreat,)
