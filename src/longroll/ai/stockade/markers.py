"""Everything that is placed: counters at set-up, bombardments, Chaos of War, bridging markers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from longroll.ai.stockade.ground import (
    DITCHES,
    EAST_DITCH,
    FAR,
    MARCH,
    NORTH_DITCH,
    WALLS,
    WORKS,
    bridged,
    with_marker,
)
from longroll.ai.stockade.orders import confederates_seen
from longroll.board.hex import Hex
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    ENEMY,
    INFANTRY,
    OFFICER,
    ROSTER,
    UNION,
)
from longroll.systems.stockade_redan.stacking import counted
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import ADJACENT, DITCH, GRID, INSIDE, REDAN, TERRAIN

#: Which part of the ditch a Union regiment makes for; the others go to the nearer one.
_FACES = {"116 IL": NORTH_DITCH, "13 US": EAST_DITCH}
#: Companies are set up closer together where no bombardment can fall before they move.
_CROWDING = {1: 0.3, 2: 1.1}


def set_up_worth(state: State, unit: int) -> Callable[[Hex], float]:
    """How good a hex is to start from: near the ditch, not crowded."""
    piece = ROSTER[unit]
    face = _FACES.get(piece.regiment, tuple(WALLS))
    if piece.kind == OFFICER:
        return lambda hex: _officer_worth(state, hex)
    if piece.kind == ARTILLERY:
        return lambda hex: -min(GRID.distance(wall, hex) for wall in DITCHES)
    crowding = _CROWDING[state.assault]

    def worth(hex: Hex) -> float:
        near = min(MARCH[ditch].get(hex, FAR) for ditch in face)
        return -near - crowding * counted(state, hex, UNION)

    return worth


def _officer_worth(state: State, hex: Hex) -> float:
    """Forward, where the companies are, and not beside another officer."""
    near = min(march.get(hex, FAR) for march in MARCH.values())
    crowd = counted(state, hex, UNION)
    return -near + 0.5 * crowd - 3 * state.has_officer(hex, UNION)


def bombardment_worth(state: State, side: str) -> Callable[[Hex], float]:
    """What a marker plotted in a hex can be expected to hit, less our own losses."""
    markers = TABLES.bombardment
    strength = markers.union_strength if side == UNION else markers.confederate_strength
    stays = markers.confederate_stays_on / 6 if side == CONFEDERATE else 0.0
    enemies = (
        confederates_seen(state)
        if side == UNION
        else {hex: float(len(stack)) for hex, stack in state.stacks[UNION].items()}
    )
    laid, carried = bridged(state), with_marker(state)

    def hit(hex: Hex) -> float:
        worth = enemies.get(hex, 0.0) - 1.3 * len(state.stack(hex, side))
        if side == CONFEDERATE:
            worth += 0.8 * (hex in laid) + 0.2 * (hex in carried)
        if not worth:
            return 0.0
        return worth * TABLES.hit_number(strength // TERRAIN[hex].defence) / 6

    plots: dict[Hex, float] = {}
    for hex in sorted({*enemies, *state.stacks[side], *laid, *carried}):
        worth = hit(hex)
        plots[hex] = plots.get(hex, 0.0) + stays * worth
        for near in ADJACENT[hex]:
            plots[near] = plots.get(near, 0.0) + (1 - stays) * worth / 6
    return lambda hex: plots.get(hex, 0.0)


def chaos_worth(state: State, side: str) -> Callable[[Hex], float]:
    """How much it helps to freeze an enemy hex in this turn; nothing if it does not."""
    if side == CONFEDERATE:
        laid, carried = bridged(state), with_marker(state)
        return lambda hex: _freeze_union(state, hex, laid, carried)
    enemies = confederates_seen(state)
    return lambda hex: _freeze_confederates(state, hex, enemies[hex])


def _freeze_union(state: State, hex: Hex, laid: frozenset[Hex], carried: frozenset[Hex]) -> float:
    """Men about to lay a bridge or cross one first, then men about to enter the ditch."""
    stack = state.stack(hex, UNION)
    stopped = [u for u in stack if ROSTER[u].kind == INFANTRY and not ROSTER[u].zouave]
    if not stopped:
        return 0.0
    if hex in DITCH:
        weight = 4.0 if hex in laid or hex in carried else 1.0
    elif hex in WORKS:
        weight = 3.0
    elif not DITCH.isdisjoint(ADJACENT[hex]):
        weight = 2.0
    else:
        weight = max(0.0, 1 - min(march.get(hex, FAR) for march in MARCH.values()) / 20)
    return weight * len(stopped)


def _freeze_confederates(state: State, hex: Hex, count: float) -> float:
    """Stacks that could fire at us or move against us this turn."""
    union = state.stacks[UNION]
    if not union:
        return 0.0
    nearest = min(GRID.distance(hex, place) for place in union)
    if hex in REDAN:
        # They fire after our move, when we are six hexes nearer than now.
        return count * (
            3.0 if nearest <= 1 else 2.0 if nearest <= 4 else 1.0 if nearest <= 9 else 0
        )
    if hex in INSIDE and nearest <= 3:
        return count * 1.5
    return 0.0


def fire_worth(state: State, side: str) -> Callable[[Hex], float]:
    """What the enemies in a hex are worth as a target."""
    enemy = ENEMY[side]
    if side == UNION:
        enemies = confederates_seen(state)
        union = state.stacks[UNION]

        def press(hex: Hex) -> float:
            pressing = any(near in union for near in ADJACENT[hex])
            return enemies[hex] * (1.4 if hex in REDAN and pressing else 1.0)

        return press
    laid, carried = bridged(state), with_marker(state)

    def worth(hex: Hex) -> float:
        total = sum(_VALUES[ROSTER[unit].kind] for unit in state.stack(hex, enemy))
        if hex in WORKS:
            return total * 1.6
        if hex in DITCH:
            return total * (1.6 if hex in laid or hex in carried else 1.2)
        return total

    return worth


_VALUES = {INFANTRY: 1.0, OFFICER: 0.8, ARTILLERY: 1.5}


def bridge_host(state: State, hexes: Sequence[Hex]) -> Hex:
    """The hex for the next bridging marker: where companies have fewest, the front first."""

    def need(hex: Hex) -> tuple[float, int, Hex]:
        near = min(march.get(hex, FAR) for march in MARCH.values())
        return len(state.bridges_in(hex)) / counted(state, hex, UNION), near, hex

    return min(hexes, key=need)


def first_to_fall(state: State, hex: Hex, side: str, units: Sequence[int]) -> int:
    """The unit that a loser gives up: the one that weakens the stack least."""
    stack = state.stack(hex, side)
    infantry = [unit for unit in stack if ROSTER[unit].kind == INFANTRY]
    officers = [unit for unit in stack if ROSTER[unit].kind == OFFICER]
    regiments = [ROSTER[unit].regiment for unit in infantry]

    def pity(unit: int) -> tuple[float, int]:
        piece = ROSTER[unit]
        if piece.kind == OFFICER:
            idle = piece.regiment not in regiments
            spare = len(officers) > 1 or len(infantry) == 1
            return (0.0 if idle else 1.0 if spare else 3.0), unit
        if piece.kind == ARTILLERY:
            return 2.5, unit
        # The smaller regiment of a mixed stack goes first: then the rest fight as one.
        return 1.5 + regiments.count(piece.regiment) / 10 + (unit in state.carried) / 4, unit

    return min(units, key=pity)
