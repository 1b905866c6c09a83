"""12.1 and 12.2: Cohesion Tests and Cohesion Checks."""

from __future__ import annotations

from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Do, Umpire
from longroll.systems.blind_swords.ratings import rating as rating
from longroll.systems.blind_swords.ratings import rating_lines as rating_lines
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import State


class CohesionTest(Do, frozen=True):
    unit: UnitNumber
    steady: bool = False


class CohesionCheck(Do, frozen=True):
    unit: UnitNumber
    steady: bool = False


def test(
    state: State,
    unit: int,
    severity: str,
    causers: tuple[Hex, ...],
    umpire: Umpire,
    close: bool = False,
) -> None:
    """Push the Cohesion Test of a unit."""


def check(state: State, unit: int, rule: str, umpire: Umpire, then: str = "") -> None:
    """Push a Cohesion Check of a unit."""


STEPS: tuple[type[Any], ...] = (CohesionTest, CohesionCheck)
