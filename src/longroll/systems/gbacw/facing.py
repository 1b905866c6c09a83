"""7.0 Facing: which hexsides are a unit's front, and from which hexes it is enfiladed."""

from __future__ import annotations

from collections.abc import Iterable

from longroll.board.hex import Hex
from longroll.systems.gbacw.roster import WAGON
from longroll.systems.gbacw.state import (
    COLUMN,
    DISMOUNTED,
    LIMBERED,
    LINE,
    MOUNTED,
    UNLIMBERED,
    State,
)

ALL_AROUND = (0, 1, 2, 3, 4, 5)
#: The faced hexside and its two neighbours. [gbacw:7.0.1]
_THREE = tuple(((facing - 1) % 6, facing, (facing + 1) % 6) for facing in range(6))


def fronts(state: State, unit: int) -> tuple[int, ...]:
    """The frontal hexsides of a unit; the others are its rear.

    [gbacw:7.0.1] [gbacw:7.0.2] [gbacw:7.0.4] [gbacw:7.0.5]
    """
    own = state.units[unit]
    if own.formation in (LINE, DISMOUNTED, UNLIMBERED):
        given = state.game.rules.fronts(state, unit)
        return _THREE[own.facing] if given is None else given
    if own.formation == MOUNTED:
        return (own.facing,)
    return ALL_AROUND


def facing_in(state: State, hex: Hex, side: str) -> int | None:
    """The facing that a unit entering a hex has to take: that of the friends there.

    [gbacw:7.0.8] [gbacw:8.42]
    """
    for unit in state.stack(hex, side):
        if state.units[unit].formation:
            return state.units[unit].facing
    return None


def leaves_through(state: State, origin: Hex, target: Hex) -> tuple[int, ...]:
    """The hexsides by which a line leaves a hex: two if it leaves through a corner.

    [gbacw:9.33]
    """
    return state.game.grid.exits(origin, target)


def ahead(state: State, unit: int, hexes: Iterable[Hex]) -> list[Hex]:
    """Those of some hexes that are to a unit's front. [gbacw:7.22]"""
    front, here = set(fronts(state, unit)), state.hex_of(unit)
    return [hex for hex in hexes if not front.isdisjoint(leaves_through(state, here, hex))]


def is_always_enfiladed(state: State, unit: int) -> bool:
    """Columns, wagons, mounted cavalry, limbered guns and routed units have no front.

    [gbacw:6.35] [gbacw:7.0.3] [gbacw:16.35] [gbacw:6.31]
    """
    own = state.units[unit]
    return (
        own.routed
        or own.formation in (COLUMN, MOUNTED, LIMBERED)
        or state.piece(unit).kind == WAGON
    )


def is_in_rear(state: State, unit: int, hex: Hex) -> bool:
    """Whether a line from a hex enters through a unit's rear.

    A line between a frontal and a rear hexside counts as frontal. [gbacw:7.23.3]
    """
    return not ahead(state, unit, (hex,))


def is_enfiladed_from(state: State, unit: int, firer: Hex) -> bool:
    """Whether fire from a hex enfilades a unit. [gbacw:7.23.1] [gbacw:9.61]"""
    return is_always_enfiladed(state, unit) or is_in_rear(state, unit, firer)
