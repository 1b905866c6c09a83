"""7.3f Events."""
from __future__ import annotations
from typing import Any
from longroll.kernel.agenda import Ask
from longroll.systems.blind_swords.state import State
def windows(state: State, timing: str, *sides: str) -> list[Ask]:
    return []
STEPS: tuple[type[Any], ...] = ()
