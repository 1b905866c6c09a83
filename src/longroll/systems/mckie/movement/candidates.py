"""Sensible orders for the movement step, each of them legal, for lists and for players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from longroll.board.table import (
    Clip,
    Hand,
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
from longroll.kernel.system import Chance
from longroll.miniatures import ways
from longroll.miniatures.drill import NORMAL, Act, Change, Drill
from longroll.miniatures.marching import March, march
from longroll.miniatures.measure import Distance, written
from longroll.miniatures.picking import drawn
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.stands import Sizes
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import STANDS
from longroll.systems.mckie.command import radius, riding
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement import move_orders
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.manoeuvres import COLUMNS, FORMS
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.table import field, forms
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Arm

_WHEELS = (150, 450)
_HANDS: tuple[Hand, Hand] = ("left", "right")
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
    told = radius.is_led(state, id), id in state.roused, id in state.asked
    return unit, *family, *told, state.charges, *(units[other] for other in _near(state, id))


@finding_from(_basis)
def _of_unit_near(state: State, side: str, id: str) -> tuple[Choice, ...]:
    return _of_unit(state, side, id)


class _Way(NamedTuple):
    """A drill that might be ordered, and where it ends if nothing is known to be in its way."""

    drill: Drill
    ends: Pose | None = None


class _Idea(NamedTuple):
    """A kind of drill, worked out when it is asked for: at most so many ways."""

    ways: Callable[[], Iterable[_Way]]
    most: int = 1


class _Search:
    """The orders of a unit, all of them or any one."""

    def __init__(self, state: State, side: str, id: str) -> None:
        self.state, self.side, self.id = state, side, id
        self.is_idle = not radius.is_led(state, id) and id not in state.roused

    @cached_property
    def near(self) -> list[str]:
        """Those that the unit might come near: others cannot be in its way."""
        return _near(self.state, self.id)

    @cached_property
    def around(self) -> State:
        found: State = ways.amid(self.state, self.id, self.near)
        return found

    @cached_property
    def among(self) -> list[Obstacle]:
        return ways.obstacles(self.state, self.id, only=self.near)

    @cached_property
    def close(self) -> State:
        """Those that matter to a change on the spot."""
        near = ways.standing_near(self.state, self.id, _sway(self.state.units[self.id]))
        found: State = ways.amid(self.state, self.id, near)
        return found

    def ideas(self) -> list[_Idea]:
        if self.is_idle:
            return [_drill((about_face(),))]
        return _ideas(self)

    def others(self) -> list[Choice]:
        """Orders that are no drills."""
        if self.is_idle:
            return []
        return list(_other_orders(self.state.units[self.id], self.id))

    def written(self, way: _Way) -> Choice:
        return Choice("move", (self.id, *DRILL.write(way.drill)))

    def is_legal(self, way: _Way) -> bool:
        among = self.close if _is_on_the_spot(way.drill) else self.around
        return _is_legal(self.state, among, self.id, way)

    def allows(self, order: Choice) -> bool:
        return next(move_orders.bars_to_order(self.state, self.side, order), None) is None


def _of_unit(state: State, side: str, id: str) -> tuple[Choice, ...]:
    hold = Choice("hold", (id,))
    if next(move_orders.bars_to_order_unit(state, side, id), None) is not None:
        return (hold,)
    search = _Search(state, side, id)
    found: dict[Choice, None] = {}
    if search.is_idle and id not in state.asked:
        found[Choice("rouse", (id,))] = None
    for idea in search.ideas():
        for way in idea.ways():
            order = search.written(way)
            if order not in found and search.is_legal(way):
                found[order] = None
    found.update(dict.fromkeys(order for order in search.others() if search.allows(order)))
    return (*found, hold)


def draw(state: State, side: str, id: str, chance: Chance) -> Choice:
    """One order from the list of a unit or a general, each equally likely; the others are not
    worked out."""
    if id in state.commanders:
        orders = _of_general(state, side, id)
        return drawn(orders, chance, partial(move_orders.bars_to_order, state, side))
    search = _Search(state, side, id)
    tries: list[tuple[_Idea, int] | Choice] = [
        (idea, number) for idea in search.ideas() for number in range(idea.most)
    ]
    tries += [*search.others(), Choice("hold", (id,))]
    if search.is_idle and id not in state.asked:
        tries.append(Choice("rouse", (id,)))
    while True:
        tried = tries.pop(chance.randrange(len(tries)))
        if isinstance(tried, Choice):
            if search.allows(tried):
                return tried
            continue
        idea, number = tried
        way = next(islice(idea.ways(), number, None), None)
        # The march of what is drawn is remembered with the whole table: it is carried out next.
        if way is not None and _is_legal(state, state, id, way):
            return search.written(way)


def _is_on_the_spot(drill: Drill) -> bool:
    """Whether a drill is a turn, or takes another formation with the same men and models."""
    return all(
        isinstance(act, Turn) or (isinstance(act, Change) and act.manoeuvre in DRILL.forms.values())
        for act in drill.acts
    )


def _sway(unit: Unit) -> int:
    """How near others may be, in hundredths, to matter to a change of formation or a turn."""
    frame = field.layout_of(unit).frame
    widest = _widest(unit.arm, field.strength(unit), unit.bases)
    return 2 * INCH + max(frame.width + frame.depth, widest)


@lru_cache(maxsize=1024)
def _widest(arm: Arm, figures: int, bases: Sizes) -> int:
    """The width and the depth together of the formation in which troops take the most room."""
    forms = [name for name in FORMS.values() if bar_to_adopt(arm, name) is None]
    frames = [field.layout_in(arm, name, figures, bases).frame for name in forms]
    return max((frame.width + frame.depth for frame in frames), default=0)


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


def _ideas(search: _Search) -> list[_Idea]:
    state, unit = search.state, search.state.units[search.id]
    if unit.is_vessel:
        return [_drill((Turn(angle),)) for angle in (*forms.SWINGS, HALF_TURN)]
    if unit.formation == "unlimbered":
        return _of_guns(search, unit)
    rate = ways.still_goes(state, unit)
    go = partial(_go, search, unit)
    wheels = [Wheel(hand, angle) for hand in _HANDS for angle in _WHEELS]
    found = [
        _Idea(partial(go, ahead(int(rate)), rate, (1, 2, 4)), 3),
        *(_Idea(partial(_wheeled, search, unit, wheel, rate)) for wheel in wheels),
        _Idea(partial(go, oblique(int(rate), -_OBLIQUE), rate)),
        _Idea(partial(go, oblique(int(rate), _OBLIQUE), rate)),
        _drill((about_face(),)),
        _Idea(partial(go, back(int(rate / 2)), rate)),
        *(_drill(drill.acts) for drill in forms.changes(unit)),
    ]
    fast = ways.still_goes(state, unit, "double")
    if fast > rate:
        found.append(_Idea(partial(go, ahead(int(fast)), fast, (1,), "double")))
    return found


def _drill(acts: tuple[Act, ...]) -> _Idea:
    """A drill that is on the spot, or whose end is not known yet."""
    return _Idea(lambda: (_Way(Drill(acts)),))


def _of_guns(search: _Search, unit: Unit) -> list[_Idea]:
    by_hand = ways.still_goes(search.state, unit, "manhandle")
    go = partial(_go, search, unit)
    return [
        _drill((Change("limber"),)),
        _drill((about_face(),)),
        _Idea(partial(go, ahead(int(by_hand)), by_hand, (1,), "manhandle")),
        _Idea(partial(go, back(int(by_hand)), by_hand, (1,), "manhandle")),
    ]


def _go(
    search: _Search,
    unit: Unit,
    leg: Straight,
    rate: Distance,
    parts: tuple[int, ...] = (1,),
    pace: str = NORMAL,
) -> Iterator[_Way]:
    """A straight leg as far as it goes, and some parts of it."""
    found = ways.farthest(search.state, unit, unit.pose, leg, rate, search.among)
    for part in parts:
        yield from _advance(search.state, unit, found, part, pace)


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


def _wheeled(search: _Search, unit: Unit, wheel: Wheel, rate: Distance) -> Iterator[_Way]:
    """A wheel, and ahead with the rest of the move."""
    state, among = search.state, search.among
    layout = field.layout_of(unit)
    swung = ways.farthest(state, unit, unit.pose, wheel, rate, among)
    assert isinstance(swung.leg, Wheel)
    if not swung.leg.angle:
        return
    fee = ways.leg_cost(state, unit, unit.pose, swung.leg)
    if isinstance(fee, Refusal):
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
    return [
        order
        for order in _of_general(state, side, id)
        if next(move_orders.bars_to_order(state, side, order), None) is None
    ]


def _of_general(state: State, side: str, id: str) -> list[Choice]:
    """The same, allowed or not."""
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
    return [*orders, Choice("hold", (id,))]


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
