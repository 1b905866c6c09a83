"""What the ground is worth: ways to a goal, cover, and who threatens a hex."""

from __future__ import annotations

from functools import lru_cache

from longroll.board.hex import Hex, cheapest
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY
from longroll.systems.gbacw.state import State

#: Farther than any way on any map, in halves of a Movement Point.
FAR = 10_000


@lru_cache(maxsize=256)
def _ways(game_id: int, game: Game, goal: Hex, mover: str) -> dict[Hex, int]:
    ground = game.ground

    def back(here: Hex, there: Hex, spent: int) -> int | None:
        cost = ground.cost(mover, there, here)
        return None if cost < 0 else cost

    return {hex: one.cost for hex, one in cheapest(game.grid, goal, None, back).items()}


def way_to(game: Game, goal: Hex, mover: str) -> dict[Hex, int]:
    """What it costs a mover to come to a goal from every hex, enemies left out of account."""
    return _ways(id(game), game, goal, mover)


def cover(game: Game, hex: Hex) -> int:
    """Columns the ground takes from fire into a hex, and works beside it."""
    shift, _ = game.ground.shift(hex)
    works = sum("outer_works" in game.ground.crosses(hex, near) for near in game.grid.adjacent[hex])
    return -shift + min(1, works)


def reach(state: State, unit: int) -> dict[Hex, tuple[int, Hex | None]]:
    """Hexes a unit could march to now, with the cost and the hex before."""
    game = state.game
    side = state.side_of(unit)
    mover = mover_of(state, unit)
    enemies = state.stacks[game.enemy[side]]
    night = game.is_night(state.turn)
    cost, engaged = game.ground.table(mover, night=night), state.engaged

    def step(here: Hex, there: Hex, spent: int) -> int | None:
        if there in enemies or there in engaged:
            return None
        return cost.get((here, there))

    limit = game.allowance(state, unit, mover)
    found = cheapest(game.grid, state.hex_of(unit), None, step, limit)
    return {hex: (one.cost, one.previous) for hex, one in found.items()}


def enemies_near(state: State, hex: Hex, side: str, radius: int) -> list[tuple[int, Hex]]:
    """Enemy hexes within so many of a hex, nearest first."""
    distance = state.game.grid.distance
    near = [
        (gap, other)
        for other in state.stacks[state.game.enemy[side]]
        if (gap := distance(hex, other)) <= radius
    ]
    return sorted(near)


def nearest_enemies(state: State, side: str) -> dict[Hex, tuple[int, Hex]]:
    """For every hex how far the nearest enemy is, and where: worked out once a phase."""
    adjacent = state.game.grid.adjacent
    ring = sorted(state.stacks[state.game.enemy[side]])
    found = {hex: (0, hex) for hex in ring}
    gap = 0
    while ring:
        gap += 1
        ahead = []
        for hex in ring:
            source = found[hex][1]
            for near in adjacent[hex]:
                if near not in found:
                    found[near] = gap, source
                    ahead.append(near)
        ring = ahead
    return found


def fighting_points(state: State, hex: Hex, side: str) -> int:
    """Strength Points of a side in a hex that could fight."""
    return sum(
        state.units[unit].strength
        for unit in state.stack(hex, side)
        if state.piece(unit).kind in (INFANTRY, CAVALRY) and not state.units[unit].routed
    )


def facing_to(state: State, hex: Hex, target: Hex) -> int:
    """The direction from a hex that comes nearest to a target."""
    grid = state.game.grid
    best = 0
    for direction, near in enumerate(grid.neighbors[hex]):
        if near is not None and grid.distance(near, target) < grid.distance(
            grid.neighbors[hex][best] or hex, target
        ):
            best = direction
    return best
