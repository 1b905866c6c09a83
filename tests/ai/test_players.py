"""What every player promises, whatever it is called."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random

import pytest

import longroll
from longroll import Battle
from longroll.ai import (
    FlatPlayer,
    Player,
    RandomPlayer,
    Seat,
    Thought,
    UnknownPlayer,
    levels,
    new_player,
    play_out,
    player_names,
    think,
)
from longroll.ai.evaluations import evaluate
from longroll.ai.levels import GENERAL
from longroll.ai.stockade import StockadePlayer
from longroll.kernel.state import digest
from longroll.kernel.system import system_named, systems
from longroll.testing.starts import crowded_field, full_battle
from tests.support import field

Maker = Callable[[str], Player]

PLAYERS: list[object] = [
    pytest.param(system, maker, count, id=f"{system}-{name}")
    for system in systems()
    for name, maker, count in [
        ("flat", lambda seed: FlatPlayer(seed, playouts=2, candidates=2, depth=3), 4),
        *(
            (name, lambda seed, name=name, system=system: new_player(name, system, seed), 60)
            # Levels for any system look ahead by the clock, and veterans have tests of their own.
            for name in player_names(system)[: 1 if levels(system) is GENERAL else -1]
            if name != "flat"
        ),
    ]
]
#: With this scope pytest keeps the tests of a player together, so its battles are fought once.
every_player = pytest.mark.parametrize("system, maker, count", PLAYERS, scope="session")


def fought(system: str, maker: Maker, count: int) -> Iterator[Battle]:
    """Decisions of battles played by one player: through a whole one, and at close quarters."""
    for start, seed, every in ((full_battle, 1, 20), (crowded_field, 2, 1), (crowded_field, 3, 1)):
        battle = start(system, seed)
        player = maker("moments")
        for number in range(count * every):
            if battle.decision is None:
                break
            if number % every == 0:
                yield battle.copy()
            battle.play(think(player, battle).choice)


@lru_cache(maxsize=1)
def moments(system: str, maker: Maker, count: int) -> tuple[Battle, ...]:
    """The same, fought once for all tests, which leave them as they are."""
    return tuple(fought(system, maker, count))


#: Systems whose rules hide something from the first turn to the last.
FOGGY = ("stockade_redan",)


@every_player
def test_thinking_chooses_what_is_allowed_says_why_and_leaves_the_battle_as_it_was(
    system: str, maker: Maker, count: int
) -> None:
    """The choice is on the list, or where orders may be written freely, one that no rule bars."""
    for number, battle in enumerate(moments(system, maker, count)):
        before = (digest(battle.state), battle.dice.rolled, battle.past.number)
        thought = think(maker(f"calm {number}"), battle)
        assert (digest(battle.state), battle.dice.rolled, battle.past.number) == before
        assert battle.decision is not None
        if thought.choice not in battle.decision.choices:
            assert battle.decision.open
            assert not battle.why_not(thought.choice)
        assert thought.reason
        assert "\n" not in thought.reason


@every_player
def test_the_same_seed_chooses_the_same(system: str, maker: Maker, count: int) -> None:
    first = [str(played.past.choice) for played in moments(system, maker, count)]
    again = [str(played.past.choice) for played in fought(system, maker, count)]
    assert first == again


@every_player
def test_what_is_hidden_does_not_change_the_choice(system: str, maker: Maker, count: int) -> None:
    chance = Random(7)
    differed = 0
    for number, battle in enumerate(moments(system, maker, count)):
        assert battle.decision is not None
        side = battle.decision.side
        other = battle.copy()
        other.state = battle.system.reshuffle(battle.state, side, chance).copy()
        differed += digest(other.state) != digest(battle.state)
        expected = think(maker(f"fog {number}"), battle)
        assert think(maker(f"fog {number}"), other) == expected
    assert differed or system not in FOGGY, "something was hidden"


@pytest.mark.parametrize("system", systems())
def test_a_sample_shows_the_side_what_it_saw_and_has_other_dice(system: str) -> None:
    for battle in moments(system, lambda seed: new_player("random", system, seed), 150):
        seat = Seat(battle)
        sample = seat.sample(Random(1))
        assert sample.view(seat.side) == seat.view
        assert sample.past.number == 0
        assert sample.dice is not battle.dice
        other = battle.copy()
        other.state = battle.system.reshuffle(battle.state, seat.side, Random(2)).copy()
        again = Seat(other).sample(Random(1))
        assert digest(again.state) == digest(sample.state), "it knows more than the side does"


def test_a_seat_gives_the_odds_of_a_choice() -> None:
    battle = field("1519 36ms-a | 1620 13us-a", phase="IX", morale=3)
    battle.play("fire 1519")
    battle.play("all")
    odds = Seat(battle).odds("resolve")
    assert sum(outcome.probability for outcome in odds.outcomes) == 1


def test_nobody_sits_down_to_a_battle_that_is_over() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    play_out(
        battle,
        {side: new_player("random", "stockade_redan", 1) for side in ("union", "confederate")},
    )
    with pytest.raises(ValueError, match="over"):
        Seat(battle)


def test_reasons_can_be_listened_to() -> None:
    heard: list[tuple[str, Thought]] = []
    player = StockadePlayer("listen")
    battle = longroll.position(
        "stockade_redan",
        {
            "units": {"1519": "36ms-a", "1620": "13us-a"},
            "phase": "IX",
            "morale": 3,
            "turn": 8,
            "assault": 2,
        },
        seed=1,
    )
    play_out(
        battle, dict.fromkeys(("union", "confederate"), player), lambda *said: heard.append(said)
    )
    assert [str(thought.choice) for _, thought in heard][:2] == ["fire 1519", "add 13us-a"]
    assert heard[0] == ("union", heard[0][1])
    assert all(thought.reason for _, thought in heard)


def test_a_flat_search_finds_the_shot_that_wins() -> None:
    """The last Confederate on the wall, and firing at him is one of two choices."""
    battle = field("1519 36ms-a | 1620 13us-a 13us-b 13us-c 13us-d 13us-o1", phase="IX", morale=3)
    player = FlatPlayer(1, playouts=60, depth=6)
    assert str(think(player, battle).choice) == "fire 1519"


def test_a_flat_search_keeps_to_its_time() -> None:
    battle = longroll.new("stockade_redan", seed=1)
    player = FlatPlayer(1, playouts=10**9, candidates=2, depth=1, seconds=0.05)
    assert "tried" in think(player, battle).reason


def test_a_flat_search_needs_something_to_do() -> None:
    with pytest.raises(ValueError, match="playout"):
        FlatPlayer(1, playouts=0)


def test_positions_are_worth_more_with_more_of_the_wall() -> None:
    few = field("1519 36ms-a | 1620 13us-a", phase="VII", morale=3)
    more = field("1519 36ms-a | 1620 13us-a", phase="VII", morale=3, union_held=["1520", "1421"])
    assert evaluate(more, "union") > evaluate(few, "union")
    assert evaluate(more, "confederate") < evaluate(few, "confederate")


def test_players_go_by_name_or_level() -> None:
    assert player_names("stockade_redan") == ("random", "flat", "idle", "guard", "1", "2", "3")
    assert isinstance(new_player("2", "stockade_redan", 1), StockadePlayer)
    with pytest.raises(UnknownPlayer, match="no player 'grant': choose from random, flat"):
        new_player("grant", "stockade_redan", 1)


def test_a_system_without_players_of_its_own_has_those_for_any() -> None:
    assert levels("mckie_umpire") is GENERAL
    assert isinstance(new_player("1", "mckie_umpire", 1), RandomPlayer)
    assert isinstance(new_player("3", "mckie_umpire", 1), FlatPlayer)


def test_players_that_cannot_be_loaded_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(system_named("mckie_umpire")), "players", "nowhere.at.all:LEVELS")
    levels.cache_clear()
    try:
        with pytest.raises(UnknownPlayer, match="mckie_umpire names its players 'nowhere"):
            levels("mckie_umpire")
    finally:
        levels.cache_clear()


@pytest.mark.parametrize("system", longroll.installed_systems())
def test_players_can_be_sent_to_another_process(system: str) -> None:
    """The server lets them think there."""
    for level in levels(system):
        assert pickle.loads(pickle.dumps(level.player(1))) is not None
