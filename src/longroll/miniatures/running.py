"""How a unit gets away: which way it runs, what stops it, which friends it runs through.

A unit turns away on the spot at no cost and then goes straight. It passes through friends but
ends clear of everybody; it never comes nearer than the gap to an enemy that it is not leaving
behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from longroll.board.table import (
    Footprint,
    Obstacle,
    Piece,
    Pose,
    Straight,
    Turn,
    after,
    clip,
    footprint,
    ground_at,
    is_clear,
    is_within,
    lengths,
    on_table,
    overlaps,
    spot,
    swept,
    turning,
)
from longroll.board.table.angles import HALF_TURN, RIGHT_ANGLE, bearing, normal
from longroll.board.table.measure import SLACK, distance_between
from longroll.kernel.decision import Refusal
from longroll.miniatures.cost import on_piece
from longroll.miniatures.drill import NORMAL
from longroll.miniatures.rulebook import Rulebook
from longroll.miniatures.standing import Battle, gap, ground_of, stands_of, troops


class Run(msgspec.Struct, frozen=True):
    """A run: where it ends, how far it went, who was passed through, the pieces of ground it led
    over, whether it left the table or came to a stop at its edge."""

    pose: Pose
    length: int
    passed: tuple[str, ...] = ()
    over: tuple[Piece, ...] = ()
    off_table: bool = False
    at_edge: bool = False


# Which way


def away_from(rulebook: Rulebook[Any], unit: Any, enemies: Sequence[Any]) -> int | None:
    """The heading straight away from some enemies; None if there is no such heading."""
    here = stands_of(rulebook, unit).centre
    there = [stands_of(rulebook, enemy).centre for enemy in enemies]
    if not there:
        return None
    dx = here.x * len(there) - sum(place.x for place in there)
    dy = here.y * len(there) - sum(place.y for place in there)
    return bearing(dx, dy) if dx or dy else None


def way_back(state: Battle, id: str, *, straight: bool = False) -> int:
    """The heading of a unit in flight: away from the nearest enemies and towards its own edge; or
    `straight` to the edge."""
    unit, rulebook = state.units[id], state.rulebook
    back = state.home(unit.side)
    away = None if straight else away_from(rulebook, unit, _nearest(state, unit))
    if away is None:
        return back
    astray, most = turning(back, away), rulebook.flight.astray
    return normal(back + max(-most, min(most, astray)))


def _nearest(state: Battle, unit: Any) -> list[Any]:
    rulebook = state.rulebook
    enemies = [state.units[other] for other in state.enemies_of(unit.side)]
    gaps = [gap(rulebook, unit, enemy) for enemy in enemies]
    near = min(gaps, default=0) + rulebook.flight.as_near
    return [enemy for enemy, far in zip(enemies, gaps, strict=True) if far <= near]


def _round_about(heading: int, back: int, aside: int) -> Iterator[int]:
    """A heading and those beside it, farther and farther off, starting on the side of home."""
    side = 1 if turning(heading, back) >= 0 else -1
    yield heading
    for off in range(aside, RIGHT_ANGLE + 1, aside):
        yield normal(heading + side * off)
        yield normal(heading - side * off)


# The run


def flight(
    state: Battle,
    id: str,
    unit: Any,
    distance: int,
    *,
    may_leave: bool,
    straight: bool = False,
) -> Run | None:
    """The way of a unit in flight: round what bars it; None if there is none at all.

    `unit` is the unit as it will run, for example limbered; `straight` is the shortest way to its
    own edge.
    """
    back = state.home(unit.side)
    best: Run | None = None
    heading = way_back(state, id, straight=straight)
    for way in _round_about(heading, back, state.rulebook.flight.aside):
        found = run(state, id, unit, way, distance, may_leave=may_leave)
        if found is None:
            continue
        if found.off_table or found.at_edge or found.length >= distance:
            return found
        if best is None or found.length > best.length:
            best = found
    return best


def run(
    state: Battle,
    id: str,
    unit: Any,
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
    layout, size = state.rulebook.layout(unit), state.table.size
    angle = turning(start.heading, heading)
    bars = [*_enemies(state, unit), *_ground(state, unit)]
    cut = clip(layout, start, Straight(distance, angle), bars, None if may_leave else size)
    leg = cut.leg
    assert isinstance(leg, Straight)
    first = footprint(layout.solid, start)
    whole = swept(first, footprint(layout.solid, after(layout, start, leg)))
    # Whoever is clear of the whole way is clear of every place on it.
    others = [other for _, other in troops(state, [id]) if is_within(whole, other, SLACK)]
    for length in range(leg.length, -1, -state.rulebook.flight.shorter):
        end = after(layout, start, Straight(length, angle))
        ground = footprint(layout.solid, end)
        off = not on_table(ground, *size)
        if off and not may_leave:
            return None
        if off or all(not overlaps(ground, other, SLACK) for other in others):
            way = swept(first, ground)
            return Run(
                end,
                length,
                _passed(state, id, unit, way),
                _over(state, start, end),
                off,
                cut.ended_by == "edge",
            )
    return None


def _turned(state: Battle, unit: Any, heading: int) -> Pose:
    """The unit facing its flight, or faced about if an enemy is too near to wheel round."""
    layout = state.rulebook.layout(unit)
    there: Pose = after(layout, unit.pose, Turn(turning(unit.heading, heading)))
    ground = footprint(layout.solid, there)
    before = ground_of(state.rulebook, unit)
    if on_table(ground, *state.table.size) and all(
        is_clear(ground, bar.ground, min(bar.gap, distance_between(before, bar.ground)))
        for bar in _enemies(state, unit)
    ):
        return there
    if abs(turning(unit.heading, heading)) <= RIGHT_ANGLE:
        here: Pose = unit.pose
        return here
    return after(layout, unit.pose, Turn(HALF_TURN))


def _enemies(state: Battle, unit: Any) -> Iterator[Obstacle]:
    for other in state.enemies_of(unit.side):
        ground = ground_of(state.rulebook, state.units[other])
        yield Obstacle(other, ground, state.rulebook.others.gap)


def _ground(state: Battle, unit: Any) -> Iterator[Obstacle]:
    """Ground that bars a unit even in flight."""
    gait = state.rulebook.moves.gait(unit, NORMAL, True)
    for piece in state.table.pieces:
        if piece.layer == "ground" and isinstance(on_piece(state.rulebook, gait, piece), Refusal):
            yield Obstacle(piece.name, piece.ground)


def _passed(state: Battle, id: str, unit: Any, over: Footprint) -> tuple[str, ...]:
    """Friends that a unit ran through."""
    before = ground_of(state.rulebook, unit)
    friends = [other for other in state.of_side(unit.side) if other != id]
    grounds = {other: ground_of(state.rulebook, state.units[other]) for other in friends}
    return tuple(
        other
        for other, ground in grounds.items()
        if overlaps(over, ground, SLACK) and not overlaps(before, ground, SLACK)
    )


def _over(state: Battle, start: Pose, end: Pose) -> tuple[Piece, ...]:
    """What the middle of a unit's front ran over."""
    if start.point == end.point:
        found = [ground_at(state.table, spot(end.point))]
    else:
        found = [one.piece for one in lengths(state.table, start.point, end.point)]
    return tuple(piece for piece in found if piece is not None)
