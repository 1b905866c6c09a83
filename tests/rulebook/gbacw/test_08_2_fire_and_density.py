"""8.2 and 8.3 Stacks under fire: who falls, and how a crowd draws it."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.events import Checked, Fired, Losses
from tests.rulebook.gbacw.field import field, unit, where
from tests.support import only, play


def density(fired: Fired) -> int:
    """The columns that the points in the target hex shift."""
    return sum(line.value for line in fired.shifts if line.rule == "gbacw:8.35")


# 8.21 Small arms and guns close by


@pytest.mark.rule("gbacw:8.21.1")
def test_losses_fall_on_the_topmost_infantry_or_cavalry() -> None:
    battle = field("0508 1us | 0509 cs-n1 4cs 1cs-cav,dismounted", phase="D", dice=[6, 1, 1])
    events = play(battle, "fire 0509", "all", "resolve")
    lost = only(events, Losses)
    assert (lost.unit.id, lost.points) == ("4cs", 1)
    assert (unit(battle, "cs-n1").crew, unit(battle, "1cs-cav").strength) == (2, 3)


@pytest.mark.rule("gbacw:8.21.1", "gbacw:8.21.2", "gbacw:8.21.3")
def test_what_the_top_unit_cannot_take_falls_on_the_next() -> None:
    # A unit of one on a unit of three, guns between them; 36 in column 9, where a 4 takes two.
    units = "0508 1us,S | 0608 4us,SW | 0408 5us,SE | 0509 10cs,1 cs-n1 3cs,3"
    battle = field(units, phase="D", dice=[4, 1, 1])
    events = play(battle, "fire 0509", "all", "resolve")
    assert only(events, Fired).result == "2*"
    told = [(event.unit.id, event.points) for event in events if isinstance(event, Losses)]
    assert told == [("10cs", 1), ("3cs", 1)]
    assert (where(battle, "10cs"), unit(battle, "3cs").strength) == ("", 2)


@pytest.mark.rule("gbacw:8.21.3")
def test_guns_in_a_stack_lose_only_where_they_stand_alone() -> None:
    for stack, victim in (("cs-n1 4cs", "4cs"), ("cs-n1 cs-n2", "cs-n1")):
        battle = field(f"0508 1us | 0509 {stack}", phase="D", dice=[6, 1, 1])
        events = play(battle, "fire 0509", "all", "resolve")
        assert only(events, Losses).unit.id == victim
    # Guns close by do the same.
    battle = field("0508 us-n1 | 0510 cs-n1 4cs", phase="D", dice=[4, 1, 1])
    assert only(play(battle, "fire 0510", "all", "resolve"), Losses).unit.id == "4cs"


# 8.22 Guns from three hexes or more


@pytest.mark.rule("gbacw:8.22.1")
@pytest.mark.parametrize("target, dice", [("0510", 1), ("0511", 3), ("0512", 3)])
def test_guns_from_afar_fire_at_each_unit_with_a_die_of_its_own(target: str, dice: int) -> None:
    battle = field(f"0508 us-pa | {target} 4cs cs-n1 1cs", phase="D", dice=[2] * 3 + [1] * 6)
    events = play(battle, f"fire {target}", "all", "resolve")
    fires = [event for event in events if isinstance(event, Fired)]
    assert len(fires) == dice
    if dice > 1:
        assert [fired.targets[0].id for fired in fires] == ["4cs", "cs-n1", "1cs"]


@pytest.mark.rule("gbacw:8.22.2")
def test_each_result_befalls_only_the_unit_it_was_rolled_for() -> None:
    # Nothing for the first, a number for the second; then both check, and both hold.
    battle = field("0508 us-l | 0511 4cs 1cs", phase="D", dice=[1, 6, 1, 1, 1, 1])
    events = play(battle, "fire 0511", "all", "resolve")
    first, second = [event.result for event in events if isinstance(event, Fired)]
    assert not first[0].isdigit()
    assert second[0].isdigit()
    assert [event.unit.id for event in events if isinstance(event, Losses)] == ["1cs"]
    assert unit(battle, "4cs").strength == 4


@pytest.mark.rule("gbacw:8.22.3", "gbacw:8.22.4")
def test_all_take_their_fire_before_anybody_checks_and_all_check_if_one_routs() -> None:
    # Only the lower unit is touched (R), and it runs; the upper one has to check as well.
    battle = field("0508 us-pa,3 | 0511 4cs 2cs", phase="D", dice=[1, 3, 6, 1])
    events = play(battle, "fire 0511", "all", "resolve")
    told = [event for event in events if isinstance(event, Fired | Checked)]
    assert [type(event) for event in told] == [Fired, Fired, Checked, Checked]
    assert [fired.result for fired in told if isinstance(fired, Fired)] == ["-", "R"]
    checks = [(c.unit.id, c.outcome) for c in told if isinstance(c, Checked)]
    assert checks == [("2cs", "routed"), ("4cs", "holds")]


@pytest.mark.rule("gbacw:8.22.3")
def test_nobody_else_checks_where_nobody_routs() -> None:
    battle = field("0508 us-pa,3 | 0511 4cs 2cs", phase="D", dice=[1, 3, 1])
    events = play(battle, "fire 0511", "all", "resolve")
    assert only(events, Checked).unit.id == "2cs"


@pytest.mark.rule("gbacw:8.23")
def test_the_density_of_the_whole_stack_counts_against_each() -> None:
    battle = field("0508 us-pa | 0511 4cs 2cs 5cs", phase="D", dice=[1, 1, 1, 1, 1, 1])
    events = play(battle, "fire 0511", "all", "resolve")
    assert [density(event) for event in events if isinstance(event, Fired)] == [2, 2, 2]


# 8.3 Density


@pytest.mark.rule("gbacw:8.31", "gbacw:8.32", "gbacw:8.35")
@pytest.mark.parametrize(
    "points, columns", [(1, -1), (2, -1), (3, 0), (6, 0), (7, 1), (9, 1), (10, 2), (12, 2)]
)
def test_the_more_points_in_a_hex_the_more_fire_does(points: int, columns: int) -> None:
    battle = field(f"0508 2us,2 | 0511 7cs,{points}", phase="D", dice=[2, 1, 1])
    fired = only(play(battle, "fire 0511", "all", "resolve"), Fired)
    assert density(fired) == columns
    assert fired.column == max(1, fired.base + columns)


@pytest.mark.rule("gbacw:8.33")
def test_a_battery_counts_one_point_whatever_its_guns() -> None:
    # Confederates fire at a regiment of four and a battery of six guns.
    battle = field("0508 2us us-l | 0511 9cs", phase="C", dice=[2, 1, 1])
    fired = only(play(battle, "fire 0508", "all", "resolve"), Fired)
    assert density(fired) == 0
    # With a regiment of five and another battery it is seven, a column more.
    battle = field("0508 7us us-l us-n1 | 0511 9cs", phase="C", dice=[2, 1, 1])
    fired = only(play(battle, "fire 0508", "all", "resolve"), Fired)
    assert [line.reason for line in fired.shifts] == ["7 points in the hex"]


@pytest.mark.rule("gbacw:8.34.1")
@pytest.mark.parametrize("strength, columns", [(2, 0), (3, 1), (6, 2)])
def test_a_wagon_counts_four_points(strength: int, columns: int) -> None:
    battle = field(f"0508 2us | 0511 7cs,{strength} cs-wagon", phase="D", dice=[2, 1, 1])
    fired = only(play(battle, "fire 0511", "all", "resolve"), Fired)
    assert density(fired) == columns


@pytest.mark.rule("gbacw:8.34.2")
def test_leaders_count_nothing() -> None:
    battle = field("0508 2us | 0511 1cs barber baker brewer", phase="D", dice=[2, 1, 1])
    assert density(only(play(battle, "fire 0511", "all", "resolve"), Fired)) == 0
