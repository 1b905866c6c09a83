"""Closing to contact, and who fights whom there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from longroll.board.table import (
    CONTACT,
    Footprint,
    Obstacle,
    Point,
    Pose,
    after,
    ahead,
    ahead_of,
    back,
    clip,
    flush,
    footprint,
    in_contact,
    normal,
    overlaps,
    point,
    spot,
)
from longroll.board.table.angles import HALF_TURN, SCALE, way
from longroll.board.table.bases import Polygon
from longroll.board.table.measure import SLACK, is_far, is_nearer, told_within
from longroll.board.table.places import GRAIN, local, nearest
from longroll.miniatures import ways
from longroll.miniatures.measure import WHOLE
from longroll.miniatures.rulebook import Rulebook
from longroll.miniatures.standing import Battle, stands_of

#: How far a unit goes to close with an enemy: beyond that, the enemy is out of reach.
CLOSE = 2 * WHOLE
#: A stand touches another that is in front of this much of its front.
_ABREAST = CONTACT
_TOUCHING = told_within(CONTACT)


# Closing


def closed(
    state: Battle,
    id: str,
    target: str,
    *,
    front: bool,
    far: int = CLOSE,
    through: Collection[str] = (),
) -> Pose | None:
    """The pose of a unit that closes with another nearby, in `front` or elsewhere: its own front
    along the edge it strikes. If another enemy stops it, it fights that one; None if it reaches
    nobody. Terrain that it goes `through` does not stop it."""
    rulebook = state.rulebook
    unit, enemy = state.units[id], state.units[target]
    layout, struck = rulebook.layout(unit), stands_of(rulebook, enemy)
    for pose in _aligned(unit.pose, enemy.pose, struck, front=front):
        for off in range(CONTACT):
            # Corners are rounded: moving back very slightly may be enough to keep them apart.
            backed = after(layout, pose, back(off))
            ground = footprint(rulebook.fighting(unit), backed)
            if not in_contact(ground, struck):
                break
            free = ways.is_free(state, unit, backed, (target,)) and not overlaps(
                ground, struck, SLACK
            )
            if free and target in touched(state, id, backed):
                return backed
    among = [*ways.obstacles(state, id, (target, *through), gap=0), Obstacle(target, struck)]
    leg = clip(layout, unit.pose, ahead(far), among, state.table.size).leg
    pose = after(layout, unit.pose, leg)
    return pose if touched(state, id, pose) else None


def _aligned(unit: Pose, enemy: Pose, struck: Footprint, *, front: bool) -> Iterator[Pose]:
    along = flush(unit, struck)
    if front:
        yield _onto(unit, Pose(enemy.point, normal(enemy.heading + HALF_TURN)))
    yield _onto(unit, along)
    yield along


def _onto(pose: Pose, edge: Pose) -> Pose:
    """A front moved straight onto the line of an edge, without a step to the side."""
    off = ahead_of(edge, spot(pose.point))
    east, south = way(edge.heading)
    step = Point(nearest(-off * east, SCALE), nearest(-off * south, SCALE))
    return Pose(Point(pose.point.x + step.x, pose.point.y + step.y), edge.heading)


# Who touches whom


def touched(state: Battle, id: str, pose: Pose | None = None) -> list[str]:
    """The enemies in front of a unit that touch it, if anybody can come to blows with them."""
    rulebook, unit = state.rulebook, state.units[id]
    return [
        other
        for other in state.enemies_of(unit.side)
        if rulebook.charges.can_be_fought(state.units[other])
        and any(
            front_in_contact(
                rulebook, unit, pose or unit.pose, stands_of(rulebook, state.units[other])
            )
        )
    ]


def front_in_contact(
    rulebook: Rulebook[Any], unit: Any, pose: Pose, enemy: Footprint
) -> Iterator[tuple[int, int]]:
    """The stands of the front rank that touch an enemy, and how much of each front it covers."""
    layout = rulebook.fighting(unit)
    ground, front = footprint(layout, pose), layout.frame.front
    if is_far(ground, enemy, CONTACT):
        return
    for place, base in enumerate(layout.bases):
        if base.dy == front:
            width = _abreast(pose, ground.bases[place], enemy)
            if width > _ABREAST:
                yield place, width


def _abreast(pose: Pose, base: Polygon, enemy: Footprint) -> int:
    """The hundredths of a stand's front that the nearest enemy base covers, 0 without contact."""
    left, right = (local(pose, corner)[0] for corner in base[:2])
    best = 0
    for other in enemy.bases:
        if not is_nearer(base, other, _TOUCHING):
            continue
        across = [local(pose, corner)[0] for corner in other]
        best = max(best, min(right, max(across)) - max(left, min(across)))
    return best // (SCALE * GRAIN)


def faced_in_contact(rulebook: Rulebook[Any], unit: Any, enemy: Any) -> Pose:
    """A unit turned to an enemy that touches it: its front on the enemy's nearest edge."""
    here = stands_of(rulebook, unit).centre
    return flush(Pose(point(here), unit.heading), stands_of(rulebook, enemy))


def touches(state: Battle, id: str, other: str) -> bool:
    rulebook, units = state.rulebook, state.units
    return in_contact(stands_of(rulebook, units[id]), stands_of(rulebook, units[other]))
