"""10.0 Zones of Control: which units control which hexes, and to what effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from longroll.board.hex import Hex
from longroll.systems.gbacw.facing import ALL_AROUND, fronts
from longroll.systems.gbacw.roster import BATTERY, CREW, LEADER, WAGON
from longroll.systems.gbacw.state import COLUMN, LIMBERED, MOUNTED, State


def controls(state: State, unit: int, *, lines: bool = False) -> tuple[int, ...]:
    """The hexsides through which a unit has a Zone of Control.

    Without ammunition it has one only against `lines` of supply and command.
    [gbacw:10.0.1] [gbacw:10.0.2] [gbacw:10.0.3] [gbacw:11.0.3] [gbacw:11.16] [gbacw:12.94.7]
    [gbacw:13.32.1] [gbacw:9.84.4] [gbacw:17.11.2]
    """
    own = state.units[unit]
    piece = state.piece(unit)
    if (
        own.routed
        or (own.depleted and not lines)
        or piece.kind in (WAGON, LEADER, CREW)
        or own.formation in (COLUMN, LIMBERED)
        or own.hex in state.engaged
    ):
        return ()
    if own.hex in state.stacks[state.game.enemy[state.side_of(unit)]]:
        return ()  # its melee is in progress: the beaten side can get away from it
    if piece.kind == BATTERY and not (own.crew and (own.rounds or lines)):
        return ()  # ruling GB-D12
    if own.formation == MOUNTED:
        return ALL_AROUND
    return fronts(state, unit)


def reaches(state: State, unit: int, hex: Hex) -> bool:
    """Whether a unit's zone covers a neighbouring hex. [gbacw:10.5.1]"""
    own = state.units[unit].hex
    game = state.game
    return game.grid.direction(own, hex) in controls(state, unit) and not game.ground.is_barrier(
        own, hex
    )


def controllers(state: State, hex: Hex, side: str) -> Iterator[int]:
    """Every unit of a side whose zone covers a hex."""
    stacks = state.stacks[side]
    for near in state.game.grid.adjacent[hex]:
        for unit in stacks.get(near, ()):
            if reaches(state, unit, hex):
                yield unit


def is_controlled(state: State, hex: Hex, side: str) -> bool:
    """Whether the zone of some unit of a side covers a hex."""
    return next(controllers(state, hex, side), None) is not None


def barred_lines(state: State, side: str, hexes: Iterable[Hex]) -> set[Hex]:
    """Where the enemies in some hexes block lines of supply and command of a side.

    An enemy zone blocks them unless there is a friend there, with or without ammunition; enemy
    combat units always do.
    [gbacw:10.3] [gbacw:10.4] [gbacw:10.5.2] [gbacw:11.0.3] [gbacw:11.22] [gbacw:13.53]
    [gbacw:16.31]
    """
    game, friends = state.game, state.stacks[side]
    enemies = state.stacks[game.enemy[side]]
    barred = set()
    for hex in enemies.keys() & hexes:
        barred.add(hex)
        for unit in enemies[hex]:
            for direction in controls(state, unit, lines=True):
                near = game.grid.neighbors[hex][direction]
                if near and near not in friends and not game.ground.is_barrier(hex, near):
                    barred.add(near)
    return barred


def controllers_against(state: State, hex: Hex, side: str, mounted: bool) -> list[int]:
    """Units of a side whose zone over a hex counts when a unit leaves or enters it.

    A friend in the hex does not help there, and the zone of mounted cavalry counts against
    mounted cavalry only. [gbacw:10.0.4] [gbacw:10.0.5] [gbacw:10.5.2]
    """
    return [
        unit
        for unit in controllers(state, hex, side)
        if mounted or state.units[unit].formation != MOUNTED
    ]
