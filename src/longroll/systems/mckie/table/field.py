"""What is found by measuring: who is where, how far off, in what cover, seen by whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import isqrt
from typing import TypeAlias

from longroll.board.table import (
    Footprint,
    Layout,
    Piece,
    Polygon,
    Pose,
    Spot,
    Table,
    Turn,
    after,
    barriers_along,
    centre,
    closest,
    crosses,
    distance_between,
    distance_from,
    footprint,
    ground_at,
    is_within,
    level_at,
    piece,
    ranks,
    with_behind,
)
from longroll.board.table.angles import HALF_TURN
from longroll.board.table.places import GRAIN, INCH, Point, spot
from longroll.board.table.sight import can_see
from longroll.board.table.terrain import KINDS
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army import layouts
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import LIMITS, Stand, StandKind, based, figures_on_a_stand
from longroll.systems.mckie.table.state import ENEMY, State, Trench
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import Arm, Cover, Formation, Ground

#: What a kind of terrain is underfoot, if the rules have a word for it. (MK-M50)
GROUNDS: dict[str, Ground] = {
    "road": "road",
    "open_woods": "open_woods",
    "dense_woods": "dense_woods",
    "rough": "rough",
    "built_up": "built_up",
    "stream": "rough",
}
#: What a kind of terrain shelters as.
_COVERS: dict[str, Cover] = {
    "open_woods": "woods",
    "dense_woods": "woods",
    "built_up": "built_up_edge",
    "works": "prepared",
    "wall": "wall",
    "hedge": "wall",
    "trench": "hasty_trench",
    "fence": "rail_fence",
    "railway_cut": "wall",
}
#: A barrier shelters from fire that crosses it in the last part of its way, in hundredths.
_BEFORE_COVER = 2 * INCH
_WATERS = ("water", "river")


# Bases


def plan_of(unit: Unit) -> layouts.Layout:
    """The ranks of a unit as it is."""
    return _plan(unit.arm, unit.formation, strength(unit), unit.front, unit.bases)


def strength(unit: Unit) -> int:
    """Figures for the layout: a battery keeps its models while it has them."""
    if unit.is_battery:
        return LIMITS.crew_of_a_model * len(unit.crews)
    return max(1, unit.figures)


Sizes: TypeAlias = tuple[tuple[StandKind, int, int], ...]


@lru_cache(maxsize=64)
def _sized(bases: Sizes) -> Mapping[StandKind, Stand]:
    """The stands of a unit whose bases are not all the book's. [mckie:base.optional]"""
    return based({kind: (frontage, depth) for kind, frontage, depth in bases})


@lru_cache(maxsize=4096)
def _plan(arm: Arm, formation: Formation, figures: int, front: int, bases: Sizes) -> layouts.Layout:
    # Losses may leave too few for a second rank, or a third: the ranks close up, and what is left
    # never takes more room than the whole did.
    stands = _sized(bases)
    narrower: Formation = "column" if formation == "attack_column" else "line"
    for plan in (
        layouts.layout(arm, formation, figures, front=front or None, stands=stands),
        layouts.layout(arm, formation, figures, stands=stands),
        layouts.layout(arm, narrower, figures, stands=stands),
    ):
        if not isinstance(plan, Refusal):
            return plan
    raise ValueError(f"{figures} figures of {arm} have no layout in {formation}")


@lru_cache(maxsize=4096)
def _drawn(plan: layouts.Layout, whole: bool, bases: Sizes) -> Layout:
    stand = plan.stand
    drawn = ranks(plan.ranks, stand.frontage, stand.depth, plan.gap_across, plan.gap_between_ranks)
    if plan.behind is None or not whole:
        return drawn
    kind = _sized(bases)[plan.behind.kind]
    return with_behind(drawn, plan.behind.number, kind.frontage, kind.depth, plan.behind.gap)


def layout_of(unit: Unit) -> Layout:
    """All the bases of a unit, including limbers and horse holders."""
    return _drawn(plan_of(unit), True, unit.bases)


