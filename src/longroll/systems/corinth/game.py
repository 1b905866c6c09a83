"""Corinth, 3 and 4 October 1862: its map, charts and roster, and all its exclusive rules.

Each room of the exclusive rules overrides the hooks of the series that it changes and hands on
the rest; where two have something to say, both are asked. [corinth:19.0.2]
"""

from __future__ import annotations

from importlib.resources import files

from longroll.board.hex import read_map
from longroll.systems.corinth.barrage import Barrage
from longroll.systems.corinth.batteries import Batteries
from longroll.systems.corinth.brigades import Brigades
from longroll.systems.corinth.cavalry import Cavalry
from longroll.systems.corinth.command import Command
from longroll.systems.corinth.heat import Heat
from longroll.systems.corinth.impetus import Impetus
from longroll.systems.corinth.melee_checks import MeleeChecks
from longroll.systems.corinth.night import Night
from longroll.systems.corinth.outer_works import OuterWorks
from longroll.systems.corinth.rapid_fire import RapidFire
from longroll.systems.corinth.reinforcements import Reinforcements
from longroll.systems.corinth.reluctance import Reluctance
from longroll.systems.corinth.reserves import Reserves
from longroll.systems.corinth.retreats import Retreats
from longroll.systems.corinth.sharpshooters import Sharpshooters
from longroll.systems.corinth.solitaire import Solitaire
from longroll.systems.corinth.stragglers import Stragglers
from longroll.systems.corinth.victory import Victory
from longroll.systems.gbacw.charts import read_charts
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import read_roster

_DATA = files("longroll.systems.corinth") / "data"


class Corinth(
    OuterWorks,
    Heat,
    Impetus,
    Reluctance,
    Reserves,
    Solitaire,
    Reinforcements,
    Stragglers,
    Barrage,
    Command,
    Retreats,
    Victory,
    Sharpshooters,
    Cavalry,
    Brigades,
    RapidFire,
    Batteries,
    MeleeChecks,
    # Last, as what others take from an allowance comes off that of the night.
    Night,
    Game,
):
    """The battle. [corinth:19.0.3]"""

    #: The Confederates move first. [corinth:21.1.4]
    sides = ("confederate", "union")
    #: Brigades fight on their own. [corinth:21.2.1] [corinth:21.2.2]
    integrity = False
    #: A crew that comes back takes up its own guns. [corinth:24.21.2]
    crews_return = "corinth:24.21.2"
    last_turn = 32


def _read(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


CORINTH = Corinth(
    read_map(_read("corinth.map"), "corinth.map"),
    read_charts(_read("charts.toml")),
    read_roster(_read("order_of_battle.toml")),
)
