"""The order markers of a commander, event by event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.command.generals import Role
from longroll.systems.mckie.command.rules import Junior
from longroll.systems.mckie.orders import rules as orders
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.words import Side
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.shared import COUNT, ORDERS, one_of, operation
from tests.vectors.mckie_ops.table import X, Y, battle, formed, laid, may
from tests.vectors.runner import Answer, Given, VectorFault, fill_in
from tests.vectors.runner import required as req

_WORD = one_of(ORDERS)
#: What each event of an order vector says besides its name.
_EVENTS = {
    "activated": {},
    "completed": {},
    "new_order": {"order": _WORD},
    "unit_charged": {},
    "morale": {"units": COUNT, "retreating_or_routing": COUNT},
}
#: The place that all the orders name, in inches, and where troops are that have reached it.
_PLACE = "50 50"
_THERE = 5_000


@operation(
    "orders",
    {
        "role": one_of(get_args(Junior)),
        "orders": req(list),
        "active": req(bool),
        "events": req(list),
    },
)
def _orders(given: Given, dice: object) -> Answer:
    unknown = [word for word in given["orders"] if word not in ORDERS]
    if unknown:
        raise VectorFault(f"{unknown} is none of {', '.join(ORDERS)}")
    written = tuple(Written(word, _PLACE) for word in given["orders"])
    pile = Pile(given["role"], written, given["active"])
    for number, event in enumerate(given["events"]):
        if not isinstance(event, dict):
            raise VectorFault(f"events[{number}] is no object")
        pile = _after(pile, event, f"events[{number}].")
    return {
        "order": pile.in_force.word if pile.in_force else None,
        "active": pile.active,
        "hidden": [order.word for order in pile.hidden],
        "removed": [order.word for order in pile.removed],
    }


def _after(pile: Pile, event: Given, where: str) -> Pile:
    """The pile after one event, which is played."""
    facts = dict(event)
    name = facts.pop("event", None)
    if name not in _EVENTS:
        raise VectorFault(f"{where}event is {name!r}, not {', '.join(_EVENTS)}")
    facts = fill_in(_EVENTS[name], facts, where)
    with laid():
        if name == "activated":
            return _told(_in_step(pile, "activation"), pile, "activate j")
        if name == "completed":
            return _completed(pile)
        if name == "new_order":
            fight = _in_step(pile, "activation")
            order = f"order j {facts['order']} {_PLACE}"
            if not may(fight, order):  # it comes by courier, or of itself
                return orders.received(pile, Written(facts["order"], _PLACE))
            return _told(fight, pile, order)
        if name == "unit_charged":
            return _charged(pile)
        return _broken(pile, facts["units"], facts["retreating_or_routing"])


# The command


def _in_step(
    pile: Pile,
    step: str,
    units: Mapping[str, Unit] | None = None,
    first: Side = "confederate",
) -> Fight:
    """A commander with these orders, and his superior beside him."""
    above: Role = "cinc" if pile.role == "corps" else "corps"
    superior = General(title="s", name="R. E. Lee", side="confederate", role=above, x=X, y=Y)
    junior = General(
        title="j",
        name="Jackson",
        side="confederate",
        role=pile.role,
        divisions=("1",),
        superior="s",
        x=X,
        y=Y + 300,
    )
    active = Pile("corps", (Written("ATTACK", _PLACE),), True)
    return battle(
        units or {},
        step,
        first=first,
        generals={"j": junior, "s": superior},
        orders={"j": pile, "s": active},
        options={"generalship": True},
    )


def _told(fight: Fight, pile: Pile, order: str) -> Pile:
    """What an order to the commander makes of his pile; what is refused changes nothing."""
    if may(fight, order):
        fight.play(order)
    return fight.state.orders.get("j", pile)


def _brigade(x: int, y: int, standing: str = "steady") -> Unit:
    made = formed("infantry", "line", side="confederate", division="1", standing=standing)
    assert not isinstance(made, Refusal)
    return replace(made, x=x, y=y)


# Events


def _completed(pile: Pile) -> Pile:
    """The troops are where the order sends them, or in safety to halt a retreat. A DEFEND ends
    only with another order, and a corps does not retreat, so those are taken off by rule."""
    word = pile.in_force.word if pile.in_force else None
    if word == "DEFEND" or (word == "RETREAT" and pile.role == "corps"):
        return orders.completed(pile)
    fight = _in_step(pile, "activation", {"u": _brigade(_THERE, _THERE)})
    if word == "RETREAT":
        return _told(fight, pile, "halt j")
    return fight.state.orders["j"]


def _charged(pile: Pile) -> Pile:
    """A brigade of the division is charged."""
    charger = formed("infantry", "line", quality="veteran", y=Y + 500)
    assert not isinstance(charger, Refusal)
    units = {"c": charger, "u": replace(_brigade(X, Y), heading=1800)}
    fight = _in_step(pile, "charges_first", units, first="union")
    fight.play("charge c u")
    return fight.state.orders["j"]


def _broken(pile: Pile, units: int, bad: int) -> Pile:
    """So many brigades of the division, some of them in flight, before anybody is activated."""
    if not 0 <= bad <= units:
        raise VectorFault(f"there cannot be {bad} of {units} units")
    division = {
        f"u{number}": _brigade(X + 800 * number, Y, "routing" if number < bad else "steady")
        for number in range(units)
    }
    return _in_step(pile, "activation", division).state.orders["j"]
