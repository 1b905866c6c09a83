"""7.1 to 7.3: who pulls the chits, and what leaders and Fortunes of War bring."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from tests.rulebook.blind_swords.chits import (
    MORGAN,
    asked,
    cited,
    drawing,
    said,
    state_of,
    told,
)
from tests.rulebook.blind_swords.field import choices, field, play, refused

# Who pulls


def rolled(*dice: int, puller: str = "") -> str:
    battle = field(MORGAN, dice=dice, cup=["fog"], puller=puller)
    assert asked(battle) == state_of(battle).puller
    return state_of(battle).puller  # type: ignore[no-any-return]


@pytest.mark.rule("blind_swords:7.1.1", "blind_swords:7.1.2")
def test_the_higher_roll_pulls_the_chits() -> None:
    assert rolled(5, 4) == "union"
    assert rolled(2, 4) == "confederate"
    assert rolled(4, 4) == "union"
    assert rolled(4, 4, puller="union") == "confederate"
    assert rolled(4, 4, puller="confederate") == "union"


@pytest.mark.rule("blind_swords:7.2.1", "chickasaw_bayou:series.chit_draw")
def test_chits_are_drawn_until_the_cup_is_empty() -> None:
    battle = drawing(MORGAN, ("morgan", "fortunes"), (2, 2, 1, 1))
    assert said(battle) == "2 chits are in the cup. Draw the next one."
    # Morgan first: a Full Activation, and back he goes, as two brigades are left.
    play(battle, "draw", "activate decourcy", "order maneuver", "done")
    assert state_of(battle).cup == ("fortunes", "morgan")
    # Fortunes of War cancels his next chit; he still has a brigade left.
    play(battle, "draw", "draw", "mark lindsey")
    assert state_of(battle).cup == ("morgan",)


@pytest.mark.rule("blind_swords:7.2.1")
def test_an_empty_cup_ends_the_phase() -> None:
    battle = drawing({"2910": "16oh"}, ("morgan",), (1, 6))
    happened = play(battle, "draw", "activate decourcy")
    assert "ChitReturned" not in told(happened)
    assert "PhaseBegan" in told(happened)
    assert (state_of(battle).turn, state_of(battle).phase) == (5, "A")


# Division chits


def activating(*dice: int, **more: Any) -> Battle:
    battle = drawing(MORGAN, ("morgan",), (1, *dice), **more)
    play(battle, "draw")
    return battle


@pytest.mark.rule(
    "blind_swords:7.3e.1",
    "blind_swords:7.3e.2",
    "blind_swords:7.3e.3",
    "chickasaw_bayou:series.division_activation",
)
@pytest.mark.parametrize("die, order", [(3, ""), (4, "limited")])
def test_a_command_roll_makes_the_activation_full_or_limited(die: int, order: str) -> None:
    battle = activating(die, activated=["sheldon"])
    assert choices(battle)[:2] == ["activate decourcy", "activate lindsey"]
    assert refused(battle, "activate sheldon") == ["blind_swords:7.3e.3"]
    assert refused(battle, "activate withers") == ["blind_swords:7.3e.1"]
    happened = play(battle, "activate lindsey")
    assert "blind_swords:7.3e.1" in cited(happened)
    state = state_of(battle)
    assert state.activated == {"sheldon", "lindsey"}
    if order:
        # Nobody is next to 49 IN, so that its Limited Activation is over at once.
        assert "Limited Activation" in happened[0].text()
        assert state.active is None
    else:
        assert state.active.order == ""
        assert said(battle).startswith("What are the orders of Lindsey")


@pytest.mark.rule("blind_swords:7.3e.4")
def test_the_chit_returns_while_brigades_are_left() -> None:
    battle = activating(6, activated=["sheldon"])
    play(battle, "activate lindsey")
    assert state_of(battle).cup == ("morgan",)
    last = activating(6, activated=["sheldon", "lindsey"])
    happened = play(last, "activate decourcy")
    assert "ChitReturned" not in told(happened)
    assert state_of(last).cup == ()


@pytest.mark.rule("blind_swords:7.3e.6")
def test_a_brigade_without_units_counts_as_activated() -> None:
    battle = drawing({"2910": "16oh"}, ("morgan",), (1, 6))
    play(battle, "draw")
    assert [one for one in choices(battle) if one.startswith("activate")] == ["activate decourcy"]
    assert refused(battle, "activate lindsey") == ["blind_swords:7.3e.6"]


@pytest.mark.rule("blind_swords:7.3e.4", "blind_swords:7.3e.6")
def test_a_chit_whose_brigades_were_all_activated_is_out() -> None:
    battle = drawing({"2910": "16oh"}, ("morgan", "fog"), (2,), activated=["decourcy"])
    happened = play(battle, "draw")
    assert told(happened) == ["ChitDrawn", "ChitOut"]
    assert cited(happened[1:]) == {"blind_swords:7.3e.4"}
    assert state_of(battle).cup == ("fog",)


@pytest.mark.rule("blind_swords:7.3e.5", "chickasaw_bayou:17.6d")
def test_command_clarity_needs_no_roll_and_comes_once() -> None:
    battle = activating()
    happened = play(battle, "clarity decourcy")
    assert cited(happened) == {"blind_swords:7.3e.5"}
    state = state_of(battle)
    assert (state.active.order, state.active.clarity) == ("", True)
    assert state.clarity_used == {"morgan"}
    used = activating(clarity_used=["morgan"])
    assert not [one for one in choices(used) if one.startswith("clarity")]
    assert refused(used, "clarity decourcy") == ["blind_swords:7.3e.5"]
    # Another division still has its own.
    other = drawing({"2019": "40ga"}, ("m-smith",), (1,), clarity_used=["morgan"])
    play(other, "draw")
    assert "clarity barton" in choices(other)


@pytest.mark.rule("blind_swords:7.3e.5", "chickasaw_bayou:17.1d", "chickasaw_bayou:17.3d")
def test_only_some_divisions_have_clarity() -> None:
    units = {"3902": "16oh", "3204": "46ms-a"}
    battle = drawing(units, ("sd-lee",), (1,), scenario="securing-the-landing-zone")
    play(battle, "draw")
    assert refused(battle, "clarity withers") == ["blind_swords:7.3e.5"]
    morgan = drawing(units, ("morgan",), (1,), scenario="securing-the-landing-zone")
    play(morgan, "draw")
    assert "clarity decourcy" in choices(morgan)
    levee = drawing({"4813": "17mo"}, ("steele",), (1,), scenario="blakes-levee")
    play(levee, "draw")
    assert "clarity hovey" in choices(levee)


# CiC chits


@pytest.mark.rule("blind_swords:7.3d.1", "chickasaw_bayou:7.3.20")
def test_a_cic_who_fails_is_out() -> None:
    battle = drawing(MORGAN, ("sherman", "fog"), (2, 5))
    happened = play(battle, "draw")
    assert happened[-1].text() == "Sherman rolls 5 against 4: no effect."
    assert cited(happened[1:]) == {"blind_swords:7.3d.1"}
    assert state_of(battle).cup == ("fog",)


@pytest.mark.rule("blind_swords:7.3d.2", "blind_swords:7.3d.3", "chickasaw_bayou:series.cic")
@pytest.mark.rule("chickasaw_bayou:7.3.19", "chickasaw_bayou:7.3.20")
def test_a_cic_activates_any_brigade_even_again() -> None:
    battle = drawing(MORGAN | {"1206": "55il"}, ("sherman",), (1, 4), activated=["decourcy"])
    play(battle, "draw")
    found = ["activate decourcy", "activate lindsey", "activate sheldon", "activate stuart"]
    assert sorted(choices(battle)) == found
    assert refused(battle, "activate withers") == ["blind_swords:7.3d.2"]
    assert refused(battle, "activate hovey") == ["blind_swords:7.3e.6"]
    happened = play(battle, "activate decourcy")
    assert cited(happened) == {"blind_swords:7.3d.3"}
    assert state_of(battle).active.by == "cic"
    play(battle, "order maneuver")
    assert state_of(battle).cup == ()


# Fortunes of War


@pytest.mark.rule("blind_swords:7.3c.1", "chickasaw_bayou:series.fortunes_of_war")
def test_fortunes_of_war_cancels_the_next_chit() -> None:
    battle = drawing(MORGAN, ("fortunes", "sherman", "union.rally"), (1, 1, 1))
    [drawn] = play(battle, "draw")
    assert drawn.text() == "Fortunes of War is drawn."
    assert state_of(battle).fortunes
    happened = play(battle, "draw")
    assert told(happened) == ["ChitDrawn"]
    assert cited(happened) == {"blind_swords:7.3c.1"}
    assert not state_of(battle).fortunes
    # The one after it counts again.
    play(battle, "draw")
    assert state_of(battle).held == {"union": ("rally",)}


@pytest.mark.rule("blind_swords:7.3c.1")
def test_a_cancelled_event_is_shown_to_both() -> None:
    battle = drawing(MORGAN, ("union.rally", "fog"), (2,), fortunes=True)
    [drawn] = play(battle, "draw")
    seen = drawn.seen_by("confederate")
    assert seen is not None
    assert "Rally" in seen.text()
    assert state_of(battle).seen == {"union": ("rally",)}


@pytest.mark.rule("blind_swords:7.3c.2")
def test_a_cancelled_division_marks_a_brigade_and_returns() -> None:
    battle = drawing(MORGAN, ("morgan",), (1,), fortunes=True, activated=["sheldon"])
    play(battle, "draw")
    assert choices(battle) == ["mark decourcy", "mark lindsey"]
    assert refused(battle, "mark sheldon") == ["blind_swords:7.3e.3"]
    happened = play(battle, "mark lindsey")
    assert told(happened) == ["BrigadeMarked", "ChitReturned"]
    assert cited(happened) == {"blind_swords:7.3c.2", "blind_swords:7.3e.4"}
    state = state_of(battle)
    assert (state.activated, state.cup) == ({"sheldon", "lindsey"}, ("morgan",))
    # With one brigade left nothing is asked, and the chit is out.
    last = drawing({"2910": "16oh"}, ("morgan", "fog"), (2,), fortunes=True)
    play(last, "draw")
    assert (state_of(last).activated, state_of(last).cup) == ({"decourcy"}, ("fog",))


@pytest.mark.rule("blind_swords:7.3c.3")
def test_fortunes_of_war_may_cancel_fog_of_war() -> None:
    battle = drawing(MORGAN, ("fog", "morgan"), (1,), fortunes=True)
    happened = play(battle, "draw")
    assert told(happened) == ["ChitDrawn"]
    assert state_of(battle).cup == ("morgan",)


# Events in hand


@pytest.mark.rule("blind_swords:7.3f.1", "blind_swords:7.3f.2")
def test_a_drawn_event_is_held_or_played_at_once() -> None:
    more: dict[str, Any] = {"states": {"16oh": {"hits": 1}}}
    battle = drawing(MORGAN, ("union.rally", "fog"), (2,), **more)
    [drawn] = play(battle, "draw")
    other = drawn.seen_by("confederate")
    assert other is not None
    assert other.text() == "A Union event is drawn."
    assert asked(battle) == "union"
    assert choices(battle) == ["play rally 16oh", "pass", "let-pass"]
    play(battle, "pass")
    assert state_of(battle).held == {"union": ("rally",)}
    assert choices(battle) == ["draw"]


@pytest.mark.rule("blind_swords:7.3f.3")
def test_the_side_that_does_not_pull_decides_first() -> None:
    units = MORGAN | {"2019": "40ga"}
    states = {"16oh": {"hits": 1}, "40ga": {"hits": 1}}
    held = {"union": ["rally"], "confederate": ["rally", "good-ground"]}
    for puller in ("union", "confederate"):
        battle = drawing(units, ("fog",), puller=puller, states=states, held=held)
        assert asked(battle) != puller
        play(battle, "pass")
        assert asked(battle) == puller
    # Any number of events may be played between two draws.
    battle = drawing(units, ("fog",), puller="union", states=states, held=held)
    play(battle, "play rally 40ga")
    assert asked(battle) == "confederate"
    play(battle, "play good-ground 2019")
    assert asked(battle) == "union"


@pytest.mark.rule("blind_swords:7.3f.2")
def test_who_lets_moments_pass_is_not_asked_again_this_turn() -> None:
    states = {"16oh": {"hits": 1}}
    held = {"union": ["rally"]}
    battle = drawing(MORGAN, ("fortunes", "fog"), (2,), states=states, held=held)
    play(battle, "let-pass")
    play(battle, "draw")
    assert choices(battle) == ["draw"]


@pytest.mark.rule("blind_swords:7.3f.4", "blind_swords:14.1.1")
def test_events_not_played_return_at_the_end_of_the_turn() -> None:
    held = {"union": ["stand-to-it"]}
    battle = drawing({"2019": "40ga"}, (), held=held, seen={"union": ["rally"]})
    state = state_of(battle)
    assert state.phase == "A"
    assert (state.held, state.seen) == ({}, {})
    assert "key stand-to-it" in choices(battle)
    assert "key rally" in choices(battle)
