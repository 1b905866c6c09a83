"""What changes in a battle: the units with their points and their go, the commanders, the turn."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from longroll.board.table import Table
from longroll.miniatures import bodies
from longroll.miniatures.amounts import Id, Period, UnitId
from longroll.miniatures.state import State as TableState
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.scenario import Scenario, scenario_named
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.words import Rank, Side

Counters = Annotated[int, Meta(ge=0, le=200)]


class Commander(bodies.Commander, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A commander above a regiment; the unit he is with is the one he has joined."""

    rank: Rank = "brigade"
    mp: Annotated[int, Meta(ge=0, le=20)] = 0


class State(TableState[Unit, Commander], kw_only=True, dict=True):
    """A battle. `turn` counts the turns of both sides together, `active` is whose it is."""

    rulebook = RULEBOOK

    options: Options
    turn: Period = 0
    active: Side = "union"
    #: The side that opened the battle. [honor_glory:9.first]
    first: Side = "union"
    #: Counters each side has for every turn. [honor_glory:8.12]
    counters: dict[Side, Counters] = {}
    #: Counters not yet placed in this turn; none is saved. [honor_glory:3.ac.3]
    unplaced: Counters = 0
    #: Orders of this turn, in the order in which they were declared. [honor_glory:6.1]
    declared: dict[Id, tuple[Id, ...]] = {}
    #: Pairs in melee: the side's unit whose turn began it comes first.
    melees: tuple[tuple[UnitId, UnitId], ...] = ()
    #: Commanders lost, by side: the commander-in-chief and corps commanders count as units.
    lost_commanders: dict[Side, Counters] = {}
    phase: Literal["setup", "declaring", "goes", "over"] = "setup"

    @property
    def played(self) -> Scenario:
        return scenario_named(self.scenario)

    @property
    def table(self) -> Table:
        return self.played.table

    def home(self, side: str) -> int:
        """The heading towards a side's own edge of the table. [honor_glory:50.1]"""
        armies = self.played.file.armies
        return 0 if armies[side].edge == "north" else 1800  # type: ignore[index]

    def opponent_of(self, id: str) -> str | None:
        """The unit that another fights, if it is in melee. [honor_glory:75.4]"""
        for one, other in self.melees:
            if one == id:
                return other
            if other == id:
                return one
        return None

    def with_unit(self, id: str) -> dict[str, Commander]:
        """The commanders in base contact with a unit. [honor_glory:32.1]"""
        return {
            who: one
            for who, one in self.commanders.items()
            if one.joined == id and one.place == "table"
        }

    def fresh(self, id: str) -> State:
        """The table as it would be if a unit were activated."""
        twin: State = self.copy()
        twin.change(id, left=(1, 1))
        return twin

    def spend(self, id: str, share: Fraction) -> None:
        """Take a share of a move from what a unit has left. [honor_glory:39.2]"""
        left = Fraction(*self.units[id].left) - share
        self.change(id, left=(left.numerator, left.denominator))
