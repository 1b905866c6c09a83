"""3.0 Game equipment: the map, the counters, and what is written on them."""

from __future__ import annotations

from importlib.resources import files

import pytest

import longroll
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import Fired
from longroll.systems.gbacw.roster import COMBAT, read_roster
from tests.rulebook.gbacw.field import field, piece, state_of, unit, where
from tests.support import offered, only, play, refused

ROSTER = State.game.roster


@pytest.mark.rule("gbacw:3.1")
def test_the_hex_grid_tells_places_steps_and_ranges() -> None:
    grid = State.game.grid
    assert len(grid.hexes) == 20 * 16
    battle = field("0508 2us | 0511 1cs", dice=[2], phase="D")
    fired = only(play(battle, "fire 0511", "all", "resolve"), Fired)
    assert fired.strength[0].reason == "2nd Union: 4 at 3"
    battle = field("0508 2us | 1508 3us")
    play(battle, "move 2us")
    steps = {text.split()[1] for text in offered(battle) if text.startswith("to ")}
    assert steps == {"0507", "0607", "0608", "0509", "0408", "0407"}


@pytest.mark.rule("gbacw:3.3.1")
@pytest.mark.parametrize(
    "id, kind",
    [("2us", "infantry"), ("1us-cav", "cavalry"), ("us-l", "battery"), ("us-wagon", "wagon")],
)
def test_four_kinds_of_combat_unit_stand_and_move(id: str, kind: str) -> None:
    assert piece(id).kind == kind
    assert {one.kind for one in ROSTER.pieces} >= COMBAT
    mark = ",limbered" if kind == "battery" else ""
    battle = field(f"0508 {id}{mark} | 1508 3us")
    play(battle, f"move {id}", "to 0507")
    assert where(battle, id) == "0507"


@pytest.mark.rule("gbacw:3.3.2")
def test_leaders_command_brigades_or_divisions_and_a_battle_may_add_more() -> None:
    grades = {piece(id).grade for id in ("miller", "mason")}
    assert grades == {"brigade", "division"}
    text = (files("longroll.systems.gbacw") / "data" / "drill_order_of_battle.toml").read_text()
    text = text.replace('grade = "division", command = 2', 'grade = "army", command = 2', 1)
    roster = read_roster(text)
    assert roster.pieces[roster.number["mason"]].grade == "army"


@pytest.mark.rule("gbacw:3.3.3")
def test_whatever_a_marker_would_show_is_part_of_the_position() -> None:
    marked = {"depleted": True, "pinned": True, "routed": True, "strength": 2, "killed": 2}
    battle = field(
        "0508 2us | 0509 4us,column | 0608 5us | 0608 1cs",
        turn=3,
        states={"2us": marked},
        more={"engaged": ["0608"]},
    )
    again = longroll.position("gbacw", battle.system.to_position(battle.state))
    assert again.hash() == battle.hash()
    for field_name, value in marked.items():
        assert getattr(unit(again, "2us"), field_name) == value
    assert unit(again, "4us").formation == "column"
    assert state_of(again).turn == 3
    assert state_of(again).engaged == frozenset({"0608"})


@pytest.mark.rule("gbacw:3.31.1")
def test_a_combat_counter_names_unit_commander_morale_weapon_and_strength() -> None:
    counter = piece("2us")
    assert (counter.title, counter.brigade) == ("2nd Union", "miller")
    assert (counter.morale, counter.weapon, counter.strength) == (3, "R", 4)
    for one in ROSTER.pieces:
        if one.kind in COMBAT:
            assert one.title
            assert one.weapon
            assert one.strength
            assert one.brigade or one.independent
            assert one.morale in range(6)


@pytest.mark.rule("gbacw:3.31.2")
def test_infantry_is_good_or_routed() -> None:
    battle = field("0508 2us | 0510 2cs", dice=[3, 4], phase="D")
    assert not unit(battle, "2cs").routed
    play(battle, "fire 0510", "all", "resolve")
    assert unit(battle, "2cs").routed


