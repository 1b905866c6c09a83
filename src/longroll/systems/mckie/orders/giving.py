"""Orders on the table: how they are written, who may give them, and couriers who carry them.

`order crocker ADVANCE the farm via 20 30 22 24 from 2 then ATTACK the crossroads`
[mckie:deploy.2] [mckie:deploy.3] [mckie:deploy.4] [mckie:deploy.5]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, get_args

from msgspec.structs import replace

from longroll.board.table import Point, distance, distance_between, distance_from, spot
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.miniatures.amounts import MOST_LEGS
from longroll.miniatures.bodies import in_order
from longroll.miniatures.measure import read_length, written
from longroll.miniatures.picking import OneAtATime
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.command.generals import Personally
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.orders.events import CourierSent, OrdersWritten
from longroll.systems.mckie.orders.rules import (
    ORDERS_FILE,
    Giving,
    Pile,
    Written,
    activated,
    bars_to_give,
    bars_to_write,
    reaches,
    received,
)
from longroll.systems.mckie.table.state import Courier, State
from longroll.systems.mckie.words import SIDES, Order, Side

_RULE = "mckie:deploy.4"
_WORDS: tuple[Order, ...] = get_args(Order)


# Writing


def read_orders(words: Sequence[str]) -> tuple[Written, ...] | Refusal:
    """The words of one order or several, which are carried out in this sequence.
    [mckie:ord.corps.2] [mckie:ord.corps.3]

    >>> read_orders("ATTACK the farm from 3".split())
    (Written(word='ATTACK', objective='the farm', start=3, route=()),)
    """
    orders: list[Written] = []
    rest = list(words)
    while True:
        upto = rest.index("then") if "then" in rest else len(rest)
        one = _read_order(rest[:upto])
        if isinstance(one, Refusal):
            return one
        orders.append(one)
        if len(orders) > MOST_LEGS:
            return Refusal("mckie:ord.corps.2", f"more than {MOST_LEGS} orders at once")
        if upto == len(rest):
            return tuple(orders)
        rest = rest[upto + 1 :]


def _read_order(words: list[str]) -> Written | Refusal:
    word = next((one for one in _WORDS if words and words[0] == one), None)
    if word is None:
        return Refusal("mckie:ord.corps.2", f"an order begins with one of {', '.join(_WORDS)}")
    rest, start = words[1:], 0
    if len(rest) > 1 and rest[-2] == "from":
        if not rest[-1].isdecimal() or len(rest[-1]) > 3:
            return Refusal(_RULE, f"from takes a period, not {rest[-1]!r}")
        rest, start = rest[:-2], int(rest[-1])
    route: tuple[tuple[int, int], ...] = ()
    if "via" in rest:
        numbers = [read_length(one) for one in rest[rest.index("via") + 1 :]]
        places = [number for number in numbers if number is not None]
        if not places or len(places) < len(numbers) or len(places) % 2:
            return Refusal("mckie:deploy.2", "via takes the points of a route in inches")
        route = tuple(zip(places[::2], places[1::2], strict=True))
        rest = rest[: rest.index("via")]
    return Written(word, " ".join(rest), start, route)


def sensible_orders(state: State, who: str) -> Iterator[tuple[str, ...]]:
    """The orders that a list offers for a general: each word, at each objective of the scenario;
    a withdrawal leads to the edge that his army came from. [mckie:ord.chain] [mckie:deploy.4]"""
    places = [tuple(one.name.split()) for one in state.battle.file.objectives]
    for word in _WORDS:
        if word == "RETREAT":
            yield (word,)
        elif word == "WITHDRAW":
            there = _rear_of(state, state.commanders[who])
            yield word, written(there.x), written(there.y)
        else:
            for place in places or [("the", "field")]:
                yield word, *place


def _rear_of(state: State, general: General) -> Point:
    """Where a general's troops come to if they withdraw: near the edge they were set up on."""
    width, height = state.battle.table.size
    edge, near = state.battle.file.deployment[general.side].edge, ORDERS_FILE.area.reached * INCH
    return {
        "north": Point(general.x, near),
        "east": Point(width - near, general.y),
        "south": Point(general.x, height - near),
        "west": Point(near, general.y),
    }[edge]


def write(
    state: State, who: str, orders: tuple[Written, ...], umpire: Umpire, how: str, rule: str
) -> None:
    """Give a general orders; the old ones are cancelled. Without generalship
    he acts on them at once. [mckie:ord.div.4]"""
    general = state.commanders[who]
    pile = received(pile_of(state, who), *orders)
    if not state.options.generalship:
        pile = activated(pile)
    state.orders = in_order({**state.orders, who: pile})
    umpire.tell(
        OrdersWritten(
            rules=(rule,),
            side=general.side,
            general=who,
            title=general.title,
            orders=tuple(map(str, orders)),
            how=how,
        )
    )


