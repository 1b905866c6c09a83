"""The players who attempt nothing: one says done whenever he may, the other only fires."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import longroll
from longroll import Battle
from longroll.ai import Seat, new_player, play_out, think
from longroll.ai.random_player import RandomPlayer
from longroll.kernel.decision import read_choice
from longroll.kernel.system import system_named, systems
from longroll.testing.starts import crowded_field

#: Systems with computer players of their own.
PLAYED = tuple(slug for slug in systems() if system_named(slug).players)
every_system = pytest.mark.parametrize("system", PLAYED)


def moments(system: str, name: str) -> Iterator[tuple[Battle, str]]:
    """What a player chose where both sides are at close quarters."""
    for seed in range(4):
        battle = crowded_field(system, seed)
        player = new_player(name, system, seed)
        for _ in range(60):
            if battle.decision is None:
                break
            text = str(think(player, battle).choice)
            yield battle, text
            battle.play(text)


def may_end(battle: Battle) -> bool:
    """Whether there is a word that ends the step or the act."""
    return any(battle.offer(one).ends and not one.objects for one in Seat(battle).choices)


@every_system
def test_the_idle_player_ends_whatever_he_may(system: str) -> None:
    for battle, text in moments(system, "idle"):
        assert not may_end(battle) or battle.offer(text).ends


@every_system
def test_the_guard_fires_and_attempts_nothing_else(system: str) -> None:
    shots = Counter[bool]()
    for battle, text in moments(system, "guard"):
        fires = battle.system.shoots(read_choice(text))
        shots[fires] += 1
        assert fires or not may_end(battle) or battle.offer(text).ends
    assert shots[True]


def test_a_battle_with_an_idle_side_comes_to_its_end() -> None:
    battle = longroll.new("gbacw", "drill", seed=1)
    players = {"union": new_player("idle", "gbacw", 1), "confederate": RandomPlayer(1)}
    assert play_out(battle, players).result is not None


def test_fire_is_told_from_other_orders_by_its_words() -> None:
    shoots = system_named("honor_glory").shoots
    assert shoots(read_choice("declare u1 1 fire u2"))
    assert not shoots(read_choice("declare u1 1 charge u2"))
    assert not shoots(read_choice("done"))
