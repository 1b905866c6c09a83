"""Where units stand: the ground they cover, and how far they are from each other."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

from longroll.board.table import (
    Footprint,
    Pose,
    Turn,
    after,
    distance_between,
    footprint,
    is_within,
)
from longroll.board.table.angles import HALF_TURN
from longroll.miniatures.bodies import Body
from longroll.miniatures.rulebook import Rulebook
from longroll.miniatures.state import State

U = TypeVar("U", bound=Body)
Battle = State[Any, Any]


@lru_cache(maxsize=4096)
def ground_of(rulebook: Rulebook[U], unit: U) -> Footprint:
    """Everything a unit covers, with bases that are edge to edge joined into one."""
    return footprint(rulebook.layout(unit).solid, unit.pose)


@lru_cache(maxsize=4096)
def stands_of(rulebook: Rulebook[U], unit: U) -> Footprint:
    """What others shoot at and run into."""
    return footprint(rulebook.fighting(unit), unit.pose)


def gap(rulebook: Rulebook[U], one: U, other: U) -> int:
    """Hundredths between the nearest stands of two units."""
    return distance_between(stands_of(rulebook, one), stands_of(rulebook, other))


def are_within(rulebook: Rulebook[U], one: U, other: U, limit: int) -> bool:
    return is_within(stands_of(rulebook, one), stands_of(rulebook, other), limit)


def troops(state: Battle, besides: Iterable[str] = ()) -> list[tuple[str, Footprint]]:
    """All units on the table that may be in the way, except some."""
    out = set(besides)
    return [
        (id, ground_of(state.rulebook, state.units[id])) for id in state.present() if id not in out
    ]


def facing_away(rulebook: Rulebook[U], unit: U) -> Pose:
    """The pose of a unit that has turned about on the spot."""
    return after(rulebook.layout(unit), unit.pose, Turn(HALF_TURN))
