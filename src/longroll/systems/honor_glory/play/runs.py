"""Where a charge leads: its reach, its run, and how both sides stand in contact."""

from __future__ import annotations

from fractions import Fraction

from longroll.board.table import (
    Obstacle,
    Point,
    Pose,
    Straight,
    after,
    bearing_to,
    distance,
    normal,
    point,
    spot,
    spot_at,
    turning,
)
from longroll.board.table.angles import RIGHT_ANGLE
from longroll.board.table.places import local
from longroll.kernel.agenda import Umpire
from longroll.miniatures.contact import closed, faced_in_contact
from longroll.miniatures.standing import gap, ground_of
from longroll.miniatures.ways import farthest, is_free, obstacles
from longroll.systems.honor_glory import charges
from longroll.systems.honor_glory.dice import total
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.going import turn_cost
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import field, hits
from longroll.systems.honor_glory.play.events import Moved
from longroll.systems.honor_glory.play.rulebook import RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import CONTACT, rate
from longroll.systems.honor_glory.words import Struck as StruckFrom


def aligned(state: State, id: str, target: str, struck: StruckFrom, start: Pose) -> Pose:
    """Where a charger that has come home stands: against the middle of the side or rear that it
    strikes, if there is room, or along the front. [honor_glory:75.5] [honor_glory:94.2]"""
    unit, other = state.units[id], state.units[target]
    frame, there = layout_of(other).frame, other.pose
    if struck != "front":
        across, _ = local(there, spot(start.point))
        side = -1 if across < 0 else 1
        if struck == "flank":
            edge = spot_at(there, side * frame.width // 2, frame.depth // 2)
            square = Pose(point(edge), normal(there.heading - side * RIGHT_ANGLE))
        else:
            square = Pose(point(spot_at(there, 0, frame.depth)), there.heading)
        if is_free(state, unit, square, (id, target)):
            return square
    found = closed(state, id, target, front=struck == "front", far=2 * CONTACT)
    return found or unit.pose


def friends_behind(state: State, id: str, front: Pose) -> list[str]:
    """The friends of a unit who stand wholly beside and behind the line of a front. (HG-37)"""
    return [
        friend
        for friend in state.of_side(state.units[id].side)
        if friend != id and not field.is_ahead(state, friend, front)
    ]


def tell(state: State, id: str, start: Pose, rule: str, why: str, umpire: Umpire) -> None:
    unit = state.units[id]
    if unit.pose != start:
        umpire.tell(
            Moved(
                rules=(rule,),
                unit=id,
                title=unit.title,
                start=hits.place_of(start),
                to=hits.place_of(unit.pose),
                why=why,
            )
        )


def meet(state: State, id: str, charger: str, reach: int, umpire: Umpire) -> None:
    """A unit that countercharges goes to meet the charger: half the way, or as much more or less
    as their moves make necessary; it stays if they cannot meet. [honor_glory:78.2]"""
    unit, other = state.units[id], state.units[charger]
    between = gap(RULEBOOK, unit, other)
    most = rate(unit.mover) or 0
    if between > reach + most:
        return
    far = min(most, max(between // 2, between - reach))
    centre = field.centre_of(state, charger)
    start = Pose(unit.pose.point, field.heading_to(unit.pose.point, centre))
    among = obstacles(state, id, (charger,))
    clip = farthest(state, unit, start, Straight(far, 0), most, among)
    to = after(layout_of(unit), start, clip.leg)
    if far and is_free(state, unit, to, (id,)):
        state.put(id, to)
        tell(state, id, unit.pose, "honor_glory:78.2", "countercharging", umpire)


def turn_to(state: State, id: str, attacker: str) -> None:
    """A unit struck in flank or rear turns to its attacker, if there is room. [honor_glory:95.1]
    [honor_glory:95.2]"""
    unit = state.units[id]
    faced = faced_in_contact(RULEBOOK, unit, state.units[attacker])
    if is_free(state, unit, faced, (id, attacker)):
        state.put(id, faced)


def reach_of(state: State, id: str, there: Point, umpire: Umpire, *, pursuing: bool = False) -> int:
    """What is left of its allowance, less what cavalry turns, and the bonus unless its way is
    difficult or it pursues. [honor_glory:79.1a] [honor_glory:79.1b] [honor_glory:79.2]
    [honor_glory:79.x2] [honor_glory:79.x4] [honor_glory:46.6]"""
    unit = state.units[id]
    left = Fraction(*unit.left)
    off = abs(turning(unit.heading, bearing_to(unit.pose.point, there)))
    if off > FIRE.arc * 10 and not pursuing:
        left -= Fraction(turn_cost(-(-off // 10)), 100)
    rolls = charges.charge_bonus(
        unit.kind,
        "pursuit" if pursuing else "charge",
        umpire,
        difficult_ground=field.is_difficult(state, id, there),
        used_this_turn=unit.bonus_used,
    )
    return int(max(Fraction(0), left) * (rate(unit.mover) or 0)) + total(rolls) * CM


def _without_gap(state: State, one: Obstacle) -> Obstacle:
    unit = state.units.get(one.name)
    return Obstacle(one.name, one.ground) if unit and unit.arm == "artillery" else one


def go_towards(
    state: State, id: str, there: Point, umpire: Umpire, reach: int, *, at: str = ""
) -> None:
    """A charger that meets nobody goes as far as it can and stops, or comes up `at` the one it
    follows; guns do not keep it off. [honor_glory:77.8a] [honor_glory:77.9] [honor_glory:90.1]
    [honor_glory:92.5]"""
    unit = state.units[id]
    heading = bearing_to(unit.pose.point, there)
    far = min(reach, distance(unit.pose.point, there))
    start = Pose(unit.pose.point, heading)
    state.change(id, left=(0, 1), bonus_used=True)
    if far > 0:
        behind = friends_behind(state, id, unit.pose)
        among = [_without_gap(state, one) for one in obstacles(state, id, behind)]
        if at:
            among = [one for one in among if one.name != at]
            among.append(Obstacle(at, ground_of(RULEBOOK, state.units[at])))
        clip = farthest(state, unit, start, Straight(far, 0), reach, among)
        to = after(layout_of(unit), start, clip.leg)
        if is_free(state, unit, to, (id,)):
            state.put(id, to)
            rule = "honor_glory:92.5" if at else "honor_glory:77.8a"
            tell(state, id, unit.pose, rule, "pursuing" if at else "charging", umpire)
