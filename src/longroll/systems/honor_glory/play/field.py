"""Questions about the table: what a unit is worth where it stands, ranges, arcs, lines of fire."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from longroll.board.table import (
    GRAIN,
    Base,
    Layout,
    Leg,
    Piece,
    Point,
    Pose,
    Spot,
    Table,
    ahead,
    ahead_of,
    base_at,
    bearing_to,
    contours_crossed,
    distance,
    distance_between,
    distance_from,
    footprint,
    in_arc,
    is_within,
    level_at,
    lies_within,
    overlaps,
    point,
    spot,
    spot_at,
)
from longroll.board.table.angles import SCALE
from longroll.board.table.ground import part_of
from longroll.board.table.measure import SLACK, is_along, square_of_centres
from longroll.board.table.places import local
from longroll.board.table.terrain import box_of, plots, screens
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.memo import finding
from longroll.miniatures.cost import Way, way_along
from longroll.miniatures.drill import NORMAL
from longroll.miniatures.ring import is_surrounded
from longroll.miniatures.rulebook import Gait
from longroll.miniatures.standing import are_within, gap, ground_of
from longroll.miniatures.ways import grounds, standing_near
from longroll.systems.honor_glory.charges import attack_zone, is_secure
from longroll.systems.honor_glory.command import extended_bonus
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.fire_restrictions import (
    frontage,
    lane,
    may_fire_from_hill,
    overhead,
)
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.melee_tables import MELEE, SECURE_FLANK
from longroll.systems.honor_glory.play import walls
from longroll.systems.honor_glory.play.events import Seen
from longroll.systems.honor_glory.play.rulebook import RULEBOOK, layout_of
from longroll.systems.honor_glory.play.sights import are_both_in, sees
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import CHANGE_BAR, CONTACT
from longroll.systems.honor_glory.units import Leader, Troops, cover_class
from longroll.systems.honor_glory.visibility import Hiding, farthest, must_be_placed, sees_past
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
#: Enemies this near may leave a unit no way out, and how wide a way out is.
_RING, _WAY_OUT = 20 * CM, 4 * CM
#: Places are rounded: a unit in line with another may stand this much before it.
ON_THE_LINE = 2
#: Places along a front where it is seen whether they touch cover.
SAMPLES = 16


def centre_of(state: State, id: str) -> Spot:
    """The centre of a unit, which fire is measured to. [honor_glory:6.5]"""
    return ground_of(RULEBOOK, state.units[id]).centre


def cover_of(state: State, unit: Unit) -> tuple[CoverKind, int]:
    """The best cover that the front of a unit touches, and the share that does; a unit in a
    building has its cover on every face. [honor_glory:34.3] [honor_glory:96.1]"""
    if unit.inside:
        return cover_kind(
            state, next(one for one in state.table.pieces if one.name == unit.inside)
        ), 100
    agreed = tuple(state.played.file.cover.items())
    return _cover(state.table, agreed, unit.pose, layout_of(unit).frame.width)


def cover_kind(state: State, piece: Piece) -> CoverKind:
    """What a piece is as cover, as it was agreed before the battle. [honor_glory:8.4]
    [honor_glory:34.10]"""
    return state.played.file.cover.get(piece.name, _COVER.get(piece.kind, "none"))


@lru_cache(maxsize=4096)
def _cover(
    table: Table, agreed: tuple[tuple[str, CoverKind], ...], pose: Pose, width: int
) -> tuple[CoverKind, int]:
    """[honor_glory:8.4] [honor_glory:34.3] [honor_glory:34.8] [honor_glory:34.9]"""
    called = dict(agreed)
    best: tuple[CoverKind, int] = ("none", 100)
    for piece in table.pieces:
        kind = called.get(piece.name, _COVER.get(piece.kind, "none"))
        if kind == "none" or is_beyond(pose, width, piece):
            continue
        front = front_of(pose, width)
        near = sum(lies_within(place, piece.ground, CONTACT) for place in front)
        share = near * 100 // len(front)
        if kind == "dense_woods" and _is_at_the_edge(piece, pose, width):
            kind = "tree_line"
        if share >= COVER.frontage and (best[0] == "none" or _value(kind) > _value(best[0])):
            best = (kind, share)
    return best


def is_beyond(pose: Pose, width: int, piece: Piece) -> bool:
    """Whether no place of a front can touch a piece: its middle is too far from it."""
    return not lies_within(spot(pose.point), piece.ground, width // 2 + 2 * CONTACT)


def _is_at_the_edge(wood: Piece, pose: Pose, width: int) -> bool:
    """Whether a front looks out of a wood, or lies along its edge, rather than stands deep in it.
    [honor_glory:34.8] (HG-13)"""
    ahead = Pose(point(spot_at(pose, 0, -CONTACT)), pose.heading)
    inside = sum(lies_within(place, wood.ground, 0) for place in front_of(ahead, width))
    deep = sum(lies_within(place, wood.ground, 0) for place in front_of(pose, width))
    return min(inside, deep) * 100 < COVER.frontage * (SAMPLES + 1)


def front_of(pose: Pose, width: int) -> list[Spot]:
    """Places along the front of a unit, from end to end."""
    return [spot_at(pose, width * place // SAMPLES - width // 2, 0) for place in range(SAMPLES + 1)]


def _value(kind: CoverKind) -> int:
    return COVER.kinds.get(kind, 0)


def facts(state: State, id: str, *, charging: bool = False) -> Troops:
    """A unit as the rules look at it, where it stands. Cover is for those who defend it: a unit
    that charges, or fights where it has charged, is in the open. [honor_glory:32.1]
    [honor_glory:34.5] [honor_glory:102.1] (HG-26)"""
    unit = state.units[id]
    cover: CoverKind = "none"
    share = 100
    if not (charging or any(one == id for one, _ in state.melees)):
        cover, share = cover_of(state, unit)
    return troops_of(
        state,
        id,
        cover=cover,
        cover_frontage=share,
        remote=_help_from_afar(state, id),
        defence_value=_worn(state, unit, cover),
    )


def troops_of(state: State, id: str, **where: Any) -> Troops:
    """A unit with its commanders; `where` is what its place adds. [honor_glory:32.1]"""
    unit = state.units[id]
    leaders = [Leader("unit", 1)] if unit.colonel and unit.arm != "artillery" else []
    leaders += [Leader(one.rank, one.mp) for one in state.with_unit(id).values()]
    return Troops(
        arm=unit.kind,
        formation=unit.form,
        mp=unit.mp,
        side=unit.of,
        weapon=unit.weapon,
        gun=unit.gun,
        prone=unit.prone,
        commanders=tuple(leaders),
        morale=unit.morale,
        blown=unit.blown,
        may_be_wounded=state.options.wounded_commanders,
        camp_lost=unit.of in state.camps and state.camps[unit.of].holder != unit.side,
        **where,
    )


def _worn(state: State, unit: Unit, kind: CoverKind) -> int | None:
    """What is left of the cover of a unit that was damaged, by OP10; None if it is whole."""
    if not state.damage or kind == "none":
        return None
    front = front_of(unit.pose, layout_of(unit).frame.width)
    for piece in state.table.pieces:
        lost = state.damage.get(piece.name, 0)
        near = piece.name == unit.inside or any(
            lies_within(place, piece.ground, CONTACT) for place in front
        )
        of = cover_kind(state, piece)
        if lost and near and kind in (of, "tree_line" if of == "dense_woods" else of):
            return max(0, _value(kind) - lost)
    return None


def _help_from_afar(state: State, id: str) -> int:
    """What commanders with other units add by OP14. [honor_glory:OP14.0a] [honor_glory:OP14.0d]
    [honor_glory:OP14.3]"""
    if not state.options.extended_command:
        return 0
    here = point(centre_of(state, id))
    bonus = 0
    for who, units in state.helped.items():
        one = state.commanders[who]
        if one.place == "table" and one.joined and id in units:
            far = [
                distance(point(centre_of(state, one.joined)), point(centre_of(state, unit)))
                for unit in units
                if state.units[unit].place == "table"
            ]
            there = distance(point(centre_of(state, one.joined)), here)
            given = extended_bonus(Leader(one.rank, one.mp), far)
            bonus += given[far.index(there)]
    return bonus


# Fire


def range_to(state: State, id: str, target: str) -> int:
    """From the middle of the firer's front to the centre of the target. [honor_glory:6.5]"""
    return distance(state.units[id].point, point(centre_of(state, target)))


