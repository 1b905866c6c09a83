"""15.1 Gun crews and wagon crews that run from their charge, and come back."""

from __future__ import annotations

from collections.abc import Iterable

from longroll.kernel.agenda import Umpire
from longroll.systems.gbacw.events import Abandoned, name
from longroll.systems.gbacw.roster import CREW
from longroll.systems.gbacw.state import State


def back_to_guns(state: State, units: Iterable[int], umpire: Umpire) -> None:
    """A crew that has rallied and reaches its own guns or wagon mans them again.

    [corinth:24.21.2] [gbacw:15.15]
    """
    for unit in units:
        piece, own = state.piece(unit), state.units[unit]
        if piece.kind != CREW or own.routed or not own.hex:
            continue
        owner = state.game.roster.number[piece.crew_of]
        if state.hex_of(owner) != own.hex or state.side_of(owner) != piece.side:
            continue
        state.take_off(unit)
        state.change(owner, crew=own.strength, rating=own.rating)
        umpire.tell(
            Abandoned(rules=("corinth:24.21.2",), unit=name(state, owner), hex=own.hex, back=True)
        )
