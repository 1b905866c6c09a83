"""The umpire's desk in a terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

from longroll.display import Terminal
from longroll.kernel.state import State
from longroll.miniatures.umpire import roster

S = TypeVar("S", bound=State)


class DeskTerminal(Terminal[S]):
    """A roster; a system adds its commanders."""

    def draw(self, facts: Any, around: str = "", radius: int = 0, lit: Collection[str] = ()) -> str:
        if around and not self.describe(facts, around):
            raise ValueError(f"there is no unit {around!r}")
        return roster.draw(facts, self.system.sides)
