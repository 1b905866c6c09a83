import copy
import pickle
from collections import deque

import pytest
from hypothesis import given

from longroll.board.hex import DIRECTIONS, NE, NW, SE, SW, Grid, Hex, High, N, S
from tests.board.boards import CORINTH, HIGHS, STOCKADE, grids, hexes_on_a_grid


def test_a_marker_in_1504_that_scatters_on_a_2_lands_in_1604() -> None:
    assert STOCKADE.neighbors["1504"][2 - 1] == "1604"
    assert STOCKADE.neighbor("1504", NE) == "1604"


def test_neighbours_where_even_columns_stand_higher() -> None:
    assert STOCKADE.neighbors["1519"] == ("1518", "1619", "1620", "1520", "1420", "1419")
    assert STOCKADE.neighbors["1419"] == ("1418", "1518", "1519", "1420", "1319", "1318")


def test_neighbours_where_odd_columns_stand_higher() -> None:
    assert CORINTH.neighbors["0310"] == ("0309", "0409", "0410", "0311", "0210", "0209")
    assert CORINTH.neighbors["0409"] == ("0408", "0509", "0510", "0410", "0310", "0309")


def test_the_corduroy_bridge_of_chickasaw_bayou_needs_the_odd_columns_high() -> None:
    assert "3519" in Grid(range(10, 58), range(27), "odd").adjacent["3418"]


def test_nothing_lies_beyond_the_edge() -> None:
    assert STOCKADE.neighbors["1001"] == (None, None, "1101", "1002", None, None)
    assert STOCKADE.adjacent["1001"] == ("1101", "1002")
    assert STOCKADE.neighbor("4530", S) is None


def test_hexes_come_column_by_column() -> None:
    assert Grid(range(9, 11), range(2), "odd").hexes == ("0900", "0901", "1000", "1001")
    assert len(STOCKADE.hexes) == 1080
    assert "1519" in STOCKADE
    assert "0919" not in STOCKADE


def test_directions_are_named_in_the_order_of_the_die() -> None:
    assert [DIRECTIONS[direction] for direction in (N, NE, SE, S, SW, NW)] == list(DIRECTIONS)
    assert [STOCKADE.direction("1519", other) for other in STOCKADE.adjacent["1519"]] == [
        N, NE, SE, S, SW, NW,
    ]  # fmt: skip


def test_a_hexside_has_one_name() -> None:
    assert STOCKADE.hexside("1520", "1519") == STOCKADE.hexside("1519", "1520") == "1519/1520"


def test_a_hex_off_the_map_is_refused_by_number() -> None:
    refused = pytest.raises(ValueError, match="'0919' is not a hex of this map \\(1001 to 4530\\)")
    with refused:
        STOCKADE.neighbor("0919", N)
    with refused:
        STOCKADE.direction("1519", "0919")
    with refused:
        STOCKADE.hexside("0919", "1519")
    with refused:
        STOCKADE.distance("0919", "1519")
    with refused:
        STOCKADE.distance("1519", "0919")
    with refused:
        STOCKADE.within("0919", 2)
    with refused:
        STOCKADE.line("1519", "0919")
    with refused:
        STOCKADE.require("0919")


def test_hexes_apart_share_neither_side_nor_direction() -> None:
    with pytest.raises(ValueError, match="1519 and 1521 are not neighbours"):
        STOCKADE.hexside("1519", "1521")
    with pytest.raises(ValueError, match="1519 and 1519 are not neighbours"):
        STOCKADE.direction("1519", "1519")


def test_senseless_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 5"):
        STOCKADE.neighbor("1519", 6)
    with pytest.raises(ValueError, match="0 to 5"):
        STOCKADE.neighbor("1519", -1)
    with pytest.raises(ValueError, match="radius"):
        STOCKADE.within("1519", -1)


@pytest.mark.parametrize(
    "columns, rows",
    [(range(10, 10), range(1, 3)), (range(1, 3), range(98, 101)), (range(1, 9, 2), range(3))],
)
def test_a_board_without_two_digit_numbers_is_refused(columns: range, rows: range) -> None:
    with pytest.raises(ValueError, match="must ascend between 00 and 99"):
        Grid(columns, rows, "even")


def test_the_high_columns_are_even_or_odd() -> None:
    with pytest.raises(ValueError, match="even or odd, not 'none'"):
        Grid(range(3), range(3), "none")  # type: ignore[arg-type]


def test_within_is_ordered_by_distance_and_then_by_number() -> None:
    assert list(STOCKADE.within("1519", 1).items()) == [
        ("1519", 0), ("1419", 1), ("1420", 1), ("1518", 1), ("1520", 1), ("1619", 1), ("1620", 1),
    ]  # fmt: skip
    assert [len(STOCKADE.within("2515", radius)) for radius in range(5)] == [1, 7, 19, 37, 61]
    assert len(STOCKADE.within("2515", 1000)) == 1080


def test_answers_are_worked_out_once() -> None:
    assert STOCKADE.within("1519", 8) is STOCKADE.within("1519", 8)
    assert STOCKADE.line("1504", "3012") is STOCKADE.line("1504", "3012")


def test_boards_of_the_same_size_and_offset_are_equal() -> None:
    same = Grid(range(10, 46), range(1, 31), "even")
    assert same == STOCKADE
    assert hash(same) == hash(STOCKADE)
    assert Grid(range(10, 46), range(1, 31), "odd") != STOCKADE
    assert STOCKADE != "a board"
    assert repr(STOCKADE) == "Grid(range(10, 46), range(1, 31), 'even')"
    assert pickle.loads(pickle.dumps(STOCKADE)) == copy.deepcopy(STOCKADE) == STOCKADE


@given(grids())
def test_neighbours_see_each_other_from_opposite_directions(grid: Grid) -> None:
    for hex in grid.hexes:
        assert len(grid.neighbors[hex]) == 6
        for direction, other in enumerate(grid.neighbors[hex]):
            if other is not None:
                assert grid.neighbors[other][(direction + 3) % 6] == hex
                assert grid.direction(hex, other) == direction
                assert grid.hexside(hex, other) == grid.hexside(other, hex)


@given(hexes_on_a_grid(3))
def test_distance_is_a_metric(field: tuple[Grid, list[Hex]]) -> None:
    grid, (a, b, c) = field
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(hexes_on_a_grid(1))
def test_distance_is_the_number_of_steps(field: tuple[Grid, list[Hex]]) -> None:
    grid, (start,) = field
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.adjacent[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    assert steps == {hex: grid.distance(start, hex) for hex in grid.hexes}
    assert steps == grid.within(start, 99)
    assert grid.within(start, 2) == {hex: count for hex, count in steps.items() if count <= 2}
    assert grid.marked(grid.disc(start, 2)) == sorted(grid.within(start, 2))
    assert grid.mask(grid.within(start, 2)) == grid.disc(start, 2)


@pytest.mark.parametrize("high", HIGHS)
def test_the_longest_distance_two_digit_numbers_allow_fits_its_table(high: High) -> None:
    grid = Grid(range(100), range(100), high)
    assert max(grid.within("0000", 200).values()) == max(
        grid.distance("0000", hex) for hex in grid.hexes
    )
    assert grid.distance("0000", "9999") in (148, 149)
