"""What a player may measure on the table at any time: lines of fire, and the reach of a unit.

Every answer is given from what the asking side may know. [stockade_redan:6.4.1]
"""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.board.hex.paths import Reach as Ways
from longroll.board.hex.paths import cheapest
from longroll.display.sight import Bar, Reach, Sight
from longroll.systems.stockade_redan import fire, fog, line_of_fire
from longroll.systems.stockade_redan.combat import unit_strength
from longroll.systems.stockade_redan.movement import allowance, bars_to_enter, step_cost
from longroll.systems.stockade_redan.roster import CONFEDERATE, ENEMY, NUMBER, ROSTER
from longroll.systems.stockade_redan.setup import is_setting_up
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import GRID


def sight(state: State, viewer: str, start: Hex, end: Hex) -> Sight:
    """The line between two hexes, what it crosses and what blocks it. [stockade_redan:11.6.1]"""
    GRID.require(start)
    GRID.require(end)
    line = GRID.line(start, end)
    crossed = [hex for hexes in line for hex in hexes]
    bars = tuple(
        Bar(bar.rule, bar.why, next((hex for hex in crossed if hex in bar.why.split()), None))
        for bar in line_of_fire.bars(_as_known(state, viewer), start, end)
    )
    return Sight(not bars, line, bars)


def reach(state: State, viewer: str, id: str) -> Reach:
    """Where a unit could go with its whole allowance, and what it could fire at from its hex."""
    unit = NUMBER.get(id)
    if unit is None:
        raise ValueError(f"{id!r} is not a unit")
    known = _as_known(state, viewer)
    hex = state.hex_of(unit)
    piece = ROSTER[unit]
    hidden = piece.side == CONFEDERATE and not fog.may_inspect(state, viewer, hex) if hex else True
    if hidden or known.hex_of(unit) != hex:
        raise ValueError(f"{id} is not in sight")
    ways = _ways(known, unit)
    return Reach(
        move={hex: way.cost for hex, way in ways.items()},
        fire=_shots(known, unit),
        before={hex: way.previous for hex, way in ways.items() if way.previous is not None},
    )


def _as_known(state: State, viewer: str) -> State:
    """What the viewer can know; during the Confederate set-up nobody else sees their stacks."""
    if viewer == CONFEDERATE:
        return state
    if not is_setting_up(state, CONFEDERATE):
        return fog.as_seen(state, viewer)
    twin = state.copy()
    for stack in list(state.stacks[CONFEDERATE].values()):
        for unit in stack:
            twin.take_off(unit, lost=False)
    return twin


def _ways(state: State, unit: int) -> Ways:
    side, group, origin = ROSTER[unit].side, (unit,), state.hex_of(unit)
    enemies = state.stacks[ENEMY[side]]
    if origin in enemies:
        return {}  # it is fighting hand to hand

    def cost(start: Hex, to: Hex, used: int) -> int | None:
        if start != origin and start in enemies:
            return None
        if next(bars_to_enter(state, side, group, used, start, to), None) is not None:
            return None
        return step_cost(state, side, group, start, to)

    ways = cheapest(GRID, origin, None, cost, allowance(group))
    del ways[origin]
    return ways


def _shots(state: State, unit: int) -> dict[Hex, float]:
    origin = state.hex_of(unit)
    own = state.stacks[ROSTER[unit].side]
    return {
        hex: strength
        for hex in GRID.within(origin, ROSTER[unit].factors.range)
        if hex not in own
        and next(fire.bars_to_reach(state, unit, hex), None) is None
        and (strength := unit_strength(state, unit, hex))
    }
