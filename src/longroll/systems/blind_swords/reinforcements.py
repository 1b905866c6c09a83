"""10.11 Reinforcements: who comes on, and where."""

from __future__ import annotations

from typing import Any

from longroll.kernel.decision import Choice
from longroll.systems.blind_swords.state import State


def entries(state: State, side: str) -> list[Choice]:
    """The units that may come on now, and where."""
    return []


STEPS: tuple[type[Any], ...] = ()
