"""Umpire mode: the players tell what happens on their own table."""

from __future__ import annotations

import pytest

import longroll
from longroll import Battle, IllegalChoice
from longroll.display import display_of
from longroll.display.desk import Desk
from longroll.display.preview import Preview
from longroll.kernel.decision import read_choice
from longroll.rulebooks import duty
from longroll.systems.honor_glory.play import events as told
from longroll.systems.honor_glory.umpire.asking import ENTRIES
from longroll.systems.honor_glory.umpire.state import State

ARMIES = (
    "add u1 union infantry C 500 rifled_musket First",
    "add u2 union infantry C 500 rifled_musket Second",
    "add u3 union cavalry C 500 breech_carbine Third",
    "add ua union artillery C medium_smoothbore Battery",
    "add c1 confederate infantry C 500 rifled_musket Fourth",
    "add c2 confederate infantry C 500 rifled_musket Fifth",
    "appoint ub union brigade C Brown u1 dice d6 3",
)
#: Dice with which a test passes, and with which it fails badly.
PASSES, FAILS = "dice two 12 d20 1", "dice two 2 d20 20 two 12"


def table(*entries: str, first: str = "union", **options: object) -> Battle:
    """Armies of one's own, in the first turn of a side."""
    battle = longroll.new("honor_glory_umpire", "free", seed=1, options=options)
    for entry in (*ARMIES, f"first {first}", *entries):
        battle.play(entry)
    return battle


