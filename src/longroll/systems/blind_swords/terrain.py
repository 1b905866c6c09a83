"""The ground of one map as the series reads it: roads, hexsides as they are crossed, levels.

Everything here is worked out once a map and shared by every battle on it. What markers do to a
hex is not here, as they come and go.
"""

from __future__ import annotations

from itertools import pairwise

from longroll.board.hex import Hex, HexMap
from longroll.systems.blind_swords.charts import Charts, Ground

PIKE, LANE = "pike", "lane"
#: Kinds of hexside that the map lists with the lower hex first.
_SLOPES = ("slope", "steep_slope")


class Field:
    """A map and its chart. Never changes."""

    def __init__(self, map: HexMap, charts: Charts) -> None:
        self.map = map
        self.grid = map.grid
        self.level = map.level
        self.ground: dict[Hex, Ground] = {
            hex: charts.terrain[kind] for hex, kind in map.terrain.items()
        }
        #: The road that joins two neighbours, a pike where there are two.
        self.links: dict[tuple[Hex, Hex], str] = {}
        #: The kinds of the hexside as it is crossed from the first hex to the second.
        self.sides: dict[tuple[Hex, Hex], tuple[str, ...]] = {}
        #: Kinds of hexside that hide what is behind them on their own level.
        self._banks = {kind for kind, line in charts.hexsides.items() if line.sight == "bank"}
        self._read_links()
        self._read_sides()
        #: The kinds of road in a hex, a pike first.
        self.roads: dict[Hex, tuple[str, ...]] = {
            hex: tuple(
                kind
                for kind in (PIKE, LANE)
                if any(self.links.get((hex, near)) == kind for near in self.grid.adjacent[hex])
            )
            for hex in self.grid.hexes
        }

    def _read_links(self) -> None:
        for name, hexes in self.map.roads.items():
            kind = name.partition("_")[0]
            if kind not in (PIKE, LANE):
                raise ValueError(f"road {name!r} of {self.map.title!r} is neither pike nor lane")
            for a, b in pairwise(hexes):
                for side in ((a, b), (b, a)):
                    if self.links.get(side) != PIKE:
                        self.links[side] = kind

    def _read_sides(self) -> None:
        found: dict[tuple[Hex, Hex], list[str]] = {}
        for kind, sides in self.map.hexsides.items():
            up, down = (f"{kind}_up", f"{kind}_down") if kind in _SLOPES else (kind, kind)
            for low, high in sides:
                found.setdefault((low, high), []).append(up)
                found.setdefault((high, low), []).append(down)
        self.sides = {side: tuple(kinds) for side, kinds in found.items()}

    def crosses(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """The kinds of the hexside between two neighbours, as seen from the first."""
        return self.sides.get((a, b), ())

    def is_bank(self, a: Hex, b: Hex) -> bool:
        """Whether a bank lies on the hexside between two hexes."""
        return not self._banks.isdisjoint(self.crosses(a, b))
