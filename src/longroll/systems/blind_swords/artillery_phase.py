"""6.0 The Artillery Phase."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Ask, Do
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.state import State


class ArtilleryStep(Ask, frozen=True):
    """A side acts with the guns of one hex, or passes."""

    side: SideName


def begin(state: State) -> list[Ask | Do]:
    """The steps of the phase in playing order."""
    return []


STEPS: tuple[type[Any], ...] = (ArtilleryStep,)
