"""The player of the series beats random play from both sides, on its smaller fields."""

from __future__ import annotations

import pytest

import longroll
from longroll.ai import new_player, play_out


def winner(system: str, scenario: str, union: str, confederate: str, seed: int) -> str | None:
    battle = longroll.new(system, scenario, seed=seed)
    names = {"union": union, "confederate": confederate}
    players = {side: new_player(name, system, f"{seed}:{side}") for side, name in names.items()}
    play_out(battle, players)
    assert battle.result is not None
    return battle.result.winner


@pytest.mark.parametrize("seed", range(3))
def test_it_wins_on_the_drill_ground_from_either_side(seed: int) -> None:
    assert winner("gbacw", "drill", "brigades", "random", seed) == "union"
    assert winner("gbacw", "drill", "random", "brigades", seed) == "confederate"


@pytest.mark.parametrize("seed", range(3))
def test_it_holds_the_outer_works(seed: int) -> None:
    assert winner("corinth", "outer-works", "brigades", "random", seed) == "union"
