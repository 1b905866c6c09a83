"""29.1 Assault Areas: where they are, when they open, and what it costs to enter there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.decision import Closed
from longroll.kernel.hooks import NOTHING
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import UNION
from longroll.systems.gbacw.terrain import ROAD, Ground

#: The divisions in the Confederate plan. [corinth:29.2]
DIVISIONS = ("hebert", "maury", "lovell")
#: No Union unit sets up this near an Assault Area, or goes there too early. [corinth:29.41.1]
TOO_NEAR = 4
#: Brigades set up this near an Assault Area count as forward. [corinth:29.42.1]
FORWARD = 10
_ZONE = "area_"


class AreaFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/areas.toml: when areas open, and roads for units that cannot cross felled timber."""

    schema: Literal[1]
    source: str
    opens: dict[str, int]
    by_road: dict[str, str]


def _file() -> AreaFile:
    text = files(__package__).joinpath("data", "areas.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), AreaFile)


_FILE = _file()
OPENS = _FILE.opens
#: The road that guns and wagons take, from the map's edge to the first hex open to them.
BY_ROAD: dict[str, tuple[Hex, ...]] = {
    area: tuple(road.split()) for area, road in _FILE.by_road.items()
}


@cache
def rows(ground: Ground) -> dict[str, tuple[Hex, ...]]:
    """The first hex row of each area A to G; neighbours share their end hex.

    [corinth:29.1.1] [corinth:29.1.2]
    """
    map = ground.map
    return {
        zone.removeprefix(_ZONE): map.of_zone(zone)
        for zone in sorted(map.zones)
        if zone.startswith(_ZONE)
    }


@cache
def entrances(ground: Ground) -> dict[str, frozenset[Hex]]:
    """The hexes that arrivals in each area enter or pass through. [corinth:29.1.1]"""
    every = rows(ground).items()
    return {area: frozenset((*row, *BY_ROAD.get(area, ()))) for area, row in every}


@cache
def from_areas(ground: Ground) -> dict[Hex, int]:
    """How many hexes each hex is from the nearest Assault Area (GB-D40)."""
    edge = {hex for row in rows(ground).values() for hex in row}
    found = dict.fromkeys(edge, 0)
    ring = sorted(edge)
    while ring:
        ahead = []
        for hex in ring:
            for near in ground.grid.adjacent[hex]:
                if near not in found:
                    found[near] = found[hex] + 1
                    ahead.append(near)
        ring = ahead
    return found


@cache
def near_areas(ground: Ground) -> frozenset[Hex]:
    """Hexes four or fewer from an Assault Area. [corinth:29.41.1]"""
    return frozenset(hex for hex, far in from_areas(ground).items() if far <= TOO_NEAR)


@cache
def road_ends(ground: Ground) -> dict[Hex, str]:
    """Hexes where a road or railroad leaves the map, and its name."""
    grid = ground.grid
    edges = {grid.columns[0], grid.columns[-1]}, {grid.rows[0], grid.rows[-1]}
    found: dict[Hex, str] = {}
    for hexes in ground.map.roads.values():
        for end, next_to in ((hexes[0], hexes[1]), (hexes[-1], hexes[-2])):
            on_edge = int(end[:2]) in edges[0] or int(end[2:]) in edges[1]
            if on_edge and found.get(end) != ROAD:
                found[end] = ground.links[end, next_to]
    return found


@cache
def _roads_in(ground: Ground, area: str) -> tuple[Hex, ...]:
    """The hexes of a row where a road leaves the map."""
    return tuple(hex for hex in rows(ground)[area] if hex in road_ends(ground))


def entry_cost(state: State, unit: int, hex: Hex) -> int:
    """Halves that a unit pays for its first hex, or -1 if it cannot enter it.

    On a road that leaves the map, it pays the road cost unless a friend is in the way.
    [corinth:29.31.2] [corinth:29.47.4]
    """
    held = hex in state.stacks[state.side_of(unit)]
    night = state.game.is_night(state.turn)
    return _entry_cost(state.game.ground, mover_of(state, unit), hex, night, held)


def _entry_cost(ground: Ground, mover: str, hex: Hex, night: bool, held: bool) -> int:
    link = road_ends(ground).get(hex)
    if link is not None and not held:
        along = ground.charts.along[link].get(mover)
        if along is not None:
            return along
    return ground.entry(mover, hex, night)


def affordable(state: State, unit: int, area: str) -> tuple[Hex, ...]:
    """The hexes of an area's first row that an absent unit can pay for."""
    ground, night = state.game.ground, state.game.is_night(state.turn)
    friends = state.stacks[state.side_of(unit)]
    # Friends in the way matter only on a road.
    held = tuple([hex for hex in _roads_in(ground, area) if hex in friends])
    return _affordable(ground, area, mover_of(state, unit), night, held)


@cache
def _affordable(
    ground: Ground, area: str, mover: str, night: bool, held: tuple[Hex, ...]
) -> tuple[Hex, ...]:
    most = ground.charts.allowance[mover]
    return tuple(
        hex
        for hex in rows(ground)[area]
        if 0 <= _entry_cost(ground, mover, hex, night, hex in held) <= most
    )


def keeps_away(state: State, unit: int) -> bool:
    """Whether a unit must keep away: the Union must until the whole Confederate army is there.

    Oliver's brigade, which enters there, is exempt (GB-D41). [corinth:29.41.3]
    """
    return (
        bool(state.plan)
        and state.side_of(unit) == UNION
        and unit not in state.hastening
        and len(state.areas) < len(DIVISIONS)
    )


def closed_to_enter(
    state: State, unit: int, origin: Hex, near: Sequence[Hex]
) -> Iterator[Closed[Hex]]:
    """[corinth:29.41.3]"""
    if not keeps_away(state, unit):
        return NOTHING
    why = (
        f"{{place}} is within {TOO_NEAR} hexes of an Assault Area, and not all three "
        "Confederate divisions have arrived"
    )
    return iter((Closed(near_areas(state.game.ground), "corinth:29.41.3", why),))


RULES = Rules[State](closed_to_enter=closed_to_enter)
