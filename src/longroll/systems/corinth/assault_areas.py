"""29.1 Assault Areas: where they lie, when they open, and what it costs to come on there."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.systems.corinth.own import own
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import UNION
from longroll.systems.gbacw.terrain import ROAD

if TYPE_CHECKING:
    from longroll.systems.gbacw.state import State

#: The divisions the Confederate plan is made for. [corinth:29.2]
DIVISIONS = ("hebert", "maury", "lovell")
#: No Union unit sets up this near an Assault Area, nor goes there too soon. [corinth:29.41.1]
TOO_NEAR = 4
#: Brigades set up this near an Assault Area are forward. [corinth:29.42.1]
FORWARD = 10
_ZONE = "area_"


class AreaFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/areas.toml: when each area opens, and roads for what cannot cross felled timber."""

    schema: Literal[1]
    source: str
    opens: dict[str, int]
    by_road: dict[str, str]


def _file() -> AreaFile:
    text = files(__package__).joinpath("data", "areas.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), AreaFile)


_FILE = _file()
OPENS = _FILE.opens
#: The road that guns and wagons come down, from the map's edge to where they can stand.
BY_ROAD: dict[str, tuple[Hex, ...]] = {
    area: tuple(road.split()) for area, road in _FILE.by_road.items()
}


class AssaultAreas(Game):
    """The seven areas A to G, and the ground before them. [corinth:29.1.1]"""

    @cached_property
    def rows(self) -> dict[str, tuple[Hex, ...]]:
        """The first hex row of each area; neighbours share their end hex. [corinth:29.1.2]"""
        return {
            zone.removeprefix(_ZONE): self.map.of_zone(zone)
            for zone in sorted(self.map.zones)
            if zone.startswith(_ZONE)
        }

    @cached_property
    def entrances(self) -> dict[str, frozenset[Hex]]:
        """The hexes that newcomers of each area stand in or pass. [corinth:29.1.1]"""
        return {area: frozenset((*row, *BY_ROAD.get(area, ()))) for area, row in self.rows.items()}

    @cached_property
    def from_areas(self) -> dict[Hex, int]:
        """How many hexes each hex is from the nearest Assault Area (GB-D40)."""
        edge = {hex for row in self.rows.values() for hex in row}
        found = dict.fromkeys(edge, 0)
        ring = sorted(edge)
        while ring:
            ahead = []
            for hex in ring:
                for near in self.grid.adjacent[hex]:
                    if near not in found:
                        found[near] = found[hex] + 1
                        ahead.append(near)
            ring = ahead
        return found

    @cached_property
    def too_near(self) -> frozenset[Hex]:
        """Hexes four or fewer from an Assault Area. [corinth:29.41.1]"""
        return frozenset(hex for hex, far in self.from_areas.items() if far <= TOO_NEAR)

    @cached_property
    def road_ends(self) -> dict[Hex, str]:
        """Hexes where a road or railroad runs off the map, and which it is."""
        edge = (
            {self.grid.columns[0], self.grid.columns[-1]},
            {
                self.grid.rows[0],
                self.grid.rows[-1],
            },
        )
        found: dict[Hex, str] = {}
        for hexes in self.map.roads.values():
            for end, next_to in ((hexes[0], hexes[1]), (hexes[-1], hexes[-2])):
                on_edge = int(end[:2]) in edge[0] or int(end[2:]) in edge[1]
                if on_edge and found.get(end) != ROAD:
                    found[end] = self.ground.links[end, next_to]
        return found

    def entry_cost(self, state: State, unit: int, hex: Hex) -> int:
        """Halves a unit pays for its first hex, or -1 where it is closed to it.

        Along a road that runs off the map it is the road's, unless a friend stands in the way.
        [corinth:29.31.2] [corinth:29.47.4]
        """
        held = hex in state.stacks[state.side_of(unit)]
        return self._entry_cost(mover_of(state, unit), hex, self.is_night(state.turn), held)

    def _entry_cost(self, mover: str, hex: Hex, night: bool, held: bool) -> int:
        link = self.road_ends.get(hex)
        if link is not None and not held:
            along = self.charts.along[link].get(mover)
            if along is not None:
                return along
        return self.ground.entry(mover, hex, night)

    def affordable(self, state: State, unit: int, area: str) -> tuple[Hex, ...]:
        """The hexes of an area's first row that an absent unit can pay for."""
        mover, night = mover_of(state, unit), self.is_night(state.turn)
        friends, row = state.stacks[state.side_of(unit)], self.rows[area]
        # Friends in the way count on a road only.
        held = tuple([hex for hex in self._roads_in[area] if hex in friends])
        key = area, mover, night, held
        if key not in self._affordable:
            most = self.charts.allowance[mover]
            self._affordable[key] = tuple(
                hex for hex in row if 0 <= self._entry_cost(mover, hex, night, hex in held) <= most
            )
        return self._affordable[key]

    @cached_property
    def _affordable(self) -> dict[tuple[str, str, bool, tuple[Hex, ...]], tuple[Hex, ...]]:
        return {}

    @cached_property
    def _roads_in(self) -> dict[str, tuple[Hex, ...]]:
        """The hexes of each row where a road runs off the map."""
        ends = self.road_ends
        return {area: tuple(hex for hex in row if hex in ends) for area, row in self.rows.items()}

    def _keeps_away(self, state: State, unit: int) -> bool:
        mine = own(state)
        return (
            bool(mine.plan)
            and state.side_of(unit) == UNION
            and unit not in mine.hastening
            and len(mine.areas) < len(DIVISIONS)
        )

    def watched(self, state: State, unit: int) -> Collection[Hex]:
        return self.too_near if self._keeps_away(state, unit) else super().watched(state, unit)

    def bars_to_enter(self, state: State, unit: int, a: Hex, b: Hex) -> Iterator[Refusal]:
        """The Union keeps its distance until the whole Confederate army is there.

        Oliver's brigade, which enters there, is exempt (GB-D41). [corinth:29.41.3]
        """
        yield from super().bars_to_enter(state, unit, a, b)
        if b in self.too_near and self._keeps_away(state, unit):
            yield Refusal(
                "corinth:29.41.3",
                f"{b} is within {TOO_NEAR} hexes of an Assault Area, and not all three "
                "Confederate divisions have come",
            )
