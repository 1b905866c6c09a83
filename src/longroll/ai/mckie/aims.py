"""What the scenario asks of a side, and where its divisions go for it."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from longroll.ai.mckie.ground import Known, middle
from longroll.ai.miniatures.going import beyond
from longroll.board.table import (
    Point,
    Pose,
    Table,
    bearing_to,
    distance,
    distance_from,
    normal,
    turning,
)
from longroll.board.table.places import INCH, spot
from longroll.miniatures import goals
from longroll.miniatures.victory import AloneAt, FormedBeyond, HoldsWall
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.scenarios.scenario import Scenario
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import Side

Place = AloneAt | FormedBeyond | HoldsWall
_HEADINGS = {"north": 0, "east": 900, "south": 1800, "west": 2700}
#: How far beyond a line or a wall an attack aims, in hundredths.
_PAST = 3 * INCH
#: A place is safe with no enemy nearer than this.
_CLEAR = 12 * INCH
#: An army that comes at a place like this faces straight on.
_STRAIGHT_ON = 500
#: A place along a line is tried every so often.
_EVERY = 2 * INCH


class Aim(NamedTuple):
    """What an army wants: to take a place or to hold it, the way it faces there."""

    stance: Literal["attack", "hold"]
    place: Point
    heading: int
    #: The condition behind it; None if the field itself is fought for.
    condition: Place | None = None
    #: Where somebody must be at the end, besides.
    post: Point | None = None


def aim(known: Known) -> Aim:
    """The aim of an army: its own condition if it has one, else to deny the enemy his. Whoever
    has nobody near the place that he must hold keeps the enemy from the ground that he needs."""
    own, theirs = conditions(known.state.battle, known.side)
    if isinstance(own, AloneAt) and theirs is not None and not isinstance(theirs, AloneAt):
        post = at(own.at)
        if all(distance(foe, post) > _CLEAR for foe in known.foe_places()):
            return _hold(known, theirs)._replace(post=post)
    if own is not None and known.doctrine.stance == "hold":
        return _hold(known, own)
    if own is not None:
        return _attack(known, own)
    if theirs is not None:
        return _hold(known, theirs)
    foes = known.foe_places()
    place = middle(foes) if foes else Point(known.size[0] // 2, known.size[1] // 2)
    return Aim("attack", place, _to(known, place))


def conditions(battle: Scenario, side: Side) -> tuple[Place | None, Place | None]:
    """The ground that a side must win, and the ground that its enemy must win."""
    if battle.file.victory:
        own, theirs = (_ground(battle, who) for who in (side, ENEMY[side]))
        return own, theirs
    if battle.file.objectives:
        first = battle.file.objectives[0]
        both = [AloneAt(who, first.name, first.at, first.within) for who in (side, ENEMY[side])]
        return both[0], both[1]
    return None, None


def _ground(battle: Scenario, side: Side) -> Place | None:
    for victory in battle.file.victory:
        for one in victory.when:
            if victory.winner == side == one.side and isinstance(one, Place):
                return one
    return None


# Attacking


def _attack(known: Known, condition: Place) -> Aim:
    if isinstance(condition, AloneAt):
        place = at(condition.at)
        return Aim("attack", place, _to(known, place), condition)
    if isinstance(condition, FormedBeyond):
        place, heading = _beyond(known, condition)
        return Aim("attack", place, heading, condition)
    place = _stretch(known, condition)
    return Aim("attack", place, _to(known, place), condition)


def _to(known: Known, place: Point) -> int:
    """The way the army faces at a place: straight on from its edge, unless that is far off."""
    own = _army(known)
    if distance(own, place) <= 3 * INCH:
        return known.forward
    heading = bearing_to(own, place)
    return known.forward if abs(turning(known.forward, heading)) <= _STRAIGHT_ON else heading


def _army(known: Known) -> Point:
    places = [unit.pose.point for unit in known.own.values() if unit.arm != "wagon"]
    places += [Point(one.x, one.y) for one in known.state.blinds.values() if one.side == known.side]
    if places:
        return middle(places)
    width, height = known.size
    return beyond(Point(width // 2, height // 2), known.forward + 1800, width // 2)


def _beyond(known: Known, condition: FormedBeyond) -> tuple[Point, int]:
    """The place beyond a line that is near and has the fewest enemies, and the way there."""
    start, end = map(at, condition.line)
    heading = _HEADINGS[condition.beyond]
    width, height = known.size
    here = _army(known)
    best, least = start, 10**9
    for place in along((start, end), _EVERY):
        there = beyond(place, heading, _PAST)
        if not (4 * INCH < there.x < width - 4 * INCH and 4 * INCH < there.y < height - 4 * INCH):
            continue
        crowd = sum(max(0, 10 * INCH - distance(there, foe)) for foe in known.foe_places())
        cost = distance(here, there) + crowd
        if cost < least:
            best, least = there, cost
    return best, heading


def _stretch(known: Known, condition: HoldsWall) -> Point:
    """The middle of the stretch of a wall that is nearest and least held."""
    here = _army(known)
    foes = [field.stands_of(unit) for unit in known.formed_foes.values()]
    best, least = here, 10**9
    reach = round(condition.length * INCH) // 2
    places = wall(known.state.battle.table, condition.piece)
    for place in places:
        near = [one for one in places if distance(one, place) <= reach]
        held = sum(any(distance_from(spot(one), foe) <= INCH for foe in foes) for one in near)
        short = max(0, 2 * reach - _EVERY // 2 * len(near))
        cost = distance(here, place) + held * 2 * INCH + short * 4
        if cost < least:
            best, least = place, cost
    return best


@lru_cache(maxsize=64)
def wall(table: Table, piece: str) -> tuple[Point, ...]:
    """Places along a piece of terrain."""
    found = [one.points for one in table.pieces if one.name == piece]
    return tuple(place for points in found for place in along(points, _EVERY // 2))


def along(points: tuple[Point, ...], step: int) -> list[Point]:
    """Places along a line, a step apart."""
    found: list[Point] = []
    for start, end in pairwise(points):
        far = distance(start, end)
        for gone in range(step // 2, far, step):
            found.append(
                Point(
                    start.x + (end.x - start.x) * gone // far,
                    start.y + (end.y - start.y) * gone // far,
                )
            )
    return found


# Holding


def _hold(known: Known, condition: Place) -> Aim:
    """Stand between the enemy and the ground that he needs."""
    foes = known.foe_places()
    threat = middle(foes) if foes else _their_edge(known)
    if isinstance(condition, AloneAt):
        place = at(condition.at)
        heading = bearing_to(place, threat) if place != threat else known.forward
        return Aim("hold", place, heading, condition)
    if isinstance(condition, FormedBeyond):
        places = along((at(condition.line[0]), at(condition.line[1])), _EVERY)
        heading = normal(_HEADINGS[condition.beyond] + 1800)
        place = min(places, key=lambda one: distance(one, threat))
        return Aim("hold", beyond(place, heading, INCH), heading, condition)
    places = list(wall(known.state.battle.table, condition.piece))
    place = min(places, key=lambda one: distance(one, threat))
    heading = bearing_to(place, threat) if place != threat else known.forward
    return Aim("hold", place, heading, condition)


def _their_edge(known: Known) -> Point:
    width, height = known.size
    edge = known.state.battle.file.deployment[ENEMY[known.side]].edge
    return {
        "north": Point(width // 2, 0),
        "east": Point(width, height // 2),
        "south": Point(width // 2, height),
        "west": Point(0, height // 2),
    }[edge]


def at(pair: tuple[float, float]) -> Point:
    return Point(round(pair[0] * INCH), round(pair[1] * INCH))


# Places to take


def spots(known: Known, aim: Aim) -> list[Pose]:
    """The places for single units from which they win the ground, if there are many: along a wall,
    or beyond a line. Those near the edges of the table are left out."""
    condition, (width, height) = aim.condition, known.size
    if isinstance(condition, FormedBeyond):
        line = along((at(condition.line[0]), at(condition.line[1])), _EVERY)
        found = [Pose(beyond(place, aim.heading, _PAST), aim.heading) for place in line]
    elif isinstance(condition, HoldsWall):
        found = _before_wall(known, condition)
    else:
        return []
    return [
        one
        for one in found
        if 3 * INCH <= one.point.x <= width - 3 * INCH
        and 3 * INCH <= one.point.y <= height - 3 * INCH
    ]


def _before_wall(known: Known, condition: HoldsWall) -> list[Pose]:
    """Places along a wall, facing over it from the side that the army comes from."""
    found: list[Pose] = []
    here = _army(known)
    for piece in known.state.battle.table.pieces:
        if piece.name != condition.piece:
            continue
        for start, end in pairwise(piece.points):
            over = normal(bearing_to(start, end) + 900)
            for place in along((start, end), _EVERY // 2):
                ahead = abs(turning(over, bearing_to(here, place))) if here != place else 0
                found.append(Pose(place, over if ahead <= 900 else normal(over + 1800)))
    return found


# What counts


def counts(state: State, condition: Place | None, unit: Unit) -> float:
    """How much of a condition a unit fulfils where it is: 0 for nothing, 1 for its part of it."""
    if condition is None or unit.arm in ("wagon", "gunboat") or unit.standing in _FLYING:
        return 0.0
    if isinstance(condition, AloneAt):
        return float(field.gap_to_point(at(condition.at), unit) <= round(condition.within * INCH))
    if isinstance(condition, FormedBeyond):
        return float(
            unit.arm in condition.arms and goals.is_beyond(field.stands_of(unit), condition)
        )
    ground = field.stands_of(unit)
    held = sum(
        distance_from(spot(place), ground) <= INCH
        for place in wall(state.battle.table, condition.piece)
        if distance(place, unit.pose.point) <= 10 * INCH
    )
    return min(1.0, held * INCH / max(1, round(condition.length * INCH)))


_FLYING = ("retreating", "routing")
