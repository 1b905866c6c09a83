"""Buildings: a regiment that holds one stands along a face of it and looks out.
[honor_glory:47.1] [honor_glory:60.1] [honor_glory:96.3]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from longroll.board.table import (
    Piece,
    Pose,
    Table,
    footprint,
    lies_within,
    point,
    spot_at,
    turning,
)
from longroll.board.table.angles import HALF_TURN, normal
from longroll.kernel.decision import Refusal
from longroll.miniatures.ways import is_free
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.walls import building, faces, look_out
from longroll.systems.honor_glory.rates import CONTACT
from longroll.systems.honor_glory.words import FOOT


def is_building(piece: Piece) -> bool:
    """A house with four walls; anything larger is a built-up area. [honor_glory:4.buildings]"""
    return piece.kind == "built_up" and len(piece.points) == 4


def holders(state: State, building: str) -> list[str]:
    """The units that hold a building."""
    return [id for id in state.present() if state.units[id].inside == building]


def beside(state: State, id: str) -> Piece | None:
    """The building that the front of a unit touches."""
    unit = state.units[id]
    return _beside(state.table, unit.pose, layout_of(unit).frame.width)


@lru_cache(maxsize=1024)
def _beside(table: Table, pose: Pose, width: int) -> Piece | None:
    for piece in table.pieces:
        if is_building(piece) and not field.is_beyond(pose, width, piece):
            if any(lies_within(one, piece.ground, CONTACT) for one in field.front_of(pose, width)):
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


def occupy(state: State, id: str, name: str) -> None:
    """A regiment takes possession of a building: in line, along the wall that looks out as it
    faced. [honor_glory:96.2] [honor_glory:34.4]"""
    state.change(id, inside=name, formation="line", left=(0, 1), prone=False)
    look_out(state, id, state.units[id].heading)


def leave(state: State, id: str) -> None:
    """A regiment that is to act elsewhere forms in front of its wall. [honor_glory:45.3n]"""
    if state.units[id].inside:
        state.change(id, inside="", face=0)


def ways_out(state: State, id: str, enemy: str, back: int) -> Iterator[Pose]:
    """Where a unit that is driven from a building may go: so far from a wall that no enemy is at,
    away from the attacker first, with its face to him. [honor_glory:96.1.4a]"""
    unit, piece = state.units[id], building(state, id)
    away = state.units[enemy].heading
    line = state.copy()
    leave(line, id)
    for pose, _ in sorted(faces(piece), key=lambda wall: abs(turning(wall[0].heading, away))):
        held = any(
            lies_within(spot_at(pose, 0, 0), footprint(layout_of(other), other.pose), CONTACT)
            for other in (state.units[one] for one in state.enemies_of(unit.side))
        )
        to = Pose(point(spot_at(pose, 0, -back)), normal(pose.heading + HALF_TURN))
        if not held and is_free(line, line.units[id], to, (id,)):
            yield to
