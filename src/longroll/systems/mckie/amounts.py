"""The numbers of a battle, and how large each can be in any battle that could be fought.

Everything read from outside must stay within these: positions, scenario files, entries, options.
The book's own limits are narrower (data/units.toml); these only keep a typing error or an attack
from using time and memory without limit.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

#: Figures of one unit, or models of a train: three times the largest. [mckie:unit.max]
MOST_FIGURES = 100
Figures = Annotated[int, Meta(ge=0, le=MOST_FIGURES)]
#: Figures lost in one period, in any number of melees.
Lost = Annotated[int, Meta(ge=0, le=1_000)]
#: Men of one brigade: more than any in the war had.
Men = Annotated[int, Meta(ge=0, le=10_000)]
#: Guns, mortars or wagons of one battery or train.
MOST_PIECES = 500
Pieces = Annotated[int, Meta(ge=0, le=MOST_PIECES)]
#: Crewmen left at a gun model, at most four. [mckie:unit.crew]
Crew = Annotated[int, Meta(ge=0, le=4)]
#: Stands side by side in a front rank; 0 if the rules decide.
Stands = Figures
#: Periods of twenty minutes: three days and nights of them. [mckie:scale.time]
MOST_PERIODS = 250
Period = Annotated[int, Meta(ge=0, le=MOST_PERIODS)]
#: A place or a length in hundredths of an inch: the largest table allowed, and the space beside it.
Hundredths = Annotated[int, Meta(ge=-200_000, le=200_000)]
#: The same in inches, as written in files and positions.
Inches = Annotated[float, Meta(ge=-2_000, le=2_000)]
#: Frontage or depth of a base in hundredths of an inch.
BaseSize = Annotated[int, Meta(ge=10, le=1_000)]
#: A heading in tenths of a degree, and in degrees.
Tenths = Annotated[int, Meta(ge=-3_600, le=3_600)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
#: A morale score, or any sum of dice and factors.
Score = Annotated[int, Meta(ge=-100, le=100)]
#: A share in hundredths.
Percent = Annotated[int, Meta(ge=0, le=100)]

#: Cards in one pack: of one kind, and in all. [mckie:cards.2]
CardsOfEach = Annotated[int, Meta(ge=0, le=20)]
MOST_CARDS = 1_000

#: The short name of a unit of the battle; empty for no unit.
UnitId = Annotated[str, Meta(max_length=100, extra={"names": "unit"})]
BlindId = Annotated[str, Meta(max_length=100, extra={"names": "blind"})]
#: A short name, and a name or a sentence about something.
Id = Annotated[str, Meta(max_length=100)]
Title = Annotated[str, Meta(max_length=300)]

#: Units of both armies: all brigades and batteries of the largest battle. Generals, blinds and
#: anything else of which an army has some dozens.
MOST_UNITS = 150
#: Gun models of one unit: four times the largest number. [mckie:unit.artillery]
MOST_MODELS = 12
#: Legs of one move, orders of one pile, points of one route.
MOST_LEGS = 40

Few = Meta(max_length=MOST_LEGS)
Many = Meta(max_length=MOST_UNITS)
#: Short names of units, generals or divisions.
Names = Annotated[frozenset[Id], Many]
NameList = Annotated[tuple[Id, ...], Many]
UnitList = Annotated[tuple[UnitId, ...], Many]
