"""What the table is told of a battle of the series, and what may be said to it in one breath."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from longroll import Battle, IllegalChoice
from longroll.display import display_of
from longroll.display.facts import Facts, Note
from longroll.display.sight import Reach, Sight
from longroll.kernel.system import system_named
from longroll.systems.gbacw.drill import State
from tests.rulebook.gbacw.field import field


def facts(battle: Battle, side: str = "union") -> Facts:
    told = battle.view(side).facts
    assert isinstance(told, Facts)
    return told


def state(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def sight(battle: Battle, start: str, end: str) -> Sight:
    return display_of(battle.system).sight(battle.state, "union", start, end)


def reach(battle: Battle, unit: str) -> Reach:
    return display_of(battle.system).reach(battle.state, "union", unit)


# What is told


def test_a_stack_is_told_from_below_with_its_leaders_last() -> None:
    battle = field("0508 1us 2us miller | 0512 1cs")
    stack = next(stack for stack in facts(battle).stacks if stack.hex == "0508")
    assert stack.units == ("2us", "1us", "miller")


def test_a_unit_is_told_as_it_stands() -> None:
    told = facts(field("0508 1us,column,NE,3,routed,pinned | 0512 1cs"))
    standing = told.units["1us"]
    assert standing.strength == "3"
    assert standing.steps is not None
    assert (standing.steps.left, standing.steps.of) == (3, 8)
    assert standing.formation == "column"
    assert standing.facing is not None
    assert (standing.facing.degrees, standing.facing.arc) == (60, 60)
    assert {"pinned", "routed"} <= set(standing.states)


@pytest.mark.parametrize(
    "mark, arc", [("line", 180), ("column", 60)], ids=["three sides", "all around"]
)
def test_a_front_is_as_wide_as_the_formation_makes_it(mark: str, arc: int) -> None:
    facing = facts(field(f"0508 1us,{mark},S | 0512 1cs")).units["1us"].facing
    assert facing is not None
    assert (facing.degrees, facing.arc) == (180, arc)


def test_who_has_finished_its_move_is_veiled_only_in_its_own_movement_phase() -> None:
    done = {id: {"done": True} for id in ("1us", "1cs")}
    battle = field("0508 1us | 0101 9us | 0512 1cs", states=done)
    told = facts(battle)
    assert told.units["1us"].done
    assert not told.units["1cs"].done


def test_out_of_command_is_a_state_of_the_side_whose_turn_it_is() -> None:
    told = facts(field("0508 1us,-command | 0512 1cs,-command"))
    assert "out_of_command" in told.units["1us"].states
    assert "out_of_command" not in told.units["1cs"].states


def test_brigades_tell_what_is_left_of_them() -> None:
    told = facts(field("0508 1us | 0512 1cs"))
    steps = told.groups["miller"].steps
    assert steps is not None
    assert steps.left == steps.of > 0
    assert told.notes == (Note("Union losses", "0"), Note("Confederate losses", "0"))


def test_units_on_the_move_are_in_hand() -> None:
    battle = field("0508 1us 2us | 0512 1cs")
    assert facts(battle).hand == ()
    battle.play("move 1us 2us")
    assert facts(battle).hand == ("1us", "2us")


def test_lanes_say_what_may_still_go_through_a_hexside() -> None:
    battle = field("0508 1us | 0509 1cs", phase="D")
    battle.play("fire 0509")
    assert [(lane.hex, lane.to, lane.left) for lane in facts(battle).lanes] == [("0508", "0509", 4)]
    battle.play("add 1us 3")
    assert [lane.left for lane in facts(battle).lanes] == [1]


def test_facts_go_over_the_wire_and_say_no_more_than_they_must() -> None:
    plain: Any = msgspec.json.decode(msgspec.json.encode(facts(field("0508 1us | 0512 1cs"))))
    assert plain["units"]["1us"]["formation"] == "line"
    assert "done" not in plain["units"]["1us"]


def test_the_order_of_battle_is_a_tree_of_every_counter() -> None:
    for slug in ("gbacw", "corinth"):
        table = display_of(system_named(slug)).table()
        groups = {group.id: group for group in table.groups}
        assert len(groups) == len(table.groups)
        for group in table.groups:
            assert group.parent == "" or groups[group.parent].side == group.side
        for piece in table.pieces:
            if piece.group:
                assert piece.id in groups[piece.group].pieces or piece.kind == "crew"
            else:
                assert "repl" in piece.id, "only replacements belong to nobody yet"
        assert {piece.kind for piece in table.pieces} == {
            "infantry",
            "cavalry",
            "artillery",
            "wagon",
            "crew",
            "officer",
        }


# Lines of sight


def test_a_line_tells_its_profile_and_what_blocks_it() -> None:
    seen = sight(field("0301 1us | 0305 1cs"), "0301", "0305")
    assert not seen.clear
    assert [rise.hex for rise in seen.profile] == ["0301", "0302", "0303", "0304", "0305"]
    assert [rise.at for rise in seen.profile] == [0, 1, 2, 3, 4]
    woods = seen.profile[1]
    assert (woods.what, woods.ground) == ("woods", 0)
    assert woods.top > 0
    assert {bar.hex for bar in seen.bars} == {"0302", "0303", "0304"}


def test_units_stand_in_a_profile_too() -> None:
    seen = sight(field("0506 1us | 0508 2us | 0510 1cs"), "0506", "0510")
    assert [rise.what for rise in seen.profile] == ["", "", "units", "", ""]


def test_neighbours_always_see_each_other() -> None:
    assert sight(field("0508 1us | 0509 1cs"), "0508", "0509").clear


def test_a_line_to_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="9999"):
        sight(field("0508 1us | 0512 1cs"), "0508", "9999")


# Reach


def test_reach_counts_points_and_knows_the_way() -> None:
    found = reach(field("1004 1us,column | 0512 1cs"), "1us")
    assert found.move["1005"] == 0.5
    assert found.before["1006"] == "1005"
    assert found.before["1005"] == "1004"
    assert "1004" not in found.move


def test_reach_leaves_out_where_nobody_may_stay() -> None:
    found = reach(field("1004 1us,column | 1006 2us | 0512 1cs"), "1us")
    assert "1006" not in found.move
    assert "1007" in found.move


def test_who_is_out_of_command_goes_one_hex() -> None:
    battle = field("0508 1us,-command | 0514 1cs")
    assert set(reach(battle, "1us").move) == set(state(battle).game.grid.adjacent["0508"])


def test_reach_of_units_in_hand_is_what_they_have_left() -> None:
    battle = field("0508 1us | 0514 1cs")
    before = reach(battle, "1us").move
    battle.play("move 1us 0507 hand")
    after = reach(battle, "1us").move
    assert before["0506"] == 2
    assert after["0506"] == 1


@pytest.mark.parametrize("sent, in_hand", [("1us", True), ("miller", False), ("miller 1us", True)])
def test_only_units_with_a_front_stay_in_hand_after_a_move(sent: str, in_hand: bool) -> None:
    battle = field("0508 1us miller | 0514 1cs")
    battle.play(f"move {sent} 0507 hand")
    assert bool(facts(battle).hand) == in_hand


def test_reach_of_fire_follows_weapon_front_and_sight() -> None:
    found = reach(field("0508 1us,S | 0510 1cs"), "1us")
    assert "0510" in found.fire
    assert "0507" not in found.fire


def test_a_leader_commands_within_his_radius() -> None:
    battle = field("0508 miller | 0514 1cs")
    told = facts(battle).units["miller"]
    assert told.strength is not None
    radius = int(told.strength)
    distance = state(battle).game.grid.distance
    found = reach(battle, "miller").command
    assert found
    assert max(distance("0508", hex) for hex in found) == radius
    assert reach(field("0508 1us | 0512 1cs"), "1us").command == ()


def test_who_is_not_on_the_map_reaches_nothing() -> None:
    battle = field("0508 1us | 0512 1cs")
    for unit in ("2us", "nobody"):
        with pytest.raises(ValueError, match=unit):
            reach(battle, unit)


# Gestures


def test_a_whole_move_goes_the_cheapest_way_and_stops() -> None:
    battle = field("1004 1us,column | 0101 9us | 0512 1cs")
    battle.play("move 1us 1007")
    assert state(battle).hex_of(state(battle).game.roster.number["1us"]) == "1007"
    assert facts(battle).units["1us"].done


def test_a_stack_moves_by_the_name_of_its_hex() -> None:
    battle = field("0508 1us 2us miller | 0514 1cs")
    battle.play("move 0508 0507")
    stack = next(stack for stack in facts(battle).stacks if stack.side == "union")
    assert (stack.hex, set(stack.units or ())) == ("0507", {"1us", "2us", "miller"})


def test_a_move_may_end_with_a_facing() -> None:
    battle = field("0508 1us | 0101 9us | 0514 1cs")
    battle.play("move 1us 0507 SE")
    facing = facts(battle).units["1us"].facing
    assert facing is not None
    assert facing.degrees == 120
    assert facts(battle).units["1us"].done


def test_units_may_stay_in_hand() -> None:
    battle = field("0508 1us 2us | 0514 1cs")
    battle.play("move 1us 2us 0507 hand")
    assert facts(battle).hand == ("1us", "2us")
    battle.play("to 0505")
    assert next(stack.hex for stack in facts(battle).stacks if stack.side == "union") == "0505"


@pytest.mark.parametrize(
    "gesture, rule",
    [
        ("move 1us 2us 2016", "gbacw:5.11.1"),
        ("move 1us 3us 0507", "gbacw:5.0.2"),
        ("move 1us 1us 0507", "gbacw:5.0.2"),
        ("move 1us nobody 0507", "gbacw:5.0.2"),
        ("move 1us 0508", "gbacw:5.16"),
        ("move 0101 0102", "gbacw:5.0.2"),
    ],
)
def test_what_bars_a_move_is_said(gesture: str, rule: str) -> None:
    battle = field("0508 1us 2us | 0608 3us | 0514 1cs")
    with pytest.raises(IllegalChoice) as refused:
        battle.play(gesture)
    assert refused.value.rule == rule


def test_one_hex_only_is_said() -> None:
    battle = field("0508 1us,-command | 0514 1cs")
    with pytest.raises(IllegalChoice) as refused:
        battle.play("move 1us 0505")
    assert refused.value.rule == "gbacw:5.2.1"


def test_a_whole_fire_is_one_gesture() -> None:
    battle = field("0508 1us,3 | 0509 1cs", dice=[3, 3, 3], phase="D")
    told = [event.text() for event in battle.play("fire 0509 all")]
    assert any("fires at 0509" in text for text in told)


def test_a_fire_of_some_is_one_gesture() -> None:
    battle = field("0508 1us,3 | 0408 2us,3,SE | 0509 1cs", dice=[3, 3, 3], phase="D")
    told = [event.text() for event in battle.play("fire 0509 1us")]
    assert any(text.startswith("1st Union fires at 0509") for text in told)


def test_a_fire_at_nobody_is_refused_with_its_rule() -> None:
    battle = field("0508 1us | 0509 1cs", phase="D")
    with pytest.raises(IllegalChoice) as refused:
        battle.play("fire 0507 all")
    assert refused.value.rule == "gbacw:9.0.4"


def test_a_whole_assault_is_one_gesture() -> None:
    battle = field("0508 1us 2us | 0509 1cs", phase="E")
    battle.play("melee 0509 all")
    (declared,) = state(battle).melees
    assert declared.hex == "0509"
    assert len(declared.attackers) == 2
