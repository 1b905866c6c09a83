"""6.4 Fog of war: which Confederate stacks the Union may look into, and what follows."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.kernel.system import Chance
from longroll.systems.stockade_redan.roster import ARTILLERY, CONFEDERATE, INFANTRY, ROSTER, UNION
from longroll.systems.stockade_redan.state import NOWHERE, State, Unit
from longroll.systems.stockade_redan.terrain import ADJACENT, HEXES, TERRAIN

#: A hex and its neighbours.
_NEAR = {hex: frozenset((hex, *ADJACENT[hex])) for hex in HEXES}


def may_inspect(state: State, viewer: str, hex: Hex) -> bool:
    """Whether a side may look into the Confederate stack of a hex.

    The Confederate player sees everything, the Union only stacks that fired in this phase or
    have a Union unit next to them (SR-51); a spectator sees what both see.
    [stockade_redan:6.4.2] [stockade_redan:6.4.3] [stockade_redan:6.4.4]
    """
    if viewer == CONFEDERATE or hex in state.fired_from:
        return True
    return not _NEAR[hex].isdisjoint(state.stacks[UNION])


def hidden_stacks(state: State, viewer: str) -> list[Hex]:
    """Confederate stacks the viewer may not look into. [stockade_redan:6.4.1]"""
    if viewer == CONFEDERATE:
        return []
    return sorted(hex for hex in state.stacks[CONFEDERATE] if not may_inspect(state, viewer, hex))


def is_hidden(state: State, side: str, *hexes: Hex) -> bool:
    """Whether what `side` does in these hexes stays unnamed to the Union."""
    return side == CONFEDERATE and not any(may_inspect(state, UNION, hex) for hex in hexes)


def newly_seen(state: State, hex: Hex) -> tuple[Hex, ...]:
    """Stacks that a Union unit about to enter `hex` will be the first to see into."""
    if _NEAR[hex].isdisjoint(state.stacks[CONFEDERATE]):
        return ()
    near = _NEAR[hex] & state.stacks[CONFEDERATE].keys()
    return tuple(sorted(stack for stack in near if not may_inspect(state, UNION, stack)))


def _hidden_units(state: State, viewer: str) -> tuple[list[Hex], list[int]]:
    hexes = hidden_stacks(state, viewer)
    return hexes, sorted(unit for hex in hexes for unit in state.stack(hex, CONFEDERATE))


def as_seen(state: State, viewer: str) -> State:
    """Every hidden stack as one company of infantry, whatever it holds."""
    hexes, units = _hidden_units(state, viewer)
    if not hexes:
        return state
    infantry_first = sorted(units, key=lambda unit: (ROSTER[unit].kind != INFANTRY, unit))
    return _dealt(state, hexes, units, dict(zip(infantry_first, hexes, strict=False)))


def _dealt(state: State, hexes: list[Hex], units: list[int], places: dict[int, Hex]) -> State:
    """The hidden units in new places, all in one pass; those without a place are off the map.

    Every hidden hex has some again, so the redan is held as before.
    """
    twin = state.copy()
    twin.units = state.units.copy()
    stacks = state.stacks[CONFEDERATE].copy()
    for hex in hexes:
        del stacks[hex]
    for unit in units:
        twin.units[unit] = Unit(places.get(unit, NOWHERE), False)
    for unit, hex in places.items():
        # Stacks keep roster order, so that equal states list equal choices.
        stacks[hex] = tuple(sorted((*stacks.get(hex, ()), unit)))
    twin.stacks = {**state.stacks, CONFEDERATE: stacks}
    return twin


def reshuffle(state: State, viewer: str, chance: Chance) -> State:
    """The hidden units dealt again over the hidden stacks, none of which is left empty."""
    hexes, units = _hidden_units(state, viewer)
    if not hexes:
        return state
    chance.shuffle(units)
    # Guns cannot be in the works, so they are dealt first, one to a hex that may hold them.
    units.sort(key=lambda unit: ROSTER[unit].kind != ARTILLERY)
    empty = list(hexes)
    chance.shuffle(empty)
    places: dict[int, Hex] = {}
    for unit in units:
        gun = ROSTER[unit].kind == ARTILLERY
        fit = [hex for hex in empty or hexes if not (gun and TERRAIN[hex].no_artillery)]
        hex = chance.choice(fit or [hex for hex in hexes if not TERRAIN[hex].no_artillery])
        places[unit] = hex
        if hex in empty:
            empty.remove(hex)
    twin = _dealt(state, hexes, units, places)
    twin.spend(unit for unit in units if chance.random() < 0.5)
    return twin
