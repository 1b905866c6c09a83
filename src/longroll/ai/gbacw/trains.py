"""Where guns, wagons and leaders go: behind the men, never alone in front of them."""

from __future__ import annotations

from longroll.ai.gbacw.ground import (
    FAR,
    Reached,
    enemies_near,
    facing_to,
    points_around,
    reach,
    way_to,
)
from longroll.ai.gbacw.moves import Marching, has_room, path
from longroll.board.hex import DIRECTIONS, Hex
from longroll.systems.gbacw import command, sight
from longroll.systems.gbacw.movement import is_limited
from longroll.systems.gbacw.movers import mover_of, unit_allowance
from longroll.systems.gbacw.roster import ARMY, BATTERY, BRIGADE, LEADER, WAGON
from longroll.systems.gbacw.state import UNLIMBERED, State

#: How far guns look for a target before they unlimber.
GUN_RANGE = 7
#: How near guns and wagons go: any closer, and muskets shoot the teams.
GUN_GAP, WAGON_GAP = 4, 7
#: How near enemies must be for guns without infantry to leave, and for a general to keep back.
ALONE, GENERAL_GAP = 3, 3
#: How far behind its division a wagon stops.
BEHIND = 4


def steps(marching: Marching, state: State, unit: int) -> list[str]:
    """What a unit of any kind does in its move, choice by choice; nothing if it stays."""
    kind = state.piece(unit).kind
    if kind == LEADER:
        return _leader(marching, state, unit)
    if kind == BATTERY:
        return _battery(marching, state, unit)
    if kind == WAGON:
        return _wagon(marching, state, unit)
    return marching.steps(state, unit)


# Guns


def _battery(marching: Marching, state: State, unit: int) -> list[str]:
    own = state.units[unit]
    here, side = own.hex, marching.side
    if not own.crew or own.routed or own.pinned:
        return []
    if _is_deserted(marching, state, here) and not is_limited(state, unit):
        return _go(marching, state, unit, _away(marching, state, unit))
    targets = [] if marching.night else _seen(state, here, side, GUN_RANGE)
    if targets:
        steps = [] if own.formation == UNLIMBERED else ["form unlimbered"]
        return [*steps, f"face {DIRECTIONS[facing_to(state, here, targets[0])]}"]
    goal = marching.anchor(state, state.piece(unit).brigade)
    if goal is None or state.game.grid.distance(here, goal) <= 2 or is_limited(state, unit):
        return marching.turned(state, unit, here) if own.formation == UNLIMBERED else []
    if marching.gap(here) <= 2:
        return []
    options = reach(state, unit, marching.zoned)
    return _go(marching, state, unit, _gun_place(marching, state, unit, goal, options))


def _is_deserted(marching: Marching, state: State, hex: Hex) -> bool:
    """Whether guns have the enemy upon them and too few friends around them; redans are held."""
    if hex in marching.orders.posts or not 1 < marching.gap(hex) <= ALONE:
        return False
    foes = points_around(state, hex, state.game.enemy[marching.side], ALONE)
    return foes > 2 * points_around(state, hex, marching.side, 1)


def _away(marching: Marching, state: State, unit: int) -> Hex:
    """The hex farthest from the enemy that limbered guns can reach."""
    here = state.hex_of(unit)
    spare = _to_limber(state, unit)
    limit = unit_allowance(state, unit, mover_of(state, unit)) - spare
    options = reach(state, unit, marching.zoned)
    return max(
        (
            hex
            for hex, (cost, _) in options.items()
            if hex == here or (cost <= limit and has_room(state, unit, hex, marching.side))
        ),
        key=lambda hex: (min(marching.gap(hex), GUN_RANGE), -options[hex][0], hex),
        default=here,
    )


def _to_limber(state: State, unit: int) -> int:
    limbers = state.units[unit].formation == UNLIMBERED
    return state.game.charts.formation["limber"] if limbers else 0


def _go(marching: Marching, state: State, unit: int, best: Hex) -> list[str]:
    """Limber up, go, and unlimber again where there is something to fire at."""
    if best == state.hex_of(unit):
        return []
    steps = ["form limbered"] if state.units[unit].formation == UNLIMBERED else []
    steps += path(state, unit, best, reach(state, unit, marching.zoned))
    if marching.gap(best) <= GUN_RANGE + 2:
        steps.append("form unlimbered")
    return steps + marching.turned(state, unit, best)


