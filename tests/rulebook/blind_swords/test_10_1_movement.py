"""10.1 Movement: allowances, what a step costs, and what closes a hex."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords import movement, ranges
from longroll.systems.blind_swords.moving_events import Moved
from tests.rulebook.blind_swords.field import choices, play, refused, unit
from tests.rulebook.blind_swords.marching import (
    decourcy,
    guns,
    left,
    rules,
    steps,
    still,
    thomas,
)

#: Somebody of each arm of the Union, and of the Confederates.
EVERYBODY = {
    "1000": "16oh",
    "1001": "foster",
    "1002": "3il-cav",
    "1003": "31la-a",
    "1004": "wofford",
    "1005": "28ms-cav",
}


def halves(id: str, start: str, hex: str, **more: object) -> int | str | None:
    """What a step costs a unit."""
    state = still(EVERYBODY, **more)
    return movement.step_cost(state, state.game.roster.number[id], start, hex)


# Allowances


@pytest.mark.rule("blind_swords:2.1.4")
@pytest.mark.parametrize(
    "order, infantry, cavalry",
    [("attack", 5, 8), ("defend", 3, 5), ("maneuver", 6, 10), ("regroup", 2, 4)],
)
def test_allowances_follow_from_arm_and_order(order: str, infantry: int, cavalry: int) -> None:
    battle = thomas({"2910": "31la-a"}, order)
    play(battle, "move 31la-a")
    assert left(battle) == str(infantry)
    battle = thomas({"2910": "28ms-cav"}, order)
    play(battle, "move 28ms-cav")
    assert left(battle) == str(cavalry)


@pytest.mark.rule("blind_swords:2.1.4", "blind_swords:2.1.9")
def test_cavalry_on_foot_marches_as_infantry_and_guns_have_six_points() -> None:
    battle = thomas({"2910": "28ms-cav"}, states={"28ms-cav": {"dismounted": True}})
    play(battle, "move 28ms-cav")
    assert left(battle) == "5"
    assert left(guns({"2910": "foster"}, "foster")) == "6"


# The general rule


@pytest.mark.rule("blind_swords:10.1.1")
def test_units_move_hex_by_hex_and_what_they_do_not_use_is_lost() -> None:
    battle = thomas({"2910": "31la-a", "2912": "29la-a 29la-b"})
    assert refused(battle, "move 26la-a") == ["blind_swords:10.1.1"]  # not on the map
    play(battle, "move 31la-a")
    assert steps(battle) == {"2909", "3009", "3010", "2911", "2810", "2809"}
    assert refused(battle, "to 9999") == ["blind_swords:10.1.1"]
    assert refused(battle, "with 29la-a") == ["blind_swords:10.1.1"]
    (event,) = play(battle, "to 2909")
    assert isinstance(event, Moved)
    assert (event.start, event.to, event.cost, event.spent) == ("2910", "2909", 2, 2)
    play(battle, "to 2908", "stop")
    assert refused(battle, "move 31la-a") == ["blind_swords:10.1.1"]  # it has moved
    assert "move 31la-a" not in choices(battle)


@pytest.mark.rule("blind_swords:10.1.1")
def test_a_stack_that_starts_together_moves_together() -> None:
    battle = thomas({"2912": "29la-a 29la-b"})
    play(battle, "move 29la-a", "with 29la-b", "to 2911")
    assert refused(battle, "with 31la-b") != []
    play(battle, "stop")
    assert unit(battle, "29la-b").hex == unit(battle, "29la-a").hex == "2911"
    assert choices(battle) == ["move 31la-b", "done"]


@pytest.mark.rule("blind_swords:10.1.1")
def test_whole_moves_in_one_order() -> None:
    battle = thomas({"2912": "29la-a 29la-b"})
    play(battle, "move 2912 2909")
    assert {unit(battle, id).hex for id in ("29la-a", "29la-b")} == {"2909"}
    battle = thomas({"2912": "29la-a 29la-b"})
    play(battle, "move 29la-a 2909")
    assert (unit(battle, "29la-a").hex, unit(battle, "29la-b").hex) == ("2909", "2912")
    play(battle, "move 29la-b", "to 2910", "stop")
    assert unit(battle, "29la-b").hex == "2910"
    assert refused(battle, "move 31la-b 2909") == ["blind_swords:10.1.2"]
    assert refused(battle, "move nobody 31la-b 2909") == ["blind_swords:10.1.1"]


@pytest.mark.rule("blind_swords:10.1.1")
def test_the_edge_of_the_area_in_play_is_closed() -> None:
    state = still({"4410": "16oh"}, scenario="blakes-levee")
    first = state.setting.columns[0]
    number = state.game.roster.number["16oh"]
    told = [*movement.bars_to_enter(state, number, f"{first}10", f"{first - 1}10")]
    assert [refusal.rule for refusal in told] == ["blind_swords:10.1.1"]


@pytest.mark.rule("blind_swords:10.1.2")
def test_the_whole_cost_must_be_paid() -> None:
    battle = thomas({"1012": "31la-a"}, "regroup")
    play(battle, "move 31la-a")
    assert refused(battle, "to 1013") == ["blind_swords:10.1.2"]  # Heavy Woods cost 3 of 2
    assert "1011" in steps(battle)
    play(battle, "to 1011", "to 1010")
    assert unit(battle, "31la-a").hex == "1010"


@pytest.mark.rule("blind_swords:10.1.2", "blind_swords:10.1.5")
def test_all_points_means_none_spent_and_the_end_of_the_move() -> None:
    timber = {"2909": "half"}
    battle = decourcy({"2910": "16oh"}, timber=timber)
    (event, *_) = play(battle, "move 16oh", "to 2909")
    assert isinstance(event, Moved)
    assert (event.cost, event.details()[0].rule) == (10, "blind_swords:10.1.5")
    assert choices(battle) == ["move 22ky", "done"]  # nothing was left to choose
    battle = decourcy({"2911": "16oh"}, timber=timber)
    play(battle, "move 16oh", "to 2910")
    assert refused(battle, "to 2909") == ["blind_swords:10.1.2"]


# What ground costs


@pytest.mark.rule("blind_swords:10.1.6")
@pytest.mark.parametrize(
    "start, hex, infantry, cavalry, artillery",
    [
        ("2910", "2911", 2, 2, 2),  # Clear
        ("1807", "1808", 4, 6, 6),  # Light Woods
        ("1012", "1013", 6, None, None),  # Heavy Woods
        ("2613", "2614", 4, None, None),  # Swamp
        ("1615", "1616", 8, None, None),  # Cypress
        ("5009", "5008", 2, 2, 2),  # Blake's Levee
        ("4507", "4508", None, None, None),  # the lake
        ("3224", "3124", 4, 4, 4),  # a Creek
        ("2418", "2419", 4, 4, 4),  # a Levee
        ("1025", "1126", 4, 4, 4),  # up a Slope
        ("1126", "1025", 2, 2, 2),  # and down
        ("3123", "3124", 6, 6, 6),  # up a Slope over a Creek
        ("2523", "2623", 6, 6, "all"),  # up a Steep Slope
        ("2623", "2523", 4, 4, 4),  # and down
    ],
)
def test_what_ground_and_hexsides_cost(
    start: str, hex: str, infantry: int, cavalry: int, artillery: int | str
) -> None:
    for id, cost in (("16oh", infantry), ("3il-cav", cavalry), ("foster", artillery)):
        assert halves(id, start, hex) == cost, id


@pytest.mark.rule("blind_swords:10.1.6")
def test_the_log_adds_up_ground_and_hexsides() -> None:
    battle = thomas({"3123": "31la-a"})
    (event,) = play(battle, "move 31la-a", "to 3124")
    assert [str(detail) for detail in event.details()] == [
        "1 Clear [blind_swords:10.1.6]",
        "+1 Slope, upward [blind_swords:10.1.6]",
        "+1 Creek [blind_swords:10.1.6]",
    ]


@pytest.mark.rule("blind_swords:10.1.5")
@pytest.mark.parametrize(
    "id, full, half",
    [
        ("16oh", None, "all"),
        ("foster", None, None),
        ("3il-cav", None, None),
        ("31la-a", "all", "all"),
        ("wofford", "all", "all"),
        ("28ms-cav", "all", "all"),
    ],
)
def test_what_fallen_timber_costs_each_side(id: str, full: str | None, half: str | None) -> None:
    # The lane and the woods in 3418 do not matter.
    assert halves(id, "3417", "3418", timber={"3418": "full"}) == full
    assert halves(id, "3417", "3418", timber={"3418": "half"}) == half


# Guns


@pytest.mark.rule("blind_swords:6.5.1", "blind_swords:10.1.2")
def test_guns_climb_a_steep_slope_with_all_their_points_and_a_morale_hit() -> None:
    battle = guns({"2523": "wofford"}, "wofford")
    events = play(battle, "to 2623")
    assert "blind_swords:6.5.1" in rules(events)
    assert (unit(battle, "wofford").hex, unit(battle, "wofford").hits) == ("2623", 1)
    battle = guns({"2423": "wofford"}, "wofford")
    assert "2523" in steps(battle)
    play(battle, "to 2523")
    assert "2623" not in steps(battle)  # it did not begin its move beside the slope


@pytest.mark.rule("blind_swords:6.5.2")
@pytest.mark.parametrize(
    "start, hex, rule",
    [
        ("2613", "2614", "chickasaw_bayou:2.10i.2"),
        ("1012", "1013", "chickasaw_bayou:2.10n.3"),
        ("1615", "1616", "chickasaw_bayou:2.10j.5"),
        ("3016", "3017", "chickasaw_bayou:2.10h.5"),
        ("4807", "4808", "chickasaw_bayou:2.10g.1"),
    ],
)
def test_ground_that_guns_cannot_enter(start: str, hex: str, rule: str) -> None:
    battle = guns({start: "foster"}, "foster")
    assert hex not in steps(battle)
    assert refused(battle, f"to {hex}") == [rule]


# Rolls and checks on entry


@pytest.mark.rule("blind_swords:10.1.3", "blind_swords:10.1.1")
def test_ground_with_a_table_is_rolled_for_and_tried_one_unit_at_a_time() -> None:
    battle = thomas({"3016": "29la-a 29la-b"}, dice=(1,))
    play(battle, "move 29la-a", "with 29la-b")
    assert refused(battle, "to 3017") == ["blind_swords:10.1.3"]
    battle = thomas({"3016": "29la-a"}, dice=(1,))
    events = play(battle, "move 29la-a", "to 3017")
    assert [event.rolls[0].value for event in events if event.rolls] == [1]
    assert unit(battle, "29la-a").hex == "3017"
    assert left(battle) == "1"


@pytest.mark.rule("blind_swords:10.1.3", "blind_swords:10.1.2")
def test_the_points_for_the_table_must_be_there() -> None:
    battle = thomas({"3016": "29la-a"}, "defend")
    play(battle, "move 29la-a")
    assert refused(battle, "to 3017") == ["blind_swords:10.1.2"]


@pytest.mark.rule("blind_swords:10.1.4")
def test_whoever_enters_cypress_takes_a_cohesion_check() -> None:
    # 4 printed, and unsupported in the woods: 3.
    battle = thomas({"1615": "29la-a"}, dice=(4,))
    events = play(battle, "move 29la-a", "to 1616")
    assert "blind_swords:10.1.4" in rules(events)
    assert unit(battle, "29la-a").hits == 1
    assert unit(battle, "29la-a").hex == "1616"
    assert left(battle) == "1"  # and it goes on
    battle = thomas({"1615": "29la-a"}, dice=(3,))
    play(battle, "move 29la-a", "to 1616")
    assert unit(battle, "29la-a").hits == 0


@pytest.mark.rule("blind_swords:10.1.4")
def test_a_disrupted_unit_that_fails_in_cypress_may_break_and_the_move_ends() -> None:
    battle = thomas({"1615": "29la-a"}, dice=(6, 6), states={"29la-a": {"hits": 2}})
    play(battle, "move 29la-a", "to 1616")
    assert unit(battle, "29la-a").hex == ""
    assert choices(battle) == ["move 31la-b", "done"]


# Chaos


@pytest.mark.rule("blind_swords:7.3b.4")
def test_nobody_leaves_a_hex_in_chaos() -> None:
    battle = thomas({"2910": "31la-a"}, chaos="2910")
    assert refused(battle, "move 31la-a") == ["blind_swords:7.3b.4"]


# Distance


@pytest.mark.rule("blind_swords:1.4.1")
def test_distance_counts_the_far_hex_but_not_the_near_one() -> None:
    state = still({"2910": "31la-a"})
    unit_number = state.game.roster.number["31la-a"]
    assert [state.game.grid.distance("2910", hex) for hex in ("2911", "2912", "2915")] == [1, 2, 5]
    last = max(last for _, (_, last) in ranges.weapon_of(state, unit_number).spans())
    assert ranges.band_of(state, unit_number, "2911") is not None
    assert ranges.band_of(state, unit_number, f"29{10 + last}") is not None
    assert ranges.band_of(state, unit_number, f"29{11 + last}") is None
