"""Generals on the table: they ride and walk, and go with units. [mckie:move.general] (MK-M63)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from longroll.board.table import (
    Footprint,
    Point,
    distance,
    distance_between,
    footprint,
    is_clear,
    lengths,
    on_table,
    point,
    pose,
    spot,
    swept,
)
from longroll.board.table.measure import is_far, nearest_of
from longroll.kernel.decision import Refusal
from longroll.miniatures import ways
from longroll.miniatures.measure import Distance, read_length
from longroll.miniatures.rulebook import Gait
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.measure import INCH, in_inches
from longroll.systems.mckie.movement.manoeuvres import Manoeuvre
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.movement.rules import Move, Pace, reach
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State

_RULE = "mckie:move.general"
#: As near to the edge of the table as every general's base fits.
_INSIDE = 2 * INCH


class Ride(msgspec.Struct, frozen=True):
    """Where a general is to go, by which points, and how."""

    general: str
    points: tuple[Point, ...] = ()
    joins: str = ""
    pace: Pace = "normal"
    manoeuvre: Manoeuvre | None = None


def read_ride(words: Sequence[str]) -> Ride | Refusal:
    """`crocker 22.5 30`, with `mount`, `dismount` or `double` before the points.

    >>> read_ride(["crocker", "22.5", "30"]).points
    (Point(x=2250, y=3000),)
    """
    who, *rest = words or ("",)
    manoeuvre: Manoeuvre | None = None
    pace: Pace = "normal"
    while rest and rest[0] in ("mount", "dismount", "double"):
        word = rest.pop(0)
        if word == "double":
            pace = "double"
        else:
            manoeuvre = "mount" if word == "mount" else "dismount"
    numbers = [read_length(word) for word in rest]
    places = [number for number in numbers if number is not None]
    if len(places) < len(numbers) or len(places) % 2 or not (places or manoeuvre):
        return Refusal(_RULE, f"ride takes points in inches such as 22.5 30, not {' '.join(rest)}")
    pairs = zip(places[::2], places[1::2], strict=True)
    points = tuple(Point(x, y) for x, y in pairs)
    return Ride(who, points, pace=pace, manoeuvre=manoeuvre)


def read_join(words: Sequence[str]) -> Ride | Refusal:
    if len(words) != 2:
        return Refusal(_RULE, "join takes a general and a unit")
    return Ride(words[0], joins=words[1])


# What bars it


def bars_to_ride_at_all(state: State, side: str, id: str) -> Iterator[Refusal]:
    """Every rule that keeps a general from going anywhere in this step."""
    general = state.commanders.get(id)
    if general is None or general.side != side or general.place != "table":
        yield Refusal(_RULE, f"that army has no general {id!r} on the table")
    elif general.moved:
        yield Refusal(_RULE, f"{general.title} has already moved in this period")


def bars_to_ride(state: State, side: str, ride: Ride) -> Iterator[Refusal]:
    """Every rule that bars a general from going there."""
    yield from bars_to_ride_at_all(state, side, ride.general)
    general = state.commanders.get(ride.general)
    if general is None or general.side != side or general.place != "table":
        return
    if ride.joins:
        unit = state.units.get(ride.joins)
        if unit is None or unit.side != side or unit.place != "table":
            yield Refusal("mckie:risk.1", f"his army has no unit {ride.joins!r} on the table")
            return
        if unit.is_vessel:
            yield Refusal("mckie:opt.gunboat.1", f"nobody can ride to {unit.title} on the water")
            return
        if general.joined == ride.joins:
            yield Refusal("mckie:risk.1", f"{general.title} is already with {unit.title}")
            return
    yield from _bars_to_go(state, general, ride)


def _bars_to_go(state: State, general: General, ride: Ride) -> Iterator[Refusal]:
    allowed = allowance(general, ride)
    if isinstance(allowed, Refusal):
        yield allowed
        return
    points = way(state, ride)
    cost = _cost(state, general, ride, points)
    if isinstance(cost, Refusal):
        yield cost
        return
    if cost > allowed:
        yield Refusal(_RULE, f"the way takes {in_inches(cost)}, but he can go {in_inches(allowed)}")
    here = _standing(state, points[0])
    size = state.battle.table.size
    for there in (_standing(state, at) for at in points[1:]):
        if not on_table(there, *size):
            yield Refusal(_RULE, "he would leave the table")
            return
        name = _enemy_near(state, general, swept(here, there), here, joins=bool(ride.joins))
        if name is not None:
            yield Refusal("mckie:move.1inch", f"the way leads within 1 in of {name}")
            return
        here = there


def _enemy_near(
    state: State, general: General, over: Footprint, start: Footprint, *, joins: bool
) -> str | None:
    """An enemy that the way comes too near; a general who joins a unit may not ride through one."""
    for other in state.of_side(ENEMY[general.side]):
        ground = field.ground_of(state.units[other])
        if is_far(over, ground, MOVEMENT.least_gap):
            continue
        gap = 0 if joins else min(MOVEMENT.least_gap, distance_between(start, ground))
        if not is_clear(over, ground, gap):
            return other
    return None


def allowance(general: General, ride: Ride) -> Distance | Refusal:
    """How far he goes in a period: 24 in mounted, as infantry on foot. (MK-M63)"""
    found = reach(
        Move(
            arm="general",
            formation="mounted" if general.mounted else "dismounted",
            pace=ride.pace,
            manoeuvres=(ride.manoeuvre,) if ride.manoeuvre is not None else (),
        )
    )
    return found if isinstance(found, Refusal) else found.distance


def is_mounted_after(general: General, ride: Ride) -> bool:
    return general.mounted if ride.manoeuvre is None else ride.manoeuvre == "mount"


def way(state: State, ride: Ride) -> tuple[Point, ...]:
    """From where he is, by all his points; to the nearest stand of a unit he joins."""
    general = state.commanders[ride.general]
    here = radius.where(state, general)
    if not ride.joins:
        return here, *ride.points
    start = spot(here)
    parts = field.stands_of(state.units[ride.joins]).parts
    ends = [point(nearest_of(part, start)) for part in parts]
    return here, min(ends, key=lambda end: distance(here, end))


def _cost(
    state: State, general: General, ride: Ride, points: Sequence[Point]
) -> Distance | Refusal:
    """A rider goes over any ground but the impassable at one rate; on foot, ground slows him."""
    if not is_mounted_after(general, ride):
        found = ways.fee(state, Gait("general", "dismounted"), points)
        return found if isinstance(found, Refusal) else found.total
    table = state.battle.table
    for here, there in pairwise(points) if radius.impassable(table) else ():
        for stretch in lengths(table, here, there):
            if stretch.piece is not None and stretch.piece.barred:
                return Refusal("mckie:terr.dense.1", f"nobody can cross {stretch.piece.name}")
    return sum(distance(here, there) for here, there in pairwise(points))


def _standing(state: State, at: Point) -> Footprint:
    size = state.battle.stands["division_commander"]
    return footprint(field.single(size), pose(at.x, at.y, 0))


# Going


def go(state: State, ride: Ride) -> int:
    """Carry out a ride; return how far it went."""
    general = state.commanders[ride.general]
    points = way(state, ride)
    length = sum(distance(here, there) for here, there in pairwise(points))
    end = points[-1]
    state.change_commander(
        ride.general,
        x=end.x,
        y=end.y,
        joined=ride.joins,
        moved=True,
        mounted=is_mounted_after(general, ride),
    )
    return length


def leave_behind(state: State, unit: str) -> None:
    """Generals with a unit that runs off the table stay behind at its edge. (MK-41)"""
    there = state.units[unit]
    width, height = state.battle.table.size
    for id, general in state.commanders.items():
        if general.joined == unit:
            x = min(max(there.x, _INSIDE), width - _INSIDE)
            y = min(max(there.y, _INSIDE), height - _INSIDE)
            state.change_commander(id, x=x, y=y, joined="")


def take_along(state: State, unit: str) -> None:
    """Generals with a unit go where it goes."""
    there = state.units[unit]
    for id, general in state.commanders.items():
        if general.joined == unit and general.place == "table":
            state.change_commander(id, x=there.x, y=there.y, moved=True)
