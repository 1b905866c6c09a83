"""The declaration: before its turn a side places its counters and says what each unit will do.

Nothing is measured for it: an order says what a unit is to do, and its go shows how far it gets.
[honor_glory:6.1] [honor_glory:6.1b] [honor_glory:6.3] [honor_glory:9.p1]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.table import distance
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.measure import degrees, written
from longroll.miniatures.picking import OneAtATime
from longroll.systems.honor_glory.going import bars_to_activate
from longroll.systems.honor_glory.play import closing, field, shooting
from longroll.systems.honor_glory.play.events import Declared
from longroll.systems.honor_glory.play.goes import Go
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import Mover, rate
from longroll.systems.honor_glory.words import Side


class Declare(OneAtATime[Side], frozen=True, omit_defaults=True):
    """A side places counters on its units and declares their orders; then all goes are played.

    `declare u1 2 ahead 10 form line fire c2`, `declare u3 1 charge c1`, `ride ub u3`, `done`.
    [honor_glory:3.ac.1] [honor_glory:3.ac.2] [honor_glory:9.p2a] [honor_glory:9.p2b]
    [honor_glory:28.2]
    """

    rule: ClassVar[str] = "honor_glory:6.1"
    of_one: ClassVar[tuple[str, ...]] = ("declare", "ride")

    def question(self, state: State) -> str:
        return f"Which units are activated, and what will they do? {state.unplaced} counters left."

    def who(self, state: State) -> list[str]:
        ids = [*state.of_side(self.side), *state.commanders]
        return [id for id in ids if next(self.bars_to_pick(state, id), None) is None]

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        if id in state.commanders:
            return _bars_to_send(state, self.side, id)
        return _bars_to_activate(state, self.side, id)

    def orders(self, state: State, id: str) -> list[Choice]:
        found = _rides(state, id) if id in state.commanders else _suggestions(state, id)
        return [one for one in found if next(self.bars_to_order(state, one), None) is None]

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        if order.verb == "done":
            yield from bare(order, self.rule)
        elif order.verb == "ride":
            yield from _bars_to_ride(state, self.side, order)
        else:
            yield from bars_to_declare(state, self.side, order)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        if order.verb == "done":
            state.agenda.pop()
            state.unplaced = 0  # [honor_glory:3.ac.3]
            state.agenda += [Go(id) for id in reversed(list(state.declared))]
        elif order.verb == "ride":
            who, unit = order.objects
            state.unplaced -= 1
            state.change_commander(who, joined=unit, moved=True)
        else:
            _declare(state, order, umpire)


def _declare(state: State, said: Choice, umpire: Umpire) -> None:
    id, *words = said.objects
    order = read_order(words)
    assert isinstance(order, Order)
    state.unplaced -= order.counters
    state.declared = {**state.declared, id: tuple(words)}
    umpire.tell(
        Declared(
            rules=("honor_glory:6.1",),
            unit=id,
            title=state.units[id].title,
            counters=order.counters,
            order=tuple(words[1:]),
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
    yield from bars_to_activate(order.counters, two_at_most=state.options.two_activations)
    if unit.morale == "routing" and order.deed != "rally":
        yield Refusal("honor_glory:13.rout.2", "a routing unit can only be rallied")
    elif unit.morale == "rallying" and order.deed != "rest":
        yield Refusal("honor_glory:101.8a", "a rallying unit can only rest")
    if order.deed == "rally" and unit.morale != "routing":
        yield Refusal("honor_glory:101.1", "only a routing unit is rallied")
    if order.deed == "rest" and unit.morale != "rallying":
        yield Refusal("honor_glory:101.6b", "only a rallying unit rests")
    if state.opponent_of(id) is not None and order.deed != "withdraw":  # [honor_glory:48.1.1]
        yield Refusal("honor_glory:75.7", "it is in melee, which goes on by itself")
    if order.target:
        other = state.units.get(order.target)
        if other is None or other.side == side or other.place != "table":
            yield Refusal("honor_glory:65.1a", f"{order.target!r} is not an enemy on the table")
    if order.deed == "withdraw" and order.drill is not None:
        yield Refusal("honor_glory:48.1.1", "a unit that withdraws does nothing else first")
    if order.deed == "charge" and order.drill is not None:
        yield Refusal("honor_glory:75.6", "a charge is declared when the unit is first activated")


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
    start = state.units[one.joined]
    ride = rate(Mover("commander", "line")) or 0
    if distance(start.pose.point, unit.pose.point) > ride:
        yield Refusal("honor_glory:41.cmd", "that is more than one move of a commander")


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


# Suggestions


def _rides(state: State, who: str) -> Iterator[Choice]:
    """A commander may ride to any unit of his within reach."""
    for id in state.of_side(state.commanders[who].side):
        yield Choice("ride", (who, id))


def _suggestions(state: State, id: str) -> Iterator[Choice]:
    """Sensible orders for a unit, with a single counter."""
    unit = state.units[id]
    if unit.morale == "routing":
        yield Choice("declare", (id, "1", "rally"))
        return
    if unit.morale == "rallying":
        yield Choice("declare", (id, "1", "rest"))
        return
    enemy = field.nearest_enemy(state, id)
    if enemy is None or unit.morale == "broken":
        return
    for target in state.enemies_of(unit.side):
        if next(shooting.bars_to_shot(state.fresh(id), id, target, "activated"), None) is None:
            yield Choice("declare", (id, "1", "fire", target))
    if next(closing.bars_to_charge_at(state, id, enemy), None) is None:
        yield Choice("declare", (id, "1", "charge", enemy))
    if unit.prone:
        yield Choice("declare", (id, "1", "stand_up"))
        return
    way = field.heading_to(unit.pose.point, field.centre_of(state, enemy))
    off = (way - unit.heading + 1800) % 3600 - 1800
    if abs(off) > 450:
        yield Choice("declare", (id, "1", "turn", degrees(max(-1800, min(1800, off)) or 10)))
    whole = rate(unit.mover)
    if whole:
        yield Choice("declare", (id, "1", "ahead", written(whole)))
    if unit.arm == "artillery" and unit.form == "deployed" and unit.team:
        yield Choice("declare", (id, "1", "limber"))
    if unit.arm == "artillery" and unit.form == "limbered":
        yield Choice("declare", (id, "1", "unlimber"))


STEPS = (Declare,)
