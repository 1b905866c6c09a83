"""9.4 Multiple unit fire: both arms, one target, and fire that is split."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.events import Checked, Fired, Losses
from tests.rulebook.gbacw.combat import ELSE, shoot, volley, volleys
from tests.rulebook.gbacw.field import field, unit
from tests.support import offered, only, play, refused

# Together


@pytest.mark.rule("gbacw:9.41.1", "gbacw:9.44.1")
def test_small_arms_at_one_hex_make_one_total() -> None:
    battle = field(f"0508 2us | 0608 12us | 0408 8us | 0509 1cs {ELSE}", [2, 1], phase="D")
    fired = volley(battle, "0509", "add 2us 4", "add 12us 4")
    assert [str(one) for one in fired.firers] == ["2nd Union", "12th Union"]
    assert fired.total == 2 * 24
    with refused("gbacw:9.44.1"):  # who did not join has missed it
        battle.play("fire 0509")


@pytest.mark.rule("gbacw:9.41.1", "gbacw:9.44.2")
def test_guns_at_one_hex_make_one_total() -> None:
    battle = field(f"0508 us-n1 | 0608 us-n2 | 0408 us-l | 0509 1cs {ELSE}", [1, 2], phase="D")
    fired = volley(battle, "0509", "add us-n1 2", "add us-n2 2")
    assert [line.value for line in fired.strength] == [40, 40]
    with refused("gbacw:9.44.2"):
        battle.play("fire 0509")


@pytest.mark.rule("gbacw:9.41.3")
def test_guns_and_small_arms_are_never_added() -> None:
    battle = field("0508 2us | 0608 us-n2 | 0509 1cs", [2, 2, 1, 1], phase="D")
    fires = volleys(shoot(battle))
    assert [(one.arm, one.total, one.row) for one in fires] == [
        ("small_arms", 24, "small_arms"),
        ("artillery", 40, "grapeshot"),
    ]


@pytest.mark.rule("gbacw:9.42.1")
def test_both_arms_find_the_hex_as_crowded() -> None:
    # 7cs has seven points, one column to the right; after the first loss it would have none.
    battle = field("0508 2us | 0608 us-n2 | 0509 7cs", [5, 4, 1, 1, 1, 1], phase="D")
    events = shoot(battle)
    assert [one.result for one in volleys(events)] == ["1", "1"]
    assert [[(line.value, line.rule) for line in one.shifts] for one in volleys(events)] == [
        [(1, "gbacw:8.35")],
        [(1, "gbacw:8.35")],
    ]
    assert unit(battle, "7cs").strength == 5


@pytest.mark.rule("gbacw:9.42.1")
@pytest.mark.parametrize("first, second", [("add 2us 4", "us-n2"), ("add us-n2 2", "2us")])
def test_the_other_arm_cannot_come_after_the_losses(first: str, second: str) -> None:
    # Both are resolved before anybody falls: whoever joins, joins before.
    battle = field(f"0508 2us | 0608 us-n2 | 0509 7cs {ELSE}", [5, 1, 1, 1], phase="D")
    shoot(battle, "0509", first)
    with refused("gbacw:9.42.1"):
        battle.play("fire 0509")


@pytest.mark.rule("gbacw:9.42.2")
def test_all_losses_come_before_any_morale() -> None:
    battle = field("0508 2us | 0608 us-n2 | 0509 1cs", [5, 5, 6, 1, 1, 1], phase="D")
    events = shoot(battle)
    kinds = [type(event) for event in events]
    assert kinds[:5] == [Fired, Fired, Losses, Losses, Checked]
    # It runs only after both fires have cost it a point.
    assert unit(battle, "1cs").strength == 4
    assert unit(battle, "1cs").routed


# The target


@pytest.mark.rule("gbacw:9.43")
@pytest.mark.parametrize("stack", ["2cs 3cs cs-n2", "cs-n2 2cs 3cs"])
def test_small_arms_hit_the_topmost_infantry(stack: str) -> None:
    battle = field(f"0508 2us | 0509 {stack}", [5, 1, 1], phase="D")
    assert only(shoot(battle), Losses).unit.id == "2cs"
    assert (unit(battle, "2cs").strength, unit(battle, "3cs").strength) == (3, 3)
    assert unit(battle, "cs-n2").crew == 2


@pytest.mark.rule("gbacw:9.44.2")
def test_one_fire_of_each_arm_falls_on_a_unit_in_a_phase() -> None:
    battle = field(f"0508 2us | 0608 us-n2 12us | 0509 1cs {ELSE}", [2, 2, 1, 1], phase="D")
    assert len(volleys(shoot(battle, "0509", "add 2us 4", "add us-n2 2"))) == 2
    with refused("gbacw:9.44.1"):
        battle.play("fire 0509")
    assert "fire 0509" not in offered(battle)


@pytest.mark.rule("gbacw:9.44.1")
def test_in_the_next_fire_phase_the_unit_is_a_target_again() -> None:
    battle = field("0508 2us | 0509 1cs", [2, 1, 2, 1], phase="C")
    shoot(battle, "0508")
    assert volley(battle, "0509").hex == "0509"


# Splitting


@pytest.mark.rule("gbacw:9.45.1")
def test_nobody_fires_everything_twice() -> None:
    battle = field(f"0508 2us | 0509 1cs | 0608 2cs {ELSE}", [2, 1], phase="D")
    shoot(battle, "0509", "add 2us 4")
    with refused("gbacw:9.45.1"):
        battle.play("fire 0608")


@pytest.mark.rule("gbacw:9.45.2", "gbacw:9.45.3")
def test_a_unit_splits_its_strength_among_hexes() -> None:
    battle = field(f"0508 2us | 0509 1cs | 0608 2cs | 0408 3cs {ELSE}", [2] * 3, phase="D")
    assert volley(battle, "0509", "add 2us 1").total == 2 * 3
    play(battle, "fire 0608")
    assert [one for one in offered(battle) if one.startswith("add 2us")] == [
        "add 2us 3",
        "add 2us 2",
        "add 2us 1",
    ]
    with refused("gbacw:9.3"):
        battle.play("add 2us 4")
    assert only(play(battle, "add 2us 2", "resolve"), Fired).total == 2 * 6
    assert volley(battle, "0408").total == 2 * 3
    assert not [one for one in offered(battle) if one.startswith("fire 0")][1:]


@pytest.mark.rule("gbacw:9.45.2")
def test_splitting_does_not_turn_a_unit_around() -> None:
    battle = field(f"0508 2us | 0509 1cs | 0607 2cs {ELSE}", [2], phase="D")
    shoot(battle, "0509", "add 2us 1")
    with refused("gbacw:7.22"):
        battle.play("fire 0607")


@pytest.mark.rule("gbacw:9.45.3")
def test_a_battery_splits_its_guns_before_range() -> None:
    # Four guns next door at ten each; two far off at one each.
    battle = field("0706 us-l | 0707 1cs | 0713 2cs", [1, 1, *[1] * 9], phase="D")
    assert volley(battle, "0707", "add us-l 4").total == 2 * 4 * 8
    assert volley(battle, "0713", "add us-l 2").total == 2 * 2 * 1


@pytest.mark.rule("gbacw:9.46.1")
def test_a_part_is_worth_one_at_least() -> None:
    battle = field(f"0702 2us | 0707 1cs {ELSE}", [2], phase="D")
    play(battle, "fire 0707")
    with refused("gbacw:9.46.1"):
        battle.play("add 2us 1")
    assert volleys(play(battle, "add 2us 2", "resolve"))[0].total == 2


@pytest.mark.rule("gbacw:9.46.2")
def test_all_a_unit_has_may_be_fired_however_little_it_is() -> None:
    fired = volley(field("0702 10us | 0707 1cs", [2], phase="D"), "0707")
    assert (fired.total, fired.base) == (1, 1)  # half a point, the column of nothing


@pytest.mark.rule("gbacw:9.42.2")
def test_what_one_arm_wipes_out_the_other_does_not_hit_again() -> None:
    units = "0508 1us | 0408 us-n1,SE | 0509 10cs,1 2cs"
    battle = field(units, [6, 6, *[1] * 4], phase="D")
    events = shoot(battle, "0509", "add 1us 4", "add us-n1 4")
    lost = [(event.unit.id, event.points) for event in events if isinstance(event, Losses)]
    assert lost == [("10cs", 1), ("2cs", 2)]


@pytest.mark.rule("gbacw:9.42.2", "gbacw:8.21.3")
def test_guns_under_infantry_are_spared_even_if_the_other_arm_wipes_it_out() -> None:
    units = "0508 1us | 0408 us-n1,SE | 0509 10cs,1 cs-n1"
    battle = field(units, [6, 6, 1, 1, 1, 1, 1], phase="D")
    events = shoot(battle, "0509", "add 1us 4", "add us-n1 4")
    lost = [(event.unit.id, event.points) for event in events if isinstance(event, Losses)]
    assert lost == [("10cs", 1)]
    assert (unit(battle, "cs-n1").strength, unit(battle, "cs-n1").crew) == (4, 2)
