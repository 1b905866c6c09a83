"""The player of the series beats random play from both sides, and minds what a general minds."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.ai import Seat, new_player, play_out, think
from longroll.ai.corinth import CorinthPlayer
from longroll.ai.corinth.aims import AIMS
from longroll.ai.gbacw.goals import is_spent, must_retire
from longroll.ai.gbacw.ground import enemy_zone, nearest_enemies, reach
from longroll.ai.gbacw.moves import SAFE, Marching
from longroll.ai.gbacw.orders import calls_off, orders_for
from longroll.systems.corinth import outer_works
from tests.rulebook.corinth.field import field, number, state, where


def winner(system: str, scenario: str, union: str, confederate: str, seed: int) -> str | None:
    battle = longroll.new(system, scenario, seed=seed)
    names = {"union": union, "confederate": confederate}
    players = {side: new_player(name, system, f"{seed}:{side}") for side, name in names.items()}
    play_out(battle, players)
    assert battle.result is not None
    return battle.result.winner


@pytest.mark.parametrize("seed", range(3))
def test_it_wins_on_the_drill_ground_from_either_side(seed: int) -> None:
    assert winner("gbacw", "drill", "2", "random", seed) == "union"
    assert winner("gbacw", "drill", "random", "2", seed) == "confederate"


@pytest.mark.parametrize("seed", range(3))
def test_it_holds_the_outer_works(seed: int) -> None:
    assert winner("corinth", "outer-works", "2", "random", seed) == "union"


def march(battle: Battle) -> Battle:
    """Let the side that moves make its whole Movement Phase."""
    player = CorinthPlayer(1)
    facts = state(battle)
    phase = facts.turn, facts.phasing, facts.phase
    while battle.decision is not None:
        facts = state(battle)
        if (facts.turn, facts.phasing, facts.phase) != phase:
            break
        battle.play(think(player, battle).choice)
    return battle


def choice_of(battle: Battle) -> str:
    return str(CorinthPlayer(1).choose(Seat(battle)).choice)


def gap(battle: Battle, id: str, side: str) -> int:
    return nearest_enemies(state(battle), side)[where(battle, id)][0]


# Who rests


def test_a_brigade_is_spent_before_it_breaks() -> None:
    facts = state(field("1820 42al moore | 1830 7il"))
    assert not is_spent(facts, "moore")
    limit = facts.brigades["moore"].limit
    facts.set_brigade("moore", boxes=limit - 2)
    assert is_spent(facts, "moore")
    facts.set_brigade("moore", boxes=limit, broken=True)
    assert is_spent(facts, "moore")


def test_a_broken_brigade_leaves_the_fight_and_a_fresh_one_does_not() -> None:
    lines = "1814 35ms 2tx | 1813 moore 42al | 1818 7il baldwin | 1718 57il"
    tired = march(field(lines, phase="B", broken="moore"))
    fresh = march(field(lines, phase="B"))
    assert gap(tired, "35ms", "confederate") >= SAFE - 1
    assert gap(tired, "42al", "confederate") > gap(fresh, "42al", "confederate")


def test_a_broken_brigade_is_left_out_of_a_melee() -> None:
    lines = "1812 42al 35ms moore | 1811 7il"
    orders: dict[str, dict[str, Any]] = {
        "42al": {"facing": "N"},
        "35ms": {"facing": "N"},
        "7il": {"strength": 1},
    }
    assert choice_of(field(lines, phase="E", states=orders)) == "melee 1811"
    spent = state(field(lines, phase="E", states=orders, broken="moore"))
    assert "moore" in orders_for(AIMS, spent, "confederate").resting


# How it moves


def test_nobody_marches_on_through_an_enemy_zone() -> None:
    facts = state(field("1814 42al moore | 1811 7il", states={"7il": {"facing": "S"}}, phase="B"))
    zoned = enemy_zone(facts, "confederate")
    assert "1812" in zoned
    beyond = reach(facts, number("42al"), zoned)
    assert all(before not in zoned for _, before in beyond.values())


def test_a_general_keeps_behind_his_men() -> None:
    lines = "1814 42al 35ms maury | 1815 moore 2tx | 1818 15ar | 1812 7il 50il"
    battle = march(field(lines, phase="B", broken="moore"))
    assert gap(battle, "maury", "confederate") >= 3


def test_at_night_men_with_stragglers_lie_still() -> None:
    hurt = {"42al": {"killed": 2, "strength": 5}}
    facts = state(field("1820 42al moore | 1830 7il", phase="B", turn=18, states=hurt))
    plans = Marching(facts, "confederate", orders_for(AIMS, facts, "confederate"))
    assert plans.steps(facts, number("42al")) == []


# Attack and defence


def test_works_are_left_for_easy_prey_only() -> None:
    lines = "1604 7il baldwin | 1603 42al"
    facing = {"7il": {"facing": "N", "strength": 4}}

    def sally(strength: int) -> str:
        states = facing | {"42al": {"facing": "S", "strength": strength}}
        return choice_of(field(lines, turn=9, phasing="union", phase="E", states=states))

    assert sally(3) == "done"
    assert sally(1) == "melee 1603"


def test_an_attacker_with_enough_for_the_day_stops_at_dusk() -> None:
    taken = {"confederate_held": ["0527", "0536", "0918", "1933"]}
    lines = "1820 42al moore | 1830 7il"
    noon = state(field(lines, turn=10, more=taken, scenario="historical"))
    dusk = state(field(lines, turn=15, more=taken, scenario="historical"))
    poor = state(field(lines, turn=15, scenario="historical"))
    assert not calls_off(AIMS, noon, "confederate")
    assert calls_off(AIMS, dusk, "confederate")
    assert not calls_off(AIMS, poor, "confederate")
    assert orders_for(AIMS, dusk, "confederate").resting == {"moore"}


def test_a_brigade_that_is_turned_goes_back_to_the_inner_line() -> None:
    turned = state(field("1810 7il baldwin | 1813 42al moore"))
    faced = state(field("1810 7il 50il baldwin | 1807 42al moore"))
    worth = AIMS.worth(turned)
    assert must_retire(turned, "union", "1810", worth, ["1813"])
    assert not must_retire(faced, "union", "1810", worth, ["1807"])
    assert not must_retire(turned, "union", "1933", worth, ["1930"])


def test_where_every_hex_scores_the_men_spread_out() -> None:
    battle = longroll.new("corinth", "outer-works", seed=2)
    orders = orders_for(AIMS, state(battle), "confederate")
    inside = state(battle).game.map.zones["inside_works"]
    assert orders.spread
    assert orders.spread <= inside
    assert all(int(hex[:2]) in outer_works.COLUMNS for hex in orders.spread)
