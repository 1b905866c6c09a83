"""Distances of the rules: table inches, counted in hundredths. [mckie:equip.measure]

A measured distance is a whole number of hundredths. The distance that a unit may still move can
have a fraction of one, because shares of a move and slow ground multiply: then it is a
`Fraction`, never a float.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

#: Hundredths in one table inch.
INCH = 100

Distance: TypeAlias = int | Fraction


def in_inches(distance: Distance) -> str:
    """A distance as a player reads it.

    >>> in_inches(575), in_inches(600), in_inches(Fraction(1600, 3))
    ('5.75 in', '6 in', '5.33 in')
    """
    whole, part = divmod(int(distance), INCH)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".") + " in"
