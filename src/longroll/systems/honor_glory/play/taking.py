"""What a unit takes by touching it: led horses, and the enemy's camp by OP8."""

from __future__ import annotations

from longroll.board.table import (
    Base,
    Footprint,
    Layout,
    Point,
    Pose,
    distance_between,
    footprint,
    lies_within,
    spot,
)
from longroll.kernel.agenda import Umpire
from longroll.miniatures.standing import ground_of
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.play import field, guns
from longroll.systems.honor_glory.play.events import Taken
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import Camp, State
from longroll.systems.honor_glory.rates import CONTACT


def look_round(state: State, umpire: Umpire) -> None:
    """Take what units have come to touch, and place what has come into sight."""
    guns.overrun_touched(state, umpire)
    for id in state.present():
        _take_horses(state, id, umpire)
    for side, camp in state.camps.items():
        _take_camp(state, side, camp, umpire)
    field.reveal(state, umpire)


def _take_horses(state: State, id: str, umpire: Umpire) -> None:
    """Led horses that the enemy touches are captured. [honor_glory:43.4b]"""
    unit = state.units[id]
    if unit.led is None:
        return
    here = spot(Point(*unit.led))
    for enemy in state.enemies_of(unit.side):
        other = state.units[enemy]
        near = lies_within(here, ground_of(RULEBOOK, other), CONTACT)
        if near and other.morale == "formed":
            state.change(id, led=None)
            what = f"the horses of {unit.title}"
            umpire.tell(
                Taken(rules=("honor_glory:43.4b",), unit=enemy, title=other.title, what=what)
            )
            return


def _take_camp(state: State, side: str, camp: Camp, umpire: Umpire) -> None:
    """A unit that touches a camp and does not fight or fire has it. [honor_glory:OP8.2]
    [honor_glory:OP8.3]"""
    ground = camp_ground(camp)
    for id in state.present():
        unit = state.units[id]
        idle = unit.morale == "formed" and not unit.fired and state.opponent_of(id) is None
        if unit.side == camp.holder or not idle:
            continue
        if distance_between(ground, ground_of(RULEBOOK, unit)) <= CONTACT:
            held = Camp(camp.x, camp.y, unit.of)
            state.camps = {**state.camps, side: held}  # type: ignore[dict-item]
            what = f"the {side.title()} camp"
            umpire.tell(Taken(rules=("honor_glory:OP8.2",), unit=id, title=unit.title, what=what))
            return


def camp_ground(camp: Camp) -> Footprint:
    """[honor_glory:OP8.1]"""
    wide, deep = OPTIONS.camp.width * CM, OPTIONS.camp.depth * CM
    base = Base(-wide // 2, -deep // 2, wide, deep)
    return footprint(Layout((base,)), Pose(Point(camp.x, camp.y), 0))
