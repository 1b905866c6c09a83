"""Questions about the table: what a unit is worth where it stands, ranges, arcs, lines of fire."""

from __future__ import annotations

from functools import lru_cache

from longroll.board.table import (
    GRAIN,
    Base,
    Layout,
    Point,
    Pose,
    Spot,
    Table,
    bearing_to,
    can_see,
    distance,
    distance_from,
    footprint,
    in_arc,
    lengths,
    level_at,
    overlaps,
    point,
    spot,
    spot_at,
)
from longroll.board.table.angles import SCALE
from longroll.board.table.measure import SLACK
from longroll.board.table.places import local
from longroll.miniatures.standing import gap, ground_of, troops
from longroll.systems.honor_glory.charges import attack_zone
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.fire_restrictions import (
    frontage,
    lane,
    may_fire_from_hill,
    may_fire_over,
)
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play.rulebook import DIFFICULT, RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import CONTACT, WHEEL_BAR
from longroll.systems.honor_glory.units import Leader, Troops
from longroll.systems.honor_glory.words import REGIMENTS, CoverKind, Struck

#: What the pieces of a table are as cover. [honor_glory:34.8] [honor_glory:34.9]
_COVER: dict[str, CoverKind] = {
    "hedge": "hedge",
    "fence": "fence",
    "wall": "low_stone_wall",
    "trench": "entrenchment",
    "works": "earthworks",
    "open_woods": "open_woods",
    "dense_woods": "dense_woods",
    "railway_cut": "gully",
    "built_up": "stone_house",
}
#: Places along a front where it is seen whether they touch cover.
_SAMPLES = 16


def centre_of(state: State, id: str) -> Spot:
    """The centre of a unit, which fire is measured to. [honor_glory:6.5]"""
    return ground_of(RULEBOOK, state.units[id]).centre


def cover_of(state: State, unit: Unit) -> tuple[CoverKind, int]:
    """The best cover that the front of a unit touches, and the share that does.
    [honor_glory:34.3]"""
    return _cover(state.table, unit.pose, layout_of(unit).frame.width)


