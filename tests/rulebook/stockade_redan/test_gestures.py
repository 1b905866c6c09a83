"""What a player says in one breath: a whole move, a whole volley, a named unit's place."""

from __future__ import annotations

import pytest

import longroll
from longroll import Battle
from longroll.systems.stockade_redan.events import (
    ChaosEntered,
    Fired,
    FoughtHandToHand,
    Moved,
    Placed,
    Revealed,
)
from longroll.systems.stockade_redan.roster import NUMBER
from longroll.systems.stockade_redan.state import State
from tests.support import field, offered, only, play, refused, rules_against

#: Somebody of each side who stays out of it.
FAR = "4520 13us-v | 1025 36ms-t"


def path(battle: Battle, gesture: str) -> list[str]:
    """The hexes a gesture led through."""
    return [event.to for event in battle.play(gesture) if isinstance(event, Moved)]


def where(battle: Battle, unit: str) -> str:
    assert isinstance(battle.state, State)
    return battle.state.hex_of(NUMBER[unit])


def untouched(battle: Battle, gesture: str) -> list[str]:
    """The rules that refuse a gesture, which must leave everything as it is."""
    before = (battle.hash(), battle.dice.rolled, battle.past.number, offered(battle))
    rules = rules_against(battle, gesture)
    assert rules
    with refused(rules[0]):
        battle.play(gesture)
    assert (battle.hash(), battle.dice.rolled, battle.past.number, offered(battle)) == before
    return rules


# Whole moves


def test_a_whole_move_is_its_steps_and_a_stop() -> None:
    said = field(f"4010 13us-a | {FAR}", phase="VII")
    assert path(said, "move 13us-a 4013") == ["4011", "4012", "4013"]
    stepped = field(f"4010 13us-a | {FAR}", phase="VII")
    play(stepped, "move 13us-a", "to 4011", "to 4012", "to 4013", "stop")
    assert said.hash() == stepped.hash()
    assert offered(said) == ["move 13us-v", "done"]


def test_several_units_are_taken_in_hand_in_one_breath() -> None:
    said = field(f"4010 13us-a 13us-b | {FAR}", phase="VII")
    said.play("move 13us-a 13us-b")
    stepped = field(f"4010 13us-a 13us-b | {FAR}", phase="VII")
    play(stepped, "move 13us-a", "with 13us-b")
    assert said.hash() == stepped.hash()
    apart = field(f"4010 13us-a | 4110 13us-b | {FAR}", phase="VII")
    assert untouched(apart, "move 13us-a 13us-b") == ["stockade_redan:10.1.1"]


def test_a_whole_move_takes_the_cheapest_way() -> None:
    # Straight on lie two slight elevations, 3210 and 3211; going round them costs no more
    # hexes than it must.
    battle = field(f"3209 13us-a | {FAR}", phase="VII")
    events = [event for event in battle.play("move 13us-a 3212") if isinstance(event, Moved)]
    assert events[-1].spent == 4
    assert not {"3210", "3211"} & {event.to for event in events}


def test_a_whole_move_goes_round_carnage_and_friends() -> None:
    battle = field(f"4010 13us-a | 4011 13us-b | {FAR}", phase="VII", carnage=["4111"])
    way = [event for event in battle.play("move 13us-a 4012") if isinstance(event, Moved)]
    assert (way[-1].to, way[-1].spent) == ("4012", 3)


@pytest.mark.rule("stockade_redan:10.0.8")
@pytest.mark.parametrize(
    "origin, to, spent",
    [
        ("4010", "4016", 6),  # six open hexes
        ("3205", "3210", 6),  # the last of them an elevation
        ("1720", "1620", 6),  # the ditch
        ("1620", "1519", 6),  # over the bridge
    ],
)
def test_a_whole_move_may_use_everything(origin: str, to: str, spent: int) -> None:
    bridge = [{"hex": "1620", "up": "bridging"}]
    battle = field(f"{origin} 13us-a | {FAR}", phase="VII", bridges=bridge)
    moved = [event for event in battle.play(f"move 13us-a {to}") if isinstance(event, Moved)]
    assert (moved[-1].to, moved[-1].spent) == (to, spent)
    assert offered(battle) == ["move 13us-v", "done"]


