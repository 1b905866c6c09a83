"""6.0 Formations: which ones a unit may take, when, and at what cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.kernel.decision import Refusal
from longroll.kernel.wording import halved
from longroll.systems.gbacw.movers import mover_of, unit_allowance
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, INFANTRY
from longroll.systems.gbacw.state import (
    COLUMN,
    DISMOUNTED,
    LIMBERED,
    LINE,
    MOUNTED,
    UNLIMBERED,
    State,
)

#: The two formations of each kind of unit. [gbacw:2.0.1] [gbacw:2.0.9] [gbacw:6.0.1]
FORMATIONS = {
    INFANTRY: (LINE, COLUMN),
    BATTERY: (LIMBERED, UNLIMBERED),
    CAVALRY: (MOUNTED, DISMOUNTED),
}
_ENTRY = {LIMBERED: "limber", UNLIMBERED: "unlimber", MOUNTED: "cavalry", DISMOUNTED: "cavalry"}


def changing(state: State, group: Sequence[int], formation: str) -> list[int]:
    """Units of a group that would change to a formation. [gbacw:6.12.1] [gbacw:6.14.3]"""
    units, pieces = state.units, state.game.roster.pieces
    return [
        unit
        for unit in group
        if formation in FORMATIONS.get(pieces[unit].kind, ()) and units[unit].formation != formation
    ]


def of_group(state: State, group: Sequence[int]) -> list[str]:
    """Formations that some unit of a group could change to."""
    units, pieces = state.units, state.game.roster.pieces
    found = [
        formation
        for unit in group
        for formation in FORMATIONS.get(pieces[unit].kind, ())
        if units[unit].formation != formation
    ]
    return sorted(set(found)) if len(found) > 1 else found


def cost(state: State, unit: int, formation: str) -> int:
    """Halves of a Movement Point that a change costs. [gbacw:6.0.4] [gbacw:6.14.5]"""
    return state.game.charts.formation[_ENTRY.get(formation, "infantry")]


def bars(state: State, group: Sequence[int], spent: int, formation: str) -> Iterator[Refusal]:
    """What keeps a group from changing formation.

    Half a crew can change formation like a full one.
    [gbacw:5.2.2] [gbacw:6.21] [gbacw:6.22.1] [gbacw:6.22.2] [gbacw:9.84.7] [gbacw:15.13.2]
    [gbacw:17.11.1]
    """
    who = changing(state, group, formation)
    if not who:
        yield Refusal("gbacw:6.0.1", f"no unit there can form {formation or 'that'}")
        return
    game = state.game
    for unit in who:
        own, piece = state.units[unit], state.piece(unit)
        if own.pinned:
            yield Refusal("gbacw:9.84.7", f"{piece.title} is pinned")
        if own.routed:
            yield Refusal("gbacw:5.2.2", f"{piece.title} is routed")
        if not own.command and not game.rules.moves_out_of_command(state, unit):
            yield Refusal("gbacw:6.21", f"{piece.title} is out of command")
        if piece.kind == BATTERY and not own.crew:
            yield Refusal("gbacw:15.16.1", f"{piece.title} has no crew")
        left = unit_allowance(state, unit, mover_of(state, unit)) - spent
        needed = cost(state, unit, formation)
        if needed > left:
            yield Refusal(
                "gbacw:6.22.1",
                f"it costs {halved(needed)}, and only {halved(max(0, left))} is left",
            )
        yield from game.rules.bars_to_form(state, unit, formation)
    if formation not in (COLUMN, MOUNTED):
        return
    hex, side = state.hex_of(who[0]), state.side_of(who[0])
    others = [
        unit
        for unit in state.stack(hex, side)
        if unit not in who and state.piece(unit).kind != CREW
    ]
    if formation == COLUMN and (others or len(who) > 1):
        yield Refusal("gbacw:8.16", f"a column must be alone, and {hex} holds other units")
    if formation == MOUNTED and any(state.units[unit].formation != MOUNTED for unit in others):
        yield Refusal(
            "gbacw:8.17",
            f"mounted cavalry stacks only with mounted cavalry, and {hex} holds others",
        )


def is_hindered(state: State, unit: int) -> bool:
    """Whether the fire that a change drew keeps a unit from finishing it.

    A pin stops any unit, a casualty stops a battery, and guns whose crew has run stay as they are.
    [gbacw:6.23.4] [gbacw:9.84.7]
    """
    hit = state.piece(unit).kind == BATTERY and unit in state.hurt
    return state.units[unit].pinned or hit or not state.is_manned(unit)
