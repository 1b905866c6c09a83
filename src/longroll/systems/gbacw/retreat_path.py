"""14.4 The path of retreat: which ways are allowed, and what closes or hinders them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from longroll.board.hex import Hex
from longroll.systems.gbacw import zones
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import LEADER
from longroll.systems.gbacw.state import State

#: Why units fall back.
Cause: TypeAlias = str
ROUT, MELEE, BEFORE, CAVALRY, REPULSE, LEAVING, BRIGADE, DISPLACED, NIGHT = (
    "rout",
    "melee",
    "before melee",
    "cavalry before melee",
    "repulse",
    "leaving a melee",
    "brigade retreat",
    "displaced",
    "night",
)
#: Retreats that may not enter an enemy Zone of Control. [gbacw:12.82] [gbacw:12.92.3] [gbacw:14.2]
NO_ZONES = frozenset((MELEE, BEFORE, REPULSE, LEAVING))


def is_open(state: State, group: Sequence[int], side: str, a: Hex, b: Hex) -> bool:
    """Whether a retreat may pass from one hex to the next at all.

    [gbacw:14.1.1] [gbacw:12.94.9] [gbacw:12.76]
    """
    return _open_steps(state, group, side)(a, b)


def _open_steps(state: State, group: Sequence[int], side: str) -> Callable[[Hex, Hex], bool]:
    """The test of `is_open` for one group, for repeated use."""
    game, engaged = state.game, state.engaged
    enemies, barriers = state.stacks[game.enemy[side]], game.ground.barriers
    movers = {mover_of(state, unit) for unit in group if state.piece(unit).kind != LEADER}
    steps = [game.ground.steps(mover) for mover in movers]

    def may_pass(a: Hex, b: Hex) -> bool:
        if b in enemies or b in engaged or (a, b) in barriers:
            return False
        return all(b in one[a] for one in steps)

    return may_pass


def tails(state: State, unit: int, path: tuple[Hex, ...], length: int) -> list[tuple[Hex, ...]]:
    """Every way to finish a retreat, each hex one farther from its start.

    To end as far away as the retreat is long, every step must lead away (GB-C45). A way that leads
    off the map ends there. [gbacw:14.4.2] [gbacw:14.4.3]
    """
    game, grid = state.game, state.game.grid
    origin, may_pass = path[0], _open_steps(state, (unit,), state.side_of(unit))
    # Several ways lead to the same hex and continue identically from it.
    known: dict[tuple[Hex, int], list[tuple[Hex, ...]]] = {}

    def finish(here: Hex, step: int) -> list[tuple[Hex, ...]]:
        if step > length:
            return [()]
        if (here, step) not in known:
            found = known[here, step] = []
            for there in grid.adjacent[here]:
                if grid.distance(origin, there) != step or not may_pass(here, there):
                    continue
                if game.rules.is_way_out(state, unit, there):
                    found.append((there,))
                else:
                    found += [(there, *rest) for rest in finish(there, step + 1)]
        return known[here, step]

    return finish(path[-1], len(path))


def ways(
    state: State, group: Sequence[int], path: tuple[Hex, ...], length: int, cause: Cause
) -> list[tuple[Hex, ...]]:
    """The ways on which a group may finish a retreat together: those each of its units may take.

    Leaders go where their men go (GB-F36). [gbacw:12.92.3] [gbacw:14.1.2]
    """
    if len(path) > length:
        return [()]
    first, *others = _men(state, group)
    found = _ways_of(state, first, group, path, length, cause)
    for unit in others:
        if not found:
            break
        open_too = set(_ways_of(state, unit, group, path, length, cause))
        found = [tail for tail in found if tail in open_too]
    return found


def parties(
    state: State, group: Sequence[int], path: tuple[Hex, ...], length: int, cause: Cause
) -> list[tuple[int, ...]]:
    """A group in the parts in which it falls back: units with a way in common stay together.

    A unit with no way is a part of its own. Leaders go with the first part that has a way, or share
    the fate of the last if none has (GB-F36). [gbacw:12.92.3] [gbacw:14.1.2]
    """

    def has_way(units: Sequence[int]) -> bool:
        return bool(ways(state, units, path, length, cause))

    parts: list[tuple[int, ...]] = []
    for unit in _men(state, group):
        joined = next((n for n, part in enumerate(parts) if has_way((*part, unit))), None)
        if joined is None:
            parts.append((unit,))
        else:
            parts[joined] = (*parts[joined], unit)
    led = next((n for n, part in enumerate(parts) if has_way(part)), -1)
    parts[led] = (*parts[led], *(unit for unit in group if state.piece(unit).kind == LEADER))
    return parts


def _men(state: State, group: Sequence[int]) -> list[int]:
    return [unit for unit in group if state.piece(unit).kind != LEADER]


def _ways_of(
    state: State,
    unit: int,
    group: Sequence[int],
    path: tuple[Hex, ...],
    length: int,
    cause: Cause,
) -> list[tuple[Hex, ...]]:
    """The ways that one unit of a group may take, considering friends, zones and direction.

    A way free of friends and enemy zones has priority over all others; a friend's hex may be used
    only if every other way leads through a zone. Zones justify another direction, friends do
    not. A displaced unit goes to a vacant hex if there is one, even in a zone.
    [gbacw:8.15.1] [gbacw:14.2] [gbacw:14.3.1] [gbacw:14.3.4] [gbacw:14.4.1]
    """
    game, side = state.game, state.side_of(unit)
    every = tails(state, unit, path, length)
    hexes = {hex for tail in every for hex in tail}
    closed = {hex for hex in hexes if game.rules.closed_to_retreat(state, hex, side, cause)}
    found = [
        (tail, rank)
        for tail in every
        if closed.isdisjoint(tail) and (rank := rank_of(state, unit, path[0], tail))
    ]
    passed = {hex for tail, _ in found for hex in tail}
    zoned, befriended = _obstacles(state, unit, group, passed, cause)
    if cause in NO_ZONES:
        found = [(tail, rank) for tail, rank in found if zoned.isdisjoint(tail)]
    if not found:
        return []
    unzoned = [rank for tail, rank in found if zoned.isdisjoint(tail)]
    direction = min(unzoned or [rank for _, rank in found])[0]
    friend = 2 if cause == DISPLACED else 1
    burdened = [
        ((not zoned.isdisjoint(tail)) + friend * (not befriended.isdisjoint(tail)), rank, tail)
        for tail, rank in found
        if rank[0] <= direction
    ]
    best = min(burdened)[:2]
    return [tail for burden, rank, tail in burdened if (burden, rank) == best]


def rank_of(state: State, unit: int, start: Hex, way: Sequence[Hex]) -> tuple[int, ...]:
    """How good a way is, the lowest being best; empty if it is not allowed.

    [gbacw:14.4.1]
    """
    exclusive = state.game.rules.retreat_rank(state, unit, start, way)
    return (0,) if exclusive is None else exclusive


def _obstacles(
    state: State, unit: int, group: Sequence[int], hexes: Iterable[Hex], cause: Cause
) -> tuple[set[Hex], set[Hex]]:
    """Of some hexes, those in enemy zones, and those that hold friends outside the group.

    At nightfall friends do not hinder a retreat. [corinth:26.15.4]
    """
    side, mounted = state.side_of(unit), state.is_mounted(unit)
    enemy = state.game.enemy[side]
    zoned = {hex for hex in hexes if zones.controllers_against(state, hex, enemy, mounted)}
    if cause == NIGHT:
        return zoned, set()
    own = state.stacks[side]
    return zoned, {hex for hex in hexes if any(other not in group for other in own.get(hex, ()))}


def is_surrounded(state: State, hex: Hex, side: str) -> bool:
    """Whether enemies, their zones and impassable hexsides leave no way out. [gbacw:17.53.2]"""
    game = state.game
    enemy = game.enemy[side]
    return all(
        near in state.stacks[enemy]
        or game.ground.is_barrier(hex, near)
        or (near not in state.stacks[side] and zones.is_controlled(state, near, enemy))
        for near in game.grid.adjacent[hex]
    )
