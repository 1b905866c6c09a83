"""Distances of a rulebook: whole hundredths of its unit of measure, written and read.

A measured distance is a whole number of hundredths. The distance that a unit may still move can
have a fraction of one, because shares of a move and slow ground multiply: then it is a
`Fraction`, never a float. Angles are tenths of a degree.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TypeAlias

import msgspec

Distance: TypeAlias = int | Fraction

#: Hundredths in one unit of measure.
WHOLE = 100
_LENGTH = re.compile(r"\d{1,3}(\.\d{1,2})?", re.ASCII)
_DEGREES = re.compile(r"-?\d{1,3}(\.\d)?", re.ASCII)


class Measure(msgspec.Struct, frozen=True):
    """The unit of measure of a rulebook: its sign, and its name in the plural."""

    sign: str
    plural: str

    def told(self, distance: Distance) -> str:
        """A distance as a player reads it.

        >>> Measure("in", "inches").told(575), Measure("cm", "centimetres").told(1000)
        ('5.75 in', '10 cm')
        """
        return f"{written(int(distance))} {self.sign}"


def written(hundredths: int) -> str:
    """A distance as orders write it.

    >>> written(125), written(400), written(1230), written(5)
    ('1.25', '4', '12.3', '0.05')
    """
    whole, part = divmod(hundredths, WHOLE)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".") if part else str(whole)


def degrees(tenths: int) -> str:
    """An angle as orders write it.

    >>> degrees(150), degrees(-75)
    ('15', '-7.5')
    """
    whole, part = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


def read_length(text: str) -> int | None:
    """Hundredths, from whole units with up to two decimals; None for words that are no distance.

    >>> read_length("22.5"), read_length("1.25"), read_length("-3")
    (2250, 125, None)
    """
    return _scaled(text, 2) if _LENGTH.fullmatch(text) else None


def read_degrees(text: str) -> int | None:
    """Tenths of a degree, from degrees; None for words that are not an angle.

    >>> read_degrees("-7.5"), read_degrees("north")
    (-75, None)
    """
    return _scaled(text, 1) if _DEGREES.fullmatch(text) else None


def _scaled(text: str, places: int) -> int:
    whole, _, part = text.lstrip("-").partition(".")
    number = int(whole + part.ljust(places, "0"))
    return -number if text.startswith("-") else number
