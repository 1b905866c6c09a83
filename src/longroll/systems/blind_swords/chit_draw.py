"""7.1 Chit draw."""
from __future__ import annotations
from typing import Any
from longroll.kernel.agenda import Ask, Do
def steps(under_way: bool = False) -> list[Ask | Do]:
    return []
STEPS: tuple[type[Any], ...] = ()
