"""9.8 What a fire does: losses, guns and crews, and the checks it calls for."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw.events import Checked, LeaderFate, Losses, PinnedHex, Retreated
from tests.rulebook.gbacw.combat import checks, shoot, volley
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import only, play

# 2us fires four points at one hex: column 5. A die of 2 is R, 3 P/R, 4 and 5 are 1, 6 is 1*.
# Without the three last points it is column 3, and a die of 3 is P.


@pytest.mark.rule("gbacw:9.8", "gbacw:9.81.1")
@pytest.mark.parametrize("firer, die, result, points", [("2us", 5, "1", 1), ("us-n1", 6, "2*", 2)])
def test_a_number_is_that_many_points(firer: str, die: int, result: str, points: int) -> None:
    battle = field(f"0508 {firer} | 0509 1cs", [die, 1, 1, 1], phase="D")
    events = shoot(battle)
    lost = only(events, Losses)
    assert (lost.unit.id, lost.points, lost.left) == ("1cs", points, 6 - points)
    assert lost.rules == ("gbacw:9.81.1",)
    assert unit(battle, "1cs").strength == 6 - points


@pytest.mark.rule("gbacw:9.8")
@pytest.mark.parametrize("die, result", [(2, "R"), (3, "P/R"), (5, "1"), (6, "1*")])
def test_the_other_results_cost_nobody(die: int, result: str) -> None:
    battle = field("0508 2us | 0509 1cs", [die, 1, 1], phase="D")
    assert volley(battle).result == result
    assert unit(battle, "1cs").strength == (5 if result[0] == "1" else 6)


@pytest.mark.rule("gbacw:9.81.1")
def test_losses_are_written_on_the_roster() -> None:
    battle = field("0508 2us | 0509 1cs-cav", [5, 1], phase="D")
    shoot(battle)
    own = unit(battle, "1cs-cav")
    assert (own.strength, own.killed, own.captured) == (2, 1, 0)
    battle = field("0508 2us | 0509 1cs", [5, 1], phase="D")
    shoot(battle)
    assert unit(battle, "1cs").killed == 1
    assert state_of(battle).brigades["barber"].boxes == 1


@pytest.mark.rule("gbacw:9.81.2")
def test_a_loss_calls_for_a_morale_check() -> None:
    battle = field("0508 2us | 0509 1cs", [5, 5], phase="D")
    checked = only(shoot(battle), Checked)
    assert (checked.unit.id, checked.outcome, checked.rules) == ("1cs", "routed", ("gbacw:13.21",))
    assert unit(battle, "1cs").routed


# Guns


@pytest.mark.rule("gbacw:9.82.1")
def test_small_arms_hit_the_crew_of_a_battery_once_and_again() -> None:
    battle = field("0508 2us | 0608 12us | 0509 cs-l", [6, 1, 6, 1, 6], phase="D")
    lost = only(shoot(battle, "0509", "add 2us 4"), Losses)
    assert (lost.what, lost.left, lost.rules) == ("of its crew", 1, ("gbacw:9.82.1",))
    own = unit(battle, "cs-l")
    assert (own.strength, own.crew, own.hex) == (4, 1, "0509")
    battle = field("0508 2us | 0509 cs-l", [6, 1], phase="D", states={"cs-l": {"crew": 1}})
    assert only(shoot(battle), Losses).gone == "eliminated"
    assert (unit(battle, "cs-l").fate, where(battle, "cs-l")) == ("eliminated", "")


@pytest.mark.rule("gbacw:9.82.2")
def test_artillery_destroys_guns_and_leaves_the_crew() -> None:
    # Two guns at ten are twenty: column 6, one to the left for a lone battery. 6 is 1*.
    battle = field("0508 us-n2 | 0509 cs-l", [6, 6, 1, 1], phase="D")
    lost = only(shoot(battle), Losses)
    assert (lost.what, lost.points, lost.left) == ("gun", 1, 3)
    assert lost.rules == ("gbacw:9.82.2",)
    own = unit(battle, "cs-l")
    assert (own.strength, own.crew) == (3, 2)


@pytest.mark.rule("gbacw:9.82.2")
def test_each_point_is_a_gun() -> None:
    battle = field("0508 us-n1 | 0509 cs-l", [6, 6, 1, 1], phase="D")
    lost = only(shoot(battle), Losses)
    assert (lost.what, lost.points, lost.left) == ("guns", 2, 2)


# Pin or rout


@pytest.mark.rule("gbacw:9.83.1")
@pytest.mark.parametrize("die, outcome", [(1, "pinned"), (4, "pinned"), (5, "routed")])
def test_a_die_above_morale_routs_and_any_other_pins(die: int, outcome: str) -> None:
    battle = field("0508 2us | 0509 1cs", [3, die], phase="D")
    checked = only(shoot(battle), Checked)
    assert (checked.rating, checked.total, checked.outcome) == (4, die, outcome)
    assert checked.rules == ("gbacw:9.83.1",)
    own = unit(battle, "1cs")
    assert (own.pinned, own.routed) == (outcome == "pinned", outcome == "routed")


@pytest.mark.rule("gbacw:9.83.2")
@pytest.mark.parametrize("die, outcome", [(3, "pinned"), (4, "routed")])
def test_enfilade_adds_one(die: int, outcome: str) -> None:
    # From behind it is column 6, where a die of 2 is P/R.
    battle = field("0508 2us | 0509 1cs,S", [2, die], phase="D")
    checked = only(shoot(battle), Checked)
    assert [(line.value, line.rule) for line in checked.lines] == [(1, "gbacw:13.26")]
    assert (checked.total, checked.outcome) == (die + 1, outcome)


@pytest.mark.rule("gbacw:9.83.3")
@pytest.mark.parametrize("leaders", ["barber", "barber baker"])
@pytest.mark.parametrize("die, outcome", [(5, "pinned"), (6, "routed")])
def test_one_leader_or_more_take_one_off(leaders: str, die: int, outcome: str) -> None:
    battle = field(f"0508 2us | 0509 1cs {leaders}", [3, die], phase="D")
    checked = only(shoot(battle), Checked)
    assert [(line.value, line.rule) for line in checked.lines] == [(-1, "gbacw:13.23")]
    assert (checked.total, checked.outcome) == (die - 1, outcome)


@pytest.mark.rule("gbacw:9.87")
@pytest.mark.parametrize("die, outcome", [(3, "holds"), (4, "pinned")])
def test_p_pins_whoever_fails(die: int, outcome: str) -> None:
    # Three points are nine: column 4. A die of 2 is P.
    battle = field("0508 2us,3 | 0509 8cs", [2, die], phase="D")
    checked = only(shoot(battle), Checked)
    assert (checked.outcome, checked.rules) == (outcome, ("gbacw:9.87",))
    assert unit(battle, "8cs").pinned == (outcome == "pinned")
    assert not unit(battle, "8cs").routed


@pytest.mark.rule("gbacw:9.87")
@pytest.mark.parametrize("die, outcome", [(3, "holds"), (4, "routed")])
def test_r_routs_whoever_fails(die: int, outcome: str) -> None:
    battle = field("0508 2us | 0509 8cs", [2, die], phase="D")
    events = shoot(battle)
    assert (only(events, Checked).outcome, only(events, Checked).rules) == (
        outcome,
        ("gbacw:9.87",),
    )
    assert unit(battle, "8cs").routed == (outcome == "routed")
    assert not unit(battle, "8cs").pinned


# Starred numbers


@pytest.mark.rule("gbacw:9.88.1")
def test_who_routs_at_a_starred_number_rolls_no_second_die() -> None:
    battle = field("0508 2us | 0509 1cs", [6, 5], phase="D")
    events = shoot(battle)
    assert only(events, Losses).points == 1
    assert checks(events) == [("1cs", "routed")]
    assert not unit(battle, "1cs").pinned


@pytest.mark.rule("gbacw:9.88.2")
@pytest.mark.parametrize("die, pinned", [(4, False), (5, True)])
def test_who_holds_at_a_starred_number_may_be_pinned(die: int, pinned: bool) -> None:
    battle = field("0508 2us | 0509 1cs", [6, 4, die], phase="D")
    events = shoot(battle)
    assert checks(events) == [("1cs", "holds"), ("1cs", "pinned" if pinned else "holds")]
    assert [one.rules for one in events if isinstance(one, Checked)][1] == ("gbacw:9.88.2",)
    assert unit(battle, "1cs").pinned == pinned


@pytest.mark.rule("gbacw:9.88.2")
def test_a_plain_number_never_pins() -> None:
    battle = field("0508 2us | 0509 1cs", [5, 4], phase="D")
    assert checks(shoot(battle)) == [("1cs", "holds")]
    assert not unit(battle, "1cs").pinned


# Leaders


@pytest.mark.rule("gbacw:9.86.1")
@pytest.mark.parametrize("dice, fate", [((1, 1), "killed"), ((2, 3), "wounded"), ((3, 4), "none")])
def test_fire_that_costs_lives_may_cost_a_leader(dice: tuple[int, int], fate: str) -> None:
    battle = field("0508 2us | 0509 1cs barber", [5, *dice, 1], phase="D")
    found = only(shoot(battle), LeaderFate)
    assert (found.leader.id, found.fate, found.cause) == ("barber", fate, "small_arms")
    assert found.rules == ("gbacw:17.76",)
    assert (where(battle, "barber") == "") == (fate != "none")


@pytest.mark.rule("gbacw:9.86.1")
def test_fire_that_costs_nobody_spares_the_leader() -> None:
    battle = field("0508 2us | 0509 1cs barber", [2, 1], phase="D")
    assert not [event for event in shoot(battle) if isinstance(event, LeaderFate)]


@pytest.mark.rule("gbacw:9.84.1")
def test_a_pin_holds_everybody_in_the_hex() -> None:
    battle = field("0508 2us | 0509 8cs,2 3cs cs-n2 barber | 0609 2cs", [3, 1], phase="D")
    pinned = only(shoot(battle), PinnedHex)
    assert [one.id for one in pinned.units] == ["8cs", "3cs", "cs-n2", "barber"]
    assert pinned.rules == ("gbacw:9.84.1",)
    assert all(unit(battle, id).pinned for id in ("8cs", "3cs", "cs-n2", "barber"))
    assert not unit(battle, "2cs").pinned


@pytest.mark.rule("gbacw:9.84.1")
def test_who_runs_from_a_stack_is_not_held_by_the_pin_of_the_rest() -> None:
    # 10cs runs (P/R and a die of 2 against 1), 2cs beneath is pinned (GB-C12, GB-C13).
    battle = field("0508 2us | 0509 10cs 2cs", [3, 2, 2], phase="D")
    events = shoot(battle)
    assert checks(events) == [("10cs", "routed"), ("2cs", "pinned")]
    while where(battle, "10cs") == "0509":
        assert battle.decision is not None
        events += play(battle, str(battle.decision.choices[0]))
    assert any(isinstance(event, Retreated) for event in events)
    assert (unit(battle, "10cs").pinned, unit(battle, "2cs").pinned) == (False, True)
