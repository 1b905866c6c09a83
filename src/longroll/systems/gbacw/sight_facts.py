"""What a player may measure on the table at any time: lines of sight, and the reach of a unit."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.board.hex.paths import Reach as Ways
from longroll.board.hex.paths import cheapest
from longroll.display.sight import Bar, Reach, Rise, Sight
from longroll.systems.gbacw import (
    command,
    fire_bars,
    fire_strength,
    movement,
    reaction,
    sight,
    stacking,
)
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.moving import Moving
from longroll.systems.gbacw.roster import BRIGADE, DIVISION, LEADER
from longroll.systems.gbacw.sight import Obstacle
from longroll.systems.gbacw.state import State


def line_of_sight(state: State, start: Hex, end: Hex) -> Sight:
    """The line between two hexes, its profile, and everything that blocks it.

    [gbacw:9.7.1] [gbacw:9.73.1]
    """
    game = state.game
    game.grid.require(start)
    game.grid.require(end)
    line = game.grid.line(start, end)
    bars = tuple(_bars(state, start, end)) if line else ()
    return Sight(not bars, line, bars, tuple(_profile(state, start, end)))


def _bars(state: State, start: Hex, end: Hex) -> Iterator[Bar]:
    for top in sight.blocked_by_map(state.game, start, end):
        what = "the ground" if top.what == "ground" else top.what.replace("_", " ")
        yield Bar("gbacw:9.73.1", f"{what} in {top.hex}, {top.height} feet high", top.hex)
    units = sight.blocked_by_units(state, start, end)
    if units is not None:
        yield Bar("gbacw:9.71.2", f"units in {units.hex}, {units.height} feet high", units.hex)


def _profile(state: State, start: Hex, end: Hex) -> Iterator[Rise]:
    """The ground from one end to the other, with what is on it. [gbacw:9.71.1]"""
    game = state.game
    height = game.ground.height
    yield Rise(start, 0, height[start], sight.position(game, start))
    between: list[Obstacle] = []
    for hexes in game.grid.line(start, end):
        # Along a hexside the lower of the two tops counts, because both have to block.
        lowest = min((_top(state, hex) for hex in hexes), key=lambda top: top.height)
        between.append(sight.placed(game, lowest, start, hexes))
    for sides in sight.works_across(game, start, end):
        between.append(min(sides, key=lambda side: side.height))
    for top in sorted(between, key=lambda top: top.twice):
        what = "" if top.what == "ground" else top.what
        yield Rise(top.hex, top.twice / 2, height[top.hex], top.height, what)
    if end != start:
        yield Rise(end, game.grid.distance(start, end), height[end], sight.position(game, end))


def _top(state: State, hex: Hex) -> Obstacle:
    ground, units = sight.ground_top(state.game, hex), sight.unit_top(state, hex)
    return units if units is not None and units.height > ground.height else ground


def reach(state: State, id: str) -> Reach:
    """Where a unit could go, fire from its hex, and command.

    It has its whole allowance; on the move, what is left to its group.
    """
    unit = state.game.roster.number.get(id)
    if unit is None:
        raise ValueError(f"{id!r} is not a unit")
    if not state.hex_of(unit):
        raise ValueError(f"{id} is not on the map")
    group: tuple[int, ...] = (unit,)
    spent = 0
    ask = state.agenda[-1] if state.agenda else None
    if isinstance(ask, Moving) and unit in ask.group:
        group, spent = ask.group, ask.spent
    ways = ways_of(state, group, spent)
    return Reach(
        move={
            hex: way.cost / 2
            for hex, way in ways.items()
            if way.previous is not None and _may_stay(state, group, hex)
        },
        fire=_shots(state, unit),
        before={hex: way.previous for hex, way in ways.items() if way.previous is not None},
        command=tuple(sorted(_commanded(state, unit))),
    )


def _may_stay(state: State, group: tuple[int, ...], hex: Hex) -> bool:
    if movement.only_leaders(state, group):
        return True
    side = state.side_of(group[0])
    return next(stacking.bars_to_stay(state, hex, side, group), None) is None


def ways_of(state: State, group: tuple[int, ...], spent: int, goal: Hex | None = None) -> Ways:
    """The cheapest way of a group to every hex it could reach, in halves, or at least to `goal`.

    [gbacw:5.11.1] [gbacw:5.15.1]
    """
    origin = state.hex_of(group[0])
    if state.is_engaged(group[0]):
        return {}
    slow = any(movement.is_limited(state, unit) for unit in group)
    slow |= any(mover_of(state, unit) in state.game.charts.one_hex for unit in group)

    def cost(start: Hex, to: Hex, used: int) -> int | None:
        if slow and start != origin:
            return None
        if next(movement.bars_to_enter(state, group, spent + used, start, to), None) is not None:
            return None
        return movement.step_cost(state, group, start, to)

    fires: dict[Hex, int] = {}

    def risk(here: Hex, there: Hex) -> int:
        """Those who may fire as the group goes on; whatever waits at the start is on every way."""
        if here == origin:
            return 0
        if here not in fires:
            fires[here] = _withdrawal_fires(state, here, group)
        return fires[here]

    return cheapest(state.game.grid, origin, goal, cost, risk=risk)


def _withdrawal_fires(state: State, hex: Hex, group: tuple[int, ...]) -> int:
    """How many enemies may fire at a group that leaves a hex on its way. [gbacw:10.11]"""
    side = state.side_of(group[0])
    enemies = state.stacks[state.game.enemy[side]]
    if enemies.keys().isdisjoint(state.game.grid.adjacent[hex]):
        return 0
    if movement.only_leaders(state, group):
        return 0
    return len(reaction.withdrawal_firers(state, hex, side, group))


def _shots(state: State, unit: int) -> dict[Hex, float]:
    """What it could fire at, given its weapon, front and sight, with its strength. [gbacw:9.25]"""
    weapon = fire_strength.weapon_of(state, unit)
    if weapon is None or state.piece(unit).kind == LEADER:
        return {}
    grid, origin = state.game.grid, state.hex_of(unit)
    reached = fire_bars.in_reach(state, unit, grid.disc(origin, weapon.range))
    own = state.stacks[state.side_of(unit)]
    points = fire_strength.fire_points(state, unit)
    return {
        hex: strength / 2
        for hex in grid.within(origin, weapon.range)
        if hex not in own
        and reached >> grid.index(hex) & 1
        and (strength := points * weapon.at(grid.distance(origin, hex)))
    }


def _commanded(state: State, leader: int) -> dict[Hex, int]:
    """The hexes within a leader's radius. [gbacw:2.0.7] [gbacw:17.2]"""
    piece = state.piece(leader)
    if piece.kind != LEADER:
        return {}
    if command.grade(state, leader) == BRIGADE:
        return command.in_radius(state, command.brigade_of(state, leader))
    if state.game.integrity and command.grade(state, leader) == DIVISION:
        return command.traced(state, state.hex_of(leader), piece.side, piece.integrity)
    return {}