def pile_of(state: State, who: str) -> Pile:
    """The orders of a general, if he has any."""
    found = state.orders.get(who)
    if found is not None:
        return found
    return Pile("corps" if state.commanders[who].role == "corps" else "division")


def bars_to_address(
    state: State, side: str, words: Sequence[str], *, anywhere: bool = False
) -> Iterator[Refusal]:
    """Why orders cannot be written like this for that general."""
    who = words[0] if words else ""
    general = state.commanders.get(who)
    if general is None or general.side != side or general.place == "gone":
        yield Refusal("mckie:ord.chain", f"you have no general {who!r}")
        return
    if general.role == "cinc":
        yield Refusal("mckie:ord.chain", f"nobody can give {general.title} orders")
    if general.place != "table" and not anywhere:
        yield Refusal("mckie:deploy.5", f"{general.title} is not on the field")
    orders = read_orders(words[1:])
    if isinstance(orders, Refusal):
        yield orders
        return
    for order in orders:
        yield from bars_to_write(order)


# Who is above whom


def chain_above(state: State, who: str) -> list[str]:
    """His superiors, the nearest first, wherever they are."""
    found: list[str] = []
    while (who := state.commanders[who].superior) and who in state.commanders and who not in found:
        found.append(who)
    return found


def superior_of(state: State, who: str) -> str | None:
    """The superior on the field: the one who runs his corps or his division himself, or else the
    nearest in the chain who is there. None if there is none. [mckie:deploy.5]"""
    above = chain_above(state, who)
    for chief, place in state.personally.items():
        if state.commanders[chief].place == "table" and (place == who or place in above):
            return chief
    return next((one for one in above if state.commanders[one].place == "table"), None)


def runs_himself(state: State, who: str) -> Personally | None:
    """What a commander-in-chief runs himself. [mckie:gen.override.1]"""
    place = state.personally.get(who)
    if place is None:
        return None
    return "corps" if state.commanders[place].role == "corps" else "division"


def giving(state: State, giver: str, receiver: str, *, met: bool = False) -> Giving:
    """The facts of giving somebody orders."""
    one, other = state.commanders[giver], state.commanders[receiver]
    pile = state.orders.get(giver)
    in_his_place = state.personally.get(giver)
    under = in_his_place == receiver or in_his_place in chain_above(state, receiver)
    return Giving(
        giver=one.role,
        receiver="corps" if other.role == "corps" else "division",
        in_chain=giver in chain_above(state, receiver),
        giver_active=one.role == "cinc" or (pile is not None and pile.active),
        personally=runs_himself(state, giver) if under else None,
        changed=state.changed,
        met=met,
    )


# Meeting and couriers


def have_met(state: State, one: str, other: str) -> bool:
    """Whether the bases of two generals touch. [mckie:deploy.5]"""
    bases = [radius.base_of(state, state.commanders[who]) for who in (one, other)]
    return reaches(distance_between(*bases))


def are_wanted(state: State) -> bool:
    """Orders are changed on the field if there are any and nobody needs to be activated.
    Whether the enemy has any is secret. [mckie:gen.ctl.1]"""
    return not state.options.generalship and (bool(state.orders) or not fog.is_open(state))


def are_riding(state: State) -> bool:
    return not state.options.generalship and (bool(state.couriers) or not fog.is_open(state))


def dispatches(state: State) -> list[Ask | Do]:
    """Both armies, the one that moves first before the other."""
    armies: list[Side] = sorted(SIDES, key=lambda side: side != state.first)
    return [SendOrders(side) for side in armies if any(_pairs(state, side))]