@lru_cache(maxsize=4096)
def _cover(table: Table, pose: Pose, width: int) -> tuple[CoverKind, int]:
    front = [
        spot_at(pose, -width // 2 + width * place // _SAMPLES, 0) for place in range(_SAMPLES + 1)
    ]
    best: tuple[CoverKind, int] = ("none", 100)
    for piece in table.pieces:
        kind = _COVER.get(piece.kind)
        if kind is None:
            continue
        near = sum(distance_from(place, piece.ground) <= CONTACT for place in front)
        share = near * 100 // len(front)
        if share >= COVER.frontage and (best[0] == "none" or _value(kind) > _value(best[0])):
            best = (kind, share)
    return best


def _value(kind: CoverKind) -> int:
    return COVER.kinds.get(kind, 0)


def facts(state: State, id: str) -> Troops:
    """A unit as the rules look at it, where it stands. [honor_glory:32.1] [honor_glory:102.1]"""
    unit = state.units[id]
    cover, share = cover_of(state, unit)
    leaders = [Leader("unit", 1)] if unit.colonel and unit.arm != "artillery" else []
    leaders += [Leader(one.rank, one.mp) for one in state.with_unit(id).values()]
    return Troops(
        arm=unit.kind,
        formation=unit.form,
        mp=unit.mp,
        side=unit.of,
        weapon=unit.weapon,
        gun=unit.gun,
        cover=cover,
        cover_frontage=share,
        prone=unit.prone,
        commanders=tuple(leaders),
        morale=unit.morale,
    )


# Fire


def range_to(state: State, id: str, target: str) -> int:
    """From the middle of the firer's front to the centre of the target. [honor_glory:6.5]"""
    return distance(state.units[id].pose.point, point(centre_of(state, target)))


def faces(state: State, id: str, target: str) -> bool:
    """Whether a target is within 45 degrees of straight ahead. [honor_glory:54.9]"""
    unit = state.units[id]
    return in_arc(spot(unit.pose.point), unit.heading, FIRE.arc * 10, centre_of(state, target))


def has_line(state: State, id: str, target: str) -> bool:
    """Whether nothing stands between a unit and another that it would see. [honor_glory:14.1a]
    [honor_glory:14.1c]"""
    start = spot(state.units[id].pose.point)
    others = troops(state, (id, target))
    return can_see(state.table, start, centre_of(state, target), others)


def lane_is_clear(state: State, id: str, target: str) -> bool:
    """Whether a lane as wide as the rules ask leads from the middle of a firer's front to the
    centre of its target, with nobody in it whom the firer may not fire over. [honor_glory:54.7]
    [honor_glory:54.8] [honor_glory:58.1] [honor_glory:59.2] (HG-H50)"""
    unit = state.units[id]
    here, there = unit.pose.point, centre_of(state, target)
    way = Pose(point(there), heading_to(here, there))
    bases = lane(unit.kind, unit.form)
    width = bases * layout_of(unit).frame.width // frontage(unit.kind, unit.form)
    length = distance(here, way.point)
    for x in (0, -width // 2, width // 2):
        if not can_see(state.table, spot_at(way, x, length), spot_at(way, x, 0)):
            return False
    corridor = footprint(Layout((Base(-width // 2, 0, width, length),)), way)
    slope = level(state, id) != level(state, target)
    return all(
        may_fire_over(
            facts(state, id), slope=slope, distance=gap(RULEBOOK, unit, state.units[other])
        )
        for other, ground in troops(state, (id, target))
        if overlaps(corridor, ground, SLACK)
    )


def is_forward_on_hill(state: State, id: str, target: str) -> bool:
    """Whether a unit that fires downhill is near enough to the contour: hills are flat-topped.
    [honor_glory:59.1]"""
    here = state.units[id].pose.point
    top = level(state, id)
    if level(state, target) >= top:
        return True
    way = Pose(here, heading_to(here, centre_of(state, target)))
    return any(
        level_at(state.table, spot_at(way, 0, -far)) < top
        and may_fire_from_hill(flat_topped=True, before_crest=True, to_contour=far)
        for far in range(0, FIRE.contour * CM + 1, CM // 4)
    )


def nearest_friend(state: State, target: str, side: str) -> int | None:
    """How near the firer's friends are to a target. [honor_glory:55.8]"""
    gaps = [
        gap(RULEBOOK, state.units[target], state.units[friend])
        for friend in state.of_side(side)
        if state.units[friend].morale == "formed"
    ]
    return min(gaps, default=None)


def is_enfiladed(state: State, id: str, target: str) -> bool:
    """Whether a shot comes from the side of its target. [honor_glory:62.1] (HG-H57)"""
    return struck_from(state, id, target) == "flank"


# Contact


def struck_from(state: State, id: str, target: str) -> Struck:
    """The zone of a target that a unit's front lies in. [honor_glory:94.1] (HG-H63)"""
    unit, other = state.units[id], state.units[target]
    frame = layout_of(unit).frame
    ends = []
    for x in (frame.left, frame.right):
        across, back = local(other.pose, spot_at(unit.pose, x, frame.front))
        ends.append((across, -back))
    there = layout_of(other).frame
    return attack_zone((ends[0], ends[1]), _fine(there.width), _fine(there.depth))


def _fine(hundredths: int) -> int:
    """A length in the measure of `local`."""
    return hundredths * GRAIN * SCALE


def touching(state: State, id: str, other: str) -> bool:
    """Base contact: within 2 cm. [honor_glory:3.contact]"""
    return gap(RULEBOOK, state.units[id], state.units[other]) <= CONTACT


def attached_to(state: State, gun: str) -> list[str]:
    """The formed regiments that a gun is attached to: those of its side that it touches.
    [honor_glory:90.3]"""
    return [
        friend
        for friend in state.of_side(state.units[gun].side)
        if state.units[friend].arm in REGIMENTS
        and state.units[friend].morale == "formed"
        and touching(state, gun, friend)
    ]


def nearest_enemy(state: State, id: str) -> str | None:
    """The nearest formed enemy."""
    unit = state.units[id]
    found = [
        (gap(RULEBOOK, unit, state.units[other]), other)
        for other in state.enemies_of(unit.side)
        if state.units[other].morale == "formed"
    ]
    return min(found)[1] if found else None


def enemy_within_ten(state: State, id: str) -> bool:
    """[honor_glory:45.3] [honor_glory:46.4b]"""
    other = nearest_enemy(state, id)
    return other is not None and gap(RULEBOOK, state.units[id], state.units[other]) <= WHEEL_BAR


def heading_to(here: Point, there: Spot) -> int:
    return bearing_to(here, point(there))


def is_difficult(state: State, here: Point, there: Point) -> bool:
    """Whether a straight way leads over difficult ground. [honor_glory:52.6]"""
    ways = lengths(state.table, here, there)
    return any(part.piece is not None and part.piece.kind in DIFFICULT for part in ways)


def level(state: State, id: str) -> int:
    """The contour that a unit stands on."""
    return level_at(state.table, spot(state.units[id].pose.point))
