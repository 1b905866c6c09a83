"""Risk to Generals."""

from __future__ import annotations

import pytest

from longroll.systems.mckie.risk import rules as risk
from longroll.systems.mckie.risk.rules import Danger, Officer


@pytest.mark.rule("mckie:risk.1")
@pytest.mark.parametrize("danger, rolls", [("fired_on", True), ("melee", True), ("none", False)])
def test_a_general_with_troops_under_fire_or_in_melee_rolls(danger: Danger, rolls: bool) -> None:
    assert risk.is_in_danger(danger) is rolls


@pytest.mark.rule("mckie:risk.2", "mckie:risk.3", "mckie:ex.general")
def test_a_1_kills_and_a_10_wounds() -> None:
    assert [risk.fate(die) for die in range(1, 11)] == [
        "killed",
        *["unharmed"] * 8,
        "seriously_wounded",
    ]


@pytest.mark.rule("mckie:risk.4")
def test_the_next_in_line_takes_over_after_a_full_period() -> None:
    assert risk.commands_from(struck_in=3) == 5


@pytest.mark.rule("mckie:risk.4")
def test_the_next_in_line_is_a_fit_subordinate_of_his_own() -> None:
    officers = [
        Officer("Reynolds", "corps", "Meade"),
        Officer("Wadsworth", "division", "Reynolds", fit=False),
        Officer("Doubleday", "division", "Reynolds"),
        Officer("Robinson", "division", "Reynolds"),
    ]
    found = risk.successor("Reynolds", officers)
    assert found is not None
    assert found.name == "Doubleday"
    assert risk.successor("Robinson", officers) is None
