"""Whether a unit is surrounded: no straight way leads out between its enemies. (MK-M45)"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import (
    INCH,
    Base,
    Footprint,
    Layout,
    Point,
    centre,
    footprint,
    is_clear,
    point,
    pose,
)
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.morale.results import SURROUNDED_WITHIN, WAY_OUT
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State

#: Ways out are looked for all round, in steps of this many tenths of a degree.
_STEP = 50
_ROUND = 3600
#: Beyond the ring a way is free.
_LANE = Layout((Base(-WAY_OUT // 2, 0, WAY_OUT, SURROUNDED_WITHIN + INCH),))


def is_surrounded(state: State, id: str) -> bool:
    """Whether every straight way of this width from a unit's middle or either end runs into an
    enemy nearby. Troops in flight and wagons bar no way. [mckie:morale.result.m3d]
    [mckie:morale.result.m7c] (MK-M45)"""
    unit = state.units[id]
    ring = [field.ground_of(other) for other in _enemies_near(state, unit)]
    if not ring:
        return False
    return not any(
        _is_free(ring, place, heading) for place in _starts(unit) for heading in _round()
    )


def _enemies_near(state: State, unit: Unit) -> Iterator[Unit]:
    for other in state.of_side(ENEMY[unit.side]):
        enemy = state.units[other]
        holds = enemy.standing in ("steady", "retiring") and enemy.arm != "wagon"
        if holds and field.are_within(unit, enemy, SURROUNDED_WITHIN):
            yield enemy


def _starts(unit: Unit) -> list[Point]:
    bases = field.stands_of(unit).bases
    middle = field.stands_of(unit).centre
    return [point(middle), point(centre(bases[0])), point(centre(bases[-1]))]


def _round() -> range:
    return range(0, _ROUND, _STEP)


def _is_free(ring: list[Footprint], start: Point, heading: int) -> bool:
    lane = footprint(_LANE, pose(start.x, start.y, heading))
    return all(is_clear(lane, enemy, 0) for enemy in ring)
