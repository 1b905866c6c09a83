"""6.6 Low Ammo markers."""

from __future__ import annotations

from typing import Any

STEPS: tuple[type[Any], ...] = ()
