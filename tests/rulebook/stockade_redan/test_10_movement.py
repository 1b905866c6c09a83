"""10.0 to 10.3 Movement: one unit or stack after another, hex by hex."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import FoughtHandToHand, Moved
from longroll.systems.stockade_redan.roster import NUMBER
from longroll.systems.stockade_redan.state import State
from tests.support import field, offered, only, play, refused, rules_against

#: Empty hexes, for eight bombardments that hurt nobody; each stays where it is on a 1.
PLOTS = [f"plot 45{row:02}" for row in range(1, 9)]


def where(battle: Battle, unit: str) -> str:
    assert isinstance(battle.state, State)
    return battle.state.hex_of(NUMBER[unit])


def steps(battle: Battle, *choices: str) -> list[tuple[str, int, int]]:
    """Where each step led, what it cost and what was spent by then."""
    return [(e.to, e.cost, e.spent) for e in play(battle, *choices) if isinstance(e, Moved)]


@pytest.mark.rule("stockade_redan:10.0.1")
def test_a_unit_steps_from_hex_to_adjacent_hex_and_pays_for_each() -> None:
    battle = field("4010 13us-a | 4520 13us-b", phase="VII")
    play(battle, "move 13us-a")
    around = [f"to {hex}" for hex in ("4009", "4109", "4110", "4011", "3910", "3909")]
    assert [choice for choice in offered(battle) if choice.startswith("to ")] == around
    assert steps(battle, "to 4011", "to 4111") == [("4011", 1, 1), ("4111", 1, 2)]
    assert where(battle, "13us-a") == "4111"
    # A far hex is reached through every hex on the way.
    assert steps(battle, "to 4113") == [("4112", 1, 3), ("4113", 1, 4)]


@pytest.mark.rule("stockade_redan:10.0.2")
def test_movement_left_over_is_not_there_in_the_next_turn() -> None:
    battle = field("4010 13us-a | 4520 13us-b", phase="VII", morale=2, dice=[1] * 8 + [1, 1])
    play(battle, "move 13us-a", "to 4011", "stop", "done", *PLOTS, "move 13us-a")
    walk = [f"to 40{row}" for row in range(12, 18)]
    assert steps(battle, *walk)[-1] == ("4017", 1, 6)
    assert offered(battle) == ["move 13us-b", "done"]


@pytest.mark.rule("stockade_redan:10.0.2")
def test_nobody_lends_movement_to_a_slower_unit_of_the_stack() -> None:
    battle = field("4010 13us-a hart | 4520 13us-b", phase="VII")
    play(battle, "move 13us-a", "with hart", "to 4011", "to 4012", "to 4013", "to 4014")
    assert offered(battle) == ["move 13us-b", "done"]
    with refused("stockade_redan:10.0.3"):
        battle.play("move 13us-a")


@pytest.mark.rule("stockade_redan:10.0.3")
def test_one_move_is_finished_before_the_next_begins() -> None:
    battle = field("4010 13us-a | 4520 13us-b", phase="VII")
    play(battle, "move 13us-a", "to 4011")
    assert not any(choice.startswith("move") for choice in offered(battle))
    with refused("stockade_redan:5.0.1"):
        battle.play("move 13us-b")
    with refused("stockade_redan:10.0.3"):
        battle.play("drop 13us-b")


@pytest.mark.rule("stockade_redan:10.0.3")
def test_a_finished_move_is_not_taken_up_again() -> None:
    battle = field("4010 13us-a 13us-c | 4520 13us-b", phase="VII")
    play(battle, "move 13us-a", "to 4011", "stop")
    assert offered(battle) == ["move 13us-b", "move 13us-c", "done"]
    with refused("stockade_redan:10.0.3"):
        battle.play("move 13us-a")
    play(battle, "move 13us-c", "to 4011")
    assert rules_against(battle, "with 13us-a") == [
        "stockade_redan:10.1.1",
        "stockade_redan:10.0.3",
    ]


@pytest.mark.rule("stockade_redan:10.0.4")
@pytest.mark.parametrize(
    "phase, own, other", [("VII", "13us-a", "36ms-a"), ("X", "36ms-a", "13us-a")]
)
def test_a_side_moves_only_its_own_units(phase: str, own: str, other: str) -> None:
    battle = field("4010 13us-a | 1020 36ms-a", phase=phase)
    assert battle.decision is not None
    assert battle.decision.side == ("union" if phase == "VII" else "confederate")
    assert offered(battle) == [f"move {own}", "done"]
    with refused("stockade_redan:10.0.4"):
        battle.play(f"move {other}")


@pytest.mark.rule("stockade_redan:10.0.4")
@pytest.mark.parametrize("phase", ["VIII", "IX"])
def test_nobody_moves_outside_the_movement_phases(phase: str) -> None:
    battle = field("4010 13us-a | 4012 36ms-a", phase=phase)
    for unit in ("13us-a", "36ms-a"):
        with refused("stockade_redan:5.0.1"):
            battle.play(f"move {unit}")


@pytest.mark.rule("stockade_redan:10.0.5")
def test_a_side_need_not_move_anybody() -> None:
    battle = field("4010 13us-a 13us-b | 1020 36ms-a", phase="VII")
    battle.play("done")
    assert battle.decision is not None
    assert (battle.decision.side, where(battle, "13us-a")) == ("confederate", "4010")


@pytest.mark.rule("stockade_redan:10.0.5")
def test_a_unit_may_stop_early_and_never_goes_beyond_its_allowance() -> None:
    battle = field("4010 13us-a 13us-c | 4520 13us-b", phase="VII")
    assert steps(battle, "move 13us-a", "to 4011", "stop") == [("4011", 1, 1)]
    # Six steps are all it has: the seventh is not asked for.
    walk = [f"to 41{row:02}" for row in range(9, 3, -1)]
    assert steps(battle, "move 13us-c", *walk)[-1] == ("4104", 1, 6)
    assert offered(battle) == ["move 13us-b", "done"]


@pytest.mark.rule("stockade_redan:10.0.6")
@pytest.mark.parametrize(
    "edge, beyond, inward",
    [
        ("1005", ["0904", "0905"], ["1004", "1104", "1105", "1006"]),
        ("4505", ["4605", "4606"], ["4504", "4506", "4406", "4405"]),
        ("2001", ["2000", "2100", "1900"], ["2101", "2002", "1901"]),
        ("2130", ["2131", "2231", "2031"], ["2129", "2230", "2030"]),
    ],
)
def test_no_unit_leaves_the_map(edge: str, beyond: list[str], inward: list[str]) -> None:
    battle = field(f"{edge} 13us-a | 4020 13us-b", phase="VII")
    play(battle, "move 13us-a")
    assert offered(battle) == [*(f"to {hex}" for hex in inward), "stop"]
    for hex in beyond:
        with refused("stockade_redan:10.0.6"):
            battle.play(f"to {hex}")


@pytest.mark.rule("stockade_redan:10.0.7")
def test_a_unit_that_cannot_pay_the_whole_cost_stays_out() -> None:
    battle = field("3204 13us-a | 4520 13us-b", phase="VII", carnage=["3309"])
    play(battle, "move 13us-a", *(f"to 32{row:02}" for row in range(5, 10)))
    # One is left: the slight elevation takes two, and so does the carnage.
    for hex in ("3210", "3309"):
        assert f"to {hex}" not in offered(battle)
        with refused("stockade_redan:10.0.7"):
            battle.play(f"to {hex}")
    assert "to 3308" in offered(battle)


@pytest.mark.rule("stockade_redan:10.0.7")
def test_a_unit_may_spend_its_last_point_to_the_full() -> None:
    battle = field("3205 13us-a | 4520 13us-c", phase="VII")
    walk = [f"to 32{row:02}" for row in range(6, 11)]
    assert steps(battle, "move 13us-a", *walk)[-1] == ("3210", 2, 6)


@pytest.mark.rule("stockade_redan:10.0.8")
def test_a_hex_that_takes_all_movement_needs_a_start_next_to_it() -> None:
    battle = field("1820 13us-a | 1719 13us-b", phase="VII")
    play(battle, "move 13us-a", "to 1720")
    assert "to 1620" not in offered(battle)
    with refused("stockade_redan:10.0.8"):
        battle.play("to 1620")
    assert steps(battle, "stop", "move 13us-b", "to 1620") == [("1620", 6, 6)]


@pytest.mark.rule("stockade_redan:10.1.1")
def test_units_move_singly_or_as_a_stack() -> None:
    battle = field("4010 13us-a 13us-b 13us-c 13us-o1", phase="VII")
    moved = only(play(battle, "move 13us-a", "with 13us-b", "with 13us-o1", "to 4011"), Moved)
    assert moved.units == tuple(NUMBER[unit] for unit in ("13us-a", "13us-b", "13us-o1"))
    # The stack is what it was at the start: nobody joins it on the way.
    with refused("stockade_redan:10.1.1"):
        battle.play("with 13us-c")
    play(battle, "stop")
    single = only(play(battle, "move 13us-c", "to 4009"), Moved)
    assert single.units == (NUMBER["13us-c"],)


@pytest.mark.rule("stockade_redan:10.1.1")
def test_only_units_of_the_same_hex_form_a_stack() -> None:
    battle = field("4010 13us-a | 4011 13us-b", phase="VII")
    play(battle, "move 13us-a")
    with refused("stockade_redan:10.1.1"):
        battle.play("with 13us-b")


@pytest.mark.rule("stockade_redan:10.1.1")
def test_a_full_hex_may_be_passed_and_counts_only_as_the_phase_ends() -> None:
    full = "4011 13us-b 13us-c 13us-d 13us-e"
    passing = field(f"4010 13us-a | {full} | 1020 36ms-a", phase="VII")
    play(passing, "move 13us-a", "to 4011", "to 4012", "stop", "done")
    assert offered(passing)[-1] == "done"
    assert passing.decision is not None
    assert passing.decision.side == "confederate"

    staying = field(f"4010 13us-a | {full} | 1020 36ms-a", phase="VII")
    play(staying, "move 13us-a", "to 4011", "stop")
    assert not any(choice.startswith("lose") for choice in offered(staying))
    play(staying, "done")
    assert offered(staying) == [f"lose 13us-{letter}" for letter in "abcde"]


@pytest.mark.rule("stockade_redan:10.1.2")
def test_the_surcharge_is_paid_every_time_and_at_once() -> None:
    battle = field("4010 13us-a | 4012 13us-b | 4520 13us-c", phase="VII", carnage=["4011", "4013"])
    walk = steps(battle, "move 13us-a", "to 4011", "to 4012", "to 4013")
    assert walk == [("4011", 2, 2), ("4012", 2, 4), ("4013", 2, 6)]
    assert offered(battle) == ["move 13us-b", "move 13us-c", "done"]


@pytest.mark.rule("stockade_redan:10.1.2")
def test_going_back_into_the_same_carnage_costs_again() -> None:
    battle = field("4010 13us-a | 4520 13us-c", phase="VII", carnage=["4011"])
    walk = steps(battle, "move 13us-a", "to 4011", "to 4012", "to 4011")
    assert walk == [("4011", 2, 2), ("4012", 1, 3), ("4011", 2, 5)]


@pytest.mark.rule("stockade_redan:10.1.2")
def test_carnage_and_friends_in_one_hex_cost_one_extra_in_all() -> None:
    battle = field("4010 13us-a | 4011 13us-b", phase="VII", carnage=["4011"])
    assert steps(battle, "move 13us-a", "to 4011") == [("4011", 2, 2)]


@pytest.mark.rule("stockade_redan:10.2.1")
@pytest.mark.parametrize(
    "origin, to, plain",
    [("4010", "4011", 1), ("3209", "3210", 2), ("1420", "1519", 3)],
)
def test_what_the_chart_adds_comes_on_top_of_the_terrain(origin: str, to: str, plain: int) -> None:
    clear = field(f"{origin} 13us-a | 4520 13us-b", phase="VII")
    littered = field(f"{origin} 13us-a | 4520 13us-b", phase="VII", carnage=[to])
    assert steps(clear, "move 13us-a", f"to {to}") == [(to, plain, plain)]
    assert steps(littered, "move 13us-a", f"to {to}") == [(to, plain + 1, plain + 1)]


@pytest.mark.rule("stockade_redan:10.2.1")
def test_the_log_names_the_rule_of_the_cost() -> None:
    battle = field("3209 13us-a | 4520 13us-b", phase="VII")
    assert only(play(battle, "move 13us-a", "to 3210"), Moved).rules == ("stockade_redan:10.2.1",)


@pytest.mark.rule("stockade_redan:10.3.1")
def test_entering_an_enemy_hex_costs_nothing_extra_and_stops_everybody() -> None:
    battle = field("4010 36ms-a 36ms-o1 | 4011 13us-a | 1020 36ms-b", phase="X", dice=[3, 2])
    walk = steps(battle, "move 36ms-a", "with 36ms-o1", "to 4011")
    assert walk == [("4011", 1, 1)]
    assert offered(battle) == ["move 36ms-b", "done"]
    assert rules_against(battle, "move 36ms-a") == [
        "stockade_redan:10.0.3",
        "stockade_redan:12.3.1",
    ]
    fight = only(play(battle, "done"), FoughtHandToHand)
    assert fight.hex == "4011"


@pytest.mark.rule("stockade_redan:10.3.1")
def test_carnage_counts_in_an_enemy_hex_too() -> None:
    battle = field("4010 36ms-a | 4011 13us-a | 1020 36ms-b", phase="X", carnage=["4011"])
    assert steps(battle, "move 36ms-a", "to 4011") == [("4011", 2, 2)]


@pytest.mark.rule("stockade_redan:10.3.2")
@pytest.mark.parametrize(
    "friends", ["13us-b", "8mo-a 8mo-b 8mo-c 8mo-d", "13us-o1", "116il-o2", "hart", "hart 13us-b"]
)
def test_friends_cost_one_extra_whatever_their_number_or_kind(friends: str) -> None:
    battle = field(f"4010 13us-a | 4011 {friends}", phase="VII")
    assert steps(battle, "move 13us-a", "to 4011") == [("4011", 2, 2)]


@pytest.mark.rule("stockade_redan:10.3.2")
@pytest.mark.parametrize("mover", ["13us-a", "13us-o2", "wood"])
def test_every_kind_of_unit_pays_for_friends(mover: str) -> None:
    battle = field(f"4010 {mover} | 4011 13us-b", phase="VII")
    assert steps(battle, f"move {mover}", "to 4011") == [("4011", 2, 2)]
