"""How a unit gets away: which way it runs, what stops it, which friends it runs through.

A unit turns away on the spot at no cost and then goes straight. It passes through friends but
ends clear of everybody; it never comes within 1 in of an enemy that it is not leaving behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from longroll.board.table import (
    Footprint,
    Obstacle,
    Pose,
    Straight,
    Turn,
    after,
    clip,
    footprint,
    ground_at,
    is_clear,
    lengths,
    on_table,
    overlaps,
    spot,
    swept,
    turning,
)
from longroll.board.table.angles import HALF_TURN, RIGHT_ANGLE, bearing, normal
from longroll.board.table.measure import SLACK, distance_between
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import FOOT, Ground

#: The way home from each edge.
_EDGES = {"north": 0, "east": 900, "south": 1800, "west": 2700}
#: How far its enemies can turn a unit from the way home, and by how much it turns aside
#: when the way is barred.
_ASTRAY = 600
_ASIDE = 150
#: Enemies hardly farther off than the nearest one also count.
_AS_NEAR = 3 * INCH
#: A unit that would end among friends stops short by this much more.
_SHORTER = 10


class Run(msgspec.Struct, frozen=True):
    """A run: where it ends, how far it went, who was passed through, whether it left the table
    or came to a stop at its edge."""

    pose: Pose
    length: int
    passed: tuple[str, ...] = ()
    grounds: frozenset[Ground] = frozenset()
    off_table: bool = False
    at_edge: bool = False


# Which way


def home(state: State, side: str) -> int:
    """The heading of the edge that an army came from."""
    return _EDGES[state.battle.file.deployment[side].edge]  # type: ignore[index]


def away_from(unit: Unit, enemies: Sequence[Unit]) -> int | None:
    """The heading straight away from some enemies; None if there is no such heading."""
    here = field.stands_of(unit).centre
    there = [field.stands_of(enemy).centre for enemy in enemies]
    if not there:
        return None
    dx = here.x * len(there) - sum(place.x for place in there)
    dy = here.y * len(there) - sum(place.y for place in there)
    return bearing(dx, dy) if dx or dy else None


def way_back(state: State, id: str) -> int:
    """The heading of a unit in flight: away from the nearest enemies and towards its own edge.

    A unit that has lost heart takes the shortest way to the edge. [mckie:morale.result.m7a]
    """
    unit = state.units[id]
    back = home(state, unit.side)
    away = None if unit.lost_heart else away_from(unit, _nearest(state, unit))
    if away is None:
        return back
    astray = turning(back, away)
    return normal(back + max(-_ASTRAY, min(_ASTRAY, astray)))


def _nearest(state: State, unit: Unit) -> list[Unit]:
    enemies = [state.units[other] for other in state.of_side(ENEMY[unit.side])]
    gaps = [field.gap(unit, enemy) for enemy in enemies]
    return [enemy for enemy, gap in zip(enemies, gaps, strict=True) if gap <= min(gaps) + _AS_NEAR]


def _round_about(heading: int, back: int) -> Iterator[int]:
    """A heading and those beside it, farther and farther off, starting on the side of home."""
    side = 1 if turning(heading, back) >= 0 else -1
    yield heading
    for off in range(_ASIDE, RIGHT_ANGLE + 1, _ASIDE):
        yield normal(heading + side * off)
        yield normal(heading - side * off)


# The run


def flight(state: State, id: str, unit: Unit, distance: int, *, may_leave: bool) -> Run | None:
    """The way of a unit in flight: round what bars it; None if there is none at all.

    `unit` is the unit as it will run, for example limbered.
    """
    back = home(state, unit.side)
    best: Run | None = None
    for heading in _round_about(way_back(state, id), back):
        found = run(state, id, unit, heading, distance, may_leave=may_leave)
        if found is None:
            continue
        if found.off_table or found.at_edge or found.length >= distance:
            return found
        if best is None or found.length > best.length:
            best = found
    return best


def run(
    state: State,
    id: str,
    unit: Unit,
    heading: int,
    distance: int,
    *,
    facing: bool = False,
    may_leave: bool = False,
) -> Run | None:
    """A straight run along a heading; `facing` keeps the unit's front where it is.

    None if it ends nowhere clear of others.
    """
    start = unit.pose if facing else _turned(state, unit, heading)
    layout, size = field.layout_of(unit), state.battle.table.size
    angle = turning(start.heading, heading)
    bars = list(_bars(state, unit))
    cut = clip(layout, start, Straight(distance, angle), bars, None if may_leave else size)
    leg = cut.leg
    assert isinstance(leg, Straight)
    friends = field.troops(state, [id])
    for length in range(leg.length, -1, -_SHORTER):
        end = after(layout, start, Straight(length, angle))
        ground = footprint(layout.solid, end)
        off = not on_table(ground, *size)
        if off and not may_leave:
            return None
        if off or all(not overlaps(ground, other, SLACK) for _, other in friends):
            over = swept(footprint(layout.solid, start), ground)
            passed = _passed(state, id, unit, over)
            grounds = _grounds(state, start, end)
            return Run(end, length, passed, grounds, off, cut.ended_by == "edge")
    return None


def _turned(state: State, unit: Unit, heading: int) -> Pose:
    """The unit facing its flight, or faced about if an enemy is too near to wheel round."""
    layout = field.layout_of(unit)
    pose = after(layout, unit.pose, Turn(turning(unit.heading, heading)))
    ground = footprint(layout.solid, pose)
    before = field.ground_of(unit)
    if on_table(ground, *state.battle.table.size) and all(
        is_clear(ground, bar.ground, min(bar.gap, distance_between(before, bar.ground)))
        for bar in _enemies(state, unit)
    ):
        return pose
    if abs(turning(unit.heading, heading)) <= RIGHT_ANGLE:
        return unit.pose
    return after(layout, unit.pose, Turn(HALF_TURN))


def _enemies(state: State, unit: Unit) -> Iterator[Obstacle]:
    for other in state.of_side(ENEMY[unit.side]):
        yield Obstacle(other, field.ground_of(state.units[other]), MOVEMENT.least_gap)


def _bars(state: State, unit: Unit) -> Iterator[Obstacle]:
    """Enemies, ground that nobody enters, and for horses and wheels what only foot enters."""
    yield from _enemies(state, unit)
    on_foot = unit.arm in FOOT
    for piece in state.battle.table.pieces:
        rough = field.GROUNDS.get(piece.kind) in ("dense_woods", "rough")
        if piece.barred or (rough and not on_foot):
            yield Obstacle(piece.name, piece.ground)


def _passed(state: State, id: str, unit: Unit, over: Footprint) -> tuple[str, ...]:
    """Friends that a unit ran through."""
    before = field.ground_of(unit)
    return tuple(
        other
        for other in state.of_side(unit.side)
        if other != id
        and overlaps(over, field.ground_of(state.units[other]), SLACK)
        and not overlaps(before, field.ground_of(state.units[other]), SLACK)
    )


def _grounds(state: State, start: Pose, end: Pose) -> frozenset[Ground]:
    """What the middle of a unit's front ran over."""
    table = state.battle.table
    if start.point == end.point:
        found = [ground_at(table, spot(end.point))]
    else:
        found = [one.piece for one in lengths(table, start.point, end.point)]
    kinds = {piece.kind for piece in found if piece is not None}
    return frozenset(field.GROUNDS[kind] for kind in kinds if kind in field.GROUNDS)
