"""13.1 Rally as the players conduct it."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Ask
from longroll.kernel.naming import SideName


class RallyStep(Ask, frozen=True):
    side: SideName


STEPS: tuple[type[Any], ...] = (RallyStep,)
