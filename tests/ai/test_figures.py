"""The player for the miniatures table: what it does where a rule of thumb applies."""

from __future__ import annotations

import longroll
from longroll.ai import Player, RandomPlayer, play_out, think
from longroll.ai.mckie import McKiePlayer
from longroll.ai.mckie.ground import worth
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.movement.moving import Movement
from tests.rulebook.mckie.field import field, troops

CHIEF = {
    "g": General(title="Crocker", side="union", role="division", divisions=("d",), x=2400, y=2200)
}


def chosen(*units: tuple[str, object], ask: object) -> str:
    """The first whole order that it gives."""
    battle = field(dict(units), ask, generals=CHIEF, dice=[3] * 40)  # type: ignore[arg-type]
    order = think(McKiePlayer(1), battle).choice
    if order.verb == "pick":
        battle.play(order)
        order = think(McKiePlayer(1), battle).choice
    return str(order)


def test_a_brigade_marches_to_the_ground_that_counts() -> None:
    order = chosen(
        ("u1", troops("union", 24, 24, division="d")),
        ("c1", troops("confederate", 24, 3, 180)),
        ask=Movement("union"),
    )
    assert order.startswith("move u1 ahead")


def test_everything_that_bears_fires() -> None:
    order = chosen(
        ("u1", troops("union", 24, 24, division="d")),
        ("c1", troops("confederate", 24, 20, 180)),
        ask=OrderFire("union"),
    )
    assert order == "all"


def test_it_charges_a_handful_and_not_a_brigade_behind_its_like() -> None:
    ours = troops("union", 24, 24, division="d", quality="veteran")
    for figures, order in ((8, "charge u1 c1"), (32, "done")):
        foe = troops("confederate", 24, 20, 180, figures=figures)
        assert chosen(("u1", ours), ("c1", foe), ask=DeclareCharges("union")) == order


def test_an_open_flank_is_worth_less() -> None:
    foe = troops("confederate", 24, 20, 180)
    front = field({"u1": troops("union", 24, 25, division="d"), "c1": foe}, Movement("union"))
    flank = field({"u1": troops("union", 24, 25, 90, division="d"), "c1": foe}, Movement("union"))
    assert worth(front.state, front.state.units["u1"]) > worth(flank.state, flank.state.units["u1"])


def test_it_plays_a_battle_out_and_beats_a_random_player() -> None:
    battle = longroll.new("mckie", seed=5)
    players: dict[str, Player] = {"union": McKiePlayer(5), "confederate": RandomPlayer(5)}
    result = play_out(battle, players).result
    assert result is not None
    assert result.winner == "union"
