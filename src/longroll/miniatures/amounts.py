"""The numbers and names of a battle on a table, and how large each can be in any such battle.

Everything read from outside must stay within these. The limits of a rulebook are narrower; these
only keep a typing error or an attack from using time and memory without limit.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

#: Periods or turns of a battle: three days and nights of twenty minutes each.
MOST_PERIODS = 250
Period = Annotated[int, Meta(ge=0, le=MOST_PERIODS)]
#: A place or a length in hundredths of the unit of measure: the largest table allowed, and the
#: space beside it.
Hundredths = Annotated[int, Meta(ge=-200_000, le=200_000)]
#: A place or a length in whole units of measure, as written in files and positions.
Length = Annotated[float, Meta(ge=-2_000, le=2_000)]
#: Frontage or depth of a base in hundredths.
BaseSize = Annotated[int, Meta(ge=10, le=1_000)]
#: A heading in tenths of a degree, and in degrees.
Tenths = Annotated[int, Meta(ge=-3_600, le=3_600)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
#: A share in hundredths.
Percent = Annotated[int, Meta(ge=0, le=100)]

#: The short name of a unit of the battle; empty for no unit.
UnitId = Annotated[str, Meta(max_length=100, extra={"names": "unit"})]
BlindId = Annotated[str, Meta(max_length=100, extra={"names": "blind"})]
#: Anybody who can be given an order; empty for nobody.
PickedId = Annotated[str, Meta(max_length=100, extra={"names": "unit, commander or marker"})]
#: A short name, and a name or a sentence about something.
Id = Annotated[str, Meta(max_length=100)]
Title = Annotated[str, Meta(max_length=300)]

#: Units of both armies: all brigades and batteries of the largest battle. Commanders, blinds and
#: anything else of which an army has some dozens.
MOST_UNITS = 150
#: Legs of one move, orders of one pile, points of one route.
MOST_LEGS = 40

Few = Meta(max_length=MOST_LEGS)
Many = Meta(max_length=MOST_UNITS)
#: Short names of units, commanders or divisions.
Names = Annotated[frozenset[Id], Many]
NameList = Annotated[tuple[Id, ...], Many]
UnitList = Annotated[tuple[UnitId, ...], Many]
