"""The levels: a recruit who slips, a regular, and a veteran who tries his plans out."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random
from time import monotonic
from typing import Any

import pytest
from msgspec import structs

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
from longroll.ai.luck import SameLuck
from longroll.ai.veteran import Candidate, Race
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


def run(race: Race, tries: int, worth: dict[str, float], noise: float = 0.0) -> list[str]:
    """Try so many battles; each comes to what its doctrine is worth, and the luck of its seed."""
    tried = []
    for _ in range(tries):
        candidate = race.next()
        luck = Random(race.seed(len(candidate.values))).uniform(-noise, noise)
        candidate.values.append(worth.get(candidate.doctrine.name, 0.0) + luck)
        tried.append(candidate.doctrine.name)
    return tried


class Plain(Doctrine):
    """A doctrine whose variation shows in its name alone."""

    def varied(self, chance: Random, formations: Sequence[str] = ()) -> Plain:
        return Plain(self.name + " varied")


def race(*names: str, remembered: Sequence[Candidate] = ()) -> Race:
    return Race(Random(1), [Plain(name) for name in names], remembered=remembered)


def test_a_race_tries_the_best_most_and_varies_it() -> None:
    one = race("a", "b", "c", "d")
    tried = run(one, 24, {"a": 0.5, "b": 0.4, "c": 0.7, "d": 0.4, "c varied": 0.75}, noise=0.4)
    assert set(tried) >= {"a", "b", "c", "d"}, "each of them at first"
    assert max(tried, key=tried.count) in ("c", "a"), "then the best, and what it is measured by"
    assert "c varied" in tried
    assert one.best().doctrine.name in ("c", "c varied")


def test_a_race_stays_with_the_first_where_no_other_is_better() -> None:
    one = race("a", "b", "c")
    run(one, 12, {"a": 0.5, "b": 0.5, "c": 0.4}, noise=0.3)
    assert one.best().doctrine.name == "a"


def test_one_lucky_battle_is_not_believed() -> None:
    one = race("a", "b")
    run(one, 2, {"a": 0.4, "b": 0.8})
    assert one.best().doctrine.name == "a"
    run(one, 10, {"a": 0.4, "b": 0.8})
    assert one.best().doctrine.name in ("b", "b varied")


def test_a_race_goes_on_from_what_was_tried_at_the_moment_before() -> None:
    one = race("a", "b", "c")
    run(one, 12, {"a": 0.5, "b": 0.9, "c": 0.2})
    known = list(one.remembered())
    assert known[0].doctrine.name == "b"
    later = race("b", "a", "c", remembered=known)
    assert later.best().doctrine.name == "b"
    leads = {each.doctrine.name: each.lead for each in known}
    assert leads["b"] == 0
    assert leads["c"] < leads["a"] < 0


@pytest.mark.parametrize("system", ["honor_glory", "mckie"])
def test_a_battle_on_a_table_is_worth_more_to_who_has_lost_less(system: str) -> None:
    battle = in_the_middle(system)
    worth = {side: battle.system.worth(battle.state, side) for side in battle.system.sides}
    assert sum(worth.values()) == pytest.approx(1)
    fewer: Any = battle.state.copy()
    gone = {
        id: structs.replace(unit, place="gone") if unit.side == "union" else unit
        for id, unit in fewer.units.items()
    }
    fewer.units = gone
    assert battle.system.worth(fewer, "union") < min(worth["union"], 0.3)


def test_the_garrison_cannot_foresee_how_a_regular_uses_his_guns() -> None:
    def support(level: str, seed: int) -> str:
        battle = longroll.new("stockade_redan", seed=1)
        player = new_player(level, "stockade_redan", seed)
        regular = new_player("2", "stockade_redan", seed)
        while (decision := battle.decision) is not None:
            chosen = think(player if decision.side == "union" else regular, battle).choice
            if chosen.verb == "option":
                return chosen.object
            battle.play(chosen)
        raise AssertionError("nobody was asked")

    assert {support("2", seed) for seed in range(6)} == {"1", "2"}
    assert {support("1", seed) for seed in range(3)} == {"2"}


def test_brigades_may_be_told_apart() -> None:
    found = {USUAL.varied(Random(seed), ["gates", "moore"]).apart for seed in range(40)}
    assert {(), (("gates", "hold"),), (("moore", "attack"),)} <= found
    told = replace(USUAL, stance="hold", apart=(("gates", "attack"),))
    assert told.attacks(False, "gates")
    assert not told.attacks(True, "moore")


def test_what_happens_in_two_battles_has_the_same_luck_in_both() -> None:
    one, other = SameLuck(5), SameLuck(5)
    other.roll("something else")
    faces = [one.roll("fire at 1519").value for _ in range(60)]
    assert faces == [other.roll("fire at 1519").value for _ in range(60)]
    assert set(faces) == set(range(1, 7))
    assert faces != [one.roll("fire at 1520").value for _ in range(60)]
    twin = one.copy()
    assert twin.roll("rally") == one.roll("rally")
    twin.rewind(120)
    assert twin.roll("rally") == SameLuck(5).roll("rally")


def test_a_varied_doctrine_differs_in_one_knob_and_in_no_other() -> None:
    for seed in range(20):
        other = USUAL.varied(Random(seed))
        changed = [name for name in vars(USUAL) if getattr(other, name) != getattr(USUAL, name)]
        assert len(changed) == 2
        assert "name" in changed
    assert knob(1, 2).metadata["values"] == (1, 2)
