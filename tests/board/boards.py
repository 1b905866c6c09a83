"""Boards to test on: random ones for the properties, and the sizes of the real maps."""

from hypothesis import strategies as st

from longroll.board.hex import Grid, Hex, High

STOCKADE = Grid(range(10, 46), range(1, 31), "even")
CORINTH = Grid(range(1, 40), range(1, 46), "odd")

HIGHS: list[High] = ["even", "odd"]


@st.composite
def grids(draw: st.DrawFn, longest: int = 10) -> Grid:
    """A small board with any first column and row, either kind of column high."""
    column, row = draw(st.integers(0, 90)), draw(st.integers(0, 90))
    width, height = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    return Grid(
        range(column, min(column + width, 100)),
        range(row, min(row + height, 100)),
        draw(st.sampled_from(HIGHS)),
    )


@st.composite
def hexes_on_a_grid(draw: st.DrawFn, count: int) -> tuple[Grid, list[Hex]]:
    """A board and some of its hexes, perhaps the same one more than once."""
    grid = draw(grids())
    return grid, [draw(st.sampled_from(grid.hexes)) for _ in range(count)]