def state_of(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def desk_of(battle: Battle) -> Desk:
    desk = battle.view("union").facts.desk
    assert isinstance(desk, Desk)
    return desk


def points(battle: Battle, id: str) -> int:
    return state_of(battle).units[id].mp


def rule_of(battle: Battle, entry: str) -> str:
    """The rule that bars an entry; nothing has changed."""
    before = battle.hash()
    with pytest.raises(IllegalChoice) as refused:
        battle.play(entry)
    assert battle.hash() == before
    return refused.value.rule


def preview_of(battle: Battle, entry: str) -> Preview:
    return display_of(battle.system).preview(battle.state, "union", read_choice(entry))


def test_every_rule_that_is_named_exists() -> None:
    for kind in ENTRIES.values():
        assert duty(kind.rule).id == kind.rule


@pytest.mark.rule("honor_glory:72.4b")
@pytest.mark.rule("honor_glory:54.2")
def test_a_shot_is_answered_before_anybody_tests() -> None:
    battle = table()
    before = points(battle, "c1")
    (shot, *_) = battle.play("fire u1 c1 12 dice d20 1 d10 9")
    assert isinstance(shot, told.Fired)
    assert shot.hit
    assert sum(line.value for line in shot.lines) >= 1
    assert points(battle, "c1") == before - 1
    assert state_of(battle).tests == {"c1": ("hit_by_small_arms",)}
    assert [one.text for one in desk_of(battle).throws] == ["reply c1"]
    (reply, *_) = battle.play("reply c1 dice d20 20")
    assert isinstance(reply, told.Fired)
    assert reply.reply
    assert not reply.hit
    assert rule_of(battle, "reply c1") == "honor_glory:54.2"
    assert rule_of(battle, "fire u2 c1 12") == "honor_glory:9.p3"
    battle.play(f"morale c1 {PASSES}")
    assert not state_of(battle).tests
    assert rule_of(battle, "fire u1 c1 12") == "honor_glory:54.6"


@pytest.mark.rule("honor_glory:34.5")
@pytest.mark.rule("honor_glory:102.1")
def test_the_arithmetic_is_that_of_the_table() -> None:
    battle = table()
    plain = preview_of(battle, "fire u2 c1 12")
    assert plain.legal
    assert plain.dice[0].word == "d20"
    led = preview_of(battle, "fire u1 c1 12")
    assert any(line.reason == "command bonus" for line in led.lines)
    behind = preview_of(battle, "fire u2 c1 12 behind formal")
    assert sum(line.value for line in behind.lines) > sum(line.value for line in plain.lines)
    assert not preview_of(battle, "fire u2 c1 90").legal


@pytest.mark.rule("honor_glory:100.5a")
@pytest.mark.rule("honor_glory:9.1.4")
def test_tests_come_in_the_order_of_the_table_and_the_worst_is_enforced() -> None:
    battle = table()
    battle.play("fire u1 c1 12 dice d20 1 d10 0")
    assert state_of(battle).tests["c1"] == ("hit_by_small_arms", "commander_killed")
    assert rule_of(battle, "morale c1 commander_killed") == "honor_glory:100.5a"
    (first, *_) = battle.play(f"morale c1 {FAILS}")
    assert isinstance(first, told.Tested)
    assert not first.passed
    assert state_of(battle).units["c1"].morale == "formed"
    battle.play(f"morale c1 {PASSES}")
    assert state_of(battle).units["c1"].morale in ("routing", "broken")


@pytest.mark.rule("honor_glory:85.1")
@pytest.mark.rule("honor_glory:63.2b")
@pytest.mark.rule("honor_glory:79.1a")
@pytest.mark.rule("honor_glory:82.0a")
def test_a_charge_from_its_test_to_the_melee() -> None:
    battle = table()
    assert rule_of(battle, "charge ua c1") == "honor_glory:77.x1"
    battle.play(f"charge u1 c1 {PASSES}")
    assert state_of(battle).tests == {"c1": ("receive_charge",)}
    assert rule_of(battle, "volley c1") == "honor_glory:85.1"
    battle.play(f"morale c1 {PASSES}")
    (answers,) = desk_of(battle).choices
    assert [one.text.split()[0] for one in answers.buttons] == ["stand", "volley", "countercharge"]
    events = battle.play("volley c1 dice two 7 d20 1 d20 20 d20 20")
    assert [type(event) for event in events] == [told.Tested, told.Fired]
    for id in list(state_of(battle).tests):
        battle.play(f"morale {id} {PASSES}")
    battle.play("bonus dice d6 4")
    assert rule_of(battle, "bonus") == "honor_glory:79.1a"
    before = points(battle, "c1")
    events = battle.play("melee u1 c1 support u2 dice d20 20 d20 20 d20 20")
    assert sum(isinstance(event, told.Struck) for event in events) == 3
    assert points(battle, "c1") <= before
    assert state_of(battle).melees == (("u1", "c1"),)
    assert rule_of(battle, "melee u1 c1") == "honor_glory:75.7"


@pytest.mark.rule("honor_glory:92.0")
def test_a_unit_that_flees_leaves_its_enemy_a_control_test() -> None:
    battle = table(f"charge u1 c1 {PASSES}", f"morale c1 {PASSES}", "stand c1")
    battle.play("melee u1 c1 dice d20 1 d20 20 d10 9")
    battle.play("morale c1 dice two 2 d20 20 two 12")
    assert state_of(battle).unchecked == {"u1": "c1"}
    assert rule_of(battle, "turn") == "honor_glory:9.p3"
    battle.play(f"control u1 {PASSES}")
    assert not state_of(battle).melees


@pytest.mark.rule("honor_glory:101.6b")
def test_a_unit_that_runs_is_rallied_and_rests() -> None:
    battle = table("state u1 routing")
    assert rule_of(battle, "rally u2") == "honor_glory:101.1"
    battle.play("rally u1 dice two 12 d20 1 d6 2")
    unit = state_of(battle).units["u1"]
    assert (unit.morale, unit.rest) == ("rallying", 2)
    battle.play("rest u1 3")
    assert state_of(battle).units["u1"].morale == "formed"


@pytest.mark.rule("honor_glory:10.1")
def test_an_army_that_has_lost_too_much_has_lost() -> None:
    battle = table("remove c1", "remove c2")
    assert state_of(battle).result is None
    battle.play("turn")
    assert battle.result is not None
    assert battle.result.winner == "union"


@pytest.mark.rule("honor_glory:68.1")
def test_a_grand_battery_needs_its_guns() -> None:
    assert rule_of(table(), "cannonade c1") == "honor_glory:68.1"


@pytest.mark.rule("honor_glory:OP12.0")
def test_fire_out_of_turn_needs_its_option() -> None:
    assert rule_of(table(), "aside support c1 u1") == "honor_glory:OP12.0"
    battle = table(supporting_fire=True)
    events = battle.play("aside support c2 u1 dice two 12 d20 1 two 12 d20 1 d20 1")
    assert isinstance(events[-1], told.Fired)


def test_words_that_make_no_sense_are_refused_with_a_reason() -> None:
    battle = table()
    for entry, why in (
        ("fire u1", "the target is missing"),
        ("fire u1 c1 near", "in centimetres"),
        ("fire u1 c1 12 dice 4", "name each die"),
        ("fire u1 c1 12 dice d20 21", "D20 reads 1 to 20"),
        ("fire u1 c9 12", "there is no unit 'c9'"),
        ("month 1863-07", "before any unit"),
    ):
        with pytest.raises(IllegalChoice, match=why):
            battle.play(entry)


def test_a_record_replays_to_the_same_battle() -> None:
    battle = table("fire u1 c1 12")
    assert longroll.replay(battle.record()).hash() == battle.hash()


def test_whatever_can_be_tapped_is_understood() -> None:
    """No button, throw or form of the desk makes words that the rules cannot read."""
    battle = table("fire u1 c1 12 dice d20 1 d10 9")
    desk = desk_of(battle)
    made = [one.text for one in desk.throws]
    made += [one.text for group in desk.choices for one in group.buttons]
    made += [
        one.text.replace("{unit}", unit)
        for group in desk.of_units
        for one in group.buttons
        for unit in one.units[:1]
    ]
    unread = ("is not a word", "makes no sense", "is missing", "must be one of", "there is no")
    for text in made:
        for refusal in preview_of(battle, text).refusals:
            assert not any(words in refusal.why for words in unread), (text, refusal.why)


@pytest.mark.rule("honor_glory:OP8.2", "honor_glory:OP8.3")
def test_an_army_that_has_lost_its_camp_adds_no_dice_until_it_has_it_back() -> None:
    assert rule_of(table(), "camp union confederate") == "honor_glory:OP8.2"
    battle = table("state u2 routing", lines_of_communication=True)
    assert "two dice" in preview_of(battle, "morale u2 basic").headline
    take, back = (one for one in desk_of(battle).choices if one.rule == "honor_glory:OP8.2")
    assert [button.text for button in take.buttons] == ["camp union confederate"]
    assert [button.text for button in back.buttons] == ["camp confederate union"]
    battle.play("camp union confederate")
    assert rule_of(battle, "camp union confederate") == "honor_glory:OP8.2"
    assert "two dice" not in preview_of(battle, "morale u2 basic").headline
    assert "two dice" in preview_of(battle, "morale c2 basic").headline
    battle.play("camp union union")
    assert "two dice" in preview_of(battle, "morale u2 basic").headline


@pytest.mark.rule("honor_glory:29.10")
def test_a_commander_without_a_unit_falls_and_no_other_of_his_rank() -> None:
    battle = table("appoint ux union brigade C White u2 dice d6 3", "join ux alone")
    battle.play("killed ux")
    places = {id: one.place for id, one in state_of(battle).commanders.items()}
    assert places == {"ub": "table", "ux": "gone"}
    assert rule_of(battle, "killed ub") == "honor_glory:29.2"


@pytest.mark.rule("honor_glory:89.2", "honor_glory:13.rout.3")
def test_a_unit_that_runs_is_struck_and_runs_on() -> None:
    battle = table("state c1 routing", f"charge u1 c1 {PASSES}")
    # A hit, and the runner's test, which it passes: it does not strike back, and runs on.
    battle.play("melee u1 c1 dice d20 1 d10 9")
    battle.play(f"morale c1 {PASSES}")
    after = state_of(battle)
    assert (after.units["c1"].morale, after.melees) == ("routing", ())
    assert after.unchecked == {"u1": "c1"}


@pytest.mark.rule("honor_glory:95.1")
def test_a_unit_struck_in_flank_neither_fires_nor_countercharges_on_a_desk() -> None:
    battle = table(f"charge u1 c1 flank {PASSES}", f"morale c1 {PASSES}")
    assert rule_of(battle, "volley c1") == "honor_glory:95.1"
    assert rule_of(battle, "countercharge c1") == "honor_glory:95.1"
