"""Whether a side has done what its scenario asks of it. [mckie:victory.none] (MK-M59)"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.miniatures.goals import Goals
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.table.state import ENEMY, State


def formed(state: State, side: str) -> list[str]:
    """Units of a side that fight on land and neither retreat nor rout."""
    return [
        id
        for id in state.of_side(side)
        if state.units[id].standing in ("steady", "retiring")
        and state.units[id].arm not in ("wagon", "gunboat")
    ]


def army(state: State, side: str) -> Iterator[tuple[Unit, int]]:
    """The units a side began with, and the figures each has left, including its screens.

    A unit that has left the field has none left.
    """
    for id, unit in state.units.items():
        if unit.side == side and unit.arm != "wagon" and not unit.parent:
            screens = [other for other in state.units.values() if other.parent == id]
            left = sum(one.figures for one in (unit, *screens) if one.place != "gone")
            yield unit, min(left, unit.original)


def _strengths(state: State, side: str) -> Iterator[tuple[int, int]]:
    return ((unit.original, left) for unit, left in army(state, side))


GOALS = Goals[State](formed, _strengths, dict(ENEMY))
