"""The player of Blind Swords at Chickasaw Bayou, against random and idle opponents.

`longroll selfplay chickasaw_bayou` plays more of them.
"""

from __future__ import annotations

import pickle

import pytest

import longroll
from longroll import Battle
from longroll.ai import new_player, play_out
from longroll.ai.chickasaw_bayou import ChickasawBayouPlayer
from longroll.ai.seat import Player, Seat, Thought

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
