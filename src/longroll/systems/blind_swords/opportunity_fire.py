"""10.7 Opportunity Fire."""

from __future__ import annotations

from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.state import State


class OpportunityFire(Ask, frozen=True):
    """A side may fire at units that leave an Engaged hex."""

    side: SideName


def offer(state: State, movers: tuple[int, ...], hex: Hex, umpire: Umpire) -> None:
    """Push the question before units leave an Engaged hex."""


STEPS: tuple[type[Any], ...] = (OpportunityFire,)
