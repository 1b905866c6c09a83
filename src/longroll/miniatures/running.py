"""How a unit gets away: which way it runs, what stops it, which friends it runs through.

A unit turns away on the spot at no cost and then goes straight. It passes through friends but
ends clear of everybody; it never comes nearer than the gap to an enemy that it is not leaving
behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from longroll.board.table import (
    Footprint,
    Layout,
    Obstacle,
    Piece,
    Pose,
    Straight,
    Table,
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
from longroll.miniatures.bodies import is_present
from longroll.miniatures.cost import on_piece
from longroll.miniatures.drill import NORMAL
from longroll.miniatures.rulebook import Rulebook
from longroll.miniatures.standing import Battle, gap, stands_of


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


class _Other(NamedTuple):
    """Somebody else on the table, as far as he matters to a unit that runs."""

    id: str
    is_enemy: bool
    layout: Layout
    pose: Pose

    @property
    def ground(self) -> Footprint:
        return footprint(self.layout, self.pose)


class _Runner(NamedTuple):
    """A unit that runs, and everything on which its way depends."""

    rulebook: Rulebook[Any]
    table: Table
    gait: Any
    layout: Layout
    pose: Pose
    others: tuple[_Other, ...]
    may_leave: bool


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
    heading = way_back(state, id, straight=straight)
    runner = _runner(state, id, unit, may_leave=may_leave)
    return _flight(runner, heading, state.home(unit.side), distance)


@lru_cache(maxsize=1024)
def _flight(runner: _Runner, heading: int, back: int, distance: int) -> Run | None:
    best: Run | None = None
    for way in _round_about(heading, back, runner.rulebook.flight.aside):
        found = _run(runner, _turned(runner, way), way, distance)
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
    runner = _runner(state, id, unit, may_leave=may_leave)
    return _run(runner, unit.pose if facing else _turned(runner, heading), heading, distance)


def _runner(state: Battle, id: str, unit: Any, *, may_leave: bool) -> _Runner:
    rulebook = state.rulebook
    return _Runner(
        rulebook,
        state.table,
        rulebook.moves.gait(unit, NORMAL, True),
        rulebook.layout(unit),
        unit.pose,
        tuple(
            [
                _Other(other, one.side != unit.side, rulebook.layout(one).solid, one.pose)
                for other, one in state.units.items()
                if other != id and is_present(one)
            ]
        ),
        may_leave,
    )


def _run(runner: _Runner, start: Pose, heading: int, distance: int) -> Run | None:
    layout, size, solid = runner.layout, runner.table.size, runner.layout.solid
    angle = turning(start.heading, heading)
    bars = [*_enemies(runner), *_ground(runner)]
    cut = clip(layout, start, Straight(distance, angle), bars, None if runner.may_leave else size)
    leg = cut.leg
    assert isinstance(leg, Straight)
    first = footprint(solid, start)
    whole = swept(first, footprint(solid, after(layout, start, leg)))
    # Whoever is clear of the whole way is clear of every place on it.
    others = [
        ground
        for ground in (other.ground for other in runner.others)
        if is_within(whole, ground, SLACK)
    ]
    for length in range(leg.length, -1, -runner.rulebook.flight.shorter):
        end = after(layout, start, Straight(length, angle))
        ground = footprint(solid, end)
        off = not on_table(ground, *size)
        if off and not runner.may_leave:
            return None
        met = (
            None
            if off
            else next(
                (at for at, other in enumerate(others) if overlaps(ground, other, SLACK)), None
            )
        )
        if met is None:
            return Run(
                end,
                length,
                _passed(runner, swept(first, ground)),
                _over(runner.table, start, end),
                off,
                cut.ended_by == "edge",
            )
        # Whoever bars a place is likely to bar the next.
        others.insert(0, others.pop(met))
    return None


def _turned(runner: _Runner, heading: int) -> Pose:
    """The unit facing its flight, or faced about if an enemy is too near to wheel round."""
    layout, here = runner.layout, runner.pose
    there: Pose = after(layout, here, Turn(turning(here.heading, heading)))
    ground = footprint(layout.solid, there)
    before = footprint(layout.solid, here)
    if on_table(ground, *runner.table.size) and all(
        is_clear(ground, bar.ground, bar.gap)
        or is_clear(ground, bar.ground, min(bar.gap, distance_between(before, bar.ground)))
        for bar in _enemies(runner)
    ):
        return there
    if abs(turning(here.heading, heading)) <= RIGHT_ANGLE:
        return here
    return after(layout, here, Turn(HALF_TURN))


def _enemies(runner: _Runner) -> Iterator[Obstacle]:
    for other in runner.others:
        if other.is_enemy:
            yield Obstacle(other.id, other.ground, runner.rulebook.others.gap)


def _ground(runner: _Runner) -> Iterator[Obstacle]:
    """Ground that bars a unit even in flight."""
    for piece in runner.table.pieces:
        if piece.layer == "ground":
            if isinstance(on_piece(runner.rulebook, runner.gait, piece), Refusal):
                yield Obstacle(piece.name, piece.ground)


def _passed(runner: _Runner, over: Footprint) -> tuple[str, ...]:
    """Friends that a unit ran through."""
    before = footprint(runner.layout.solid, runner.pose)
    return tuple(
        other.id
        for other in runner.others
        if not other.is_enemy
        and overlaps(over, other.ground, SLACK)
        and not overlaps(before, other.ground, SLACK)
    )


def _over(table: Table, start: Pose, end: Pose) -> tuple[Piece, ...]:
    """What the middle of a unit's front ran over."""
    if start.point == end.point:
        found = [ground_at(table, spot(end.point))]
    else:
        found = [one.piece for one in lengths(table, start.point, end.point)]
    return tuple(piece for piece in found if piece is not None)
