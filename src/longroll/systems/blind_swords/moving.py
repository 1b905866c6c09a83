"""10.0 Movement as the players conduct it, hex by hex."""

from __future__ import annotations

from typing import Any, ClassVar

from longroll.kernel.agenda import Ask
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.roster import UnitNumber


class MoveStep(Ask, frozen=True):
    side: SideName
    rule: ClassVar[str] = "blind_swords:10.1.1"


class Moving(Ask, frozen=True):
    side: SideName
    units: tuple[UnitNumber, ...]
    spent: int = 0
    allowance: int = 0
    right: str = "order"

    rule: ClassVar[str] = "blind_swords:10.1.1"


STEPS: tuple[type[Any], ...] = (MoveStep, Moving)
