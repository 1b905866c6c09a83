"""12.9 Panic: a collapse that carries friends along."""

from __future__ import annotations

from typing import Any

STEPS: tuple[type[Any], ...] = ()
