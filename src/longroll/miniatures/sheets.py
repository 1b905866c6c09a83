"""A table and those who stand on it as plain data, for whoever draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from longroll.board.table import Layout, Pose, Table, footprint, point
from longroll.display.facts import Body, GroundFacts, Note, SheetFacts
from longroll.kernel.agenda import Ask
from longroll.miniatures.goals import Goals
from longroll.miniatures.measure import WHOLE, Measure
from longroll.miniatures.standing import Battle
from longroll.miniatures.victory import Objective


def sheet_facts(table: Table, unit: str, counts: str = "figures", turn: str = "turn") -> SheetFacts:
    """A measured table as plain data."""
    return SheetFacts(
        table.title,
        unit,
        table.width,
        table.height,
        tuple(
            GroundFacts(
                piece.kind,
                piece.name,
                short(piece.name),
                piece.shape,
                piece.points,
                piece.width,
                piece.level,
            )
            for piece in table.pieces
        ),
        counts,
        turn,
    )


def short(name: str) -> str:
    """A name of the land as it is written on a map.

    >>> short("the wall of Miller's farm"), short("the open wood")
    ("Miller's farm", 'Open wood')
    """
    found = name.removeprefix("the ")
    for edge in ("wall of ", "fence of ", "edge of "):
        found = found.removeprefix(edge).removeprefix("the ")
    return found[:1].upper() + found[1:]


def body_at(
    side: str, layout: Layout, pose: Pose, kinds: Sequence[str], figures: Sequence[int]
) -> Body:
    """Somebody base by base, with what each base is and how many figures are left on it."""
    ground = footprint(layout, pose)
    return Body(
        side=side,
        x=pose.point.x,
        y=pose.point.y,
        heading=pose.heading,
        bases=tuple(
            tuple((corner.x, corner.y) for corner in map(point, base)) for base in ground.bases
        ),
        kinds=tuple(kinds),
        figures=tuple(figures),
    )


def officer_at(side: str, x: int, y: int, wide: int, deep: int) -> Body:
    """A commander's base, drawn facing north."""
    half = wide // 2
    corners = ((x - half, y), (x + half, y), (x + half, y + deep), (x - half, y + deep))
    return Body(side=side, x=x, y=y, heading=0, bases=(corners,), kinds=("officer",), figures=(1,))


def spoken_of(state: Battle, viewer: str) -> Iterator[str]:
    """The units that the question put to the viewer is about."""
    ask = state.agenda[-1] if state.agenda else None
    if isinstance(ask, Ask) and ask.asks(state) == viewer:
        for name in ("unit", "target"):
            yield getattr(ask, name, "")


def objective_note(state: Any, goals: Goals[Any], objective: Objective, measure: Measure) -> Note:
    """Who holds a place."""
    near = goals.holders(state, objective)
    who = " and ".join(sorted(side.title() for side in near)) or "nobody"
    return Note(f"{objective.name}, within {measure.told(int(objective.within * WHOLE))}", who)
