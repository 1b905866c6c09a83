"""The battle as the series knows it."""

from __future__ import annotations

from functools import cache

from longroll.systems.blind_swords.game import Game
from longroll.systems.chickasaw_bayou.options import Options
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.scenario import Scenario, scenario
from longroll.systems.chickasaw_bayou.tables import CHARTS, CHITS
from longroll.systems.chickasaw_bayou.terrain import FIELD

NORTH, SOUTH = 0, 3


@cache
def setting(name: str, options: Options) -> Scenario:
    """A scenario with the variants that were agreed on; others have none."""
    variants = options.variants if name == "grand-assault" else ()
    return scenario(name, variants)


#: The Union retreats to the top of the map, the Confederates to the bottom, straight or aslant.
#: [chickasaw_bayou:12.3.1] [chickasaw_bayou:12.3.2]
#: Support is as in the series; Pioneers are markers, so they neither have nor give any.
#: [chickasaw_bayou:12.4.1] [chickasaw_bayou:12.4.2] [chickasaw_bayou:12.4.3]
#: [chickasaw_bayou:12.4.6] [chickasaw_bayou:12.4.7]
GAME = Game(
    FIELD,
    ROSTER,
    CHARTS,
    CHITS,
    home={"union": NORTH, "confederate": SOUTH},
    setting=setting,
)
