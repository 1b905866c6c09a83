"""Corinth, 3 and 4 October 1862: its map, charts and roster.

The modules of the exclusive rules are listed in `system`. [corinth:19.0.2] [corinth:19.0.3]
"""

from __future__ import annotations

from importlib.resources import files

from longroll.board.hex import read_map
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.charts import read_charts
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import CONFEDERATE, UNION, read_roster
from longroll.systems.gbacw.terrain import Ground

_DATA = files("longroll.systems.corinth") / "data"


def _read(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


_FIRST_NIGHT, _LAST_NIGHT = TABLES.turns.night

CORINTH = Game(
    Ground(read_map(_read("corinth.map"), "corinth.map"), read_charts(_read("charts.toml"))),
    read_roster(_read("order_of_battle.toml")),
    # The Confederates move first. [corinth:21.1.4]
    sides=(CONFEDERATE, UNION),
    last_turn=32,
    # Game-Turns 17 to 20, and the second day follows (GB-D1). [corinth:26.0.1]
    nights=range(_FIRST_NIGHT, _LAST_NIGHT + 1),
    # Brigades fight independently of their divisions. [corinth:21.2.1] [corinth:21.2.2]
    integrity=False,
    # Whatever his rating as a brigade commander was (GB-C34). [corinth:28.32.3]
    promoted_points=1,
    # Siege guns may go only one hex. [corinth:24.3.1]
    slow_rule="corinth:24.3.1",
    # A crew that comes back mans its own guns. [corinth:24.21.2]
    crews_return="corinth:24.21.2",
)
