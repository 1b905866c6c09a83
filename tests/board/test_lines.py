"""Lines between hex centres, checked against an exact clipping of drawn hexagons."""

from fractions import Fraction
from typing import TypeAlias

import pytest
from hypothesis import given

from longroll.board.hex import Grid, Hex, High, column_and_row
from tests.board.boards import CORINTH, HIGHS, STOCKADE, hexes_on_a_grid

Point: TypeAlias = tuple[int, int]

# A flat-topped hexagon squeezed so that its corners are whole numbers; lines stay lines.
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def centre(grid: Grid, hex: Hex) -> Point:
    column, row = column_and_row(hex)
    is_high = (column % 2 == 0) == (grid.high == "even")
    return 3 * column, 2 * row + (0 if is_high else 1)


def stretch(grid: Grid, hex: Hex, a: Hex, b: Hex) -> tuple[Fraction, Fraction, bool] | None:
    """When the line from a to b is in the drawn hex, and whether it is strictly inside."""
    (x, y), (ax, ay), (bx, by) = (centre(grid, each) for each in (hex, a, b))
    start, end = Fraction(0), Fraction(1)
    is_inside = True
    for (px, py), (qx, qy) in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True):
        # Which side of this edge a point is on: positive is towards the centre of the hexagon.
        at_a = (qx - px) * (ay - y - py) - (qy - py) * (ax - x - px)
        at_b = (qx - px) * (by - y - py) - (qy - py) * (bx - x - px)
        if at_a == at_b:
            if at_a < 0:
                return None
            is_inside = is_inside and at_a > 0
        elif at_b > at_a:
            start = max(start, Fraction(-at_a, at_b - at_a))
        else:
            end = min(end, Fraction(-at_a, at_b - at_a))
    return (start, end, is_inside) if start < end else None


def drawn_line(grid: Grid, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    crossed: dict[Fraction, list[Hex]] = {}
    for hex in grid.hexes:
        met = stretch(grid, hex, a, b)
        if met is not None and hex not in (a, b):
            crossed.setdefault(met[0], []).append(hex)
    for hexes in crossed.values():
        is_inside = {met[2] for hex in hexes if (met := stretch(grid, hex, a, b))}
        assert is_inside == {False} or (is_inside == {True} and len(hexes) == 1)
    return tuple(tuple(hexes) for _, hexes in sorted(crossed.items()))


def test_neighbours_have_nothing_between_them() -> None:
    assert STOCKADE.line("1519", "1519") == ()
    assert all(STOCKADE.line("1519", other) == () for other in STOCKADE.adjacent["1519"])


def test_a_straight_hex_line_crosses_each_hex() -> None:
    assert STOCKADE.line("1519", "1017") == (("1419",), ("1318",), ("1218",), ("1117",))
    assert STOCKADE.line("1519", "1515") == (("1518",), ("1517",), ("1516",))


def test_a_line_between_two_neighbours_runs_along_their_side() -> None:
    assert STOCKADE.line("1519", "1719") == (("1619", "1620"),)
    assert STOCKADE.line("1519", "1618") == (("1518", "1619"),)
    assert STOCKADE.line("1519", "1621") == (("1520", "1620"),)
    assert CORINTH.line("1519", "1719") == (("1618", "1619"),)
    assert CORINTH.line("1519", "1617") == (("1518", "1618"),)


def test_a_line_may_enter_and_leave_hexsides_again_and_again() -> None:
    assert STOCKADE.line("1519", "2119") == (
        ("1619", "1620"), ("1719",), ("1819", "1820"), ("1919",), ("2019", "2020"),
    )  # fmt: skip


def test_a_line_across_hexes_changes_columns_and_rows() -> None:
    assert STOCKADE.line("1519", "1721") == (("1620",), ("1621",))
    assert STOCKADE.line("1519", "1822") == (("1620",), ("1621",), ("1720",), ("1721",))


def test_a_pair_on_the_edge_of_the_map_keeps_the_hex_on_it() -> None:
    assert STOCKADE.line("1001", "1201") == (("1101",),)
    assert STOCKADE.line("1130", "1330") == (("1230",),)


def test_the_elevation_of_the_example_lies_between_3112_and_3414() -> None:
    assert STOCKADE.line("3112", "3414") == (("3213",), ("3313",))


@pytest.mark.parametrize("high", HIGHS)
def test_every_line_of_a_small_board_matches_the_drawing(high: High) -> None:
    grid = Grid(range(4, 10), range(1, 6), high)
    for a in grid.hexes:
        for b in grid.hexes:
            assert grid.line(a, b) == drawn_line(grid, a, b), (a, b)


@given(hexes_on_a_grid(2))
def test_lines_match_the_drawing(field: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b) = field
    assert grid.line(a, b) == drawn_line(grid, a, b)


@pytest.mark.parametrize("pair", ["1001 4530", "1030 4501", "1015 4416", "1015 4415", "1022 4503"])
def test_long_lines_match_the_drawing(pair: str) -> None:
    a, b = pair.split()
    assert STOCKADE.line(a, b) == drawn_line(STOCKADE, a, b)


@given(hexes_on_a_grid(2))
def test_a_line_is_the_same_in_both_directions(field: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b) = field
    assert grid.line(b, a) == tuple(reversed(grid.line(a, b)))
