"""12.0, 2.10d and 11.0 as this battle words them: retreats, Support, Trenches, Pioneers."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords import cohesion
from longroll.systems.blind_swords.assault_events import Advanced, AssaultRolled
from longroll.systems.blind_swords.cohesion_events import BreakTested, CohesionChecked, Retreated
from longroll.systems.blind_swords.priorities import home_hexes
from longroll.systems.blind_swords.support import is_supported
from tests.rulebook.blind_swords.field import choices, field, play, unit
from tests.rulebook.blind_swords.steps import (
    after,
    checks,
    falls_back,
    number,
    settle,
    state_of,
    told,
)


def supported(units: dict[str, str], id: str, **given: Any) -> bool:
    return is_supported(state_of(after(units, **given)), number(id))


@pytest.mark.rule("chickasaw_bayou:12.3.1")
@pytest.mark.rule("chickasaw_bayou:12.3.2")
@pytest.mark.parametrize("scenario", ["blakes-levee", "grand-assault"])
def test_the_union_goes_north_and_the_confederates_south(scenario: str) -> None:
    units = {"5002": "16oh", "5006": "29la-a"}
    state = state_of(after(units, scenario=scenario))
    assert home_hexes(state, "union", "5002") == ["5001", "4902", "5102"]
    assert home_hexes(state, "confederate", "4906") == ["4907", "5006", "4806"]


@pytest.mark.rule("chickasaw_bayou:12.3.2")
def test_direction_is_the_last_priority() -> None:
    """An enemy that caused it to the north: a Union unit goes south."""
    battle = after({"2005": "16oh", "2003": "29la-a"}, falls_back("16oh", 1, "2005", "2003"))
    settle(battle)
    assert told(battle, Retreated)[0].to in ("2006", "1906", "2106")


@pytest.mark.rule("chickasaw_bayou:12.4.1")
def test_one_steady_unit_of_the_brigade_in_the_hex_or_beside_it_supports() -> None:
    units = {"2005": "16oh", "2004": "42oh"}
    assert supported(units, "16oh")
    assert supported(units, "16oh", states={"42oh": {"worn": True}})
    assert not supported(units, "16oh", states={"42oh": {"hits": 1}})
    assert not supported({"2005": "16oh", "2004": "49in"}, "16oh")
    assert supported({"2005": "29la-a 29la-b"}, "29la-b")


@pytest.mark.rule("chickasaw_bayou:12.4.2")
def test_guns_are_supported_by_any_infantry_or_cavalry() -> None:
    assert supported({"2005": "foster 10mo-cav"}, "foster")
    assert supported({"2005": "foster", "2105": "49in"}, "foster")
    assert not supported({"2005": "foster lanphere"}, "foster")


@pytest.mark.rule("chickasaw_bayou:12.4.3")
def test_pioneers_support_nobody() -> None:
    """They are markers, and never count as a unit beside another."""
    assert not supported({"2005": "16oh"}, "16oh", pioneers={"2005": "front", "2004": "front"})


@pytest.mark.rule("chickasaw_bayou:12.4.4")
@pytest.mark.rule("chickasaw_bayou:2.10n.2")
@pytest.mark.rule("chickasaw_bayou:2.10j.6")
@pytest.mark.parametrize(
    "woods, clear", [("2708", "2808"), ("1513", "1512"), ("5404", "5403"), ("5404", "5604")]
)
def test_woods_neither_give_nor_receive_support(woods: str, clear: str) -> None:
    units = {woods: "16oh", clear: "42oh"}
    assert not supported(units, "16oh")
    assert not supported(units, "42oh")


@pytest.mark.rule("chickasaw_bayou:12.4.5")
def test_fallen_timber_does_not_matter_for_support() -> None:
    units = {"2005": "16oh", "2004": "42oh"}
    assert supported(units, "16oh", timber={"2005": "full", "2004": "half"})


@pytest.mark.rule("chickasaw_bayou:12.4.6")
def test_available_units_are_supported() -> None:
    assert supported({}, "16oh", states={"16oh": {"box": "available"}})


@pytest.mark.rule("chickasaw_bayou:12.4.7")
def test_without_support_the_rating_is_one_less() -> None:
    state = state_of(after({"2005": "16oh"}))
    assert cohesion.rating(state, number("16oh")) == 3


@pytest.mark.rule("chickasaw_bayou:2.10d.2")
@pytest.mark.rule("chickasaw_bayou:2.10d.4")
def test_the_trench_steadies_confederates_only() -> None:
    battle = after({"2922": "29la-a"}, checks("29la-a"), dice=(5,))
    [checked] = told(battle, CohesionChecked)
    assert (checked.rating, checked.passed) == (5, True)
    assert "chickasaw_bayou:2.10d.2" in [line.rule for line in checked.lines]
    battle = after({"2922": "16oh"}, checks("16oh"), dice=(4,))
    assert told(battle, CohesionChecked)[0].rating == 3


@pytest.mark.rule("chickasaw_bayou:2.10d.3")
def test_confederates_who_attack_out_of_a_trench_have_no_bonus_for_it() -> None:
    """Neither in the comparison nor in the check after a repulse."""
    battle = field(
        {"2922": "29la-a", "2921": "16oh", "2920": "42oh"},
        active="thomas attack",
        step="assault",
        dice=(1, 1, 4),
    )
    play(battle, "assault 2921 2922", "commit", "hold")
    [rolled] = told(battle, AssaultRolled)
    assert "chickasaw_bayou:11.c.10" in [line.rule for line in rolled.lines]
    [checked] = told(battle, CohesionChecked)
    assert (checked.rating, checked.passed) == (3, False)


@pytest.mark.rule("chickasaw_bayou:2.10h.10")
@pytest.mark.rule("chickasaw_bayou:2.10h.15")
@pytest.mark.rule("chickasaw_bayou:2.10j.1")
@pytest.mark.parametrize("die, hits", [(3, 0), (4, 1)])
def test_a_retreat_into_cypress_means_a_check_at_one_less(die: int, hits: int) -> None:
    battle = after({"5606": "16oh", "5506": "42oh"}, falls_back("16oh", 1, "5606"), dice=(die,))
    settle(battle)
    assert told(battle, CohesionChecked)[0].rating == 3
    assert unit(battle, "16oh").hits == hits


@pytest.mark.rule("chickasaw_bayou:2.10h.11")
@pytest.mark.rule("chickasaw_bayou:2.10j.1")
def test_a_disrupted_unit_that_fails_in_cypress_makes_a_break_test() -> None:
    states = {"16oh": {"hits": 2}}
    battle = after({"5606": "16oh"}, falls_back("16oh", 1, "5606"), dice=(6, 1), states=states)
    settle(battle)
    assert len(told(battle, BreakTested)) == 1
    assert len(told(battle, Retreated)) == 1


@pytest.mark.rule("blind_swords:11.4.6")
def test_lone_pioneers_are_removed_when_they_are_assaulted() -> None:
    battle = field(
        {"2004": "29la-a", "2003": "29la-b", "1000": "16oh"},
        active="thomas attack",
        step="assault",
        pioneers={"2005": "front"},
    )
    assert "assault 2005 2004" in choices(battle)
    play(battle, "assault 2005 2004", "commit")
    assert state_of(battle).pioneers == {}
    assert told(battle, AssaultRolled) == []
    assert [event.to for event in told(battle, Advanced)] == ["2005"]