def _gun_place(marching: Marching, state: State, unit: int, goal: Hex, options: Reached) -> Hex:
    here = state.hex_of(unit)
    ways = way_to(state.game, goal, "artillery_limbered")
    limit = unit_allowance(state, unit, mover_of(state, unit)) - _to_limber(state, unit)
    best, best_way = here, ways.get(here, FAR)
    for hex, (cost, _) in options.items():
        if cost > limit or marching.gap(hex) <= GUN_GAP:
            continue
        if ways.get(hex, FAR) < best_way and has_room(state, unit, hex, marching.side):
            best, best_way = hex, ways[hex]
    return best


def _seen(state: State, hex: Hex, side: str, radius: int) -> list[Hex]:
    """Enemies in sight of a hex, nearest first."""
    return [
        other
        for gap, other in enemies_near(state, hex, side, radius)
        if sight.is_clear(state, hex, other)
    ]


# Wagons


def _wagon(marching: Marching, state: State, unit: int) -> list[str]:
    """Behind the middle of its division, near enough to be drawn from."""
    own = state.units[unit]
    if not own.crew or own.routed or own.pinned:
        return []
    men = _men(marching, state, command.division_of(state, unit))
    if not men:
        return []
    here, grid = own.hex, state.game.grid
    goal = _middle(state, men)
    near = marching.gap(here) < WAGON_GAP
    if grid.distance(here, goal) <= BEHIND and not near:
        return []
    ways = way_to(state.game, goal, "wagon")
    options = reach(state, unit, marching.zoned)
    best = min(
        (hex for hex in options if hex == here or has_room(state, unit, hex, marching.side)),
        key=lambda hex: (-min(marching.gap(hex), WAGON_GAP), ways.get(hex, FAR), hex),
        default=here,
    )
    return path(state, unit, best, options)


def _men(marching: Marching, state: State, division: str) -> list[Hex]:
    """Where the units of a division are; those of the army, if no division is named."""
    return [
        state.hex_of(u)
        for u in state.game.roster.of_side[marching.side]
        if state.hex_of(u)
        and state.piece(u).kind not in (LEADER, WAGON)
        and (not division or state.piece(u).division == division)
    ]


def _middle(state: State, hexes: list[Hex]) -> Hex:
    distance = state.game.grid.distance
    return min(hexes, key=lambda hex: (sum(distance(hex, other) for other in hexes), hex))


# Leaders


def _leader(marching: Marching, state: State, unit: int) -> list[str]:
    grade = command.grade(state, unit)
    goals = _posts(marching, state, unit, grade)
    if not goals:
        return []
    options = reach(state, unit)
    grid = state.game.grid
    here = state.hex_of(unit)
    # Generals are worth points to the enemy; brigadiers go where the men are.
    keeps = 1 if grade == BRIGADE else GENERAL_GAP
    best = min(
        (hex for hex in options if hex in state.stacks[marching.side] or hex == here),
        key=lambda hex: (
            hex not in state.stacks[marching.side],
            max(0, keeps - marching.gap(hex)),
            min(grid.distance(hex, goal) for goal in goals),
            hex != here,
            hex,
        ),
        default=here,
    )
    return path(state, unit, best, options)


def _posts(marching: Marching, state: State, unit: int, grade: str) -> list[Hex]:
    """Where a leader is needed: with his routed men, otherwise in their midst."""
    roster, piece = state.game.roster, state.piece(unit)
    if grade == BRIGADE:
        units = [u for u in roster.of_brigade.get(piece.brigade, ()) if state.hex_of(u)]
    else:
        division = command.division_of(state, unit)
        units = [
            u
            for u in roster.of_side[marching.side]
            if state.hex_of(u)
            and state.piece(u).kind not in (LEADER, WAGON)
            and (grade == ARMY or state.piece(u).division == division)
        ]
    routed = [state.hex_of(u) for u in units if state.units[u].routed]
    if routed and grade != BRIGADE:
        return routed
    steady = [state.hex_of(u) for u in units if not state.units[u].routed]
    return [_middle(state, steady)] if steady else routed
