"""3.1 and 3.2: where each counter may be set up, whatever has been placed before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import combinations

from longroll.board.hex import Hex
from longroll.kernel.decision import Choice, Closed, Refusal, choice
from longroll.systems.stockade_redan import stacking
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    FIRST_OHIO,
    INFANTRY,
    OF_SIDE,
    OFFICER,
    REGIMENTS,
    ROSTER,
    STOCKADE_GUNS,
    UNION,
    of,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import (
    ADJACENT,
    BATTERIES,
    HEXES,
    INSIDE,
    MISSOURI_ENTRY,
    REDAN,
    UNION_AREA,
    regiment_area,
)

UNION_REGIMENTS = tuple(name for name, regiment in REGIMENTS.items() if regiment.side == UNION)
REINFORCEMENTS = "30 OH"
SECOND_DEFENDERS = "1 MO"

_PLACE = {hex: choice("place", hex) for hex in HEXES}


@cache
def zone(unit: int, assault: int, option: int) -> dict[Hex, Choice]:
    """The hexes where a counter may be set up, in order of their numbers, and each one's choice.

    [stockade_redan:3.1.2.2] [stockade_redan:3.1.2.3] [stockade_redan:3.1.2.5]
    [stockade_redan:3.1.3.4] [stockade_redan:3.1.3.8] [stockade_redan:3.1.3.13]
    [stockade_redan:3.2.2.3] [stockade_redan:3.2.2.6] [stockade_redan:3.2.3.1]
    [stockade_redan:3.2.3.3] [stockade_redan:3.2.4.1] [stockade_redan:3.2.4.2]
    """
    piece = ROSTER[unit]
    if piece.assault > assault:
        hexes: frozenset[Hex] = frozenset()
    elif unit in STOCKADE_GUNS:
        hexes = INSIDE
    elif piece.regiment == SECOND_DEFENDERS:
        hexes = MISSOURI_ENTRY
    elif piece.side == CONFEDERATE:
        hexes = INSIDE | REDAN
    elif piece.company and option == 1:
        hexes = BATTERIES
    elif piece.kind == ARTILLERY or piece.assault < assault:
        hexes = UNION_AREA
    else:
        hexes = regiment_area(piece.regiment)
    return {hex: _PLACE[hex] for hex in sorted(hexes)}


_ZONE_RULES = {
    (CONFEDERATE, ARTILLERY): "stockade_redan:3.1.2.5",
    (CONFEDERATE, INFANTRY): "stockade_redan:3.1.2.2",
    (CONFEDERATE, OFFICER): "stockade_redan:3.1.2.8",
    (UNION, INFANTRY): "stockade_redan:3.1.3.13",
    (UNION, OFFICER): "stockade_redan:3.1.3.17",
    (UNION, ARTILLERY): "stockade_redan:3.1.3.8",
}


def zone_rule(unit: int, state: State) -> str:
    """The rule that sets a counter's zone."""
    piece = ROSTER[unit]
    if piece.regiment == SECOND_DEFENDERS:
        return "stockade_redan:3.2.3.3"
    if piece.regiment == REINFORCEMENTS:
        return "stockade_redan:3.2.4.2"
    if unit == FIRST_OHIO:
        return "stockade_redan:3.2.4.1"
    if piece.company and state.option == 1:
        return "stockade_redan:3.1.3.4"
    if state.assault == 2 and piece.side == UNION and piece.kind != ARTILLERY:
        return "stockade_redan:3.2.2.3"
    return _ZONE_RULES[piece.side, piece.kind]


