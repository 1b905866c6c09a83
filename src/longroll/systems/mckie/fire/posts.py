"""Where a unit fires from and how far: what it cannot possibly hit is left out first."""

from __future__ import annotations

from typing import NamedTuple

from longroll.board.table import Footprint, Polygon, Spot, nearest_in_arc
from longroll.board.table.aiming import is_out_of_reach
from longroll.board.table.arcs import is_out_of_arc
from longroll.board.table.measure import is_far, is_within, told
from longroll.board.table.places import INCH
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.fire.facts import weapon_of
from longroll.systems.mckie.fire.weapons import FIRE, Weapon, longest_range
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State


class Post(NamedTuple):
    """Where a unit is that fires, which way it faces, and how far it fires."""

    ground: Footprint
    heading: int
    weapon: Weapon
    limit: int


def post_of(state: State, id: str) -> Post:
    unit, weapon = state.units[id], weapon_of(state, id)
    return Post(field.stands_of(unit), unit.heading, weapon, reach_of(state, weapon))


def stands_that_fire(unit: Unit) -> tuple[tuple[int, Polygon], ...]:
    """The stands of the front rank with figures that can fire, and their bases.
    [mckie:fire.front]"""
    bases, figures = field.stands_of(unit).bases, field.armed_by_stand(unit)
    return tuple((stand, bases[stand]) for stand in field.front_stands(unit) if figures[stand])


def is_beyond(post: Post, ground: Footprint) -> bool:
    """Whether certainly no stand has any of this ground in its range and arc; False leaves it
    open."""
    here, radius = post.ground.centre, post.ground.radius
    return (
        is_far(post.ground, ground, post.limit)
        or is_out_of_arc(here, radius, post.heading, FIRE.arc, ground.centre, ground.radius)
        or not is_within(post.ground, ground, post.limit)
    )


def reach_of(state: State, weapon: Weapon) -> int:
    """How far a weapon is fired: its range, or the limit of sight on this day."""
    return min(longest_range(weapon), int(state.battle.file.sight * INCH))


def is_in_zone(muzzle: Spot, heading: int, ground: Footprint) -> bool:
    """Whether some of this ground is in the danger zone of a gun."""
    if is_out_of_reach(muzzle, ground, FIRE.canister):
        return False
    near = nearest_in_arc(muzzle, heading, FIRE.arc, ground.parts)
    if near is None:
        return False
    return told(((near.x - muzzle.x) ** 2 + (near.y - muzzle.y) ** 2, 1)) <= FIRE.canister
