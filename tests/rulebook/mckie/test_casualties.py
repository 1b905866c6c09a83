"""The Casualty Table."""

from __future__ import annotations

import pytest

from longroll.systems.mckie.casualties.rules import (
    TABLE,
    cell,
    columns_of,
    read_tenths,
    table_value,
)

#: The table as the book prints it, without its dots.
PRINTED = """
0  -  -  -  1  1  1  1  1  1  2  4  6
1  -  -  1  1  1  1  1  2  2  3  6  8
2  -  1  1  2  2  2  3  3  4  4  8 12
3  1  2  2  2  3  3  4  4  5  6 12 18
4  1  2  2  3  4  5  6  6  7  8 16 24
5  1  2  3  4  5  6  7  8  9 10 20 30
6  1  2  4  5  6  7  8 10 11 12 24 36
7  1  3  5  7  8  9 10 11 13 14 28 42
8  1  3  6  8  9 11 13 14 15 16 32 48
9  2  4  6  8 10 12 14 16 17 18 36 54
10 2  4  7  9 11 13 15 17 18 20 40 60
11 2  4  7  9 12 13 16 18 20 22 44 66
12 2  5  7 10 13 14 17 20 22 24 48 72
13 3  6  8 11 14 15 18 20 23 26 52 78
14 3  6  9 12 15 16 19 22 25 28 56 84
15 4  7 10 12 15 18 21 24 27 30 60 90
"""


@pytest.mark.rule("mckie:cas.table", "mckie:cas.na")
def test_every_cell_of_the_table() -> None:
    rows = [line.split() for line in PRINTED.strip().splitlines()]
    assert len(rows) == 16
    assert TABLE.columns == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30)
    for factor, *values in rows:
        for column, value in zip(TABLE.columns, values, strict=True):
            printed = None if value == "-" else int(value)
            assert (factor, column, cell(int(factor), column)) == (factor, column, printed)


@pytest.mark.rule("mckie:cas.table")
def test_the_first_row_is_for_less_and_the_last_for_more() -> None:
    for number in (1, 4, 10, 32):
        assert table_value(-5, number) == table_value(0, number)
        assert table_value(21, number) == table_value(15, number)
        assert table_value(1, number) >= table_value(0, number)


@pytest.mark.rule("mckie:cas.combine")
@pytest.mark.parametrize(
    "number, columns",
    [
        (16, [10, 6]),
        (32, [30, 2]),
        (20, [20]),
        (29, [20, 9]),
        (40, [30, 10]),
        (50, [30, 20]),
        (0, []),
    ],
)
def test_numbers_between_columns_are_made_of_them(number: int, columns: list[int]) -> None:
    assert list(columns_of(number)) == columns


@pytest.mark.rule("mckie:cas.combine")
@pytest.mark.parametrize(
    "factor, number, tenths",
    [(6, 16, 19), (8, 32, 51), (3, 12, 8), (4, 12, 10), (8, 12, 19), (6, 12, 14), (1, 40, 11)],
)
def test_columns_are_added_largest_first(factor: int, number: int, tenths: int) -> None:
    assert table_value(factor, number) == tenths


@pytest.mark.rule("mckie:cas.na")
def test_na_is_neither_a_casualty_nor_a_chance() -> None:
    found = read_tenths(table_value(0, 3))
    assert (found.tenths, found.definite, found.chance, found.lost(1)) == (0, 0, 0, 0)
    # Beside another column it adds nothing: 13 is 10 and 3.
    assert table_value(0, 13) == 2


@pytest.mark.rule("mckie:cas.read")
def test_whole_figures_are_certain_and_the_rest_is_a_chance() -> None:
    found = read_tenths(14)
    assert (found.definite, found.chance) == (1, 4)
    assert [found.lost(die) for die in (1, 4, 5, 10)] == [2, 2, 1, 1]
    assert read_tenths(20).lost(1) == 2


@pytest.mark.rule("mckie:cas.read")
def test_a_ten_never_takes_one_more_figure() -> None:
    assert all(read_tenths(tenths).lost(10) == tenths // 10 for tenths in range(120))
