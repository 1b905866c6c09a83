"""29.31 Coming on: a unit, or as much of a division as there is room for, enters the first row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.systems.corinth.entries import (
    comes_by_road,
    comes_with,
    cost_to_come,
    open_hex,
    open_to,
)
from longroll.systems.corinth.set_up_events import Entered
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.events import name
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CONFEDERATE, INFANTRY, LEADER, WAGON
from longroll.systems.gbacw.state import LIMBERED, LINE, MOUNTED

#: The formation in which each kind of unit enters. [corinth:29.3]
ARRIVING = {INFANTRY: LINE, BATTERY: LIMBERED, CAVALRY: MOUNTED}
#: The facing of arrivals: into the map from its north edge, or from its west edge.
_SOUTH, _SOUTHEAST = 3, 2


def come(state: State, unit: int, hex: Hex, umpire: Umpire) -> None:
    """Bring a unit on. [corinth:29.3] [corinth:29.31.2]"""
    piece = state.piece(unit)
    coming = comes_with(state, unit)
    assert coming is not None
    division, area = coming
    state.change(unit, formation=ARRIVING.get(piece.kind, ""))
    cost = cost_to_come(state, unit, hex, area)
    put_on(state, unit, hex, cost, umpire, area, "corinth:29.31.2")
    if not division:
        left = tuple([other for other in state.withheld[area] if other != unit])
        state.withheld = {**state.withheld, area: left}
        return
    left = tuple([other for other in state.waiting[division] if other != unit])
    state.waiting = {**state.waiting, division: left}
    state.areas = {**state.areas, division: area}
    if area not in state.full_rows and not open_hex(state, division):
        state.full_rows |= {area}


def put_on(
    state: State, unit: int, hex: Hex, cost: int, umpire: Umpire, area: str, rule: str
) -> None:
    """Put an arriving unit on the map: in command, and with its first hex paid."""
    there = state.stack(hex, state.side_of(unit))
    facing = next((state.units[u].facing for u in there if state.units[u].formation), None)
    if facing is None:
        facing = _SOUTH if hex.endswith("01") else _SOUTHEAST
    state.put(unit, hex)
    state.change(unit, facing=facing, command=True, moved=True)
    state.entry_costs = {**state.entry_costs, unit: cost}
    umpire.tell(Entered(rules=(rule,), unit=name(state, unit), hex=hex, area=area, cost=cost))
    state.game.rules.entered(state, (unit,), hex, umpire)


def bring_wave(state: State, division: str, umpire: Umpire) -> None:
    """Bring on as many of a division as there is room for in its row, brigade by brigade.

    Regiments are spread over the row, the next empty hex first; then leaders join their men.
    """
    area = state.plan[division][0]
    for unit in _in_order(state, division):
        if comes_by_road(state, unit, area):
            continue
        for _, hexes in open_to(state, (unit,), division, area):
            if hexes:
                come(state, unit, _best(state, unit, hexes), umpire)


def _in_order(state: State, division: str) -> list[int]:
    """Regiments and guns by brigade, then leaders."""
    brigades = list(state.game.roster.brigades)

    def key(unit: int) -> tuple[Any, ...]:
        piece = state.piece(unit)
        place = brigades.index(piece.brigade) if piece.brigade else len(brigades)
        return piece.kind == LEADER, piece.kind == WAGON, place, unit

    return sorted(state.waiting[division], key=key)


def _best(state: State, unit: int, hexes: Sequence[Hex]) -> Hex:
    """A hex next to, or with, other units of the same brigade."""
    brigade = state.piece(unit).brigade
    friends = [
        state.hex_of(other)
        for other in state.game.roster.of_brigade.get(brigade, ())
        if state.hex_of(other)
    ]
    leader = state.piece(unit).kind == LEADER
    grid = state.game.grid

    def key(hex: Hex) -> tuple[Any, ...]:
        near = sum(grid.distance(hex, friend) for friend in friends)
        crowd = len(state.stack(hex, CONFEDERATE))
        return (not crowd if leader else crowd, near, hex)

    return min(hexes, key=key)
