"""The ground: what each hex is, and what is on the line between two."""

from __future__ import annotations

from importlib.resources import files

from longroll.board.hex import Hex
from longroll.board.hex.mapfile import read_map
from longroll.systems.stockade_redan.tables import TABLES, Terrain

#: The redan, its ditch, Graveyard Road and the Union approaches. [stockade_redan:2.2.0]
MAP = read_map(files(__package__).joinpath("data", "stockade.map").read_bytes(), "stockade.map")
GRID = MAP.grid
#: Every unit is in one numbered hex of this grid. [stockade_redan:2.2.1] [stockade_redan:2.2.5]
HEXES = GRID.hexes
#: A hex with no other terrain is open field, even inside the redan. [stockade_redan:2.2.3]
TERRAIN: dict[Hex, Terrain] = {hex: TABLES.terrain[MAP.terrain[hex]] for hex in HEXES}
ADJACENT = GRID.adjacent

REDAN = frozenset(hex for hex in HEXES if MAP.terrain[hex] == "redan")
DITCH = frozenset(hex for hex in HEXES if MAP.terrain[hex] == "ditch")
INSIDE = MAP.zones["inside_redan"]
WEST_EDGE_INSIDE = MAP.zones["west_edge_inside_redan"]
UNION_AREA = MAP.zones["union_area"]
BATTERIES = MAP.zones["battery"]
MISSOURI_ENTRY = MAP.zones["1_MO_entry"]
#: The point of the redan. [stockade_redan:2.2.6]
APEX = "1519"
#: Hexes that touch the wall from inside, and from outside.
BEHIND_WALL = frozenset(hex for hex in INSIDE if not REDAN.isdisjoint(ADJACENT[hex]))
BEFORE_WALL = frozenset(
    hex
    for hex in HEXES
    if hex not in REDAN and hex not in INSIDE and not REDAN.isdisjoint(ADJACENT[hex])
)


def regiment_area(regiment: str) -> frozenset[Hex]:
    """The blue outlined hexes of a Union regiment."""
    return MAP.zones[f"setup_{regiment.replace(' ', '_')}"]


def defence(hex: Hex, chaos: bool) -> int:
    """The defence strength of a hex; a Chaos of War marker adds to it.

    [stockade_redan:2.2.4] [stockade_redan:TEC.1] [stockade_redan:9.2.6] [stockade_redan:11.8.1]
    """
    extra = TABLES.terrain_effects.chaos_of_war_defence if chaos else 0
    return TERRAIN[hex].defence + extra
