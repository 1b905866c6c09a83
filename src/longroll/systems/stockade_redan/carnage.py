"""2.5 Carnage: what is left of a unit, and what its loss can decide at once."""

from __future__ import annotations

from longroll.systems.stockade_redan import victory
from longroll.systems.stockade_redan.state import State


def eliminate(state: State, unit: int) -> None:
    """Turn a unit into carnage in its hex; it is no longer a unit.

    [stockade_redan:2.5.1] [stockade_redan:2.5.2] [stockade_redan:6.3.2] [stockade_redan:10.5.7]
    [stockade_redan:11.7.1] [stockade_redan:12.2.9]
    """
    hex = state.hex_of(unit)
    state.take_off(unit, lost=True)
    state.carnage |= {hex}
    victory.check_sudden_death(state)
