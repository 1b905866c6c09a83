"""Sight, fire, close combat and cohesion: operations that the series has too."""

from __future__ import annotations

from longroll.kernel.dice import Scripted
from tests.vectors.blind_swords_ops import close_combat, cohesion, fire
from tests.vectors.blind_swords_ops.shared import ANY_TYPE, FLAG, INTEGER, SIDE, STATUS, TERRAIN
from tests.vectors.chickasaw_bayou_ops.shared import operation
from tests.vectors.runner import Answer, Given, each
from tests.vectors.runner import required as req

operation("los", fire.SIGHT)(fire.los)
operation("fire_shift", fire.SHIFTS)(fire.fire_shift)
operation("close_shift", close_combat.SHIFTS)(close_combat.close_shift)

_FRIEND = {
    "brigade": req("same", "other"),
    "status": STATUS,
    "terrain": TERRAIN,
    "battleworn": FLAG,
}


@operation("support", {"type": ANY_TYPE, "terrain": TERRAIN, "neighbors": each(_FRIEND)})
def _support(given: Given, dice: Scripted) -> Answer:
    """The friends are infantry in line."""
    steady = {"type": "infantry", "timber": False, "skirmish": False}
    friends = [{**friend, **steady} for friend in given["neighbors"]]
    return cohesion.support(
        {**given, "neighbors": friends, "skirmish": False, "chaos": False}, dice
    )


@operation(
    "modified_cr",
    {
        "side": SIDE,
        "cr": INTEGER,
        "trench": FLAG,
        "supported": FLAG,
        "attacking_close_combat": FLAG,
    },
)
def _modified_cr(given: Given, dice: Scripted) -> Answer:
    return cohesion.modified_cr({**given, "status": "good"}, dice)
