"""Restricted units: what some Confederates may not do until the Union stirs them (CB-33)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.hooks import NOTHING
from longroll.systems.blind_swords.combat import Volley
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.chickasaw_bayou.battle_events import Released
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.scenario import Release, Restriction
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.terrain import GRID, TRENCHES


def _in_force(state: State) -> Iterator[tuple[int, Restriction]]:
    for place, one in enumerate(setting(state.scenario, state.options).restricted):
        if place not in state.released:
            yield place, one


def bars(state: State, unit: int, what: str) -> Iterator[Refusal]:
    """What restricts a unit: "move", "fire" or "events".

    [chickasaw_bayou:17.1e.1] [chickasaw_bayou:17.3f] [chickasaw_bayou:17.4f]
    """
    id = state.piece(unit).id
    for _, one in _in_force(state):
        if id in one.units and what in one.bars:
            rule = "chickasaw_bayou:17.1e.2" if what == "events" else one.rule
            yield Refusal(rule, f"{state.piece(unit).title} waits until the Union comes")


def _bars(state: State, unit: int, what: str) -> Iterator[Refusal]:
    """Most scenarios restrict nobody, or nobody any more."""
    restricted = setting(state.scenario, state.options).restricted
    return bars(state, unit, what) if len(restricted) > len(state.released) else NOTHING


def bars_to_move(state: State, unit: int) -> Iterator[Refusal]:
    return _bars(state, unit, "move")


def bars_to_fire(state: State, unit: int) -> Iterator[Refusal]:
    return _bars(state, unit, "fire")


def bars_event_on(state: State, side: str, unit: int) -> Iterator[Refusal]:
    """Nobody plays an event on them, nor lets the Fog of War fall on them.

    [chickasaw_bayou:17.1e.2]
    """
    return _bars(state, unit, "events")


def entered(state: State, units: Sequence[int], hex: Hex, how: str, umpire: Umpire) -> None:
    """The Union comes near, into Fallen Timber, or next to a Trench. Pioneers do not count.

    [chickasaw_bayou:17.1e.1] [chickasaw_bayou:17.3f] [chickasaw_bayou:17.4f]
    """
    if state.side_of(units[0]) != "union":
        return
    infantry = any(state.arm(unit) == "infantry" for unit in units)
    for place, one in [*_in_force(state)]:
        if any(_is_reached(state, release, hex, infantry) for release in one.until):
            _free(state, place, one, umpire)


def _is_reached(state: State, release: Release, hex: Hex, infantry: bool) -> bool:
    if release.kind == "union_within":
        return GRID.distance(hex, release.hex) <= release.hexes
    if release.kind == "union_infantry_in_timber":
        return infantry and hex in state.timber
    if release.kind == "union_infantry_beside_trench":
        return infantry and not TRENCHES.isdisjoint(GRID.adjacent[hex])
    return False


def fired(state: State, volley: Volley, cell: str, umpire: Umpire) -> None:
    """Those who are fired at are free, whatever the result. [chickasaw_bayou:17.1e.1]"""
    hit = {state.piece(unit).id for unit in volley.targets}
    for place, one in [*_in_force(state)]:
        if hit.intersection(one.units) and any(r.kind == "fired_upon" for r in one.until):
            _free(state, place, one, umpire)


def _free(state: State, place: int, one: Restriction, umpire: Umpire) -> None:
    """A restriction ends for good."""
    state.released = state.released | {place}
    titles = tuple(ROSTER[unit].title for unit in one.units)
    umpire.tell(Released(rules=(one.rule,), units=titles))


RULES = Rules[State](
    bars_to_move=bars_to_move,
    bars_to_fire=bars_to_fire,
    bars_event_on=bars_event_on,
    entered=entered,
    fired=fired,
)
