"""15.0 Skirmish Order on the march, and giving way."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.battle import Battle
from longroll.systems.blind_swords import movement, support
from longroll.systems.blind_swords.moving_events import Went
from tests.rulebook.blind_swords.field import choices, play, refused, unit
from tests.rulebook.blind_swords.marching import left, rules, steps, still, thomas

SKIRMISH: dict[str, Any] = {"skirmish": True}


def screen(units: dict[str, str], order: str = "attack", **more: Any) -> Battle:
    """Thomas' brigade against the 16th Ohio in Skirmish Order."""
    return thomas(units, order, states={"16oh": SKIRMISH}, **more)


@pytest.mark.rule("blind_swords:15.2.1", "chickasaw_bayou:15.2.1")
@pytest.mark.parametrize(
    "start, hex, halves",
    [
        ("2910", "2911", 2),  # one point at least
        ("1012", "1013", 4),  # Heavy Woods
        ("1807", "1808", 2),  # Light Woods
        ("2418", "2419", 2),  # over a Levee
        ("3417", "3418", 2),  # a lane
        ("1615", "1616", 6),  # Cypress
        ("3016", "3017", 6),  # a bayou that is rolled for, too (CB-77)
    ],
)
def test_skirmishers_pay_a_point_less(start: str, hex: str, halves: int) -> None:
    state = still({"1000": "16oh"}, states={"16oh": SKIRMISH})
    assert movement.step_cost(state, state.game.roster.number["16oh"], start, hex) == halves


@pytest.mark.rule("blind_swords:15.2.1")
def test_a_pike_costs_cavalry_a_whole_point_and_timber_takes_all() -> None:
    state = still({"1000": "28ms-cav"}, states={"28ms-cav": SKIRMISH}, timber={"2910": "full"})
    number = state.game.roster.number["28ms-cav"]
    assert movement.step_cost(state, number, "2522", "2621") == 2
    assert movement.step_cost(state, number, "2911", "2910") == "all"


@pytest.mark.rule("blind_swords:15.2.1", "chickasaw_bayou:15.2.2")
def test_skirmishers_do_not_engage() -> None:
    battle = thomas({"2910": "31la-a", "2912": "16oh"}, states={"31la-a": SKIRMISH})
    play(battle, "move 31la-a")
    assert "2911" not in steps(battle)
    assert refused(battle, "to 2911") == ["blind_swords:15.2.1"]


@pytest.mark.rule("blind_swords:15.3.1", "chickasaw_bayou:15.3.1", "chickasaw_bayou:15.3.2")
def test_skirmishers_withdraw_from_an_enemy_that_comes_near() -> None:
    battle = screen({"2910": "31la-a", "2912": "16oh"}, "defend")
    play(battle, "move 31la-a", "to 2911")  # not into Engagement: Defend will do
    assert choices(battle) == ["withdraw 16oh 2812", "withdraw 16oh 2913", "withdraw 16oh 3012"]
    assert refused(battle, "withdraw 16oh 2811") == ["blind_swords:15.3.1"]
    events = play(battle, "withdraw 16oh 2913")
    assert isinstance(events[0], Went)
    assert unit(battle, "16oh").hex == "2913"
    assert left(battle) == "1"  # the mover goes on: 1 and 1 for the screen of 3
    assert "2912" not in steps(battle)  # next to them again it would cost 2


@pytest.mark.rule("blind_swords:15.3.1", "chickasaw_bayou:15.3.3")
def test_not_next_to_any_enemy_and_again_for_every_move() -> None:
    # 26la-a is next to 2913 behind the skirmishers.
    battle = screen({"2910": "31la-a", "2912": "16oh", "2914": "26la-a"})
    play(battle, "move 31la-a", "to 2911")
    first = choices(battle)
    assert first == ["withdraw 16oh 2812", "withdraw 16oh 3012"]
    play(battle, "withdraw 16oh 3012", "to 3011")
    assert unit(battle, "16oh").hex == "3113"  # it gives way once more


@pytest.mark.rule("blind_swords:15.3.1", "chickasaw_bayou:15.3.3")
def test_the_withdrawal_goes_on_until_no_enemy_is_near() -> None:
    units = {"2910": "31la-a", "2912": "16oh", "2713": "26la-a", "3113": "26la-b"}
    battle = screen({**units, "2914": "17la-a"})
    play(battle, "move 31la-a", "to 2911")
    assert choices(battle) == ["withdraw 16oh 2812", "withdraw 16oh 2913", "withdraw 16oh 3012"]
    # From 2812 only 2813 leads away from the mover, and 26la-a and 17la-a are near it.
    play(battle, "withdraw 16oh 2812")
    assert unit(battle, "16oh").hex == "2813"
    play(battle, "withdraw 16oh 2714", "withdraw 16oh 2614")
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert unit(battle, "16oh").hex == "2614"


@pytest.mark.rule("blind_swords:15.3.1", "blind_swords:12.7.2", "chickasaw_bayou:15.3.5")
def test_encircled_skirmishers_go_to_the_first_box() -> None:
    units = {"2910": "31la-a", "2912": "16oh", "2812": "26la-a", "2913": "26la-b"}
    battle = screen({**units, "3012": "17la-a"})
    events = play(battle, "move 31la-a", "to 2911")
    assert unit(battle, "16oh").box == "1"
    assert "blind_swords:15.3.1" in rules(events)


@pytest.mark.rule("blind_swords:15.3.1", "chickasaw_bayou:2.10h.13")
def test_a_withdrawal_into_bayou_needs_no_roll_and_no_check() -> None:
    # Everything but the bayou behind them is closed by timber to the Union.
    closed = dict.fromkeys(("3116", "3117", "2916", "2917"), "full")
    battle = screen({"3014": "31la-a", "3016": "16oh"}, timber=closed)
    play(battle, "move 31la-a", "to 3015")
    assert unit(battle, "16oh").hex == "3017"  # and no die was rolled
    assert left(battle) == "3"


@pytest.mark.rule("blind_swords:15.3.1", "chickasaw_bayou:15.3.4")
def test_nobody_fires_at_skirmishers_that_leave() -> None:
    battle = thomas({"2910": "31la-a", "2911": "16oh"}, "defend", states={"31la-a": SKIRMISH})
    play(battle, "move 31la-a", "to 2909")
    assert unit(battle, "31la-a").hex == "2909"  # nobody was asked


@pytest.mark.rule("blind_swords:15.3.2", "chickasaw_bayou:15.3.6")
def test_skirmishers_neither_give_nor_get_support() -> None:
    state = still({"2910": "31la-a", "2911": "29la-a"})
    number = state.game.roster.number
    assert support.is_supported(state, number["31la-a"])
    state = still({"2910": "31la-a", "2911": "29la-a"}, states={"29la-a": SKIRMISH})
    assert not support.is_supported(state, number["31la-a"])
    assert not support.is_supported(state, number["29la-a"])
