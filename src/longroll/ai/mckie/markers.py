"""Blind markers: where they go, and how the troops under them stand when they are seen."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.ai.mckie.aims import Aim
from longroll.ai.mckie.ground import Known
from longroll.ai.miniatures.going import beyond
from longroll.board.table import Point, bearing_to, distance
from longroll.board.table.places import INCH
from longroll.kernel.decision import Choice
from longroll.miniatures.measure import written
from longroll.systems.mckie.hidden import blind_moves, blinds
from longroll.systems.mckie.movement.rates import normal_rate
from longroll.systems.mckie.table.state import Blind

#: Troops form line this far from anybody they may meet.
_LINE = 20 * INCH
_TURNS = (0, 300, -300, 600, -600)
_SHARES = (98, 70, 40)
#: Guns go into action if an enemy is this near.
_GUNS = 24 * INCH


def march(known: Known, aim: Aim) -> Choice | None:
    """The move of the next marker; None if none of those left has anywhere to go.

    Dummies move like the others, so that nobody can tell them apart.
    """
    for id, blind in known.state.blinds.items():
        if blind.side != known.side or blind.done:
            continue
        for order in _orders(known, aim, id, blind):
            if not any(blind_moves.bars_to_move(known.state, known.side, order)):
                return order
    return None


def _orders(known: Known, aim: Aim, id: str, blind: Blind) -> Iterator[Choice]:
    here = Point(blind.x, blind.y)
    goal = aim.place
    far = distance(here, goal)
    if far <= (3 if aim.stance == "attack" else 8) * INCH:
        return
    near = min((distance(here, foe) for foe in known.foe_places()), default=100 * INCH)
    forms = ("line",) if near <= _LINE else ("road_march", "line")
    arm = blinds.arm_of(known.state, blind)
    width, height = known.size
    for formation in forms:
        rate = normal_rate(arm, "line" if formation == "line" else "road_march")
        assert rate is not None
        for share in _SHARES:
            for turn in _TURNS:
                step = min(far, rate * share // 100)
                there = beyond(here, bearing_to(here, goal) + turn, step)
                if INCH < there.x < width - INCH and INCH < there.y < height - INCH:
                    yield Choice("blind", (id, formation, written(there.x), written(there.y)))


def stance(known: Known, id: str, offered: list[str]) -> str:
    """Guns in action if there is somebody to fire at, horsemen on foot in a line of battle."""
    unit = known.state.units[id]
    if unit.is_battery:
        mine = [one for one in known.state.blinds.values() if id in one.units]
        here = Point(mine[0].x, mine[0].y) if mine else unit.pose.point
        near = any(distance(here, foe) <= _GUNS for foe in known.foe_places())
        return "unlimbered" if near and "unlimbered" in offered else offered[0]
    return "dismounted" if "dismounted" in offered else offered[0]