def bars_to_set_up(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps a counter from being set up in a hex."""
    if hex not in zone(unit, state.assault, state.option):
        yield Refusal(zone_rule(unit, state), f"{ROSTER[unit].title} may not be set up in {hex}")
        return
    for closed in closed_hexes(state, unit):
        yield from closed.bars(hex)


def legal_places(state: State, unit: int) -> list[Choice]:
    """Every hex where the counter may be set up now, in order of the numbers."""
    barred = barred_hexes(state, unit)
    hexes = zone(unit, state.assault, state.option)
    return [place for hex, place in hexes.items() if hex not in barred]


def barred_hexes(state: State, unit: int) -> set[Hex]:
    """Every hex of its zone that is closed to a counter now."""
    return {hex for closed in closed_hexes(state, unit) for hex in closed.places}


def closed_hexes(state: State, unit: int) -> Iterator[Closed[Hex]]:
    """Everything that closes hexes of its zone to a counter now."""
    piece = ROSTER[unit]
    if stacking.counts(unit):
        # [stockade_redan:3.1.0.2] [stockade_redan:3.1.2.4] [stockade_redan:3.1.3.14]
        # [stockade_redan:3.2.3.4]
        limit = stacking.limit(piece.side, state.morale)
        full = [
            hex
            for hex, stack in state.stacks[piece.side].items()
            if len(stack) >= limit and stacking.counted(state, hex, piece.side) >= limit
        ]
        yield Closed(full, "stockade_redan:3.1.0.2", "{place} is full")
    if piece.side == UNION:
        yield from _closed_by_batteries(state, unit)
        if piece.kind == OFFICER:
            yield from _closed_to_officer(state, unit)
        elif piece.kind == INFANTRY and piece.assault == state.assault:
            yield from _closed_by_neighbours(state, unit)
        if state.assault == 2 and piece.regiment != REINFORCEMENTS:
            yield _closed_for_reinforcements(state, piece.kind)
    elif state.assault == 2 and piece.regiment != SECOND_DEFENDERS and stacking.counts(unit):
        yield from _closed_for_missouri(state)


def _closed_for_missouri(state: State) -> Iterator[Closed[Hex]]:
    """The 36th may not take the room that the 1st Missouri will need. [stockade_redan:3.2.3.4]"""
    limit = stacking.limit(CONFEDERATE, state.morale)
    room = sum(limit - stacking.counted(state, hex, CONFEDERATE) for hex in MISSOURI_ENTRY)
    if room <= REGIMENTS[SECOND_DEFENDERS].infantry:
        why = "the 1st Missouri needs the room in {place}"
        yield Closed(MISSOURI_ENTRY, "stockade_redan:3.2.3.4", why)


def _closed_by_batteries(state: State, unit: int) -> Iterator[Closed[Hex]]:
    """A battery starts alone, except for infantry on the battery hexes of Option 1.

    [stockade_redan:3.1.3.4] [stockade_redan:3.1.3.9] [stockade_redan:3.2.4.1]
    """
    piece = ROSTER[unit]
    guns = [gun for gun in OF_SIDE[UNION] if ROSTER[gun].kind == ARTILLERY and state.hex_of(gun)]
    if piece.kind != ARTILLERY:
        alone = {state.hex_of(gun) for gun in guns if not _bombards(state, gun)}
        yield Closed(alone, "stockade_redan:3.1.3.9", "a battery is alone in {place}")
    elif _bombards(state, unit):
        taken = {state.hex_of(gun) for gun in guns}
        yield Closed(taken, "stockade_redan:3.1.3.4", "there is already a battery in {place}")
    else:
        why = "{place} is occupied, and a battery must start alone"
        yield Closed(state.stacks[UNION].keys(), "stockade_redan:3.1.3.9", why)


def _bombards(state: State, unit: int) -> bool:
    return ROSTER[unit].company and state.option == 1


def hosts(state: State, officer: int) -> list[Hex]:
    """Hexes of his regiment's infantry, or of any Union infantry if there is none."""
    regiment = ROSTER[officer].regiment
    return infantry_hexes(state, (regiment,)) or infantry_hexes(state, UNION_REGIMENTS)


def _closed_to_officer(state: State, unit: int) -> Iterator[Closed[Hex]]:
    """With a unit of his regiment, and at the first set-up of a regiment one to a hex.

    A survivor whose regiment has no infantry left joins any other; see docs/rulings.md.
    [stockade_redan:3.1.3.17] [stockade_redan:3.1.3.18] [stockade_redan:3.2.2.4]
    """
    piece = ROSTER[unit]
    arriving = piece.assault == state.assault
    companions = hosts(state, unit)
    if companions:
        lonely = zone(unit, state.assault, state.option).keys() - companions
        rule = "stockade_redan:3.1.3.17" if arriving else "stockade_redan:3.2.2.4"
        yield Closed(lonely, rule, "no company of his regiment is in {place}")
    if arriving:
        taken = [hex for hex in companions if state.has_officer(hex, UNION)]
        yield Closed(taken, "stockade_redan:3.1.3.18", "there is already an officer in {place}")


def _closed_by_neighbours(state: State, unit: int) -> Iterator[Closed[Hex]]:
    """Next to its own regiment, not next to another; sharing a hex is not enough (SR-17).

    The first companies are alone until others come, so what is closed is a hex that those still
    to come could no longer put right. [stockade_redan:3.1.3.15] [stockade_redan:3.1.3.16]
    """
    regiment, area = ROSTER[unit].regiment, zone(unit, state.assault, state.option)
    union = state.stacks[UNION]
    foreign = {
        hex
        for hex in union.keys() & _around(regiment)
        if any(
            ROSTER[other].kind == INFANTRY and ROSTER[other].regiment != regiment
            for other in union[hex]
        )
    }
    near = [hex for hex in area if foreign and not foreign.isdisjoint((hex, *ADJACENT[hex]))]
    yield Closed(near, "stockade_redan:3.1.3.16", "{place} is next to another regiment")
    companies = [state.units[other] for other in of(regiment, INFANTRY)]
    held = {company.hex for company in companies if company.hex}
    left = sum(not (company.hex or company.lost) for company in companies) - 1
    alone = [hex for closed in _closed_by_batteries(state, unit) for hex in closed.places]
    usable = area.keys() - {*near, *alone}
    if len(held) < left and len(usable) == len(area):
        return  # enough are to come even if all of them were alone
    lonely = [hex for hex in area if not _can_join(held | {hex}, usable, left)]
    why = "{place} would leave a company without its regiment next to it"
    yield Closed(lonely, "stockade_redan:3.1.3.15", why)


@cache
def _around(regiment: str) -> frozenset[Hex]:
    """A regiment's area and every hex next to it."""
    area = regiment_area(regiment)
    return area.union(*(ADJACENT[hex] for hex in area))


def _can_join(held: set[Hex], usable: Collection[Hex], left: int) -> bool:
    """Whether `left` more companies in usable hexes can give every held hex a neighbour."""
    lonely = [hex for hex in held if held.isdisjoint(ADJACENT[hex])]
    if not lonely:
        return True
    helpful = [hex for hex in sorted(usable) if any(hex in ADJACENT[place] for place in lonely)]
    if any(place for place in lonely if not any(hex in ADJACENT[place] for hex in helpful)):
        return False
    return len(lonely) <= left or any(
        all(not set(ADJACENT[place]).isdisjoint(chosen) for place in lonely)
        for count in range(left + 1)
        for chosen in combinations(helpful, count)
    )


def _closed_for_reinforcements(state: State, kind: str) -> Closed[Hex]:
    """No unit may crowd the 30th Ohio out of its area. [stockade_redan:3.2.4.2]"""
    spared = _spared_ground(kind, *_on_reinforcements_ground(state))
    why = "the 30th Ohio needs the room: {place} is too near its area"
    return Closed(_around(REINFORCEMENTS) - spared, "stockade_redan:3.2.4.2", why)


def _on_reinforcements_ground(state: State) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes of infantry, and of guns, on or next to the area of the 30th Ohio."""
    infantry: set[Hex] = set()
    guns: set[Hex] = set()
    for hex in _around(REINFORCEMENTS) & state.stacks[UNION].keys():
        kinds = {ROSTER[unit].kind for unit in state.stacks[UNION][hex]}
        if INFANTRY in kinds:
            infantry.add(hex)
        if ARTILLERY in kinds:
            guns.add(hex)
    return frozenset(infantry), frozenset(guns)


@lru_cache(maxsize=4096)
def _spared_ground(kind: str, infantry: frozenset[Hex], guns: frozenset[Hex]) -> frozenset[Hex]:
    """Where on its ground one more unit of a kind leaves the 30th Ohio enough room."""
    area = regiment_area(REINFORCEMENTS)
    ground = {hex: area & {hex, *ADJACENT[hex]} for hex in _around(REINFORCEMENTS)}
    left = area - guns
    for hex in infantry:
        left -= ground[hex]
    spared: set[Hex] = set()
    for hex in ground:
        closes = ground[hex] if kind == INFANTRY else {hex} if kind == ARTILLERY else set()
        open_hexes = left - closes
        useful = [place for place in open_hexes if not open_hexes.isdisjoint(ADJACENT[place])]
        enough = len(useful) * TABLES.stacking.union >= REGIMENTS[REINFORCEMENTS].infantry
        if enough or open_hexes == left:
            spared.add(hex)
    return frozenset(spared)


def infantry_hexes(state: State, regiments: tuple[str, ...]) -> list[Hex]:
    """Hexes that hold infantry of these regiments, in order of their numbers."""
    return sorted(
        {hex for name in regiments for unit in of(name, INFANTRY) if (hex := state.hex_of(unit))}
    )
