"""What a battle of the series is about, as far as its players need to know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from longroll.board.hex import Hex
from longroll.systems.gbacw.roster import CONFEDERATE
from longroll.systems.gbacw.state import State

#: Hexes worth points, and how many, in halves.
Worth = dict[Hex, int]


class Tally(NamedTuple):
    """What the attacker has scored, and how the first day ends. Points are counted in halves."""

    points: int
    #: The last Game-Turn of the first day, and the most points that lose it.
    day_ends: int
    too_few: int


# Players travel to the processes that think for them, so these have names.


def _nothing(state: Any) -> frozenset[Hex]:
    return frozenset()


def _no(state: Any) -> bool:
    return False


def _none(state: Any) -> None:
    return None


class Aims(NamedTuple):
    """The aims of a battle, asked of a state of it."""

    #: The ground that counts.
    worth: Callable[[Any], Worth]
    #: The side that has to come and take it, and the part that this side holds.
    attacker: str
    taken: Callable[[Any], frozenset[Hex]] = _nothing
    #: Whether the ground scores hex by hex for the side that holds it.
    is_spread: Callable[[Any], bool] = _no
    #: The score, if one is kept.
    tally: Callable[[Any], Tally | None] = _none

    def held_by(self, state: State, side: str) -> frozenset[Hex]:
        """The ground that counts and that a side holds."""
        taken = self.taken(state)
        return taken if side == self.attacker else frozenset(self.worth(state)) - taken


def _middle(state: State) -> Worth:
    grid = state.game.grid
    columns, rows = grid.columns, grid.rows
    return {f"{columns[len(columns) // 2]:02d}{rows[len(rows) // 2]:02d}": 2}


#: If no ground counts, the middle of the map does.
MIDDLE = Aims(_middle, CONFEDERATE)
