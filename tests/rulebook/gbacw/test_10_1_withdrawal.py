"""10.1 Withdrawal fire: at whoever leaves a hex that an enemy controls."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.events import Checked, Depleted, Fired, LeaderFate, Losses, Moved
from tests.rulebook.gbacw.combat import announce, checks, give_way, react, shoot, volley, volleys
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import offered, only, play, refused

#: Somebody else far off, so that the phase does not end by itself.
ELSE = "| 0101 3us"


def leave(units: str, dice: list[int], *words: str) -> Battle:
    """2us leaves 0508 for 0507 under the eyes of whoever is there."""
    battle = field(f"{units} {ELSE}", dice)
    play(battle, *(words or ("move 2us", "to 0507")))
    return battle


def asked(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.side


# When


@pytest.mark.rule("gbacw:10.1")
def test_who_leaves_a_controlled_hex_may_be_fired_at() -> None:
    battle = leave("0508 2us | 0509 1cs", [2, 1])
    assert asked(battle) == "confederate"
    assert {"add 1cs 4", "all", "hold", "always", "never"} == set(offered(battle))
    fired = only(react(battle), Fired)
    assert (fired.kind, fired.side, fired.hex) == ("withdrawal", "confederate", "0508")


@pytest.mark.rule("gbacw:10.1")
@pytest.mark.parametrize("enemy", ["0509 1cs,S", "0509 1cs,column", "0510 1cs", "0509 1cs,routed"])
def test_who_does_not_control_the_hex_does_not_fire(enemy: str) -> None:
    battle = leave(f"0508 2us | {enemy}", [])
    assert asked(battle) == "union"
    assert where(battle, "2us") == "0507"


@pytest.mark.rule("gbacw:10.1")
def test_only_the_controlling_enemy_fires() -> None:
    # 8cs stands next to them and looks the other way.
    battle = leave("0508 2us | 0509 1cs | 0408 8cs,SW", [2, 1])
    with refused("gbacw:10.19"):
        battle.play("add 8cs 4")
    assert [one.id for one in only(react(battle), Fired).firers] == ["1cs"]


@pytest.mark.rule("gbacw:10.1")
def test_who_gives_way_before_a_melee_is_fired_at_too() -> None:
    battle = field("0508 2us | 0509 8cs", [2, 1, 1], phase="E")
    announce(battle)
    give_way(battle, "8cs")
    fired = only(react(battle), Fired)
    assert (fired.kind, fired.side, fired.hex) == ("withdrawal", "union", "0509")


@pytest.mark.rule("gbacw:10.1")
def test_entering_a_zone_or_turning_in_it_costs_nothing() -> None:
    battle = leave("0507 2us | 0509 1cs", [], "move 2us", "to 0508", "face N")
    assert asked(battle) == "union"


@pytest.mark.rule("gbacw:10.11")
def test_the_fire_comes_before_the_step_at_one_hex() -> None:
    battle = leave("0508 2us | 0509 9cs", [4, 1])
    events = react(battle)
    assert [type(event) for event in events] == [Fired, Losses, Checked, Moved]
    fired = only(events, Fired)
    assert (fired.hex, [line.reason for line in fired.strength]) == (
        "0508",
        ["9th Confederate: 4 at 1"],
    )


@pytest.mark.rule("gbacw:10.12", "gbacw:10.19")
def test_one_enemy_fires_at_one_after_another_and_in_its_fire_phase() -> None:
    battle = field("0508 2us | 0608 12us | 0509 1cs | 0101 3us", [4, 1, 4, 1, 2, 1])
    play(battle, "move 2us", "to 0507")
    assert only(react(battle), Fired).total == 24
    play(battle, "stop", "move 12us", "to 0607")
    assert only(react(battle), Fired).total == 24
    play(battle, "stop", "done")
    assert state_of(battle).phase == "C"
    assert volley(battle, "0507").total == 16


# Stacks


@pytest.mark.rule("gbacw:10.13")
def test_a_stack_that_leaves_together_is_fired_at_once() -> None:
    battle = leave("0508 2us 8us | 0509 1cs", [4, 1], "move 2us", "with 8us", "to 0507")
    events = react(battle)
    assert len(volleys(events)) == 1
    assert only(events, Losses).unit.id == "2us"
    assert (where(battle, "2us"), where(battle, "8us")) == ("0507", "0507")
    assert asked(battle) == "union"


@pytest.mark.rule("gbacw:10.14")
def test_those_who_stay_cover_for_those_who_go() -> None:
    # 2us is on top and leaves; what is fired falls on 8us.
    battle = leave("0508 2us 8us | 0509 1cs", [5, 1])
    assert battle.decision is not None
    assert battle.decision.question == "Who fires at 8th Union in 0508?"
    events = react(battle)
    assert only(events, Losses).unit.id == "8us"
    assert checks(events) == [("8us", "holds")]
    assert (unit(battle, "2us").strength, where(battle, "2us")) == (4, "0507")


@pytest.mark.rule("gbacw:10.15.2", "gbacw:9.84.6")
def test_a_pin_of_those_who_stay_reaches_those_who_go_one_hex_on() -> None:
    battle = field("0508 1us,N 2us,N | 0509 1cs | 0101 9us | 0102 9cs", [1, 6, 1])
    play(battle, "move 2us", "to 0507", "all", "resolve")
    assert (where(battle, "1us"), where(battle, "2us")) == ("0508", "0507")
    assert unit(battle, "1us").pinned
    assert unit(battle, "2us").pinned


@pytest.mark.rule("gbacw:10.14")
def test_the_last_to_leave_is_covered_by_nobody() -> None:
    battle = leave("0508 2us 8us | 0509 1cs", [])
    play(battle, "hold", "stop", "move 8us", "to 0507")
    assert battle.decision is not None
    assert battle.decision.question == "Who fires at 8th Union in 0508?"


# What it does


@pytest.mark.rule("gbacw:10.15.1")
def test_losses_bring_checks_and_put_leaders_at_risk() -> None:
    battle = leave("0508 2us miller | 0509 1cs", [5, 1, 1, 4], "move 2us", "with miller", "to 0507")
    events = react(battle)
    assert only(events, LeaderFate).fate == "killed"
    assert only(events, Checked).outcome == "routed"  # no leader left, and 4 and 1 for the rear


@pytest.mark.rule("gbacw:10.15.1")
def test_who_runs_from_the_fire_does_not_finish_its_move() -> None:
    battle = leave("0508 2us | 0509 1cs", [5, 6])
    events = react(battle)
    assert checks(events) == [("2us", "routed")]
    assert not [event for event in events if isinstance(event, Moved)]
    assert unit(battle, "2us").routed


@pytest.mark.rule("gbacw:10.15.2")
def test_a_pin_lets_it_go_one_hex_and_holds_it_there() -> None:
    # In the back it is column 6, where 2 is P/R.
    battle = leave("0508 2us | 0509 1cs", [2, 1])
    events = react(battle)
    assert checks(events) == [("2us", "pinned")]
    assert (where(battle, "2us"), unit(battle, "2us").pinned) == ("0507", True)
    with refused("gbacw:5.11.1"):
        battle.play("move 2us")


@pytest.mark.rule("gbacw:10.16.1")
def test_it_may_leave_through_any_hexside_but_into_the_enemy() -> None:
    battle = field("0508 2us | 0509 1cs | 0101 3us")
    play(battle, "move 2us")
    ways = {one.split()[1] for one in offered(battle) if one.startswith("to ")}
    assert ways == {"0408", "0407", "0507", "0607", "0608"}
    with refused("gbacw:5.12"):
        battle.play("to 0509")


@pytest.mark.rule("gbacw:10.16.2")
@pytest.mark.parametrize(
    "to, rear", [("0507", True), ("0607", True), ("0608", False), ("0408", False)]
)
def test_who_turns_its_back_is_enfiladed(to: str, rear: bool) -> None:
    battle = leave("0508 2us | 0509 1cs", [2, 1], "move 2us", f"to {to}")
    fired = only(react(battle), Fired)
    expected = [(1, "gbacw:7.23.2")] if rear else []
    assert [(line.value, line.rule) for line in fired.shifts] == expected


@pytest.mark.rule("gbacw:10.16.2")
def test_who_stays_keeps_its_face_to_the_enemy() -> None:
    battle = leave("0508 2us 8us | 0509 1cs", [2, 1])
    assert only(react(battle), Fired).shifts[0].rule == "gbacw:8.35"


@pytest.mark.rule("gbacw:10.17.1")
def test_who_runs_in_a_fire_phase_draws_no_withdrawal_fire() -> None:
    # Both 2us and 12us hold 8cs in their zones when it runs.
    battle = field("0508 2us | 0408 12us,SE | 0509 8cs", [2, 4], phase="D")
    events = shoot(battle, "0509", "add 2us 4")
    while where(battle, "8cs") == "0509":
        assert asked(battle) == "confederate"
        events += play(battle, str(battle.decision.choices[0]))  # type: ignore[union-attr]
    assert [one.kind for one in volleys(events)] == ["offensive"]


@pytest.mark.rule("gbacw:10.17.2", "gbacw:10.12")
def test_it_is_a_free_shot_but_costs_ammunition() -> None:
    battle = leave("0508 2us | 0509 cs-n1", [2, 6, 6, 6])
    react(battle)
    assert unit(battle, "cs-n1").rounds == 11
    assert not state_of(battle).fired
    battle = leave("0508 2us | 0509 1cs", [1, 2, 1])
    events = react(battle)
    assert [one.id for one in only(events, Depleted).units] == ["1cs"]
    assert unit(battle, "1cs").depleted


@pytest.mark.rule("gbacw:10.18")
def test_leaders_come_and_go() -> None:
    battle = leave("0508 2us miller | 0509 1cs", [], "move miller", "to 0507")
    assert asked(battle) == "union"
    assert where(battle, "miller") == "0507"


@pytest.mark.rule("gbacw:10.19")
def test_every_eligible_enemy_fires_once() -> None:
    battle = leave("0508 2us | 0509 9cs | 0409 8cs,N | 0608 4cs,NW", [2, 1])
    with refused("gbacw:10.1"):  # with all it has, or not at all
        battle.play("add 9cs 1")
    play(battle, "add 9cs 4")
    with refused("gbacw:9.41.1"):
        battle.play("add 9cs 4")
    fired = only(react(battle), Fired)
    assert sorted(one.id for one in fired.firers) == ["4cs", "9cs"]


@pytest.mark.rule("gbacw:10.19")
@pytest.mark.parametrize("state", ["depleted", "routed"])
def test_who_cannot_fire_is_not_asked(state: str) -> None:
    battle = leave(f"0508 2us | 0509 9cs,{state}", [])
    assert asked(battle) == "union"
