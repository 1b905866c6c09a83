"""Fire: sections 34, 37, 53 to 74, and OP3, OP11, OP12."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.honor_glory import batteries, charge_fire, fire, options
from longroll.systems.honor_glory import fire_restrictions as restrictions
from longroll.systems.honor_glory.armies import TEAM_POINTS
from longroll.systems.honor_glory.batteries import BatteryGun
from longroll.systems.honor_glory.fire_restrictions import Candidate, Firing
from longroll.systems.honor_glory.fire_tables import (
    FIRE,
    artillery_value,
    band_of,
    is_effective,
    nearest_row,
    row_at,
    small_arms_value,
    target_column,
)
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.morale import FiringRange
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.weapons import gun_named
from tests.rulebook.honor_glory.troops import BRIGADIER, COLONEL, dice, foot, gun, horse, rules

# The tables

SMALL_ARMS = """
14 12 10 10 8 6 16 15
12 10 8 8 6 4 15 13
10 8 6 6 4 2 13 11
8 6 4 4 2 1 11 9
6 4 2 2 1 0 9 7
4 2 1 1 0 0 7 5
3 1 0 0 0 0 5 4
2 0 0 0 0 0 4 3
"""
#: One of each column, in the order of the table.
TARGETS = [
    foot(),
    foot(cover="hedge"),
    foot(cover="gabions"),
    foot(formation="skirmish"),
    foot(formation="skirmish", cover="hedge"),
    foot(formation="skirmish", cover="gabions"),
    foot(formation="column"),
    horse(),
]


@pytest.mark.rule("honor_glory:74.3", "honor_glory:74.4", "honor_glory:72.3a")
@pytest.mark.parametrize(
    "firer, first",
    [
        (foot(), 0),
        (foot(formation="skirmish"), 2),
        (foot(prone=True), 3),
        (foot(formation="column"), 4),
    ],
)
def test_every_figure_of_the_small_arms_table(firer: Troops, first: int) -> None:
    rows = [[int(cell) for cell in line.split()] for line in SMALL_ARMS.strip().splitlines()]
    for band in (1, 2, 3, 4):
        found = [small_arms_value(firer, target, band) for target in TARGETS]
        assert found == rows[first + band - 1]


@pytest.mark.rule("honor_glory:74.1", "honor_glory:73.5")
def test_the_bands_of_carbines() -> None:
    bands = [band_of("breech_carbine", cm) for cm in (1, 5, 6, 10, 11, 15, 16)]
    assert bands == [1, 1, 3, 3, 4, 4, None]


@pytest.mark.rule("honor_glory:74.2")
def test_the_bands_of_other_weapons() -> None:
    bands = [band_of("rifled_musket", cm) for cm in (1, 10, 11, 15, 16, 20, 21, 35, 36)]
    assert bands == [1, 1, 2, 2, 3, 3, 4, 4, None]
    assert [is_effective(band) for band in (1, 2, 3, 4)] == [True, False, False, False]


ARTILLERY = """
A A 10 A 8 6 A A A
A 10 8 8 6 4 A A A
10 8 6 6 4 2 12 11 13
8 6 4 4 2 1 10 9 11
6 4 2 2 1 0 8 7 9
4 2 1 1 0 0 6 5 7
2 1 0 0 0 0 4 3 5
1 0 0 0 0 0 2 2 4
"""


@pytest.mark.rule("honor_glory:67.1", "honor_glory:67.4", "honor_glory:67.5", "honor_glory:65.3a")
def test_every_figure_of_the_artillery_table() -> None:
    columns = [target_column(target) for target in TARGETS] + ["cover"]
    for row, line in enumerate(ARTILLERY.strip().splitlines(), start=1):
        printed = ["AUTO" if cell == "A" else int(cell) for cell in line.split()]
        assert [artillery_value(row, column) for column in columns] == printed
    assert target_column(gun()) == target_column(Troops(arm="team", formation="limbered", mp=4))
    lone = Troops(arm="commander", formation="line", mp=3)
    assert target_column(lone) == "loose_open"


@pytest.mark.rule("honor_glory:67.1", "honor_glory:67.2")
@pytest.mark.parametrize(
    "kind, ends",
    [
        ("short_smoothbore", [8, 15, 23, 30, 38, 45, 50, None]),
        ("short_rifled", [None, 11, 23, 34, 45, 56, 68, 75]),
        ("medium_smoothbore", [11, 23, 34, 45, 56, 68, 75, None]),
        ("medium_rifled", [None, 19, 38, 56, 75, 94, 110, 125]),
        ("long_smoothbore", [14, 27, 41, 54, 68, 81, 90, None]),
        ("long_rifled", [None, 23, 45, 68, 90, 110, 135, 150]),
    ],
)
def test_the_ranges_of_guns(kind: str, ends: list[int | None]) -> None:
    piece = gun_named(kind)
    for row, end in enumerate(ends, start=1):
        if end is not None:
            assert row_at(piece, end) == row
            assert row_at(piece, end + 1) != row
    assert row_at(piece, max(end or 0 for end in ends) + 1) is None
    assert nearest_row(piece) == (1 if "smoothbore" in kind else 2)


@pytest.mark.rule("honor_glory:67.3")
def test_the_lettered_rows() -> None:
    assert (FIRE.artillery.B, FIRE.artillery.C) == (4, 5)


# Cover and posture


@pytest.mark.rule("honor_glory:60.0")
def test_a_unit_behind_cover_fires_as_a_line() -> None:
    behind = foot(formation="skirmish", cover="hedge")
    assert small_arms_value(behind, foot(), 1) == small_arms_value(foot(), foot(), 1) == 14


@pytest.mark.rule("honor_glory:53.4")
def test_prone_troops_fire_less() -> None:
    assert small_arms_value(foot(prone=True), foot(), 1) == 8
    assert small_arms_value(foot(prone=True, cover="hedge"), foot(), 1) == 14


@pytest.mark.rule("honor_glory:53.5")
def test_prone_troops_are_harder_to_hit() -> None:
    assert small_arms_value(foot(), foot(prone=True), 1) == 12
    assert small_arms_value(foot(), foot(prone=True, cover="gabions"), 1) == 10
    rated = fire.aim(foot(prone=True), foot(), 8 * CM)
    assert [line.reason for line in rated.lines] == ["small arms table", "morale points"]


@pytest.mark.rule("honor_glory:62.1", "honor_glory:62.3")
@pytest.mark.parametrize(
    "target, column",
    [
        (foot(), "column"),
        (foot(formation="column"), "line_open"),
        (horse(), "column"),
        (horse(formation="column"), "cavalry_line"),
        (foot(formation="skirmish"), "loose_open"),
        (gun(), "loose_open"),
    ],
)
def test_enfiladed_lines_are_columns_and_columns_lines(target: Troops, column: str) -> None:
    assert target_column(target, enfiladed=True) == column


# The factor and the shot


@pytest.mark.rule("honor_glory:72.4a", "honor_glory:34.5", "honor_glory:102.1", "honor_glory:72.1")
def test_the_factor_of_a_volley() -> None:
    firer = foot(4, cover="hedge", commanders=(COLONEL,))
    aimed = fire.aim(firer, foot(8), 24 * CM)
    assert [line.value for line in aimed.lines] == [8, 4, 1, 1]
    assert (aimed.factor, aimed.range, aimed.effective) == (14, 24, False)


@pytest.mark.rule("honor_glory:65.4", "honor_glory:65.1a", "honor_glory:69.1")
def test_guns_never_have_a_command_bonus() -> None:
    firer = gun("10 pdr Wiard", 5, cover="hedge", commanders=(BRIGADIER,))
    aimed = fire.aim(firer, foot(5), 52 * CM)
    assert [line.value for line in aimed.lines] == [8, 5, 1]
    assert aimed.row == 4


@pytest.mark.rule("honor_glory:6.5", "honor_glory:6.6")
def test_a_range_is_read_rounded_up() -> None:
    carbines = foot(weapon="muzzle_carbine")
    assert fire.aim(carbines, foot(), 1020).range == 11
    assert fire.aim(carbines, foot(), 1020).value == 8


@pytest.mark.rule("honor_glory:65.3b", "honor_glory:72.3b")
def test_a_figure_of_nought_still_fires() -> None:
    volley = fire.aim(foot(formation="column"), foot(cover="gabions"), 30 * CM)
    assert (volley.value, volley.factor) == (0, 6)
    cannon = fire.aim(gun("short_rifled"), foot(cover="gabions"), 70 * CM)
    assert (cannon.value, cannon.factor) == (0, 5)


@pytest.mark.rule("honor_glory:65.2", "honor_glory:72.2")
@pytest.mark.parametrize("firer, distance", [(foot(), 36 * CM), (gun("short_smoothbore"), 51 * CM)])
def test_out_of_range_is_a_miss(firer: Troops, distance: int) -> None:
    shot = fire.shoot(firer, foot(), fire.aim(firer, foot(), distance), dice())
    assert (shot.hit, shot.loss, shot.rolls) == (False, 0, ())


@pytest.mark.rule("honor_glory:72.4b", "honor_glory:65.5a", "honor_glory:3.hit")
@pytest.mark.parametrize("face, hit", [(14, True), (15, False)])
def test_a_score_up_to_the_factor_hits(face: int, hit: bool) -> None:
    aimed = fire.aim(foot(), foot(), 30 * CM)
    shot = fire.shoot(foot(), foot(), aimed, dice(face))
    assert (aimed.factor, shot.hit, shot.loss) == (14, hit, int(hit))


@pytest.mark.rule("honor_glory:65.5b", "honor_glory:65.6a")
def test_auto_hits_without_a_roll() -> None:
    rifle = gun("medium_rifled")
    shot = fire.shoot(rifle, foot(), fire.aim(rifle, foot(), 10 * CM), dice())
    assert (shot.aim.value, shot.aim.factor, shot.hit, shot.loss) == ("AUTO", None, True, 1)
    at_horse = fire.shoot(rifle, horse(), fire.aim(rifle, horse(), 10 * CM), dice())
    assert at_horse.loss == 2


@pytest.mark.rule("honor_glory:65.6b")
@pytest.mark.parametrize("face, loss", [(1, 2), (2, 3), (3, 4), (4, 1), (6, 1)])
def test_canister_of_a_smoothbore(face: int, loss: int) -> None:
    napoleon = gun("medium_smoothbore")
    shot = fire.shoot(napoleon, foot(), fire.aim(napoleon, foot(), 8 * CM), dice(face))
    assert shot.loss == loss


@pytest.mark.rule("honor_glory:65.7")
@pytest.mark.parametrize(
    "target, loss", [(foot(), 1), (horse(), 2), (foot(formation="skirmish"), 1)]
)
def test_a_hit_of_guns_beyond_auto(target: Troops, loss: int) -> None:
    smooth = gun("medium_smoothbore")
    shot = fire.shoot(smooth, target, fire.aim(smooth, target, 30 * CM), dice(1))
    assert (shot.hit, shot.loss) == (True, loss)


@pytest.mark.rule("honor_glory:72.5a", "honor_glory:72.5b", "honor_glory:9.1.1a")
@pytest.mark.parametrize("target, face, loss", [(foot(), 2, 3), (foot(), 5, 1), (horse(), 3, 5)])
def test_a_volley_at_effective_range(target: Troops, face: int, loss: int) -> None:
    shot = fire.shoot(foot(), target, fire.aim(foot(), target, 9 * CM), dice(1, face))
    assert shot.loss == loss


@pytest.mark.rule("honor_glory:72.6")
@pytest.mark.parametrize("target, loss", [(foot(), 1), (horse(), 2)])
def test_a_volley_at_extreme_range_has_no_extra_die(target: Troops, loss: int) -> None:
    shot = fire.shoot(foot(), target, fire.aim(foot(), target, 11 * CM), dice(1))
    assert shot.loss == loss


@pytest.mark.rule("honor_glory:62.2")
def test_an_enfilade_costs_one_more() -> None:
    aimed = fire.aim(foot(), foot(), 20 * CM, enfiladed=True)
    assert fire.shoot(foot(), foot(), aimed, dice(1), enfiladed=True).loss == 2


@pytest.mark.rule("honor_glory:9.1.1b", "honor_glory:29.3")
def test_a_hit_tests_each_commander_with_the_target_once() -> None:
    target = foot(6, commanders=(COLONEL, BRIGADIER))
    shot = fire.shoot(foot(), target, fire.aim(foot(), target, 9 * CM), dice(1, 3, 10, 2))
    assert [leader.rank for leader in shot.risk.killed] == ["unit"]
    left = fire.hurt(target, shot)
    assert (left.mp, left.commanders) == (2, (BRIGADIER,))


# Guns as targets: sections 65.1, 69, 70


@pytest.mark.rule("honor_glory:69.2", "honor_glory:65.1.1")
@pytest.mark.parametrize("face, loss", [(1, 2), (3, 4), (4, 1)])
def test_counter_battery_fire_rolls_for_further_points(face: int, loss: int) -> None:
    shot = fire.shoot(gun(), gun(), fire.aim(gun(), gun(), 100 * CM), dice(1, face))
    assert (shot.loss, shot.team_loss) == (loss, 0)


@pytest.mark.rule("honor_glory:65.1.2", "honor_glory:70.2", "honor_glory:70.3")
def test_a_limbered_gun_and_its_team_both_lose() -> None:
    limbered = gun(formation="limbered")
    shot = fire.shoot(foot(), limbered, fire.aim(foot(), limbered, 18 * CM), dice(8, 2, 5))
    assert (shot.loss, shot.team_loss) == (3, 1)


@pytest.mark.rule("honor_glory:65.1.3", "honor_glory:70.3")
def test_a_team_alone_loses_alone() -> None:
    team = Troops(arm="team", formation="limbered", mp=4)
    shot = fire.shoot(foot(), team, fire.aim(foot(), team, 18 * CM), dice(8, 3))
    assert (shot.loss, shot.team_loss) == (4, 0)


@pytest.mark.rule("honor_glory:70.1")
def test_every_team_has_four_points() -> None:
    assert TEAM_POINTS == 4


@pytest.mark.rule("honor_glory:29.10")
def test_a_commander_without_a_unit_dies_if_hit() -> None:
    lone = Troops(arm="commander", formation="line", mp=5)
    shot = fire.shoot(foot(), lone, fire.aim(foot(), lone, 18 * CM), dice(1))
    assert fire.hurt(lone, shot).mp == 0


# Who may fire: sections 54, 55, 61


def firing(unit: Troops, why: Any = "activated", **more: Any) -> set[str]:
    return rules(restrictions.bars_to_fire(Firing(unit=unit, why=why, turn="A", **more)))


@pytest.mark.rule(
    "honor_glory:54.1",
    "honor_glory:13.fire.1",
    "honor_glory:72.0a",
    "honor_glory:65.0a",
    "honor_glory:55.2",
)
def test_who_can_fire_at_all() -> None:
    assert firing(foot()) == firing(gun()) == set()
    assert firing(foot(arm="dismounted_cavalry")) == set()
    for unit in (horse(), gun(formation="limbered"), Troops(arm="wagon", formation="column", mp=1)):
        assert firing(unit) == {"honor_glory:55.2"}


@pytest.mark.rule(
    "honor_glory:54.6",
    "honor_glory:3.actunit.2",
    "honor_glory:28.4a",
    "honor_glory:13.fire.4",
    "honor_glory:54.4",
    "honor_glory:73.1",
    "honor_glory:3.actunit.4",
    "honor_glory:28.4b",
)
def test_a_unit_fires_once_in_a_turn_for_any_reason() -> None:
    assert firing(foot(), fired_in=["A"]) == {"honor_glory:54.6"}
    assert firing(foot(), "return", fired_in=["A"]) == {"honor_glory:54.6"}


@pytest.mark.rule("honor_glory:3.turn.2")
def test_the_turns_of_the_two_sides_are_separate() -> None:
    assert firing(foot(), fired_in=["B"]) == set()


@pytest.mark.rule("honor_glory:55.1")
def test_an_activated_unit_needs_a_quarter_of_its_allowance() -> None:
    assert firing(foot(), left=24) == {"honor_glory:55.1"}
    assert firing(foot(), left=25) == set()
    assert firing(foot(), "return", left=0) == set()


@pytest.mark.parametrize(
    "fact, rule",
    [
        pytest.param("charging", "honor_glory:55.3", marks=pytest.mark.rule("honor_glory:55.3")),
        pytest.param("in_melee", "honor_glory:55.4", marks=pytest.mark.rule("honor_glory:55.4")),
        pytest.param(
            "crossing_river",
            "honor_glory:55.7",
            marks=pytest.mark.rule("honor_glory:55.7", "honor_glory:49.c4"),
        ),
        pytest.param(
            "target_in_melee", "honor_glory:55.5", marks=pytest.mark.rule("honor_glory:55.5")
        ),
    ],
)
def test_what_keeps_a_unit_from_firing(fact: str, rule: str) -> None:
    assert firing(foot(), "return", **{fact: True}) == {rule}


@pytest.mark.rule("honor_glory:54.2")
def test_return_fire_needs_facing() -> None:
    assert firing(foot(), "return", faces_target=False) == {"honor_glory:54.2"}


@pytest.mark.rule(
    "honor_glory:55.6a",
    "honor_glory:61.1",
    "honor_glory:61.2",
    "honor_glory:61.3",
    "honor_glory:13.rout.3",
)
@pytest.mark.parametrize("state", ["routing", "broken"])
def test_fleeing_units_fire_only_in_reply_in_the_turn_they_broke(state: Any) -> None:
    unit = foot(morale=state)
    assert firing(unit) == {"honor_glory:55.6a"}
    assert firing(unit, "return") == {"honor_glory:55.6a"}
    assert firing(unit, "return", reduced_this_turn=True) == set()
    assert firing(unit, "return", reduced_this_turn=True, fired_in=["A"]) == {"honor_glory:54.6"}


@pytest.mark.rule("honor_glory:55.6b", "honor_glory:13.rally.4")
def test_a_rallying_unit_fires_only_in_reply() -> None:
    unit = foot(morale="rallying")
    assert firing(unit) == {"honor_glory:13.rally.4"}
    assert firing(unit, "return") == set()


# The line of fire


@pytest.mark.rule("honor_glory:54.8", "honor_glory:3.frontage")
@pytest.mark.parametrize(
    "unit, bases",
    [(foot(), 2), (foot(formation="skirmish"), 2), (foot(formation="column"), 1), (gun(), 1)],
)
def test_the_clear_lane(unit: Troops, bases: int) -> None:
    assert restrictions.lane(unit.arm, unit.formation) == bases


def test_the_arc_of_fire() -> None:
    assert FIRE.arc == 45


@pytest.mark.parametrize(
    "firer, slope, nearest",
    [
        pytest.param(foot(), False, None, marks=pytest.mark.rule("honor_glory:58.1")),
        pytest.param(
            gun("short_smoothbore"), False, None, marks=pytest.mark.rule("honor_glory:58.2")
        ),
        pytest.param(gun("short_rifled"), False, 10, marks=pytest.mark.rule("honor_glory:58.3")),
        pytest.param(foot(), True, 10, marks=pytest.mark.rule("honor_glory:59.2")),
        pytest.param(gun("short_smoothbore"), True, 10, marks=pytest.mark.rule("honor_glory:59.3")),
        pytest.param(gun("short_rifled"), True, 5, marks=pytest.mark.rule("honor_glory:59.4")),
    ],
)
def test_firing_over_heads(firer: Troops, slope: bool, nearest: int | None) -> None:
    found = restrictions.overhead(firer.arm, firer.gun, slope=slope)
    assert found == (None if nearest is None else nearest * CM)


@pytest.mark.rule("honor_glory:59.1")
def test_where_a_unit_on_a_hill_must_stand() -> None:
    may = restrictions.may_fire_from_hill
    assert may(flat_topped=True, before_crest=False, to_contour=5 * CM)
    assert not may(flat_topped=True, before_crest=True, to_contour=6 * CM)
    assert may(flat_topped=False, before_crest=True, to_contour=20 * CM)
    assert not may(flat_topped=False, before_crest=False, to_contour=0)


@pytest.mark.rule("honor_glory:37.1", "honor_glory:37.2", "honor_glory:37.3")
def test_dead_ground_behind_a_feature() -> None:
    _, found = restrictions.dead_ground(50 * CM, dice(4))
    assert found.until == 54 * CM
    assert found.protects(53 * CM)
    assert not found.protects(54 * CM + 1)
    assert not found.protects(49 * CM)
    assert restrictions.dead_ground(50 * CM, dice(10))[1].until == 50 * CM


@pytest.mark.rule("honor_glory:57.1")
def test_chargers_come_first_and_cavalry_before_infantry() -> None:
    near = Candidate("near", "infantry", 300, charges_firer=True)
    far = Candidate("far", "cavalry", 900, charges_firer=True)
    other = Candidate("other", "infantry", 100, hurt_firer_last_move=True)
    assert restrictions.must_be_fired_at("infantry", [near, far, other]) == [far]
    assert restrictions.must_be_fired_at("infantry", [near, other]) == [near]


@pytest.mark.rule("honor_glory:57.2", "honor_glory:57.3", "honor_glory:57.4")
def test_then_those_who_hurt_it_then_those_near_friends_then_anyone() -> None:
    battery = Candidate("b", "artillery", 900, hurt_firer_last_move=True, is_artillery_fire=True)
    near_friend = Candidate("n", "infantry", 500, near_supported_friend=True)
    plain = Candidate("p", "infantry", 100)
    every = [battery, near_friend, plain]
    assert restrictions.must_be_fired_at("infantry", every) == [battery]
    assert restrictions.must_be_fired_at("artillery", every) == [near_friend]
    assert restrictions.must_be_fired_at("artillery", [plain]) == []


# Grand batteries


def guns(number: int, **more: Any) -> list[BatteryGun]:
    return [BatteryGun(gun(), 50 * CM, **more) for _ in range(number)]


@pytest.mark.rule("honor_glory:68.1", "honor_glory:68.3", "honor_glory:68.4")
def test_what_makes_a_grand_battery() -> None:
    bars = batteries.bars_to_grand_battery
    assert rules(bars(guns(3), True)) == set()
    assert rules(bars(guns(2), True)) == {"honor_glory:68.1"}
    assert rules(bars(guns(3), False)) == {"honor_glory:68.1"}
    assert rules(bars([*guns(2), BatteryGun(gun(formation="limbered"), 100)], True)) == {
        "honor_glory:68.1"
    }
    assert rules(bars(guns(3, moved=True), True)) == {"honor_glory:68.4"}
    assert rules(bars(guns(3, same_target=False), True)) == {"honor_glory:68.4"}


@pytest.mark.rule("honor_glory:68.2", "honor_glory:68.5", "honor_glory:69.3")
def test_a_grand_battery_costs_a_point_whether_it_hits_or_not() -> None:
    loss = batteries.automatic_loss
    assert loss(guns(3), foot(6, cover="gabions"), True) == 1
    assert loss(guns(3), gun(mp=5), True) == 1
    assert loss(guns(3), foot(6), False) == 0
    assert loss([*guns(2), BatteryGun(gun(), 200 * CM)], foot(6), True) == 0


# Fire out of sequence


@pytest.mark.rule(
    "honor_glory:63.0a",
    "honor_glory:63.1",
    "honor_glory:63.2b",
    "honor_glory:63.4",
    "honor_glory:13.fire.5",
    "honor_glory:54.5",
    "honor_glory:85.2",
    "honor_glory:98.4",
)
def test_a_charged_unit_fires_at_the_range_its_test_gives() -> None:
    found = charge_fire.fire_out_of_sequence("charged", foot(5), foot(6), dice(3, 4, 10, 12, 4))
    assert (found.range, found.basic) == ("E", None)
    assert found.shot is not None
    assert (found.shot.aim.value, found.shot.aim.factor, found.shot.loss) == (14, 19, 1)


@pytest.mark.parametrize(
    "range, value, factor",
    [
        pytest.param(
            "E", 14, 20, marks=pytest.mark.rule("honor_glory:103.fri.pass", "honor_glory:63.3a")
        ),
        pytest.param("E_bare", 14, 15, marks=pytest.mark.rule("honor_glory:103.fri.2")),
        pytest.param(
            "X", 10, 16, marks=pytest.mark.rule("honor_glory:103.fri.8", "honor_glory:63.3b")
        ),
        pytest.param("X_bare", 10, 11, marks=pytest.mark.rule("honor_glory:103.fri.11")),
    ],
)
def test_the_ranges_of_charged_infantry(range: FiringRange, value: int, factor: int) -> None:
    aimed = charge_fire.aim_at(range, foot(4, cover="hedge", commanders=(COLONEL,)), foot())
    assert (aimed.value, aimed.factor) == (value, factor)


@pytest.mark.parametrize(
    "range, value, factor",
    [
        pytest.param("AUTO", "AUTO", None, marks=pytest.mark.rule("honor_glory:103.fra.pass")),
        pytest.param("B", 8, 13, marks=pytest.mark.rule("honor_glory:103.fra.2")),
        pytest.param("C", 6, 11, marks=pytest.mark.rule("honor_glory:103.fra.8")),
        pytest.param("C_bare", 6, 6, marks=pytest.mark.rule("honor_glory:103.fra.11")),
    ],
)
def test_the_ranges_of_a_charged_battery(
    range: FiringRange, value: Any, factor: int | None
) -> None:
    aimed = charge_fire.aim_at(range, gun("long_rifled"), foot())
    assert (aimed.value, aimed.factor) == (value, factor)


@pytest.mark.rule("honor_glory:63.3c", "honor_glory:85.3")
def test_the_range_of_the_table_replaces_the_real_one() -> None:
    assert charge_fire.aim_at("AUTO", gun("medium_rifled"), foot()).range is None
    covered = charge_fire.aim_at("AUTO", gun("medium_rifled"), foot(cover="gabions"))
    assert (covered.value, covered.factor) == (8, 13)


@pytest.mark.rule(
    "honor_glory:OP11.2",
    "honor_glory:OP12.2",
    "honor_glory:OP11.1",
    "honor_glory:OP12.1a",
    "honor_glory:OP12.1b",
)
@pytest.mark.parametrize("reason", ["opportune", "support"])
def test_op11_and_op12_need_a_basic_test(reason: charge_fire.Reason) -> None:
    failed = charge_fire.fire_out_of_sequence(reason, foot(4), foot(), dice(1, 2, 15))
    assert (failed.shot, failed.range, failed.firer.mp) == (None, None, 3)


@pytest.mark.rule(
    "honor_glory:OP11.3a", "honor_glory:OP12.3a", "honor_glory:OP11.3b", "honor_glory:OP12.3b"
)
@pytest.mark.parametrize("reason", ["opportune", "support"])
@pytest.mark.parametrize("within, range, value", [(True, "E", 14), (False, "X", 10)])
def test_op11_and_op12_fire_far_at_what_stays_far(
    reason: charge_fire.Reason, within: bool, range: str, value: int
) -> None:
    faces = (3, 4, 2, 3, 4, 2, 20)
    found = charge_fire.fire_out_of_sequence(
        reason, foot(4), foot(), dice(*faces), came_within_effective=within
    )
    assert found.range == range
    assert found.shot is not None
    assert found.shot.aim.value == value
    guns_range = charge_fire.fire_out_of_sequence(
        reason, gun(), foot(), dice(3, 4, 2, 3, 4, 2), came_within_effective=within
    ).range
    assert guns_range == "AUTO"


@pytest.mark.rule("honor_glory:OP11.0")
def test_what_comes_near_enough_for_opportune_fire() -> None:
    assert charge_fire.passes_in_range(foot(), 35 * CM)
    assert not charge_fire.passes_in_range(foot(), 36 * CM)
    assert charge_fire.passes_in_range(gun(), 30 * CM)
    assert not charge_fire.passes_in_range(gun(), 31 * CM)
    assert not charge_fire.passes_in_range(gun(formation="limbered"), 10 * CM)
    assert charge_fire.is_effective_at(foot(), 10 * CM)
    assert not charge_fire.is_effective_at(foot(), 11 * CM)


# Exhausted crews


@pytest.mark.rule(
    "honor_glory:OP3.1a",
    "honor_glory:OP3.1b",
    "honor_glory:54.11",
    "honor_glory:48.0d",
    "honor_glory:71.1",
)
def test_stamina() -> None:
    start = options.OPTIONS.exhaustion.stamina
    assert start == 6
    assert batteries.stamina_after(start, shots=1) == 5
    assert batteries.stamina_after(start, manhandled_withdrawals=1) == 3


@pytest.mark.rule("honor_glory:OP3.2a")
def test_an_exhausted_crew_does_not_fire() -> None:
    assert rules(batteries.bars_to_fire_exhausted(0)) == {"honor_glory:OP3.2a"}
    assert rules(batteries.bars_to_fire_exhausted(1)) == set()
