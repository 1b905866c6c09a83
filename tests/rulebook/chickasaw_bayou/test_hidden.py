"""What is hidden, dealt anew: the side that cannot know it sees no difference."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.json import encode

import longroll
from longroll.systems.blind_swords import cup, fog
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.tables import CHITS
from longroll.testing.test_fog import answer, questions, twins
from tests.rulebook.blind_swords.chits import state_of
from tests.rulebook.blind_swords.field import choices, field, play

#: What somebody might try, at the right moment or not, to be told why it cannot be.
ORDERS = (
    *(f"{verb} {id}" for verb in ("activate", "clarity", "mark") for id in ROSTER.brigades),
    *(f"key {id}" for id in CHITS.events),
    *(f"play {id}" for id in CHITS.events),
    *(f"play {id} {on}" for id in CHITS.events for on in ("16oh", "26la-a", "3305", "decourcy")),
    *("draw", "pass", "let-pass", "guns 3204", "guns 4002", "chaos 3305", "wayward 16oh 3903"),
    *("order attack", "fire 3305", "move 16oh", "assault 3305 3404", "recover 16oh", "resolve"),
)


@pytest.mark.rule("blind_swords:1.6.1", "blind_swords:5.1.3")
@pytest.mark.parametrize("scenario", ["securing-the-landing-zone", "grand-assault"])
def test_views_do_not_depend_on_what_is_hidden(scenario: str) -> None:
    battle = longroll.new("chickasaw_bayou", scenario, seed=5)
    chance = Random(5)
    for number in range(160):
        if battle.result is not None:
            break
        if number % 5 == 0:
            for side in ("union", "confederate"):
                twin = battle.copy()
                twin.state = fog.reshuffle(state_of(battle), side, chance)
                assert twin.view(side) == battle.view(side)
                seen, other = (fog.as_seen(state_of(one), side) for one in (battle, twin))
                assert seen == other
                if battle.decision is not None and battle.decision.side == side:
                    for said in ORDERS:
                        assert twin.why_not(said) == battle.why_not(said), said
        play(battle, chance.choice(choices(battle)))


#: Moments at which the Union is asked something.
MOMENTS: tuple[dict[str, Any], ...] = (
    {"type": "Draw", "side": "union"},
    {"type": "Window", "side": "union", "timing": "between_draws"},
    {"type": "ActivateBrigade", "side": "union", "leader": "morgan"},
    {"type": "ActivateAny", "side": "union", "leader": "sherman"},
    {"type": "MarkBrigade", "side": "union", "leader": "morgan"},
    {"type": "Chaos", "side": "union"},
    {"type": "Wayward", "side": "union"},
    {"type": "ArtilleryStep", "side": "union"},
)


@pytest.mark.rule("chickasaw_bayou:17.6j.1", "blind_swords:1.6.1")
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda one: str(one["type"]))
def test_nobody_learns_by_asking_who_comes_and_what_is_held(moment: dict[str, Any]) -> None:
    number = state_of(field({"2910": "16oh"}, active="decourcy attack")).game.roster.number
    called = {str(number["4ms"]): [7, "5718"], str(number["hill-cav"]): [4, "5718"]}
    below = [{"type": "NextTurn"}, {"type": "BeginPhase", "phase": "D"}, {"type": "NextChit"}]
    battle = field(
        {"2910": "16oh", "2905": "49in", "2805": "69in", "2911": "31la-a", "5319": "46ms-a"}
        | {"3016": "foster", "3115": "hart"},
        agenda=[*below, moment],
        cup=["confederate.rally", "fog", "morgan", "sd-lee", "union.huzzah"],
        puller="union",
        keys={"union": ["huzzah", "rally"], "confederate": ["rally", "good-ground"]},
        randoms={"union": ["epaulement"], "confederate": ["firing-low"]},
        held={"union": ["rally", "epaulement"], "confederate": ["good-ground", "firing-low"]},
        activated=["lindsey"],
        due=called,
        bluff=sorted((number["3ms-bttn"], number["3ms"])),
        bluff_triggers=["between", "2223"],
        states={"16oh": {"hits": 1}},
        dice=(1,) * 40,
    )
    assert battle.decision is not None
    assert type(battle.state.agenda[-1]).__name__ == moment["type"]
    chance = Random(1862)
    orders = [*battle.decision.choices][:6]
    dealt = set()
    for viewer in ("union", "spectator"):
        for twin in twins(battle, viewer, chance, 4):
            dealt.add(tuple(sorted(state_of(twin).due.items())))
            assert twin.view(viewer) == battle.view(viewer)
            for question in questions(battle, viewer, orders, chance):
                assert answer(twin, viewer, question) == answer(battle, viewer, question), question
            if viewer == "union":
                for said in ORDERS:
                    assert twin.why_not(said) == battle.why_not(said), said
    assert len(dealt) > 3
    # Their owner knows them.
    [own] = {tuple(state_of(one).due) for one in twins(battle, "confederate", chance, 3)}
    assert own == tuple(state_of(battle).due)


@pytest.mark.rule("blind_swords:1.6.1", "blind_swords:7.3f.1", "blind_swords:5.1.1")
@pytest.mark.parametrize("scenario", ["securing-the-landing-zone", "grand-assault"])
def test_what_is_told_never_names_an_event_that_a_side_cannot_know(scenario: str) -> None:
    """Every event as it leaves for a seat, and the view with it, in a battle played at random."""
    battle = longroll.new("chickasaw_bayou", scenario, seed=11)
    chance = Random(11)
    named = 0
    for _ in range(260):
        if battle.result is not None:
            break
        happened = play(battle, chance.choice(choices(battle)))
        state = state_of(battle)
        for viewer, owners in {
            "union": ("confederate",),
            "confederate": ("union",),
            "spectator": ("union", "confederate"),
        }.items():
            told = [encode(seen).decode() for event in happened if (seen := event.seen_by(viewer))]
            told += [encode(battle.view(viewer)).decode()] if viewer == "spectator" else []
            for owner in owners:
                for id in {*cup.pool(state, owner)} - {*state.seen.get(owner, ())}:
                    own = CHITS.events[id]
                    if len(own.chits) > 1:
                        continue  # both sides have one
                    named += 1
                    assert not [one for one in told if f'"{own.title}"' in one], (viewer, id)
                    assert not [one for one in told if f" {own.title} is drawn" in one]
    assert named > 1000
