"""17.0 to 17.3 Command: radius, integrity, Command Points, and what want of command costs."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.events import Augmented, CommandChecked, Fired, Fought
from longroll.systems.gbacw.hooks import Rules
from tests.rulebook.gbacw.field import add_rules, brigades, field, piece, state_of, unit, verbs
from tests.rulebook.gbacw.fights import fall_back
from tests.support import offered, only, play, refused, rules_against


def command_phase(units: str, *choices: str, **divisions: str) -> Battle:
    """The Initial Command Phase of the Union, played through."""
    battle = field(units, phase="A", more={"brigades": brigades(**divisions)})
    if state_of(battle).phase == "A":
        play(battle, *choices, "done")
    return battle


def in_command(battle: Battle, *ids: str) -> list[bool]:
    return [unit(battle, id).command for id in ids]


# The general rule


@pytest.mark.rule("gbacw:17.0.1", "gbacw:17.0.4", "gbacw:17.11.1")
def test_without_command_a_unit_moves_one_hex_fires_no_attack_and_begins_no_melee() -> None:
    battle = field("0508 2us,-command | 0101 3us")
    play(battle, "move 2us", "to 0507")
    assert "gbacw:5.2.1" in rules_against(battle, "to 0506")
    battle = field("0508 2us,-command 4us | 0509 1cs", phase="D")
    play(battle, "fire 0509")
    with refused("gbacw:17.11.1"):
        battle.play("add 2us 4")
    battle = field("0508 2us,-command 4us | 0509 1cs", phase="E")
    play(battle, "melee 0509")
    with refused("gbacw:17.0.4"):
        battle.play("with 2us")


@pytest.mark.rule("gbacw:17.0.2", "gbacw:17.63", "gbacw:17.66")
def test_brigade_commanders_are_looked_at_one_by_one() -> None:
    # Mason has a radius of 6 and stands far from Mercer and Sawyer.
    units = "0508 mason 12us | 0504 miller | 1508 mercer | 1510 sawyer | 1512 cooper"
    battle = command_phase(units)
    assert in_command(battle, "miller", "mercer", "sawyer") == [True, False, True]
    assert in_command(command_phase(units, mercer=""), "mercer") == [True]  # detached
    assert in_command(command_phase(units, mercer="cooper"), "mercer") == [True]  # attached
    assert in_command(command_phase(units, miller="cooper"), "miller") == [False]


@pytest.mark.rule("gbacw:17.0.3")
def test_units_are_in_command_by_radius_by_a_leader_beside_them_or_by_themselves() -> None:
    units = "0508 miller 5us | 0511 1us | 0512 2us | 1510 12us | 1512 mercer 3us"
    battle = field(units, phase="A")
    told = only(battle.past.events, CommandChecked)
    assert told.rules == ("gbacw:17.0.3",)
    assert [name.id for name in told.out] == ["2us"]  # four hexes from Miller
    assert in_command(battle, "1us", "3us", "5us", "12us", "2us") == [True] * 4 + [False]


# 17.1 Brigade commanders


@pytest.mark.rule("gbacw:17.1.1")
def test_a_brigade_commander_has_three_ratings() -> None:
    miller = piece("miller")
    assert (miller.radius, miller.rally, miller.integrity) == (3, 2, 5)


@pytest.mark.rule("gbacw:17.1.2")
def test_he_commands_his_own_and_those_beside_him() -> None:
    battle = command_phase("0508 miller 5us | 0509 1us 4us")
    assert in_command(battle, "1us", "5us", "4us") == [True, True, False]


@pytest.mark.rule("gbacw:17.11.1")
def test_the_radius_is_measured_in_the_initial_command_phase() -> None:
    # 2 US leaves the radius and 3 US enters it: for this Player-Turn nothing changes.
    battle = command_phase("0508 miller 1us | 0511 2us | 0502 3us | 0515 2cs")
    assert in_command(battle, "2us", "3us") == [True, False]
    play(battle, "move 2us", "to 0512", "to 0513", "stop", "move 3us", "to 0503", "stop", "done")
    while state_of(battle).phase != "D":
        play(battle, "done")
    play(battle, "fire 0515")
    assert "add 2us 4" in offered(battle)
    assert in_command(battle, "2us", "3us") == [True, False]


@pytest.mark.rule("gbacw:17.11.1")
def test_out_of_radius_it_changes_no_formation() -> None:
    battle = field("0508 2us,-command | 0101 3us")
    play(battle, "move 2us")
    with refused("gbacw:6.21"):
        battle.play("form column")


@pytest.mark.rule("gbacw:17.11.1")
def test_out_of_radius_it_goes_on_with_a_melee() -> None:
    battle = field("0509 2us,-command 1cs", [3], phase="F", more={"engaged": ["0509"]})
    assert only(play(battle, "fight 0509"), Fought).attackers[0].id == "2us"


@pytest.mark.rule("gbacw:17.11.2")
def test_out_of_radius_it_fires_in_defence() -> None:
    battle = field("0508 1us,-command | 0509 1cs", [4, 1], phase="C", phasing="confederate")
    assert only(play(battle, "fire 0509", "all", "resolve"), Fired).kind == "defensive"


@pytest.mark.rule("gbacw:17.11.2")
def test_out_of_radius_it_has_its_zone_and_fires_at_whoever_leaves_it() -> None:
    battle = field("0508 1us,-command | 0509 1cs | 1512 2cs", [4, 1], phasing="confederate")
    play(battle, "move 1cs", "to 0510")
    assert only(play(battle, "all", "resolve"), Fired).kind == "withdrawal"


@pytest.mark.rule("gbacw:17.11.2")
def test_out_of_radius_it_fires_at_a_retreat() -> None:
    units = "0102 3us,N | 0101 2cs | 0301 2us,SW,-command"
    battle = field(units, [3, 6, 5], phase="D")
    play(battle, "fire 0101", "add 3us 2", "resolve")
    assert only(play(battle, "all", "resolve"), Fired).kind == "retreat"


@pytest.mark.rule("gbacw:17.14")
def test_a_commander_without_men_of_his_own_commands_those_he_joins() -> None:
    battle = command_phase("0508 carter 4us | 0509 5us | 0101 cooper 12us")
    assert in_command(battle, "4us", "5us") == [True, False]


# 17.2 Division commanders


@pytest.mark.rule("gbacw:17.2")
def test_a_division_commander_has_a_radius_and_command_points() -> None:
    assert (piece("mason").integrity, piece("mason").command) == (6, 2)
    battle = field("0508 mason miller 1us", phase="A")
    state = state_of(battle)
    assert state.command_points == {state.game.roster.number["mason"]: 2}


@pytest.mark.rule("gbacw:17.21")
def test_a_brigade_commander_out_of_his_divisions_radius_goes_one_hex() -> None:
    units = "0508 mason 12us | 0515 miller 1us | 0514 mercer 4us"  # seven hexes and six
    battle = command_phase(units)
    play(battle, "move miller", "with 1us", "to 0415")
    assert "to" not in verbs(battle)
    assert rules_against(battle, "to 0315") == ["gbacw:17.21"]
    play(battle, "stop", "move mercer", "to 0513", "to 0512", "to 0511")
    battle = command_phase(units)
    play(battle, "move miller", "to 0415")
    with refused("gbacw:5.11.1"):
        battle.play("move miller")


@pytest.mark.rule("gbacw:17.21")
def test_the_one_hex_of_a_commander_asks_for_no_points(monkeypatch: pytest.MonkeyPatch) -> None:
    add_rules(monkeypatch, Rules(allowance=lambda points, state, unit: 1))
    battle = field("1814 miller,-command | 0101 3us")
    play(battle, "move miller", "to 1813")  # a swamp


@pytest.mark.rule("gbacw:17.22.1", "gbacw:17.12")
def test_a_command_point_lengthens_a_radius_by_a_hex() -> None:
    units = "0508 mason miller 5us | 0512 1us | 0513 2us"
    assert in_command(command_phase(units), "1us", "2us") == [False, False]
    battle = command_phase(units, "extend mason miller")
    assert in_command(battle, "1us", "2us") == [True, False]
    battle = field(units, phase="A")
    told = only(play(battle, "extend mason miller"), Augmented)
    assert (told.rules, told.radius) == (("gbacw:17.22.1",), 4)
    play(battle, "extend mason miller")
    assert in_command(battle, "1us", "2us") == [True, True]


@pytest.mark.rule("gbacw:17.22.1")
def test_no_more_points_than_he_has_and_only_now() -> None:
    battle = field("0508 mason miller mercer cooper carter 5us", phase="A")
    play(battle, "extend mason miller", "extend mason miller")
    with refused("gbacw:17.22.1"):
        battle.play("extend mason mercer")
    play(battle, "extend cooper carter", "done")
    with refused("gbacw:4.0.1"):
        battle.play("extend cooper carter")


@pytest.mark.rule("gbacw:17.22.1")
def test_a_point_goes_to_subordinates_only() -> None:
    battle = field("0508 mason miller carter 5us", phase="A")
    with refused("gbacw:17.22.1"):
        battle.play("extend mason carter")
    with refused("gbacw:17.22.1"):
        battle.play("extend miller mercer")


@pytest.mark.rule("gbacw:17.12")
def test_a_point_reaches_only_into_his_own_radius() -> None:
    battle = field("0508 mason 12us miller | 0515 mercer 4us", phase="A")
    with refused("gbacw:17.12"):
        battle.play("extend mason mercer")
    battle = field("0508 mason 12us miller | 0514 mercer 4us", phase="A")
    play(battle, "extend mason mercer")


@pytest.mark.rule("gbacw:17.22.1")
def test_what_was_lent_lasts_for_the_player_turn() -> None:
    battle = field("0508 mason miller 5us | 0512 1us | 1010 2cs", phase="A")
    play(battle, "extend mason miller")
    state = state_of(battle)
    assert state.augmented == {"miller": 1}
    while not (state_of(battle).turn == 2 and state_of(battle).phase == "A"):
        play(battle, "done")
    assert (state_of(battle).augmented, "extend mason miller" in offered(battle)) == ({}, True)


@pytest.mark.rule("gbacw:17.22.2")
def test_points_may_be_split() -> None:
    battle = field("0508 mason miller mercer 12us", phase="A")
    play(battle, "extend mason miller", "extend mason mercer")
    assert state_of(battle).augmented == {"miller": 1, "mercer": 1}


@pytest.mark.rule("gbacw:17.22.2")
def test_one_commander_at_a_time_extends_a_brigade() -> None:
    battle = field("0508 mason cooper miller 12us", phase="A")
    play(battle, "extend mason miller", "detach miller", "attach miller cooper")
    with refused("gbacw:17.22.2"):
        battle.play("extend cooper miller")


@pytest.mark.rule("gbacw:17.23")
def test_whoever_stands_with_a_division_commander_acts_normally_all_the_player_turn() -> None:
    # 7 US is Carter's, who is not there; it leaves Mason and still fires.
    battle = command_phase("0508 mason 7us 2us | 0509 8us | 0512 2cs")
    assert in_command(battle, "7us", "2us", "8us") == [True, True, False]
    play(battle, "move 7us", "to 0408", "to 0409", "to 0410", "stop", "done")
    while state_of(battle).phase != "D":
        play(battle, "done")
    play(battle, "fire 0512")
    assert any(text.startswith("add 7us") for text in offered(battle))


# 17.3 Other commanders


@pytest.mark.rule("gbacw:17.3")
def test_exclusive_rules_say_what_other_leaders_do(monkeypatch: pytest.MonkeyPatch) -> None:
    add_rules(monkeypatch, Rules(aids=lambda state, leader, unit: False))
    assert in_command(command_phase("0508 mason 7us"), "7us") == [False]
    assert unit(field("0508 mason 7us,routed", phase="H"), "7us").routed


@pytest.mark.rule("gbacw:17.11.2")
def test_out_of_radius_it_still_falls_back_like_others() -> None:
    battle = field("0508 1us | 0509 1cs,-command", [4, 5], phase="D")
    play(battle, "fire 0509", "add 1us 4", "resolve")
    fall_back(battle, "0510", "0511", "0512")
    assert unit(battle, "1cs").routed
