"""Closing to contact, and who fights whom there. [mckie:melee.elig.1] [mckie:melee.elig.3]"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

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
    bases_in_contact,
    beside,
    clip,
    flush,
    footprint,
    in_contact,
    is_within,
    normal,
    overlaps,
    point,
    spot,
)
from longroll.board.table.angles import HALF_TURN, SCALE, way
from longroll.board.table.bases import Polygon, covering
from longroll.board.table.measure import SLACK
from longroll.board.table.places import GRAIN, local, nearest
from longroll.miniatures import ways
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import approach
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, Charge, State
from longroll.systems.mckie.words import Struck

#: How far a unit goes to close with an enemy: beyond that, the enemy is out of reach.
_CLOSE = 2 * INCH
#: A stand touches another that is in front of this much of its front.
_ABREAST = CONTACT


# Closing


def closed(state: State, id: str, target: str, struck: Struck, far: int = _CLOSE) -> Pose | None:
    """The pose of a unit that closes with another nearby: its front along the edge it strikes. If
    another enemy stops it, it fights that one; None if it reaches nobody."""
    unit, enemy = state.units[id], state.units[target]
    layout = field.layout_of(unit)
    for pose in _aligned(unit, enemy, struck):
        for off in range(CONTACT):
            # Corners are rounded: moving back very slightly may be enough to keep them apart.
            backed = after(layout, pose, back(off))
            ground = footprint(field.fighting_layout(unit), backed)
            if not in_contact(ground, field.stands_of(enemy)):
                break
            free = ways.is_free(state, unit, backed, (target,)) and not overlaps(
                ground, field.stands_of(enemy), SLACK
            )
            if free and target in touched(state, id, backed):
                return backed
    among = [
        *ways.obstacles(state, id, (target, *approach.assaulted(state, id, target)), gap=0),
        Obstacle(target, field.stands_of(enemy)),
    ]
    leg = clip(layout, unit.pose, ahead(far), among, state.battle.table.size).leg
    pose = after(layout, unit.pose, leg)
    return pose if touched(state, id, pose) else None


def _aligned(unit: Unit, enemy: Unit, struck: Struck) -> Iterator[Pose]:
    along = flush(unit.pose, field.stands_of(enemy))
    if struck == "front":
        yield _onto(unit.pose, Pose(enemy.pose.point, normal(enemy.heading + HALF_TURN)))
    yield _onto(unit.pose, along)
    yield along


def _onto(pose: Pose, edge: Pose) -> Pose:
    """A front moved straight onto the line of an edge, without a step to the side."""
    off = ahead_of(edge, spot(pose.point))
    east, south = way(edge.heading)
    step = Point(nearest(-off * east, SCALE), nearest(-off * south, SCALE))
    return Pose(Point(pose.point.x + step.x, pose.point.y + step.y), edge.heading)


def struck_by(state: State, charge: Charge) -> tuple[Pose, dict[str, Struck]] | None:
    """Where a charge closes to contact, and whom it strikes there, and where: its target, and
    others in its way. None if it reaches nobody. [mckie:melee.elig.1] [mckie:ex.melee.attr]"""
    unit = state.units[charge.unit]
    pose = closed(state, charge.unit, charge.target, charge.struck)
    if pose is None:
        return None
    return pose, {
        other: charge.struck
        if other == charge.target
        else approach.struck_where(unit, state.units[other])
        for other in touched(state, charge.unit, pose)
    }


# Who touches whom


def touched(state: State, id: str, pose: Pose | None = None) -> list[str]:
    """The enemies in front of a unit that touch it; nobody boards a vessel."""
    unit = state.units[id]
    return [
        other
        for other in state.of_side(ENEMY[unit.side])
        if not state.units[other].is_vessel
        and any(front_in_contact(unit, pose or unit.pose, field.stands_of(state.units[other])))
    ]


def front_in_contact(unit: Unit, pose: Pose, enemy: Footprint) -> Iterator[tuple[int, int]]:
    """The stands of the front rank that touch an enemy, and how much of each front it covers."""
    ground = footprint(field.fighting_layout(unit), pose)
    for place in field.front_stands(unit):
        width = _abreast(pose, ground.bases[place], enemy)
        if width > _ABREAST:
            yield place, width


def _abreast(pose: Pose, base: Polygon, enemy: Footprint) -> int:
    """The hundredths of a stand's front that the nearest enemy base covers, 0 without contact."""
    left, right = (local(pose, corner)[0] for corner in base[:2])
    best = 0
    for other in enemy.bases:
        if not is_within(covering([base]), covering([other]), CONTACT):
            continue
        across = [local(pose, corner)[0] for corner in other]
        best = max(best, min(right, max(across)) - max(left, min(across)))
    return best // (SCALE * GRAIN)


# Who fights whom


def shares(
    state: State, id: str, opponents: Sequence[str], behind: Collection[str] = ()
) -> dict[str, tuple[list[int], int, int]]:
    """The stands of a unit assigned to its opponents: those in contact, with how many of them
    overlap on the left, and on the right.

    A stand fights the one it faces most; one beside the contact fights there, unless it has an
    enemy of its own. Against opponents in its flank or rear that it could not turn to, the stands
    that they touch fight. [mckie:melee.elig.1] [mckie:melee.elig.3] [mckie:melee.flank.2]
    [mckie:ex.melee.attr]
    """
    unit = state.units[id]
    ground = field.stands_of(unit)
    facing: dict[str, dict[int, int]] = {}
    for other in opponents:
        enemy = field.stands_of(state.units[other])
        if other in behind:
            facing[other] = {place: 0 for place, _ in bases_in_contact(ground, enemy)}
        else:
            facing[other] = dict(front_in_contact(unit, unit.pose, enemy))
    told_off: dict[int, str] = {}
    for place in range(len(ground.bases)):
        found = [other for other in opponents if place in facing[other]]
        if found:
            told_off[place] = max(found, key=lambda other: facing[other][place])
    return _with_overlaps(unit, [one for one in opponents if one not in behind], told_off) | {
        other: ([place for place, fights in told_off.items() if fights == other], 0, 0)
        for other in behind
        if other in told_off.values()
    }


def _with_overlaps(
    unit: Unit, opponents: Sequence[str], told_off: dict[int, str]
) -> dict[str, tuple[list[int], int, int]]:
    layout = field.fighting_layout(unit)
    front = field.front_stands(unit)
    found: dict[str, tuple[list[int], int, int]] = {}
    for other in opponents:
        stands = sorted(place for place, fights in told_off.items() if fights == other)
        if not stands:
            continue
        ends = (beside(layout, stands[0])[0], beside(layout, stands[-1])[1])
        more = []
        for end in ends:
            free = end is not None and end in front and end not in told_off
            if free:
                assert end is not None
                told_off[end] = other
                stands = sorted({*stands, end})
            more.append(int(free))
        found[other] = (stands, more[0], more[1])
    return found


def faced_in_contact(unit: Unit, enemy: Unit) -> Pose:
    """A unit turned to an enemy that touches it: its front on the enemy's nearest edge."""
    here = field.stands_of(unit).centre
    return flush(Pose(point(here), unit.heading), field.stands_of(enemy))


def touches(state: State, id: str, other: str) -> bool:
    return in_contact(field.stands_of(state.units[id]), field.stands_of(state.units[other]))
