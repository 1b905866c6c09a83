"""Distances: centimetres of the table, counted in hundredths. [honor_glory:2.measure]"""

from __future__ import annotations

from longroll.miniatures.measure import WHOLE, Measure
from longroll.miniatures.measure import Distance as Distance

CENTIMETRES = Measure("cm", "centimetres")
#: Hundredths in a centimetre.
CM = WHOLE


def whole_cm(distance: Distance) -> int:
    """A measured distance as the tables read it: rounded up. [honor_glory:6.6]

    >>> whole_cm(1020), whole_cm(1000)
    (11, 10)
    """
    return -(-distance // CM)
