"""9.7 Line of sight: what may hide a target, and the formula that decides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from longroll.systems.gbacw import sight
from longroll.systems.gbacw.drill import DRILL, State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.sight import Obstacle
from tests.rulebook.gbacw.combat import ELSE, volley
from tests.rulebook.gbacw.field import add_rules, field, state_of
from tests.support import offered, refused


def sees(units: str, hex: str) -> bool:
    """Whether somebody may fire at a hex."""
    return f"fire {hex}" in offered(field(f"{units} {ELSE}", phase="D"))


def clear(origin: str, target: str, between: str = "") -> bool:
    """Whether a line is clear on the drill ground, both ways."""
    state = state_of(field(f"0101 3us {between}"))
    there, back = sight.is_clear(state, origin, target), sight.is_clear(state, target, origin)
    assert there == back
    return there


@pytest.fixture
def high_banks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The banks of the stream stand twenty feet high."""
    banks = Rules[State](side_height=lambda ground, kind: 20 if kind == "stream" else 0)
    add_rules(monkeypatch, banks)
    monkeypatch.setattr(DRILL, "clear_lines", {})
    monkeypatch.delitem(vars(DRILL), "tall_sides", raising=False)
    yield
    vars(DRILL).pop("tall_sides", None)


# The line


@pytest.mark.rule("gbacw:9.7.1")
def test_fire_needs_a_clear_line() -> None:
    assert sees("0705 2us | 0709 1cs", "0709")
    battle = field(f"0401 2us | 0405 1cs {ELSE}", phase="D")
    with refused("gbacw:9.7.1"):  # the woods of 0402 to 0404
        battle.play("fire 0405")


@pytest.mark.rule("gbacw:9.7.1")
def test_the_line_runs_straight_from_centre_to_centre() -> None:
    # One hex to the side of the woods of 0402 and 0403 there is nothing in the way.
    assert not clear("0401", "0405")
    assert clear("0701", "0705")
    # 0106 to 0204 passes the woods of 0105 along its side only.
    assert clear("0106", "0204")
    assert not clear("0104", "0106")


@pytest.mark.rule("gbacw:9.7.2")
def test_a_hexside_between_may_block(high_banks: None) -> None:
    assert not clear("0709", "0713")


@pytest.mark.rule("gbacw:9.7.2")
@pytest.mark.parametrize("origin, target", [("0711", "0715"), ("0712", "0708"), ("0711", "0712")])
def test_a_hexside_of_either_end_never_blocks(high_banks: None, origin: str, target: str) -> None:
    assert clear(origin, target)


@pytest.mark.rule("gbacw:9.7.2")
def test_what_does_not_lie_between_does_not_block() -> None:
    # Woods behind the target, and woods behind the firer.
    assert clear("0508", "0505")
    assert clear("0701", "0703", "| 0704 cs-wagon | 0602 1cs-cav,mounted")


@pytest.mark.rule("gbacw:9.7.3")
@pytest.mark.parametrize("origin, target", [("0504", "0506"), ("0506", "0504"), ("0209", "0805")])
def test_sight_is_clear_out_of_woods_and_into_woods(origin: str, target: str) -> None:
    assert clear(origin, target)


@pytest.mark.rule("gbacw:9.7.3")
def test_through_woods_there_is_no_sight() -> None:
    assert not clear("0506", "0503")  # into the second hex of the wood
    assert volley(field("0506 2us,N | 0504 1cs,S", [2, 1], phase="D"), "0504").hex == "0504"


@pytest.mark.rule("gbacw:9.7.4")
def test_along_a_hexside_both_hexes_must_block() -> None:
    assert clear("0109", "0309")  # between 0208 and the woods of 0209
    assert not clear("0303", "0503")  # between the woods of 0402 and 0403
    assert clear("0705", "0905")  # between 0804 and the woods of 0805
    assert not clear("0705", "0905", "| 0804 1cs-cav,mounted")


# What may block


@pytest.mark.rule("gbacw:9.71.1")
@pytest.mark.parametrize(
    "origin, target, seen",
    [
        ("0208", "0210", False),  # woods
        ("1005", "1008", False),  # a town
        ("1812", "1815", True),  # a swamp
        ("0708", "0712", True),  # open ground and a stream
    ],
)
def test_the_chart_says_what_may_block(origin: str, target: str, seen: bool) -> None:
    assert clear(origin, target) == seen


