"""Sensible orders for the movement step, each of them legal, for lists and for whoever plays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from longroll.board.table import (
    Leg,
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
    oblique,
)
from longroll.board.table.angles import HALF_TURN
from longroll.board.table.measure import is_far
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.systems.mckie.layouts import may_adopt
from longroll.systems.mckie.measure import INCH, Distance
from longroll.systems.mckie.movement import Move, Pace, reach
from longroll.systems.mckie.play import commanding, field, moving, riding, screens, ways
from longroll.systems.mckie.play.drill import FORMS, Act, Change, Drill, inches, write_drill
from longroll.systems.mckie.play.state import State, Unit
from longroll.systems.mckie.units import STANDS

_WHEELS = (150, 450)
_OBLIQUE = 300
#: How a vessel swings at anchor.
_SWINGS = (-900, -450, 450, 900)
_DONE = choice("done")
#: A move shorter than this is not worth listing.
_LEAST = 25


def candidates(state: State, side: str) -> list[Choice]:
    """Orders for every unit and general that may still have one, in the order of the roster."""
    found: list[Choice] = []
    for id in state.of_side(side):
        if next(moving.unit_bars(state, side, id), None) is None:
            found += of_unit(state, side, id)
    for id, general in state.generals.items():
        if general.side == side and general.place == "table" and not general.moved:
            found += of_general(state, side, id)
    return [*found, _DONE]


def of_unit(state: State, side: str, id: str) -> tuple[Choice, ...]:
    """What a unit might do; `hold` stays where it is."""
    key = _key(state, id)
    if key is None:
        return _of_unit(state, side, id)
    if key not in _FOUND:
        if len(_FOUND) >= _MOST:
            _FOUND.clear()
        _FOUND[key] = _of_unit(state, side, id)
    return _FOUND[key]


#: Orders found before, by all that they depend on: most units have the same before and after
#: another one moves.
_FOUND: dict[tuple[Any, ...], tuple[Choice, ...]] = {}
_MOST = 2048


def _key(state: State, id: str) -> tuple[Any, ...] | None:
    """All that the orders of a unit depend on; None where that is the whole table."""
    unit = state.units[id]
    if state.options.generalship or unit.last_score is not None:
        return None
    ground = field.ground_of(unit)
    reach = int(max(_rate(unit, "normal"), _rate(unit, "double"))) + 2 * INCH
    reach += field.layout_of(unit).frame.depth + field.layout_of(unit).frame.width
    near = tuple(
        (other, there)
        for other in state.present()
        if other != id and not is_far(ground, field.ground_of(there := state.units[other]), reach)
    )
    family = screens.screen_of(state, id), state.units.get(unit.parent)
    told = commanding.is_in_command(state, id), id in state.roused, id in state.asked
    return state.battle.table, id, unit, near, family, told, state.charges


def _of_unit(state: State, side: str, id: str) -> tuple[Choice, ...]:
    orders = list(_orders(state, id))
    legal = [
        order
        for order in dict.fromkeys(orders)
        if next(moving.bars(state, side, order), None) is None
    ]
    return (*legal, Choice("hold", (id,)))


def _orders(state: State, id: str) -> Iterator[Choice]:
    if not commanding.is_in_command(state, id) and id not in state.roused:
        if id not in state.asked:
            yield Choice("rouse", (id,))
        yield _written(id, Drill((about_face(),)))
        return
    for drill in _drills(state, id):
        yield _written(id, drill)
    unit = state.units[id]
    if unit.parent:
        yield Choice("recall", (id,))
    elif unit.arm == "infantry" and unit.formation in ("line", "supported_line"):
        yield Choice("detach", (id, str(STANDS["infantry"].figures)))
    if unit.arm == "infantry" and unit.formation == "line":
        yield Choice("dig", (id,))


def _written(id: str, drill: Drill) -> Choice:
    return Choice("move", (id, *write_drill(drill)))


# Units


def _drills(state: State, id: str) -> Iterator[Drill]:
    unit = state.units[id]
    among = ways.obstacles(state, id)
    left = 1 - Fraction(unit.spent, 100)
    if unit.is_vessel:
        yield from (Drill((Turn(angle),)) for angle in (*_SWINGS, HALF_TURN))
        return
    if unit.formation == "unlimbered":
        yield from _of_guns(state, unit, among, left)
        return
    rate = _rate(unit, "normal") * left
    whole = _farthest(state, unit, unit.pose, ahead(int(rate)), rate, among)
    for part in (1, 2, 4):
        yield from _advance(whole, part)
    for hand in ("left", "right"):
        for angle in _WHEELS:
            yield from _wheeled(state, unit, Wheel(hand, angle), rate, among)
    for angle in (-_OBLIQUE, _OBLIQUE):
        leg = _farthest(state, unit, unit.pose, oblique(int(rate), angle), rate, among)
        yield from _advance(leg, 1)
    yield Drill((about_face(),))
    yield from _advance(_farthest(state, unit, unit.pose, back(int(rate / 2)), rate, among), 1)
    yield from _changes(unit)
    fast = _rate(unit, "double") * left
    if fast > rate:
        leg = _farthest(state, unit, unit.pose, ahead(int(fast)), fast, among)
        if isinstance(leg, Straight) and leg.length >= _LEAST:
            yield Drill((leg,), "double")


def _of_guns(state: State, unit: Unit, among: list[Obstacle], left: Fraction) -> Iterator[Drill]:
    yield Drill((Change("limber"),))
    yield Drill((about_face(),))
    by_hand = _rate(unit, "manhandle") * left
    for leg in (ahead(int(by_hand)), back(int(by_hand))):
        found = _farthest(state, unit, unit.pose, leg, by_hand, among)
        if isinstance(found, Straight) and found.length >= _LEAST:
            yield Drill((found,), "manhandle")


def _advance(leg: Leg, part: int) -> Iterator[Drill]:
    if isinstance(leg, Straight) and leg.length // part >= _LEAST:
        yield Drill((Straight(leg.length // part, leg.angle),))


def _wheeled(
    state: State, unit: Unit, wheel: Wheel, rate: Distance, among: list[Obstacle]
) -> Iterator[Drill]:
    """A wheel, and ahead with what is left."""
    layout = field.layout_of(unit)
    swung = _farthest(state, unit, unit.pose, wheel, rate, among)
    assert isinstance(swung, Wheel)
    if not swung.angle:
        return
    fee = ways.leg_fee(state, unit, layout, unit.pose, swung)
    if isinstance(fee, Refusal):
        return
    rest = rate - fee.total
    acts: list[Act] = [swung]
    there = after(layout, unit.pose, swung)
    onward = _farthest(state, unit, there, ahead(max(0, int(rest))), max(rest, 0), among)
    if isinstance(onward, Straight) and onward.length >= _LEAST:
        acts.append(onward)
    yield Drill(tuple(acts))


def _changes(unit: Unit) -> Iterator[Drill]:
    if unit.is_battery:
        yield Drill((Change("unlimber"),))
    if unit.arm == "cavalry":
        yield Drill((Change("dismount"),))
    if unit.arm == "dismounted_cavalry":
        yield Drill((Change("mount"),))
    for name, manoeuvre in FORMS.items():
        if name != unit.formation and may_adopt(unit.arm, name) is None:  # type: ignore[arg-type]
            yield Drill((Change(manoeuvre),))


def _rate(unit: Unit, pace: Pace) -> Distance:
    found = reach(Move(arm=unit.arm, formation=unit.formation, pace=pace))
    return 0 if isinstance(found, Refusal) else found.distance


def _farthest(
    state: State, unit: Unit, pose: Pose, leg: Leg, rate: Distance, among: list[Obstacle]
) -> Leg:
    return ways.farthest(state, unit, pose, leg, rate, among).leg


# Generals


def of_general(state: State, side: str, id: str) -> list[Choice]:
    """He goes to the middle of his troops, or to one of his units."""
    general = state.generals[id]
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
    return [order for order in orders if next(moving.bars(state, side, order), None) is None]


def _to_the_middle(state: State, id: str, own: list[str]) -> Choice:
    """As near as he can come to the middle of his units."""
    general = state.generals[id]
    here = commanding.where(state, general)
    places = [field.ground_of(state.units[unit]).centre for unit in own]
    x = sum(spot.x for spot in places) // (100 * len(places))
    y = sum(spot.y for spot in places) // (100 * len(places))
    far = distance(here, Point(x, y))
    most = riding.allowance(general, riding.Ride(id))
    reached = 0 if isinstance(most, Refusal) else int(most) - 1
    if far > reached:
        x = here.x + (x - here.x) * reached // far
        y = here.y + (y - here.y) * reached // far
    return Choice("ride", (id, inches(x), inches(y)))
