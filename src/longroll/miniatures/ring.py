"""Whether a unit is surrounded: no straight way leads out between its enemies."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from longroll.board.table import (
    GRAIN,
    Base,
    Footprint,
    Point,
    base_at,
    centre,
    is_clear,
    point,
    pose,
    spot,
    spot_at,
)
from longroll.board.table.measure import is_along, is_far
from longroll.miniatures.measure import WHOLE
from longroll.miniatures.rulebook import Rulebook
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
    here = ground_of(rulebook, unit)
    near = [
        (enemy, ground)
        for enemy in enemies
        if not is_far(here, ground := ground_of(rulebook, enemy), within)
    ]
    # A way out between more of them is one between those of the ring too.
    if not near or _has_way_out(rulebook, unit, [one for _, one in near], within, way_out):
        return False
    ring = [ground for enemy, ground in near if are_within(rulebook, unit, enemy, within)]
    return bool(ring) and not _has_way_out(rulebook, unit, ring, within, way_out)


def _has_way_out(
    rulebook: Rulebook[Any], unit: Any, ring: Collection[Footprint], within: int, width: int
) -> bool:
    """Whether some way leads out of a ring; behind the unit there is likely to be one."""
    # Beyond the ring a way is free.
    lane = Base(-width // 2, 0, width, within + WHOLE)
    first = unit.heading // _STEP * _STEP
    return any(
        _is_free(ring, lane, place, heading)
        for place in _starts(stands_of(rulebook, unit))
        for heading in range(first, first + _ROUND, _STEP)
    )


def _starts(ground: Footprint) -> list[Point]:
    first, last = ground.bases[0], ground.bases[-1]
    return [point(ground.centre), point(centre(first)), point(centre(last))]


def _is_free(ring: Collection[Footprint], lane: Base, start: Point, heading: int) -> bool:
    """Whether a lane that leads away behind a place, if that looks along a heading, is clear."""
    here = pose(start.x, start.y, heading)
    end = spot_at(here, 0, lane.depth)
    close = [enemy for enemy in ring if is_along(spot(start), end, lane.width * GRAIN, enemy)]
    if not close:
        return True
    way = base_at(lane, here)
    return all(is_clear(way, enemy, 0) for enemy in close)
