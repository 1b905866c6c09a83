"""Lines of sight over the table: what stops them, and how near one sees into woods."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from longroll.board.table import Footprint, Piece, Spot, Table, can_see, distance, point
from longroll.board.table.ground import pieces_at
from longroll.systems.honor_glory.visibility import Hiding, farthest

#: What hides those who are in it from everybody who is farther off than so.
_HIDES: dict[str, Hiding] = {
    "dense_woods": "dense_woods",
    "open_woods": "light_woods",
    "built_up": "built_up",
}


def sees(
    table: Table, start: Spot, end: Spot, troops: Iterable[tuple[str, Footprint]] = ()
) -> bool:
    """Whether nothing stops sight: not the woods either that one of the two is in, or both, if
    they are near enough. [honor_glory:14.1b] [honor_glory:14.2.dense1] [honor_glory:14.2.dense2]
    [honor_glory:14.2.light1] [honor_glory:14.2.light2] (HG-38)"""
    bodies = tuple(troops)
    if can_see(table, start, end, bodies):
        return True
    near = _seen_into(table, start, end)
    if not near:
        return False
    rest = tuple(one for one in table.pieces if one not in near)
    return can_see(replace(table, pieces=rest), start, end, bodies)


def _seen_into(table: Table, start: Spot, end: Spot) -> list[Piece]:
    """The woods and towns at either end that do not hide what is there."""
    far = distance(point(start), point(end))
    if far > farthest():
        return []
    ends = pieces_at(table, start), pieces_at(table, end)
    return [
        one
        for one in {one.name: one for end in ends for one in end}.values()
        if one.kind in _HIDES
        and far <= farthest(_HIDES[one.kind], both_inside=all(one in end for end in ends))
    ]


def are_both_in(table: Table, one: Spot, other: Spot) -> bool:
    """Whether two places are in the same wood or town."""
    there = pieces_at(table, other)
    return any(piece.kind in _HIDES and piece in there for piece in pieces_at(table, one))
