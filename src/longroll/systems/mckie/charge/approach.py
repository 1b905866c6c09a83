"""The way of a charge: one wheel if it is needed, then straight on to 1 in from the target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import msgspec

from longroll.board.table import (
    Footprint,
    Hand,
    Layout,
    Leg,
    Move,
    Obstacle,
    Piece,
    Point,
    Pose,
    Straight,
    Wheel,
    after,
    ahead,
    bearing,
    clip,
    distance_between,
    footprint,
    in_contact,
    is_flanked_from,
    length,
    overlaps,
    point,
    poses,
    turning,
)
from longroll.board.table.angles import HALF_TURN
from longroll.board.table.measure import SLACK, is_far
from longroll.board.table.places import local
from longroll.kernel.decision import Refusal
from longroll.miniatures import ways
from longroll.miniatures.drill import NORMAL
from longroll.miniatures.rulebook import Gait
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge.rules import charge_reach
from longroll.systems.mckie.measure import INCH, in_inches
from longroll.systems.mckie.movement.rates import MOVEMENT, ground_rate
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Charge, State
from longroll.systems.mckie.words import FOOT, Struck

#: Enemies beside the target may stop a charge this near to it: it strikes them too.
_BESIDE = 2 * INCH


class Goal(msgspec.Struct, frozen=True):
    """What a charge is for: a unit, kept off by 1 in, or guns without crews, to be touched."""

    name: str
    ground: Footprint
    gap: int = MOVEMENT.least_gap


class Way(msgspec.Struct, frozen=True):
    """The way of a charge: its legs to where it halts, its cost to contact, and its reach."""

    legs: Move
    cost: int
    reach: int


def goal_of(state: State, target: str) -> Goal:
    """A unit as a target: limbers and led horses behind it do not keep anybody off."""
    return Goal(target, field.stands_of(state.units[target]))


def whole_reach(unit: Unit) -> int | Refusal:
    """How far a unit charges over open ground. (MK-M31)"""
    reach = charge_reach(unit.arm, unit.formation)
    return reach if isinstance(reach, Refusal) else int(reach)


def struck_where(charger: Unit, target: Unit) -> Struck:
    """Where a charge strikes, from where it starts: the flank if it starts on or behind the line of
    the target's front. (MK-M21)"""
    return "flank" if is_flanked_from(target.pose, field.stands_of(charger).centre) else "front"


# The way


def way_to(state: State, id: str, goal: Goal, wheel: Wheel | None = None) -> Way | Refusal:
    """The way of a charge, or what is wrong with it; a `wheel` that is given is made first.

    [mckie:rate.foot] [mckie:rate.cav] [mckie:move.max] [mckie:pass.4] (MK-M31, MK-M48, MK-M49)
    """
    unit = state.units[id]
    reach = whole_reach(unit)
    if isinstance(reach, Refusal):
        return reach
    inside = next(_towns(state, unit, goal), None)
    if inside is not None and overlaps(field.ground_of(unit), inside.ground, SLACK):
        return Refusal(
            "mckie:bua.6",
            f"to go further into {inside.name} it must form extended order or march column",
        )
    among = _among(state, id, goal)
    wheels = [wheel] if wheel is not None else list(_wheels(unit, goal))
    refused: Refusal | None = None
    for one in wheels:
        found = _way(state, unit, goal, one, reach, among)
        if isinstance(found, Way):
            return found
        refused = refused or found
    assert refused is not None
    return refused


def _among(state: State, id: str, goal: Goal) -> list[Obstacle]:
    """What is in the way of a charge: everybody but its target and its own skirmishers, who let
    it through. [mckie:pass.1] [mckie:pass.4]"""
    own = [one for one in state.of_side(state.units[id].side) if _lets_through(state.units[one])]
    edges = [one.name for one in _towns(state, state.units[id], goal)]
    found = ways.obstacles(state, id, besides=(goal.name, *own, *edges))
    return [Obstacle(goal.name, goal.ground, goal.gap), *found]


