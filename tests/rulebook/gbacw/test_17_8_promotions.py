"""17.8 Battlefield promotions: who takes over, when, and with what."""

from __future__ import annotations

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.gbacw import command
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import LeaderFate, PhaseBegan, Recrewed, TookCommand
from tests.rulebook.gbacw.field import brigades, field, state_of, unit, verbs, where
from tests.rulebook.gbacw.fights import volley
from tests.support import offered, only, play, refused

NUMBER = State.game.roster.number


def vacancy(leader: str, units: str, *, turned: bool = False, **more: Any) -> Battle:
    """The Union Final Command Phase after the loss of a leader."""
    states = {leader: {"fate": "killed", "killed": 1, "turned": turned}}
    return field(units, phase="J", states=states, more={"vacant": [leader], **more})


@pytest.mark.rule("gbacw:17.8", "gbacw:17.81")
def test_a_new_brigade_commander_appears_on_any_unit_of_his_command() -> None:
    battle = vacancy("miller", "0508 1us | 0708 2us | 0908 4us")
    assert offered(battle) == ["post 0508", "post 0708"]
    with refused("gbacw:17.8"):
        battle.play("post 0908")
    told = next(e for e in play(battle, "post 0708") if isinstance(e, TookCommand))
    assert (told.rules, told.leader.id, told.hex) == (("gbacw:17.8",), "miller", "0708")
    assert where(battle, "miller") == "0708"


@pytest.mark.rule("gbacw:17.81")
def test_he_is_the_other_side_of_the_counter() -> None:
    battle = vacancy("miller", "0508 1us | 0708 2us")
    play(battle, "post 0508")
    state = state_of(battle)
    assert unit(battle, "miller").turned
    assert (command.radius(state, "miller"), command.rally_rating(state, NUMBER["miller"])) == (
        2,
        1,
    )


@pytest.mark.rule("gbacw:17.8", "gbacw:17.84")
def test_it_happens_in_the_next_final_command_phase_of_his_side() -> None:
    # Barber falls in the Union Player-Turn; the Confederate one comes after it.
    battle, events = volley("1cs barber", 4, 6, 6, 1, others="0715 2cs | 1512 3cs")
    assert only(events, LeaderFate).fate == "killed"
    told = [e for e in events if isinstance(e, PhaseBegan)]
    while "post" not in verbs(battle):
        assert where(battle, "barber") == ""
        told += [e for e in play(battle, "done") if isinstance(e, PhaseBegan)]
    assert [(e.side, e.phase) for e in told if e.phase == "J"] == [
        ("union", "J"),
        ("confederate", "J"),
    ]
    play(battle, "post 0715")
    assert where(battle, "barber") == "0715"


@pytest.mark.rule("gbacw:17.84")
def test_promotions_close_the_phase() -> None:
    battle = vacancy("miller", "0508 1us us-wagon | 0708 2us")
    assert "post" in verbs(battle)
    battle = field(
        "0508 1us us-wagon | 0708 2us",
        phase="J",
        states={"miller": {"fate": "killed"}, "us-wagon": {"crew": 0}},
        more={"vacant": ["miller"]},
    )
    assert "crew us-wagon 1us" in offered(battle)  # first the wagons
    only(play(battle, "crew us-wagon 1us"), Recrewed)
    assert "post" in verbs(battle)


@pytest.mark.rule("gbacw:17.8")
def test_where_no_unit_of_his_is_on_the_map_his_post_stays_open() -> None:
    battle = vacancy("miller", "0508 4us")
    assert (where(battle, "miller"), state_of(battle).vacant) == ("", ("miller",))


@pytest.mark.rule("gbacw:17.83")
def test_a_division_waits_for_an_heir() -> None:
    # Miller's successor is no heir; once Mercer is there the post is filled.
    battle = vacancy("mason", "0508 1us miller,turned | 0708 4us")
    assert state_of(battle).vacant == ("mason",)
    battle = vacancy("mason", "0508 1us miller,turned | 0708 mercer 4us")
    assert state_of(battle).promoted == {NUMBER["mercer"]: "mason"}
    assert state_of(battle).vacant == ()


