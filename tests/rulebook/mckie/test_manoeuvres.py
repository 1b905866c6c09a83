"""Manoeuvres, passage of lines and digging."""

from __future__ import annotations

import pytest

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.movement.manoeuvres import (
    Manoeuvre,
    Manoeuvred,
    Posture,
    bar_to_pass_lines,
    change_costs,
    manoeuvred,
    passage_cost,
)
from longroll.systems.mckie.movement.rules import Move, reach
from longroll.systems.mckie.terrain.digging import bar_to_dig, trench_dug
from longroll.systems.mckie.words import Arm, Formation, State


def done(arm: Arm, formation: Formation, *words: Manoeuvre, state: State = "steady") -> Manoeuvred:
    found = manoeuvred(Posture(arm, formation), words, state)
    assert isinstance(found, Manoeuvred), found
    return found


def cost(arm: Arm, formation: Formation, *words: Manoeuvre, state: State = "steady") -> int:
    """The share of its move that a unit spends."""
    return 100 - done(arm, formation, *words, state=state).left


def refused(arm: Arm, formation: Formation, *words: Manoeuvre) -> str:
    found = manoeuvred(Posture(arm, formation), words)
    assert isinstance(found, Refusal), found
    return found.rule


@pytest.mark.rule("mckie:man.linecol")
@pytest.mark.parametrize("arm", ["infantry", "cavalry", "dismounted_cavalry"])
def test_line_and_column(arm: Arm) -> None:
    assert cost(arm, "line", "form_column") == 50
    assert cost(arm, "column", "form_line") == 50
    assert cost(arm, "road_march", "form_line") == 50
    assert cost(arm, "line", "form_road_march") == 50
    assert cost(arm, "line", "form_attack_column") == 50
    assert done(arm, "line", "form_column").costs[0].rule == "mckie:man.linecol"
    # Columns among themselves change for nothing, and so does what is formed already.
    assert cost(arm, "road_march", "form_column") == 0
    assert cost(arm, "line", "form_line") == 0


@pytest.mark.rule("mckie:man.support")
def test_line_and_supported_line() -> None:
    assert cost("infantry", "line", "form_supported_line") == 25
    assert cost("infantry", "supported_line", "form_line") == 25
    # From column a unit passes through line.
    assert [one.share for one in change_costs("column", "supported_line")] == [50, 25]
    assert cost("infantry", "supported_line", "form_column") == 75


@pytest.mark.rule("mckie:man.extended")
@pytest.mark.parametrize("other", ["line", "column", "supported_line", "road_march"])
def test_extended_order(other: Formation) -> None:
    assert [one.rule for one in change_costs(other, "extended")] == ["mckie:man.extended"]
    assert [one.share for one in change_costs("extended", other)] == [50]
    assert cost("infantry", other, "form_extended") == 50
    assert refused("cavalry", other, "form_extended") == "mckie:form.ext.1"


@pytest.mark.rule("mckie:man.skirmish")
@pytest.mark.parametrize("other", ["line", "column", "extended"])
def test_whole_units_skirmishing(other: Formation) -> None:
    assert [one.rule for one in change_costs(other, "skirmish")] == ["mckie:man.skirmish"]
    assert [one.share for one in change_costs("skirmish", other)] == [50]
    assert refused("cavalry", other, "form_skirmish") == "mckie:form.skirm.1"


@pytest.mark.rule("mckie:man.detach", "mckie:form.skirm.2")
def test_a_screen_costs_nothing() -> None:
    assert cost("infantry", "line", "detach_screen", "recall_screen") == 0
    assert refused("field_artillery", "unlimbered", "detach_screen") == "mckie:man.detach"


@pytest.mark.rule("mckie:man.face")
def test_each_turn_costs_a_quarter() -> None:
    assert cost("infantry", "line", "turn") == 25
    assert cost("infantry", "line", "turn", "turn", "turn", "turn") == 100
    assert refused("infantry", "line", "turn", "turn", "turn", "turn", "turn") == "mckie:man.face"


@pytest.mark.rule("mckie:man.faceaway")
@pytest.mark.parametrize("state", ["retiring", "retreating", "routing"])
def test_the_first_turn_away_is_free(state: State) -> None:
    assert cost("infantry", "line", "turn", state=state) == 0
    assert cost("infantry", "line", "turn", "turn", state=state) == 25
    assert done("infantry", "line", "turn", state=state).costs[0].rule == "mckie:man.faceaway"


