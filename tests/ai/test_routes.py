"""Ways over a measured table in coarse steps."""

from __future__ import annotations

from longroll.ai.miniatures.routes import Grid
from longroll.board.table import INCH, Point


def _at(x: int, y: int) -> Point:
    return Point(x * INCH + INCH // 2, y * INCH + INCH // 2)


def test_no_way_leads_along_the_edge_where_nobody_fits() -> None:
    """Slow ground all over: the edge of the table is no way round it."""
    grid = Grid((20 * INCH, 20 * INCH), lambda place: 200)
    there = grid.next(_at(2, 17), _at(17, 17), 8 * INCH)
    assert 2 * INCH <= there.y <= 18 * INCH


def test_every_step_on_the_way_counts() -> None:
    grid = Grid((20 * INCH, 20 * INCH), lambda place: 200)
    goal = _at(15, 10)
    ways = [grid.far_of(Point(x, 10 * INCH + 50), (goal,)) for x in range(300, 1400, 20)]
    assert ways == sorted(ways, reverse=True)
    assert len(set(ways)) == len(ways)


def test_the_nearest_of_some_places() -> None:
    grid = Grid((20 * INCH, 20 * INCH), lambda place: 100)
    places = (_at(3, 3), _at(16, 16))
    assert grid.nearest_of(_at(14, 12), places) == places[1]
    assert grid.far_of(_at(14, 12), places) == grid.far_of(_at(14, 12), places[1:])
