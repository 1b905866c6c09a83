"""What a rulebook says to the layer: one object, its numbers and its rule ids together.

The layer knows how troops stand, march, meet and run on a measured table. What a formation looks
like, how fast it goes, what ground costs or bars and what a change costs is the rulebook's:
docs/miniatures.md goes through it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from longroll.board.table import Layout, Piece, Table, Turn
from longroll.board.table.moves import Leg
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.miniatures.bodies import Body
from longroll.miniatures.drill import NORMAL, Change, Drillbook
from longroll.miniatures.measure import Measure

U = TypeVar("U", bound=Body)


class Gait(NamedTuple):
    """How some troops go: everything that their rate and their footing depend on."""

    arm: str
    formation: str
    pace: str = NORMAL
    #: Running from the enemy, or made to give ground.
    in_flight: bool = False


def gait_of(unit: Body, pace: str = NORMAL, in_flight: bool = False) -> Gait:
    """The gait of a unit, if its arm and its formation say all."""
    return Gait(unit.arm, unit.formation, pace, in_flight)


class Footing(NamedTuple):
    """The share of its rate at which a gait goes over some ground, and the rule that says so."""

    share: Fraction
    rule: str


class Berth(NamedTuple):
    """How a unit meets another: the gap it keeps, and whether it may go through."""

    gap: int = 0
    passable: bool = False


@dataclass(frozen=True)
class Done(Generic[U]):
    """A unit after a change or a turn; the lines are what it cost, in hundredths of a move, less
    than 0."""

    unit: U
    costs: tuple[Line, ...] = ()

    @property
    def share(self) -> Fraction:
        return Fraction(-sum(line.value for line in self.costs), 100)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rule ids of refusals that every rulebook has some rule for."""

    #: More than is left of a move.
    too_far: str
    off_table: str
    #: Nearer to an enemy than the gap.
    too_near: str
    #: Ending a move on friends.
    among_friends: str
    #: Taking a formation that it already has.
    no_change: str
    #: Ground that nobody can cross.
    impassable: str


@dataclass(frozen=True, kw_only=True)
class Moves(Generic[U]):
    """Rates, changes and turns."""

    #: What a whole move takes: "a period", or "an activation".
    span: str
    #: The share of a whole move that a unit has left; more than 1 if it moves several times.
    left: Callable[[U], Fraction]
    #: How a unit goes at a pace, or in flight.
    gait: Callable[[U, str, bool], Gait] = gait_of
    #: The whole move at a gait, in hundredths.
    rate: Callable[[Gait], Line | Refusal]
    #: A unit after a change of formation, or after a turn on the spot.
    change: Callable[[U, Change], Done[U] | Refusal]
    turn: Callable[[U, Turn], Done[U] | Refusal]
    #: Whether the stands of a unit follow their head round a corner.
    follows: Callable[[U], bool]
    #: What bars a leg whatever the ground.
    bar: Callable[[U, Leg], Refusal | None] = lambda unit, leg: None


@dataclass(frozen=True, kw_only=True)
class Ground(Generic[U]):
    """What each kind of ground costs or bars."""

    #: The rulebook's word for what is underfoot; a piece of None is open ground.
    word: Callable[[Gait, Piece | None], str]
    footing: Callable[[Gait, str], Footing | Refusal]
    #: What bars a piece whatever its ground is.
    bar: Callable[[Gait, Piece], Refusal | None] = lambda gait, piece: None
    #: The refusal of a unit that would stand on, or run over, a piece that bars it.
    barred: Callable[[U, Piece], Refusal]
    #: Whether a gait goes by road: others do not see roads.
    by_road: Callable[[Gait], bool]
    #: Whether a gait goes on water, and only there.
    afloat: Callable[[Gait], bool] = lambda gait: False
    #: What it costs to cross one contour, or a wall, in hundredths of the unit of measure.
    #: A contour may cost something else to a way that leads only over some grounds.
    contour: Callable[[Gait, Collection[str]], Line | None] = lambda gait, grounds: None
    barrier: Callable[[Gait, Piece], Line | Refusal | None] = lambda gait, piece: None
    #: The share of a front that must be on slow ground for the unit to be slowed; None if the
    #: middle of the front decides.
    frontage: Fraction | None = None
    #: How a ground is named in a sentence, if that is not its word.
    names: Mapping[str, str] = field(default_factory=dict)
    #: What bars a place as such: a vessel must be afloat.
    place: Callable[[Table, U], Refusal | None] = lambda table, unit: None


@dataclass(frozen=True, kw_only=True)
class Others(Generic[U]):
    """What a unit on the move does about others."""

    berth: Callable[[U, U], Berth]
    #: The gap that is kept from enemies, in hundredths, unless a charge is made.
    gap: int
    #: What going through a unit on a leg costs, in hundredths of a move and not more than 0; or
    #: what bars it.
    passage: Callable[[U, U, Leg], Line | Refusal]


@dataclass(frozen=True, kw_only=True)
class Charges(Generic[U]):
    """The way of a charge. How far it reaches is worked out for each charge."""

    #: The gap at which a charge halts before its target; 0 if it goes on to contact.
    halt: int
    #: Enemies beside the target may stop a charge this near to it: it strikes them too.
    beside: int
    #: The rule that a front must reach the enemy.
    no_front: str
    #: The refusal of a charge that somebody is in the way of.
    barred: Callable[[U], Refusal]
    #: Whether a unit lets a charging one through.
    lets_through: Callable[[U, U], bool] = lambda unit, other: False
    #: Whether a charge may begin with a wheel.
    may_wheel: Callable[[U], bool] = lambda unit: True
    #: Whether anybody can come to blows with a unit.
    can_be_fought: Callable[[U], bool] = lambda unit: True


@dataclass(frozen=True, kw_only=True)
class Flight:
    """How troops run: angles in tenths of a degree, distances in hundredths."""

    #: How far its enemies can turn a unit from the way home.
    astray: int
    #: By how much it turns aside when the way is barred.
    aside: int
    #: Enemies hardly farther off than the nearest one also count.
    as_near: int
    #: A unit that would end among others stops short by this much more.
    shorter: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Rulebook(Generic[U]):
    """Everything that the layer asks a rulebook. One object for each, which is its own identity."""

    measure: Measure
    drill: Drillbook
    rules: Rules
    #: All bases of a unit, and those that fire, fight and are shot at.
    layout: Callable[[U], Layout]
    fighting: Callable[[U], Layout]
    moves: Moves[U]
    ground: Ground[U]
    others: Others[U]
    charges: Charges[U]
    flight: Flight