class SendOrders(OneAtATime[Side], frozen=True):
    """A superior gives new orders when he meets his junior, or sends a courier:
    `order heth ATTACK the ridge`, `courier aphill heth ATTACK the ridge`. [mckie:deploy.5]"""

    rule: ClassVar[str] = "mckie:deploy.5"
    of_one: ClassVar[tuple[str, ...]] = ("order", "courier")

    def question(self, state: State) -> str:
        if self.unit:
            return f"What are the orders for {state.title_of(self.unit)}, or whom does he send one?"
        return "Are any orders changed, in person or by courier?"

    def who(self, state: State) -> list[str]:
        return [id for id in state.commanders if self.orders(state, id)]

    def orders(self, state: State, id: str) -> list[Choice]:
        found = (
            order
            for giver, receiver in _pairs(state, self.side)
            for words in sensible_orders(state, receiver)
            for order in (
                Choice("order", (receiver, *words)),
                Choice("courier", (giver, receiver, *words)),
            )
            if order.object == id and not any(self.bars_to_order(state, order))
        )
        return list(dict.fromkeys(found))

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        general = state.commanders.get(id)
        if general is None or general.side != self.side or general.place != "table":
            yield Refusal(self.rule, f"you have no general {id!r} on the field")

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        if order.verb == "done":
            yield from bare(order, self.rule)
        elif order.verb == "order":
            refused = list(bars_to_address(state, self.side, order.objects))
            yield from refused
            if not refused:
                yield from _bars_to_meet(state, order.object)
        else:
            yield from _bars_to_send_courier(state, self.side, order.objects)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        if order.verb == "done":
            state.agenda.pop()
            return
        if order.verb == "order":
            orders = read_orders(order.objects[1:])
            assert not isinstance(orders, Refusal)
            write(state, order.object, orders, umpire, "in person", self.rule)
            return
        giver, receiver, *words = order.objects
        orders = read_orders(words)
        assert not isinstance(orders, Refusal)
        start = radius.where(state, state.commanders[giver])
        courier = Courier(self.side, giver, receiver, orders, start.x, start.y)
        others = [one for one in state.couriers if (one.giver, one.receiver) != (giver, receiver)]
        state.couriers = (*others, courier)
        umpire.tell(
            CourierSent(
                rules=(self.rule,),
                side=self.side,
                general=receiver,
                giver=state.commanders[giver].title,
                title=state.commanders[receiver].title,
                orders=tuple(map(str, orders)),
            )
        )


def _pairs(state: State, side: Side) -> Iterator[tuple[str, str]]:
    """Superiors and juniors of a side on the field."""
    for receiver, one in state.commanders.items():
        if one.side != side or one.place != "table":
            continue
        for giver in chain_above(state, receiver):
            if _commands(state, giver):
                yield giver, receiver


def _commands(state: State, who: str) -> bool:
    """Whether a general is on the field and in command. [mckie:risk.4]"""
    return state.commanders[who].place == "table" and not any(radius.bars_to_command(state, who))


def _bars_to_meet(state: State, receiver: str) -> Iterator[Refusal]:
    above = [one for one in chain_above(state, receiver) if _commands(state, one)]
    if not above:
        title = state.commanders[receiver].title
        yield Refusal("mckie:deploy.5", f"no superior of {title} commands on the field")
        return
    giver = next((one for one in above if have_met(state, one, receiver)), above[0])
    met = have_met(state, giver, receiver)
    yield from bars_to_give(giving(state, giver, receiver, met=met), generalship=False)


def _bars_to_send_courier(state: State, side: str, words: Sequence[str]) -> Iterator[Refusal]:
    giver = state.commanders.get(words[0]) if words else None
    if giver is None or giver.side != side or giver.place != "table":
        yield Refusal("mckie:deploy.5", "courier takes a general on the field, and another")
        return
    yield from radius.bars_to_command(state, words[0])
    refused = list(bars_to_address(state, side, words[1:]))
    yield from refused
    if not refused:
        facts = replace(giving(state, words[0], words[1]), courier=True)
        yield from bars_to_give(facts, generalship=False)


class CouriersRide(Do, frozen=True):
    """Each courier rides 24 in towards his general, and hands the order over if he reaches him; one
    with nobody to ride to is removed. [mckie:move.general] [mckie:deploy.5] (MK-M56)"""

    def run(self, state: State, umpire: Umpire) -> None:
        still: list[Courier] = []
        for one in state.couriers:
            receiver = state.commanders[one.receiver]
            if receiver.place != "table" or state.astray.get(one.receiver, 0) >= state.period:
                continue
            gone = _ridden(state, one, receiver)
            base = radius.base_of(state, receiver)
            if reaches(distance_from(spot(Point(gone.x, gone.y)), base)):
                write(state, one.receiver, one.orders, umpire, "by courier", "mckie:deploy.5")
            else:
                still.append(gone)
        state.couriers = tuple(still)


def _ridden(state: State, courier: Courier, receiver: General) -> Courier:
    here, there = Point(courier.x, courier.y), radius.where(state, receiver)
    far = distance(here, there)
    if far <= MOVEMENT.mounted_general:
        return replace(courier, x=there.x, y=there.y)
    x = here.x + (there.x - here.x) * MOVEMENT.mounted_general // far
    y = here.y + (there.y - here.y) * MOVEMENT.mounted_general // far
    return replace(courier, x=x, y=y)


STEPS = (SendOrders, CouriersRide)
