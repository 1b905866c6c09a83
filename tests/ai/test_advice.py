"""Advice: what the computer would do in a player's place, from what that player knows."""

from __future__ import annotations

from random import Random

import pytest

import longroll
from longroll import Battle
from longroll.ai import Advice, UnknownPlayer, advise, levels, think, usual_level
from longroll.kernel.state import digest
from longroll.kernel.system import systems
from longroll.testing.starts import crowded_field, full_battle

#: Decisions of each battle, and between two at which advice is asked for.
PLAYED, EVERY = 60, 12


def moments(system: str) -> list[Battle]:
    found = []
    for start in (full_battle, crowded_field):
        battle = start(system, 5)
        players = {
            side: levels(system)[usual_level(system) - 1].player(5) for side in battle.system.sides
        }
        for number in range(PLAYED):
            if battle.decision is None:
                break
            if number % EVERY == 0:
                found.append(battle.copy())
            battle.play(think(players[battle.decision.side], battle).choice)
    return found


SYSTEMS = [slug for slug, rules in systems().items() if rules.players]


@pytest.mark.parametrize("system", SYSTEMS)
def test_advice_can_be_followed_and_has_reasons(system: str) -> None:
    for battle in moments(system):
        before = digest(battle.state)
        advice = advise(battle)
        assert advice.steps
        assert all(step.label and step.reason for step in advice.steps)
        assert not battle.why_not(advice.steps[0].text)
        assert digest(battle.state) == before
        assert advise(battle.copy()) == advice


@pytest.mark.parametrize("system", ["stockade_redan", "chickasaw_bayou", "mckie"])
def test_what_is_hidden_does_not_change_the_advice(system: str) -> None:
    for battle in moments(system):
        assert battle.decision is not None
        other = battle.copy()
        side = battle.decision.side
        other.state = battle.system.reshuffle(battle.state, side, Random(7)).copy()
        assert _said(advise(other)) == _said(advise(battle))


def _said(advice: Advice) -> tuple[str, str]:
    return advice.steps[0].text, advice.steps[0].reason


def test_a_system_without_players_gives_none() -> None:
    with pytest.raises(UnknownPlayer, match="gives advice"):
        advise(longroll.new("mckie_umpire"))


def test_an_order_is_told_whole_up_to_its_dice() -> None:
    units = {"1519": "36ms-a", "1719": "13us-a 13us-b"}
    battle = longroll.position("stockade_redan", {"phase": "IX", "units": units})
    advice = advise(battle)
    assert [step.label for step in advice.steps][-1] == "Fire now"
    assert advice.odds is not None
    assert sum(outcome.probability for outcome in advice.odds.outcomes) == 1