def test_a_stack_moves_in_one_breath_at_the_pace_of_its_slowest() -> None:
    battle = field(f"4010 13us-a 13us-o1 hart | {FAR}", phase="VII")
    assert untouched(battle, "move 13us-a 13us-o1 hart 4015") == ["stockade_redan:10.0.7"]
    play(battle, "move 13us-a 13us-o1 hart 4013")
    assert {where(battle, unit) for unit in ("13us-a", "13us-o1", "hart")} == {"4013"}
    assert offered(battle) == ["move 13us-v", "done"]


def test_a_far_hex_may_be_named_in_the_middle_of_a_move() -> None:
    battle = field(f"4010 13us-a | {FAR}", phase="VII")
    play(battle, "move 13us-a", "to 4011")
    assert path(battle, "to 4014") == ["4012", "4013", "4014"]
    # The unit has not been told to stop.
    assert "to 4015" in offered(battle)
    assert "to 4017" not in offered(battle)


@pytest.mark.rule("stockade_redan:10.3.1")
@pytest.mark.parametrize("phase, unit", [("VII", "13us-a"), ("X", "36ms-a")])
def test_a_whole_move_may_end_among_the_enemy(phase: str, unit: str) -> None:
    battle = field(f"4010 13us-a | 4011 36ms-a | {FAR}", phase=phase, dice=[1, 1])
    to = "4011" if unit == "13us-a" else "4010"
    assert path(battle, f"move {unit} {to}") == [to]
    other = "13us-v" if unit == "13us-a" else "36ms-t"
    assert offered(battle) == [f"move {other}", "done"]
    if phase == "X":
        assert only(play(battle, "done"), FoughtHandToHand).hex == to


@pytest.mark.rule("stockade_redan:10.3.1")
def test_no_way_leads_through_the_enemy() -> None:
    battle = field(f"4010 36ms-a | 4011 13us-a | {FAR}", phase="X")
    assert path(battle, "move 36ms-a 4012")[-1] == "4012"
    assert where(battle, "36ms-a") == "4012"
    assert "4011" not in [event.to for event in battle.log() if isinstance(event, Moved)]


# Interrupted


@pytest.mark.rule("stockade_redan:9.2.8", "stockade_redan:9.2.9")
@pytest.mark.parametrize("die, stopped", [(3, True), (4, False)])
def test_a_chaos_roll_interrupts_the_move(die: int, stopped: bool) -> None:
    battle = field(f"4010 13us-a | {FAR}", phase="VII", chaos={"4013": "confederate"}, dice=[die])
    assert only(play(battle, "move 13us-a 4013"), ChaosEntered).stopped is stopped
    assert where(battle, "13us-a") == "4013"
    # A unit that may go on is asked again: the stop of the gesture was not for this.
    assert ("to 4014" in offered(battle)) is not stopped
    assert ("move 13us-v" in offered(battle)) is stopped


def test_no_way_leads_through_a_chaos_marker_that_asks_for_a_roll() -> None:
    battle = field(f"4010 13us-a | {FAR}", phase="VII", chaos={"4011": "confederate"})
    assert "4011" not in path(battle, "move 13us-a 4012")
    assert where(battle, "13us-a") == "4012"


@pytest.mark.rule("stockade_redan:9.2.12")
@pytest.mark.parametrize("group", ["8mo-a", "13us-a 13us-o1"])
def test_a_way_may_lead_through_a_chaos_marker_that_stops_nobody(group: str) -> None:
    # Six in a straight line: any way round would be one hex too long.
    battle = field(f"4010 {group} | {FAR}", phase="VII", chaos={"4013": "confederate"})
    assert path(battle, f"move {group} 4016")[2:] == ["4013", "4014", "4015", "4016"]


def test_a_way_that_must_lead_through_markers_leads_through_as_few_as_it_can() -> None:
    # Every way of six hexes to 3915 meets a marker; those along row 39 meet two.
    chaos = dict.fromkeys(("3913", "3914", "4013"), "confederate")
    battle = field(f"4010 13us-a | {FAR}", phase="VII", chaos=chaos, dice=[6])
    assert path(battle, "move 13us-a 3915") == ["4011", "4012", "4013"]
    assert path(battle, "to 3915") == ["4014", "4015", "3915"]


