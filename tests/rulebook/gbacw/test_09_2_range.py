"""9.2 and 9.3 Weapons and ranges, and how much goes through a hexside."""

from __future__ import annotations

import pytest

from tests.rulebook.gbacw.combat import ELSE, shoot, volley, volleys
from tests.rulebook.gbacw.field import field
from tests.support import offered, play, refused


def adds(text: list[str], unit: str) -> list[int]:
    """The points a unit is offered to fire with."""
    return [int(one.split()[2]) for one in text if one.startswith(f"add {unit} ")]


# Weapons


@pytest.mark.rule("gbacw:9.21.1", "gbacw:9.22")
def test_each_unit_fires_its_own_weapon() -> None:
    # Side by side at two hexes: a rifle doubles, a smoothbore fires one for one.
    battle = field("0708 2us 3us | 0710 1cs", [2], phase="D")
    lines = [line.value for line in volley(battle, "0710", "add 2us 2", "add 3us 2").strength]
    assert lines == [2 * 2 * 2, 2 * 2 * 1]


@pytest.mark.rule("gbacw:9.21.2")
def test_who_has_no_weapon_does_not_fire() -> None:
    battle = field(f"0508 2us miller | 0509 1cs {ELSE}", phase="D")
    play(battle, "fire 0509")
    with refused("gbacw:9.21.2"):
        battle.play("add miller 1")
    battle = field("0508 2us us-n1-crew | 0509 1cs", phase="D")
    play(battle, "fire 0509")
    with refused("gbacw:9.21.2"):
        battle.play("add us-n1-crew 1")


@pytest.mark.rule("gbacw:9.22", "gbacw:9.25", "gbacw:9.1")
@pytest.mark.parametrize(
    "firer, halves",
    [
        ("2us", {1: 24, 2: 16, 3: 8, 4: 8, 5: 4}),
        ("9us", {1: 24, 2: 8}),
        ("1us-cav", {1: 24, 2: 8, 3: 4}),
        ("us-n1", {1: 80, 2: 56, 3: 32, 5: 24, 9: 8, 12: 4}),
        ("us-pa", {1: 48, 2: 32, 3: 24, 9: 16, 13: 8}),
    ],
)
def test_range_multiplies_the_strength_as_the_chart_says(
    firer: str, halves: dict[int, int]
) -> None:
    for distance, total in halves.items():
        target = f"07{2 + distance:02}"
        battle = field(f"0702 {firer} | {target} 1cs", [2, *[1] * 4], phase="D")
        fired = volley(battle, target)
        assert (distance, fired.total) == (distance, total)
        assert {line.rule for line in fired.strength} == {"gbacw:9.25"}


@pytest.mark.rule("gbacw:9.23.1", "gbacw:9.23.2")
@pytest.mark.parametrize("firer, most", [("2us", 5), ("3us", 2), ("1us-cav", 3), ("us-n1", 12)])
def test_nobody_fires_farther_than_the_weapon_reaches(firer: str, most: int) -> None:
    near, far = f"07{2 + most:02}", f"07{3 + most:02}"
    assert f"fire {near}" in offered(field(f"0702 {firer} | {near} 1cs {ELSE}", phase="D"))
    battle = field(f"0702 {firer} | {far} 1cs {ELSE}", phase="D")
    with refused("gbacw:9.23.1"):
        battle.play(f"fire {far}")


@pytest.mark.rule("gbacw:9.23.1")
def test_who_is_too_far_off_does_not_join_a_fire() -> None:
    battle = field("0702 9us | 0703 2us | 0705 1cs", phase="D")
    play(battle, "fire 0705")
    assert not adds(offered(battle), "9us")
    with refused("gbacw:9.23.1"):
        battle.play("add 9us 4")


@pytest.mark.rule("gbacw:9.23.2")
def test_the_target_hex_counts_and_the_hex_of_the_firer_does_not() -> None:
    fired = volley(field("0708 2us | 0710 1cs", [2, 1], phase="D"), "0710")
    assert [line.reason for line in fired.strength] == ["2nd Union: 4 at 2"]


