"""The run of a charge: where it comes home, or how near it gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from longroll.board.table import (
    Pose,
    Straight,
    after,
    ahead_of,
    bearing_to,
    distance,
    footprint,
    overlaps,
    point,
    swept,
)
from longroll.board.table.measure import SLACK
from longroll.miniatures.approach import (
    Course,
    Goal,
    Gone,
    advance,
    fall_short,
    goal_of,
    is_too_far,
)
from longroll.miniatures.standing import ground_of
from longroll.miniatures.ways import amid, is_free, standing_along
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import field, guns, runs
from longroll.systems.honor_glory.play.rulebook import RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import CONTACT, COSTS, rate
from longroll.systems.honor_glory.words import REGIMENTS, Struck

#: A charger that may not stop where it is goes back by this much at a time.
_STEP = CM // 10


class Run(NamedTuple):
    """Where a charger ends, and whether it has come home."""

    pose: Pose
    arrived: bool


def run(state: State, id: str, target: str, reach: int, struck: Struck, start: Pose) -> Run:
    """The run of a unit that has been turned to its target where it stood, at `start`: to the
    target, between others in line with it, to its guns, or as near as it gets.
    [honor_glory:75.5] [honor_glory:77.7] [honor_glory:77.8a]"""
    gone = _gone(state, id, target, reach, start)
    home = (
        _aligned(state, id, target, gone, struck, start)
        or _into_line(state, id, target, reach, struck, start)
        or _at_guns_of(state, id, target, reach, start)
    )
    return Run(home, True) if home else Run(_with_room(state, id, gone.pose, start), False)


def _gone(state: State, id: str, target: str, reach: int, start: Pose) -> Gone:
    """How far a charger gets: up to its target, or through friends before it if there is room
    beyond them, each regiment for a quarter of an allowance; else as far as it can.
    [honor_glory:42.0] [honor_glory:42.2] [honor_glory:42.4a] [honor_glory:80.2]"""
    goal = goal_of(state, target)
    friends, cost = _friends_before(state, id, target, start)
    left = max(0, reach - cost)
    through = [Course(far, through=friends) for far in (left + CONTACT, left) if friends]
    courses = [Course(reach + CONTACT), *through]
    go: Callable[[State, str, Goal, Course], Gone] = advance
    if is_too_far(state, state.units[id], goal, courses[0]):
        courses, go = through[1:], fall_short  # How far it gets is all that matters.
    turned = state.units[id].pose
    for course in courses:
        gone = go(state, id, goal, course)
        if gone.arrived:
            return gone
    return gone if friends and gone.pose != turned else go(state, id, goal, Course(reach))


def _friends_before(state: State, id: str, target: str, start: Pose) -> tuple[tuple[str, ...], int]:
    """The friends that a charge straight at its target goes through, and what they cost: guns
    nothing, nor those beside and behind it whom it only brushes as it turns.
    [honor_glory:42.2] [honor_glory:42.4a] (HG-37)"""
    unit = state.units[id]
    there = point(field.centre_of(state, target))
    turned = Pose(unit.pose.point, bearing_to(unit.pose.point, there))
    to = after(layout_of(unit), turned, Straight(max(1, distance(turned.point, there)), 0))
    near = [
        (other, ground)
        for other, ground in standing_along(state, id, turned, to, 0)
        if state.units[other].side == unit.side
    ]
    if not near:
        return (), 0
    way = swept(*(footprint(layout_of(unit), pose) for pose in (turned, to)))
    found = [friend for friend, ground in near if overlaps(way, ground, SLACK)]
    behind = runs.friends_behind(state, id, start)
    regiments = sum(
        state.units[friend].arm in REGIMENTS and friend not in behind for friend in found
    )
    quarter = (rate(unit.mover) or 0) * COSTS.pass_through // 100
    return tuple(found), regiments * quarter


def _is_beyond(state: State, id: str, front: Pose) -> bool:
    """Whether nothing of a unit stands on the near side of the line of a front."""
    parts = ground_of(RULEBOOK, state.units[id]).parts
    return all(ahead_of(front, corner) >= -field.ON_THE_LINE for part in parts for corner in part)


# Coming home


def _aligned(
    state: State, id: str, target: str, gone: Gone, struck: Struck, start: Pose
) -> Pose | None:
    """Where a charger that has reached its target is aligned with it; None if there is no room.
    [honor_glory:75.5]"""
    if not gone.arrived:
        return None
    twin: State = state.copy()
    twin.put(id, gone.pose)
    pose = runs.aligned(twin, id, target, struck, start)
    twin.put(id, pose)
    free = is_free(twin, twin.units[id], pose, (id, target))
    return pose if free and field.touching(twin, id, target) else None


def _into_line(
    state: State, id: str, target: str, reach: int, struck: Struck, start: Pose
) -> Pose | None:
    """A charge that only others in line with its target keep from it, or friends beside and behind
    it: it is aligned with the target, and they stand aside. [honor_glory:75.5]
    [honor_glory:77.7] (HG-37)"""
    course = Course(reach + CONTACT)
    if is_too_far(state, state.units[id], goal_of(state, target), course):
        return None
    side = state.units[id].side
    behind = runs.friends_behind(state, id, start)

    def home(others: Sequence[str]) -> Pose | None:
        rest = [one for one in state.present() if one not in (*behind, *others)]
        gone = _gone(amid(state, id, rest), id, target, reach, start)
        return _aligned(state, id, target, gone, struck, start)

    others = [one for one in state.enemies_of(side) if one != target]
    found = home(others)
    if found is None:
        return None
    beside = [one for one in others if _is_beyond(state, one, found)]
    return found if len(beside) == len(others) else home(beside)


def _at_guns_of(state: State, id: str, target: str, reach: int, start: Pose) -> Pose | None:
    """A charge that the guns of its target keep from it: it has come home if it touches them, as
    the regiment is fought instead. [honor_glory:90.3] (HG-35)"""
    for gun in guns.guns_of(state, target):
        gone = _gone(state, id, gun, reach, start)
        found = _aligned(state, id, gun, gone, "front", start)
        if found is not None:
            return found
    return None


# Falling short


def _with_room(state: State, id: str, end: Pose, start: Pose) -> Pose:
    """Where a charger that falls short stops: clear of everybody, at its `start` if need be.
    [honor_glory:42.0] [honor_glory:77.8a]"""
    unit = state.units[id]
    if is_free(state, unit, end, (id,)):
        return end
    for far in range(distance(unit.pose.point, end.point), 0, -_STEP):
        pose = after(layout_of(unit), unit.pose, Straight(far, 0))
        if is_free(state, unit, pose, (id,)):
            return pose
    return start
