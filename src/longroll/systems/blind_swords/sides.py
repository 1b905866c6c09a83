"""The two sides."""

from typing import Literal

Side = Literal["union", "confederate"]
UNION: Side = "union"
CONFEDERATE: Side = "confederate"
SIDES = (UNION, CONFEDERATE)
ENEMY: dict[Side, Side] = {UNION: CONFEDERATE, CONFEDERATE: UNION}
