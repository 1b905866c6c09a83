"""How good a place is for a unit: near its goal, facing the enemy, not outflanked."""

from __future__ import annotations

from longroll.board.table import ahead_of, bearing, distance, turning
from longroll.board.table.places import INCH, Point, spot
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State

#: An effective range for rifles, a little beyond the reach of most charges.
CLOSE, NEAR = 6 * INCH, 10 * INCH
#: A front turned this far from its enemy cannot fire at it.
ARC = 300
#: How far from its commander a brigade likes to be at most.
REIN = 10 * INCH


def goal_of(state: State, unit: Unit) -> Point:
    """Where a unit is needed: the nearest objective, otherwise where the enemy is."""
    places = [
        Point(round(one.at[0] * INCH), round(one.at[1] * INCH))
        for one in state.battle.file.objectives
    ]
    here = unit.pose.point
    if places:
        return min(places, key=lambda place: distance(here, place))
    foes = enemies(state, unit)
    if not foes:
        return here
    return min((foe.pose.point for foe in foes), key=lambda place: distance(here, place))


def enemies(state: State, unit: Unit) -> list[Unit]:
    """Enemies that fight, as far as they are on the table."""
    return [
        state.units[id] for id in state.of_side(ENEMY[unit.side]) if state.units[id].arm != "wagon"
    ]


def worth(state: State, unit: Unit) -> float:
    """What a unit's place is worth, in inches of movement."""
    score = -distance(unit.pose.point, goal_of(state, unit)) / INCH
    score -= _off_its_rein(state, unit)
    score += _holds(state, unit)
    foes = enemies(state, unit)
    if foes:
        near = min(foes, key=lambda foe: (field.gap(unit, foe), foe.title))
        score += _before(unit, near, field.gap(unit, near))
        score -= sum(_outflanks(unit, foe) for foe in foes)
    cover = field.cover_of(state, unit)
    if cover not in ("none", "rail_fence"):
        score += 2
    return score


def objective_at(state: State, unit: Unit) -> bool:
    """Whether a unit is near enough to an objective to hold it."""
    return any(
        field.gap_to_point(Point(round(one.at[0] * INCH), round(one.at[1] * INCH)), unit)
        <= round(one.within * INCH)
        for one in state.battle.file.objectives
    )


def is_late(state: State) -> bool:
    """Whether ground that is held now is likely to be held at the end."""
    return state.period > state.battle.file.periods - 3


def _holds(state: State, unit: Unit) -> float:
    """Ground that counts, more so towards the end."""
    if unit.is_battery or unit.arm == "wagon" or not objective_at(state, unit):
        return 0
    return 8 if is_late(state) else 4


def _off_its_rein(state: State, unit: Unit) -> float:
    chiefs = [
        one
        for one in state.commanders.values()
        if unit.division in one.divisions and one.place == "table" and one.role == "division"
    ]
    gaps = [field.gap_to_point(Point(one.x, one.y), unit) for one in chiefs]
    return max(0, min(gaps, default=0) - REIN) / INCH * 1.5


def _before(unit: Unit, foe: Unit, gap: int) -> float:
    """Facing the nearest enemy in line, at an effective range for muskets."""
    off = abs(turning(unit.heading, _bearing(unit, foe)))
    score = 0.0
    if gap <= NEAR:
        score += 4 if off <= ARC else -4
        score += 3 if unit.formation in ("line", "unlimbered", "supported_line") else -6
    elif off > 900:
        score -= 3
    if gap <= CLOSE and off <= ARC:
        score += 3
    return score


def _outflanks(unit: Unit, foe: Unit) -> float:
    """Whether an enemy nearby is on or behind the line of a unit's front. (MK-M21)"""
    if foe.standing in ("retreating", "routing") or field.gap(unit, foe) > NEAR:
        return 0
    return 5 if ahead_of(unit.pose, spot(foe.pose.point)) <= 0 else 0


def _bearing(unit: Unit, foe: Unit) -> int:
    return bearing(foe.x - unit.x, foe.y - unit.y)
