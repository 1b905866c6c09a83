"""Whether a unit is surrounded: no straight way leads out between its enemies."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from longroll.board.table import (
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
from longroll.miniatures.measure import WHOLE
from longroll.miniatures.standing import Battle, are_within, ground_of, stands_of

#: Ways out are looked for all round, in steps of this many tenths of a degree.
_STEP = 50
_ROUND = 3600


def is_surrounded(
    state: Battle, id: str, enemies: Collection[Any], within: int, way_out: int
) -> bool:
    """Whether every straight way of the width of `way_out` from a unit's middle or either end runs
    into one of these enemies, if that is so near."""
    rulebook, unit = state.rulebook, state.units[id]
    ring = [
        ground_of(rulebook, enemy) for enemy in enemies if are_within(rulebook, unit, enemy, within)
    ]
    if not ring:
        return False
    lane = _lane(way_out, within)
    return not any(
        _is_free(ring, lane, place, heading)
        for place in _starts(stands_of(rulebook, unit))
        for heading in range(0, _ROUND, _STEP)
    )


@lru_cache(maxsize=16)
def _lane(width: int, within: int) -> Layout:
    """Beyond the ring a way is free."""
    return Layout((Base(-width // 2, 0, width, within + WHOLE),))


def _starts(ground: Footprint) -> list[Point]:
    first, last = ground.bases[0], ground.bases[-1]
    return [point(ground.centre), point(centre(first)), point(centre(last))]


def _is_free(ring: list[Footprint], lane: Layout, start: Point, heading: int) -> bool:
    way = footprint(lane, pose(start.x, start.y, heading))
    return all(is_clear(way, enemy, 0) for enemy in ring)
