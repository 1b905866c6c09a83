"""What changes in a battle: the units with their points and their go, the commanders, the turn."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from longroll.board.table import Piece, Pose, Table
from longroll.kernel.memo import Memo, finding
from longroll.miniatures import bodies
from longroll.miniatures.amounts import Hundredths, Id, Period, Title, UnitId
from longroll.miniatures.state import State as TableState
from longroll.miniatures.ways import grounds
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.scenario import Edge, Scenario, UnitEntry, scenario_named
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import BridgeType
from longroll.systems.honor_glory.words import Rank, Side, Struck

#: Who can use a stretch of river as a ford.
Usable = Literal["no", "foot", "all"]
Counters = Annotated[int, Meta(ge=0, le=200)]


class Commander(bodies.Commander, frozen=True, gc=False, kw_only=True, omit_defaults=False):
    """A commander above a regiment; the unit he is with is the one he has joined."""

    rank: Rank = "brigade"
    mp: Annotated[int, Meta(ge=0, le=20)] = 0


class Hollow(msgspec.Struct, frozen=True):
    """Whether dead ground hides a target from a firer, as long as both stay where they are."""

    poses: tuple[Pose, Pose]
    protects: bool


class Caught(msgspec.Struct, frozen=True):
    """Contact that a pursuit led to: the melee begins in the next turn. [honor_glory:92.n2]"""

    struck: Struck
    turn: Period
    joining: bool = False


class Bridge(msgspec.Struct, frozen=True):
    """A pontoon bridge: its type, the work left in halves of an activation, and where it lies."""

    type: BridgeType
    left: Annotated[int, Meta(ge=0, le=200)]
    piece: Piece

    @property
    def done(self) -> bool:
        return self.left == 0


class Burning(msgspec.Struct, frozen=True):
    """A fire: who started it, what it will take next, and whether it is out of control."""

    side: Side
    loss: Annotated[int, Meta(ge=0, le=1_000)]
    lost: bool = False


class Camp(msgspec.Struct, frozen=True):
    """A baggage camp by OP8: its middle, and who holds it. [honor_glory:OP8.1]"""

    x: Hundredths
    y: Hundredths
    holder: Side


class FlankMarch(msgspec.Struct, frozen=True):
    """A march off the table by OP6: where it is to come in, from the left end of the edge as its
    side faces it, and who makes it. [honor_glory:OP6.1] [honor_glory:OP6.7]"""

    side: Side
    edge: Literal["west", "east"]
    at: Hundredths
    units: tuple[UnitId, ...]
    declared: bool = False
    over: bool = False


class State(TableState[Unit, Commander], kw_only=True, dict=True):
    """A battle. `turn` counts the turns of both sides together, `active` is whose it is."""

    rulebook = RULEBOOK
    #: A charge has many tests, and whoever fails one runs: a go takes longer than McKie's.
    heft = 6
    #: Units that run are moved at once; on the players' own table they move them.
    moves_units = True

    options: Options
    turn: Period = 0
    active: Side = "union"
    #: The side that opened the battle. [honor_glory:9.first]
    first: Side = "union"
    #: Counters each side has for every turn. [honor_glory:8.12]
    counters: dict[Side, Counters] = {}
    #: Counters not yet placed in this turn; none is saved. [honor_glory:3.ac.3]
    unplaced: Counters = 0
    #: Orders of this turn, and the order in which they were declared. [honor_glory:6.1]
    declared: dict[Id, tuple[Id, ...]] = {}
    goes: tuple[UnitId, ...] = ()
    #: Pairs in melee: the side's unit whose turn began it comes first.
    melees: tuple[tuple[UnitId, UnitId], ...] = ()
    #: Melees that are fought for the first time in the next turn: where the first unit struck.
    caught: dict[UnitId, Caught] = {}
    #: Units whose enemy has left their melee for another reason than a round of it, and that enemy.
    forsaken: tuple[tuple[UnitId, UnitId], ...] = ()
    #: What was found out about dead ground, by firer and target. [honor_glory:37.5]
    dead_ground: dict[Id, Hollow] = {}
    #: Terrain that is not as the table has it: pieces that are gone, and others that were laid.
    removed: tuple[Title, ...] = ()
    laid: tuple[Piece, ...] = ()
    #: Stretches of river where a ford was looked for. [honor_glory:49.f1n]
    fords: dict[Title, Usable] = {}
    bridges: dict[Title, Bridge] = {}
    #: Defence value that pieces have lost, and those on fire, by OP10.
    damage: dict[Title, Annotated[int, Meta(ge=0, le=10_000)]] = {}
    fires: dict[Title, Burning] = {}
    camps: dict[Side, Camp] = {}
    #: The edges that the sides chose, if they had a choice. [honor_glory:8.5]
    edges: dict[Side, Edge] = {}
    flanks: dict[Id, FlankMarch] = {}
    #: Whose turn it is among three or more players of a side, and their counters.
    #: [honor_glory:12.2] [honor_glory:12.3]
    player: Annotated[int, Meta(ge=0, le=3)] = 0
    shares: dict[Side, tuple[Counters, ...]] = {}
    #: Changes of terrain that the sides have left, by OP9. [honor_glory:OP9.1]
    changes: dict[Side, Counters] = {}
    #: Units that a commander helps from afar, by OP14. [honor_glory:OP14.0b]
    helped: dict[Id, tuple[UnitId, ...]] = {}
    #: Commanders lost, by side: the commander-in-chief and corps commanders count as units.
    lost_commanders: dict[Side, Counters] = {}
    phase: Literal["setup", "declaring", "goes", "over"] = "setup"

    @property
    def played(self) -> Scenario:
        return scenario_named(self.scenario)

    @property
    def table(self) -> Table:
        """The table of the scenario as it is now."""
        table = self.played.table
        return _amended(table, self.removed, self.laid) if self.removed or self.laid else table

    def entry(self, id: str) -> UnitEntry:
        """A unit as its scenario has it."""
        army = self.played.file.armies[self.units[id].of]
        return next(one for one in army.units if one.id == id)

    @property
    def full_turn(self) -> int:
        """The turn as the scenario counts them, in which each side has one of its own."""
        return (self.turn + 1) // 2

    def home(self, side: str) -> int:
        """The heading towards a side's own edge of the table. [honor_glory:50.1]"""
        return 0 if self.edge(side) == "north" else 1800

    def edge(self, side: str) -> Edge:
        own: Side = "union" if side == "union" else "confederate"
        return self.edges.get(own, self.played.file.armies[own].edge)

    def opponent_of(self, id: str) -> str | None:
        """The unit that another fights, if it is in melee: the first to touch it.
        [honor_glory:75.4] [honor_glory:13.melee.3]"""
        return next(iter(self.opponents_of(id)), None)

    def opponents_of(self, id: str) -> list[str]:
        """Everybody in melee with a unit, the first to have touched it first."""
        return [other if one == id else one for one, other in self.melees if id in (one, other)]

    def with_unit(self, id: str) -> dict[str, Commander]:
        """The commanders in base contact with a unit, who go where it goes. [honor_glory:32.1]
        [honor_glory:3.actcmd.2] [honor_glory:3.contact.cmd] [honor_glory:32.3]"""
        return {
            who: one
            for who, one in self.commanders.items()
            if one.joined == id and one.place == "table"
        }

    def fresh(self) -> State:
        """The table as it would be if its units were activated."""
        twin: State = self.copy()
        twin.units, twin.memo = _activated(self)
        return twin

    def spend(self, id: str, share: Fraction) -> None:
        """Take a share of a move from what a unit has left. [honor_glory:39.2]"""
        left = Fraction(*self.units[id].left) - share
        self.change(id, left=(left.numerator, left.denominator))


@finding("units")
def _activated(state: State) -> tuple[dict[str, Unit], Memo]:
    """All units as if they were activated; results for them must not replace cached results for
    the battle."""
    twin: State = state.copy()
    units = {id: msgspec.structs.replace(unit, left=(1, 1)) for id, unit in state.units.items()}
    twin.units, twin.memo = units, Memo()
    grounds.tell(twin, grounds(state))  # Nobody has moved.
    return twin.units, twin.memo


@lru_cache(maxsize=256)
def _amended(table: Table, removed: tuple[str, ...], laid: tuple[Piece, ...]) -> Table:
    left = tuple(one for one in table.pieces if one.name not in removed)
    return msgspec.structs.replace(table, pieces=(*left, *laid))
