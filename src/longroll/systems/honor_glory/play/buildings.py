"""Buildings: a regiment that holds one stands along a face of it and looks out.
[honor_glory:47.1] [honor_glory:60.1] [honor_glory:96.3]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import (
    Piece,
    Point,
    Pose,
    bearing_to,
    distance,
    distance_from,
    footprint,
    overlaps,
    point,
    spot_at,
    turning,
)
from longroll.board.table.angles import HALF_TURN, RIGHT_ANGLE, normal
from longroll.board.table.measure import SLACK
from longroll.board.table.places import nearest
from longroll.kernel.decision import Refusal
from longroll.miniatures.ways import is_free
from longroll.systems.honor_glory.layouts import base_size
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import CONTACT
from longroll.systems.honor_glory.words import FOOT

#: How far back the loser of a round is moved. [honor_glory:96.1.3]
_DEEP = base_size("infantry")[1]


def is_building(piece: Piece) -> bool:
    """A house with four walls; anything larger is a built-up area. [honor_glory:4.buildings]"""
    return piece.kind == "built_up" and len(piece.points) == 4


def faces(piece: Piece) -> Iterator[tuple[Pose, int]]:
    """Each wall of a building: where a unit that holds it has the middle of its front, and how
    wide the wall is. [honor_glory:96.3]"""
    corners = piece.points
    middle = Point(sum(x for x, _ in corners) // 4, sum(y for _, y in corners) // 4)
    for here, there in zip(corners, (*corners[1:], corners[0]), strict=True):
        wall = Point(nearest(here.x + there.x, 2), nearest(here.y + there.y, 2))
        across = bearing_to(here, there)
        out = normal(across + RIGHT_ANGLE)
        if abs(turning(out, bearing_to(middle, wall))) > RIGHT_ANGLE:
            out = normal(out + HALF_TURN)
        front = point(spot_at(Pose(wall, out), 0, -_DEEP))
        yield Pose(front, out), distance(here, there)


def holders(state: State, building: str) -> list[str]:
    """The units that hold a building."""
    return [id for id in state.present() if state.units[id].inside == building]


def beside(state: State, id: str) -> Piece | None:
    """The building that the front of a unit touches."""
    here = field.front_of(state.units[id].pose, layout_of(state.units[id]).frame.width)
    for piece in state.table.pieces:
        if is_building(piece) and min(distance_from(one, piece.ground) for one in here) <= CONTACT:
            return piece
    return None


def bars_to_occupy(state: State, id: str) -> Iterator[Refusal]:
    """[honor_glory:8.4] [honor_glory:96.3] [honor_glory:96.1.6b]"""
    unit, piece = state.units[id], beside(state, id)
    if unit.arm not in FOOT:
        yield Refusal("honor_glory:96.3", "only infantry occupies buildings")
    if piece is None:
        yield Refusal("honor_glory:96.3", "its front touches no building")
        return
    within = [state.units[one] for one in holders(state, piece.name)]
    if any(other.side != unit.side for other in within):
        yield Refusal("honor_glory:96.1.6b", f"the enemy holds {piece.name}")
    elif len(within) >= state.played.file.holds.get(piece.name, 1):
        yield Refusal("honor_glory:8.4", f"{piece.name} holds no more units")


def occupy(state: State, id: str) -> None:
    """A regiment takes possession of the building before it: in line, along the far wall if it
    comes from an attack, else along the wall that faces as it did. [honor_glory:96.2]
    [honor_glory:34.4]"""
    piece = beside(state, id)
    assert piece is not None
    state.change(id, inside=piece.name, formation="line", left=(0, 1), prone=False)
    _look_out(state, id, state.units[id].heading)


def face_out(state: State, id: str, enemy: str) -> None:
    """The unit in a building goes free to the wall that an enemy attacks. [honor_glory:60.1]
    [honor_glory:96.1.1a]"""
    unit = state.units[id]
    if unit.inside:
        piece = _building(state, id)
        middle = Point(sum(x for x, _ in piece.points) // 4, sum(y for _, y in piece.points) // 4)
        _look_out(state, id, bearing_to(middle, state.units[enemy].pose.point))


def _building(state: State, id: str) -> Piece:
    return next(one for one in state.table.pieces if one.name == state.units[id].inside)


def _look_out(state: State, id: str, heading: int) -> None:
    """Stand along the wall whose outlook is nearest to a heading, or the next one that is free."""
    walls = sorted(
        faces(_building(state, id)), key=lambda wall: abs(turning(wall[0].heading, heading))
    )
    for pose, width in walls:
        state.change(id, face=min(width, 4 * base_size("infantry")[0]))
        if is_clear_of_others(state, id, pose):
            state.put(id, pose)
            return


def is_clear_of_others(state: State, id: str, pose: Pose) -> bool:
    """Whether nobody else stands where a unit would."""
    ground = footprint(layout_of(state.units[id]), pose)
    return all(
        not overlaps(
            ground, footprint(layout_of(state.units[other]), state.units[other].pose), SLACK
        )
        for other in state.present()
        if other != id
    )


def leave(state: State, id: str) -> None:
    """A regiment that is to act elsewhere forms in front of its wall. [honor_glory:45.3n]"""
    if state.units[id].inside:
        state.change(id, inside="", face=0)


def ways_out(state: State, id: str, enemy: str, back: int) -> Iterator[Pose]:
    """Where a unit that is driven from a building may go: so far from a wall that no enemy is at,
    away from the attacker first, with its face to him. [honor_glory:96.1.4a]"""
    unit, piece = state.units[id], _building(state, id)
    foe = state.units[enemy]
    away = bearing_to(foe.pose.point, unit.pose.point)
    line = state.copy()
    leave(line, id)
    for pose, _ in sorted(faces(piece), key=lambda wall: abs(turning(wall[0].heading, away))):
        held = any(
            distance_from(spot_at(pose, 0, 0), footprint(layout_of(other), other.pose)) <= CONTACT
            for other in (state.units[one] for one in state.enemies_of(unit.side))
        )
        to = Pose(point(spot_at(pose, 0, -back)), normal(pose.heading + HALF_TURN))
        if not held and is_free(line, line.units[id], to, (id,)):
            yield to
