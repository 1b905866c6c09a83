"""Umpire mode: what a charged unit does, whom it may fire at, and the end of a day."""

from __future__ import annotations

import pytest

import longroll
from longroll import Battle
from longroll.systems.mckie.melee.events import Blows
from longroll.systems.mckie.table.state import Contact
from longroll.systems.mckie.umpire.due import Due, all_due
from tests.rulebook.mckie.test_umpire import TWO, desk_of, figures, roster, rule_of, state_of

MORE = (
    *TWO,
    "add u5 union cavalry experienced breech_loading_carbine 12 Horse",
    "add u6 union dismounted_cavalry experienced breech_loading_carbine 16 Troopers",
    "add u7 union infantry experienced muzzle_loading_rifle 4 Screen",
    "form u7 skirmish",
)


def charged(*charges: str, step: str = "") -> Battle:
    """The Confederates charge."""
    battle = roster(
        *MORE, "initiative union 4 confederate 7", "first confederate", step="charges_first"
    )
    for charge in charges:
        battle.play(f"charge {charge} die 5")
    if step:
        battle.play(f"step {step}")
    return battle


def taps(battle: Battle, unit: str) -> set[str]:
    """What the sheet of a unit offers about the charge on it."""
    return {
        button.text
        for buttons in desk_of(battle).of_units
        for button in buttons.buttons
        if unit in button.units and button.text.split()[0] in ("stand", "turn", "evade")
    }


def due_of(battle: Battle) -> list[Due]:
    return [one for one in all_due(state_of(battle)) if one.verb == "morale"]


# Firing


@pytest.mark.rule("mckie:resp.1")
@pytest.mark.parametrize("where", ["flank", "rear"])
def test_a_unit_charged_in_flank_does_not_fire_at_its_charger(where: str) -> None:
    battle = charged(f"c1 u1 {where}", step="firing")
    assert rule_of(battle, "fire u1 c1 1") == "mckie:resp.1"
    # No word lifts that: it is not a matter of the arc.
    assert rule_of(battle, "fire u1 c1 1 free") == "mckie:resp.1"


@pytest.mark.rule("mckie:fire.prio.2")
def test_but_it_may_fire_at_others() -> None:
    battle = charged("c1 u1 flank", step="firing")
    battle.play("fire u1 c2 5 die 10")
    assert "fired" in state_of(battle).units["u1"].did


@pytest.mark.rule("mckie:fire.prio.1")
def test_what_is_left_after_the_charger_may_fire_at_others() -> None:
    battle = charged("c1 u1", step="firing")
    assert rule_of(battle, "fire u1 c2 5") == "mckie:fire.prio.1"
    battle.play("fire u1 c1 1 firing 16 and c2 5 firing 8 die 10")
    other = charged("c1 u1", step="firing")
    other.play("fire u1 c2 5 free die 10")  # the charger is out of its arc


@pytest.mark.rule("mckie:resp.3")
def test_a_unit_that_turned_does_not_fire_but_fights() -> None:
    battle = charged("c1 u1 flank")
    battle.play("turn u1 6")
    battle.play("step firing")
    assert rule_of(battle, "fire u1 c1 1") == "mckie:resp.3"
    assert rule_of(battle, "fire u1 c2 5") == "mckie:resp.3"
    battle.play("step melee")
    battle.play("melee c1 u1 12 and u1 c1 12 dice 3 6 3 6")
    assert {"u1", "c1"} == set(state_of(battle).tallies)
    # It was met in front: nothing tires it for certain. [mckie:fat.1]
    assert "attacked_in_flank_or_rear" not in state_of(battle).units["u1"].did


@pytest.mark.rule("mckie:melee.flank.1")
def test_one_that_did_not_turn_does_not_fight_back() -> None:
    battle = charged("c1 u1 flank")
    battle.play("stand u1")
    battle.play("step melee")
    assert rule_of(battle, "melee c1 u1 12 and u1 c1 12") == "mckie:melee.flank.1"


# Responses


@pytest.mark.rule("mckie:resp.2")
def test_turning_takes_time() -> None:
    battle = charged("c1 u1 flank", "c2 u2")
    # A line charges 8 in.
    assert rule_of(battle, "turn u1 2") == "mckie:resp.2"
    assert rule_of(battle, "turn u1 c1 2") == "mckie:resp.2"
    assert rule_of(battle, "turn u2 6") == "mckie:resp.2"  # it faces the charge
    assert rule_of(battle, "turn u6 6") == "mckie:resp.2"  # nobody charges it
    battle.play("turn u1 c1 2.01")
    assert rule_of(battle, "turn u1 6") == "mckie:resp.2"


