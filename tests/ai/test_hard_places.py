"""Players of every level answer from any position, however it came about."""

from __future__ import annotations

from random import Random

import pytest

import longroll
from longroll.ai import Player, Veteran, levels, new_player, think
from longroll.testing.starts import crowded_field


def player_of(level: int, system: str, seed: int) -> Player:
    """A player of a level; a veteran tries out one plan at a time."""
    player = new_player(str(level), system, seed)
    if isinstance(player, Veteran):
        player.tries = 1
    return player


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("where", ["1418", "1622", "1423"])
def test_a_confederate_company_outside_the_works(where: str, level: int) -> None:
    """In the ditch, or driven out before it: it goes back in where it can."""
    battle = longroll.position(
        "stockade_redan", {"phase": "VI", "units": {where: "36ms-a", "1519": "36ms-b"}}
    )
    player = player_of(level, "stockade_redan", 1)
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert think(player, battle).choice in battle.decision.choices


#: How many battles, and how many decisions of each.
BATTLES = {"stockade_redan": (4, 120), "mckie": (1, 25), "honor_glory_umpire": (1, 15)}


@pytest.mark.parametrize("system", longroll.installed_systems())
def test_players_that_are_sometimes_overruled(system: str) -> None:
    """Chance takes every fifth decision, so that nothing goes by plan."""
    battles, decisions = BATTLES.get(system, (1, 60))
    for seed in range(battles):
        battle, chance = crowded_field(system, seed), Random(seed)
        players = {
            side: player_of(1 + chance.randrange(len(levels(system))), system, seed)
            for side in battle.system.sides
        }
        for _ in range(decisions):
            if (decision := battle.decision) is None:
                break
            chosen = think(players[decision.side], battle).choice
            battle.play(chosen if chance.random() < 0.8 else chance.choice(decision.choices))
