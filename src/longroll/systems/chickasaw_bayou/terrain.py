"""The ground of the battle: the map, and the places that its rules name."""

from __future__ import annotations

from longroll.board.hex import Hex, read_map
from longroll.systems.blind_swords.terrain import Field
from longroll.systems.chickasaw_bayou.tables import CHARTS, read_text

MAP = read_map(read_text("chickasaw_bayou.map"), "chickasaw_bayou.map")
GRID = MAP.grid
#: Its levels decide what sees what. [chickasaw_bayou:2.10a.3]
FIELD = Field(MAP, CHARTS)

FIRST_ROW = MAP.zones["trench_row_1"]
SECOND_ROW = MAP.zones["trench_row_2"]
#: The Trench hexes of both rows. [chickasaw_bayou:2.10d.1]
TRENCHES = FIRST_ROW | SECOND_ROW
BAYOUS = frozenset(MAP.of_terrain("bayou"))
#: The bayou hex that the lane crosses by the Corduroy Bridge. [chickasaw_bayou:2.10k.1]
(CORDUROY_BRIDGE,) = MAP.zones["corduroy_bridge"]
#: The pike hexes watched for the troops at Snyder's Bluff. [chickasaw_bayou:17.6j.6]
SNYDERS_PIKE = MAP.zones["snyders_pike"]


def _between_rows() -> frozenset[Hex]:
    return frozenset(
        hex
        for hex in GRID.hexes
        if any(hex > row for row in FIRST_ROW if row[:2] == hex[:2])
        and any(hex < row for row in SECOND_ROW if row[:2] == hex[:2])
        and hex not in TRENCHES
    )


#: Below the first row and above the second in the same column (CB-03). [chickasaw_bayou:17.6j.2]
BETWEEN_ROWS = _between_rows()
