"""Ways over the table: what is in the way of a unit, and how far it can go. (MK-M49, MK-M51)"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from longroll.board.table import (
    GRAIN,
    Clip,
    Footprint,
    Layout,
    Leg,
    Obstacle,
    Piece,
    Pose,
    Straight,
    Table,
    clip,
    footprint,
    is_clear,
    on_table,
    overlaps,
)
from longroll.board.table.measure import SLACK, is_far
from longroll.kernel.decision import Refusal
from longroll.kernel.memo import Memo, finding
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.measure import Distance
from longroll.systems.mckie.movement.fees import MARCHING, rate_on
from longroll.systems.mckie.movement.prices import Price
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Arm, Formation

#: What the terrain of a table is called among obstacles, before its name.
TERRAIN = "terrain:"


# What is in the way


def obstacles(
    state: State,
    id: str,
    gap: int = MOVEMENT.least_gap,
    besides: Collection[str] = (),
    *,
    unit: Unit | None = None,
    in_flight: bool = False,
) -> list[Obstacle]:
    """What a unit must keep away from: enemies by a gap, friends and barred ground altogether.

    `besides` are units, and terrain by name, that are left out; `unit` is the unit as it would
    be, if not as it is now. [mckie:move.1inch] [mckie:terr.dense.1] [mckie:bua.2] (MK-M51)
    """
    unit = unit or state.units[id]
    troops = troops_in_the_way(state, id, gap, besides)
    return troops + barred_ground(state, unit, besides, in_flight=in_flight)


def troops_in_the_way(
    state: State, id: str, gap: int = MOVEMENT.least_gap, besides: Collection[str] = ()
) -> list[Obstacle]:
    """Everybody else on the table: enemies with a gap round them, friends without."""
    side = state.units[id].side
    return [
        Obstacle(other, ground, gap if state.units[other].side != side else 0)
        for other, ground in _grounds(state)
        if other != id and other not in besides
    ]


@finding("units")
def _grounds(state: State) -> list[tuple[str, Footprint]]:
    """The ground that each unit covers."""
    return field.troops(state, ())


def amid(state: State, id: str, others: Collection[str]) -> State:
    """The table with nobody on it but a unit and some others: those that matter to it."""
    twin: State = state.copy()
    twin.units = {one: unit for one, unit in state.units.items() if one == id or one in others}
    # Results for this small table must not replace cached results for the whole one.
    twin.memo = Memo()
    _grounds.tell(twin, [one for one in _grounds(state) if one[0] in twin.units])
    return twin


def standing_near(state: State, id: str, far: int) -> list[str]:
    """The others on the table that may be within this many hundredths of a unit."""
    ground = field.ground_of(state.units[id])
    return [
        other for other, there in _grounds(state) if other != id and not is_far(ground, there, far)
    ]


def barred_ground(
    state: State, unit: Unit, besides: Collection[str] = (), *, in_flight: bool = False
) -> list[Obstacle]:
    """The terrain that a unit may not enter. A march column goes where a road goes; its way shows
    whether it keeps to the road; a vessel keeps to the water.
    [mckie:terr.dense.1] [mckie:bua.1] [mckie:bua.2]"""
    if unit.is_vessel:
        return []
    return [
        Obstacle(TERRAIN + piece.name, piece.ground)
        for piece in _barred(state.battle.table, unit.arm, unit.formation, in_flight)
        if piece.name not in besides
    ]


@lru_cache(maxsize=512)
def _barred(table: Table, arm: Arm, formation: Formation, in_flight: bool) -> tuple[Piece, ...]:
    return tuple(
        piece
        for piece in table.pieces
        if piece.layer == "ground"
        and isinstance(rate_on(piece, arm, formation, in_flight), Refusal)
        and not (formation in MARCHING and _has_road(table, piece))
    )


@lru_cache(maxsize=512)
def _has_road(table: Table, piece: Piece) -> bool:
    """Whether a road crosses a piece of ground, by bridge or street."""
    above = table.pieces[table.pieces.index(piece) + 1 :]
    return any(
        other.kind == "road" and overlaps(other.ground, piece.ground, SLACK) for other in above
    )


def is_free(state: State, unit: Unit, pose: Pose, besides: Collection[str] = ()) -> bool:
    """Whether a unit could be at a pose: on the table and clear of everybody, except some."""
    ground = footprint(field.layout_of(unit).solid, pose)
    own = [id for id, other in state.units.items() if other is unit or id in besides]
    return on_table(ground, *state.battle.table.size) and all(
        is_clear(ground, other, 0) for _, other in field.troops(state, own)
    )


# How far


def farthest(
    state: State,
    unit: Unit,
    pose: Pose,
    leg: Leg,
    allowance: Distance,
    among: Sequence[Obstacle],
    *,
    in_flight: bool = False,
    edge: bool = True,
) -> Clip:
    """A leg cut down to what a unit can pay, to the ground it may enter and to free space.

    Without the `edge` it may leave the table.
    """
    layout = field.layout_of(unit)
    table = state.battle.table
    paid = _paid(table, unit.arm, unit.formation, layout, pose, leg, allowance, in_flight)
    ground = footprint(layout.solid, pose)
    size = table.size if edge else None
    if size is not None and on_table(ground, *size, _span(ground, paid)):
        size = None
    close = near(layout, pose, paid, among)
    return _clipped(layout, pose, paid, tuple(close), size) if close or size else Clip(paid, None)


@lru_cache(maxsize=8192)
def _paid(
    table: Table,
    arm: Arm,
    formation: Formation,
    layout: Layout,
    pose: Pose,
    leg: Leg,
    allowance: Distance,
    in_flight: bool,
) -> Leg:
    """The longest beginning of a leg that an allowance pays for."""
    return Price(table, arm, formation, layout, pose, leg, in_flight).longest(allowance)


#: When one unit moves, the legs of most others meet the same obstacles as before.
_clipped = lru_cache(maxsize=8192)(clip)


def leg_cost(state: State, unit: Unit, layout: Layout, pose: Pose, leg: Leg) -> Fraction | None:
    """What one leg costs a unit: the total of `leg_fee`, but faster; None if ground bars it."""
    return Price(state.battle.table, unit.arm, unit.formation, layout, pose, leg).cost(leg)


def near(layout: Layout, pose: Pose, leg: Leg, obstacles: Iterable[Obstacle]) -> list[Obstacle]:
    """The obstacles that a leg can come near at all."""
    ground = footprint(layout.solid, pose)
    span = _span(ground, leg)
    return [one for one in obstacles if not is_far(ground, one.ground, one.gap + span)]


def _span(ground: Footprint, leg: Leg) -> int:
    """The most hundredths that any corner of a unit moves in a leg."""
    if isinstance(leg, Straight):
        return leg.length + 1
    return 4 * ground.radius // GRAIN + 1
