"""What the order of its division lets a unit do on the table. (MK-M58)

The place an order names is an objective of the scenario, a piece of terrain, or a point such as
`24 18`; if the words name none of these, only the word of the order counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import Point, point
from longroll.board.table.places import INCH
from longroll.kernel.decision import Refusal
from longroll.miniatures.measure import read_length
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.orders import obedience
from longroll.systems.mckie.orders.obedience import Act, Intent
from longroll.systems.mckie.orders.rules import ORDERS_FILE, Written
from longroll.systems.mckie.scenarios.scenario import Scenario
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

_HELD = ORDERS_FILE.area.held * INCH
_REACHED = ORDERS_FILE.area.reached * INCH


# The place that an order names


def place_of(state: State, order: Written) -> Point | None:
    """The middle of the area an order names; None if its words name no place."""
    return _named(state.battle, order.objective)


def _named(battle: Scenario, words: str) -> Point | None:
    said = words.lower()
    for one in battle.file.objectives:
        if one.name.lower() in said:
            return Point(round(one.at[0] * INCH), round(one.at[1] * INCH))
    for piece in battle.table.pieces:
        if piece.name.lower().removeprefix("the ") in said:
            return point(piece.ground.centre)
    numbers = [read_length(word) for word in said.split()[-2:]]
    if len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
        return Point(numbers[0], numbers[1])
    return None


def has_reached(state: State, unit: Unit, order: Written) -> bool:
    """Whether a unit is in the place its order names. [mckie:ord.advance]
    [mckie:ord.withdraw.1]"""
    there = place_of(state, order)
    return there is not None and field.gap_to_point(there, unit) <= _REACHED


def _is_in_area(state: State, before: Unit, after: Unit, order: Written) -> bool:
    """Whether a move ends in the area to be held; a unit outside may move nearer to it.
    [mckie:ord.defend]"""
    there = place_of(state, order)
    if there is None:
        return True
    far = field.gap_to_point(there, after)
    return far <= _HELD or far < field.gap_to_point(there, before)


# What bars a move


def bars_to_move(
    state: State, id: str, after: Unit, *, only_turns: bool = False
) -> Iterator[Refusal]:
    """Every order that bars a unit from being as `after` at the end of its move.

    [mckie:gen.act.1] [mckie:gen.act.9] [mckie:ord.attack] [mckie:ord.defend] [mckie:ord.advance]
    [mckie:ord.withdraw.1] [mckie:ord.retreat.1] [mckie:ord.retreat.charged] (MK-M58)
    """
    if not state.options.generalship or only_turns or not is_bound(state, id):
        return
    order = radius.written_for(state, id)
    yield from obedience.bars_to_act(
        order.word if order else None, _intent(state, id, after, order)
    )


def is_bound(state: State, id: str) -> bool:
    """Brigades on a task of their own are bound by that task only, and wagons by no order."""
    unit = state.units[id]
    return unit.arm != "wagon" and id not in state.detached and radius.needs_command(state, unit)


def _intent(state: State, id: str, after: Unit, order: Written | None) -> Intent:
    before = state.units[id]
    return Intent(
        _act(state, before, after),
        arm=before.arm,
        gap=radius.nearest_enemy(state, after),
        in_area=order is None or _is_in_area(state, before, after, order),
        arrived=order is not None and has_reached(state, before, order),
        charged=bool(state.chargers_of(id)),
    )


def _act(state: State, before: Unit, after: Unit) -> Act:
    if before.pose.point == after.pose.point:
        return "change_formation"
    far, near = radius.nearest_enemy(state, before), radius.nearest_enemy(state, after)
    if far is None or near is None:
        return _by_the_edge(state, before, after)
    if far == near:
        return "across"
    return "towards" if near < far else "away"


def _by_the_edge(state: State, before: Unit, after: Unit) -> Act:
    """If no enemy is known, forward is away from the edge an army deployed on."""
    edge = state.battle.file.deployment[before.side].edge
    gone = {
        "north": after.y - before.y,
        "south": before.y - after.y,
        "west": after.x - before.x,
        "east": before.x - after.x,
    }[edge]
    if not gone:
        return "across"
    return "towards" if gone > 0 else "away"


__all__ = [
    "bars_to_move",
    "has_reached",
    "is_bound",
    "place_of",
]
