"""What a terminal shows, always from what a side may know."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import Any, Generic, TypeVar

from longroll.kernel.state import State
from longroll.kernel.system import System

S = TypeVar("S", bound=State)


class Terminal(Generic[S]):
    """How a system is drawn in characters, and said in words."""

    #: The signs of the drawn board, and patterns with the colour of what they match.
    legend: str = ""
    styles: Mapping[str, str] = {}

    def __init__(self, system: System[S]) -> None:
        self.system = system

    def draw(self, facts: Any, around: str = "", radius: int = 0, lit: Collection[str] = ()) -> str:
        """The board in characters: all of it, or around a place; `lit` places are marked.

        ValueError where `around` is not a place of the board.
        """
        raise NotImplementedError

    def headline(self, facts: Any) -> str:
        """Where the battle stands, in one line."""
        return str(facts.when)

    def describe(self, facts: Any, word: str) -> list[str]:
        """What a place holds or a unit is, line by line; nothing where `word` is neither."""
        return []

    def gloss(self, facts: Any, word: str) -> str:
        """A word about a place or a unit, to stand beside it in a list."""
        return ""


@cache
def terminal_of(system: System[Any]) -> Terminal[Any]:
    """What shows a system in a terminal.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan")
    >>> terminal_of(battle.system).headline(battle.view("union").facts)
    'Assault 1, set-up | morale 4 | lost: U 0, C 0 | wall: U 0 of 16'
    """
    return resolve_name(system.terminal)(system)  # type: ignore[no-any-return]
