"""Generals, command, initiative, activation, orders, and the risk to generals."""

from __future__ import annotations

from typing import get_args

from longroll.kernel.dice import Scripted
from longroll.systems.mckie.command import generals
from longroll.systems.mckie.command import rules as command
from longroll.systems.mckie.command.generals import (
    VALUES,
    Density,
    General,
    Grade,
    Personally,
    Role,
)
from longroll.systems.mckie.command.rules import Attempt, Block, Contender, Junior
from longroll.systems.mckie.dice import average_die, ten_sided
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.orders import rules as orders
from longroll.systems.mckie.orders.rules import Pile, Written
from tests.vectors.mckie_ops.inches import hundredths
from tests.vectors.mckie_ops.shared import (
    COUNT,
    INCHES,
    ORDERS,
    SIDES,
    one_of,
    operation,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, fill_in, optional
from tests.vectors.runner import required as req

_DENSITY = one_of(get_args(Density))
_JUNIOR = one_of(get_args(Junior))
_PERSONALLY = optional(None, None, *get_args(Personally))
_WHO = {"side": one_of(SIDES), "general": req(str)}


def _value(grade: Grade | None) -> int | None:
    """A rating as the table prints it: a dash is no value here."""
    return None if grade is None else VALUES[grade]


def _general(given: Given) -> General:
    if given["side"] is None or given["general"] is None:
        raise VectorFault("with generalship the divisional commander is named, and his side")
    return generals.general(given["side"], given["general"])


def _radius(given: Given, role: Role) -> int | None:
    """How far a commander reaches, with generalship or without."""
    if not given["generalship"]:
        return generals.basic_radius(role, given["ground"])
    personally = given.get("personally_commanding")
    return generals.radius(role, _general(given), given["ground"], personally)


@operation(
    "in_command",
    {
        "generalship": req(bool),
        "side": optional(None, None, *SIDES),
        "general": optional(None, None, str),
        "ground": _DENSITY,
        "distance": INCHES,
        "blocked_by": optional(None, None, *get_args(Block)),
    },
)
def _in_command(given: Given, dice: Scripted) -> Answer:
    radius = _radius(given, "division")
    assert radius is not None
    within = command.in_command(hundredths(given["distance"]), radius, given["blocked_by"])
    # A die in the vector is the wish to move.
    wishes = not within and bool(dice.left)
    die = average_die(dice, "out of command").value if wishes else None
    return {
        "in_command": within,
        "may_move": within or not command.bars_to_act_out_of_command("move", die),
        "may_turn": within or not command.bars_to_act_out_of_command("turn", die),
        "may_fire": within or not command.bars_to_act_out_of_command("fire", die),
    }


@operation("general_rating", _WHO)
def _general_rating(given: Given, dice: Scripted) -> Answer:
    found = _general(given)
    return {
        "initiative": found.initiative,
        "activation": found.activation,
        "initiative_value": _value(found.initiative),
        "activation_value": _value(found.activation),
    }


@operation(
    "command_radius",
    {
        "generalship": req(bool),
        "role": one_of(get_args(Role)),
        **_WHO,
        "ground": _DENSITY,
        "personally_commanding": _PERSONALLY,
    },
)
def _command_radius(given: Given, dice: Scripted) -> Answer:
    radius = _radius(given, given["role"])
    return {"radius": None if radius is None else radius / INCH}


@operation(
    "initiative",
    {
        "generalship": req(bool),
        "generals": each({**_WHO, "personally_commanding": _PERSONALLY}),
    },
)
def _initiative(given: Given, dice: Scripted) -> Answer:
    sides = [one["side"] for one in given["generals"]]
    if sorted(sides) != sorted(SIDES):
        raise VectorFault(f"one general of each side contends, not {', '.join(sides) or 'nobody'}")
    contenders = [
        Contender(one["side"], _general(one), one["personally_commanding"])
        for one in given["generals"]
    ]
    rule = {"generalship": given["generalship"]}
    totals = [
        sum(
            line.value
            for line in command.initiative_lines(who, ten_sided(dice, "initiative").value, **rule)
        )
        for who in contenders
    ]
    return {"totals": totals, "winner": command.initiative_winner(contenders, totals, **rule)}


@operation(
    "activation",
    {
        "role": _JUNIOR,
        **_WHO,
        "superior": req(str),
        "superior_personally_commanding": _PERSONALLY,
        "ground": _DENSITY,
        "distance": INCHES,
    },
)
def _activation(given: Given, dice: Scripted) -> Answer:
    attempt = Attempt(
        given["role"],
        _general(given),
        generals.general(given["side"], given["superior"]),
        given["ground"],
        hundredths(given["distance"]),
        given["superior_personally_commanding"],
    )
    found = command.activate(attempt, average_die(dice, "activation").value)
    return {
        "radius": found.radius / INCH,
        "steps": found.steps,
        "total": found.total,
        "active": found.active,
    }


_WORD = one_of(ORDERS)
#: What each event of an order vector says besides its name.
_EVENTS = {
    "activated": {},
    "completed": {},
    "new_order": {"order": _WORD},
    "unit_charged": {},
    "morale": {"units": COUNT, "retreating_or_routing": COUNT},
}


def _after(pile: Pile, event: Given, where: str) -> Pile:
    """The pile after one event."""
    facts = dict(event)
    name = facts.pop("event", None)
    if name not in _EVENTS:
        raise VectorFault(f"{where}event is {name!r}, not {', '.join(_EVENTS)}")
    facts = fill_in(_EVENTS[name], facts, where)
    if name == "activated":
        return orders.activated(pile)
    if name == "completed":
        return orders.completed(pile)
    if name == "new_order":
        return orders.received(pile, Written(facts["order"]))
    if name == "unit_charged":
        return orders.unit_charged(pile)
    return orders.morale_of_division(pile, facts["units"], facts["retreating_or_routing"])


@operation(
    "orders",
    {"role": _JUNIOR, "orders": req(list), "active": req(bool), "events": req(list)},
)
def _orders(given: Given, dice: Scripted) -> Answer:
    unknown = [word for word in given["orders"] if word not in ORDERS]
    if unknown:
        raise VectorFault(f"{unknown} is none of {', '.join(ORDERS)}")
    pile = Pile(given["role"], tuple(map(Written, given["orders"])), given["active"])
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