@pytest.mark.rule("stockade_redan:6.4.3")
def test_news_of_the_enemy_interrupts_the_move() -> None:
    battle = field(f"4010 13us-a | 4113 36ms-a | {FAR}", phase="VII")
    events = battle.play("move 13us-a 4015")
    assert only(events, Revealed).hexes == ("4113",)
    assert where(battle, "13us-a") == "4013"
    assert "to 4014" in offered(battle)
    # Said again, it goes on, with what is left.
    assert path(battle, "to 4015") == ["4014", "4015"]
    play(battle, "stop")


# Refused, with every rule and nothing changed


@pytest.mark.parametrize(
    "gesture, rules",
    [
        ("move 13us-a 4017", ["10.0.7"]),  # seven hexes away
        ("move 13us-a 1620", ["10.0.8", "10.0.7"]),  # and it takes all movement
        ("move hart 1620", ["10.4.6", "10.0.8", "10.0.7"]),  # and no gun may
        ("move 13us-a 4010", ["10.0.1"]),  # it stands there
        ("move 13us-x 4011", ["10.0.1"]),  # nobody's name
        ("move 36ms-t 1026", ["10.0.4"]),  # the enemy's
        ("move 13us-b 4013", ["10.0.3"]),  # it has moved
        ("move 13us-a 13us-b 36ms-t 4011", ["10.0.3", "10.0.4"]),
        ("move 13us-a 13us-v 4011", ["10.1.1"]),  # not in one hex
        ("move 13us-c 4013", ["10.0.3", "12.3.1"]),  # it has moved, and it is locked
        ("move 13us-d 4030", ["9.2.4"]),  # under Chaos of War
        ("move 13us-a 9999", ["10.0.1"]),  # no hex
    ],
)
def test_a_refused_move_names_every_rule_and_changes_nothing(
    gesture: str, rules: list[str]
) -> None:
    battle = field(
        f"4010 13us-a 13us-b hart | 4003 13us-c 36ms-c | 4029 13us-d | {FAR}",
        phase="VII",
        chaos={"4029": "confederate"},
        spent=["13us-b", "13us-c"],
    )
    assert untouched(battle, gesture) == [f"stockade_redan:{rule}" for rule in rules]


@pytest.mark.rule("stockade_redan:10.4.2")
def test_a_refused_step_in_the_middle_of_a_move_changes_nothing() -> None:
    battle = field(f"1620 13us-a | {FAR}", phase="VII")
    play(battle, "move 13us-a")
    assert untouched(battle, "to 1519") == ["stockade_redan:10.4.2"]


def test_whoever_is_named_twice_is_refused_and_the_reason_is_told() -> None:
    battle = field(f"4010 13us-a | {FAR}", phase="VII")
    assert untouched(battle, "move 13us-a 13us-a 4011") == ["stockade_redan:10.0.1"]


# Volleys


@pytest.mark.rule("stockade_redan:11.2.5")
def test_a_volley_is_everybody_who_can_with_an_officer_beside_them() -> None:
    battle = field(f"4010 13us-a 13us-b 13us-o1 | 4012 36ms-a | {FAR}", phase="IX", dice=[6])
    shot = only(battle.play("fire 4012 all"), Fired)
    assert shot.firers == (NUMBER["13us-a"], NUMBER["13us-b"])
    assert shot.officer == NUMBER["13us-o1"]
    # 8 to 4 is 2:1, and the officer makes it 3:1.
    assert [line.value for line in shot.ratio] == [2, 1]


