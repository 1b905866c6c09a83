"""What all ideas share: what an order is worth, and the place that decides the battle."""

from __future__ import annotations

from typing import NamedTuple

from longroll.ai.honor_glory.doctrine import Doctrine
from longroll.board.table import Point, bearing_to, distance
from longroll.kernel.decision import Choice
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import REGIMENTS

#: With fewer turns left than this the place that decides the battle is worth more than its price.
_LATE = 4


class Idea(NamedTuple):
    """An order, its worth, and why it is given."""

    worth: float
    order: Choice
    why: str


def declare(id: str, *words: str, counters: int = 1) -> Choice:
    return Choice("declare", (id, str(counters), *words))


def goal_of(state: State) -> Point:
    """The place that decides the battle."""
    x, y = state.played.file.objective.at
    return Point(round(x * CM), round(y * CM))


def is_at_stake(state: State, id: str) -> bool:
    """Whether a unit stands where the battle is decided."""
    within = round(state.played.file.objective.within * CM)
    return distance(state.units[id].pose.point, goal_of(state)) <= within + 8 * CM


def is_late(state: State) -> bool:
    """Whether the end is near."""
    return state.played.file.turns - state.turn // 2 < _LATE


def is_weak(state: State, id: str, doctrine: Doctrine) -> bool:
    """Whether one more hit may break a unit."""
    return state.units[id].mp <= doctrine.spare and state.units[id].arm in REGIMENTS


def off_front(state: State, id: str, place: Point) -> int:
    """How far a place is off a unit's front, in tenths of a degree."""
    unit = state.units[id]
    return (bearing_to(unit.pose.point, place) - unit.heading + 1800) % 3600 - 1800
