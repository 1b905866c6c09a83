"""What a fire or a melee is likely to bring."""

from __future__ import annotations

from collections.abc import Iterable

from longroll.board.hex import Hex
from longroll.systems.gbacw import declaring, fire, firing, melee
from longroll.systems.gbacw.fire import Volley
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.morale import rating
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.tables import TABLES

#: What a result is worth beside the points it costs.
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
    """What firing at a hex with everybody who bears on it is worth."""
    enemy = state.game.enemy[side]
    targets = state.stack(hex, enemy)
    attack = firing.with_everybody(state, firing.Attack(side, hex, kind, targets))
    worth = 0.0
    for arm in (SMALL_ARMS, ARTILLERY):
        parts = tuple(part for part in attack.parts if fire.arm_of(state, part.unit) == arm)
        fresh = fire.targets_of(state, side, hex)
        if not parts or not fresh:
            continue
        target = fire.first_under_fire(state, fresh)
        volley = Volley(side, kind, arm, hex, parts, target)
        total = sum(line.value for line in fire.strength_lines(state, volley))
        row = fire.row_for(state, arm, target)
        _, column = fire.column_for(row, total, fire.shift_lines(state, volley))
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


def best_attackers(state: State, side: str, hex: Hex) -> list[int]:
    """As many of those around a hex as may enter it together, the strongest first."""
    chosen: list[int] = []
    able = sorted(
        declaring.attackers_on(state, side, hex),
        key=lambda unit: (-state.units[unit].strength, unit),
    )
    for unit in able:
        group = (*chosen, unit)
        if next(melee.bars_together(state, hex, group, side), None) is None:
            chosen.append(unit)
    return chosen
