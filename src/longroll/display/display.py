"""What a drawn table shows: what never changes, and answers from what a side may know."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import Any, Generic, TypeVar

from longroll.display.facts import SystemTable
from longroll.display.preview import Preview
from longroll.display.sight import Reach, Sight
from longroll.display.stakes import Stakes
from longroll.kernel.decision import Choice
from longroll.kernel.state import State
from longroll.kernel.system import System

S = TypeVar("S", bound=State)


class Display(Generic[S]):
    """How a system is shown on a drawn table."""

    def __init__(self, system: System[S]) -> None:
        self.system = system

    def table(self, scenario: str = "") -> SystemTable:
        """Everything a client draws the table from: map, pieces, phases. Plain data.

        "" is the first scenario; only some systems have a different table for each.
        """
        raise NotImplementedError

    def sight(self, state: S, side: str, start: str, end: str) -> Sight:
        """The line between two places as `side` may know it; ValueError if one is not a place."""
        raise ValueError(f"{self.system.slug} has no lines of sight")

    def reach(self, state: S, side: str, unit: str) -> Reach:
        """Where a unit that `side` can see could go and fire; ValueError if there is none."""
        raise ValueError(f"{self.system.slug} has no such unit")

    def preview(self, state: S, side: str, choice: Choice, fit: bool = False) -> Preview:
        """The result of an order of `side`, from what it may know; ValueError if there is none.

        With `fit`, an order that goes too far is cut to what may be done.
        """
        raise ValueError(f"{self.system.slug} has no previews")

    def stakes(self, state: S) -> Stakes | None:
        """Where victory stands in a state as some side sees it; None if that cannot be said."""
        return None


@cache
def display_of(system: System[Any]) -> Display[Any]:
    """What shows a system on a drawn table; one without a display of its own shows nothing.

    >>> from longroll.kernel.system import system_named
    >>> display_of(system_named("stockade_redan")).table().map.title
    'The Assault on Stockade Redan'
    """
    if not system.display:
        return Display(system)
    return resolve_name(system.display)(system)  # type: ignore[no-any-return]
