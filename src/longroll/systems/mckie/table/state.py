"""The facts of a battle on the table that change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from longroll.board.table import Pose, pose
from longroll.board.table.moves import Move
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.state import State as BaseState
from longroll.systems.mckie.amounts import (
    MOST_MODELS,
    BaseSize,
    CardsOfEach,
    Crew,
    Few,
    Figures,
    Hundredths,
    Id,
    Lost,
    Many,
    NameList,
    Names,
    Percent,
    Period,
    Pieces,
    Score,
    Stands,
    Tenths,
    Title,
    UnitId,
    UnitList,
)
from longroll.systems.mckie.army.units import STANDS, StandKind
from longroll.systems.mckie.cards.rules import Holders
from longroll.systems.mckie.cards.rules import Table as Cards
from longroll.systems.mckie.command.generals import Role
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.scenarios.scenario import Scenario, scenario_named
from longroll.systems.mckie.words import (
    CONFEDERATE,
    GUNS,
    UNION,
    Arm,
    Formation,
    Ground,
    Quality,
    Side,
    Struck,
)
from longroll.systems.mckie.words import State as Standing

ENEMY: dict[str, Side] = {UNION: CONFEDERATE, CONFEDERATE: UNION}

#: On the table, still to come, or gone.
Whereabouts = Literal["table", "reserve", "gone"]
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


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agreed on; docs/rulings.md explains each. [mckie:opt.status]"""

    #: Initiative, activation and orders by the ratings of the generals. [mckie:newper.1]
    generalship: bool = False
    #: Batteries may lose pieces to enemy guns. [mckie:opt.cb.1]
    counter_battery: bool = False
    #: Random event cards, a house deck. [mckie:cards.1] (MK-M60)
    cards: bool = False
    #: How many of each card are in the pack, and who each hold a card. [mckie:cards.2]
    #: [mckie:cards.3]
    cards_of_each: CardsOfEach = 2
    card_holders: Holders = "divisions"
    #: How unseen troops are kept: not on the table, as blind markers, or in the open.
    hidden: Literal["umpire", "blinds", "open"] = "open"
    #: Activation needs more than this. (MK-M57)
    activation_exceeds: Score = 0


