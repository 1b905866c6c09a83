"""The one way in which units change their hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords.state import State


def enter(state: State, units: Sequence[int], hex: Hex, how: str, umpire: Umpire) -> None:
    """Put units in a hex, with all that follows from it."""
    for unit in units:
        state.put(unit, hex)


STEPS: tuple[type[Any], ...] = ()
