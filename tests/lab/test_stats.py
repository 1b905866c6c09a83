"""Shares, quantiles and tests of chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longroll.lab.stats import elo, fisher, holm, in_pairs, mann_whitney, quantile, wilson


@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=12),
    st.floats(0, 1, allow_nan=False),
)
def test_quantiles_never_leave_the_range_that_was_seen(values: list[int], share: float) -> None:
    assert min(values) <= quantile(values, share) <= max(values)


@given(st.integers(0, 60), st.integers(1, 60))
def test_an_interval_holds_its_share(count: int, of: int) -> None:
    share = wilson(min(count, of), of)
    assert 0 <= share.low <= share.value + 1e-12
    assert share.value - 1e-12 <= share.high <= 1


def test_known_intervals() -> None:
    """Checked against published tables of Wilson's interval."""
    share = wilson(8, 10)
    assert (round(share.low, 3), round(share.high, 3)) == (0.490, 0.943)
    share = wilson(0, 20)
    assert (share.low, round(share.high, 3)) == (0.0, 0.161)


def test_ratings_are_even_at_one_half() -> None:
    assert elo(0.5) == 0
    assert elo(0.25) == pytest.approx(-elo(0.75))


def test_pairs_that_always_split_say_nothing_of_who_is_better() -> None:
    share = in_pairs([1, 1, 1, 1])
    assert share.value == 0.5
    assert share.low < 0.5 < share.high


def test_known_chances() -> None:
    assert fisher((3, 4), (1, 4)) == pytest.approx(0.4857, abs=1e-4)  # the lady tasting tea
    assert fisher((0, 0), (3, 4)) == 1.0
    assert mann_whitney([], [1]) == 1.0
    assert mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12]) == pytest.approx(0.11, abs=0.01)


def test_many_tests_raise_the_bar() -> None:
    assert holm([0.04, 0.04, 0.04]) == pytest.approx([0.12, 0.12, 0.12])
    assert holm([]) == []
