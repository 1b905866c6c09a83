"""How much fire into a hex is enough. [stockade_redan:11.2.2] [stockade_redan:11.7.2]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from longroll.board.hex import Hex
from longroll.display.firepower import Firepower, firepower_of
from longroll.systems.stockade_redan import fire
from longroll.systems.stockade_redan.combat import (
    defence_lines,
    ratio_lines,
    shift_lines,
    strength_lines,
    unit_strength,
)
from longroll.systems.stockade_redan.roster import ENEMY, OFFICER, ROSTER
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES


def supporter(state: State, side: str, attackers: Sequence[int]) -> int | None:
    """The first officer who can support an attack. [stockade_redan:11.2.5]"""
    officers = (
        officer
        for unit in attackers
        for officer in state.stack(state.hex_of(unit), side)
        if ROSTER[officer].kind == OFFICER
        and next(fire.bars_to_support(state, side, officer, attackers), None) is None
    )
    return next(officers, None)


def firepower(state: State, side: str, hex: Hex) -> Firepower:
    """Every step from the fewest firers to all of them, and what is enough."""
    strength = {unit: unit_strength(state, unit, hex) for unit in fire.firers(state, side, hex)}
    defence = defence_lines(hex, hex in state.chaos)
    officer_there = state.has_officer(hex, ENEMY[side])

    def ratio(units: Sequence[int]) -> int:
        shifts = shift_lines(supporter(state, side, units) is not None, officer_there)
        lines = ratio_lines(strength_lines(state, units, hex), defence, shifts)
        return sum(line.value for line in lines)

    def worth(units: Sequence[int]) -> int:
        return TABLES.hit_number(ratio(units))

    def result(units: Sequence[int]) -> str:
        hits = worth(units)
        return f"{ratio(units)} to 1, hits on {f'1 to {hits}' if hits > 1 else hits}"

    return firepower_of(
        hex,
        {unit: Fraction(points) for unit, points in strength.items() if points},
        worth,
        result,
        lambda unit: ROSTER[unit].id,
    )
