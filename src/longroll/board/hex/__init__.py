"""Hex boards: numbers, neighbours, distances, lines, paths, and map files."""

from longroll.board.hex.facts import map_facts
from longroll.board.hex.grid import DIRECTIONS, NE, NW, SE, SW, Grid, High, N, S
from longroll.board.hex.hexmap import HexMap, MapError, Side
from longroll.board.hex.mapfile import check_map, load_map, read_map, write_map
from longroll.board.hex.numbering import Hex, column_and_row, compress, expand, number
from longroll.board.hex.paths import Arrival, Reach, StepCost, cheapest, path_to

__all__ = [
    "DIRECTIONS",
    "NE",
    "NW",
    "SE",
    "SW",
    "Arrival",
    "Grid",
    "Hex",
    "HexMap",
    "High",
    "MapError",
    "N",
    "Reach",
    "S",
    "Side",
    "StepCost",
    "cheapest",
    "check_map",
    "column_and_row",
    "compress",
    "expand",
    "load_map",
    "map_facts",
    "number",
    "path_to",
    "read_map",
    "write_map",
]