@pytest.mark.rule("mckie:resp.4")
@pytest.mark.rule("mckie:resp.5")
@pytest.mark.rule("mckie:resp.7")
@pytest.mark.parametrize("unit, inches", [("u5", 18), ("u6", 9), ("u7", 12), ("u4", 12)])
def test_horsemen_skirmishers_and_gunners_may_evade(unit: str, inches: int) -> None:
    battle = charged(f"c1 {unit}")
    told = battle.play(f"evade {unit}")
    assert f"evades {inches} in" in " ".join(event.text() for event in told)
    assert "retired" in state_of(battle).units[unit].did
    assert all(charge.halted for charge in state_of(battle).charges)
    battle.play("step firing")
    assert rule_of(battle, f"fire {unit} c2 5").startswith("mckie:resp.4") or unit == "u4"


@pytest.mark.rule("mckie:resp.4")
def test_a_line_may_not_evade() -> None:
    battle = charged("c1 u1")
    assert rule_of(battle, "evade u1") == "mckie:resp.4"
    assert taps(battle, "u1") == {"stand {unit}"}


@pytest.mark.rule("mckie:resp.6")
def test_gunners_who_evade_leave_their_guns() -> None:
    battle = charged("c1 u4")
    battle.play("evade u4")
    assert state_of(battle).units["u4"].arm == "artillery_crew"
    assert "u4" in state_of(battle).guns


@pytest.mark.rule("mckie:resp.8")
def test_dismounted_cavalry_may_mount_as_it_evades() -> None:
    battle = charged("c1 u6")
    assert "evade {unit} mount" in taps(battle, "u6")
    assert rule_of(charged("c1 u7"), "evade u7 mount") == "mckie:resp.8"
    battle.play("evade u6 mount")
    assert state_of(battle).units["u6"].arm == "cavalry"


@pytest.mark.rule("mckie:form.skirm.8")
def test_an_evader_that_is_caught_is_struck_from_behind() -> None:
    battle = charged("c1 u7")
    battle.play("evade u7 caught")
    battle.play("step melee")
    assert rule_of(battle, "melee c1 u7 4 and u7 c1 4") == "mckie:melee.flank.1"
    battle.play("melee c1 u7 4 dice 3 10")


@pytest.mark.rule("mckie:form.skirm.6")
def test_a_charged_screen_falls_back_behind_its_unit_and_does_not_fire() -> None:
    battle = roster(*MORE, "detach c1 4", "initiative union 7 confederate 4", "first union")
    # The charge goes on at the unit behind it.
    battle.play("step charges_first")
    for entry in ("charge u1 c1s die 5", "stand c1 u1", "evade c1s", "recall c1s"):
        battle.play(entry)
    unit = state_of(battle).units["c1"]
    assert (unit.figures, unit.front) == (24, 5)
    assert [(one.target, one.halted) for one in state_of(battle).charges] == [("c1", False)]
    battle.play("step firing")
    fired, *_ = battle.play("fire c1 u1 1 die 10")
    # Five stands at factor 9, and not six: 3.6.
    assert figures(battle)["u1"] == 24 - 3, fired.text()


def test_the_sheet_of_a_charged_unit_has_what_it_may_do() -> None:
    battle = charged("c1 u1 flank", "c2 u5")
    assert taps(battle, "u1") == {"stand {unit}", "turn {unit}"}
    assert taps(battle, "u5") == {"stand {unit}", "evade {unit}", "evade {unit} caught"}
    assert taps(battle, "u2") == set()
    battle.play("turn u1")
    battle.play("evade u5")
    assert taps(battle, "u1") == taps(battle, "u5") == set()


@pytest.mark.rule("mckie:resp.1")
def test_a_response_has_its_time() -> None:
    battle = charged("c1 u1", step="melee")
    assert rule_of(battle, "stand u1") == "mckie:period.4"


@pytest.mark.rule("mckie:morale.when.2")
@pytest.mark.parametrize("response", ["stand u1", "turn u1 6"])
def test_whoever_waits_for_a_charge_tests_to_receive_it(response: str) -> None:
    battle = charged("c1 u1 flank")
    battle.play(response)
    battle.play("step receivers_test")
    test, *_ = battle.play("morale u1 die 5")
    flanked = -2 in [line.value for line in test.ledger()]
    assert flanked is (response == "stand u1")
    assert not [one for one in desk_of(battle).due if one.page == "morale"]


