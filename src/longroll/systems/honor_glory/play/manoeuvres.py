"""What a manoeuvre depends on besides the unit itself: enemies near by, and the road."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from longroll.board.table import Straight, Wheel, after, lies_within, spot
from longroll.kernel.decision import Refusal
from longroll.miniatures.cost import Part
from longroll.miniatures.drill import Act, Change, Drill
from longroll.miniatures.marching import march
from longroll.miniatures.standing import gap
from longroll.miniatures.ways import is_free, whole_move
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.rulebook import DRILL, ROAD, RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import WHEEL_BAR, through_difficult
from longroll.systems.honor_glory.words import FOOT

#: No turn brings the front of a unit to a road that is farther off.
_NEAR = 20 * CM


def bars_near_enemies(state: State, id: str, act: Act) -> Iterator[Refusal]:
    """What formed enemies within 10 cm keep a unit from doing. A unit that occupies cover may
    form line there. [honor_glory:45.3] [honor_glory:45.3n] [honor_glory:46.4b]"""
    if isinstance(act, Change) and act.manoeuvre in DRILL.forms:
        lines_cover = (
            act.manoeuvre == "line" and field.cover_of(state, state.units[id])[0] != "none"
        )
        if not lines_cover and field.enemy_within_ten(state, id):
            yield Refusal("honor_glory:45.3", "formed enemies are within 10 cm")
    elif isinstance(act, Wheel) and any(_exposed_to(state, id, act)):
        yield Refusal("honor_glory:46.4b", "it would show its flank to an enemy within 10 cm")


def _exposed_to(state: State, id: str, wheel: Wheel) -> Iterator[str]:
    """Formed enemies within 10 cm that a wheel would turn a unit's front away from."""
    unit = state.units[id]
    wheeled = state.copy()
    wheeled.put(id, after(layout_of(unit), unit.pose, wheel))
    for enemy in state.enemies_of(unit.side):
        other = state.units[enemy]
        if other.morale != "formed" or gap(RULEBOOK, wheeled.units[id], other) > WHEEL_BAR:
            continue
        before, now = (field.struck_from(one, enemy, id) for one in (state, wheeled))
        if before == "front" and now != "front":
            yield enemy


def keeps_to_road(state: State, id: str, drill: Drill) -> bool:
    """Whether a drill leads along a road from start to end, in a formation that may use it: a unit
    that leaves the road has its cross country rate for the whole go. [honor_glory:44.1]
    [honor_glory:44.2] [honor_glory:44.3] [honor_glory:44.4] (HG-H46)"""
    here = spot(state.units[id].point)
    roads = (one for one in state.table.pieces if one.kind == "road")
    # Whoever does not turn first is on the road already.
    off = 0 if isinstance(drill.acts[0], Straight | Wheel) else _NEAR
    if not any(lies_within(here, one.ground, off) for one in roads):
        return False
    gait = RULEBOOK.moves.gait(state.units[id], ROAD, False)
    stays = not any(isinstance(act, Change) for act in drill.acts)
    if stays and not RULEBOOK.ground.by_road(gait):
        return False
    return march(state, id, Drill(drill.acts, ROAD)).grounds == {"road"}


def take_cover(state: State, id: str) -> None:
    """Infantry that has come up to cover stands there in line, free. [honor_glory:34.4]
    [honor_glory:96.2]"""
    unit = state.units[id]
    if unit.arm in FOOT and unit.form != "line":
        lined = replace(unit, formation="line")
        if field.cover_of(state, lined)[0] != "none" and is_free(state, lined, unit.pose, (id,)):
            state.change(id, formation="line")


def rounded(state: State, id: str, leg: Straight, pace: str) -> Straight:
    """A leg that ends in difficult ground, cut down to whole centimetres inside: half of what is
    left at its edge, rounded down. [honor_glory:52.3] [honor_glory:52.4] (HG-H42)"""
    unit = state.units[id]
    way = field.way_of(state, id, unit.pose, leg, pace)
    last = next(reversed(way.grounds()), None) if way.may_be_slow else None
    if not isinstance(last, Part) or not last.is_slow:
        return leg
    length = last.length or 0
    open_way = max(0, leg.length - length)
    left = Fraction(*unit.left)
    if open_way:
        left = march(state, id, Drill((Straight(open_way, leg.angle),), pace)).left
    inside, _ = through_difficult(int(left * whole_move(state, unit, pace)), length)
    return leg if inside >= length else Straight(open_way + int(inside), leg.angle)
