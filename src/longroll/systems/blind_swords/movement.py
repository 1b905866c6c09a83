"""10.1 and 10.5: what a step costs, and what bars it."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.systems.blind_swords.state import State


def allowance(state: State, unit: int) -> int:
    """Halves of a Movement Point that a unit has, by its arm and its order. [blind_swords:2.1.4]"""
    return 0


def step_cost(
    state: State, unit: int, start: Hex, hex: Hex, column: bool = False
) -> int | str | None:
    """Halves of a point for a step, "all" of the allowance, or None where it is prohibited."""
    return None


def bars_to_enter(state: State, unit: int, start: Hex, hex: Hex) -> Iterator[Refusal]:
    """What bars a unit's step, whoever makes it."""
    yield from ()
