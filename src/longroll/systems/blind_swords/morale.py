"""12.5 and 12.6: Morale Hits, the Battleworn side, and the strength that is left."""

from __future__ import annotations

from fractions import Fraction

from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords.state import State


def strength(state: State, unit: int) -> Fraction:
    """The modified strength of a unit."""
    return Fraction(state.printed_strength(unit))


def hit(state: State, unit: int, umpire: Umpire, rule: str) -> None:
    """A unit takes a Morale Hit."""


def wear(state: State, unit: int, umpire: Umpire, rule: str) -> None:
    """A unit takes a Battleworn result."""
