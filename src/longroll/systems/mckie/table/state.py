"""The facts of a battle on the table that change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from longroll.board.table import Table
from longroll.board.table.moves import Move
from longroll.kernel.state import Options as BaseOptions
from longroll.miniatures.amounts import (
    BaseSize,
    Few,
    Hundredths,
    Id,
    Many,
    Names,
    Period,
    Tenths,
    UnitId,
    UnitList,
)
from longroll.miniatures.state import State as BaseState
from longroll.systems.mckie.amounts import CardsOfEach, Figures, Lost, Score
from longroll.systems.mckie.army.troops import Felt, General, Unit
from longroll.systems.mckie.cards.rules import Holders
from longroll.systems.mckie.cards.rules import Table as Cards
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.rulebook import RULEBOOK
from longroll.systems.mckie.scenarios.scenario import Scenario, scenario_named
from longroll.systems.mckie.words import CONFEDERATE, UNION, Arm, Side, Struck

#: The way home from each edge.
EDGES = {"north": 0, "east": 900, "south": 1800, "west": 2700}
ENEMY: dict[str, Side] = {UNION: CONFEDERATE, CONFEDERATE: UNION}


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
    #: A unit of the first army may still move before a charge of the other comes in. (MK-42)
    charged_may_move: bool = False


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


class State(BaseState[Unit, General], kw_only=True, dict=True):
    """Everything that changes. Containers are replaced, never changed in place."""

    rulebook = RULEBOOK

    options: Options
    period: Period = 0
    #: The step of the period that is being played.
    step: Id = ""
    #: The army that has the initiative, and the one that moves first. [mckie:init.3]
    initiative: Id = ""
    first: Id = ""
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

    @property
    def table(self) -> Table:
        return self.battle.table

    def home(self, side: str) -> int:
        return EDGES[self.battle.file.deployment[side].edge]  # type: ignore[index]

    # Questions

    def chargers_of(self, target: str) -> list[Charge]:
        return [charge for charge in self.charges if charge.target == target]

    def charge_of(self, unit: str) -> Charge | None:
        for charge in self.charges:
            if charge.unit == unit:
                return charge
        return None

    def opponents(self, unit: str) -> list[str]:
        """Those a unit is in melee with."""
        return [
            contact.defender if contact.attacker == unit else contact.attacker
            for contact in self.contacts
            if unit in (contact.attacker, contact.defender)
        ]

    def title_of(self, id: str) -> str:
        """The name of a unit, a general or a marker."""
        one = self.units.get(id) or self.commanders.get(id)
        return one.title if one is not None else f"Marker {id}"

    # Changes

    def mark(self, id: str, *, did: Iterable[Action] = (), felt: Iterable[Felt] = ()) -> None:
        """Note what a unit did, or what happened to it, in this period."""
        unit = self.units[id]
        self.change(id, did=unit.did | frozenset(did), felt=unit.felt | frozenset(felt))

    def remove(self, id: str, fate: str) -> None:
        super().remove(id, fate)
        self.charges = tuple(one for one in self.charges if id not in (one.unit, one.target))
        self.contacts = tuple(
            one for one in self.contacts if id not in (one.attacker, one.defender)
        )
