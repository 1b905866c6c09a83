"""Blind markers: where they go, and how the troops under them stand when they are seen."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.ai.mckie.aims import Aim, spots
from longroll.ai.mckie.ground import Known
from longroll.ai.miniatures.going import beyond
from longroll.ai.miniatures.routes import grid_of
from longroll.board.table import Point, bearing_to, distance
from longroll.board.table.places import INCH
from longroll.kernel.decision import Choice
from longroll.miniatures.measure import written
from longroll.miniatures.rulebook import Gait
from longroll.systems.mckie.hidden import blind_moves, blinds
from longroll.systems.mckie.movement.rates import normal_rate
from longroll.systems.mckie.table.state import Blind
from longroll.systems.mckie.words import Formation

#: Troops form line this far from anybody they may meet, and come off their markers here.
_LINE = 20 * INCH
_FIGHT = 14 * INCH
#: A marker is where it should be within these distances.
_THERE: dict[str, int] = {"attack": 10 * INCH, "hold": 8 * INCH}
#: Periods before the end in which troops that hold no ground are shown.
_LATE = 3
_TURNS = (0, 300, -300, 600, -600)
_SHARES = (98, 70, 40)
#: Guns go into action if an enemy is this near.
_GUNS = 24 * INCH


def march(known: Known, aim: Aim) -> Choice | None:
    """The next thing to do with a marker; None if none of those left has anywhere to go.

    Dummies move like the others, so that nobody can tell them apart.
    """
    for id, blind in known.state.blinds.items():
        if blind.side != known.side or blind.done:
            continue
        orders = _orders(known, aim, id, blind)
        if blind.units and _is_time(known, aim, blind):
            orders = iter([Choice("reveal", (id,))])
        for order in orders:
            if not any(blind_moves.bars_to_move(known.state, known.side, order)):
                return order
        if blind.units and aim.stance == "attack":
            return Choice("reveal", (id,))
    return None


def _is_time(known: Known, aim: Aim, blind: Blind) -> bool:
    """Whether troops come off their marker: to fight, or to hold the ground that they are on."""
    here = Point(blind.x, blind.y)
    near = min((distance(here, foe) for foe in known.foe_places()), default=100 * INCH)
    if near <= _FIGHT or known.periods_left <= _LATE:
        return True
    return aim.stance == "attack" and distance(here, aim.place) <= _THERE["attack"]


def _orders(known: Known, aim: Aim, id: str, blind: Blind) -> Iterator[Choice]:
    here = Point(blind.x, blind.y)
    goal = _goal(known, aim, blind)
    far = distance(here, goal)
    if far <= _THERE[aim.stance]:
        return
    near = min((distance(here, foe) for foe in known.foe_places()), default=100 * INCH)
    arm = blinds.arm_of(known.state, blind)
    forms: tuple[Formation, ...] = ("line",) if near <= _LINE else ("road_march", "line")
    for formation in forms:
        rate = normal_rate(arm, formation)
        assert rate is not None
        grid = grid_of(known.state.rulebook, known.state.table, Gait(arm, formation))
        for share in _SHARES:
            step = min(far, rate * share // 100)
            there = grid.next(here, goal, step)
            heading = bearing_to(here, there) if there != here else bearing_to(here, goal)
            yield from _steps(known, id, formation, here, heading, step)


def _goal(known: Known, aim: Aim, blind: Blind) -> Point:
    """Where a marker goes: across a line straight ahead, else to the place that is fought for."""
    if aim.post is not None:
        return aim.post
    here = Point(blind.x, blind.y)
    places = [one.point for one in spots(known, aim)] if aim.stance == "attack" else []
    return min(places, key=lambda one: distance(one, here), default=aim.place)


def _steps(
    known: Known, id: str, formation: str, here: Point, heading: int, step: int
) -> Iterator[Choice]:
    width, height = known.size
    for turn in _TURNS:
        there = beyond(here, heading + turn, step)
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
