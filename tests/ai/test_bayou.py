"""The player of Blind Swords at Chickasaw Bayou, against random and idle opponents.

`longroll selfplay chickasaw_bayou` plays more of them.
"""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.ai import new_player, play_out
from longroll.ai.chickasaw_bayou import ChickasawBayouPlayer
from longroll.ai.seat import Player, Seat, Thought
from tests.rulebook.blind_swords.field import field

SYSTEM = "chickasaw_bayou"
#: What an idle player answers, the first of these that there is.
IDLE = ("done", "pass", "stop", "hold", "draw", "commit")
FIRES = ("fire", "guns", "all", "resolve", "always")


class Idle:
    """Says done, or only fires."""

    def __init__(self, fires: bool = False) -> None:
        self._verbs = (*FIRES, *IDLE) if fires else IDLE

    def choose(self, seat: Seat) -> Thought:
        for verb in self._verbs:
            for one in seat.choices:
                if one.verb == verb:
                    return Thought(one, "as always")
        return Thought(seat.choices[0], "it has to be something")


def fight(scenario: str, union: Player, confederate: Player, seed: int) -> Battle:
    battle = longroll.new(SYSTEM, scenario, seed=seed)
    return play_out(battle, {"union": union, "confederate": confederate})


def winner(battle: Battle) -> str | None:
    assert battle.result is not None
    return battle.result.winner


@pytest.mark.parametrize("scenario", ["securing-the-landing-zone", "blakes-levee"])
def test_the_confederates_hold_against_random_attackers(scenario: str) -> None:
    for seed in range(3):
        battle = fight(
            scenario, new_player("random", SYSTEM, seed), ChickasawBayouPlayer(seed), seed
        )
        assert winner(battle) == "confederate"


@pytest.mark.parametrize("opponent", ["random", "idle", "fires"])
def test_the_union_takes_the_levee(opponent: str) -> None:
    won = 0
    for seed in range(4):
        other = (
            new_player("random", SYSTEM, seed)
            if opponent == "random"
            else Idle(fires=opponent == "fires")
        )
        battle = fight("blakes-levee", ChickasawBayouPlayer(seed), other, seed)
        won += winner(battle) == "union"
    assert won >= 3


@pytest.mark.parametrize("opponent", ["random", "idle", "fires"])
def test_the_union_secures_the_landing_zone_though_orders_fail(opponent: str) -> None:
    """Half of Morgan's orders fail: ground that nobody holds is taken when there is a chance, and
    in the end by the guns, which need no order."""
    won = 0
    for seed in range(12):
        other = (
            new_player("random", SYSTEM, seed)
            if opponent == "random"
            else Idle(fires=opponent == "fires")
        )
        battle = fight("securing-the-landing-zone", ChickasawBayouPlayer(seed), other, seed)
        won += winner(battle) == "union"
    assert won >= 11


def test_the_same_seed_plays_the_same_battle() -> None:
    one, other = (
        fight("aggressive-plan", ChickasawBayouPlayer(4), ChickasawBayouPlayer(5), 6)
        for _ in range(2)
    )
    assert one.hash() == other.hash()


def test_a_player_can_be_sent_to_another_process() -> None:
    battle = longroll.new(SYSTEM, "grand-assault", seed=1)
    players = {side: ChickasawBayouPlayer(side) for side in battle.system.sides}
    for _ in range(60):
        assert battle.decision is not None
        side = battle.decision.side
        twin = pickle.loads(pickle.dumps(players[side]))
        chosen = players[side].choose(Seat(battle)).choice
        assert twin.choose(Seat(battle)).choice == chosen
        battle.play(chosen)


# Single decisions


def chosen(battle: Battle) -> str:
    return str(ChickasawBayouPlayer(1).choose(Seat(battle)).choice)


def levee(**more: object) -> Battle:
    """Blake's Levee: a regiment and guns in a Trench, a reserve, and the Union near."""
    units = {"4717": "46ms-b", "4816": "26la-b johnston", "4321": "46ms-a", "4715": "12mo"}
    return field(units, scenario="blakes-levee", **more)  # type: ignore[arg-type]


def test_chaos_falls_on_the_strongest_who_are_near() -> None:
    battle = levee(agenda=[{"type": "Chaos", "side": "union"}])
    assert chosen(battle) == "chaos 4816"


def test_a_regiment_strays_out_of_the_trench_that_it_holds_alone() -> None:
    battle = levee(agenda=[{"type": "Wayward", "side": "union"}])
    assert chosen(battle).startswith("wayward 46ms-b ")
    assert chosen(battle).split()[-1] not in ("4618", "4718", "4816")  # no other Trench


def test_nobody_is_led_astray_to_a_better_place() -> None:
    battle = field(
        {"4717": "46ms-b", "3900": "12mo"},
        scenario="blakes-levee",
        agenda=[{"type": "Wayward", "side": "confederate"}],
    )
    assert chosen(battle) != "wayward 12mo 3901"  # nearer to the Trenches


def test_the_last_regiment_stays_in_its_trench() -> None:
    battle = field(
        {"4717": "46ms-b", "4816": "26la-b", "4916": "25ia"},
        scenario="blakes-levee",
        states={"25ia": {"hits": 2, "worn": True}},
        active="withers attack",
        step="move",
    )
    assert chosen(battle) == "done"


def test_superior_artillery_is_no_key_chit_as_guns_fire_before_chits_are_drawn() -> None:
    landing = "securing-the-landing-zone"
    battle = field({"3204": "wofford"}, scenario=landing, phase="A", turn=2, dice=(1,) * 9)
    keys = []
    while battle.decision is not None and str(battle.decision.choices[0]).startswith("key"):
        if battle.decision.side == "confederate":
            keys.append(chosen(battle))
        battle.play(chosen(battle))
    assert keys == ["key sharpshooters", "key good-ground"]


def test_a_battle_for_points_is_worth_less_to_a_side_that_is_worn_down() -> None:
    battle = longroll.new(SYSTEM, "securing-the-landing-zone", seed=1)
    state: Any = battle.state
    unit = state.game.roster.number["16oh"]
    worth = battle.system.worth
    fresh = worth(state, "union")
    assert fresh == pytest.approx(1 - worth(state, "confederate"))
    shaken = state.copy()
    shaken.change(unit, hits=2)
    gone = state.copy()
    gone.change(unit, hex="", fate="eliminated")
    assert worth(gone, "union") < worth(shaken, "union") < fresh
