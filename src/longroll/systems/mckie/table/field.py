"""What is found by measuring: who is where, how far off, in what cover, seen by whom."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from longroll.board.table import (
    Footprint,
    Piece,
    Polygon,
    Spot,
    Table,
    barriers_along,
    centre,
    closest,
    crosses,
    distance_between,
    ground_at,
    is_within,
    level_at,
    piece,
)
from longroll.board.table.measure import square_of_centres
from longroll.board.table.places import GRAIN, INCH, spot
from longroll.board.table.sight import can_see
from longroll.board.table.terrain import KINDS
from longroll.systems.mckie.army.stands import (
    are_within,
    armed_by_stand,
    facing_away,
    fighting_layout,
    figures_by_stand,
    front_stands,
    gap,
    gap_to_point,
    ground_of,
    is_afloat,
    layout_in,
    layout_of,
    plan_of,
    shown_layout,
    single,
    stands_of,
    strength,
)
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.movement.ground import GROUNDS
from longroll.systems.mckie.table.state import ENEMY, State, Trench
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import Cover, Ground

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


# Sight and arcs


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
    ours, marks, table = stands_of(mine), stands_of(theirs), state.battle.table
    # Where they are nearest to each other takes the longest to find.
    return any(
        can_see(table, eye, mark) for eye in _marks(ours) for mark in _marks(marks)
    ) or can_see(table, *closest(ours, marks))


def _marks(ground: Footprint) -> list[Spot]:
    """The middle of the first and the last stand, and of the whole."""
    return [ground.centre, centre(ground.bases[0]), centre(ground.bases[-1])]


def nearest_enemy(state: State, id: str) -> int | None:
    """Hundredths to the nearest enemy in sight; None if there is none.
    [mckie:morale.factor.noenemy]"""
    ground, best = stands_of(state.units[id]), None
    enemies = {
        other: stands_of(state.units[other]) for other in state.of_side(ENEMY[state.units[id].side])
    }
    for other in sorted(enemies, key=lambda other: square_of_centres(ground, enemies[other])):
        there = enemies[other]
        if best is None or is_within(ground, there, best - 1):
            if sees(state, id, other):
                best = distance_between(ground, there)
    return best


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


__all__ = [
    "GROUNDS",
    "are_within",
    "armed_by_stand",
    "cover_of",
    "facing_away",
    "fighting_layout",
    "figures_by_stand",
    "front_stands",
    "gap",
    "gap_to_point",
    "ground_of",
    "ground_under",
    "height",
    "is_afloat",
    "layout_in",
    "layout_of",
    "nearest_enemy",
    "plan_of",
    "sees",
    "shown_layout",
    "single",
    "stands_of",
    "strength",
    "underfoot",
]