@pytest.mark.rule("mckie:man.mount")
def test_mounting_and_dismounting() -> None:
    down = done("cavalry", "line", "dismount")
    assert (down.posture, down.left) == (Posture("dismounted_cavalry", "line"), 75)
    up = done("dismounted_cavalry", "column", "mount")
    assert (up.posture, up.left) == (Posture("cavalry", "column"), 75)
    assert done("general", "mounted", "dismount").posture == Posture("general", "dismounted")
    assert refused("infantry", "line", "mount") == "mckie:man.mount"
    assert refused("cavalry", "line", "mount") == "mckie:man.mount"
    assert refused("dismounted_cavalry", "line", "dismount") == "mckie:man.mount"
    assert refused("field_artillery", "limbered", "mount") == "mckie:man.mount"
    assert refused("dismounted_cavalry", "skirmish", "mount") == "mckie:form.skirm.1"


@pytest.mark.rule("mckie:man.limber")
def test_field_guns_limber_in_half_a_move() -> None:
    limbered = done("field_artillery", "unlimbered", "limber")
    assert (limbered.posture.formation, limbered.left) == ("limbered", 50)
    assert cost("field_artillery", "road_march", "unlimber") == 50
    assert refused("field_artillery", "limbered", "limber") == "mckie:man.limber"
    assert refused("field_artillery", "unlimbered", "unlimber") == "mckie:man.limber"
    assert refused("infantry", "line", "limber") == "mckie:man.limber"


@pytest.mark.rule("mckie:man.siege")
def test_siege_guns_limber_in_a_complete_period() -> None:
    assert cost("siege_artillery", "unlimbered", "limber") == 100
    assert cost("siege_artillery", "limbered", "unlimber") == 100
    moved = reach(Move(arm="siege_artillery", formation="unlimbered", manoeuvres=("limber",)))
    assert not isinstance(moved, Refusal)
    assert moved.distance == 0
    assert refused("siege_artillery", "unlimbered", "turn", "limber") == "mckie:man.siege"


def test_what_is_left_is_moved_in_the_new_formation() -> None:
    # (MK-M47) A line turns, forms column and moves a quarter of 8.
    moved = reach(Move(arm="infantry", formation="line", manoeuvres=("turn", "form_column")))
    assert not isinstance(moved, Refusal)
    assert moved.distance == 200


def test_guns_in_action_form_nothing() -> None:
    assert refused("field_artillery", "unlimbered", "form_road_march") == "mckie:man.limber"
    assert refused("field_artillery", "limbered", "form_line") == "mckie:form.line"
    assert cost("general", "mounted", "turn", "pass_lines") == 0


# Passage of lines


@pytest.mark.rule("mckie:pass.1")
def test_skirmishers_pass_and_are_passed_for_nothing() -> None:
    for found in (passage_cost("skirmish", "line"), passage_cost("line", "skirmish")):
        assert (found.share, found.rule) == (0, "mckie:pass.1")
    assert cost("infantry", "skirmish", "pass_lines") == 0


@pytest.mark.rule("mckie:pass.2")
def test_other_troops_lose_half_their_move() -> None:
    found = passage_cost("column", "line")
    assert (found.share, found.rule) == (50, "mckie:pass.2")
    assert cost("infantry", "line", "pass_lines") == 50


@pytest.mark.rule("mckie:pass.3")
def test_both_units_end_clear_of_each_other() -> None:
    assert bar_to_pass_lines(ends_clear=True) is None
    found = bar_to_pass_lines(ends_clear=False)
    assert found is not None
    assert found.rule == "mckie:pass.3"


@pytest.mark.rule("mckie:pass.4")
def test_neither_charges() -> None:
    found = bar_to_pass_lines(ends_clear=True, either_charges=True)
    assert found is not None
    assert found.rule == "mckie:pass.4"
    charge = Move(arm="infantry", formation="line", pace="charge", manoeuvres=("pass_lines",))
    barred = reach(charge)
    assert isinstance(barred, Refusal)
    assert barred.rule == "mckie:pass.4"


# Digging


@pytest.mark.rule("mckie:dig.1")
@pytest.mark.parametrize(
    "figures, periods, inches", [(4, 4, 1), (4, 3, 0), (8, 4, 2), (7, 4, 1), (3, 8, 0), (4, 8, 2)]
)
def test_four_figures_dig_an_inch_in_four_periods(figures: int, periods: int, inches: int) -> None:
    assert trench_dug(figures, periods) == inches * 100


@pytest.mark.rule("mckie:dig.2")
def test_who_digs_does_nothing_else() -> None:
    assert bar_to_dig() is None
    found = bar_to_dig(did_anything_else=True)
    assert found is not None
    assert found.rule == "mckie:dig.2"


@pytest.mark.rule("mckie:dig.4")
def test_fatigued_troops_do_not_dig() -> None:
    found = bar_to_dig(fatigued=True)
    assert found is not None
    assert found.rule == "mckie:dig.4"