def _towns(state: State, unit: Unit, goal: Goal) -> Iterator[Piece]:
    """Built-up areas that the target is in and a unit may not go through as it is formed: foot
    attacks those who hold the edge. [mckie:bua.5] (MK-48)"""
    barred = isinstance(ground_rate(unit.arm, unit.formation, "built_up"), Refusal)
    if barred and unit.arm in FOOT:
        for piece in state.battle.table.pieces:
            if piece.kind == "built_up" and overlaps(piece.ground, goal.ground, SLACK):
                yield piece


def assaulted(state: State, id: str, target: str) -> list[str]:
    """The built-up areas whose edge a charge of one unit on another attacks. [mckie:bua.5]"""
    goal = goal_of(state, target)
    return [piece.name for piece in _towns(state, state.units[id], goal)]


def _gait(state: State, unit: Unit, goal: Goal) -> Gait:
    """How a charge goes: among houses as in extended order. [mckie:bua.3] (MK-48)"""
    own = state.rulebook.moves.gait(unit, NORMAL, False)
    return own._replace(formation="extended") if any(_towns(state, unit, goal)) else own


def _lets_through(friend: Unit) -> bool:
    return friend.formation == "skirmish"


def _wheels(unit: Unit, goal: Goal) -> Iterator[Wheel | None]:
    """Wheels that may bring the target before the front: none at all if it is there already."""
    aimed = _aimed(unit, goal)
    if _is_ahead(unit.pose, goal.ground):
        yield None
        yield aimed
    else:
        yield aimed
        yield None


def _aimed(unit: Unit, goal: Goal) -> Wheel | None:
    """The wheel after which the middle of the front faces the middle of the target."""
    middle = point(goal.ground.centre)
    layout, off = field.layout_of(unit), _off(unit.pose, middle)
    if off == 0:
        return None
    hand: Hand = "right" if off > 0 else "left"
    low, high = 0, HALF_TURN
    while high - low > 1:
        angle = (low + high) // 2
        still = _off(after(layout, unit.pose, Wheel(hand, angle)), middle)
        short = still > 0 if hand == "right" else still < 0
        low, high = (angle, high) if short else (low, angle)
    return Wheel(hand, high)


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
    state: State,
    unit: Unit,
    goal: Goal,
    wheel: Wheel | None,
    reach: int,
    among: Sequence[Obstacle],
) -> Way | Refusal:
    layout, size = field.layout_of(unit), state.battle.table.size
    gait = _gait(state, unit, goal)
    legs: list[Leg] = []
    here, cost = unit.pose, 0
    if wheel is not None:
        turned = clip(layout, here, wheel, ways.near(layout, here, wheel, among), size)
        if turned.ended_by is not None and turned.ended_by != goal.name:
            return _barred(state, turned.ended_by)
        found = ways.leg_fee(state, unit, here, turned.leg, gait)
        if isinstance(found, Refusal):
            return found
        legs.append(turned.leg)
        here, cost = after(layout, here, turned.leg), ceil(found.total)
    leg = ahead(reach + INCH)
    run = clip(layout, here, leg, ways.near(layout, here, leg, among), size)
    assert isinstance(run.leg, Straight)
    end = after(layout, here, run.leg)
    gap = distance_between(footprint(layout, end), goal.ground)
    if run.ended_by != goal.name and not _is_beside(state, run.ended_by, gap):
        if run.ended_by is None:
            return Refusal("mckie:move.max", f"the charge reaches at most {in_inches(reach)}")
        return _barred(state, run.ended_by)
    if any(_stood_on(state, unit, end)):
        return _barred(state, next(_stood_on(state, unit, end)))
    if not _strikes(layout, end, goal, among):
        return Refusal("mckie:melee.elig.1", "its front would not reach the enemy")
    straight = _to_contact(state, unit, here, run.leg, gap, gait)
    if isinstance(straight, Refusal):
        return straight
    cost += straight
    if cost > reach:
        return Refusal(
            "mckie:move.max",
            f"the way costs {in_inches(cost)}, but the charge reaches {in_inches(reach)}",
        )
    if run.leg.length:
        legs.append(run.leg)
    return Way(tuple(legs), cost, reach)