@pytest.mark.rule("gbacw:9.24")
def test_neighbours_may_fire_at_each_other_or_past_each_other() -> None:
    # In the woods nobody sees far, but the next hex always.
    woods = field("0303 2us | 0304 1cs", phase="D")
    assert offered(woods) == ["fire 0304", "done"]
    assert "fire 0303" in offered(field("0303 2us | 0304 1cs", phase="C"))
    battle = field("0708 2us | 0709 1cs | 0712 2cs", phase="D")
    assert {"fire 0709", "fire 0712"} <= set(offered(battle))


# Through a hexside


@pytest.mark.rule("gbacw:9.3", "gbacw:9.31")
def test_four_points_of_small_arms_leave_through_a_hexside() -> None:
    battle = field("0508 1us | 0509 1cs", [2, 1], phase="D")
    play(battle, "fire 0509")
    assert adds(offered(battle), "1us") == [4, 3, 2, 1]
    with refused("gbacw:9.3"):
        battle.play("add 1us 5")
    fired = volleys(play(battle, "add 1us 4", "resolve"))[0]
    assert fired.total == 2 * 12  # the four are tripled after they were counted


@pytest.mark.rule("gbacw:9.3")
def test_the_units_of_a_hex_share_the_hexside() -> None:
    battle = field("0508 2us 4us | 0509 1cs", phase="D")
    play(battle, "fire 0509", "add 2us 3")
    assert adds(offered(battle), "4us") == [1]
    with refused("gbacw:9.3"):
        battle.play("add 4us 2")
    play(battle, "add 4us 1")
    assert offered(battle) == ["resolve"]


@pytest.mark.rule("gbacw:9.3")
def test_each_frontal_hexside_carries_four_points_more() -> None:
    battle = field(
        "0508 2us 4us 5us | 0509 1cs | 0608 2cs | 0408 3cs | 0510 4cs", [2, 1] * 4, phase="D"
    )
    assert volley(battle, "0509", "add 2us 4").total == 24
    with refused("gbacw:9.3"):  # straight through the hexside that is full
        battle.play("fire 0510")
    assert volley(battle, "0608", "add 4us 4").total == 24
    assert volley(battle, "0408", "add 5us 4").total == 24


@pytest.mark.rule("gbacw:9.31")
def test_the_limit_is_on_points_before_range() -> None:
    battle = field("0702 1us | 0707 1cs", [2, 1], phase="D")
    assert volley(battle, "0707").total == 4  # four points at one half, not four after halving


@pytest.mark.rule("gbacw:9.32")
def test_guns_do_not_share_the_limit() -> None:
    battle = field("0508 2us us-n1 us-n2 | 0509 1cs", [1, 6, 1, 4, 4, 4, 4], phase="D")
    fires = {one.arm: one.total for one in volleys(shoot(battle))}
    assert fires == {"small_arms": 2 * 4 * 3, "artillery": 2 * 6 * 10}


@pytest.mark.rule("gbacw:9.33")
@pytest.mark.parametrize("hex, most", [("0510", 4), ("0709", 4), ("0609", 8), ("0409", 8)])
def test_a_target_belongs_to_the_hexside_its_line_leaves_through(hex: str, most: int) -> None:
    # 0609 and 0409 lie where two fronts meet: the firing player may use both.
    battle = field(f"0508 1us | {hex} 1cs", phase="D")
    play(battle, f"fire {hex}")
    assert max(adds(offered(battle), "1us")) == most


@pytest.mark.rule("gbacw:9.33")
def test_a_line_on_the_edge_of_the_front_leaves_through_the_frontal_hexside_alone() -> None:
    # 0607 and 0608 meet at 0708; only 0608 lies to the front.
    battle = field("0508 1us | 0708 1cs", phase="D")
    play(battle, "fire 0708")
    assert max(adds(offered(battle), "1us")) == 4
