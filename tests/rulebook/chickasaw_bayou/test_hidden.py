"""What is hidden, dealt anew: the side that cannot know it sees no difference."""

from __future__ import annotations

from random import Random

import pytest

import longroll
from longroll.systems.blind_swords import fog
from longroll.testing.test_fog import answer, questions, twins
from tests.rulebook.blind_swords.chits import state_of
from tests.rulebook.blind_swords.field import choices, field, play


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


@pytest.mark.rule("chickasaw_bayou:17.6j.1", "blind_swords:1.6.1")
@pytest.mark.parametrize("viewer", ["union", "spectator"])
def test_nobody_learns_by_asking_who_comes_from_snyders_bluff(viewer: str) -> None:
    number = state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster.number
    called = {str(number["4ms"]): [7, "5718"], str(number["hill-cav"]): [4, "5718"]}
    battle = field(
        {"2910": "16oh", "2905": "49in", "2911": "31la-a", "5319": "46ms-a"},
        agenda=[{"type": "NextTurn"}, {"type": "BeginPhase", "phase": "D"}, {"type": "NextChit"}],
        cup=["confederate.rally", "fog", "morgan", "sd-lee", "union.huzzah"],
        puller="union",
        keys={"union": ["huzzah", "rally"], "confederate": ["rally", "good-ground"]},
        randoms={"union": ["epaulement"], "confederate": ["firing-low"]},
        held={"union": ["rally", "epaulement"], "confederate": ["good-ground", "firing-low"]},
        due=called,
        bluff=sorted((number["3ms-bttn"], number["3ms"])),
        bluff_triggers=["between", "2223"],
        states={"16oh": {"hits": 1}},
    )
    chance = Random(1862)
    dealt = set()
    while choices(battle)[0] != "draw":
        play(battle, "pass")
    orders = [*battle.decision.choices] if battle.decision else []
    for twin in twins(battle, viewer, chance, 12):
        dealt.add(tuple(sorted(state_of(twin).due.items())))
        assert twin.view(viewer) == battle.view(viewer)
        for question in questions(battle, viewer, orders, chance):
            assert answer(twin, viewer, question) == answer(battle, viewer, question), question
    assert len(dealt) > 3
    # Their owner knows them.
    [own] = {tuple(state_of(one).due) for one in twins(battle, "confederate", chance, 5)}
    assert own == tuple(state_of(battle).due)
