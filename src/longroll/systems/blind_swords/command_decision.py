"""5.1 Command Decision."""
from __future__ import annotations
from typing import Any
from longroll.kernel.agenda import Ask, Do
from longroll.systems.blind_swords.state import State
def steps(state: State) -> list[Ask | Do]:
    return []
STEPS: tuple[type[Any], ...] = ()
