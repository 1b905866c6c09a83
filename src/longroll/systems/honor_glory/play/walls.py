"""The walls of buildings: where a regiment that holds one stands. [honor_glory:60.1]
[honor_glory:96.3]"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import (
    Piece,
    Point,
    Pose,
    bearing_to,
    distance,
    footprint,
    overlaps,
    point,
    spot_at,
    turning,
)
from longroll.board.table.angles import HALF_TURN, RIGHT_ANGLE, normal
from longroll.board.table.measure import SLACK
from longroll.board.table.places import nearest
from longroll.systems.honor_glory.layouts import base_size
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.state import State

#: How deep a regiment stands before its wall.
_DEEP = base_size("infantry")[1]


def faces(piece: Piece) -> Iterator[tuple[Pose, int]]:
    """Each wall of a building: where a unit that holds it has the middle of its front, and how
    wide the wall is. [honor_glory:96.3]"""
    corners = piece.points
    middle = _middle(piece)
    for here, there in zip(corners, (*corners[1:], corners[0]), strict=True):
        wall = Point(nearest(here.x + there.x, 2), nearest(here.y + there.y, 2))
        across = bearing_to(here, there)
        out = normal(across + RIGHT_ANGLE)
        if abs(turning(out, bearing_to(middle, wall))) > RIGHT_ANGLE:
            out = normal(out + HALF_TURN)
        front = point(spot_at(Pose(wall, out), 0, -_DEEP))
        yield Pose(front, out), distance(here, there)


def face_out(state: State, id: str, enemy: str) -> None:
    """The unit in a building goes free to the wall that an enemy attacks. [honor_glory:60.1]
    [honor_glory:60.3] [honor_glory:96.1.1a]"""
    unit = state.units[id]
    if unit.inside:
        middle = _middle(building(state, id))
        look_out(state, id, bearing_to(middle, state.units[enemy].pose.point))


def _middle(piece: Piece) -> Point:
    return Point(sum(x for x, _ in piece.points) // 4, sum(y for _, y in piece.points) // 4)


def attacked(state: State, id: str, enemy: str) -> State:
    """The table as it is once the unit in a building has gone to the wall before an enemy."""
    if not state.units[id].inside:
        return state
    twin: State = state.copy()
    face_out(twin, id, enemy)
    return twin


def building(state: State, id: str) -> Piece:
    return next(one for one in state.table.pieces if one.name == state.units[id].inside)


def look_out(state: State, id: str, heading: int) -> None:
    """Stand along the wall whose outlook is nearest to a heading, or the next one that is free."""
    walls = sorted(
        faces(building(state, id)), key=lambda wall: abs(turning(wall[0].heading, heading))
    )
    for pose, width in walls:
        state.change(id, face=min(width, 4 * base_size("infantry")[0]))
        if _is_clear(state, id, pose):
            state.put(id, pose)
            return


def _is_clear(state: State, id: str, pose: Pose) -> bool:
    """Whether nobody else stands where a unit would."""
    ground = footprint(layout_of(state.units[id]), pose)
    return all(
        not overlaps(
            ground, footprint(layout_of(state.units[other]), state.units[other].pose), SLACK
        )
        for other in state.present()
        if other != id
    )
