"""12.8 Broken units and the Broken Track."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords.cohesion_events import Removed, TrackMoved
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.leaving import leave
from longroll.systems.blind_swords.state import AVAILABLE, ELIMINATED, State
from longroll.systems.blind_swords.wording import name


def is_lost_when_broken(state: State, unit: int) -> bool:
    """Guns and Fragile units are eliminated where others break.

    [blind_swords:2.1.7] [blind_swords:12.8.2]
    """
    piece = state.piece(unit)
    kinds = COHESION.break_test.eliminates
    return piece.arm in kinds or (piece.fragile and "fragile" in kinds)


def break_unit(state: State, unit: int, box: str, umpire: Umpire, rule: str) -> None:
    """A unit leaves the map, and its markers, for a box of the Broken Track.

    [blind_swords:12.8.1] [blind_swords:12.8.4]
    """
    if box == ELIMINATED or is_lost_when_broken(state, unit):
        eliminate(state, unit, umpire, rule)
    else:
        _take_off(state, unit, box, umpire, (rule, "blind_swords:12.8.1"))


def eliminate(state: State, unit: int, umpire: Umpire, rule: str) -> None:
    """A unit is out of the battle."""
    _take_off(state, unit, "", umpire, (rule,))


def _take_off(state: State, unit: int, box: str, umpire: Umpire, rules: tuple[str, ...]) -> None:
    hex = state.hex_of(unit)
    points = state.printed_strength(unit)
    state.take_off(unit, box=box, fate="" if box else ELIMINATED)
    umpire.tell(Removed(rules=rules, unit=name(state, unit), hex=hex, box=box, points=points))
    state.game.rules.suffered(state, unit, hex, umpire)
    leave(state, unit, hex, "removed", umpire)


def advance(state: State, umpire: Umpire) -> None:
    """Every unit of the track moves one box on. [blind_swords:14.2.1]"""
    moved = []
    for unit, own in enumerate(state.units):
        if own.box and own.box != AVAILABLE:
            box = COHESION.broken_track.after(own.box)  # type: ignore[arg-type]
            state.change(unit, box=box)
            moved.append((name(state, unit), box))
    if moved:
        umpire.tell(TrackMoved(rules=("blind_swords:14.2.1",), units=tuple(moved)))


STEPS: tuple[type[Any], ...] = ()
