"""The way of a charge: one wheel if it is needed, then straight on to where it halts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, isqrt
from typing import Any

import msgspec

from longroll.board.table import (
    Footprint,
    Hand,
    Layout,
    Leg,
    Move,
    Obstacle,
    Point,
    Pose,
    Straight,
    Wheel,
    after,
    ahead,
    bearing,
    distance_between,
    first_in_the_way,
    footprint,
    in_contact,
    is_within,
    length,
    overlaps,
    point,
    turning,
)
from longroll.board.table.angles import HALF_TURN, TURN
from longroll.board.table.corridors import Corridor, Swing
from longroll.board.table.measure import SLACK, is_far
from longroll.board.table.places import local, place
from longroll.kernel.decision import Refusal
from longroll.miniatures import ways
from longroll.miniatures.drill import NORMAL
from longroll.miniatures.measure import WHOLE
from longroll.miniatures.rulebook import Gait, Rulebook
from longroll.miniatures.standing import Battle, stands_of

#: Places are rounded to the hundredth: a way may be shorter by this much than it seems.
_ROUNDING = 2
#: A guess how far to wheel is checked this many tenths to either side.
_DOUBT = 2


class Goal(msgspec.Struct, frozen=True):
    """What a charge is for, and the gap at which it halts: 0 if the goal is to be touched."""

    name: str
    ground: Footprint
    gap: int


class Course(msgspec.Struct, frozen=True):
    """How a charge goes: its reach over open ground, its gait if that is not its own, and the
    terrain, by name, that does not stop it."""

    reach: int
    gait: Gait | None = None
    through: tuple[str, ...] = ()


class Way(msgspec.Struct, frozen=True):
    """The way of a charge: its legs to where it halts, its cost to contact, and its reach."""

    legs: Move
    cost: int
    reach: int


def goal_of(state: Battle, target: str) -> Goal:
    """A unit as a target: what follows its stands does not keep anybody off."""
    rulebook = state.rulebook
    return Goal(target, stands_of(rulebook, state.units[target]), rulebook.charges.halt)


# The way


def way_to(
    state: Battle, id: str, goal: Goal, course: Course, wheel: Wheel | None = None
) -> Way | Refusal:
    """The way of a charge, or what is wrong with it; a `wheel` that is given is made first."""
    unit = state.units[id]
    among: list[Obstacle] | None = None
    refused: Refusal | None = None
    wheels = (wheel,) if wheel is not None else _wheels(state.rulebook, unit, goal)
    for one in wheels:
        found: Way | Refusal | None = _too_long(state, unit, goal, one, course)
        if found is None and one is None and refused is not None and _misses(state, unit, goal):
            continue
        if found is None:
            among = among or _among(state, id, goal, course)
            found = _way(state, unit, goal, one, course, among)
        if isinstance(found, Way):
            return found
        refused = refused or found
    assert refused is not None
    return refused


def _misses(state: Battle, unit: Any, goal: Goal) -> bool:
    """Whether the way straight on leads past the goal, whatever else is on it."""
    near = max(goal.gap, state.rulebook.charges.beside) + 2
    return Corridor(_start(state, unit), unit.pose.heading).meeting(goal.ground, near) is None


def _among(state: Battle, id: str, goal: Goal, course: Course) -> list[Obstacle]:
    """What is in the way of a charge: everybody but its target and those who let it through."""
    unit, lets_through = state.units[id], state.rulebook.charges.lets_through
    open = [one for one in state.present() if lets_through(unit, state.units[one])]
    found = ways.obstacles(state, id, besides=(goal.name, *open, *course.through))
    return [Obstacle(goal.name, goal.ground, goal.gap), *found]


def _wheels(rulebook: Rulebook[Any], unit: Any, goal: Goal) -> Iterator[Wheel | None]:
    """Wheels that may bring the target before the front: none at all if it is there already, or if
    the unit may not wheel."""
    if not rulebook.charges.may_wheel(unit):
        yield None
        return
    aimed = _aimed(rulebook, unit, goal)
    if _is_ahead(unit.pose, goal.ground):
        yield None
        yield aimed
    else:
        yield aimed
        yield None


def _aimed(rulebook: Rulebook[Any], unit: Any, goal: Goal) -> Wheel | None:
    """The wheel after which the middle of the front faces the middle of the target."""
    middle = point(goal.ground.centre)
    layout, off = rulebook.layout(unit), _off(unit.pose, middle)
    if off == 0:
        return None
    hand: Hand = "right" if off > 0 else "left"

    def is_short(angle: int) -> bool:
        still = _off(after(layout, unit.pose, Wheel(hand, angle)), middle)
        return still > 0 if hand == "right" else still < 0

    low, high = 0, HALF_TURN
    guess = _aim(layout, unit.pose, hand, middle)
    if guess is not None and _DOUBT < guess < HALF_TURN - _DOUBT:
        least, most = guess - _DOUBT, guess + _DOUBT
        if is_short(least) and not is_short(most):
            low, high = least, most
    while high - low > 1:
        angle = (low + high) // 2
        low, high = (angle, high) if is_short(angle) else (low, angle)
    return Wheel(hand, high)


def _aim(layout: Layout, pose: Pose, hand: Hand, middle: Point) -> int | None:
    """About how far a front wheels until its middle faces a place; None for a place near the pivot,
    which it may face more than once."""
    wide = layout.frame.right if hand == "right" else -layout.frame.left
    pivot = place(pose, wide if hand == "right" else -wide, 0)
    square = (middle.x - pivot.x) ** 2 + (middle.y - pivot.y) ** 2
    if square < 2 * wide * wide or wide <= 0:
        return None
    lead = bearing(wide, -isqrt(square - wide * wide))
    straight = bearing(middle.x - pivot.x, middle.y - pivot.y)
    if hand == "right":
        return (straight + lead - pose.heading) % TURN
    return (pose.heading + lead - straight) % TURN


def _off(pose: Pose, place: Point) -> int:
    """How far to turn from a pose to face a place."""
    if pose.point == place:
        return 0
    return turning(pose.heading, bearing(place.x - pose.point.x, place.y - pose.point.y))


def _is_ahead(pose: Pose, ground: Footprint) -> bool:
    """Whether the way straight ahead of the middle of a front goes through some ground."""
    places = [local(pose, corner) for part in ground.parts for corner in part]
    return (
        min(dx for dx, _ in places) < 0 < max(dx for dx, _ in places)
        and min(dy for _, dy in places) < 0
    )


def _way(
    state: Battle,
    unit: Any,
    goal: Goal,
    wheel: Wheel | None,
    course: Course,
    among: Sequence[Obstacle],
) -> Way | Refusal:
    layout, size = state.rulebook.layout(unit), state.table.size
    charges, rules, told = (
        state.rulebook.charges,
        state.rulebook.rules,
        state.rulebook.measure.told,
    )
    reach = course.reach
    legs: list[Leg] = []
    here, cost = unit.pose, 0
    if wheel is not None:
        turned = ways.unhindered(layout, here, wheel, among, size)
        if turned.ended_by is not None and turned.ended_by != goal.name:
            return _barred(state, turned.ended_by)
        wheeled = ways.leg_cost(state, unit, here, turned.leg, course.gait)
        if isinstance(wheeled, Refusal):
            return wheeled
        legs.append(turned.leg)
        here, cost = after(layout, here, turned.leg), ceil(wheeled)
        far = distance_between(footprint(layout.solid, here), goal.ground) - _ROUNDING
        if cost + far > reach and not _by_road(state, unit, course):
            return _too_dear(state, f"at least {told(cost + far)}", reach)
    leg = ahead(reach + WHOLE)
    run = ways.unhindered(layout, here, leg, among, size)
    assert isinstance(run.leg, Straight)
    end = after(layout, here, run.leg)
    gap = distance_between(footprint(layout, end), goal.ground)
    if run.ended_by != goal.name and not _is_beside(state, run.ended_by, gap):
        if run.ended_by is None:
            return Refusal(rules.too_far, f"the charge reaches at most {told(reach)}")
        return _barred(state, run.ended_by)
    if any(_stood_on(state, unit, end)):
        return _barred(state, next(_stood_on(state, unit, end)))
    if not _strikes(layout, end, goal, among, charges.beside):
        return Refusal(charges.no_front, "its front would not reach the enemy")
    straight = _to_contact(state, unit, here, run.leg, gap, course.gait)
    if isinstance(straight, Refusal):
        return straight
    cost += straight
    if cost > reach:
        return _too_dear(state, told(cost), reach)
    if run.leg.length:
        legs.append(run.leg)
    return Way(tuple(legs), cost, reach)


def _too_long(
    state: Battle, unit: Any, goal: Goal, wheel: Wheel | None, course: Course
) -> Refusal | None:
    """Why a way is too long, found without going it."""
    if wheel is not None:
        least = _least(state, unit, goal, wheel, course)
    elif is_too_far(state, unit, goal, course):
        least = distance_between(_start(state, unit), goal.ground) - _ROUNDING
    else:
        return None
    if least <= course.reach:
        return None
    return _too_dear(state, f"at least {state.rulebook.measure.told(least)}", course.reach)


def is_too_far(state: Battle, unit: Any, goal: Goal, course: Course) -> bool:
    """Whether a goal is too far for a charge straight ahead, wherever it is: only roads make a way
    cost less than its length."""
    return not _by_road(state, unit, course) and not is_within(
        _start(state, unit), goal.ground, course.reach + _ROUNDING
    )


def _by_road(state: Battle, unit: Any, course: Course) -> bool:
    gait = course.gait or state.rulebook.moves.gait(unit, NORMAL, False)
    return state.rulebook.ground.by_road(gait)


def _start(state: Battle, unit: Any) -> Footprint:
    return footprint(state.rulebook.layout(unit).solid, unit.pose)


def _least(state: Battle, unit: Any, goal: Goal, wheel: Wheel, course: Course) -> int:
    """What a charge that begins with a wheel costs at least: the wheel, unless it runs into the
    target, and then the distance. Only roads make a way cost less than its length."""
    layout = state.rulebook.layout(unit)
    if _by_road(state, unit, course):
        return 0
    whole = length(layout, wheel)
    if Swing(layout.solid, unit.pose, wheel).may_meet(goal.ground, goal.gap):
        if whole <= course.reach:
            return 0
        # It ends where it runs into the target, which is not before it comes near it.
        paid = Wheel(wheel.hand, wheel.angle * course.reach // whole)
        if Swing(layout.solid, unit.pose, paid).may_meet(goal.ground, goal.gap):
            return 0
        return length(layout, Wheel(wheel.hand, paid.angle + 1))
    end = footprint(layout, after(layout, unit.pose, wheel))
    return whole + distance_between(end, goal.ground) - _ROUNDING


def _too_dear(state: Battle, cost: str, reach: int) -> Refusal:
    rulebook = state.rulebook
    most = rulebook.measure.told(reach)
    return Refusal(rulebook.rules.too_far, f"the way costs {cost}, but the charge reaches {most}")


def _stood_on(state: Battle, unit: Any, end: Pose) -> Iterator[str]:
    """Units that a unit would overlap. Limbers that it was among at the start did not stop it on
    its way."""
    ground = footprint(state.rulebook.fighting(unit), end)
    for id, covered in ways.grounds(state):
        other = state.units[id]
        if other is not unit and not is_far(ground, covered, 0):
            if overlaps(ground, stands_of(state.rulebook, other), SLACK):
                yield id


def _strikes(layout: Layout, end: Pose, goal: Goal, among: Sequence[Obstacle], beside: int) -> bool:
    """Whether a charge that goes straight on from where it halts runs into its target."""
    onward = ahead(2 * beside)
    touching = ways.near(layout, end, onward, [Obstacle(one.name, one.ground) for one in among])
    if len(touching) == 1 and first_in_the_way(layout, end, onward, touching) == goal.name:
        return True
    run = ways.unhindered(layout, end, onward, touching)
    if run.ended_by == goal.name:
        return True
    return in_contact(footprint(layout, after(layout, end, run.leg)), goal.ground)


def _is_beside(state: Battle, bar: str | None, gap: int) -> bool:
    return bar in state.units and gap <= state.rulebook.charges.beside


def _to_contact(
    state: Battle, unit: Any, here: Pose, leg: Straight, gap: int, gait: Gait | None
) -> int | Refusal:
    """What the straight part costs, including the last of the way to contact."""
    whole = ways.leg_cost(state, unit, here, ahead(leg.length + gap), gait)
    if not isinstance(whole, Refusal):
        return ceil(whole)
    # The target is in ground that the charge cannot enter: it attacks the edge.
    found = ways.leg_cost(state, unit, here, leg, gait)
    return found if isinstance(found, Refusal) else ceil(found) + gap


def _barred(state: Battle, bar: str) -> Refusal:
    rulebook = state.rulebook
    if bar in state.units:
        barred: Refusal = rulebook.charges.barred(state.units[bar])
        return barred
    if bar == "edge":
        return Refusal(rulebook.rules.off_table, "the way leads off the table")
    name = bar.removeprefix(ways.TERRAIN)
    return Refusal(rulebook.rules.impassable, f"the unit cannot cross {name}")


# Going


class Gone(msgspec.Struct, frozen=True):
    """How far a charge went: where it ended, over what, and whether it reached its goal."""

    pose: Pose
    grounds: frozenset[str]
    arrived: bool


def advance(state: Battle, id: str, goal: Goal, course: Course, declared: Move = ()) -> Gone:
    """A charge goes as far as its reach and what is in the way allow.

    The way is found again, as the target may have turned or left; it begins with the wheel that
    was `declared`, if that still leads there.
    """
    wheel = next((leg for leg in declared if isinstance(leg, Wheel)), None)
    found = way_to(state, id, goal, course, wheel)
    if isinstance(found, Refusal) and wheel is not None:
        found = way_to(state, id, goal, course)
    if isinstance(found, Refusal):
        return fall_short(state, id, goal, course)
    return _gone(state, id, course, found.legs)


def fall_short(state: Battle, id: str, goal: Goal, course: Course) -> Gone:
    """A charge that does not reach its goal goes as far towards it as it can."""
    towards = next(_wheels(state.rulebook, state.units[id], goal))
    legs = (*((towards,) if towards is not None else ()), ahead(course.reach))
    return _gone(state, id, course, legs, _among(state, id, goal, course))


def _gone(
    state: Battle,
    id: str,
    course: Course,
    legs: Move,
    among: Sequence[Obstacle] | None = None,
) -> Gone:
    """Where the legs of a charge lead: all the way, or as far as those `among` whom it goes let
    it."""
    unit = state.units[id]
    layout, here, left = state.rulebook.layout(unit), unit.pose, course.reach
    grounds: frozenset[str] = frozenset()
    for leg in legs:
        done = leg
        if among is not None:
            done = ways.farthest(state, unit, here, leg, left, among, gait=course.gait).leg
        found_fee = ways.leg_fee(state, unit, here, done, course.gait)
        assert not isinstance(found_fee, Refusal), found_fee
        grounds |= found_fee.grounds
        left -= ceil(found_fee.total)
        here = after(layout, here, done)
    if any(_stood_on(state, unit, here)):
        return Gone(unit.pose, frozenset(), False)
    return Gone(here, grounds, among is None)
