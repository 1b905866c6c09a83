"""What the ground is worth: ways to a goal, cover, and who threatens a hex."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from longroll.board.hex import Hex, cheapest
from longroll.systems.gbacw import sight, zones
from longroll.systems.gbacw.facing import fronts, leaves_through
from longroll.systems.gbacw.fire_strength import fire_points, weapon_of
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.movers import mover_of, unit_allowance
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY
from longroll.systems.gbacw.state import COLUMN, LIMBERED, MOUNTED, State

#: Farther than any way on any map, in halves of a Movement Point.
FAR = 10_000
#: Within what range the fire of muskets and of guns is feared; beyond it hits are rare.
MUSKETS, GUNS = 4, 10
#: Halves of fire strength that cost about one Strength Point a phase.
DEADLY = 50.0
#: What is feared of men who have to turn before they can fire, as a share.
TURNING = 0.35

#: Hexes within reach, with the cost and the hex before.
Reached = dict[Hex, tuple[int, Hex | None]]


@lru_cache(maxsize=512)
def _ways(game_id: int, game: Game, goal: Hex, mover: str) -> dict[Hex, int]:
    ground = game.ground

    def back(here: Hex, there: Hex, spent: int) -> int | None:
        cost = ground.cost(mover, there, here)
        return None if cost < 0 else cost

    return {hex: one.cost for hex, one in cheapest(game.grid, goal, None, back).items()}


def way_to(game: Game, goal: Hex, mover: str) -> dict[Hex, int]:
    """What it costs a mover to reach a goal from every hex, ignoring enemies."""
    return _ways(id(game), game, goal, mover)


@lru_cache(maxsize=4)
def _edges(game_id: int, game: Game) -> dict[Hex, int]:
    ring = [hex for hex in game.grid.hexes if None in game.grid.neighbors[hex]]
    found = dict.fromkeys(ring, 0)
    while ring:
        ahead = [n for hex in ring for n in game.grid.adjacent[hex] if n not in found]
        found.update((hex, found[ring[0]] + 1) for hex in ahead)
        ring = list(dict.fromkeys(ahead))
    return found


def from_edge(game: Game, hex: Hex) -> int:
    """Hexes to the edge of the map: a unit that runs over it is lost."""
    return _edges(id(game), game)[hex]


def cover(game: Game, hex: Hex) -> int:
    """Columns that the ground takes from fire into a hex, and works beside it."""
    shift, _ = game.ground.shift(hex)
    works = sum("outer_works" in game.ground.crosses(hex, near) for near in game.grid.adjacent[hex])
    return -shift + min(1, works)


def enemy_zone(state: State, side: str) -> set[Hex]:
    """Hexes in the Zones of Control of the enemies of a side."""
    game = state.game
    found = set()
    for hex, stack in state.stacks[game.enemy[side]].items():
        for unit in stack:
            for direction in zones.controls(state, unit):
                near = game.grid.neighbors[hex][direction]
                if near and not game.ground.is_barrier(hex, near):
                    found.add(near)
    return found


def reach(state: State, unit: int, zoned: Collection[Hex] = ()) -> Reached:
    """Hexes a unit could march to now, with the cost and the hex before.

    A way ends in the first hex of an enemy zone: leaving one draws fire.
    """
    game = state.game
    side = state.side_of(unit)
    mover = mover_of(state, unit)
    enemies = state.stacks[game.enemy[side]]
    night = game.is_night(state.turn)
    steps, engaged = game.ground.steps(mover, night=night), state.engaged
    start = state.hex_of(unit)

    def step(here: Hex, there: Hex, spent: int) -> int | None:
        if there in enemies or there in engaged or (here in zoned and here != start):
            return None
        return steps[here].get(there)

    limit = unit_allowance(state, unit, mover)
    found = cheapest(game.grid, start, None, step, limit)
    return {hex: (one.cost, one.previous) for hex, one in found.items()}


def enemies_near(state: State, hex: Hex, side: str, radius: int) -> list[tuple[int, Hex]]:
    """Enemy hexes within `radius` of a hex, nearest first."""
    distance = state.game.grid.distance
    near = [
        (gap, other)
        for other in state.stacks[state.game.enemy[side]]
        if (gap := distance(hex, other)) <= radius
    ]
    return sorted(near)


def nearest_enemies(state: State, side: str) -> dict[Hex, tuple[int, Hex]]:
    """For every hex, how far the nearest enemy is, and where: worked out once per phase."""
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


def danger_map(state: State, side: str) -> dict[Hex, float]:
    """Roughly how many Strength Points a phase of fire would cost in each hex near the enemy, who
    has to turn before he fires at what is not to his front."""
    game = state.game
    found: dict[Hex, float] = {}
    for hex, stack in state.stacks[game.enemy[side]].items():
        arms = [
            (weapon, fire_points(state, unit), frozenset(fronts(state, unit)))
            for unit in stack
            if (weapon := weapon_of(state, unit)) is not None
            and not (own := state.units[unit]).routed
            and not own.depleted
            and own.formation not in (COLUMN, LIMBERED, MOUNTED)
        ]
        if not arms:
            continue
        feared = GUNS if any(weapon.range > GUNS for weapon, *_ in arms) else MUSKETS
        for other, gap in game.grid.within(hex, feared).items():
            if gap and (gap == 1 or sight.is_clear_on_map(game, hex, other)):
                leaves = leaves_through(state, hex, other)
                fire = sum(
                    points * weapon.at(gap) * (TURNING if front.isdisjoint(leaves) else 1.0)
                    for weapon, points, front in arms
                    if gap <= weapon.range
                )
                found[other] = found.get(other, 0.0) + fire / DEADLY
    return found


def can_fight(state: State, unit: int) -> bool:
    """Whether a unit is one of those that decide a fight."""
    return state.piece(unit).kind in (INFANTRY, CAVALRY) and not state.units[unit].routed


def fighting_points(state: State, hex: Hex, side: str) -> int:
    """Strength Points of a side in a hex that could fight."""
    return sum(
        state.units[unit].strength for unit in state.stack(hex, side) if can_fight(state, unit)
    )


def points_around(state: State, hex: Hex, side: str, radius: int) -> int:
    """Strength Points of a side within `radius` hexes that could fight."""
    distance = state.game.grid.distance
    return sum(
        fighting_points(state, other, side)
        for other in state.stacks[side]
        if distance(hex, other) <= radius
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
