"""The ground of one map: what a step costs, how high a place is, what hexsides do.

Everything here is worked out once per map and shared by every battle on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from longroll.board.hex import Grid, Hex, HexMap
from longroll.systems.gbacw.charts import Charts

#: Lines on the map that ease movement, and the prefix of the names of railroads.
ROAD, RAILROAD, TRACK = "road", "railroad", "track"
_KINDS = (RAILROAD, TRACK)

STREAM, CREST, IMPASSABLE = "stream", "crest", "impassable"
CREST_UP, CREST_DOWN = "crest_up", "crest_down"
#: Zones whose hexes hold a second kind of terrain are named by it.
_ALSO = "also_"


class Steps(dict[Hex, dict[Hex, int]]):
    """What the steps out of each hex cost a mover, if it can take them at all.

    A hex is worked out when it is first asked for: no battle needs the whole map.
    """

    def __init__(self, ground: Ground, mover: str, road: bool, night: bool) -> None:
        self._ground, self._how = ground, (mover, road, night)

    def __missing__(self, hex: Hex) -> dict[Hex, int]:
        costs = {
            near: cost
            for near in self._ground.grid.adjacent.get(hex, ())
            if (cost := self._ground.step(hex, near, *self._how)) is not None
        }
        self[hex] = costs
        return costs


class Ground:
    """The map as the rules read it."""

    def __init__(self, map: HexMap, charts: Charts) -> None:
        self.map = map
        self.grid: Grid = map.grid
        self.charts = charts
        #: Every kind of terrain in a hex: more than one if the map mixes them.
        self.kinds = {hex: self._kinds(hex) for hex in self.grid.hexes}
        #: The kinds of the hexside as it is crossed from the first hex to the second.
        self.sides: dict[tuple[Hex, Hex], tuple[str, ...]] = {}
        #: The best line that joins two neighbours.
        self.links: dict[tuple[Hex, Hex], str] = {}
        self._read_sides()
        self._read_links()
        self.barriers = frozenset(s for s, kinds in self.sides.items() if IMPASSABLE in kinds)
        #: Hexes next to a barrier.
        self.walled = frozenset(a for a, _ in self.barriers)
        self.road_hexes = frozenset(a for (a, _), kind in self.links.items() if kind == ROAD)
        level = charts.height["level"]
        self.height = {hex: self.map.level.get(hex, 0) * level for hex in self.grid.hexes}
        #: The height of the top of each hex, and what that is: trees, houses or the ground itself.
        self.tops = {hex: self._top(hex) for hex in self.grid.hexes}
        self._steps: dict[tuple[str, bool, bool], Steps] = {}
        self._entries: dict[tuple[str, Hex, bool], int] = {}

    def _kinds(self, hex: Hex) -> tuple[str, ...]:
        also = [
            zone.removeprefix(_ALSO)
            for zone, hexes in self.map.zones.items()
            if zone.startswith(_ALSO) and hex in hexes
        ]
        return (self.map.terrain[hex], *sorted(also))

    def _top(self, hex: Hex) -> tuple[int, str]:
        charts = self.charts
        height, what = max(
            (charts.height.get(kind, 0) if kind in charts.blocks else 0, kind)
            for kind in self.kinds[hex]
        )
        return self.height[hex] + height, what if height else "ground"

    def _read_sides(self) -> None:
        found: dict[tuple[Hex, Hex], list[str]] = {}
        for kind, sides in self.map.hexsides.items():
            for first, second in sides:
                there, back = (CREST_UP, CREST_DOWN) if kind == CREST else (kind, kind)
                found.setdefault((first, second), []).append(there)
                found.setdefault((second, first), []).append(back)
        self.sides = {side: tuple(kinds) for side, kinds in found.items()}

    def _read_links(self) -> None:
        order = (ROAD, TRACK, RAILROAD)
        for name, hexes in self.map.roads.items():
            kind = next((kind for kind in _KINDS if name.lower().startswith(kind)), ROAD)
            for a, b in pairwise(hexes):
                for side in ((a, b), (b, a)):
                    old = self.links.get(side)
                    if old is None or order.index(kind) < order.index(old):
                        self.links[side] = kind

    # Crossing

    def crosses(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """The kinds of the hexside between two neighbours, as seen from the first."""
        return self.sides.get((a, b), ())

    def is_barrier(self, a: Hex, b: Hex) -> bool:
        """Whether nothing can cross the hexside. [gbacw:10.5.1] [gbacw:14.1.1]"""
        return (a, b) in self.barriers

    def has(self, hex: Hex, kind: str) -> bool:
        return kind in self.kinds[hex]

    # What a step costs

    def cost(self, mover: str, a: Hex, b: Hex, *, road: bool = True, night: bool = False) -> int:
        """Halves of a Movement Point for a step, or -1 if it is barred.

        Without `road` the step pays for the other terrain, as it must if friends are on the road.
        Terrain of several kinds costs as much as the worst of them.
        [gbacw:5.15.1] [gbacw:5.15.2] [gbacw:5.16] [gbacw:6.11.1] [gbacw:6.12.2]
        """
        return self.steps(mover, road, night)[a].get(b, -1)

    def steps(
        self, mover: str, road: bool = True, night: bool = False
    ) -> Mapping[Hex, Mapping[Hex, int]]:
        """Where a mover can step to from each hex, and the cost of each step."""
        try:
            return self._steps[mover, road, night]
        except KeyError:
            found = self._steps[mover, road, night] = Steps(self, mover, road, night)
            return found

    def entry(self, mover: str, hex: Hex, night: bool) -> int:
        """Halves for the terrain of a hex, or -1 if it is barred."""
        key = mover, hex, night
        if key not in self._entries:
            self._entries[key] = self._entry(mover, hex, night)
        return self._entries[key]

    def _entry(self, mover: str, hex: Hex, night: bool) -> int:
        worst = 0
        for kind in self.kinds[hex]:
            cost = self.charts.enter[kind].get(mover)
            if cost is None:
                return -1
            worst = max(worst, cost + (self.charts.night.get(kind, 0) if night else 0))
        return worst

    def step(self, a: Hex, b: Hex, mover: str, road: bool, night: bool) -> int | None:
        """What `cost` looks up, worked out here; None if the step is barred."""
        charts = self.charts
        if self.is_barrier(a, b):
            return None
        link = self.links.get((a, b))
        along = charts.along[link].get(mover) if link is not None and road else None
        by_road = link == ROAD
        if "town" in self.kinds[b] and mover in charts.town_by_road and not by_road:
            return None  # [corinth:23.31.2]
        if along is not None:
            cost = along
        else:
            entry = self.entry(mover, b, night)
            if entry < 0:
                return None
            cost = entry
        for kind in self.crosses(a, b):
            if along is not None and by_road and kind in charts.bridged:
                continue
            extra = charts.cross[kind.removesuffix("_primary").removesuffix("_secondary")]
            more = extra.get(mover)
            if more is None:
                return None
            cost += more
        return cost

    # Fire and melee

    def shift(self, hex: Hex) -> tuple[int, str]:
        """The column shift of fire into a hex, and the terrain that gives it.

        Of several kinds, the one that helps the defender most counts.
        [gbacw:5.15.3] [gbacw:9.53] [gbacw:9.54]
        """
        return min((self.charts.shift.get(kind, 0), kind) for kind in self.kinds[hex])

    def forbids_charge(self, a: Hex, b: Hex) -> str:
        """What keeps cavalry from charging across a hexside into a hex. [gbacw:16.22]"""
        for kind in self.kinds[b]:
            # A redan is closed by its hexsides; cavalry can enter through the open rear.
            if kind in self.charts.no_charge and kind != "redan":
                return kind
        for kind in self.crosses(a, b):
            plain = kind.removesuffix("_primary").removesuffix("_secondary")
            if plain in self.charts.no_charge:
                return plain
        return ""

    def limit(self, chart: dict[str, int], hex: Hex) -> int:
        """The limit for a hex in a chart by terrain: that of its most restrictive kind."""
        kinds = self.kinds[hex]
        return chart[kinds[0]] if len(kinds) == 1 else min(chart[kind] for kind in kinds)
