"""7.3b Fog of War."""
from __future__ import annotations
from typing import Any
STEPS: tuple[type[Any], ...] = ()
