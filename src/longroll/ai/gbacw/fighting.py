"""What a fire or a melee is likely to bring."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from longroll.ai.gbacw.ground import can_fight, fighting_points
from longroll.board.hex import Hex
from longroll.systems.gbacw import declaring, fire_bars, fire_shifts, fire_strength, firing, melee
from longroll.systems.gbacw.before_melee import declared_on
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.morale import rating
from longroll.systems.gbacw.roster import BATTERY
from longroll.systems.gbacw.state import UNLIMBERED, State
from longroll.systems.gbacw.tables import TABLES
from longroll.systems.gbacw.volley import Volley

#: From how far away friends reach a melee in time.
COMING = 4
#: What a result is worth besides the points it costs.
_WORTH = {"-": 0.0, "P": 0.35, "R": 0.6, "P/R": 0.8}


def _result_worth(result: str) -> float:
    if result in _WORTH:
        return _WORTH[result]
    return int(result[0]) + (0.5 if result.endswith("*") else 0.35)


#: The mean worth of each column of the Fire CRT.
COLUMNS = {
    column: sum(_result_worth(TABLES.result(column, die)) for die in range(1, 7)) / 6
    for column in range(1, 12)
}


def fire_worth(state: State, side: str, hex: Hex, kind: str) -> float:
    """What firing at a hex with every unit that bears on it is worth."""
    enemy = state.game.enemy[side]
    targets = state.stack(hex, enemy)
    attack = firing.with_everybody(state, firing.Attack(side, hex, kind, targets))
    worth = 0.0
    for arm in (SMALL_ARMS, ARTILLERY):
        parts = tuple(
            part for part in attack.parts if fire_strength.arm_of(state, part.unit) == arm
        )
        fresh = fire_bars.targets_of(state, side, hex)
        if not parts or not fresh:
            continue
        target = fire_shifts.first_under_fire(state, fresh)
        volley = Volley(side, kind, arm, hex, parts, target)
        total = sum(line.value for line in fire_shifts.strength_lines(state, volley))
        row = fire_shifts.row_for(state, arm, target)
        _, column = fire_shifts.column_for(row, total, fire_shifts.shift_lines(state, volley))
        shaky = (6 - (rating(state, target) or 3)) * 0.08
        worth += COLUMNS[column] * (1.0 + shaky)
    return worth


def differential(state: State, side: str, hex: Hex, attackers: Iterable[int]) -> int | None:
    """The melee differential of these attackers, with the leaders beside them."""
    units = tuple(attackers)
    if not units:
        return None
    leaders = [
        leader
        for origin in {state.hex_of(unit) for unit in units}
        for leader in state.leaders_in(origin, side)
    ]
    return melee.add_up(state, hex, (*units, *leaders[:1]), ()).differential


def prospects(state: State, side: str, resting: Collection[str]) -> dict[Hex, float]:
    """For every enemy hex, what a melee there promises once all nearby units have come up.

    The differential, less something for the guns and men beside it that would fire.
    """
    game = state.game
    enemy = game.enemy[side]
    distance = game.grid.distance
    mine = [
        (hex, state.units[unit].strength)
        for hex, stack in state.stacks[side].items()
        for unit in stack
        if can_fight(state, unit)
        and not state.units[unit].pinned
        and state.piece(unit).brigade not in resting
    ]
    found = {}
    for hex, stack in state.stacks[enemy].items():
        room = min(melee.points_limit(state, hex), melee.points_counted(state, hex)[0])
        ours = min(room, sum(points for place, points in mine if distance(place, hex) <= COMING))
        theirs = sum(melee.strength_of(state, unit) for unit in stack)
        theirs += bool(state.leaders_in(hex, enemy))
        beside = sum(fighting_points(state, near, enemy) for near in game.grid.adjacent[hex])
        guns = sum(
            state.units[unit].strength
            for near in (hex, *game.grid.adjacent[hex])
            for unit in state.stack(near, enemy)
            if state.piece(unit).kind == BATTERY and state.units[unit].formation == UNLIMBERED
        )
        found[hex] = ours - theirs - _works(state, hex) - 0.12 * beside - 0.3 * guns
    return found


def _works(state: State, hex: Hex) -> int:
    """What works around a hex take from a melee, at worst."""
    points, crosses = state.game.charts.melee_points, state.game.ground.crosses
    sides = {kind for near in state.game.grid.adjacent[hex] for kind in crosses(near, hex)}
    return max((-points[kind] for kind in sides if kind in points), default=0)


def odds_against(state: State, hex: Hex) -> int:
    """The differential of a melee that was declared on a hex."""
    attack = declared_on(state, hex)
    if attack is None:
        return 0
    return melee.add_up(state, hex, attack.attackers, attack.charging).differential


def best_attackers(state: State, side: str, hex: Hex, resting: Collection[str] = ()) -> list[int]:
    """As many of those around a hex as may enter it together, the strongest first.

    Resting brigades are left out.
    """
    chosen: list[int] = []
    able = sorted(
        (
            unit
            for unit in declaring.attackers_on(state, side, hex)
            if state.piece(unit).brigade not in resting
        ),
        key=lambda unit: (-state.units[unit].strength, unit),
    )
    for unit in able:
        group = (*chosen, unit)
        if next(melee.bars_together(state, hex, group, side), None) is None:
            chosen.append(unit)
    return chosen