@pytest.mark.rule("gbacw:17.83")
def test_a_brigade_left_by_its_commander_waits_until_a_unit_of_it_is_there() -> None:
    battle = vacancy("mason", "0508 12us | 0708 mercer 1us")
    assert state_of(battle).replacements == {"mercer": NUMBER["repl-us"]}
    assert state_of(battle).vacant == ("repl-us",)


@pytest.mark.rule("gbacw:17.82.1", "gbacw:17.82.2")
def test_a_replacement_who_falls_is_replaced_again_and_every_loss_counts() -> None:
    lost = 1
    battle = vacancy("miller", "0508 1us | 0708 2us", turned=True)
    play(battle, "post 0508")
    assert (where(battle, "miller"), unit(battle, "miller").fate) == ("0508", "")
    for _ in range(2):
        # He falls once more, to the same kind of fire, and is back in the same way.
        dice = [5, 6, 6, 1]
        battle = field(
            "0508 1us miller,turned | 0708 2us | 0509 1cs",
            dice,
            phase="C",
            states={"miller": {"killed": lost}},
        )
        assert only(play(battle, "fire 0508", "all", "resolve"), LeaderFate).fate == "killed"
        lost += 1
        assert unit(battle, "miller").killed == lost
        while "post" not in verbs(battle):
            play(battle, "done")
        play(battle, "post 0508")
        assert (where(battle, "miller"), unit(battle, "miller").killed) == ("0508", lost)


@pytest.mark.rule("gbacw:17.83")
def test_a_brigade_commander_takes_the_division_and_a_nameless_one_his_brigade() -> None:
    battle = vacancy("mason", "0508 miller 1us | 0708 2us | 0908 mercer 4us | 1512 carter 7us")
    assert offered(battle) == ["promote miller", "promote mercer"]
    with refused("gbacw:17.83"):
        battle.play("promote carter")
    told = only(play(battle, "promote miller"), TookCommand)
    assert (told.rules, told.leader.id) == (("gbacw:17.83",), "miller")
    assert offered(battle) == ["post 0508", "post 0708"]
    play(battle, "post 0708")
    state = state_of(battle)
    assert command.division_commander(state, "mason") == NUMBER["miller"]
    assert command.commander(state, "miller") == NUMBER["repl-us"]
    assert where(battle, "repl-us") == "0708"


@pytest.mark.rule("gbacw:17.83")
def test_the_heir_is_one_who_was_under_him() -> None:
    # Mercer is detached and Carter attached: Carter may take over, Mercer not.
    battle = vacancy(
        "mason",
        "0508 miller 1us | 0908 mercer 4us | 1512 carter 7us",
        brigades=brigades(mercer="", carter="mason"),
    )
    assert offered(battle) == ["promote miller", "promote carter"]


@pytest.mark.rule("gbacw:17.85")
def test_the_promoted_man_keeps_his_radius_and_has_no_command_points() -> None:
    # Miller's own Divisional Integrity Radius is 5: Mercer is inside it, then out.
    for hex, free in (("0513", True), ("0514", False)):
        battle = field(
            f"0508 miller 12us | {hex} mercer 4us",
            phase="A",
            more={"promoted": {NUMBER["miller"]: "mason"}},
        )
        if "done" in verbs(battle) and state_of(battle).phase == "A":
            assert not any(text.startswith("extend") for text in offered(battle))
            assert state_of(battle).command_points == {}
            play(battle, "done")
        assert unit(battle, "mercer").command == free


@pytest.mark.rule("gbacw:17.83", "gbacw:17.21")
def test_the_nameless_successor_is_bound_to_his_division_too() -> None:
    for hex, free in (("0513", True), ("0514", False)):
        battle = field(
            f"0508 miller 12us | {hex} repl-us,turned 1us",
            phase="A",
            more={
                "promoted": {NUMBER["miller"]: "mason"},
                "replacements": {"miller": NUMBER["repl-us"]},
            },
        )
        if state_of(battle).phase == "A":
            play(battle, "done")
        assert unit(battle, "repl-us").command == free
