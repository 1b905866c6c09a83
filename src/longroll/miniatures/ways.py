"""Ways over the table: what is in the way of a unit, and how far it can go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from longroll.board.table import (
    GRAIN,
    Clip,
    Footprint,
    Layout,
    Leg,
    Obstacle,
    Piece,
    Point,
    Pose,
    Straight,
    Table,
    clip,
    footprint,
    is_clear,
    on_table,
    overlaps,
    spot,
)
from longroll.board.table.measure import SLACK, is_along, is_far
from longroll.board.table.sweeps import Size
from longroll.kernel.decision import Refusal
from longroll.kernel.memo import Memo, finding
from longroll.miniatures import cost, standing
from longroll.miniatures.bodies import Body
from longroll.miniatures.cost import Fee, on_piece, paid
from longroll.miniatures.drill import NORMAL
from longroll.miniatures.measure import Distance
from longroll.miniatures.rulebook import Berth, Gait, Rulebook
from longroll.miniatures.standing import Battle

#: What the terrain of a table is called among obstacles, before its name.
TERRAIN = "terrain:"


# What is in the way


def obstacles(
    state: Battle,
    id: str,
    besides: Collection[str] = (),
    *,
    unit: Body | None = None,
    gap: int | None = None,
    only: Collection[str] | None = None,
) -> list[Obstacle]:
    """What a unit must keep away from: enemies by a gap, friends and barred ground altogether.

    `besides` are units, and terrain by name, that are left out; `unit` is the unit as it would
    be, if not as it is now; `gap` is the gap to enemies, if not that of the rules; `only` are the
    units that may be in the way, if not all.
    """
    unit = unit or state.units[id]
    troops = troops_in_the_way(state, id, besides, gap=gap, only=only)
    return [*troops, *barred_ground(state, unit, besides)]


def troops_in_the_way(
    state: Battle,
    id: str,
    besides: Collection[str] = (),
    *,
    gap: int | None = None,
    only: Collection[str] | None = None,
) -> list[Obstacle]:
    """Everybody else on the table: enemies with a gap round them, friends without."""
    found = []
    for other, ground, berth in _others(state, id, only):
        if other not in besides:
            kept = berth.gap
            found.append(Obstacle(other, ground, kept if gap is None or not kept else gap))
    return found


@finding("units")
def kept_off_and_passable(state: Battle, id: str) -> tuple[list[Obstacle], list[Obstacle]]:
    """Everybody else on the table: those that a unit may not pass, and those that it may."""
    found: tuple[list[Obstacle], list[Obstacle]] = [], []
    for other, ground, berth in _others(state, id):
        found[berth.passable].append(Obstacle(other, ground, berth.gap))
    return found


def _others(
    state: Battle, id: str, only: Collection[str] | None = None
) -> Iterator[tuple[str, Footprint, Berth]]:
    units, berth = state.units, state.rulebook.others.berth
    unit = units[id]
    return (
        (other, ground, berth(unit, units[other]))
        for other, ground in grounds(state)
        if other != id and (only is None or other in only)
    )


@finding("units")
def grounds(state: Battle) -> list[tuple[str, Footprint]]:
    """The ground that each unit covers."""
    return standing.troops(state)


def amid(state: Battle, id: str, others: Collection[str]) -> Any:
    """The table with nobody on it but a unit and some others: those that matter to it."""
    twin = state.copy()
    twin.units = {one: unit for one, unit in state.units.items() if one == id or one in others}
    # Results for this small table must not replace cached results for the whole one.
    twin.memo = Memo()
    grounds.tell(twin, [one for one in grounds(state) if one[0] in twin.units])
    return twin


def standing_near(state: Battle, id: str, far: int) -> list[str]:
    """The others on the table that may be within this many hundredths of a unit."""
    ground = standing.ground_of(state.rulebook, state.units[id])
    return [
        other for other, there in grounds(state) if other != id and not is_far(ground, there, far)
    ]


def standing_along(
    state: Battle, id: str, start: Pose, to: Pose, far: int
) -> list[tuple[str, Footprint]]:
    """The others on the table that may be within this many hundredths of the way of a unit, from
    a pose straight to another."""
    ground = footprint(state.rulebook.layout(state.units[id]).solid, start)
    here, there = spot(start.point), spot(to.point)
    # No corner is farther from the middle of the front than twice the radius.
    wide = 2 * ground.radius + (far + 2) * GRAIN
    return [one for one in grounds(state) if one[0] != id and is_along(here, there, wide, one[1])]


def barred_ground(state: Battle, unit: Body, besides: Collection[str] = ()) -> Sequence[Obstacle]:
    """The terrain that a unit may not enter. Troops on a road go where the road goes; their way
    shows whether they keep to it; a vessel keeps to the water."""
    gait = state.rulebook.moves.gait(unit, NORMAL, False)
    found = _barred(state.rulebook, state.table, gait)
    if not found or not besides:
        return found
    return [one for one in found if one.name.removeprefix(TERRAIN) not in besides]


@lru_cache(maxsize=512)
def _barred(rulebook: Rulebook[Any], table: Table, gait: Gait) -> tuple[Obstacle, ...]:
    if rulebook.ground.afloat(gait):
        return ()
    return tuple(
        Obstacle(TERRAIN + piece.name, piece.ground)
        for piece in table.pieces
        if piece.layer == "ground"
        and isinstance(on_piece(rulebook, gait, piece), Refusal)
        and not (rulebook.ground.by_road(gait) and _has_road(table, piece))
    )


@lru_cache(maxsize=512)
def _has_road(table: Table, piece: Piece) -> bool:
    """Whether a road crosses a piece of ground, by bridge or street."""
    above = table.pieces[table.pieces.index(piece) + 1 :]
    return any(
        other.kind == "road" and overlaps(other.ground, piece.ground, SLACK) for other in above
    )


def is_free(state: Battle, unit: Body, pose: Pose, besides: Collection[str] = ()) -> bool:
    """Whether a unit could be at a pose: on the table and clear of everybody, except some."""
    ground = footprint(state.rulebook.layout(unit).solid, pose)
    own = [id for id, other in state.units.items() if other is unit or id in besides]
    return on_table(ground, *state.table.size) and all(
        is_clear(ground, other, 0) for id, other in grounds(state) if id not in own
    )


# How far


def farthest(
    state: Battle,
    unit: Body,
    pose: Pose,
    leg: Leg,
    allowance: Distance,
    among: Sequence[Obstacle],
    *,
    pace: str = NORMAL,
    edge: bool = True,
    gait: Gait | None = None,
) -> Clip:
    """A leg cut down to what a unit can pay, to the ground it may enter and to free space.

    Without the `edge` it may leave the table; `gait` is how it goes, if not in its own formation.
    """
    rulebook, table = state.rulebook, state.table
    layout = rulebook.layout(unit)
    gait = gait or rulebook.moves.gait(unit, pace, False)
    part = _paid(rulebook, table, gait, layout, pose, leg, allowance)
    return unhindered(layout, pose, part, among, table.size if edge else None)


def unhindered(
    layout: Layout, pose: Pose, leg: Leg, among: Iterable[Obstacle], size: Size | None = None
) -> Clip:
    """A leg cut down to free space, and to the table if that has a `size`."""
    ground = footprint(layout.solid, pose)
    span = _span(ground, leg)
    if size is not None and on_table(ground, *size, span):
        size = None
    close = close_to(ground, among, span)
    return _clipped(layout, pose, leg, tuple(close), size) if close or size else Clip(leg, None)


def whole_move(state: Battle, unit: Body, pace: str = NORMAL) -> int:
    """How far a unit goes with its whole move, at its rate; 0 if it has none."""
    moves = state.rulebook.moves
    rate = moves.rate(moves.gait(unit, pace, False))
    return 0 if isinstance(rate, Refusal) else rate.value


def still_goes(state: Battle, unit: Body, pace: str = NORMAL) -> Distance:
    """How far a unit goes over open ground with what is left of its move."""
    whole, left = whole_move(state, unit, pace), state.rulebook.moves.left(unit)
    if left == 1:
        return whole
    far = whole * left
    return far if far.denominator > 1 else far.numerator


def fee(state: Battle, gait: Gait, points: Sequence[Point]) -> Fee | Refusal:
    """What a way by some points costs, or what bars it."""
    return cost.fee(state.rulebook, state.table, gait, points)


def leg_fee(
    state: Battle, unit: Body, pose: Pose, leg: Leg, gait: Gait | None = None
) -> Fee | Refusal:
    """What one leg from a pose costs a unit, with its lines, or what bars it; `gait` is how it
    goes, if not in its own formation."""
    rulebook = state.rulebook
    layout = rulebook.layout(unit)
    gait = gait or rulebook.moves.gait(unit, NORMAL, False)
    return cost.leg_fee(rulebook, state.table, gait, layout, pose, leg)


def leg_cost(
    state: Battle, unit: Body, pose: Pose, leg: Leg, gait: Gait | None = None
) -> Fraction | Refusal:
    """The total of `leg_fee`, but faster."""
    rulebook = state.rulebook
    layout = rulebook.layout(unit)
    gait = gait or rulebook.moves.gait(unit, NORMAL, False)
    return _cost(rulebook, state.table, gait, layout, pose, leg)


@lru_cache(maxsize=8192)
def _cost(
    rulebook: Rulebook[Any], table: Table, gait: Gait, layout: Layout, pose: Pose, leg: Leg
) -> Fraction | Refusal:
    return cost.way_along(rulebook, table, gait, layout, pose, leg).cost(leg)


#: When one unit moves, the legs of most others cost the same and meet the same obstacles as before.
_clipped = lru_cache(maxsize=2048)(clip)
_paid = lru_cache(maxsize=2048)(paid)


def near(layout: Layout, pose: Pose, leg: Leg, obstacles: Iterable[Obstacle]) -> list[Obstacle]:
    """The obstacles that a leg can come near at all."""
    ground = footprint(layout.solid, pose)
    return close_to(ground, obstacles, _span(ground, leg))


def close_to(ground: Footprint, obstacles: Iterable[Obstacle], span: int = 0) -> list[Obstacle]:
    """The obstacles whose gap some ground may be in, now or after it has moved by a `span`."""
    return [one for one in obstacles if not is_far(ground, one.ground, one.gap + span)]


def _span(ground: Footprint, leg: Leg) -> int:
    """The most hundredths that any corner of a unit moves in a leg."""
    if isinstance(leg, Straight):
        return leg.length + 1
    return 4 * ground.radius // GRAIN + 1
