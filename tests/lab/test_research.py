"""Battles as PettingZoo environments."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy
from pettingzoo.test import api_test, seed_test

import longroll
from longroll.display.facts import Facts
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.system import systems
from longroll.lab.research import Batch, env
from longroll.lab.research.environment import CHANCE
from longroll.lab.research.observing import HEX, UNIT, layout_of
from longroll.lab.research.vocabulary import vocabulary

SYSTEMS = list(systems())

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("slug", SYSTEMS)
def test_pettingzoo_finds_nothing_wrong(slug: str) -> None:
    api_test(env(slug), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_equal_seeds_give_equal_battles(slug: str) -> None:
    seed_test(lambda: env(slug), num_cycles=40)


def facts_of(facts: object) -> Facts:
    assert isinstance(facts, Facts)
    return facts


def random_game(battle: Any, seed: int) -> Any:
    """Play an environment at random to its end."""
    battle.reset(seed=seed)
    chance = numpy.random.default_rng(seed)
    for _ in battle.agent_iter():
        seen, *_, over, cut, _info = battle.last()
        action = None if over or cut else int(chance.choice(numpy.flatnonzero(seen["action_mask"])))
        battle.step(action)
    return battle


def test_a_battle_ends_with_rewards_that_cancel_out() -> None:
    battle: Any = env("gbacw")
    battle.reset(seed=4)
    chance = Random(4)
    while not all(battle.terminations.values()):
        battle.step(chance.choice(list(battle._legal)))
    result = battle.battle.result
    assert sum(battle.rewards.values()) == 0
    assert battle.rewards[result.winner] == 1


def test_an_action_that_is_masked_is_refused() -> None:
    battle: Any = env("skirmish")
    battle.reset(seed=1)
    masked = int(numpy.flatnonzero(battle.observe(battle.agent_selection)["action_mask"] == 0)[0])
    before = battle.battle.hash()
    with pytest.raises(ValueError, match="not one of"):
        battle.step(masked)
    assert battle.battle.hash() == before


@pytest.mark.parametrize("slug", ["stockade_redan", "gbacw", "chickasaw_bayou", "skirmish"])
def test_hex_systems_have_words_for_nearly_every_choice(slug: str) -> None:
    """Every choice has a number of its own, and the words are the same in every process."""
    battle = longroll.new(slug, seed=1)
    words = vocabulary(slug, battle.state.scenario)
    chance = Random(1)
    known = listed = 0
    while battle.decision is not None and battle.past.number < 400:
        choices = battle.decision.choices
        assert len(words.legal(choices)) == len(choices)
        known += sum(words.number_of(choice) is not None for choice in choices)
        listed += len(choices)
        battle.play(battle.decision.draw(chance))
    assert known >= 0.95 * listed


def test_the_vocabulary_of_stockade_redan_is_closed() -> None:
    battle = longroll.new("stockade_redan", seed=2)
    words = vocabulary("stockade_redan", "two-assaults")
    chance = Random(2)
    while battle.decision is not None:
        choice = battle.decision.draw(chance)
        assert words.number_of(choice) is not None, choice
        battle.play(choice)


def test_an_observation_is_what_its_side_may_know() -> None:
    """What is hidden from the Union may be dealt anew, and its array stays the same."""
    battle = longroll.new("stockade_redan", seed=1863)
    chance = Random(3)
    layout = layout_of("stockade_redan", "two-assaults")
    checked = 0
    while battle.decision is not None and checked < 12:
        battle.play(battle.decision.draw(chance))
        if battle.past.number % 150 == 0:
            other = battle.system.reshuffle(battle.state, "union", Random(battle.past.number))
            arrays = [
                layout.observe(facts_of(battle.system.facts(state, "union")), "union", False)
                for state in (battle.state, other)
            ]
            assert (arrays[0] == arrays[1]).all()
            checked += 1
    assert checked > 5


def test_the_layout_names_every_place() -> None:
    layout = layout_of("gbacw", "drill")
    assert len(layout.names) == layout.size == len(set(layout.names))
    units, hexes = len(layout.pieces), len(layout.hexes)
    assert layout.size == 5 + units * len(UNIT) + hexes * len(HEX)
    battle = longroll.new("gbacw", seed=1)
    seen = layout.observe(facts_of(battle.system.facts(battle.state, "union")), "union", True)
    at = {name: seen[number] for number, name in enumerate(layout.names)}
    assert at["asked"] == 1
    assert seen.dtype == numpy.float32
    assert -1 <= seen.min() <= seen.max() <= 1
    ours = [unit for unit in layout.pieces if at[f"{unit} seen"] and at[f"{unit} ours"]]
    assert ours


def test_explicit_chance_throws_every_die_and_leads_to_the_same_battle() -> None:
    """Faces thrown by the agent `chance` as the seeded dice would fall: the same end."""
    seeded = Battle(
        systems()["gbacw"],
        systems()["gbacw"].start("drill", systems()["gbacw"].read_options({})),
        Seeded(7),
    )
    battle: Any = env("gbacw", explicit_chance=True)
    assert battle.possible_agents == ["union", "confederate", CHANCE]
    battle.reset(seed=0)
    dice, thrown = Seeded(7), 0
    chance = Random(7)
    while not all(battle.terminations.values()):
        if battle.agent_selection == CHANCE:
            sides = battle.infos[CHANCE]["sides"]
            assert battle.observe(CHANCE)["action_mask"].sum() == sides
            battle.step(dice.face(thrown, sides, None) - 1)
            thrown += 1
        else:
            assert seeded.decision is not None
            text = str(seeded.decision.draw(chance))
            seeded.play(text)
            legal = {str(choice): number for number, choice in battle._legal.items()}
            battle.step(legal[text])
    assert thrown > 10
    assert battle.battle.hash() == seeded.hash()


def test_a_die_has_only_its_faces() -> None:
    battle: Any = env("chickasaw_bayou", explicit_chance=True)
    battle.reset()
    while battle.agent_selection != CHANCE:
        battle.step(next(iter(battle._legal)))
    with pytest.raises(ValueError, match="no face 9"):
        battle.step(9)


def test_a_long_battle_is_cut_off() -> None:
    battle = random_game(env("gbacw", most=30), 1)
    assert battle.taken == 30
    assert battle.agents == []


def test_batches_play_in_processes() -> None:
    chance = numpy.random.default_rng(1)
    ended = 0
    with Batch("skirmish", many=2, seed=5) as batch:
        now = batch.reset()
        assert now.observations.shape[0] == 2
        for _ in range(60):
            actions = [chance.choice(numpy.flatnonzero(mask)) for mask in now.masks]
            now = batch.step(actions)
            ended += sum(one is not None for one in now.ended)
    assert ended >= 2


def test_the_example_trains_a_policy_that_beats_random() -> None:
    path = Path(__file__).parents[2] / "examples" / "research" / "train.py"
    example = runpy.run_path(str(path))
    battle, policy = example["train"](4)
    assert example["score"](battle, policy, 60).low > 0.5
