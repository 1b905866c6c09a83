"""Distances: centimetres of the table, counted in hundredths. [honor_glory:2.measure]

A measured distance is a whole number of hundredths, which are tenths of a millimetre. What a unit
may still move can have a part of one: then it is a `Fraction`, never a float.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

#: Hundredths in a centimetre.
CM = 100

Distance: TypeAlias = int | Fraction


def whole_cm(distance: Distance) -> int:
    """A measured distance as the tables read it: rounded up. [honor_glory:6.6]

    >>> whole_cm(1020), whole_cm(1000)
    (11, 10)
    """
    return -(-distance // CM)


def in_cm(distance: Distance) -> str:
    """A distance as a player reads it.

    >>> in_cm(1020), in_cm(750), in_cm(Fraction(1000, 3))
    ('10.2 cm', '7.5 cm', '3.33 cm')
    """
    centimetres, part = divmod(int(distance), CM)
    return f"{centimetres}.{part:02}".rstrip("0").rstrip(".") + " cm"
