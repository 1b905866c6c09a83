"""The player for the miniatures table: what it does where a rule of thumb applies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import longroll
from longroll.ai import Player, RandomPlayer, Seat, Thought, play_out, think
from longroll.ai.mckie import McKiePlayer
from longroll.ai.mckie.aims import aim
from longroll.ai.mckie.ground import Known
from longroll.ai.mckie.plans import tasks
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.command.activating import Activate
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.movement.moving import Movement
from tests.rulebook.mckie.field import Fight, battery, field, troops

CHIEF = {
    "g": General(
        title="Crocker",
        side="union",
        role="division",
        ratings="-/S",
        divisions=("d",),
        x=2400,
        y=2600,
    )
}


class IdlePlayer:
    """Says that it is done wherever it may."""

    def choose(self, seat: Seat) -> Thought:
        idle = [one for one in seat.choices if one.verb == "done"]
        return Thought((idle or list(seat.choices))[0], "nothing to do")


def table(*units: tuple[str, object], ask: object, **more: Any) -> Fight:
    return field(dict(units), ask, generals=CHIEF, dice=[3] * 40, **more)  # type: ignore[arg-type]


def chosen(*units: tuple[str, object], ask: object, **more: Any) -> str:
    return str(think(McKiePlayer(1), table(*units, ask=ask, **more)).choice)


def test_a_brigade_marches_to_the_ground_that_counts() -> None:
    battle = table(
        ("u1", troops("union", 24, 29, division="d")),
        ("c1", troops("confederate", 24, 3, 180)),
        ask=Movement("union"),
    )
    player, before = McKiePlayer(1), battle.state.units["u1"].y
    while battle.decision is not None and not battle.state.units["u1"].done:
        battle.play(think(player, battle).choice)
    assert battle.state.units["u1"].y <= before - 400


def test_everything_that_bears_fires() -> None:
    order = chosen(
        ("u1", troops("union", 24, 24, division="d")),
        ("c1", troops("confederate", 24, 20, 180)),
        ask=OrderFire("union"),
    )
    assert order == "all"


def test_it_charges_a_handful_and_not_a_brigade_behind_its_like() -> None:
    ours = troops("union", 24, 24, division="d", quality="veteran")
    for figures, order in ((8, "charge u1 c1"), (40, "done")):
        foe = troops("confederate", 24, 20, 180, figures=figures)
        assert chosen(("u1", ours), ("c1", foe), ask=DeclareCharges("union")) == order


def test_a_general_without_orders_gets_some_and_is_activated() -> None:
    battle = table(
        ("u1", troops("union", 24, 29, division="d")),
        ("c1", troops("confederate", 24, 3, 180)),
        ask=Activate("union"),
        options={"generalship": True},
    )
    player = McKiePlayer(1)
    order = think(player, battle).choice
    assert order.objects[:2] == ("g", "ATTACK")
    battle.play(order)
    assert str(think(player, battle).choice) == "activate g"


def test_a_battery_with_somebody_to_fire_at_unlimbers() -> None:
    guns = battery("union", 24, 29, formation="limbered", division="d")
    foe = troops("confederate", 24, 18, 180)
    battle = table(("u4", guns), ("c1", foe), ask=Movement("union"))
    player = McKiePlayer(1)
    while battle.decision is not None and not battle.state.units["u4"].done:
        battle.play(think(player, battle).choice)
    assert battle.state.units["u4"].formation == "unlimbered"


def test_it_plays_a_battle_out_and_beats_a_random_player() -> None:
    battle = longroll.new("mckie", seed=5)
    players: dict[str, Player] = {"union": McKiePlayer(5), "confederate": RandomPlayer(5)}
    result = play_out(battle, players).result
    assert result is not None
    assert result.winner == "union"


@pytest.mark.parametrize("side", ["union", "confederate"])
def test_it_takes_the_crossroads_from_an_idle_army(side: str) -> None:
    battle = longroll.new("mckie", seed=2)
    players: dict[str, Player] = dict.fromkeys(("union", "confederate"), IdlePlayer())
    players[side] = McKiePlayer(2)
    result = play_out(battle, players).result
    assert result is not None
    assert result.winner == side


@pytest.mark.parametrize(
    "scenario, side", [("arkansas-post", "union"), ("alexanders-bridge", "confederate")]
)
def test_it_goes_past_an_army_that_only_stands(scenario: str, side: str) -> None:
    battle = longroll.new("mckie", scenario, seed=3)
    players: dict[str, Player] = dict.fromkeys(("union", "confederate"), IdlePlayer())
    players[side] = McKiePlayer(3)
    result = play_out(battle, players).result
    assert result is not None
    assert result.winner == side


def test_the_angle_with_generalship_is_fought() -> None:
    battle = longroll.new("mckie", "the-angle", seed=1, options={"generalship": True})
    players: dict[str, Player] = {side: McKiePlayer(side) for side in ("union", "confederate")}
    play_out(battle, players)
    did = Counter(str(one.choice.verb) for one in battle.history() if one.choice is not None)
    assert did["move"] > 20
    assert did["activate"] >= 2
    assert did["charge"] >= 1


def test_whoever_leads_an_attack_on_a_wall_moves_first_and_goes_on_leading() -> None:
    battle = longroll.new("mckie", "the-angle", seed=1, options={"generalship": True})
    players = {side: McKiePlayer(1) for side in battle.system.sides}
    leaders: list[frozenset[str]] = []
    movers: list[str] = []
    state: Any = battle.state
    while state.period < 2:
        assert battle.decision is not None
        side, ask = battle.decision.side, battle.state.agenda[-1]
        choice = think(players[side], battle).choice
        if side == "confederate" and isinstance(ask, Movement) and choice.verb == "move":
            known = Known(state, "confederate")
            todo = tasks(known, aim(known))
            leaders.append(frozenset(id for id in todo if todo[id].kind == "attack"))
            movers.append(choice.object)
        battle.play(choice)
        state = battle.state
    assert leaders[-1] <= leaders[0]
    assert leaders[-1]
    assert set(movers[: len(leaders[-1])]) <= leaders[0]
