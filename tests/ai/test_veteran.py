"""The levels: a recruit who slips, a regular, and a veteran who tries his plans out."""

from __future__ import annotations

import pickle
from itertools import count
from random import Random
from time import monotonic

import pytest

import longroll
from longroll import Battle
from longroll.ai import (
    Player,
    Recruit,
    Seat,
    Thought,
    Veteran,
    levels,
    new_player,
    think,
    usual_level,
)
from longroll.ai.doctrine import Doctrine, knob
from longroll.ai.gbacw.doctrine import USUAL
from longroll.ai.veteran import Race
from longroll.kernel.state import digest, freeze
from longroll.kernel.system import systems
from longroll.server.opponents import take_turn
from longroll.testing.starts import full_battle

#: Systems whose levels are ours.
GRADED = [
    slug
    for slug, rules in systems().items()
    if rules.players and [one.title for one in levels(slug)] == ["recruit", "regular", "veteran"]
]
each_system = pytest.mark.parametrize("system", GRADED)


def veteran(system: str, seed: int | str, tries: int = 12) -> Veteran:
    player = new_player("3", system, seed)
    assert isinstance(player, Veteran)
    player.tries, player.depth = tries, 8
    return player


def in_the_middle(system: str, decisions: int = 30) -> Battle:
    """A battle that regulars have fought for a while."""
    battle = full_battle(system, 4)
    players = {side: new_player("2", system, side) for side in battle.system.sides}
    for _ in range(decisions):
        decision = battle.decision
        assert decision is not None
        battle.play(think(players[decision.side], battle).choice)
    return battle


def thoughts(system: str, number: int, tries: int = 12) -> list[Thought]:
    battle = in_the_middle(system)
    players = {side: veteran(system, side, tries) for side in battle.system.sides}
    found: list[Thought] = []
    while (decision := battle.decision) is not None and len(found) < number:
        found.append(think(players[decision.side], battle))
        battle.play(found[-1].choice)
    return found


def test_finished_systems_have_three_levels_and_the_regular_is_the_usual_one() -> None:
    ours = {"chickasaw_bayou", "corinth", "gbacw", "honor_glory", "mckie", "stockade_redan"}
    assert ours <= set(GRADED)
    assert {usual_level(system) for system in GRADED} == {2}


@each_system
def test_a_veteran_plays_the_same_for_the_same_seed(system: str) -> None:
    assert thoughts(system, 6) == thoughts(system, 6)


@each_system
def test_what_is_hidden_does_not_change_a_veterans_choice(system: str) -> None:
    chance = Random(3)
    for battle in (in_the_middle(system, 20), in_the_middle(system)):
        assert battle.decision is not None
        other = battle.copy()
        other.state = battle.system.reshuffle(battle.state, battle.decision.side, chance).copy()
        one, same = (think(veteran(system, "fog"), each) for each in (battle, other))
        assert one == same


@each_system
def test_a_veteran_says_what_was_tried(system: str) -> None:
    battle = in_the_middle(system)
    players = {side: veteran(system, side) for side in battle.system.sides}
    reason = ""
    while (decision := battle.decision) is not None and "tried battles won" not in reason:
        before = (digest(battle.state), battle.dice.rolled)
        thought = think(players[decision.side], battle)
        assert (digest(battle.state), battle.dice.rolled) == before
        reason = thought.reason
        battle.play(thought.choice)
    assert "%" in reason


def test_a_veteran_keeps_to_his_seconds_in_the_largest_battle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock on which each look takes a while, as a decision does."""
    ticks = count()
    monkeypatch.setattr("longroll.ai.veteran.monotonic", lambda: next(ticks) / 50)
    battle = longroll.new("corinth", seed=1, scenario="historical")
    regular = new_player("2", "corinth", 1)
    while (seat := Seat(battle)).seen.phasing != seat.side:
        battle.play(think(regular, battle).choice)
    player = veteran("corinth", 1, tries=10_000)
    player.seconds, player.depth = 10.0, 4_000
    began = next(ticks)
    think(player, battle)
    took = (next(ticks) - began) / 50
    assert 9.5 < took < 11
    battle.play(think(player, battle).choice)
    assert next(ticks) - began < 11 * 50, "the plan stands"


def test_a_veteran_thinks_in_slices_where_others_wait() -> None:
    """So the server can give others their turn, and drop a battle that was taken back."""
    battle = in_the_middle("gbacw")
    assert battle.decision is not None
    side = battle.decision.side
    player = veteran("gbacw", 1)
    assert player.ponder(Seat(battle), until=monotonic() - 1), "nothing is tried yet"
    whole = think(veteran("gbacw", 1), battle)
    frozen = freeze(battle.state)
    players = {side: pickle.loads(pickle.dumps(player))}
    for _ in range(20):
        turn = take_turn("gbacw", frozen, players)
        assert not turn.failure
        if turn.thoughts:
            break
        players = turn.players
    assert turn.thoughts[0] == whole


class Overheard:
    """A player whose last thought can be asked for."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.last: Thought | None = None

    def choose(self, seat: Seat) -> Thought:
        self.last = self._player.choose(seat)
        return self.last


@each_system
def test_a_recruit_does_the_right_kind_of_thing_or_stops_too_soon(system: str) -> None:
    battle = full_battle(system, 4)
    regulars = {side: Overheard(new_player("2", system, side)) for side in battle.system.sides}
    recruits = {side: Recruit(side, regulars[side], 0.4) for side in battle.system.sides}
    slips = 0
    while (decision := battle.decision) is not None and slips < 8:
        said, usual = think(recruits[decision.side], battle), regulars[decision.side].last
        assert usual is not None
        if said != usual:
            slips += 1
            assert said.choice.verb in (usual.choice.verb, "done", "pass")
            assert usual.choice.verb not in ("done", "pass")
        battle.play(said.choice)
    assert slips


def test_a_race_drops_the_worse_half_and_varies_the_best() -> None:
    names = ("a", "b", "c", "d")
    race = Race(Random(1), [Doctrine(name) for name in names])
    tried = []
    for _ in range(14):
        candidate = race.next()
        race.seed(len(candidate.values))
        candidate.values.append(0.9 if candidate.doctrine.name == "c" else 0.1)
        tried.append(candidate.doctrine.name)
    assert tried[:8] == [*names, *names]
    assert set(tried[8:12]) == {"c", "a"}
    assert race.ranked()[0].doctrine.name == "c"


def test_a_varied_doctrine_differs_in_one_knob_and_in_no_other() -> None:
    for seed in range(20):
        other = USUAL.varied(Random(seed))
        changed = [name for name in vars(USUAL) if getattr(other, name) != getattr(USUAL, name)]
        assert len(changed) == 2
        assert "name" in changed
    assert knob(1, 2).metadata["values"] == (1, 2)
