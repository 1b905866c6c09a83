"""8.1 and 8.4 Stacking: how much a hex holds, and in which order."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import Checked, Depleted, Moved, Reordered, Retreated
from tests.rulebook.gbacw.field import field, stack, state_of, unit, where
from tests.support import offered, only, play, refused, rules_against

ELSE = "| 0101 10us"


def settled(words: str) -> str:
    """Units that have finished their moves, and so cannot make room any more."""
    return " ".join(f"{word},done" for word in words.split())


def may_stay(word: str, origin: str, there: str, hex: str = "0508") -> list[str]:
    """The rules that keep a unit from staying in a hex with those who stand there for good."""
    battle = field(f"{origin} {word} | {hex} {settled(there)} {ELSE}")
    play(battle, f"move {word.partition(',')[0]}", f"to {hex}")
    return rules_against(battle, "stop")


# The general rule


@pytest.mark.rule("gbacw:8.0.1")
@pytest.mark.parametrize("word", ["2us", "1us-cav,dismounted", "us-l,limbered", "us-wagon"])
def test_units_pass_through_friends_freely(word: str) -> None:
    battle = field(f"0507 {word} | 0508 12us {ELSE}")
    id = word.partition(",")[0]
    events = play(battle, f"move {id}", "to 0508", "to 0509")
    assert [event.cost for event in events if isinstance(event, Moved)] == [2, 2]


@pytest.mark.rule("gbacw:8.0.1", "gbacw:8.16", "gbacw:8.17")
@pytest.mark.parametrize(
    "word, rule", [("2us,column", "gbacw:8.16"), ("1us-cav,mounted", "gbacw:8.17")]
)
def test_columns_and_riders_do_not_pass_through_friends(word: str, rule: str) -> None:
    battle = field(f"0507 {word} | 0508 12us {ELSE}")
    play(battle, f"move {word.partition(',')[0]}")
    with refused(rule):
        battle.play("to 0508")


@pytest.mark.rule("gbacw:8.0.2")
def test_stacking_and_unstacking_cost_nothing() -> None:
    battle = field(f"0507 2us | 0508 4us {ELSE}")
    into = only(play(battle, "move 2us", "to 0508"), Moved)
    out = only(play(battle, "to 0509"), Moved)
    assert (into.cost, out.cost, out.spent) == (2, 2, 4)


@pytest.mark.rule("gbacw:8.0.3", "gbacw:8.11")
def test_a_full_hex_may_be_passed_but_not_stayed_in() -> None:
    # 8 and 4 fill the clear hex; 4 more are too many to stay and none too many to pass.
    battle = field(f"0507 4us | 0508 1us,done 2us,done {ELSE}")
    play(battle, "move 4us", "to 0508")
    with refused("gbacw:8.11"):
        battle.play("stop")
    play(battle, "to 0509", "stop")
    assert where(battle, "4us") == "0509"


@pytest.mark.rule("gbacw:8.0.3")
def test_a_full_hex_will_do_while_somebody_there_can_still_make_room() -> None:
    battle = field(f"0507 4us | 0508 1us,done 2us {ELSE}")
    play(battle, "move 4us", "to 0508", "stop", "move 2us", "to 0608", "stop")
    assert (stack(battle, "0508"), where(battle, "2us")) == (["1us", "4us"], "0608")
    play(battle, "done")
    assert where(battle, "4us") == "0508"


@pytest.mark.rule("gbacw:8.0.3")
def test_a_hex_that_is_overfull_when_movement_ends_is_thinned_out() -> None:
    battle = field(f"0507 4us | 0508 1us,done 2us {ELSE}")
    play(battle, "move 4us", "to 0508", "stop", "done")
    assert battle.decision is not None
    assert battle.decision.rule == "gbacw:8.0.3"
    # Only the 2nd Union has not used its movement.
    assert {text.split()[1] for text in offered(battle)} == {"2us"}
    for text in ("out 4us 0507", "out 2us 0506"):
        with refused("gbacw:8.11"):
            battle.play(text)
    play(battle, "out 2us 0507")
    assert (where(battle, "2us"), where(battle, "4us")) == ("0507", "0508")


@pytest.mark.rule("gbacw:8.0.3")
@pytest.mark.parametrize("phase", ["C", "D", "F"])
def test_a_hex_that_is_overfull_when_a_combat_phase_ends_is_thinned_out(phase: str) -> None:
    battle = field("0508 1us 2us 4us | 1512 1cs", phase=phase)
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("union", "gbacw:8.0.3")
    assert state_of(battle).phase == phase
    play(battle, "out 4us 0507")
    assert stack(battle, "0508") == ["1us", "2us"]


@pytest.mark.rule("gbacw:8.0.3")
def test_where_nobody_can_go_a_unit_is_lost() -> None:
    ring = "0507 1cs | 0607 2cs | 0608 3cs | 0509 4cs | 0408 5cs | 0407 7cs"
    battle = field(f"0508 1us 2us 4us | {ring} {ELSE}")
    play(battle, "done")
    assert offered(battle) == ["lose 1us", "lose 2us", "lose 4us"]
    play(battle, "lose 4us")
    assert (where(battle, "4us"), unit(battle, "4us").fate) == ("", "eliminated")


# 8.1 Restrictions


@pytest.mark.rule("gbacw:8.11", "gbacw:8.12.1", "gbacw:8.18")
@pytest.mark.parametrize(
    "origin, hex, there, full",
    [
        ("0507", "0508", "1us", False),  # clear: 12
        ("0507", "0508", "1us 10us", True),
        ("0405", "0404", "4us", False),  # woods: 8
        ("0405", "0404", "4us 10us", True),
        ("1814", "1813", "3us", False),  # swamp: 6
        ("1814", "1813", "8us", True),
        ("1005", "1006", "4us", False),  # town: 8
        ("1005", "1006", "4us 10us", True),
        ("0804", "0805", "4us", False),  # clear and woods: 8, the worse of both
        ("0804", "0805", "4us 10us", True),
    ],
)
def test_the_limit_of_points_depends_on_the_ground(
    origin: str, hex: str, there: str, full: bool
) -> None:
    battle = field(f"{origin} 2us | {hex} {settled(there)} | 0101 12us")
    play(battle, "move 2us", f"to {hex}")
    assert rules_against(battle, "stop") == (["gbacw:8.11"] if full else [])


@pytest.mark.rule("gbacw:8.11", "gbacw:8.16")
def test_a_column_has_a_hex_to_itself() -> None:
    assert may_stay("2us", "0507", "3us,column") == ["gbacw:8.16"]
    battle = field(f"0508 2us 3us {ELSE}")
    play(battle, "move 2us")
    with refused("gbacw:8.16"):
        battle.play("form column")


@pytest.mark.rule("gbacw:8.12.1")
def test_current_strength_is_what_counts_for_stacking() -> None:
    assert may_stay("4us", "0507", "1us 2us") == ["gbacw:8.11"]
    assert may_stay("4us", "0507", "1us,4 2us") == []


@pytest.mark.rule("gbacw:8.12.2")
@pytest.mark.parametrize(
    "word, there, full",
    [
        ("us-wagon", "1us", False),
        ("us-wagon", "1us 12us,1", True),
        ("us-l,limbered", "1us 3us 12us,1", False),
        ("us-l,limbered", "1us 3us 12us,2", True),
    ],
)
def test_a_wagon_counts_four_and_a_battery_one(word: str, there: str, full: bool) -> None:
    assert may_stay(word, "0507", there) == (["gbacw:8.11"] if full else [])


@pytest.mark.rule("gbacw:8.13")
@pytest.mark.parametrize(
    "origin, hex, most", [("0507", "0508", 3), ("0405", "0404", 2), ("1005", "1006", 2)]
)
def test_the_chart_limits_the_batteries_of_a_hex(origin: str, hex: str, most: int) -> None:
    for number in (most - 1, most):
        there = settled(f"2us {' '.join(('us-n1', 'us-n2', 'us-pa')[:number])}")
        battle = field(f"{origin} us-l,limbered | {hex} {there} {ELSE}")
        play(battle, "move us-l", f"to {hex}")
        assert rules_against(battle, "stop") == (["gbacw:8.13"] if number == most else [])


@pytest.mark.rule("gbacw:8.14")
def test_leaders_never_count() -> None:
    leaders = "mason cooper miller mercer carter"
    assert may_stay("2us", "0507", f"1us {leaders}") == []
    assert may_stay("sawyer", "0507", f"1us 2us {leaders}") == []
    # Nor does a leader keep a column from its last hex.
    battle = field(f"0708 2us,column miller | 0702 mason {ELSE}")
    play(battle, "move 2us", "with miller", *(f"to 07{row:02}" for row in (7, 6, 5, 4, 3, 2)))
    assert (where(battle, "2us"), where(battle, "miller")) == ("0702", "0702")


@pytest.mark.rule("gbacw:8.16")
@pytest.mark.parametrize("there", ["3us", "us-n1", "us-wagon", "1us-cav,mounted"])
def test_a_column_moves_into_no_hex_with_another_combat_unit(there: str) -> None:
    battle = field(f"0507 2us,column | 0508 {there} | 0607 mason {ELSE}")
    play(battle, "move 2us")
    with refused("gbacw:8.16"):
        battle.play("to 0508")
    play(battle, "to 0607")  # a leader does not mind
    assert where(battle, "2us") == "0607"


@pytest.mark.rule("gbacw:8.17")
def test_riders_move_onto_riders_and_leaders_only() -> None:
    battle = field(f"0507 1us-cav,mounted | 0508 2us-cav,mounted | 0607 mason {ELSE}")
    play(battle, "move 1us-cav", "to 0508", "to 0607", "stop")
    assert where(battle, "1us-cav") == "0607"
    for there in ("3us", "us-n1", "us-wagon", "2us-cav,dismounted"):
        battle = field(f"0507 1us-cav,mounted | 0508 {there} {ELSE}")
        play(battle, "move 1us-cav")
        with refused("gbacw:8.17"):
            battle.play("to 0508")


@pytest.mark.rule("gbacw:8.17")
def test_nobody_else_stays_with_riders() -> None:
    assert may_stay("2us", "0507", "1us-cav,mounted") == ["gbacw:8.17"]
    battle = field(f"0508 1us-cav 2us {ELSE}")
    play(battle, "move 1us-cav")
    with refused("gbacw:8.17"):
        battle.play("form mounted")


@pytest.mark.rule("gbacw:8.18")
def test_the_chart_has_limits_for_every_ground() -> None:
    charts = State.game.charts
    for limits in (charts.stacking, charts.batteries, charts.melee):
        assert set(limits) == set(charts.enter)


# 8.15 Retreats and friends


def routed(units: str) -> Battle:
    """The 2nd Confederate in 0510 runs from a fire out of 0508."""
    battle = field(f"0508 2us | 0510 2cs | {units}", phase="D", dice=[3, 6, 1, 1, 1])
    play(battle, "fire 0510", "all", "resolve")
    return battle


@pytest.mark.rule("gbacw:8.15.1")
def test_a_retreat_goes_around_friends_while_it_can() -> None:
    battle = routed("0511 4cs")
    assert "to 0511" not in offered(battle)
    assert "gbacw:14.3.1" in rules_against(battle, "to 0511")


@pytest.mark.rule("gbacw:8.15.2")
def test_friends_who_cannot_be_avoided_are_displaced_and_check_their_morale() -> None:
    # The enemy stands in every hex around it but one.
    ring = "0509 2us | 0409 5us,SE | 0609 9us,SW | 0410 11us,SE | 0610 12us,SW"
    battle = field(f"{ring} | 0510 2cs | 0511 4cs", phase="D", dice=[2, 6, 1, 1, 1])
    play(battle, "fire 0510", "add 2us 4")
    events = play(battle, "resolve")
    while sum(isinstance(event, Checked) for event in events) < 2:
        events += play(battle, offered(battle)[0])
    pushed = [event for event in events if isinstance(event, Retreated)]
    assert (pushed[0].why, [name.id for name in pushed[0].units]) == ("displaced", ["4cs"])
    checked = [event.unit.id for event in events if isinstance(event, Checked)]
    assert checked == ["2cs", "4cs"]


# 8.4 Stacking order


@pytest.mark.rule("gbacw:8.41.1")
def test_order_changes_in_the_owners_movement_phase() -> None:
    battle = field(f"0508 2us 4us 5us {ELSE}")
    reordered = only(play(battle, "move 5us", "top"), Reordered)
    assert reordered.top.id == "5us"
    assert stack(battle, "0508") == ["5us", "2us", "4us"]
    with refused("gbacw:8.41.1"):
        battle.play("top")


@pytest.mark.rule("gbacw:8.41.1")
def test_a_unit_that_joins_a_stack_goes_beneath_it_or_on_top() -> None:
    battle = field(f"0507 2us | 0508 4us {ELSE}")
    play(battle, "move 2us", "to 0508")
    assert stack(battle, "0508") == ["4us", "2us"]
    play(battle, "top")
    assert stack(battle, "0508") == ["2us", "4us"]


@pytest.mark.rule("gbacw:8.41.1")
@pytest.mark.parametrize("phase", ["C", "D", "E"])
def test_order_and_stacks_stay_as_they_are_in_other_phases(phase: str) -> None:
    battle = field("0508 2us 4us | 0509 1cs 2cs", phase=phase)
    for text in ("top", "top 4us", "top 2cs", "move 4us"):
        with refused("gbacw:4.0.1"):
            battle.play(text)


@pytest.mark.rule("gbacw:8.41.2")
def test_a_stack_whose_top_unit_ran_out_of_ammunition_may_be_rearranged_after_the_phase() -> None:
    # A natural 1, and another 1 for the unit that fired.
    battle = field("0508 2us 4us | 0510 1cs", phase="D", dice=[1, 1])
    events = play(battle, "fire 0510", "add 2us 4", "resolve")
    assert [name.id for name in only(events, Depleted).units] == ["2us"]
    if "done" in offered(battle):
        battle.play("done")
    assert offered(battle) == ["keep", "top 4us"]
    only(play(battle, "top 4us"), Reordered)
    assert stack(battle, "0508") == ["4us", "2us"]


@pytest.mark.rule("gbacw:8.41.2")
def test_a_unit_beneath_the_top_gives_no_such_right() -> None:
    battle = field("0508 2us 4us | 0510 1cs", phase="D", dice=[1, 1])
    events = play(battle, "fire 0510", "add 4us 4", "resolve")
    assert [name.id for name in only(events, Depleted).units] == ["4us"]
    if "done" in offered(battle):
        battle.play("done")
    assert "top 4us" not in offered(battle)
    assert unit(battle, "4us").depleted


@pytest.mark.rule("gbacw:8.42")
def test_attackers_who_follow_up_from_two_hexes_end_with_one_facing() -> None:
    battle = field("0508 2us,S | 0608 4us,SW | 0509 1cs", phase="E", dice=[1])
    play(battle, "melee 0509", "all", "commit")
    if "done" in offered(battle):
        battle.play("done")
    play(battle, "retreat 1cs", "never", "to 0510", "stop", "advance 4us", "advance 2us")
    assert stack(battle, "0509") == ["4us", "2us"]
    assert (unit(battle, "4us").facing, unit(battle, "2us").facing) == (4, 4)


@pytest.mark.rule("gbacw:8.42")
def test_a_unit_that_falls_back_onto_friends_who_hold_takes_their_facing() -> None:
    # Pinned friends in the only way out are not pushed aside.
    ring = "0509 2us | 0409 5us,SE | 0609 9us,SW | 0410 11us,SE | 0610 12us,SW"
    battle = field(f"{ring} | 0510 2cs | 0511 4cs,pinned,SE", phase="D", dice=[2, 6])
    play(battle, "fire 0510", "add 2us 4", "resolve")
    assert where(battle, "2cs") == "0511"
    assert unit(battle, "2cs").facing == 2
