"""9.1, 9.2 The strength of fire: weapons, guns and their crews, and range."""

from __future__ import annotations

from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.roster import (
    BATTERY,
    WAGON,
)
from longroll.systems.gbacw.state import (
    HALF_CREW,
    State,
)
from longroll.systems.gbacw.tables import WEAPONS, Weapon
from longroll.systems.gbacw.volley import REACTIONS, Part


def weapon_of(state: State, unit: int) -> Weapon | None:
    """The weapon that a unit fires. [gbacw:9.21.1] [gbacw:9.21.2] [gbacw:3.34]"""
    return WEAPONS.get(state.units[unit].weapon or state.game.roster.pieces[unit].weapon)


def reach_of(state: State, unit: int) -> int:
    """How many hexes a unit's weapon reaches; 0 without one. [gbacw:9.23.1]"""
    weapon = weapon_of(state, unit)
    return weapon.range if weapon else 0


def arm_of(state: State, unit: int) -> str:
    return ARTILLERY if state.piece(unit).kind == BATTERY else SMALL_ARMS


def crewed(guns: int, half: bool) -> int:
    """How many guns a crew can serve: half a crew serves half of them, rounded up.

    [gbacw:9.13.1] [gbacw:15.13.1]
    """
    return (guns + 1) // 2 if half else guns


def fire_points(state: State, unit: int) -> int:
    """The points a unit may spread over its targets, before range. [gbacw:9.1] [gbacw:9.12]"""
    own, kind = state.units[unit], state.piece(unit).kind
    if kind == BATTERY:
        return crewed(own.strength, own.crew == HALF_CREW)
    return own.crew if kind == WAGON else own.strength


def points_left(state: State, unit: int, kind: str) -> int:
    """The points that a unit has not yet fired in this phase. [gbacw:9.45.1] [gbacw:10.12]"""
    points = fire_points(state, unit)
    if unit in state.fired and kind not in REACTIONS:
        points -= sum(spent for _, spent in state.fired[unit])
    return points


def part_strength(state: State, part: Part, range: int) -> int:
    """Halves of fire strength of one part at a range. [gbacw:2.0.4] [gbacw:9.41.2] [gbacw:9.31]

    Rapid fire doubles the strength before range and crew are applied. [corinth:24.1.2]
    """
    weapon = weapon_of(state, part.unit)
    if weapon is None:
        return 0
    points = part.points
    if part.rapid:
        own = state.units[part.unit]
        points = crewed(2 * own.strength, own.crew == HALF_CREW)
    return points * weapon.at(range)
