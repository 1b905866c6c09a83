"""A map as a drawn table is told of it."""

from __future__ import annotations

from longroll.board.hex.hexmap import HexMap
from longroll.display.facts import MapFacts


def map_facts(map: HexMap) -> MapFacts:
    grid = map.grid
    return MapFacts(
        title=map.title,
        columns=(grid.columns[0], grid.columns[-1]),
        rows=(grid.rows[0], grid.rows[-1]),
        high=grid.high,
        terrain=map.terrain,
        level=map.level,
        roads=map.roads,
        hexsides=map.hexsides,
        zones={zone: map.of_zone(zone) for zone in map.zones},
        labels=map.labels,
    )
