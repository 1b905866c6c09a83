"""How far it is to the ground that counts, and where fire falls."""

from __future__ import annotations

from heapq import heappop, heappush

from longroll.ai.blind_swords.aims import Worth
from longroll.board.hex import Hex
from longroll.systems.blind_swords import morale
from longroll.systems.blind_swords.charts import ALL
from longroll.systems.blind_swords.movement import cost_of
from longroll.systems.blind_swords.state import State

FAR = 999.0
#: What a step counts that takes the whole allowance, one that is rolled for, and one that has to
#: be cleared first.
_WHOLE, _ROLLED, _CLEARED = 12.0, 14.0, 40.0
#: What going next to the enemy counts, since the move stops there.
_STOPPED = 5.0
#: What a point of the enemy's strength in the goal counts, and beside it.
_HELD, _NEAR = 1.6, 0.5


def scout(state: State, side: str) -> int | None:
    """Any infantry of a side that is on the map: what a step costs it, a step costs all."""
    for unit in state.game.roster.of_side[side]:  # type: ignore[index]
        if state.hex_of(unit) and state.arm(unit) == "infantry":
            return unit
    return None


def ways_to(state: State, side: str, worth: Worth, unit: int | None = None) -> dict[Hex, float]:
    """How much it takes from each hex to get to the ground that counts and to have it: half points
    of movement, and what holds it."""
    game = state.game
    enemy = game.enemy[side]
    mover = scout(state, side) if unit is None else unit
    found: dict[Hex, float] = {}
    heap: list[tuple[float, Hex]] = []
    most = max(worth.values(), default=1.0)
    for hex, value in worth.items():
        beside = sum(_strength(state, other, enemy) for other in game.grid.adjacent[hex])
        cost = _HELD * _strength(state, hex, enemy) + _NEAR * beside + 8 * (1 - value / most)
        heappush(heap, (cost, hex))
    watched = {near for held in state.stacks[enemy] for near in game.grid.adjacent[held]}
    while heap:
        cost, hex = heappop(heap)
        if hex in found:
            continue
        found[hex] = cost
        for near in game.grid.adjacent[hex]:
            if near in found or not game.in_play(state.setting, near):
                continue
            step = _step(state, mover, near, hex) if mover is not None else 2.0
            if step is not None:
                heappush(heap, (cost + step + _STOPPED * (hex in watched), near))
    return found


def _strength(state: State, hex: Hex, side: str) -> float:
    return float(sum(morale.strength(state, unit) for unit in state.stack(hex, side)))


def _step(state: State, unit: int, start: Hex, hex: Hex) -> float | None:
    ground = state.game.field.ground[hex]
    cost = cost_of(state, unit, start, hex).halves
    if cost is None:
        obstacle = state.game.rules.obstacle(state, hex, state.side_of(unit))
        return _CLEARED if obstacle is not None and ground.infantry != "no" else None
    if cost == ALL:
        return _WHOLE
    if ground.table and state.game.rules.bridge(state, start, hex) is None:
        return _ROLLED
    return float(int(cost))


def cover(state: State, hex: Hex) -> int:
    """Columns that the ground and works of a hex take off fire at it."""
    charts = state.game.charts
    names = [state.game.field.ground[hex].fire_at]
    names += [charts.works[work].fire_at for work in state.game.rules.works(state, hex)]
    return -sum(charts.fire[name].columns for name in names if name)


def gap(state: State, hex: Hex, side: str) -> int:
    """Hexes to the nearest unit of a side."""
    distances = state.game.grid.distances(hex)
    index = state.game.grid.index
    return min((distances[index(there)] for there in state.stacks[side]), default=99)
