"""Units and generals on the table: what each is, and its condition."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from longroll.miniatures.amounts import BaseSize, Id, NameList, Percent, Period, Title
from longroll.miniatures.bodies import Body, Commander
from longroll.systems.mckie.amounts import MOST_MODELS, Crew, Figures, Pieces, Score, Stands
from longroll.systems.mckie.army.units import STANDS, StandKind
from longroll.systems.mckie.command.generals import Role
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.words import GUNS, Arm, Formation, Ground, Quality, Side
from longroll.systems.mckie.words import State as Standing

#: What a unit went through in this period, for its morale. (MK-M41)
Felt = Literal[
    "lost_figures",
    "under_artillery_fire",
    "struck_flank",
    "struck_rear",
    "passed_through",
    "won_melee",
    "lost_melee",
    "drew_melee",
    "tested",
    "tested_when_hit",
    "tried_charge",
    "advanced",
]


class Unit(Body, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A brigade, a battery, a screen or a wagon: what it is, and its condition."""

    side: Side
    arm: Arm
    formation: Formation
    quality: Quality
    weapon: Id = ""
    repeating: bool = False
    division: Id = ""
    #: Figures when the battle began; crewmen of a battery. [mckie:rem.strength]
    original: Figures
    figures: Figures
    #: Crewmen left at each gun model. [mckie:unit.crew]
    crews: Annotated[tuple[Crew, ...], Meta(max_length=MOST_MODELS)] = ()
    #: The real guns of a gunboat; its figures are its crew. [mckie:opt.gunboat.1]
    guns: Pieces = 0
    ironclad: bool = False
    #: Sizes of its bases if they are not the book's: kind, frontage, depth.
    #: [mckie:base.optional]
    bases: Annotated[
        tuple[tuple[StandKind, BaseSize, BaseSize], ...], Meta(max_length=len(STANDS))
    ] = ()
    #: Stands in the front rank of a supported line, 0 for half of them; of a line, 0 for all. A
    #: line has others behind when its screen has fallen back on it. [mckie:form.skirm.6]
    front: Stands = 0
    standing: Standing = "steady"
    #: Routs until a general of its chain joins it. [mckie:morale.result.m7b] (MK-M43)
    lost_heart: bool = False
    #: The period in which it began to retreat or rout. [mckie:morale.result.m3c]
    broke: Period = 0
    fatigued: bool = False
    #: The period in which it ran out of ammunition, 0 while it has some. [mckie:ammo.2]
    ran_out: Period = 0
    #: Figures of a screen that ran out and went back into its unit: the others fire without them.
    #: [mckie:ammo.3] (MK-46)
    empty: Figures = 0
    #: Its wagon is near: it may fire from the next period on. [mckie:ammo.4]
    supplied: bool = False
    #: The unit a screen was detached from. [mckie:form.skirm.2]
    parent: Id = ""
    #: Figures the enemy has taken. [mckie:loss.3]
    captured: Figures = 0
    #: Horse holders that were kept. [mckie:form.dism.2]
    holders: Figures = 0
    #: Periods it has dug. [mckie:dig.1]
    dug: Period = 0
    #: Its last morale score, while that bars something, and the period of that test. (MK-M44)
    last_score: Score | None = None
    scored_in: Period = 0
    # This period
    did: frozenset[Action] = frozenset()
    grounds: frozenset[Ground] = frozenset()
    felt: frozenset[Felt] = frozenset()
    #: Whether it has had its move.
    done: bool = False
    formed: bool = False
    #: Hundredths of its move used up by friends that passed through it. [mckie:pass.2]
    spent: Percent = 0
    #: It spends this period digging. [mckie:dig.1]
    digs: bool = False

    @property
    def is_battery(self) -> bool:
        return self.arm in GUNS

    @property
    def is_vessel(self) -> bool:
        return self.arm == "gunboat"

    @property
    def has_guns(self) -> bool:
        """Whether it fires guns: a battery, on land or afloat."""
        return self.is_battery or self.is_vessel


class General(Commander, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A commander: his post, his ratings, and the unit he is with. [mckie:risk.1]"""

    side: Side
    role: Role
    #: His name in the list of ratings; "" if a scenario gives its own letters.
    name: Title = ""
    ratings: Id = ""
    #: The divisions he commands; of a corps or an army, the divisions under it.
    divisions: NameList = ()
    superior: Id = ""
    mounted: bool = True
    #: The first period in which he commands, after he took over. [mckie:risk.4]
    commands_from: Period = 0