def on_the_way(start: Point, end: Point) -> list[Point]:
    """Places along a straight way, from end to end."""
    way = Pose(start, bearing_to(start, end))
    far = distance(start, end)
    return [point(spot_at(way, 0, -far * place // SAMPLES)) for place in range(SAMPLES + 1)]


def faces(state: State, id: str, target: str) -> bool:
    """Whether a target is within 45 degrees of straight ahead. [honor_glory:54.9]"""
    unit = state.units[id]
    return in_arc(spot(unit.point), unit.heading, FIRE.arc * 10, centre_of(state, target))


def has_line(state: State, id: str, target: str) -> bool:
    """Whether nothing stands between a unit and another that it would see; friends close before a
    support do not hinder it, nor do hedges, fences and low walls. [honor_glory:14.1a]
    [honor_glory:14.1b] [honor_glory:14.1c] [honor_glory:14.1d] [honor_glory:14.2.sup0]"""
    state = walls.attacked(state, target, id)
    unit = state.units[id]
    start, end = spot(unit.point), centre_of(state, target)
    others = [
        (one, ground)
        for one, ground in grounds(state)
        if one not in (id, target)
        and is_along(start, end, 0, ground)
        and not _sees_past(unit, state.units[one])
    ]
    return sees(state.table, start, end, others)


def _sees_past(unit: Unit, friend: Unit) -> bool:
    """Whether a unit supports a friend so closely that it sees past it."""
    return unit.side == friend.side and sees_past(
        unit.kind, friend.kind, gap(RULEBOOK, unit, friend)
    )


@finding("units", "commanders", "removed", "laid", "damage", "camps")
def lane_is_clear(state: State, id: str, target: str) -> bool:
    """Whether a lane as wide as the rules ask leads from the middle of a firer's front to the
    centre of its target, with nobody in it whom the firer may not fire over. [honor_glory:54.7]
    [honor_glory:54.8] [honor_glory:58.1] [honor_glory:59.2] (HG-H50)"""
    slope = level(state, id) != level(state, target)
    return is_lane(state, id, centre_of(state, target), state.table, slope=slope, among=(target,))


def is_lane(
    state: State, id: str, there: Spot, table: Table, *, slope: bool, among: Collection[str]
) -> bool:
    """Whether a lane leads to a place over a table, whoever stands `among` what is fired at. Those
    beside and behind the firer's front are not in its way. (HG-44)"""
    unit, here = state.units[id], state.units[id].point
    way = Pose(point(there), heading_to(here, there))
    bases = lane(unit.kind, unit.form)
    width = bases * layout_of(unit).frame.width // frontage(unit.kind, unit.form)
    length = distance(here, way.point)
    start, wide = spot(here), width * GRAIN
    near = [
        (other, ground)
        for other, ground in grounds(state)
        if is_along(start, there, wide, ground)
        and other != id
        and other not in among
        and is_ahead(state, other, unit.pose)
    ]
    if near:
        corridor = base_at(Base(-width // 2, 0, width, length), way)
        over = overhead(unit.kind, unit.gun, slope=slope)
        for other, ground in near:
            if overlaps(corridor, ground, SLACK):
                if over is None or gap(RULEBOOK, unit, state.units[other]) < over:
                    return False
    lines = [(spot_at(way, x, length), spot_at(way, x, 0)) for x in (0, -width // 2, width // 2)]
    beneath = part_of(table, box_of(place for line in lines for place in line))
    if not screens(beneath) and not plots(beneath, "contour"):
        return True
    return all(sees(beneath, *line) for line in lines)


def is_ahead(state: State, id: str, front: Pose) -> bool:
    """Whether any of a unit stands before the line of a front, not just beside and behind it."""
    parts = ground_of(RULEBOOK, state.units[id]).parts
    return any(ahead_of(front, corner) > ON_THE_LINE for part in parts for corner in part)


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


def last_contour(state: State, id: str, target: str) -> int | None:
    """How far from a firer the last contour before its target is. [honor_glory:37.1]"""
    here, there = state.units[id].pose.point, point(centre_of(state, target))
    crossed = contours_crossed(state.table, here, there)
    return crossed[-1].length if crossed else None


def front_distances(state: State, id: str, target: str) -> list[int]:
    """How far from a firer the front of its target is, place by place. [honor_glory:37.2]"""
    here, other = state.units[id].pose.point, state.units[target]
    front = front_of(other.pose, layout_of(other).frame.width)
    return [distance(here, point(place)) for place in front]


def friends_within(state: State, id: str, target: str, limit: int) -> Iterator[str]:
    """The friends of a firer this near to its target. [honor_glory:55.8]"""
    yield from (one for one in near(state, target, limit, state.units[id].side) if one != id)


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


def charged_from(state: State, id: str, target: str) -> Struck:
    """Where a charge strikes: a secure flank cannot be attacked, and the charge comes in front.
    [honor_glory:93.1] [honor_glory:93.2] (HG-10)"""
    struck = struck_from(state, id, target)
    if struck != "flank":
        return struck
    across, _ = local(state.units[target].pose, spot(state.units[id].pose.point))
    return "front" if _is_flank_secure(state, target, -1 if across < 0 else 1) else "flank"


def _is_flank_secure(state: State, id: str, side: int) -> bool:
    """Whether something impassable or the front of a friend is near one flank of a unit.
    [honor_glory:93.1] [honor_glory:93.1n] [honor_glory:93.2]"""
    unit, frame = state.units[id], layout_of(state.units[id]).frame
    edge = footprint(Layout((Base(side * frame.width // 2, 0, 1, frame.depth),)), unit.pose)
    near = [distance_between(edge, one.ground) for one in state.table.pieces if _is_wall(one)]
    if is_secure(impassable=min(near, default=None)):
        return True
    for friend in state.of_side(unit.side):
        other = state.units[friend]
        front = front_of(other.pose, layout_of(other).frame.width)
        gaps = [distance_from(place, edge) for place in front]
        share = sum(far <= SECURE_FLANK for far in gaps) * 100 // len(gaps)
        beside = local(unit.pose, spot(other.pose.point))[0] * side > 0
        if friend != id and beside and is_secure(friends=min(gaps), share=share):
            return True
    return False


def _is_wall(piece: Piece) -> bool:
    """Whether nobody can cross a piece."""
    return piece.barred or piece.kind == "works"


def is_behind(state: State, id: str, other: str) -> bool:
    """Whether a unit stands behind another rather than beside it."""
    return struck_from(state, id, other) == "rear"


def _fine(hundredths: int) -> int:
    """A length in the measure of `local`."""
    return hundredths * GRAIN * SCALE


def touching(state: State, id: str, other: str) -> bool:
    """Base contact: within 2 cm. [honor_glory:3.contact]"""
    return are_near(state, id, other, CONTACT)


def are_near(state: State, id: str, other: str, limit: int) -> bool:
    """Whether two units are no farther apart than this."""
    return are_within(RULEBOOK, state.units[id], state.units[other], limit)


def near(state: State, id: str, limit: int, side: str) -> list[str]:
    """The others of a side that are no farther than this from a unit."""
    here = ground_of(RULEBOOK, state.units[id])
    return [
        other
        for other, ground in grounds(state)
        if state.units[other].side == side and other != id and is_within(here, ground, limit)
    ]


def attached_to(state: State, gun: str) -> list[str]:
    """The formed regiments that a gun is attached to: those of its side that it touches, or the
    one of them that was named. [honor_glory:90.3] [honor_glory:90.4]"""
    side, named = state.units[gun].side, state.units[gun].attached
    found = [
        friend
        for friend in near(state, gun, CONTACT, side)
        if state.units[friend].arm in REGIMENTS and state.units[friend].morale == "formed"
    ]
    return [named] if named in found else found


def nearest_enemy(state: State, id: str) -> str | None:
    """The nearest formed enemy."""
    units, side, here = state.units, state.units[id].side, ground_of(RULEBOOK, state.units[id])
    formed = [
        (square_of_centres(here, ground), other, ground)
        for other, ground in grounds(state)
        if units[other].side != side and units[other].morale == "formed" and not units[other].hidden
    ]
    found: tuple[int, str] | None = None
    for _, other, ground in sorted(formed):  # Those that seem near first: few are measured.
        if found is None or is_within(here, ground, found[0]):
            far = distance_between(here, ground), other
            found = far if found is None else min(found, far)
    return found[1] if found else None


def is_hopeless(state: State, id: str) -> bool:
    """Whether enemies leave a unit no way out. [honor_glory:20.3] (HG-11)"""
    side = state.units[id].side
    others = [state.units[one] for one in standing_near(state, id, _RING)]
    formed = [other for other in others if other.side != side and other.morale == "formed"]
    return is_surrounded(state, id, formed, _RING, _WAY_OUT)


# Hidden units


_HIDING: dict[str, Hiding] = {
    "dense_woods": "dense_woods",
    "tree_line": "dense_woods",
    "open_woods": "light_woods",
    "gully": "gully",
    "sunken_road": "gully",
}


def reveal(state: State, umpire: Umpire) -> None:
    """Place the hidden units that the enemy sees. [honor_glory:8.9n1] [honor_glory:14.2d]
    [honor_glory:14.3a]"""
    for id in state.present():
        unit = state.units[id]
        if not unit.hidden:
            continue
        kind = cover_of(state, unit)[0]
        shelter = cover_class(facts(state, id))
        hiding = _HIDING.get(kind, None if shelter == "none" else shelter)
        for enemy in state.enemies_of(unit.side):
            higher = level(state, enemy) > level(state, id)
            here, there = spot(state.units[enemy].point), centre_of(state, id)
            both = are_both_in(state.table, here, there)
            limit = farthest(hiding, higher=higher, both_inside=both)
            far = range_to(state, enemy, id)
            if must_be_placed(seen_from=far, limit=limit) and has_line(state, enemy, id):
                place(state, id, umpire)
                break


def place(state: State, id: str, umpire: Umpire) -> None:
    """Put a hidden unit on the table. [honor_glory:14.3b] [honor_glory:14.3c]"""
    if state.units[id].hidden:
        state.change(id, hidden=False)
        title = state.units[id].title
        umpire.tell(Seen(rules=("honor_glory:14.3b",), unit=id, title=title))


def enemy_within_ten(state: State, id: str) -> bool:
    """[honor_glory:45.3]"""
    other = nearest_enemy(state, id)
    return other is not None and gap(RULEBOOK, state.units[id], state.units[other]) <= CHANGE_BAR


def heading_to(here: Point, there: Spot) -> int:
    return bearing_to(here, point(there))


def is_difficult(state: State, id: str, there: Point) -> bool:
    """Whether a straight way leads a unit over difficult ground. [honor_glory:52.3]
    [honor_glory:52.6]"""
    unit = state.units[id]
    gait = RULEBOOK.moves.gait(unit, NORMAL, False)
    return _is_slow(state.table, gait, layout_of(unit), unit.pose.point, there)


@lru_cache(maxsize=1024)
def _is_slow(table: Table, gait: Gait, layout: Layout, here: Point, there: Point) -> bool:
    start, leg = Pose(here, bearing_to(here, there)), ahead(distance(here, there))
    way = way_along(RULEBOOK, table, gait, layout, start, leg)
    return any(isinstance(one, Refusal) or one.is_slow for one in way.grounds())


def way_of(state: State, id: str, start: Pose, leg: Leg, pace: str = NORMAL) -> Way:
    """The way of a unit from a pose."""
    unit = state.units[id]
    gait = RULEBOOK.moves.gait(unit, pace, False)
    return way_along(RULEBOOK, state.table, gait, layout_of(unit), start, leg)


def heights(state: State, id: str) -> tuple[int, int, int]:
    """The ground behind the front of a unit in melee, the ground before it, and how far the fight
    is from the contour between them; the same for both sides, whoever strikes.
    [honor_glory:91.1] [honor_glory:91.2] (HG-16)"""
    unit = state.units[id]
    own, foes = (spot_at(unit.pose, 0, way * MELEE.slope * CM) for way in (1, -1))
    crossed = contours_crossed(state.table, point(own), point(foes))
    edge = distance(crossed[-1].at, unit.pose.point) if crossed else 0
    return level_at(state.table, own), level_at(state.table, foes), edge


def level(state: State, id: str) -> int:
    """The contour that a unit stands on."""
    return _level(state.table, state.units[id].point)


@lru_cache(maxsize=4096)
def _level(table: Table, place: Point) -> int:
    return level_at(table, spot(place))
