"""Orders that end, and automatic orders, before anybody is activated."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.kernel.agenda import Do, Umpire
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.orders import giving, obeying
from longroll.systems.mckie.orders import rules as orders
from longroll.systems.mckie.orders.events import GaveWay, OrderEnded
from longroll.systems.mckie.orders.rules import ORDERS_FILE, Written
from longroll.systems.mckie.scenarios import goals
from longroll.systems.mckie.table.state import ENEMY, State


class ReviewOrders(Do, frozen=True):
    """Before anybody is activated. [mckie:gen.act.8] [mckie:gen.def.3] [mckie:ord.retreat.2]"""

    def run(self, state: State, umpire: Umpire) -> None:
        state.tried = state.changed = frozenset()
        # A fallen general runs no troops, and nobody runs those of a fallen general.
        state.personally = {
            chief: place
            for chief, place in state.personally.items()
            if state.commanders[chief].place == state.commanders[place].place == "table"
        }
        for who, general in state.commanders.items():
            if general.place != "table" or general.role == "cinc":
                continue
            if general.role == "division":
                _give_way(state, who, umpire)
            if is_carried_out(state, who):
                end(state, who, umpire)


def units_of(state: State, who: str) -> list[str]:
    """The fighting units of a general's divisions on the table, without screens."""
    general = state.commanders[who]
    return [
        id
        for id in state.of_side(general.side)
        if state.units[id].division in general.divisions
        and state.units[id].arm != "wagon"
        and not state.units[id].parent
    ]


def flying(state: State, ids: Sequence[str]) -> int:
    return sum(state.units[id].standing in ("retreating", "routing") for id in ids)


def _give_way(state: State, who: str, umpire: Umpire) -> None:
    """[mckie:ord.retreat.2] [mckie:ord.auto.only]"""
    units = units_of(state, who)
    before = giving.pile_of(state, who)
    after = orders.morale_of_division(before, len(units), flying(state, units))
    if after != before:
        state.orders = {**state.orders, who: after}
        title = state.commanders[who].title
        umpire.tell(GaveWay(rules=("mckie:ord.retreat.2",), general=who, title=title))


def is_carried_out(state: State, who: str) -> bool:
    """Whether the order in force is completed: the place is reached, or taken. A DEFEND goes on
    until another order comes, a RETREAT until its commander halts it. [mckie:gen.def.3]"""
    pile = state.orders.get(who)
    order = pile.in_force if pile is not None else None
    units = units_of(state, who)
    if order is None or not units:
        return False
    if order.word in ("ADVANCE", "WITHDRAW"):
        return orders.is_completed(
            obeying.has_reached(state, state.units[id], order) for id in units
        )
    return order.word == "ATTACK" and _is_taken(state, who, order)


def _is_taken(state: State, who: str, order: Written) -> bool:
    there, side = obeying.place_of(state, order), state.commanders[who].side
    reach = ORDERS_FILE.area.reached * INCH
    if there is None or goals.GOALS.near(state, ENEMY[side], there, reach):
        return False
    own = set(goals.formed(state, side))
    return any(
        id in own and obeying.has_reached(state, state.units[id], order)
        for id in units_of(state, who)
    )


def end(state: State, who: str, umpire: Umpire, *, halts: bool = False) -> None:
    pile = state.orders[who]
    state.orders = {**state.orders, who: orders.completed(pile)}
    umpire.tell(
        OrderEnded(
            rules=("mckie:ord.retreat.3" if halts else "mckie:gen.def.3",),
            general=who,
            title=state.commanders[who].title,
            order=str(pile.in_force),
            halts=halts,
        )
    )


STEPS = (ReviewOrders,)
