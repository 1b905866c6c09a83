"""12.8 Broken units and the Broken Track."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords.state import ELIMINATED, State


def break_unit(state: State, unit: int, box: str, umpire: Umpire, rule: str) -> None:
    """A unit is Broken."""
    state.take_off(unit, box=box)


def eliminate(state: State, unit: int, umpire: Umpire, rule: str) -> None:
    """A unit is eliminated."""
    state.take_off(unit, fate=ELIMINATED)


def advance(state: State, umpire: Umpire) -> None:
    """Every unit of the track moves one box on. [blind_swords:14.2.1]"""


STEPS: tuple[type[Any], ...] = ()
