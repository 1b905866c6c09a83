"""The garrison of the redan: every wall hex manned, and the rest where nobody can predict it.

The Union does not see who is in a stack, and would know it all if the garrison were always posted
the same way.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from longroll.board.hex import Hex
from longroll.systems.stockade_redan.placement import SECOND_DEFENDERS
from longroll.systems.stockade_redan.roster import ARTILLERY, CONFEDERATE, INFANTRY, OFFICER, ROSTER
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import ADJACENT, BEHIND_WALL, REDAN

#: The next wall hex to be manned is one of the first few left.
_NEXT = 3
#: The stretch of the wall around the point, where second companies and officers are posted.
_STRETCH = 10


def post(state: State, unit: int, open_to: Collection[Hex], chance: Random) -> Hex:
    """Where a counter of the garrison is posted; `open_to` are the hexes it may be set up in."""
    piece = ROSTER[unit]
    if piece.kind == ARTILLERY:
        wanted = _for_guns(state)
    elif piece.kind == OFFICER:
        wanted = _for_officers(state, piece.regiment)
    elif piece.regiment == SECOND_DEFENDERS:
        wanted = _least_crowded(state, open_to)
    else:
        wanted = _for_companies(state, open_to)
    fit = [hex for hex in wanted if hex in open_to]
    return chance.choice(fit or sorted(open_to))


def _wall(state: State) -> list[Hex]:
    """The wall from the point to both ends."""
    hexes = scenario(state.scenario).historical.hexes["36 MS"]
    return [hex for hex in hexes if hex in REDAN]


def _for_companies(state: State, open_to: Collection[Hex]) -> list[Hex]:
    """The wall first; then a second company near the point, on the wall or close behind it."""
    wall = _wall(state)
    empty = [hex for hex in wall if hex in open_to and not state.stack(hex, CONFEDERATE)]
    if empty:
        return empty[:_NEXT]
    stretch = wall[:_STRETCH]
    behind = sorted(hex for hex in BEHIND_WALL if len(REDAN.intersection(ADJACENT[hex])) > 1)
    return [hex for hex in (*stretch, *behind) if len(state.stack(hex, CONFEDERATE)) < 2]


def _for_officers(state: State, regiment: str) -> list[Hex]:
    """With companies of his regiment, near the point if they are, and not beside another."""
    stretch = _wall(state)[:_STRETCH]
    led = {hex for hex in state.stacks[CONFEDERATE] if state.has_officer(hex, CONFEDERATE)}
    hosts = [
        hex
        for hex in sorted(state.stacks[CONFEDERATE])
        if hex not in led and _has_company(state, hex, regiment)
    ]
    near = [hex for hex in hosts if hex in stretch] or hosts
    return [hex for hex in near if led.isdisjoint(ADJACENT[hex])] or near


def _has_company(state: State, hex: Hex, regiment: str) -> bool:
    return any(
        ROSTER[unit].regiment == regiment and ROSTER[unit].kind == INFANTRY
        for unit in state.stack(hex, CONFEDERATE)
    )


def _for_guns(state: State) -> list[Hex]:
    """Close behind the wall, one to a hex, with companies or without."""
    return [
        hex
        for hex in sorted(BEHIND_WALL)
        if not any(ROSTER[unit].kind == ARTILLERY for unit in state.stack(hex, CONFEDERATE))
    ]


def _least_crowded(state: State, open_to: Collection[Hex]) -> list[Hex]:
    crowds = {hex: len(state.stack(hex, CONFEDERATE)) for hex in sorted(open_to)}
    fewest = min(crowds.values())
    return [hex for hex, crowd in crowds.items() if crowd == fewest]
