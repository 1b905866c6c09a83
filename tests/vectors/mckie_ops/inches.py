"""Inches of the vectors as the engine counts them."""

from __future__ import annotations

from fractions import Fraction

from longroll.systems.mckie.measure import INCH
from tests.vectors.runner import VectorFault


def hundredths(inches: float) -> int:
    """A distance in whole hundredths of an inch."""
    found = Fraction(str(inches)) * INCH
    if found < 0 or found.denominator != 1:
        raise VectorFault(f"{inches} inches is no distance in hundredths")
    return int(found)
