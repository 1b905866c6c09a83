"""24.2 to 24.4 Batteries: their crews, the siege guns, and who commands them.

A crew that runs is a counter of its own, tied to its guns [corinth:24.21.1], which mans them
again when it returns [corinth:24.21.2]; half a crew is kept with the guns [corinth:24.23]. A
battery in a brigade needs its commander; the others are independent [corinth:24.4].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.board.hex import Hex
from longroll.kernel.decision import Closed
from longroll.kernel.hooks import NOTHING
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.state import CAPTURED, ELIMINATED
from longroll.systems.gbacw.terrain import ROAD, TRACK, Ground

#: Guns served by companies of the 1st US Infantry. [corinth:24.24]
SMALL_CREWS = frozenset(("robinett", "phillips", "williams"))
SIEGE_GUN = "siege_gun"


def is_lost_to_enemy(state: State, battery: int) -> bool:
    """Whether a battery counts as lost to the enemy: captured, or destroyed by his guns.

    Guns that leave the map because their crew is gone do not count. [corinth:24.22.1]
    [corinth:24.22.2] (GB-C36, GB-D9)
    """
    unit = state.units[battery]
    return unit.fate == CAPTURED or (unit.fate == ELIMINATED and not unit.strength)


def crew_melee(strength: int, state: State, battery: int) -> int:
    """With an option, the crews of three redans have no strength in melee. [corinth:24.24]"""
    small = state.options.small_crews and state.piece(battery).battery in SMALL_CREWS
    return 0 if small else strength


def full_allowance(points: int, ground: Ground, mover: str, night: bool) -> int:
    """Siege guns may go one hex whatever the cost, and limber like others. [corinth:24.3.1]"""
    return ground.charts.allowance["artillery_limbered"] if mover == SIEGE_GUN else points


def closed_to_enter(
    state: State, unit: int, origin: Hex, near: Sequence[Hex]
) -> Iterator[Closed[Hex]]:
    """Siege guns enter woods only along a road or track. [corinth:24.3.2]"""
    piece, ground = state.piece(unit), state.game.ground
    if not piece.siege:
        return NOTHING
    woods = [
        hex
        for hex in near
        if ground.has(hex, "woods") and ground.links.get((origin, hex)) not in (ROAD, TRACK)
    ]
    return iter((Closed(woods, "corinth:24.3.2", f"{piece.title} can only enter woods by road"),))


RULES = Rules[State](
    crew_melee=crew_melee, full_allowance=full_allowance, closed_to_enter=closed_to_enter
)