def fighting_layout(unit: Unit) -> Layout:
    """The bases that fire, fight and are shot at."""
    return _drawn(plan_of(unit), False, unit.bases)


def ground_of(unit: Unit) -> Footprint:
    """Everything a unit covers, with bases that are edge to edge joined into one."""
    return footprint(layout_of(unit).solid, unit.pose)


def stands_of(unit: Unit) -> Footprint:
    """What others shoot at and run into."""
    return footprint(fighting_layout(unit), unit.pose)


def figures_by_stand(unit: Unit) -> tuple[int, ...]:
    """Figures on each fighting stand, front rank first: the rearmost take the losses.
    [mckie:rem.stand]"""
    if unit.is_battery:
        return unit.crews
    if unit.is_vessel:
        return (unit.figures,)
    each = figures_on_a_stand(unit.arm, unit.formation)
    count = sum(plan_of(unit).ranks)
    left = unit.figures - unit.holders
    return tuple(max(0, min(each, left - each * place)) for place in range(count))


def front_stands(unit: Unit) -> range:
    """The places of the stands of the front rank."""
    return range(plan_of(unit).ranks[0])


# Distances


def gap(one: Unit, other: Unit) -> int:
    """Hundredths between the nearest stands of two units."""
    return distance_between(stands_of(one), stands_of(other))


def are_within(one: Unit, other: Unit, limit: int) -> bool:
    return is_within(stands_of(one), stands_of(other), limit)


def gap_to_point(point: Point, unit: Unit) -> int:
    return distance_from(spot(point), stands_of(unit))


# Sight and arcs


def troops(state: State, besides: Iterable[str]) -> list[tuple[str, Footprint]]:
    """All units on the table that may be in the way, except some."""
    out = set(besides)
    return [(id, ground_of(state.units[id])) for id in state.present() if id not in out]


def sees(state: State, looker: str, other: str) -> bool:
    """Whether a unit has another in sight: where the two are nearest to each other, or from the
    middle of one of its stands. Troops between do not block sight. Sight is 2 in into and inside
    dense woods and towns, 4 in in open woods.

    [mckie:hidden.umpire.2] [mckie:vis.dense.1] [mckie:vis.dense.2] [mckie:vis.open.1]
    """
    mine, theirs = state.units[looker], state.units[other]
    limit = int(state.battle.file.sight * INCH)
    if not are_within(mine, theirs, limit):
        return False
    ours, marks = stands_of(mine), stands_of(theirs)
    if can_see(state.battle.table, *closest(ours, marks)):
        return True
    return any(
        can_see(state.battle.table, eye, mark) for eye in _marks(ours) for mark in _marks(marks)
    )


def _marks(ground: Footprint) -> list[Spot]:
    """The middle of the first and the last stand, and of the whole."""
    return [ground.centre, centre(ground.bases[0]), centre(ground.bases[-1])]


def nearest_enemy(state: State, id: str) -> int | None:
    """Hundredths to the nearest enemy in sight; None if there is none.
    [mckie:morale.factor.noenemy]"""
    unit = state.units[id]
    gaps = sorted(
        (gap(unit, state.units[other]), other) for other in state.of_side(ENEMY[unit.side])
    )
    return next((far for far, other in gaps if sees(state, id, other)), None)


# Ground and cover


def ground_under(state: State, unit: Unit) -> Ground:
    """The worst ground that the stands of a unit are on, by the middle of each."""
    found = {underfoot(state, centre(base)) for base in stands_of(unit).bases}
    for ground in ("built_up", "dense_woods", "rough", "open_woods"):
        if ground in found:
            return ground
    return "open"


def underfoot(state: State, place: Spot) -> Ground:
    piece = ground_at(state.battle.table, place)
    return GROUNDS.get(piece.kind, "open") if piece is not None else "open"


def height(state: State, unit: Unit) -> int:
    """The level a unit is on: that of the middle of its front."""
    return level_at(state.battle.table, spot(unit.pose.point))


