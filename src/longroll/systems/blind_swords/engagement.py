"""10.6 Engagement: who stands next to an enemy."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.kernel.memo import finding
from longroll.systems.blind_swords.state import State


def engaging_hexes(state: State, side: str, hex: Hex) -> Iterator[Hex]:
    """The hexes next to a hex from which enemies of a side engage it, whatever the ground.

    Skirmishers engage nobody, and Pioneers do not count as units. [blind_swords:10.6.1]
    [blind_swords:10.6.4]
    """
    enemies = state.stacks[state.game.enemy[side]]
    for near in state.game.grid.adjacent[hex]:
        if any(not state.units[unit].skirmish for unit in enemies.get(near, ())):
            yield near


@finding("units", "stacks")
def engaged_ground(state: State, side: str) -> frozenset[Hex]:
    """Every hex where a side would be engaged."""
    adjacent, units = state.game.grid.adjacent, state.units
    return frozenset(
        [
            near
            for hex, stack in state.stacks[state.game.enemy[side]].items()
            if not all(units[unit].skirmish for unit in stack)
            for near in adjacent[hex]
        ]
    )


def enemies_beside(state: State, side: str, hex: Hex) -> bool:
    """Whether whoever of a side is in a hex is engaged there."""
    return hex in engaged_ground(state, side)


def is_near_enemies(state: State, side: str, hex: Hex) -> bool:
    """Whether any enemy of a side is next to a hex, skirmishers too, though they engage nobody.

    [blind_swords:12.3.2] [blind_swords:13.2.7] [blind_swords:15.3.1]
    """
    enemies = state.stacks[state.game.enemy[side]]
    return any(near in enemies for near in state.game.grid.adjacent[hex])


def is_engaged(state: State, unit: int) -> bool:
    """Whether a unit is next to an enemy that engages; skirmishers never are."""
    own = state.units[unit]
    return (
        not own.skirmish and bool(own.hex) and enemies_beside(state, state.side_of(unit), own.hex)
    )
