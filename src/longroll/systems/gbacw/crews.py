"""15.1 Gun crews and wagon crews that abandon their guns or wagon, and come back."""

from __future__ import annotations

from collections.abc import Iterable

from longroll.kernel.agenda import Umpire
from longroll.systems.gbacw.events import Abandoned, name
from longroll.systems.gbacw.roster import BATTERY, CREW, WAGON
from longroll.systems.gbacw.state import LIMBERED, State


def leave_guns(state: State, unit: int, umpire: Umpire) -> int:
    """The unit that runs when a unit must: the crew alone if guns or a wagon stay behind.

    [gbacw:13.25] [gbacw:14.3.5] [gbacw:11.11] [gbacw:11.17] [corinth:24.21.1] [gbacw:6.13.4]
    """
    own, piece = state.units[unit], state.piece(unit)
    stays = piece.kind == WAGON or (piece.kind == BATTERY and own.formation != LIMBERED)
    if not stays or not own.crew:
        return unit
    crew = state.game.roster.crew_of[unit]
    state.change(unit, crew=0, pinned=False)
    state.change(crew, strength=own.crew, rating=own.rating, facing=own.facing, formation="line")
    state.put(crew, own.hex)
    umpire.tell(Abandoned(rules=("gbacw:15.16.1",), unit=name(state, unit), hex=own.hex))
    return crew


def back_to_guns(state: State, units: Iterable[int], umpire: Umpire) -> None:
    """A crew that has rallied and reaches its own guns or wagon mans them again.

    [gbacw:15.15]
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
            Abandoned(
                rules=(state.game.crews_return,),
                unit=name(state, owner),
                hex=own.hex,
                back=True,
            )
        )
