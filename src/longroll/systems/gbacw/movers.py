"""5.19 How each unit moves: its column of the movement chart."""

from __future__ import annotations

from longroll.systems.gbacw.roster import BATTERY, CREW, LEADER, WAGON
from longroll.systems.gbacw.state import COLUMN, DISMOUNTED, LINE, MOUNTED, State

_MOVERS = {LEADER: "leader", WAGON: "wagon", CREW: "crew", BATTERY: "artillery_limbered"}
_FORMED = {
    LINE: "infantry_line",
    COLUMN: "infantry_column",
    MOUNTED: "cavalry_mounted",
    DISMOUNTED: "cavalry_dismounted",
}


def mover_of(state: State, unit: int) -> str:
    """The column of the chart for a unit in its present formation. [gbacw:5.0.1] [gbacw:6.0.2]"""
    piece = state.game.roster.pieces[unit]
    if piece.siege:
        return "siege_gun"
    return _MOVERS.get(piece.kind) or _FORMED[state.units[unit].formation]


def unit_allowance(state: State, unit: int, mover: str) -> int:
    """Halves of a Movement Point that a unit has in this Movement Phase. [gbacw:5.0.1]"""
    game = state.game
    full = game.full_allowance(mover, state.turn in game.nights)
    return game.rules.allowance(full, state, unit)
