"""10.11 Reinforcements: who comes on, where, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.wording import halved
from longroll.systems.blind_swords import entering, priorities, stacking
from longroll.systems.blind_swords.charts import ALL
from longroll.systems.blind_swords.engagement import enemies_beside
from longroll.systems.blind_swords.movement import (
    ARTILLERY,
    Cost,
    allowance,
    bars_to_enter,
    cost_of,
    may_enter,
)
from longroll.systems.blind_swords.moving_events import Moved
from longroll.systems.blind_swords.state import NOWHERE, State
from longroll.systems.blind_swords.tables import LIMITED, NUMBERS, ORDERS
from longroll.systems.blind_swords.wording import name

_RULE = "blind_swords:10.11.2"
_REGROUP = "regroup"


def expected(state: State, side: str) -> list[int]:
    """Units of a side that are due and whose turn to act it is: those of the brigade that is
    active, or else guns. [blind_swords:10.11.1] [blind_swords:10.11.2]
    """
    return [
        unit
        for unit, (turn, _) in sorted(state.due.items())
        if turn <= state.turn and state.side_of(unit) == side and _has_its_turn(state, unit)
    ]


def _has_its_turn(state: State, unit: int) -> bool:
    piece = state.piece(unit)
    if state.active is None:
        return piece.arm == ARTILLERY
    return piece.brigade == state.active.brigade


def entries(state: State, side: str) -> list[Choice]:
    """The units of a side that may come on now, each with the hexes it may choose among."""
    return [
        choice("enter", state.piece(unit).id, hex)
        for unit in expected(state, side)
        for hex in entry_hexes(state, unit)
        if next(bars_to_arrive(state, side, unit, hex), None) is None
    ]


def entry_hexes(state: State, unit: int) -> list[Hex]:
    """Where a unit comes on: its hex, or the nearest free ones of the edge if enemies hold it or
    are next to it. None is free within five: it waits. [blind_swords:10.11.3]
    """
    _, named = state.due[unit]
    if _is_free(state, unit, named):
        return [named]
    grid = state.game.grid
    free = [
        (distance, hex)
        for hex, distance in grid.within(named, NUMBERS["entry_edge_distance"]).items()
        if state.game.in_play(state.setting, hex)
        and priorities.is_edge(state, hex)
        and _is_free(state, unit, hex)
        and not state.game.field.ground[hex].table
        and may_enter(state, unit, NOWHERE, hex)
    ]
    nearest = min((distance for distance, _ in free), default=0)
    return sorted(hex for distance, hex in free if distance == nearest)


def _is_free(state: State, unit: int, hex: Hex) -> bool:
    side = state.side_of(unit)
    enemy = state.game.enemy[side]
    return not state.stack(hex, enemy) and not enemies_beside(state, side, hex)


def entry_cost(state: State, unit: int, hex: Hex) -> Cost:
    """What a unit pays to come on: the hex, and a point for each that came on there before it.

    By road where there is room, and off it elsewhere. [blind_swords:10.11.2] [blind_swords:3.1.4]
    """
    found = cost_of(state, unit, NOWHERE, hex)
    full = next(stacking.bars_to_stay(state, hex, state.side_of(unit), (unit,)), None)
    if found.by_road and full is not None:
        found = cost_of(state, unit, NOWHERE, hex, road=False)
    before = sum(path[:2] == (NOWHERE, hex) for path in state.paths.values())
    if isinstance(found.halves, int) and before:
        found = found._replace(halves=found.halves + 2 * before * NUMBERS["entry_column_cost"])
    return found


def bars_to_arrive(state: State, side: str, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps a unit from coming on in a hex now.

    [blind_swords:10.11.1] [blind_swords:10.11.2] [blind_swords:10.11.3]
    """
    title = state.piece(unit).title
    if unit not in state.due or state.side_of(unit) != side:
        yield Refusal("blind_swords:10.11.1", f"{title} is not expected")
        return
    turn, named = state.due[unit]
    if turn > state.turn:
        yield Refusal("blind_swords:10.11.1", f"{title} is due at {state.setting.clock(turn)}")
    if not _has_its_turn(state, unit):
        yield Refusal(_RULE, f"{title} comes on when its brigade, or the artillery, acts")
        return
    order = state.active.order if state.active else ""
    if order == _REGROUP:
        yield Refusal(_RULE, "nobody comes on under Regroup")
    found = entry_hexes(state, unit)
    if hex not in found:
        where = " or ".join(found) or f"nowhere near {named} now, and waits"
        yield Refusal("blind_swords:10.11.3", f"{title} comes on in {where}")
        return
    yield from bars_to_enter(state, unit, NOWHERE, hex)
    if order == LIMITED:
        if any(path[0] == NOWHERE for path in state.paths.values()):
            yield Refusal("blind_swords:10.11.3", "a Limited Activation brings on one unit")
        yield from stacking.bars_to_stay(state, hex, side, (unit,))
        return
    cost, most = entry_cost(state, unit, hex).halves, allowance(state, unit)
    if isinstance(cost, int) and cost > most:
        yield Refusal(_RULE, f"coming on costs {halved(cost)}, it has {halved(most)}")


def arrive(state: State, unit: int, hex: Hex, umpire: Umpire) -> int:
    """Bring a unit on; the halves of a point it has spent. In a Limited Activation it is placed.

    [blind_swords:10.11.1] [blind_swords:10.11.3]
    """
    limited = state.active is not None and not ORDERS.orders[state.active.order].full
    cost = entry_cost(state, unit, hex)
    spent = 0 if limited else cost.halves
    if spent is None or spent == ALL or isinstance(spent, str):
        spent = allowance(state, unit)
    state.due = {other: place for other, place in state.due.items() if other != unit}
    state.paths = {**state.paths, unit: (NOWHERE, hex)}
    state.mark("moved", (unit,))
    umpire.tell(
        Moved(
            rules=("blind_swords:10.11.1",),
            units=(name(state, unit),),
            start=NOWHERE,
            to=hex,
            cost=spent,
            spent=spent,
            lines=() if limited else cost.details,
        )
    )
    entering.enter(state, (unit,), hex, entering.REINFORCEMENT, umpire)
    return spent


STEPS: tuple[type[Any], ...] = ()
