"""Sensible orders for the movement step, each of them legal, for lists and for players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from longroll.board.table import (
    Clip,
    Layout,
    Obstacle,
    Point,
    Pose,
    Straight,
    Turn,
    Wheel,
    about_face,
    after,
    ahead,
    back,
    distance,
    footprint,
    oblique,
    on_table,
)
from longroll.board.table.angles import HALF_TURN
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.memo import finding_from
from longroll.miniatures import ways
from longroll.miniatures.drill import NORMAL, Act, Change, Drill
from longroll.miniatures.marching import March, march
from longroll.miniatures.measure import Distance, written
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import STANDS
from longroll.systems.mckie.command import radius, riding
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement import move_orders
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.manoeuvres import COLUMNS
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.table import field, forms
from longroll.systems.mckie.table.state import State

_WHEELS = (150, 450)
_OBLIQUE = 300
#: A move shorter than this is not worth listing.
_LEAST = 25


def unmoved(state: State, side: str) -> list[str]:
    """Units and then generals that may still have an order, in the order of the roster."""
    units = [
        id
        for id in state.of_side(side)
        if next(move_orders.bars_to_order_unit(state, side, id), None) is None
    ]
    generals = [
        id
        for id in state.commanders
        if next(riding.bars_to_ride_at_all(state, side, id), None) is None
    ]
    return units + generals


def orders_of(state: State, side: str, id: str) -> Sequence[Choice]:
    """What a unit or a general might do."""
    return of_general(state, side, id) if id in state.commanders else of_unit(state, side, id)


def of_unit(state: State, side: str, id: str) -> tuple[Choice, ...]:
    """What a unit might do; `hold` stays where it is."""
    if state.options.generalship or state.units[id].last_score is not None:
        return _of_unit(state, side, id)  # it depends on the whole table
    return _of_unit_near(state, side, id)


def _near(state: State, id: str) -> list[str]:
    """The others that a unit might come near in one move."""
    unit = state.units[id]
    reach = (
        int(max(ways.whole_move(state, unit), ways.whole_move(state, unit, "double"))) + 2 * INCH
    )
    frame = field.layout_of(unit).frame
    return ways.standing_near(state, id, reach + frame.depth + frame.width)


def _basis(state: State, side: str, id: str) -> tuple[object, ...]:
    """Everything that the orders of a unit depend on: for most units it stays the same when another
    one moves."""
    units, unit = state.units, state.units[id]
    family = screens.screen_of(state, id), units.get(unit.parent)
    told = radius.is_in_command(state, id), id in state.roused, id in state.asked
    return unit, *family, *told, state.charges, *(units[other] for other in _near(state, id))


@finding_from(_basis)
def _of_unit_near(state: State, side: str, id: str) -> tuple[Choice, ...]:
    return _of_unit(state, side, id)


class _Way(NamedTuple):
    """A drill that might be ordered, and where it ends if nothing is known to be in its way."""

    drill: Drill
    ends: Pose | None = None


def _of_unit(state: State, side: str, id: str) -> tuple[Choice, ...]:
    hold = Choice("hold", (id,))
    if next(move_orders.bars_to_order_unit(state, side, id), None) is not None:
        return (hold,)
    # Units far away cannot be in the way, least of all of a change on the spot.
    around = ways.amid(state, id, _near(state, id))
    close = ways.amid(around, id, ways.standing_near(around, id, _sway(state.units[id])))
    is_idle = not radius.is_in_command(state, id) and id not in state.roused
    found: dict[Choice, None] = {}
    if is_idle and id not in state.asked:
        found[Choice("rouse", (id,))] = None
    for way in [_Way(Drill((about_face(),)))] if is_idle else _drills(around, id):
        order = Choice("move", (id, *DRILL.write(way.drill)))
        among = close if _is_on_the_spot(way.drill) else around
        if order not in found and _is_legal(state, among, id, way):
            found[order] = None
    for order in () if is_idle else _other_orders(state.units[id], id):
        if next(move_orders.bars_to_order(state, side, order), None) is None:
            found[order] = None
    return (*found, hold)


def _is_on_the_spot(drill: Drill) -> bool:
    """Whether a drill is a turn, or takes another formation with the same men and models."""
    return all(
        isinstance(act, Turn) or (isinstance(act, Change) and act.manoeuvre in DRILL.forms.values())
        for act in drill.acts
    )


def _sway(unit: Unit) -> int:
    """How near others may be, in hundredths, to matter to a change of formation or a turn."""
    forms = (name for name in DRILL.forms if bar_to_adopt(unit.arm, name) is None)  # type: ignore[arg-type]
    frames = [field.layout_of(unit).frame]
    frames += [field.layout_of(replace(unit, formation=name, front=0)).frame for name in forms]
    return 2 * INCH + max(frame.width + frame.depth for frame in frames)


def _is_legal(state: State, around: State, id: str, way: _Way) -> bool:
    """Whether no rule bars a drill. Nearby troops and the ground are not checked again if the way
    was found free; command always is."""
    drill = way.drill
    if way.ends is None:
        done = march(around, id, drill)
    else:
        (x, y), unit = way.ends.point, state.units[id]
        moved = replace(unit, x=x, y=y, heading=way.ends.heading)
        done = March(moved, drill.pace, (), Fraction(0), (), frozenset(), ())
    return next(move_orders.bars_to_move(state, id, drill, done), None) is None


def _other_orders(unit: Unit, id: str) -> Iterator[Choice]:
    if unit.parent:
        yield Choice("recall", (id,))
    elif unit.arm == "infantry" and unit.formation in ("line", "supported_line"):
        yield Choice("detach", (id, str(STANDS["infantry"].figures)))
    if unit.arm == "infantry" and unit.formation == "line":
        yield Choice("dig", (id,))


# Units


def _drills(state: State, id: str) -> Iterator[_Way]:
    unit = state.units[id]
    if unit.is_vessel:
        yield from (_Way(Drill((Turn(angle),))) for angle in (*forms.SWINGS, HALF_TURN))
        return
    among = ways.obstacles(state, id)
    left = 1 - Fraction(unit.spent, 100)
    if unit.formation == "unlimbered":
        yield from _of_guns(state, unit, among, left)
        return
    rate = ways.whole_move(state, unit) * left
    whole = ways.farthest(state, unit, unit.pose, ahead(int(rate)), rate, among)
    for part in (1, 2, 4):
        yield from _advance(state, unit, whole, part)
    for hand in ("left", "right"):
        for angle in _WHEELS:
            yield from _wheeled(state, unit, Wheel(hand, angle), rate, among)
    for angle in (-_OBLIQUE, _OBLIQUE):
        leg = oblique(int(rate), angle)
        yield from _advance(state, unit, ways.farthest(state, unit, unit.pose, leg, rate, among))
    yield _Way(Drill((about_face(),)))
    leg = back(int(rate / 2))
    yield from _advance(state, unit, ways.farthest(state, unit, unit.pose, leg, rate, among))
    yield from (_Way(drill) for drill in forms.changes(unit))
    fast = ways.whole_move(state, unit, "double") * left
    if fast > rate:
        leg = ahead(int(fast))
        found = ways.farthest(state, unit, unit.pose, leg, fast, among)
        yield from _advance(state, unit, found, pace="double")


def _of_guns(state: State, unit: Unit, among: list[Obstacle], left: Fraction) -> Iterator[_Way]:
    yield _Way(Drill((Change("limber"),)))
    yield _Way(Drill((about_face(),)))
    by_hand = ways.whole_move(state, unit, "manhandle") * left
    for leg in (ahead(int(by_hand)), back(int(by_hand))):
        found = ways.farthest(state, unit, unit.pose, leg, by_hand, among)
        yield from _advance(state, unit, found, pace="manhandle")


def _advance(
    state: State, unit: Unit, found: Clip, part: int = 1, pace: str = NORMAL
) -> Iterator[_Way]:
    """A straight leg, or some part of it. The whole is free unless it began in a crowd, and so is
    every part on the table that ends before anything is near."""
    leg = found.leg
    if not isinstance(leg, Straight) or leg.length // part < _LEAST:
        return
    leg = Straight(leg.length // part, leg.angle)
    layout = field.layout_of(unit)
    ends = after(layout, unit.pose, leg)
    is_free = not found.is_crowded
    if part > 1 and is_free:
        is_free = (found.free is None or leg.length <= found.free) and on_table(
            footprint(layout.solid, ends), *state.battle.table.size
        )
    yield _Way(Drill((leg,), pace), ends if is_free else None)


def _wheeled(
    state: State, unit: Unit, wheel: Wheel, rate: Distance, among: list[Obstacle]
) -> Iterator[_Way]:
    """A wheel, and ahead with the rest of the move."""
    layout = field.layout_of(unit)
    swung = ways.farthest(state, unit, unit.pose, wheel, rate, among)
    assert isinstance(swung.leg, Wheel)
    if not swung.leg.angle:
        return
    fee = ways.leg_cost(state, unit, unit.pose, swung.leg)
    if fee is None:
        return
    rest = max(rate - fee, Fraction(0))
    acts: list[Act] = [swung.leg]
    ends = after(layout, unit.pose, swung.leg)
    onward = ways.farthest(state, unit, ends, ahead(int(rest)), rest, among)
    if isinstance(onward.leg, Straight) and onward.leg.length >= _LEAST:
        acts.append(onward.leg)
        ends = after(layout, ends, onward.leg)
    is_free = not (swung.is_crowded or onward.is_crowded)
    if unit.formation in COLUMNS:
        # A column wheels differently: its stands follow its head. (MK-M48)
        is_free = is_free and swung.free is None and _has_full_front(layout)
    yield _Way(Drill(tuple(acts)), ends if is_free else None)


def _has_full_front(layout: Layout) -> bool:
    """Whether the first rank is as wide as the whole."""
    frame = layout.frame
    first = [base for base in layout.bases if base.dy == frame.front]
    left, right = min(base.dx for base in first), max(base.dx + base.width for base in first)
    return (left, right) == (frame.left, frame.right)


# Generals


def of_general(state: State, side: str, id: str) -> list[Choice]:
    """He goes to the middle of his troops, or to one of his units; `hold` stays where he is."""
    general = state.commanders[id]
    own = [
        unit
        for unit in state.of_side(side)
        if state.units[unit].division in general.divisions
        and state.units[unit].arm not in ("wagon", "gunboat")
        and not state.units[unit].parent
    ]
    orders = [Choice("join", (id, unit)) for unit in own if unit != general.joined]
    if own:
        orders.append(_to_the_middle(state, id, own))
    hold = Choice("hold", (id,))
    return [
        order
        for order in (*orders, hold)
        if next(move_orders.bars_to_order(state, side, order), None) is None
    ]


def _to_the_middle(state: State, id: str, own: list[str]) -> Choice:
    """As near as he can come to the middle of his units."""
    general = state.commanders[id]
    here = radius.where(state, general)
    places = [field.ground_of(state.units[unit]).centre for unit in own]
    x = sum(spot.x for spot in places) // (100 * len(places))
    y = sum(spot.y for spot in places) // (100 * len(places))
    far = distance(here, Point(x, y))
    most = riding.allowance(general, riding.Ride(id))
    reached = 0 if isinstance(most, Refusal) else int(most) - 1
    if far > reached:
        x = here.x + (x - here.x) * reached // far
        y = here.y + (y - here.y) * reached // far
    return Choice("ride", (id, written(x), written(y)))
