"""The declaration: before its turn a side places its counters and says what each unit will do.

Nothing is measured for it: an order says what a unit is to do, and its go shows how far it gets.
[honor_glory:6.1] [honor_glory:6.1b] [honor_glory:6.3] [honor_glory:9.p1]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

import msgspec

from longroll.board.table import Turn, Wheel, distance
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.kernel.forms import OrderForm
from longroll.kernel.system import Chance
from longroll.kernel.wording import counted
from longroll.miniatures.picking import OneAtATime, drawn
from longroll.systems.honor_glory.going import bars_to_activate, bars_to_prone
from longroll.systems.honor_glory.marching import bars_to_forced_march
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.play import (
    destruction,
    field,
    forms,
    guns,
    recovery,
    suggestions,
)
from longroll.systems.honor_glory.play.deploying import player_of
from longroll.systems.honor_glory.play.events import Declared
from longroll.systems.honor_glory.play.goes import Go, bars_to_deed
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.rulebook import BRIDGES, FORCED
from longroll.systems.honor_glory.play.saying import told
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import Mover, rate
from longroll.systems.honor_glory.words import FOOT, Side


class Declare(OneAtATime[Side], frozen=True, omit_defaults=True):
    """A side places counters on its units and declares their orders; then all goes are played.

    `declare u1 2 ahead 10 form line fire c2`, `declare u3 1 charge c1`, `ride ub u3`, `attach ua
    u1`, `help ub u3 u4`, `done`.
    [honor_glory:3.ac.1] [honor_glory:3.ac.2] [honor_glory:9.p2a] [honor_glory:9.p2b]
    [honor_glory:28.2]
    """

    last_word: ClassVar[bool] = True
    rule: ClassVar[str] = "honor_glory:6.1"
    of_one: ClassVar[tuple[str, ...]] = ("declare", "ride", "attach", "help")

    def question(self, state: State) -> str:
        left = counted(state.unplaced, "counter")
        return f"Which units are activated, and what will they do? {left} left."

    def who(self, state: State) -> list[str]:
        ids = [*state.of_side(self.side), *state.commanders]
        return [id for id in ids if next(self.bars_to_pick(state, id), None) is None]

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        if id in state.commanders:
            rides = list(_bars_to_send(state, self.side, id))
            return iter(rides if any(_bars_to_help_at_all(state, self.side, id)) else ())
        return _bars_to_activate(state, self.side, id)

    def orders(self, state: State, id: str) -> list[Choice]:
        bars = partial(self._bars_to_suggest, state, suggestions.activated(state, id))
        return [one for one in suggestions.ideas(state, id) if next(bars(one), None) is None]

    def draw_order(self, state: State, id: str, chance: Chance) -> Choice:
        bars = partial(self._bars_to_suggest, state, suggestions.activated(state, id))
        return drawn(list(suggestions.ideas(state, id)), chance, bars)

    def _bars_to_suggest(self, state: State, fresh: State, order: Choice) -> Iterator[Refusal]:
        """What keeps an order from being given, or a deed from being done where the unit stands."""
        yield from self.bars_to_order(state, order)
        if order.verb == "declare":
            id, *words = order.objects
            read = read_order(words)
            assert isinstance(read, Order)
            yield from bars_to_deed(fresh, id, read.deed, read.target)

    def forms(self, state: State) -> list[OrderForm]:
        return list(forms.declarations(state, [id for id in self.who(state) if id in state.units]))

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        if order.verb == "done":
            yield from bare(order, self.rule)
        elif order.verb == "ride":
            yield from _bars_to_ride(state, self.side, order)
        elif order.verb == "attach":
            yield from _bars_to_activate(state, self.side, order.object)
            yield from _bars_to_attach(state, self.side, order)
        elif order.verb == "help":
            yield from _bars_to_help(state, self.side, order)
        else:
            yield from bars_to_declare(state, self.side, order)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        if order.verb == "done":
            state.agenda.pop()
            _break_off(state, self.side, umpire)
            state.unplaced = 0  # [honor_glory:3.ac.3]
            state.agenda += [Go(id) for id in reversed(state.goes)]
        elif order.verb == "ride":
            who, unit = order.objects
            state.unplaced -= ride_cost(state, who, unit)
            state.change_commander(who, joined=unit, moved=True)
        elif order.verb == "attach":
            gun, unit = order.objects
            state.change(gun, attached=unit)
        elif order.verb == "help":
            who, *units = order.objects
            state.helped = {**state.helped, who: tuple(units)}
        else:
            _declare(state, order, umpire)


def _declare(state: State, said: Choice, umpire: Umpire) -> None:
    id, *words = said.objects
    order = read_order(words)
    assert isinstance(order, Order)
    state.unplaced -= order.counters
    state.declared = {**state.declared, id: tuple(words)}
    state.goes = (*state.goes, id)
    umpire.tell(
        Declared(
            rules=("honor_glory:6.1",),
            unit=id,
            title=state.units[id].title,
            counters=order.counters,
            order=told(state, order),
        )
    )


def _bars_to_activate(state: State, side: Side, id: str) -> Iterator[Refusal]:
    """What keeps a unit from any order. [honor_glory:9.p2a] [honor_glory:22.2]"""
    unit = state.units.get(id)
    if unit is None or unit.side != side or unit.place != "table":
        yield Refusal("honor_glory:28.2", f"{id!r} is not one of your units on the table")
        return
    if id in state.declared:
        yield Refusal("honor_glory:6.1", f"{unit.title} has its order")
    if state.shares and player_of(state, id) != state.player:
        yield Refusal("honor_glory:12.2", f"{unit.title} is a team mate's")
    if state.unplaced < 1:
        yield Refusal("honor_glory:9.p2a", "no counters are left")
    if unit.morale == "broken":
        yield Refusal("honor_glory:22.2", "a broken unit takes no orders")


def bars_to_declare(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    """Everything wrong with a declaration, as far as it can be known without measuring."""
    id, *words = choice.objects or ("",)
    yield from _bars_to_activate(state, side, id)
    unit = state.units.get(id)
    if unit is None or unit.side != side or unit.place != "table":
        return
    order = read_order(words)
    if isinstance(order, Refusal):
        yield order
        return
    if order.counters > max(1, state.unplaced):
        yield Refusal("honor_glory:9.p2a", f"{state.unplaced} counters are left")
    yield from _bars_by_blown(state, side, id, order.counters)
    yield from bars_to_activate(order.counters, two_at_most=state.options.two_activations)
    if unit.morale == "routing" and order.deed != "rally":
        yield Refusal("honor_glory:13.rout.2", "a routing unit can only be rallied")
    elif unit.morale == "rallying" and unit.rest and order.deed != "rest":
        yield Refusal("honor_glory:101.8a", "a rallying unit can only rest")
    if order.deed == "rally" and unit.morale != "routing":
        yield Refusal("honor_glory:101.1", "only a routing unit is rallied")
    if order.deed == "rest" and not recovery.is_tired(unit):
        yield Refusal("honor_glory:101.6b", "it needs no rest")
    if state.opponent_of(id) is not None and order.deed != "withdraw":  # [honor_glory:48.1.1]
        # [honor_glory:45.4]
        yield Refusal("honor_glory:75.7", "it is in melee, which goes on by itself")
    if order.deed == "charge":  # (HG-03) (HG-24)
        yield from bars_to_prone(unit.prone)
    if order.target:
        yield from _bars_to_target(state, id, order)
    if order.drill is not None:
        yield from _bars_to_drill(state, id, order)
    if order.deed == "surrender" and not field.is_hopeless(state, id):
        yield Refusal("honor_glory:20.3", "its position is not hopeless")
    if unit.river and order.deed not in ("ford", "hold"):
        yield Refusal("honor_glory:49.c3", "it is in the river")
    if unit.blown and unit.rest and order.deed not in ("withdraw", "rest", "hold"):
        yield Refusal("honor_glory:OP4.4a", "blown cavalry withdraws and rests")


def _bars_to_target(state: State, id: str, order: Order) -> Iterator[Refusal]:
    """Whether an order names somebody or something that it can be about. [honor_glory:65.1a]
    [honor_glory:77.2] [honor_glory:77.x4]"""
    side, other = state.units[id].side, state.units.get(order.target)
    if order.deed in ("fire", "battery", "charge"):
        if other is None or other.side == side or other.place != "table" or other.hidden:
            yield Refusal("honor_glory:65.1a", f"{order.target!r} is not an enemy on the table")
        elif order.deed == "charge" and not guns.is_seen_to_charge(state, id, order.target):
            yield Refusal("honor_glory:77.x4", "the target is not in sight")
    elif order.deed == "team":
        if other is None or other.side != side or other.place != "table":
            yield Refusal("honor_glory:70.5", f"{order.target!r} is not a gun of yours")
    elif order.deed == "bridge":
        if order.target not in BRIDGES:
            yield Refusal("honor_glory:104.3.a", f"a bridge is of type {', '.join(BRIDGES)}")
    elif destruction.called(state, order.target) is None:
        yield Refusal("honor_glory:OP10.0c", f"there is no {order.target!r} on the table")


def _bars_to_drill(state: State, id: str, order: Order) -> Iterator[Refusal]:
    """What may not be combined with movement in one go."""
    assert order.drill is not None
    unit, deed = state.units[id], order.deed
    if deed == "withdraw":
        yield Refusal("honor_glory:48.1.1", "a unit that withdraws does nothing else first")
    elif deed == "charge":
        if not all(isinstance(act, Turn | Wheel) for act in order.drill.acts):
            why = "a unit that charges may turn or wheel first, and do nothing else"
            yield Refusal("honor_glory:75.6", why)
        elif unit.arm in FOOT and order.counters < 2:
            why = "infantry that turns charges in a later activation"
            yield Refusal("honor_glory:46.5a", why)
    elif deed == "battery":
        yield Refusal("honor_glory:68.4", "the guns of a grand battery do not move")
    elif deed == "bridge":
        yield Refusal("honor_glory:104.2.d", "engineers who build do nothing else")
    elif deed in ("rally", "rest", "surrender"):
        yield Refusal("honor_glory:101.8a", f"a unit that is to {deed} does nothing else")
    if order.drill.pace == FORCED:
        column = msgspec.structs.replace(field.facts(state, id), formation="column")
        yield from bars_to_forced_march(column)
        if deed in ("fire", "charge"):
            yield Refusal("honor_glory:51.0e", "it is force-marching")
    in_contact = unit.arm == "artillery" and any(
        state.opponent_of(one) is not None for one in field.attached_to(state, id)
    )
    if in_contact:
        yield Refusal("honor_glory:48.0b", "it leaves the melee only with its regiment")


def _must_break_off(state: State, side: Side) -> list[str]:
    """Blown cavalry that still fights and has no order yet. [honor_glory:OP4.1b]"""
    return [
        id
        for id, unit in state.units.items()
        if unit.blown
        and unit.side == side
        and unit.place == "table"
        and state.opponent_of(id) is not None
        and id not in state.declared
    ]


def _bars_by_blown(state: State, side: Side, id: str, spent: int) -> Iterator[Refusal]:
    """A counter is kept for all blown cavalry that must leave its melee. [honor_glory:OP4.2a]
    (HG-H72)"""
    kept = [one for one in _must_break_off(state, side) if one != id]
    if kept and id not in _must_break_off(state, side) and spent > state.unplaced - len(kept):
        why = f"{state.units[kept[0]].title} is blown and must be activated to withdraw"
        yield Refusal("honor_glory:OP4.2a", why)


def _break_off(state: State, side: Side, umpire: Umpire) -> None:
    """Blown cavalry that still fights withdraws as soon as a counter is left for it.
    [honor_glory:OP4.1b] [honor_glory:OP4.2a] [honor_glory:OP4.2b] (HG-H72)"""
    for id in _must_break_off(state, side):
        if state.unplaced:
            _declare(state, Choice("declare", (id, "1", "withdraw")), umpire)


def _bars_to_attach(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    """A gun that touches several regiments is attached to one of them. [honor_glory:90.4]"""
    gun, unit = (*choice.objects, "", "")[:2]
    own = state.units.get(gun)
    if len(choice.objects) != 2 or own is None or own.side != side or own.arm != "artillery":
        yield Refusal("honor_glory:90.4", "attach takes a gun and a regiment of yours")
        return
    touched = field.attached_to(_unnamed(state, gun), gun)
    if unit not in touched or len(touched) < 2 or own.attached == unit:
        yield Refusal("honor_glory:90.4", f"{own.title} is not between {unit!r} and others")


def _unnamed(state: State, gun: str) -> State:
    twin: State = state.copy()
    twin.change(gun, attached="")
    return twin


def _bars_to_help(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    """A commander names the units that he helps from afar, by OP14. [honor_glory:OP14.0b]
    [honor_glory:OP14.0c] [honor_glory:OP14.1.2]"""
    who, *units = choice.objects or ("",)
    yield from _bars_to_help_at_all(state, side, who)
    one = state.commanders.get(who)
    if one is None or one.side != side:
        return
    if not units or len(set(units)) > OPTIONS.radius[one.rank].units:
        most = OPTIONS.radius[one.rank].units
        yield Refusal("honor_glory:OP14.1.2", f"he helps one to {most} other units")
    for unit in units:
        other = state.units.get(unit)
        if other is None or other.side != side or unit == one.joined or units.count(unit) > 1:
            yield Refusal("honor_glory:OP14.0b", f"{unit!r} is not another unit of yours")


def _bars_to_help_at_all(state: State, side: Side, who: str) -> Iterator[Refusal]:
    one = state.commanders.get(who)
    if (
        not state.options.extended_command
        or one is None
        or one.side != side
        or one.place != "table"
        or not one.joined
    ):
        yield Refusal("honor_glory:OP14.0a", f"{who!r} is not a commander with a unit of yours")


def _bars_to_ride(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    """A commander rides to another unit. [honor_glory:3.actcmd.1] [honor_glory:22.4]
    [honor_glory:32.1]"""
    if len(choice.objects) != 2:
        yield Refusal("honor_glory:3.actcmd.1", "ride takes a commander and a unit")
        return
    who, to = choice.objects
    yield from _bars_to_send(state, side, who)
    one, unit = state.commanders.get(who), state.units.get(to)
    if one is None or one.side != side or one.place != "table":
        return
    if unit is None or unit.side != side or unit.place != "table" or to == one.joined:
        yield Refusal("honor_glory:32.1", f"{to!r} is not another unit of yours")
        return
    needed = ride_cost(state, who, to)
    yield from bars_to_activate(needed, two_at_most=state.options.two_activations)
    if needed > state.unplaced:
        why = f"that takes {needed} moves of a commander, a counter for each"
        yield Refusal("honor_glory:41.cmd", why)
    yield from _bars_by_blown(state, side, who, needed)


def ride_cost(state: State, who: str, to: str) -> int:
    """The counters for a ride: one for each move of a commander. [honor_glory:28.3]
    [honor_glory:41.cmd]"""
    start = state.units[state.commanders[who].joined]
    ride = rate(Mover("commander", "line"))
    assert ride is not None
    return max(1, -(-distance(start.point, state.units[to].point) // ride))


def _bars_to_send(state: State, side: Side, who: str) -> Iterator[Refusal]:
    """What keeps a commander from riding anywhere. [honor_glory:3.actcmd.1] [honor_glory:9.p2a]"""
    one = state.commanders.get(who)
    if one is None or one.side != side or one.place != "table":
        yield Refusal("honor_glory:3.actcmd.1", f"{who!r} is not one of your commanders")
        return
    if one.moved:
        yield Refusal("honor_glory:3.actcmd.1", "he has ridden in this turn")
    if state.unplaced < 1:
        yield Refusal("honor_glory:9.p2a", "no counters are left")


STEPS = (Declare,)