@pytest.mark.rule("gbacw:3.31.2")
@pytest.mark.parametrize(
    "id, front, back",
    [("1us-cav", "dismounted", "mounted"), ("us-l", "unlimbered", "limbered")],
)
def test_cavalry_and_guns_have_two_sides(id: str, front: str, back: str) -> None:
    battle = field(f"0508 {id} | 1508 3us")
    assert unit(battle, id).formation == front
    play(battle, f"move {id}", f"form {back}")
    assert unit(battle, id).formation == back


@pytest.mark.rule("gbacw:3.31.2")
def test_a_wagon_is_crewed_or_not_and_a_crew_full_or_half() -> None:
    # 12 in column 5, one more for the wagon's want of a front: a 4 kills one.
    battle = field("0508 1us | 0509 cs-wagon", dice=[4], phase="D")
    assert unit(battle, "cs-wagon").crew == 1
    play(battle, "fire 0509", "all", "resolve")
    assert (unit(battle, "cs-wagon").crew, where(battle, "cs-wagon")) == (0, "0509")
    battle = field("0508 1us | 0509 cs-n1", dice=[6, 1, 1], phase="D")
    assert unit(battle, "cs-n1").crew == 2
    play(battle, "fire 0509", "all", "resolve")
    assert unit(battle, "cs-n1").crew == 1


@pytest.mark.rule("gbacw:3.31.3")
def test_a_leader_has_other_ratings_on_his_other_side() -> None:
    assert (piece("miller").radius, piece("miller").repl_radius) == (3, 2)
    assert (piece("miller").rally, piece("miller").repl_rally) == (2, 1)
    front = field("0508 miller | 0511 2us", phase="A")
    assert unit(front, "2us").command
    back = field("0508 miller,turned | 0511 2us", phase="A")
    assert not unit(back, "2us").command


@pytest.mark.rule("gbacw:3.32.1")
def test_cavalry_of_four_that_loses_one_shows_three() -> None:
    battle = field("0508 1us-cav | 0509 1cs", dice=[6, 1, 1], phase="D", phasing="confederate")
    play(battle, "fire 0508", "all", "resolve")
    assert unit(battle, "1us-cav").strength == 3


@pytest.mark.rule("gbacw:3.32.2")
def test_only_artillery_takes_guns_from_a_battery() -> None:
    small_arms = field("0508 1us | 0509 cs-n1", dice=[6, 1, 1], phase="D")
    play(small_arms, "fire 0509", "all", "resolve")
    assert (unit(small_arms, "cs-n1").strength, unit(small_arms, "cs-n1").crew) == (4, 1)
    # The last die but two is the caisson's, which is not hit.
    guns = field("0508 us-n1 | 0509 cs-n1", dice=[4, 2, 1, 1], phase="D")
    assert only(play(guns, "fire 0509", "all", "resolve"), Fired).result[0].isdigit()
    assert unit(guns, "cs-n1").strength < 4
    assert unit(guns, "cs-n1").crew == 2


@pytest.mark.rule("gbacw:3.33")
def test_designations_decide_set_up_and_subordination() -> None:
    battle = longroll.new("gbacw", "drill", seed=1)
    for id, hex in (("1us", "0705"), ("2us", "0805"), ("miller", "0805"), ("1cs", "0712")):
        assert where(battle, id) == hex
    assert {ROSTER.pieces[n].id for n in ROSTER.of_brigade["miller"]} == {
        *("1us", "2us", "3us"),
        "us-n1",
    }


@pytest.mark.rule("gbacw:3.34")
@pytest.mark.parametrize("id, total", [("2us", 8), ("9us", 4)])
def test_the_weapon_on_the_counter_sets_the_multiplier(id: str, total: int) -> None:
    # Four points each, two hexes off: the rifled musket doubles them, the smoothbore does not.
    battle = field(f"0508 {id} | 0510 1cs", dice=[2, 1], phase="D")
    assert only(play(battle, "fire 0510", "all", "resolve"), Fired).total == 2 * total


@pytest.mark.rule("gbacw:3.34")
def test_the_weapon_on_the_counter_sets_the_range() -> None:
    battle = field("0508 2us 9us | 0511 1cs", dice=[2], phase="D")
    play(battle, "fire 0511")
    with refused("gbacw:9.23.1"):
        battle.play("add 9us 4")
    assert "add 2us 4" in offered(battle)
