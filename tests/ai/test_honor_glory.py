"""The player of Honor & Glory: it wins, and it uses what the rules give it."""

from __future__ import annotations

import pytest

import longroll
from longroll.ai import Player, RandomPlayer, Seat, Thought, play_out
from longroll.ai.honor_glory import HonorGloryPlayer


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
