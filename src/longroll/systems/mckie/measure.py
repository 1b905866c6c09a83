"""Distances of the rules: table inches, counted in hundredths. [mckie:equip.measure]"""

from __future__ import annotations

from longroll.miniatures.measure import Distance, Measure

#: Hundredths in one table inch.
INCH = 100
INCHES = Measure("in", "inches")


def in_inches(distance: Distance) -> str:
    """A distance as a player reads it.

    >>> in_inches(575), in_inches(600)
    ('5.75 in', '6 in')
    """
    return INCHES.told(distance)