@pytest.mark.rule("gbacw:9.71.2", "gbacw:9.72.2")
@pytest.mark.parametrize(
    "between, seen",
    [
        ("2us-cav,mounted", False),
        ("1cs-cav,mounted", False),
        ("us-wagon", False),
        ("cs-wagon", False),
        ("1us", True),
        ("1cs", True),
        ("us-n1", True),
        ("2us-cav,dismounted", True),
        ("miller", True),
    ],
)
def test_riders_and_wagons_of_either_side_block_on_level_ground(between: str, seen: bool) -> None:
    assert sees(f"0708 2us | 0709 {between} | 0710 2cs", "0710") == seen


@pytest.mark.rule("gbacw:9.71.3")
def test_from_a_height_the_same_obstacle_does_not_block() -> None:
    riders = "1cs-cav,mounted"
    assert not clear("1607", "1609", f"| 1608 {riders}")
    assert clear("1604", "1609", f"| 1608 {riders}")
    # Over the woods of 1302 Signal Hill's shoulder looks down on 1101, not on 1201 behind them.
    assert clear("1504", "1101")
    assert not clear("1504", "1201")


@pytest.mark.rule("gbacw:9.72.1")
def test_ground_level_is_zero_and_trees_add_twenty_feet() -> None:
    assert sight.position(DRILL, "0508") == 0
    assert sight.position(DRILL, "0303") == 0  # who stands in the woods stands on the ground
    assert sight.ground_top(DRILL, "0508").height == 0
    assert sight.ground_top(DRILL, "0303").height == 20
    assert sight.position(DRILL, "1604") == 40


@pytest.mark.rule("gbacw:9.72.2")
@pytest.mark.parametrize(
    "who, feet",
    [("1us", 5), ("us-n1", 5), ("1us-cav", 5), ("1us-cav,mounted", 10), ("us-wagon", 10)],
)
def test_men_are_five_feet_high_and_riders_and_wagons_ten(who: str, feet: int) -> None:
    top = sight.unit_top(state_of(field(f"0508 {who}")), "0508")
    assert top is not None
    assert top.height == feet
    top = sight.unit_top(state_of(field(f"1604 {who}")), "1604")
    assert top is not None
    assert top.height == 40 + feet


@pytest.mark.rule("gbacw:9.72.3")
def test_a_map_and_exclusive_rules_have_heights_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert sight.ground_top(DRILL, "1006").height == 25  # the houses of this town
    mound = Rules[State](position_height=lambda ground, hex: 10 if hex == "0708" else 0)
    add_rules(monkeypatch, mound)
    monkeypatch.setattr(DRILL, "clear_lines", {})
    assert sight.position(DRILL, "0708") == 10
    riders = "| 0709 1cs-cav,mounted"
    assert clear("0708", "0710", riders)  # from the ten feet of 0708 one looks over them
    assert not clear("0707", "0710", riders)


# The formula


@pytest.mark.rule("gbacw:9.73.1", "gbacw:9.73.2", "gbacw:9.73.3", "gbacw:9.73.4")
@pytest.mark.parametrize(
    "firer, target, distance, obstacle, at, hidden",
    [
        (0, 0, 4, 5, 2, False),  # five feet below the top still see
        (0, 0, 4, 6, 2, True),
        (20, 0, 4, 15, 2, False),  # 5 against 5: a tie is clear
        (20, 0, 4, 16, 2, True),
        (0, 20, 4, 15, 2, False),
        (0, 20, 4, 16, 2, True),
        (40, 0, 5, 20, 3, False),  # two hexes from the lower: 8 against 7.5
        (40, 0, 5, 20, 4, True),  # one hex from the lower: 8 against 15
        (0, 40, 5, 20, 2, False),
        (0, 40, 5, 20, 1, True),
        (60, 40, 4, 60, 2, True),  # heights count from the lower end, not from the ground
        (60, 40, 4, 55, 2, False),
        (60, 20, 8, 30, 6, False),
    ],
)
def test_the_formula(
    firer: int, target: int, distance: int, obstacle: int, at: int, hidden: bool
) -> None:
    assert sight.blocks(firer, target, distance, Obstacle("it", obstacle, 2 * at)) == hidden