class Unit(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A brigade, a battery, a screen or a wagon: what it is, and its condition."""

    title: Title
    side: Side
    arm: Arm
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
    formation: Formation
    #: Stands in the front rank of a supported line, 0 for half of them.
    front: Stands = 0
    place: Whereabouts = "table"
    #: The period in which it arrives, and how it left the battle.
    arrives: Period = 0
    fate: Title = ""
    #: The middle of its front in hundredths of an inch, and its heading in tenths of a degree.
    x: Hundredths = 0
    y: Hundredths = 0
    heading: Tenths = 0
    standing: Standing = "steady"
    #: Routs until a general of its chain joins it. [mckie:morale.result.m7b] (MK-M43)
    lost_heart: bool = False
    #: The period in which it began to retreat or rout. [mckie:morale.result.m3c]
    broke: Period = 0
    fatigued: bool = False
    #: The period in which it ran out of ammunition, 0 while it has some. [mckie:ammo.2]
    ran_out: Period = 0
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
    def pose(self) -> Pose:
        return pose(self.x, self.y, self.heading)

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


class General(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A commander: his post, his ratings, where he is and the unit he is with."""

    title: Title
    side: Side
    role: Role
    #: His name in the list of ratings; "" if a scenario gives its own letters.
    name: Title = ""
    ratings: Id = ""
    #: The divisions he commands; of a corps or an army, the divisions under it.
    divisions: NameList = ()
    superior: Id = ""
    place: Whereabouts = "table"
    arrives: Period = 0
    fate: Title = ""
    x: Hundredths = 0
    y: Hundredths = 0
    mounted: bool = True
    #: The unit he is with. [mckie:risk.1]
    joined: Id = ""
    moved: bool = False
    #: The first period in which he commands, after he took over. [mckie:risk.4]
    commands_from: Period = 0


class Charge(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A charge that was declared and passed its test: the way to a point 1 in from the target."""

    unit: UnitId
    target: UnitId
    way: Annotated[Move, Few]
    length: Hundredths
    struck: Struck
    response: Literal["", "stand", "turn", "evade"] = ""
    #: Stopped by fire or by its morale, 1 in short. [mckie:morale.result.1b]
    halted: bool = False


class Fire(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What a unit was told to fire at: each stand at the first of these that it can hit."""

    unit: UnitId
    targets: UnitList
    solid_shot: bool = False


class Contact(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Two units in melee: who attacked, where it struck the other, and since when."""

    attacker: UnitId
    defender: UnitId
    struck: Struck
    since: Period
    #: The attacker came by following up.
    followed_up: bool = False


class Guns(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The guns of a battery whose crews have run: where they are, and how many. (MK-M39)"""

    arm: Arm
    models: Figures
    x: Hundredths
    y: Hundredths
    heading: Tenths
    #: Frontage and depth of a model if they are not the book's. [mckie:base.optional]
    base: tuple[BaseSize, BaseSize] | None = None


class Trench(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A hasty trench that was dug along the front of a unit, from its left end to its right.
    [mckie:dig.3]"""

    start: tuple[Hundredths, Hundredths]
    end: tuple[Hundredths, Hundredths]


class Smoke(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A strip of smoke 1 in deep in front of a unit that fired. (MK-M27)"""

    x: Hundredths
    y: Hundredths
    heading: Tenths
    width: Hundredths
    fired_in: Period


class Courier(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A rider with new orders for a general. [mckie:deploy.5] (MK-M56)"""

    side: Side
    giver: Id
    receiver: Id
    orders: Annotated[tuple[Written, ...], Few]
    x: Hundredths
    y: Hundredths


class Blind(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A marker for a division, or for none: only its owner knows what is under it.
    [mckie:hidden.blind.1] [mckie:hidden.blind.2]"""

    side: Side
    #: The units under it; a dummy has none.
    units: UnitList
    x: Hundredths
    y: Hundredths
    heading: Tenths
    formation: Literal["line", "road_march"] = "line"
    done: bool = False


class State(BaseState, kw_only=True, dict=True):
    """Everything that changes. Containers are replaced, never changed in place."""

    options: Options
    period: Period = 0
    #: The step of the period that is being played.
    step: Id = ""
    #: The army that has the initiative, and the one that moves first. [mckie:init.3]
    initiative: Id = ""
    first: Id = ""
    units: Annotated[dict[Id, Unit], Many]
    generals: Annotated[dict[Id, General], Many] = {}
    charges: Annotated[tuple[Charge, ...], Many] = ()
    #: Fire that was ordered and not yet worked out; all of it is simultaneous. (MK-M16)
    fires: Annotated[tuple[Fire, ...], Many] = ()
    contacts: Annotated[tuple[Contact, ...], Many] = ()
    smoke: Annotated[tuple[Smoke, ...], Many] = ()
    trenches: Annotated[tuple[Trench, ...], Many] = ()
    #: Guns without crews, by the battery they belong to. [mckie:resp.6] (MK-M39)
    guns: Annotated[dict[Id, Guns], Many] = {}
    #: Losses of the melees of this period: figures suffered and inflicted by each unit.
    tallies: Annotated[dict[UnitId, tuple[Lost, Lost]], Many] = {}
    #: Units of either side that the other has seen. [mckie:hidden.umpire.1]
    spotted: Names = frozenset()
    #: Orders of corps and divisions, by general. [mckie:ord.chain]
    orders: Annotated[dict[Id, Pile], Many] = {}
    #: Units out of command that their brigadiers may move in this period. [mckie:cmd.5]
    roused: Names = frozenset()
    #: Units for which that die was rolled.
    asked: Names = frozenset()
    #: Commanders who had their attempt at activation, and corps that got new orders, in this
    #: period. [mckie:gen.act.8] [mckie:ord.change.corps]
    tried: Names = frozenset()
    changed: Names = frozenset()
    #: In whose place a commander-in-chief commands himself. [mckie:gen.override.1]
    personally: Annotated[dict[Id, Id], Many] = {}
    #: Brigades that were sent on a task of their own. [mckie:gen.bde.1] [mckie:gen.bde.2]
    detached: Names = frozenset()
    couriers: Annotated[tuple[Courier, ...], Many] = ()
    #: The pack of event cards and the hands; None while they are not in use. [mckie:cards.1]
    cards: Cards | None = None
    #: Generals that orders do not reach, through the period named.
    astray: Annotated[dict[Id, Period], Many] = {}
    #: Blind markers on the table. [mckie:hidden.blind.1]
    blinds: Annotated[dict[Id, Blind], Many] = {}

    @property
    def battle(self) -> Scenario:
        """What never changes: table, armies, objectives."""
        return scenario_named(self.scenario)

    def copy(self) -> Any:
        twin = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        twin.memo = self.memo
        return twin

    # Questions

    def of_side(self, side: str) -> list[str]:
        """Units of a side that are on the table, in the order of the roster."""
        return [id for id, unit in self.units.items() if unit.side == side and is_present(unit)]

    def present(self) -> list[str]:
        return [id for id, unit in self.units.items() if is_present(unit)]

    def chargers_of(self, target: str) -> list[Charge]:
        return [charge for charge in self.charges if charge.target == target]

    def charge_of(self, unit: str) -> Charge | None:
        return next((charge for charge in self.charges if charge.unit == unit), None)

    def opponents(self, unit: str) -> list[str]:
        """Those a unit is in melee with."""
        return [
            contact.defender if contact.attacker == unit else contact.attacker
            for contact in self.contacts
            if unit in (contact.attacker, contact.defender)
        ]

    # Changes

    def change(self, id: str, **fields: Any) -> None:
        """Set some facts of a unit."""
        self.units = {**self.units, id: msgspec.structs.replace(self.units[id], **fields)}

    def change_general(self, id: str, **fields: Any) -> None:
        self.generals = {**self.generals, id: msgspec.structs.replace(self.generals[id], **fields)}

    def mark(self, id: str, *, did: Iterable[Action] = (), felt: Iterable[Felt] = ()) -> None:
        """Note what a unit did, or what happened to it, in this period."""
        unit = self.units[id]
        self.change(id, did=unit.did | frozenset(did), felt=unit.felt | frozenset(felt))

    def put(self, id: str, to: Pose) -> None:
        self.change(id, x=to.point.x, y=to.point.y, heading=to.heading)

    def remove(self, id: str, fate: str) -> None:
        """Take a unit off the table permanently; generals with it stay where it was."""
        unit = self.units[id]
        for who, general in self.generals.items():
            if general.joined == id:
                self.change_general(who, joined="", x=unit.x, y=unit.y)
        self.change(id, place="gone", fate=fate)
        self.charges = tuple(one for one in self.charges if id not in (one.unit, one.target))
        self.contacts = tuple(
            one for one in self.contacts if id not in (one.attacker, one.defender)
        )


T = TypeVar("T")


def in_order(table: Mapping[str, T]) -> dict[str, T]:
    """A table in the order of its ids: what happens must not depend on the order of insertion."""
    return dict(sorted(table.items()))


def is_present(unit: Unit) -> bool:
    return unit.place == "table"