def _stood_on(state: State, unit: Unit, end: Pose) -> Iterator[str]:
    """Units that a unit would overlap. Limbers that it was among at the start did not stop it on
    its way."""
    ground = footprint(field.fighting_layout(unit), end)
    for id, covered in ways.grounds(state):
        other = state.units[id]
        if other is not unit and not is_far(ground, covered, 0):
            if overlaps(ground, field.stands_of(other), SLACK):
                yield id


def _strikes(layout: Layout, end: Pose, goal: Goal, among: Sequence[Obstacle]) -> bool:
    """Whether a charge that goes straight on from where it halts runs into its target."""
    touching = [Obstacle(one.name, one.ground) for one in among]
    run = clip(layout, end, ahead(2 * _BESIDE), touching)
    if run.ended_by == goal.name:
        return True
    return in_contact(footprint(layout, after(layout, end, run.leg)), goal.ground)


def _is_beside(state: State, bar: str | None, gap: int) -> bool:
    return bar in state.units and gap <= _BESIDE


def _to_contact(
    state: State, unit: Unit, here: Pose, leg: Straight, gap: int, gait: Gait
) -> int | Refusal:
    """What the straight part costs, including the last inch to contact."""
    whole = ways.leg_fee(state, unit, here, ahead(leg.length + gap), gait)
    if not isinstance(whole, Refusal):
        return ceil(whole.total)
    # The target is in ground that the charge cannot enter: it attacks the edge.
    found = ways.leg_fee(state, unit, here, leg, gait)
    return found if isinstance(found, Refusal) else ceil(found.total) + gap


def _barred(state: State, bar: str) -> Refusal:
    if bar in state.units:
        other = state.units[bar]
        rule = "mckie:pass.3" if _lets_through(other) else "mckie:pass.4"
        return Refusal(rule, f"{other.title} is in the way of the charge")
    if bar == "edge":
        return Refusal("mckie:move.max", "the way leads off the table")
    name = bar.removeprefix(ways.TERRAIN)
    return Refusal("mckie:terr.dense.1", f"the unit cannot cross {name}")


def length_of(state: State, charge: Charge) -> int:
    """How long the way of a charge is up to contact, before it is made."""
    unit = state.units[charge.unit]
    layout = field.layout_of(unit)
    end = poses(layout, unit.pose, charge.way)[-1]
    gap = distance_between(footprint(layout, end), goal_of(state, charge.target).ground)
    return sum(length(layout, leg) for leg in charge.way) + gap


# Going


class Gone(msgspec.Struct, frozen=True):
    """How far a charge went: where it ended, over what, and whether it reached its goal."""

    pose: Pose
    grounds: frozenset[str]
    arrived: bool


def advance(state: State, id: str, goal: Goal, declared: Move) -> Gone:
    """A charge goes as far as its reach and what is in the way allow.

    The way is found again, as the target may have turned or left; it begins with the wheel that
    was `declared`, if that still leads there.
    """
    unit = state.units[id]
    reach = whole_reach(unit)
    assert not isinstance(reach, Refusal), reach
    wheel = next((leg for leg in declared if isinstance(leg, Wheel)), None)
    found = way_to(state, id, goal, wheel)
    if isinstance(found, Refusal):
        found = way_to(state, id, goal)
    if isinstance(found, Way):
        legs = found.legs
    else:
        towards = next(_wheels(unit, goal))
        legs = (*((towards,) if towards is not None else ()), ahead(reach))
    among = _among(state, id, goal)
    gait = _gait(state, unit, goal)
    layout, here, left = field.layout_of(unit), unit.pose, reach
    grounds: frozenset[str] = frozenset()
    for leg in legs:
        done = ways.farthest(state, unit, here, leg, left, among, gait=gait).leg
        found_fee = ways.leg_fee(state, unit, here, done, gait)
        assert not isinstance(found_fee, Refusal), found_fee
        grounds |= found_fee.grounds
        left -= ceil(found_fee.total)
        here = after(layout, here, done)
    if any(_stood_on(state, unit, here)):
        return Gone(unit.pose, frozenset(), False)
    return Gone(here, grounds, isinstance(found, Way))
