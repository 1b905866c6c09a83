"""The random player, and battles played out."""

from __future__ import annotations

import longroll
from longroll import Battle
from longroll.ai import RandomPlayer, play_out, think


def played(seed: int) -> Battle:
    battle = longroll.new("stockade_redan", seed=1)
    return play_out(battle, {side: RandomPlayer(seed) for side in battle.system.sides})


def test_a_battle_is_played_to_its_end() -> None:
    battle = played(1)
    assert battle.result is not None
    assert battle.decision is None


def test_the_same_seeds_play_the_same_battle() -> None:
    assert played(1).hash() == played(1).hash()
    assert played(1).hash() != played(2).hash()


def test_choosing_touches_neither_the_battle_nor_its_dice() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    before = (battle.hash(), battle.dice.rolled)
    choice = think(RandomPlayer("any"), battle).choice
    assert battle.decision is not None
    assert choice in battle.decision.choices
    assert (battle.hash(), battle.dice.rolled) == before
