"""5.0 The Command Decision Phase, 2.4 the chits, and 1.6 what stays hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import longroll
from longroll.kernel.battle import Battle
from longroll.systems.blind_swords import cup, fog
from tests.rulebook.blind_swords.chits import MORGAN, asked, drawing, state_of, told
from tests.rulebook.blind_swords.field import choices, field, play, refused

KEYS = {"union": ["rally"], "confederate": ["good-ground", "rally"]}


def deciding(*dice: int, scenario: str = "securing-the-landing-zone", turn: int = 1) -> Battle:
    """The Command Decision Phase of 17.1 as it begins: 1 and 1 events, 2 and 2."""
    units = {"3902": "16oh", "3204": "46ms-a"}
    return field(units, phase="A", scenario=scenario, turn=turn, dice=dice)


@pytest.mark.rule("blind_swords:5.1.1", "chickasaw_bayou:series.key_chits")
def test_each_side_chooses_its_key_chits() -> None:
    battle = deciding(1, 1, 1, 6, 1)
    assert asked(battle) == "union"
    assert choices(battle) == ["key confident", "key rally", "key stand-to-it"]
    assert refused(battle, "key huzzah") == ["blind_swords:5.1.1"]
    play(battle, "key rally")
    assert asked(battle) == "confederate"
    play(battle, "key good-ground")
    assert asked(battle) == "confederate"
    assert "key good-ground" not in choices(battle)
    assert refused(battle, "key good-ground") == ["blind_swords:5.1.1"]
    happened = play(battle, "key rally")
    assert "CupLoaded" in told(happened)
    state = state_of(battle)
    assert state.keys == {"union": ("rally",), "confederate": ("good-ground", "rally")}


@pytest.mark.rule("blind_swords:5.1.1", "blind_swords:1.6.1")
def test_the_choice_is_secret() -> None:
    battle = deciding(1, 1, 1, 6, 1)
    [own] = play(battle, "key rally")
    assert "Rally" in own.text()
    other = own.seen_by("confederate")
    assert other is not None
    assert other.text() == "The Union side chooses a Key Chit."
    spectator = own.seen_by("")
    assert spectator is not None
    assert "Rally" not in spectator.text()


@pytest.mark.rule(
    "blind_swords:5.1.2",
    "blind_swords:5.1.3",
    "blind_swords:5.1.4",
    "blind_swords:5.1.8",
    "blind_swords:2.4.1",
    "chickasaw_bayou:series.command_decision",
)
def test_the_cup_is_filled() -> None:
    # Union: the second of confident, stand-to-it. CSA: the last of three, then the first of two.
    battle = deciding(2, 3, 1, 6, 1)
    play(battle, "key rally", "key good-ground", "key rally")
    state = state_of(battle)
    assert state.randoms == {
        "union": ("stand-to-it",),
        "confederate": ("handsome-movement", "superior-artillery"),
    }
    # The book leaves out two Confederate events, where only one is left.
    assert state.excluded == {"union": ("confident",), "confederate": ("sharpshooters",)}
    assert state.cup == (
        "confederate.good-ground",
        "confederate.handsome-movement",
        "confederate.rally",
        "confederate.superior-artillery",
        "fog",
        "fortunes",
        "morgan",
        "sd-lee",
        "union.rally",
        "union.stand-to-it",
    )


@pytest.mark.rule("blind_swords:2.3.1", "blind_swords:7.3a.1")
@pytest.mark.rule("chickasaw_bayou:2.3.2", "chickasaw_bayou:7.3.1")
def test_what_can_be_in_a_cup() -> None:
    game = state_of(deciding()).game
    chits = cup.all_chits(game)
    assert chits.isdisjoint(set(game.roster.brigades) - set(game.chits.leaders))
    # 2 wild chits, 8 leaders, 13 events of which Rally is both sides'; no Command Events.
    assert len(chits) == 2 + 8 + 14
    assert {cup.kind(game, chit) for chit in chits} == {
        "fog",
        "fortunes",
        "division",
        "cic",
        "event",
    }


@pytest.mark.rule("blind_swords:5.1.6")
def test_divisions_with_units_and_cics_from_their_turn_are_in() -> None:
    names = [*cup.leaders_in_play(state_of(deciding(scenario="missed-opportunity")))]
    # Morgan has a unit on the map, M.L. Smith none that could act; no CiC before noon.
    assert names == ["morgan", "sd-lee"]
    noon = state_of(deciding(scenario="missed-opportunity", turn=11))
    assert [*cup.leaders_in_play(noon, "union")] == ["morgan", "sherman"]
    assert [*cup.leaders_in_play(noon, "confederate")] == ["sd-lee"]
    later = state_of(deciding(scenario="missed-opportunity", turn=17))
    assert [*cup.leaders_in_play(later, "confederate")] == ["sd-lee", "pemberton"]


@pytest.mark.rule("blind_swords:5.1.6", "blind_swords:7.3e.6")
def test_units_that_arrive_or_are_available_count() -> None:
    units = {"3902": "55il", "3204": "46ms-a"}
    more: dict[str, Any] = {"scenario": "missed-opportunity", "phase": "A"}
    assert not cup.can_act(state_of(field(units, turn=1, **more)), "lindsey")
    number = state_of(field(units, turn=1, **more)).game.roster.number
    due = {number["49in"]: (2, "3900")}
    assert not cup.can_act(state_of(field(units, turn=1, due=due, **more)), "lindsey")
    assert cup.can_act(state_of(field(units, turn=2, due=due, **more)), "lindsey")
    broken = {"49in": {"box": "1"}}
    assert not cup.can_act(state_of(field(units, turn=1, states=broken, **more)), "lindsey")
    waiting = {"49in": {"box": "available"}}
    state = state_of(field(units, turn=1, states=waiting, **more))
    assert cup.can_act(state, "lindsey")
    assert "morgan" in cup.leaders_in_play(state, "union")


@pytest.mark.rule("blind_swords:5.1.5")
def test_a_key_chit_may_be_cancelled() -> None:
    battle = drawing(MORGAN, ("union.rally",), (1,), fortunes=True, keys={"union": ["rally"]})
    [drawn, *_] = play(battle, "draw")
    assert "cancelled by Fortunes of War" in drawn.text()
    assert state_of(battle).held.get("union", ()) == ()


@pytest.mark.rule("blind_swords:2.4.2", "blind_swords:2.4.3", "blind_swords:5.1.7")
def test_chits_bear_a_rating_and_have_a_casualty_twin() -> None:
    well = drawing(MORGAN, ("morgan",), (1, 3))
    happened = play(well, "draw", "activate decourcy")
    assert state_of(well).active.order == ""
    [line] = happened[-1].ledger()
    assert (line.value, line.rule) == (3, "blind_swords:2.4.2")
    hurt = drawing(MORGAN, ("morgan",), (1, 3), casualties=["morgan"])
    happened = play(hurt, "draw", "activate decourcy")
    [rolled] = [event for event in happened if type(event).__name__ == "CommandRolled"]
    assert "Limited Activation" in rolled.text()
    [line] = rolled.ledger()
    assert (line.value, line.rule) == (2, "blind_swords:5.1.7")


# Hidden


def shuffled(battle: Battle, side: str) -> list[Battle]:
    """The battle as it might be, for all that a side knows."""
    chance = Random(7)
    twins = []
    for _ in range(8):
        twin = battle.copy()
        twin.state = fog.reshuffle(state_of(battle), side, chance)
        twins.append(twin)
    return twins


@pytest.mark.rule("blind_swords:1.6.1", "blind_swords:5.1.3")
@pytest.mark.parametrize("side", ["union", "confederate"])
def test_what_is_hidden_may_be_dealt_anew(side: str) -> None:
    battle = longroll.new("chickasaw_bayou", "grand-assault", seed=3)
    while state_of(battle).phase != "C":
        play(battle, choices(battle)[-1])
    state = state_of(battle)
    enemy = state.game.enemy[side]
    dealt = [fog.reshuffle(state, side, Random(seed)) for seed in range(12)]
    assert len({(one.keys[enemy], one.randoms[enemy]) for one in dealt}) > 1
    assert len({one.randoms[side] for one in dealt}) > 1
    for twin in [*dealt, fog.as_seen(state, side)]:
        assert twin.keys[side] == state.keys[side]
        assert len(twin.cup) == len(state.cup)
        for owner in state.game.sides:
            events = (*twin.keys[owner], *twin.randoms[owner], *twin.excluded[owner])
            assert sorted(events) == sorted(cup.pool(state, owner))
            loaded = [f"{owner}.{one}" for one in (*twin.keys[owner], *twin.randoms[owner])]
            assert sorted(loaded) == [one for one in twin.cup if one.startswith(owner)]
    assert fog.as_seen(state, side) == fog.as_seen(dealt[0], side)


@pytest.mark.rule("blind_swords:1.6.1", "blind_swords:7.3f.1")
def test_the_enemys_hand_does_not_show() -> None:
    more: dict[str, Any] = {"seen": {"union": ["huzzah"]}, "cup": ["fog"], "puller": "confederate"}
    agenda = [{"type": "NextTurn"}, {"type": "NextChit"}]
    views = []
    for event in ("rally", "confident", "stand-to-it"):
        battle = field(
            MORGAN | {"3519": "62tn"},
            agenda=agenda,
            held={"union": [event]},
            states={"16oh": {"hits": 1}},
            **more,
        )
        views.append(battle.view("confederate"))
    assert views[0] == views[1] == views[2]
