"""5.19 How each unit moves: its column of the movement chart."""

from __future__ import annotations

from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, LEADER, WAGON
from longroll.systems.gbacw.state import COLUMN, MOUNTED, State


def mover_of(state: State, unit: int) -> str:
    """The column of the chart for a unit as it stands. [gbacw:5.0.1] [gbacw:6.0.2]"""
    piece = state.piece(unit)
    if piece.kind == LEADER:
        return "leader"
    if piece.kind == WAGON:
        return "wagon"
    if piece.kind == CREW:
        return "crew"
    formation = state.units[unit].formation
    if piece.kind == BATTERY:
        return "siege_gun" if piece.siege else "artillery_limbered"
    if piece.kind == CAVALRY:
        return "cavalry_mounted" if formation == MOUNTED else "cavalry_dismounted"
    return "infantry_column" if formation == COLUMN else "infantry_line"