@pytest.mark.rule("mckie:morale.when.2")
def test_an_evader_does_not() -> None:
    battle = charged("c1 u5")
    battle.play("evade u5")
    battle.play("step receivers_test")
    assert not [one for one in desk_of(battle).due if one.page == "morale"]


# Several enemies

THIRD = "add c3 confederate infantry experienced muzzle_loading_rifle 24 Third"


@pytest.mark.rule("mckie:melee.flank.1", "mckie:fat.1", "mckie:morale.factor.flanked")
def test_one_charged_in_front_and_in_flank_strikes_only_before_its_front() -> None:
    battle = charged("c1 u1", "c2 u1 flank", step="melee")
    both = "melee c1 u1 16 and c2 u1 8 and u1 c1 16 c2 4 dice 3 6 3 6 3 6"
    assert rule_of(battle, both) == "mckie:melee.flank.1"
    battle.play("melee c1 u1 16 and c2 u1 8 and u1 c1 16 dice 3 6 3 6 3 6")
    unit = state_of(battle).units["u1"]
    assert "attacked_in_flank_or_rear" in unit.did
    assert "struck_flank" in unit.felt
    battle.play("step fatigue")
    battle.play("fatigue u1")  # without a die
    assert state_of(battle).units["u1"].fatigued


@pytest.mark.rule("mckie:melee.flank.1", "mckie:melee.flank.2")
def test_an_old_melee_gives_no_blow_at_a_new_enemy_in_the_flank() -> None:
    battle = roster(*MORE, step="charges_first")
    for entry in ("charge c1 u1 die 5", "step melee", "melee c1 u1 16 and u1 c1 16 dice 3 2 3 2"):
        battle.play(entry)
    # Neither gives ground, as far as the players can see.
    state_of(battle).contacts = (Contact("c1", "u1", "front", 1),)
    for entry in ("period", "step charges_first", "charge c2 u1 rear die 5", "step melee"):
        battle.play(entry)
    assert rule_of(battle, "melee c1 u1 16 and c2 u1 8 and u1 c2 8") == "mckie:melee.flank.1"
    battle.play("melee c1 u1 16 and c2 u1 8 and u1 c1 16 dice 3 6 3 6 3 6")


@pytest.mark.rule("mckie:morale.when.2", "mckie:melee.flank.1", "mckie:fat.1")
def test_a_second_unit_that_a_charge_strikes_tests_and_is_struck_where_it_stands() -> None:
    battle = roster(*MORE, THIRD, "initiative union 7 confederate 4", "first union")
    for entry in ("step charges_first", "charge u1 c1 die 5", "step receivers_test"):
        battle.play(entry)
    assert rule_of(battle, "stand c3 u2") == "mckie:resp.1"  # nobody of that name charges
    battle.play("stand c3 u1 flank")
    assert {one.unit for one in due_of(battle)} == {"c1", "c3"}
    battle.play("morale c1 die 5")
    test, *_ = battle.play("morale c3 die 5")
    assert -2 in [line.value for line in test.ledger()]
    battle.play("step melee")
    every = "melee u1 c1 16 c3 8 and c1 u1 16 and c3 u1 8 dice 3 3 3 3 3 3"
    assert rule_of(battle, every) == "mckie:melee.flank.1"
    battle.play("melee u1 c1 16 c3 8 and c1 u1 16 dice 3 3 3 3")
    assert "attacked_in_flank_or_rear" in state_of(battle).units["c3"].did


@pytest.mark.rule("mckie:resp.1")
def test_a_second_unit_fires_at_the_charge_only_before_its_front() -> None:
    for where, rule in (("", ""), ("flank", "mckie:resp.1")):
        battle = roster(*MORE, THIRD, "initiative union 7 confederate 4", "first union")
        entry = f"stand c3 u1 {where}".strip()
        for told in ("step charges_first", "charge u1 c1 die 5", entry, "step firing"):
            battle.play(told)
        if rule:
            assert rule_of(battle, "fire c3 u1 1") == rule
        else:
            battle.play("fire c3 u1 1 die 9")


@pytest.mark.rule("mckie:morale.when.2", "mckie:morale.result.m3a")
def test_a_charge_goes_on_at_the_second_when_its_target_does_not_wait() -> None:
    battle = roster(*MORE, THIRD, "initiative union 7 confederate 4", "first union")
    for entry in ("step charges_first", "charge u1 c2 die 5", "step receivers_test"):
        battle.play(entry)
    battle.play("stand c3 u1")
    battle.play("lose c2 12")
    battle.play("morale c2 die 2")
    assert state_of(battle).units["c2"].standing == "routing"
    (charge,) = state_of(battle).charges
    assert (charge.target, charge.halted) == ("c3", False)
    # If that one does not wait either, it halts.
    battle.play("lose c3 18")
    battle.play("morale c3 die 2")
    assert all(one.halted for one in state_of(battle).charges)


