"""The Stockade Redan player beats random play from both sides; `tests.ai.strength` has figures."""

from __future__ import annotations

import pytest

from tests.ai.strength import fight, report


@pytest.mark.parametrize("seed", range(4))
def test_the_union_takes_the_redan_from_random_defenders(seed: int) -> None:
    outcome = fight("2", "random", seed)
    assert outcome.winner == "union"
    assert outcome.thinking / outcome.thoughts < 0.02


@pytest.mark.parametrize("seed", range(4))
def test_the_confederates_hold_against_random_attackers(seed: int) -> None:
    outcome = fight("random", "2", seed)
    assert outcome.winner == "confederate"
    assert outcome.lost["confederate"] < outcome.lost["union"]


def test_the_report_counts_the_victories() -> None:
    told = report("random", "random", [fight("random", "random", 1)])
    assert "confederate  won    1" in told
