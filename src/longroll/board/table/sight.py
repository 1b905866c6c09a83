"""Sight along a straight segment: what stops it, and where.

Woods and towns let sight some way in from their edge: a stretch of the segment inside such a piece
may be as long as its depth and no longer, whether it comes in, goes out, passes through or stays
inside. A crest, a stretch of ground higher than both ends, stops it. So do the footprints given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from longroll.board.table.bases import Footprint
from longroll.board.table.ground import WHOLE, Stretch, along, level_at, on_plot, stretches
from longroll.board.table.measure import told
from longroll.board.table.places import INCH, Point, Spot, nearest, point
from longroll.board.table.terrain import Table, plots, screens

DEPTHS: Mapping[str, int] = {
    "open_woods": 4 * INCH,
    "dense_woods": 2 * INCH,
    "built_up": 2 * INCH,
}
"""How far sight goes into each kind of terrain from its edge."""

Reason: TypeAlias = Literal["depth", "terrain", "crest", "troops"]


class Block(msgspec.Struct, frozen=True):
    """Something that stops sight: why, its name, where, and how far along.

    `at` is where sight ends: a crest's edge, or the place where a wood's depth is used up.
    """

    reason: Reason
    name: str
    at: Point
    length: int


class Step(NamedTuple):
    """From this far along the segment on, the ground is this high."""

    length: int
    level: int


class Sight(msgspec.Struct, frozen=True):
    """What was found along a segment; `blocks` is empty when sight is clear, nearest first."""

    length: int
    blocks: tuple[Block, ...]
    profile: tuple[Step, ...]

    @property
    def is_clear(self) -> bool:
        return not self.blocks


class _Line:
    """A segment and its rounded length."""

    def __init__(self, start: Spot, end: Spot) -> None:
        self.start, self.end = start, end
        self.length = told(((end.x - start.x) ** 2 + (end.y - start.y) ** 2, 1))

    def told(self, share: int) -> int:
        return nearest(share * self.length, WHOLE)

    def block(self, reason: Reason, name: str, share: int) -> Block:
        return Block(reason, name, point(along(self.start, self.end, share)), self.told(share))


def look(
    table: Table,
    start: Spot,
    end: Spot,
    troops: Iterable[tuple[str, Footprint]] = (),
    depths: Mapping[str, int] = DEPTHS,
) -> Sight:
    """What stops sight from one spot to another, and the heights between them.

    `troops` are the names and footprints that may be in the way, without the one that looks and the
    one that is looked at.

    >>> from longroll.board.table.terrain import piece
    >>> wood = piece("dense_woods", "the grove", (400, 0), (800, 0), (800, 900), (400, 900))
    >>> look(Table("field", 1200, 900, (wood,)), Spot(10000, 30000), Spot(90000, 30000)).blocks
    (Block(reason='depth', name='the grove', at=Point(x=600, y=300), length=500),)
    """
    line = _Line(start, end)
    blocks = [
        *_blocks_of_terrain(line, table, depths),
        *_crests(line, table),
        *_troops_between(line, troops),
    ]
    blocks.sort(key=lambda block: block.length)
    return Sight(line.length, tuple(blocks), _profile(line, table))


def can_see(
    table: Table,
    start: Spot,
    end: Spot,
    troops: Iterable[tuple[str, Footprint]] = (),
    depths: Mapping[str, int] = DEPTHS,
) -> bool:
    """Whether nothing stops sight; the same answer as `look`, but faster."""
    line = _Line(start, end)
    for blocks in (
        _troops_between(line, troops),
        _blocks_of_terrain(line, table, depths),
        _crests(line, table),
    ):
        for _ in blocks:
            return False
    return True


def _blocks_of_terrain(line: _Line, table: Table, depths: Mapping[str, int]) -> Iterable[Block]:
    for plot in screens(table):
        piece = plot.piece
        for stretch in on_plot(line.start, line.end, plot):
            if piece.sight == "blocks":
                yield line.block("terrain", piece.name, stretch.start)
                continue
            depth = depths.get(piece.kind, 0)
            if line.told(stretch.end) - line.told(stretch.start) > depth:
                used_up = stretch.start + depth * WHOLE // line.length
                yield line.block("depth", piece.name, min(used_up, stretch.end))


def _crests(line: _Line, table: Table) -> Iterable[Block]:
    eye: int | None = None
    for plot in plots(table, "contour"):
        crossed = [one for one in on_plot(line.start, line.end, plot) if one.end > one.start]
        if not crossed:
            continue
        if eye is None:
            eye = max(level_at(table, line.start), level_at(table, line.end))
        if plot.piece.level > eye:
            for stretch in crossed:
                yield line.block("crest", plot.piece.name, stretch.start)


def _troops_between(line: _Line, troops: Iterable[tuple[str, Footprint]]) -> Iterable[Block]:
    for name, ground in troops:
        for stretch in stretches(line.start, line.end, ground):
            # Touching a corner in passing hides nothing.
            if line.told(stretch.end) > line.told(stretch.start):
                yield line.block("troops", name, stretch.start)
                break


def _profile(line: _Line, table: Table) -> tuple[Step, ...]:
    """The heights of the ground from the start to the end, a step wherever they change."""
    contours: list[tuple[int, tuple[Stretch, ...]]] = [
        (plot.piece.level, on_plot(line.start, line.end, plot)) for plot in plots(table, "contour")
    ]
    shares = sorted(
        {0}
        | {
            share
            for _, found in contours
            for stretch in found
            for share in stretch
            if share < WHOLE
        }
    )
    steps: list[Step] = []
    for at, share in enumerate(shares):
        beyond = shares[at + 1] if at + 1 < len(shares) else WHOLE
        level = max(
            (
                level
                for level, found in contours
                if any(one.start <= share and beyond <= one.end for one in found)
            ),
            default=0,
        )
        if not steps or steps[-1].level != level:
            steps.append(Step(line.told(share), level))
    return tuple(steps)