@pytest.mark.rule("mckie:melee.factor.charge", "mckie:melee.factor.cavopen")
@pytest.mark.parametrize("word, caught", [("", False), ("charge", True)])
def test_a_charge_is_one_only_against_those_it_strikes(word: str, caught: bool) -> None:
    battle = roster(*MORE, "initiative union 7 confederate 4", "first union")
    # Horse charges one regiment, and another charges the Horse.
    for entry in ("step charges_first", "charge u5 c1 die 5", "step charges_second"):
        battle.play(entry)
    for entry in ("charge c2 u5 flank die 5", "step melee"):
        battle.play(entry)
    said = battle.play(f"melee u5 {word} c1 12 and c1 u5 12 and c2 u5 8 dice 3 9 3 9 3 9")
    blows = {one.unit: one for one in said if isinstance(one, Blows)}
    lines = {id: [line.value for line in one.lines] for id, one in blows.items()}
    assert -2 in lines["c1"]
    assert (-2 in lines["c2"]) is caught


@pytest.mark.rule("mckie:melee.res.3", "mckie:melee.flank.1", "mckie:fat.1")
def test_a_follow_up_comes_upon_somebody_else() -> None:
    battle = roster(*MORE, THIRD, "initiative union 7 confederate 4", "first union")
    blows = "melee u1 c1 24 and c1 u1 4 dice 5 1 2 10"
    for entry in ("step charges_first", "charge u1 c1 die 5", "step melee", blows):
        battle.play(entry)
    battle.play("step melee_results")
    # It follows those it has beaten; others only get in its way.
    assert rule_of(battle, "follow u1 c3 flank") == "mckie:melee.res.3"
    battle.play("follow u1 c1")
    battle.play("follow u1 c3 flank")
    assert "struck_flank" in state_of(battle).units["c3"].felt
    battle.play("morale c1 die 5")
    battle.play("period")
    battle.play("step melee")
    back = "melee u1 c1 16 c3 8 and c1 u1 8 and c3 u1 8 dice 3 3 3 3 3 3"
    assert rule_of(battle, back) == "mckie:melee.flank.1"
    battle.play("melee u1 c1 16 c3 8 and c1 u1 8 dice 3 3 3 3")
    assert "attacked_in_flank_or_rear" in state_of(battle).units["c3"].did


# The end of a day


@pytest.mark.rule("mckie:loss.1")
@pytest.mark.rule("mckie:loss.3")
def test_the_result_tells_what_became_of_the_losses() -> None:
    battle = roster(*TWO, "lose u1 20", step="other_morale")
    battle.play("end confederate")
    result = battle.result
    assert result is not None
    found = {(one.side, one.reason): one.points for one in result.scores}
    assert found["union", "figures dead"] == 3
    assert found["union", "figures badly wounded"] == 7
    assert found["union", "figures back with their units at the end of the day"] == 10
    assert found["union", "figures taken prisoner"] == 0


@pytest.mark.rule("mckie:loss.2")
@pytest.mark.rule("mckie:loss.3")
def test_the_lightly_hurt_are_back_the_next_day() -> None:
    battle = roster(*TWO, "lose u1 20", "lose u4 3", "state u2 routing", "state u1 fatigued")
    assert rule_of(battle, "day") == "mckie:period.14"
    battle.play("step other_morale")
    told = " ".join(event.text() for event in battle.play("day"))
    assert "Union losses of the day: 3 dead, 9 badly wounded, 0 prisoners, 11 back" in told
    assert (figures(battle)["u1"], figures(battle)["u4"]) == (14, 2)
    state = state_of(battle)
    assert (state.units["u2"].standing, state.units["u1"].fatigued) == ("steady", False)
    assert state.period == 2
    # The dead of the first day do not come back on the second.
    battle.play("lose u1 4")
    battle.play("step other_morale")
    battle.play("day")
    assert figures(battle)["u1"] == 12
    assert longroll.replay(battle.record()).hash() == battle.hash()


@pytest.mark.rule("mckie:loss.3")
def test_prisoners_and_whoever_left_the_field_stay_away() -> None:
    battle = roster(*TWO, "remove u2", step="other_morale")
    state_of(battle).change("u1", figures=10, captured=10)
    battle.play("day")
    assert figures(battle)["u1"] == 12
    assert state_of(battle).units["u2"].place == "gone"