@pytest.mark.rule("stockade_redan:7.0.3")
@pytest.mark.parametrize(
    "stack, spent",
    [
        ("13us-a 13us-b", []),  # no officer
        ("13us-a 13us-b 8mo-o1", []),  # of another regiment
        ("13us-a 13us-b 13us-o1", ["13us-o1"]),  # he has supported another attack
    ],
)
def test_a_volley_without_an_officer_who_may_support_it_has_none(
    stack: str, spent: list[str]
) -> None:
    battle = field(f"4010 {stack} | 4012 36ms-a | {FAR}", phase="IX", dice=[6], spent=spent)
    shot = only(battle.play("fire 4012 all"), Fired)
    assert (shot.officer, [line.value for line in shot.ratio]) == (-1, [2])


@pytest.mark.rule("stockade_redan:7.0.3")
def test_an_officer_in_any_of_the_firing_hexes_will_do() -> None:
    units = f"4010 13us-a | 4110 8mo-a 8mo-o2 | 4012 36ms-a | {FAR}"
    shot = only(field(units, phase="IX", dice=[6]).play("fire 4012 all"), Fired)
    assert shot.officer == NUMBER["8mo-o2"]


def test_a_volley_may_name_its_units() -> None:
    battle = field(f"4010 13us-a 13us-b 13us-c 13us-o1 | 4012 36ms-a | {FAR}", phase="IX", dice=[6])
    shot = only(battle.play("fire 4012 13us-c 13us-a"), Fired)
    assert shot.firers == (NUMBER["13us-a"], NUMBER["13us-c"])
    assert shot.officer == NUMBER["13us-o1"]


@pytest.mark.parametrize(
    "gesture, rules",
    [
        ("fire 4011 all", ["11.1.4"]),  # nobody there
        ("fire 1025 all", ["11.5.1"]),  # too far
        ("fire 4014 all", ["11.4.1"]),  # fired into already
        ("fire 4012 13us-o1", ["7.0.1"]),  # an officer has no strength
        ("fire 4012 13us-b 13us-v", ["11.0.4", "11.5.1"]),  # one has fired, one is too far
        ("fire 4012 36ms-a", ["11.0.1"]),  # the enemy's
    ],
)
def test_a_refused_volley_names_every_rule_and_changes_nothing(
    gesture: str, rules: list[str]
) -> None:
    battle = field(
        f"4010 13us-a 13us-b 13us-o1 | 4012 36ms-a | 4014 36ms-b | {FAR}",
        phase="IX",
        spent=["13us-b"],
        fired_into=["4014"],
        dice=[6],
    )
    assert untouched(battle, gesture) == [f"stockade_redan:{rule}" for rule in rules]


# Set-up


def test_a_unit_is_placed_by_name() -> None:
    battle = longroll.new("stockade_redan", dice=[3])
    placed = only(battle.play("place 36ms-a 1519"), Placed)
    assert (placed.units, placed.hex) == ((NUMBER["36ms-a"],), "1519")


@pytest.mark.parametrize(
    "gesture, rule",
    [
        ("place 36ms-b 1519", "3.1.0.1"),  # another is first
        ("place 36ms-a 1620", "3.1.2.2"),  # not in the ditch
        ("place 36ms-a 9999", "3.1.0.1"),  # no hex
    ],
)
def test_a_refused_place_names_the_rule_and_changes_nothing(gesture: str, rule: str) -> None:
    battle = longroll.new("stockade_redan", dice=[3])
    assert untouched(battle, gesture) == [f"stockade_redan:{rule}"]


def test_the_record_of_a_gesture_plays_again() -> None:
    battle = longroll.new("stockade_redan", dice=[3])
    play(battle, "place 36ms-a 1519", "place 36ms-b 1519")
    assert longroll.replay(battle.record()).hash() == battle.hash()


@pytest.mark.rule("stockade_redan:10.1.1")
def test_a_whole_stack_moves_by_the_name_of_its_hex() -> None:
    battle = field("4010 13us-a 8mo-a 13us-o1 | 4520 13us-b", phase="VII")
    moved = play(battle, "move 4010 4012")
    assert {event.units for event in moved if isinstance(event, Moved)} == {
        (NUMBER["13us-a"], NUMBER["13us-o1"], NUMBER["8mo-a"])
    }
    assert rules_against(battle, "move 3010 3011") == ["stockade_redan:10.0.4"]
    assert rules_against(battle, "move 4012 4013") == ["stockade_redan:10.0.3"] * 3
