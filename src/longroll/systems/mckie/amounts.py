"""The numbers of a battle, and how large each can be in any battle that could be fought.

Everything read from outside must stay within these: positions, scenario files, entries, options.
The book's own limits are narrower (data/units.toml). Those of any battle on a table are in
`longroll.miniatures.amounts`.
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
#: A place or a length in inches, as written in files and positions.
Inches = Annotated[float, Meta(ge=-2_000, le=2_000)]
#: A morale score, or any sum of dice and factors.
Score = Annotated[int, Meta(ge=-100, le=100)]

#: Cards in one pack: of one kind, and in all. [mckie:cards.2]
CardsOfEach = Annotated[int, Meta(ge=0, le=20)]
MOST_CARDS = 1_000

#: Gun models of one unit: four times the largest number. [mckie:unit.artillery]
MOST_MODELS = 12
