"""What is hidden, dealt anew: the side that cannot know it sees no difference."""

from __future__ import annotations

from random import Random

import pytest

import longroll
from longroll.systems.blind_swords import fog
from tests.rulebook.blind_swords.chits import state_of
from tests.rulebook.blind_swords.field import choices, play


@pytest.mark.rule("blind_swords:1.6.1", "blind_swords:5.1.3")
@pytest.mark.parametrize("scenario", ["securing-the-landing-zone", "grand-assault"])
def test_views_do_not_depend_on_what_is_hidden(scenario: str) -> None:
    battle = longroll.new("chickasaw_bayou", scenario, seed=5)
    chance = Random(5)
    for number in range(120):
        if battle.result is not None:
            break
        if number % 8 == 0:
            for side in ("union", "confederate"):
                twin = battle.copy()
                twin.state = fog.reshuffle(state_of(battle), side, chance)
                assert twin.view(side) == battle.view(side)
                seen, other = (fog.as_seen(state_of(one), side) for one in (battle, twin))
                assert seen == other
        play(battle, chance.choice(choices(battle)))
