import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.board.hex import column_and_row, compress, expand, number


def test_a_range_runs_down_its_column_both_ends_included() -> None:
    assert expand("1018-1021") == ("1018", "1019", "1020", "1021")
    assert expand("1519") == ("1519",)


@pytest.mark.parametrize(
    "text", ["", "15", "15190", "x519", "1018-1118", "1026-1018", "1018-", "1018–1026", "١٥١٩"]
)
def test_what_is_no_hex_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"is neither|does not run") as refusal:
        expand(text)
    assert repr(text) in str(refusal.value)


def test_column_and_row_refuse_what_is_no_number() -> None:
    with pytest.raises(ValueError, match="'15-19' is not a hex number"):
        column_and_row("15-19")


@given(st.integers(0, 99), st.integers(0, 99))
def test_a_number_gives_its_column_and_row_back(column: int, row: int) -> None:
    assert column_and_row(number(column, row)) == (column, row)


@given(st.sets(st.builds(number, st.integers(8, 12), st.integers(0, 12))))
def test_compressing_loses_nothing_and_joins_all_neighbours(hexes: set[str]) -> None:
    ranges = compress(hexes)
    expanded = [hex for text in ranges for hex in expand(text)]
    assert expanded == sorted(hexes)
    breaks = sum(number(*_above(hex)) not in hexes for hex in hexes)
    assert len(ranges) == breaks


def _above(hex: str) -> tuple[int, int]:
    column, row = column_and_row(hex)
    return column, row - 1
