"""9.1 Fire as the players conduct it."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Ask
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.combat import Volley


class FireStep(Ask, frozen=True):
    """A brigade fires at one hex after another, or not at all."""

    side: SideName


class FireGroup(Ask, frozen=True):
    """One fire being put together."""

    volley: Volley


STEPS: tuple[type[Any], ...] = (FireStep, FireGroup)
