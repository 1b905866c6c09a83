"""What a system supplies for its own tests: battles that try it. `longroll.testing` plays them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec


class Trial(msgspec.Struct, frozen=True):
    """A battle between random players: where it begins, and how far it is played.

    Without a scenario it begins on a crowded field. `decisions` stops it early; None plays it to
    the end. `hides` promises that something is hidden for most of it.
    """

    scenario: str = ""
    seed: int = 0
    options: dict[str, Any] = {}
    decisions: int | None = None
    hides: bool = False

    def __str__(self) -> str:
        """Its place and its seed, and its option if it tries just one."""
        alone = [f"-{name}={value}" for name, value in self.options.items()]
        return f"{self.scenario or 'crowded'}-{self.seed}{alone[0] if len(alone) == 1 else ''}"


class Trials(msgspec.Struct, frozen=True):
    """How a system is tried. The defaults suit any system that ends its battles.

    `crowded` draws a position in which the sides are already at close quarters, because random
    players seldom get there by themselves; `brawl` draws one for a long fight, in which as much as
    possible of the rules happens. `golden` is the folder of the system's golden files,
    if it is not `tests/golden/SYSTEM` of the folder that the tests run in.
    """

    #: Each scenario to its end, if none are named.
    battles: tuple[Trial, ...] = ()
    crowded: Callable[[Random], dict[str, Any]] | None = None
    brawl: Callable[[Random], dict[str, Any]] | None = None
    golden: Path | None = None
