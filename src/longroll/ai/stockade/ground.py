"""The ground as a player sees it: ways to the ditch, ways along the wall, what is in reach."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heappop, heappush

from longroll.board.hex import Hex
from longroll.systems.stockade_redan.chaos_of_war import must_check
from longroll.systems.stockade_redan.movement import allowance
from longroll.systems.stockade_redan.roster import ARTILLERY, ENEMY, ROSTER
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import ADJACENT, DITCH, HEXES, INSIDE, REDAN, TERRAIN

#: Each wall hex with the ditch hexes next to it, and the reverse.
DITCHES = {wall: tuple(hex for hex in ADJACENT[wall] if hex in DITCH) for wall in sorted(REDAN)}
WALLS = {ditch: tuple(hex for hex in ADJACENT[ditch] if hex in REDAN) for ditch in sorted(DITCH)}
#: The ditch below the north face, and the ditch round the point and below the south-east face.
NORTH_DITCH = ("1016", "1116", "1217", "1317", "1418", "1518")
EAST_DITCH = tuple(hex for hex in WALLS if hex not in NORTH_DITCH)
#: The works: everything behind the ditch.
WORKS = REDAN | INSIDE
OPEN = frozenset(HEXES) - WORKS - DITCH
FAR = 99

#: A way: each hex reached, with its cost and the hex before it.
Reach = dict[Hex, tuple[int, Hex]]

_SURCHARGE = TABLES.terrain_effects.carnage_or_friendly_units


def _cost(hex: Hex) -> int:
    cost = TERRAIN[hex].movement
    return 1 if cost == "all" else cost


def _distances(goal: Hex, ground: Collection[Hex]) -> dict[Hex, int]:
    """What it costs from every hex of a ground to reach the goal."""
    found: dict[Hex, int] = {}
    heap = [(0, goal)]
    while heap:
        spent, here = heappop(heap)
        if here in found:
            continue
        found[here] = spent
        for there in ADJACENT[here]:
            if there in ground and there not in found:
                heappush(heap, (spent + _cost(here), there))
    return found


#: Movement from any open hex into a ditch hex, around the works and not through them.
MARCH: Mapping[Hex, Mapping[Hex, int]] = {ditch: _distances(ditch, OPEN) for ditch in WALLS}
#: Movement from any hex of the works to a wall hex.
ALONG: Mapping[Hex, Mapping[Hex, int]] = {wall: _distances(wall, WORKS) for wall in DITCHES}


def bridged(state: State) -> frozenset[Hex]:
    """Ditch hexes with a laid bridge."""
    return frozenset(bridge.hex for bridge in state.bridges if bridge.up == "bridging")


def with_marker(state: State) -> frozenset[Hex]:
    """Hexes with a bridging marker that can still be laid."""
    return frozenset(b.hex for b in state.bridges if b.hex and b.up == "carried")


def reach(state: State, unit: int, bridges: Collection[Hex]) -> Reach:
    """Every hex a unit can move to by itself, its own included, by the cheapest way.

    For a unit that would have to roll there, a hex marked with Chaos of War cannot be passed; on
    the wall it may be the end of a move, since being stopped there does no harm.
    """
    piece = ROSTER[unit]
    origin = state.hex_of(unit)
    limit = allowance((unit,))
    enemies, friends = state.stacks[ENEMY[piece.side]], state.stacks[piece.side]
    carnage = state.carnage
    shunned: Collection[Hex] = state.chaos if must_check((unit,)) else ()
    gun = piece.kind == ARTILLERY
    found: Reach = {}
    heap: list[tuple[int, int, Hex, Hex]] = [(0, 0, origin, "")]
    while heap:
        spent, steps, here, before = heappop(heap)
        if here in found:
            continue
        found[here] = (spent, before)
        if here != origin and (here in enemies or here in shunned):
            continue
        for there in ADJACENT[here]:
            if there in found or (there in shunned and there not in REDAN):
                continue
            if there in DITCH or (here in DITCH and there in REDAN):
                if spent or gun:
                    continue
                if there in REDAN and here not in bridges:
                    continue
                if here in REDAN and there not in bridges:
                    continue
                heappush(heap, (limit, steps + 1, there, here))
                continue
            if gun and there in REDAN:
                continue
            cost = spent + _cost(there)
            if there in carnage or there in friends:
                cost += _SURCHARGE
            if cost <= limit:
                heappush(heap, (cost, steps + 1, there, here))
    return found


def way(found: Reach, goal: Hex) -> dict[Hex, Hex]:
    """From each hex on the way to the goal, the next one."""
    steps: dict[Hex, Hex] = {}
    here = goal
    while before := found[here][1]:
        steps[before] = here
        here = before
    return steps
