"""The book's example of a melee, number by number."""

from __future__ import annotations

import pytest

from longroll.systems.mckie.melee import results as melee_results
from longroll.systems.mckie.melee import rules as melee
from longroll.systems.mckie.melee.results import Tally
from longroll.systems.mckie.melee.rules import Fighter, Front, Group, Strike
from longroll.systems.mckie.risk import rules as risk

UNITS = {
    "1": Fighter("infantry", "experienced", "charge", general="in_chain"),
    "2": Fighter("infantry", "veteran", "charge"),
    "A": Fighter("infantry", "experienced"),
    "B": Fighter("artillery_crew", "veteran"),
}


def strikes() -> dict[str, Strike]:
    return {
        "1": melee.strike(UNITS, "1", [Group("A", 32)], 3, 6),
        "2": melee.strike(UNITS, "2", [Group("A", 12), Group("B", 8)], 3, 7),
        "A": melee.strike(UNITS, "A", [Group("1", 20), Group("2", 12)], 3, 4),
        "B": melee.strike(UNITS, "B", [Group("2", 4)], 4, 8),
    }


@pytest.mark.rule("mckie:form.supported.3")
def test_all_32_figures_of_the_supported_line_fight() -> None:
    brigade = Front("infantry", "supported_line", (4, 4), in_contact=4, attack="charge")
    assert melee.figures_fighting(brigade) == 32


@pytest.mark.rule(
    "mckie:melee.proc.1", "mckie:melee.proc.2", "mckie:melee.chance", "mckie:ex.melee.attr"
)
@pytest.mark.parametrize(
    "unit, lines, tenths, lost",
    [
        ("1", [[3, 1, 1, 3]], [51], {"A": 5}),
        ("2", [[3, 1, 1, 3], [3, 1, 1, 3]], [19, 14], {"A": 2, "B": 1}),
        ("A", [[3, 3], [3, 3]], [24, 14], {"1": 3, "2": 2}),
        ("B", [[3, 1, -2, 4]], [5], {"2": 0}),
    ],
)
def test_each_strike(
    unit: str, lines: list[list[int]], tenths: list[int], lost: dict[str, int]
) -> None:
    strike = strikes()[unit]
    assert [[line.value for line in blow.lines] for blow in strike.blows] == lines
    assert [blow.tenths for blow in strike.blows] == tenths
    assert strike.lost == lost


@pytest.mark.rule(
    "mckie:melee.lose.1",
    "mckie:melee.lose.2",
    "mckie:melee.res.1",
    "mckie:melee.res.2",
    "mckie:melee.res.3",
    "mckie:ex.melee.attr",
)
def test_both_union_units_have_lost() -> None:
    struck = strikes()
    lost = melee.losses(list(struck.values()))
    assert lost == {"A": 7, "B": 1, "1": 3, "2": 2}
    found = melee_results.outcome(
        {unit: Tally(lost[unit], struck[unit].inflicted, UNITS[unit].attack) for unit in UNITS}
    )
    assert found.lost == found.must_test == ("A", "B")
    assert found.captured == {"A": 1, "B": 1}
    assert found.fall_back == {"A": 300, "B": 300}
    assert found.may_follow_up == ("1", "2")


@pytest.mark.rule("mckie:ex.general")
def test_the_general_survives_with_a_2() -> None:
    assert risk.is_in_danger("melee")
    assert risk.fate(2) == "unharmed"
