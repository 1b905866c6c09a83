"""The player of Honor & Glory: it wins, and it uses what the rules give it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import longroll
from longroll.ai import Player, RandomPlayer, Seat, Thought, play_out
from longroll.ai.honor_glory import HonorGloryPlayer
from longroll.ai.honor_glory.doctrine import Doctrine
from longroll.ai.honor_glory.drills import foreseen
from longroll.ai.honor_glory.marches import covered, places_of
from longroll.ai.honor_glory.shots import shots
from longroll.kernel.decision import Choice
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import field


class Idle:
    """Declares nothing, and stands where it is."""

    def choose(self, seat: Seat) -> Thought:
        still = [one for one in seat.choices if one.verb in ("done", "stand", "stay", "hold")]
        return Thought((still or seat.choices)[0], "nothing")


@pytest.mark.parametrize("side", ["union", "confederate"])
def test_it_beats_chance_and_idleness(side: str) -> None:
    foes: tuple[Player, ...] = (RandomPlayer(1), Idle())
    for foe in foes:
        battle = longroll.new("honor_glory", "hedge-lane", seed=1)
        players: dict[str, Player] = dict.fromkeys(battle.system.sides, foe)
        players[side] = HonorGloryPlayer(1)
        play_out(battle, players)
        assert battle.result is not None
        assert battle.result.winner == side


def test_it_declares_fire_and_marches_with_its_counters() -> None:
    battle = longroll.new("honor_glory", "hedge-lane", seed=2)
    player = HonorGloryPlayer(2)
    said = set()
    for _ in range(200):
        if battle.decision is None:
            break
        thought = player.choose(Seat(battle))
        said |= {*thought.choice.objects[2:3], thought.choice.verb}
        battle.play(thought.choice)
    assert {"declare", "done", "fire", "reply"} <= said
    assert {"ahead", "oblique"} & said


def test_a_commander_in_chief_who_is_guarded_goes_to_the_guns_or_stays_back() -> None:
    """His fall costs every unit."""
    battle = longroll.new("honor_glory", "hedge-lane", seed=2)
    player = HonorGloryPlayer(2, doctrine=Doctrine(guard=True))
    while battle.decision is not None and battle.system.turn(battle.state) < 3:
        battle.play(player.choose(Seat(battle)).choice)
    state: Any = battle.state
    assert state.commanders["cc"].joined == "ca"
    assert state.commanders["uc"].joined == "u4", "the guns are too far off"
    assert state.units["u4"].y == 80 * CM


def orders_of(doctrine: Doctrine, side: str, turns: int = 8) -> list[tuple[str, ...]]:
    """What a side with a doctrine declares against a regular, unit and words."""
    battle = longroll.new("honor_glory", "hedge-lane", seed=3)
    players = {one: HonorGloryPlayer(1) for one in battle.system.sides}
    players[side] = HonorGloryPlayer(1, doctrine=doctrine)
    found = []
    while (decision := battle.decision) is not None and battle.system.turn(battle.state) < turns:
        choice = players[decision.side].choose(Seat(battle)).choice
        if decision.side == side and choice.verb == "declare":
            found.append(choice.objects)
        battle.play(choice)
    return found


def test_a_battery_turns_to_whom_it_could_fire_at() -> None:
    battle = longroll.new("honor_glory", "hedge-lane", seed=3)
    state: Any = battle.state.copy()
    state.change("ua", heading=2700)
    assert not [*shots(state, "ua", Doctrine())]
    [idea] = shots(state, "ua", Doctrine(pivot=True))
    assert idea.order.objects[2] == "turn"
    assert idea.order.objects[-2] == "fire"


def test_a_march_may_end_with_a_volley() -> None:
    usual, going = (orders_of(Doctrine(advance=one), "union") for one in (False, True))
    both = {"ahead", "oblique"}
    assert not [words for words in usual if "fire" in words and both & {*words}]
    assert [words for words in going if "fire" in words and both & {*words}]


def test_orders_may_reckon_with_those_that_were_given_before() -> None:
    battle = longroll.new("honor_glory", "hedge-lane", seed=3)
    player = HonorGloryPlayer(1)
    while battle.system.turn(battle.state) < 1 or battle.decision is None:
        battle.play(player.choose(Seat(battle)).choice)
    battle.play("declare u3 1 ahead 10")
    state: Any = battle.state
    assert foreseen(state).units["u3"].y == 60 * CM
    assert state.units["u3"].y == 70 * CM, "it has not gone yet"


def test_a_regiment_stops_where_its_front_touches_cover() -> None:
    battle = longroll.new("honor_glory", "hedge-lane", seed=3)
    state: Any = battle.state
    place = places_of(state, "union", Doctrine())["u3"]
    there = covered(state, state.units["u3"], place)
    moved = replace(state.units["u3"], x=there.x, y=there.y)
    assert field.cover_of(state, moved)[0] == "hedge"
    assert there.y > place.y, "on its own side of the hedge"


def test_a_regiment_may_be_told_to_hold_while_the_rest_goes_on() -> None:
    told = Doctrine(march=0.5, apart=(("u1", "hold"), ("u2", "attack")))
    orders = [Choice("declare", (id, "1", "ahead", "10")) for id in ("u1", "u2", "u3")]
    assert [told.share(one) for one in orders] == [0.0, 0.75, 0.5]
    assert told.share(Choice("declare", ("u1", "1", "fire", "c1"))) == 1.0


def test_a_battle_is_worth_more_to_the_side_with_fresh_regiments_and_a_commander() -> None:
    battle = longroll.new("honor_glory", "hedge-lane", seed=2)
    worth = battle.system.worth

    def hurt(points: int) -> float:
        state: Any = battle.state.copy()
        state.change("u1", mp=state.units["u1"].mp - points)
        return worth(state, "union")

    first, second, third = (hurt(points) for points in (0, 2, 4))
    assert first > second > third
    assert second - third > first - second, "the last points are the dearest"
    headless: Any = battle.state.copy()
    headless.change_commander("uc", place="gone")
    assert worth(headless, "union") < 0.1
    assert worth(headless, "confederate") > 0.9