def cover_of(state: State, unit: Unit, fire_from: Spot | None = None) -> Cover:
    """What a unit is in or behind: the best of what most of its front rank has. (MK-M7, MK-M38)

    A wall, a hedge or a trench shelters from fire that crosses it, and only from that.
    [mckie:fire.factor.cover]
    """
    found: list[Cover] = []
    ground = stands_of(unit)
    for place in front_stands(unit):
        found.append(_cover_of_stand(state, ground.bases[place], fire_from))
    best = max(set(found), key=lambda cover: (found.count(cover), cover))
    return best if 2 * found.count(best) > len(found) else "none"


def _cover_of_stand(state: State, base: Polygon, fire_from: Spot | None) -> Cover:
    table = state.battle.table
    barriers = barriers_along(table, base[0], base[1])
    if state.trenches:
        barriers += barriers_along(_trenches(state.trenches), base[0], base[1])
    along = [
        shelter_of(piece)
        for piece in barriers
        if fire_from is None or _shelters(piece, base, fire_from)
    ]
    for kind in ("prepared", "wall", "hasty_trench"):
        if kind in along:
            return kind
    piece = ground_at(table, centre(base))
    under = "none" if piece is None else shelter_of(piece)
    if under != "none":
        return under
    return "rail_fence" if "rail_fence" in along else "none"


def shelter_of(piece: Piece) -> Cover:
    """What a piece of terrain shelters as: by its kind, unless the table gives it cover or takes it
    away. (MK-M7)"""
    usual = _COVERS.get(piece.kind, "none")
    if piece.cover == KINDS[piece.kind].cover:
        return usual
    if piece.cover:
        return "wall" if piece.shape == "line" else "woods"
    return "rail_fence" if can_rest_on(piece) else "none"


def can_rest_on(piece: Piece) -> bool:
    """Whether weapons can be rested on a piece of terrain. (MK-M7)"""
    if piece.rest == KINDS[piece.kind].rest:
        return cover_effect(_COVERS.get(piece.kind, "none")).rest
    return piece.rest


def rests(state: State, unit: Unit) -> bool:
    """Whether most of the front rank of a unit has something to rest its weapons on.
    [mckie:fire.factor.rest]"""
    bases = [stands_of(unit).bases[place] for place in front_stands(unit)]
    table = state.battle.table
    resting = 0
    for base in bases:
        near = list(barriers_along(table, base[0], base[1]))
        under = ground_at(table, centre(base))
        resting += any(can_rest_on(piece) for piece in (*near, *([under] if under else ())))
    return 2 * resting > len(bases)


def _shelters(piece: Piece, base: Polygon, fire_from: Spot) -> bool:
    """Whether fire crosses a barrier close before it comes to a stand. Works protect those
    in them, wherever the fire comes from. [mckie:fire.factor.prepared]"""
    if shelter_of(piece) == "prepared":
        return True
    end = centre(base)
    x, y = fire_from.x - end.x, fire_from.y - end.y
    far = max(1, isqrt(x * x + y * y))
    near = min(far, _BEFORE_COVER * GRAIN)
    return crosses(Spot(end.x + x * near // far, end.y + y * near // far), end, piece.ground)


@lru_cache(maxsize=64)
def _trenches(trenches: tuple[Trench, ...]) -> Table:
    """The trenches that were dug, as terrain. [mckie:dig.3]"""
    pieces = (piece("trench", "trench", one.start, one.end, width=10) for one in trenches)
    return Table("trenches", 0, 0, tuple(pieces))


def is_afloat(table: Table, unit: Unit) -> bool:
    """Whether a vessel is wholly on water, by the corners and the middle of its base.
    [mckie:opt.gunboat.1]"""
    base = stands_of(unit).bases[0]
    grounds = (ground_at(table, place) for place in (*base, centre(base)))
    return all(piece is not None and piece.kind in _WATERS for piece in grounds)


# Facing


def facing_away(unit: Unit) -> Pose:
    """The pose of a unit that has turned about on the spot."""
    return after(layout_of(unit), unit.pose, Turn(HALF_TURN))
