"""10.8 Changes of form on the move: Skirmish Order, and horses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.kernel.decision import Refusal
from longroll.kernel.wording import halved
from longroll.systems.blind_swords import skirmish, steps
from longroll.systems.blind_swords.charts import NO, ROAD
from longroll.systems.blind_swords.engagement import is_engaged
from longroll.systems.blind_swords.movement import CAVALRY
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.steps import BY_ORDER, Group
from longroll.systems.blind_swords.tables import NUMBERS, ORDERS

SKIRMISH, LINE, MOUNTED, DISMOUNTED = "skirmish", "line", "mounted", "dismounted"
FORMS = (SKIRMISH, LINE, MOUNTED, DISMOUNTED)
#: What a form changes about a unit, and the rule.
CHANGES: dict[str, dict[str, Any]] = {
    SKIRMISH: {"skirmish": True},
    LINE: {"skirmish": False},
    MOUNTED: {"dismounted": False},
    DISMOUNTED: {"dismounted": True},
}
RULES = {
    SKIRMISH: "blind_swords:10.8.1",
    LINE: "blind_swords:10.8.1",
    MOUNTED: "blind_swords:10.8.2",
    DISMOUNTED: "blind_swords:10.8.2",
}


def cost(state: State, group: Group, form: str) -> int:
    """Halves of a point a form costs; leaving Skirmish Order costs the whole allowance.

    [blind_swords:10.8.1] [blind_swords:10.8.2]
    """
    if form == LINE:
        return steps.limit(state, group)
    return 2 * NUMBERS["skirmish_enter_cost" if form == SKIRMISH else "mount_cost"]


def bars(state: State, group: Group, form: str) -> Iterator[Refusal]:
    """What keeps a unit from a form."""
    if form not in FORMS:
        yield Refusal("blind_swords:10.8.1", f"{form!r} is not one of {' '.join(FORMS)}")
        return
    rule, unit = RULES[form], group.units[0]
    if group.right != BY_ORDER or state.active is None:
        yield Refusal(rule, "only under an order do units change their form")
        return
    if len(group.units) > 1:
        yield Refusal(rule, "units change their form one at a time")
        return
    if form == SKIRMISH:
        yield from skirmish.bars_to_form(state, unit)
    elif form == LINE:
        yield from _bars_to_leave(state, group)
    else:
        yield from _bars_to_mount(state, unit, form)
    price, ahead = cost(state, group, form), steps.left(state, group)
    if form != LINE and price > ahead:
        yield Refusal(rule, f"that costs {halved(price)}, {halved(ahead)} are left")


def _bars_to_leave(state: State, group: Group) -> Iterator[Refusal]:
    """Out of Skirmish Order: all points, and not under Regroup. [blind_swords:10.8.1]"""
    if not state.units[group.units[0]].skirmish:
        yield Refusal(RULES[LINE], "it is not in Skirmish Order")
        return
    assert state.active is not None
    if not ORDERS.orders[state.active.order].leave_skirmish:
        yield Refusal("blind_swords:8.5.2", "nobody leaves Skirmish Order under this order")
    if group.spent:
        yield Refusal(RULES[LINE], "leaving Skirmish Order costs all points, and some are spent")


def _bars_to_mount(state: State, unit: int, form: str) -> Iterator[Refusal]:
    """On and off the horses, not next to the enemy. [blind_swords:10.8.2]"""
    piece, own = state.piece(unit), state.units[unit]
    rule = RULES[form]
    if piece.arm != CAVALRY:
        yield Refusal(rule, f"{piece.title} has no horses")
        return
    if own.dismounted == (form == DISMOUNTED):
        yield Refusal(rule, f"{piece.title} is {form} already")
    if is_engaged(state, unit):
        yield Refusal(rule, f"{piece.title} is Engaged")
    ground = state.game.field.ground[own.hex]
    needs_road = ground.cost(CAVALRY) == ROAD and not state.game.field.roads[own.hex]
    if form == MOUNTED and (ground.cost(CAVALRY) == NO or needs_road):
        yield Refusal(rule, f"no horse gets about in {ground.title}, as in {own.hex}")
