"""Who goes where: companies assigned to stretches of the ditch and of the wall."""

from __future__ import annotations

from longroll.ai.stockade.doctrine import USUAL, Doctrine
from longroll.ai.stockade.ground import ALONG, DITCHES, FAR, MARCH, OPEN, WALLS, WORKS, bridged
from longroll.board.hex import Hex
from longroll.systems.stockade_redan.roster import CONFEDERATE, INFANTRY, ROSTER, UNION
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.stacking import counted
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import REDAN

_PACE = TABLES.factors["union_infantry"].movement
#: The middle of the Union line, from which far and near are measured.
_CENTRE = "2608"


def _detachment(ditch: Hex, far_end: int) -> int:
    """Companies assigned to a hex of the ditch: most for the far end, where nobody else comes."""
    march = MARCH[ditch][_CENTRE]
    return far_end if march > 23 else 1


def _turns(ditch: Hex, hex: Hex) -> int:
    """Turns of marching from an open hex to one next to a ditch hex, from where it is entered."""
    return -(-(MARCH[ditch].get(hex, FAR) - 1) // _PACE)


def delay(ditch: Hex, hex: Hex) -> float:
    """How late a company gets to a ditch hex: whole turns first, then steps."""
    return 4 * _turns(ditch, hex) + 0.3 * MARCH[ditch].get(hex, FAR)


def assign_ditches(state: State, doctrine: Doctrine = USUAL) -> dict[int, Hex]:
    """A ditch hex for every company still in the open.

    First a few with bridging for every stretch of the ditch, the farthest first; the others go
    where it is near and not crowded.
    """
    load = {ditch: float(counted(state, ditch, UNION)) for ditch in WALLS}
    companies = {
        unit: hex
        for hex, stack in sorted(state.stacks[UNION].items())
        if hex in OPEN
        for unit in stack
        if ROSTER[unit].kind == INFANTRY
    }
    goals: dict[int, Hex] = {}
    turns_left = scenario(state.scenario).turns - state.turn
    nearest = {
        ditch: min((MARCH[ditch].get(hex, FAR) for hex in companies.values()), default=0)
        for ditch in WALLS
    }
    for ditch in sorted(WALLS, key=lambda ditch: (-nearest[ditch], ditch)):
        if all(wall in state.union_held for wall in WALLS[ditch]):
            continue
        carriers = [unit for unit in companies if unit in state.carried and unit not in goals]
        # Of those that arrive in the same turn, the one that has farther to go anyway.
        carriers.sort(key=lambda u: (_turns(ditch, companies[u]), -nearest_ditch(companies[u]), u))
        for unit in carriers[: max(0, _detachment(ditch, doctrine.far_end) - int(load[ditch]))]:
            # After the march, one turn is needed to get into the ditch and one to cross.
            if _turns(ditch, companies[unit]) + 1 <= turns_left:
                goals[unit] = ditch
                load[ditch] += 1
    others = sorted(
        (u for u in companies if u not in goals), key=lambda u: (nearest_ditch(companies[u]), u)
    )
    for unit in others:
        hex = companies[unit]
        ditch = min(
            WALLS, key=lambda ditch: (delay(ditch, hex) + doctrine.crowding * load[ditch], ditch)
        )
        goals[unit] = ditch
        load[ditch] += 1
    return goals


def nearest_ditch(hex: Hex) -> int:
    """Movement from an open hex into the nearest ditch hex."""
    return min(march.get(hex, FAR) for march in MARCH.values())


def assign_walls(state: State) -> dict[int, Hex]:
    """Companies assigned to the wall hexes still to be taken, the hardest to reach first."""
    bridges = bridged(state)
    stations: dict[int, tuple[Hex, ...]] = {}
    for hex, stack in sorted(state.stacks[UNION].items()):
        if hex in state.stacks[CONFEDERATE]:
            continue
        companies = [unit for unit in stack if ROSTER[unit].kind == INFANTRY]
        if hex in bridges:
            stations.update(dict.fromkeys(companies, WALLS[hex]))
        elif hex in WORKS:
            # One stays on the wall.
            stations.update(dict.fromkeys(companies[hex in REDAN :], (hex,)))
    wanted = {
        wall: min((_from(stations[unit], wall) for unit in stations), default=0)
        for wall in DITCHES
        if wall not in state.union_held and wall not in state.stacks[UNION]
    }
    goals: dict[int, Hex] = {}
    for wall in sorted(wanted, key=lambda wall: (-wanted[wall], wall)):
        free = [unit for unit in stations if unit not in goals]
        strength = 2 + len(state.stack(wall, CONFEDERATE))
        for unit in sorted(free, key=lambda u: (_from(stations[u], wall), u))[:strength]:
            goals[unit] = wall
    return goals


def _from(hexes: tuple[Hex, ...], wall: Hex) -> int:
    return min(ALONG[wall][hex] for hex in hexes)
