"""12.1, 12.2, 12.5 to 12.7: checks, tests, Morale Hits, Battleworn and Break Tests."""

from __future__ import annotations

from fractions import Fraction

import pytest

from longroll.systems.blind_swords import cohesion, morale
from longroll.systems.blind_swords.cohesion_events import (
    BreakTested,
    CohesionChecked,
    CohesionTested,
    MoraleHit,
    Removed,
    Worn,
)
from tests.rulebook.blind_swords.field import unit
from tests.rulebook.blind_swords.steps import (
    after,
    breaks,
    checks,
    cohesion_test,
    number,
    settle,
    state_of,
    told,
)

#: 16th Ohio (10 points, Cohesion 4) with support from the 42nd beside it.
PAIR = {"2005": "16oh", "2004": "42oh"}
ALONE = {"2005": "16oh"}


# Checks


@pytest.mark.rule("blind_swords:12.1.1")
@pytest.mark.parametrize("die, hits", [(4, 0), (5, 1)])
def test_a_check_is_passed_at_or_below_the_rating(die: int, hits: int) -> None:
    battle = after(PAIR, checks("16oh"), dice=(die,))
    [checked] = told(battle, CohesionChecked)
    assert (checked.rating, checked.passed) == (4, hits == 0)
    assert "blind_swords:12.1.1" in checked.rules
    assert unit(battle, "16oh").hits == hits


@pytest.mark.rule("blind_swords:12.1.4")
@pytest.mark.rule("blind_swords:12.5.1")
def test_a_disrupted_unit_that_fails_a_check_makes_a_break_test() -> None:
    battle = after(PAIR, checks("16oh"), dice=(3, 1), states={"16oh": {"hits": 2}})
    [tested] = told(battle, BreakTested)
    assert tested.rules == ("blind_swords:12.7.1", "blind_swords:12.1.4")
    assert unit(battle, "16oh").hits == 2


@pytest.mark.rule("blind_swords:12.1.1")
def test_whoever_is_steadied_counts_a_one_without_a_roll() -> None:
    battle = after(ALONE, checks("16oh", steady=True), states={"16oh": {"hits": 2}})
    [checked] = told(battle, CohesionChecked)
    assert (checked.die, checked.rolls, checked.passed) == (1, (), True)


# The rating


@pytest.mark.rule("blind_swords:12.2.1")
@pytest.mark.rule("blind_swords:12.5.2")
@pytest.mark.rule("blind_swords:12.5.3")
@pytest.mark.parametrize(
    "units, id, states, rating",
    [
        (PAIR, "16oh", {}, 4),
        (ALONE, "16oh", {}, 3),
        (PAIR, "16oh", {"16oh": {"hits": 1}}, 3),
        (ALONE, "16oh", {"16oh": {"hits": 2}}, 1),
        (PAIR, "16oh", {"16oh": {"worn": True}}, 3),
        ({"3520": "29la-a 29la-b"}, "29la-a", {}, 6),
        ({"3520": "29la-a"}, "29la-a", {"29la-a": {"hits": 1, "worn": True}}, 3),
        ({"3520": "16oh 42oh"}, "16oh", {}, 4),
    ],
)
def test_the_modified_rating(
    units: dict[str, str], id: str, states: dict[str, dict[str, int]], rating: int
) -> None:
    battle = after(units, states=states)
    assert cohesion.rating(state_of(battle), number(id)) == rating


@pytest.mark.rule("blind_swords:12.5.2")
@pytest.mark.rule("blind_swords:12.5.3")
def test_hits_cost_points_of_strength_but_half_a_point_is_left() -> None:
    states = {"16oh": {"hits": 2}, "6mo-cav": {"hits": 2, "worn": True}, "42oh": {"hits": 1}}
    battle = after({"2005": "16oh", "2003": "6mo-cav", "2001": "42oh"}, states=states)
    found = [morale.strength(state_of(battle), number(id)) for id in ("16oh", "42oh", "6mo-cav")]
    assert found == [8, 8, Fraction(1, 2)]


# Tests


@pytest.mark.rule("blind_swords:12.1.2")
@pytest.mark.rule("blind_swords:12.2.2")
@pytest.mark.parametrize(
    "severity, rating", [("A", 5), ("B", 4), ("C", 3), ("D", 2), ("E", 3), ("F", 2)]
)
def test_severity_changes_the_rating(severity: str, rating: int) -> None:
    battle = after(PAIR, cohesion_test("16oh", severity), dice=(1,))
    [tested] = told(battle, CohesionTested)
    assert (tested.rating, tested.severity) == (rating, severity)
    assert "blind_swords:12.1.2" in tested.rules


@pytest.mark.rule("blind_swords:12.2.3")
@pytest.mark.parametrize(
    "severity, hits, worn",
    [("A", 0, 0), ("B", 0, 0), ("C", 0, 0), ("D", 1, 0), ("E", 1, 0), ("F", 0, 1)],
)
def test_what_a_passed_test_costs(severity: str, hits: int, worn: int) -> None:
    battle = after(PAIR, cohesion_test("16oh", severity), dice=(1,))
    assert (unit(battle, "16oh").hits, unit(battle, "16oh").worn) == (hits, worn)
    assert "blind_swords:12.2.3" in told(battle, CohesionTested)[0].rules


@pytest.mark.rule("blind_swords:12.2.4")
@pytest.mark.rule("blind_swords:12.2.5")
@pytest.mark.rule("blind_swords:12.6.1")
@pytest.mark.parametrize(
    "die, hits, worn, back",
    [(2, 1, False, 0), (3, 1, False, 1), (4, 0, True, 1), (5, 1, True, 2), (6, 2, True, 2)],
)
def test_what_a_failed_test_costs_by_its_margin(die: int, hits: int, worn: bool, back: int) -> None:
    """A rating of 1: an unsupported unit of Cohesion 4 at severity D."""
    battle = after(ALONE, cohesion_test("16oh", "D", "2006"), dice=(die,))
    if die == 6:
        assert told(battle, CohesionTested)[0].effects[-1] == "panic"
    settle(battle)
    own = unit(battle, "16oh")
    assert (own.hits, own.worn) == (hits, worn)
    assert state_of(battle).game.grid.distance("2005", own.hex) == back
    assert "blind_swords:12.2.4" in told(battle, CohesionTested)[0].rules


@pytest.mark.rule("blind_swords:12.2.6")
def test_battleworn_comes_before_hits_and_a_break_ends_it_all() -> None:
    """Battleworn again, so a Break Test comes first; it fails, and nothing else happens."""
    states = {"16oh": {"worn": True}}
    battle = after(ALONE, cohesion_test("16oh", "B"), dice=(6, 6), states=states)
    [tested] = told(battle, CohesionTested)
    assert tested.effects == ("battleworn", "morale_hit", "retreat_2")
    assert [type(event) for event in battle.log()][-2:] == [BreakTested, Removed]
    assert unit(battle, "16oh").box == "4"


@pytest.mark.rule("blind_swords:12.2.6")
def test_one_test_wears_a_unit_once() -> None:
    battle = after(ALONE, cohesion_test("16oh", "F"), dice=(4,))
    assert told(battle, CohesionTested)[0].effects == ("battleworn", "retreat_1")


@pytest.mark.rule("blind_swords:12.2.7")
@pytest.mark.parametrize("die, hex", [(3, "2005"), (4, "gone")])
def test_others_of_the_hex_check_and_go_along_if_they_fail(die: int, hex: str) -> None:
    """Guns with infantry beside them are supported."""
    units = {"2005": "13us-bttn lanphere", "2105": "113il"}
    battle = after(units, cohesion_test("13us-bttn", "B", "2006"), dice=(6, die))
    settle(battle)
    [checked] = told(battle, CohesionChecked)
    assert (checked.unit.id, checked.rating) == ("lanphere", 3)
    assert "blind_swords:12.2.7" in checked.rules
    assert unit(battle, "13us-bttn").hex != "2005"
    assert unit(battle, "13us-bttn").hits == 1
    assert (unit(battle, "lanphere").hex == "2005") == (hex == "2005")
    assert unit(battle, "lanphere").hits == 0


@pytest.mark.rule("blind_swords:12.2.7")
@pytest.mark.parametrize("die, back", [(4, 1), (6, 2)])
def test_others_of_the_hex_go_as_far_as_the_lead_unit(die: int, back: int) -> None:
    """A rating of 2 for the 16th at severity D, as the 42nd supports it."""
    battle = after({"2005": "16oh 42oh"}, cohesion_test("16oh", "D", "2006"), dice=(die, 6, 6))
    settle(battle)
    distance = state_of(battle).game.grid.distance
    assert [event.unit.id for event in told(battle, CohesionChecked)] == ["42oh"]
    assert [distance("2005", unit(battle, id).hex) for id in ("16oh", "42oh")] == [back, back]


@pytest.mark.rule("blind_swords:12.2.7")
def test_nobody_checks_where_the_lead_unit_stands() -> None:
    battle = after({"2005": "13us-bttn lanphere"}, cohesion_test("13us-bttn", "B"), dice=(4,))
    assert told(battle, CohesionChecked) == []
    assert unit(battle, "13us-bttn").hits == 1


@pytest.mark.rule("blind_swords:12.2.7")
@pytest.mark.parametrize("kind, checked", [("opportunity", []), ("defensive", ["lanphere"])])
def test_fire_at_a_mover_alone_concerns_nobody_else(kind: str, checked: list[str]) -> None:
    units = {"2005": "13us-bttn lanphere", "2006": "3ms"}
    targets = [number("13us-bttn")] + ([] if kind == "opportunity" else [number("lanphere")])
    volley = ["confederate", "2005", kind, [number("3ms")], targets]
    step = {"type": "RollFire", "volley": volley}
    battle = after(units, step, dice=(6, 5, 5, 1, 1))
    settle(battle)
    assert unit(battle, "13us-bttn").hex not in ("", "2005")
    assert [event.unit.id for event in told(battle, CohesionChecked)] == checked


# Hits and the Battleworn side


@pytest.mark.rule("blind_swords:2.2.1")
@pytest.mark.rule("blind_swords:12.5.1")
def test_shaken_then_disrupted_then_a_break_test() -> None:
    steps = [checks("16oh"), checks("16oh"), checks("16oh")]
    battle = after(ALONE, *steps, dice=(6, 6, 6, 1))
    assert [event.status for event in told(battle, MoraleHit)] == ["Shaken", "Disrupted"]
    assert len(told(battle, BreakTested)) == 1


@pytest.mark.rule("blind_swords:2.1.5")
@pytest.mark.rule("blind_swords:12.6.2")
def test_a_unit_that_flips_keeps_its_markers() -> None:
    states = {"16oh": {"hits": 1}}
    battle = after(PAIR, cohesion_test("16oh", "F"), dice=(1,), states=states)
    own = unit(battle, "16oh")
    assert (own.worn, own.hits) == (True, 1)
    assert told(battle, Worn)[0].points == 4
    assert state_of(battle).printed_strength(number("16oh")) == 6


@pytest.mark.rule("blind_swords:12.1.3")
@pytest.mark.rule("blind_swords:12.6.1")
def test_battleworn_again_is_a_break_test() -> None:
    states = {"16oh": {"worn": True}}
    battle = after(PAIR, cohesion_test("16oh", "F", "2006"), dice=(1, 3), states=states)
    [tested] = told(battle, BreakTested)
    assert tested.rules[1] == "blind_swords:12.1.3"
    assert (tested.rating, tested.passed) == (3, True)


# Break Tests


@pytest.mark.rule("blind_swords:12.7.1")
def test_whoever_stands_a_break_test_is_disrupted_and_falls_back_a_hex() -> None:
    battle = after(PAIR, breaks("16oh", causers=["2006"]), dice=(4,))
    settle(battle)
    own = unit(battle, "16oh")
    assert own.hits == 2
    assert state_of(battle).game.grid.distance("2005", own.hex) == 1


@pytest.mark.rule("blind_swords:12.7.1")
def test_a_unit_that_is_retreating_anyway_does_not_fall_back_for_its_break_test() -> None:
    """A test of margin 4 on a Battleworn unit: Break Test, hit, Break Test, retreat of two."""
    states = {"16oh": {"worn": True}}
    battle = after(PAIR, cohesion_test("16oh", "C", "2006"), dice=(6, 1, 1), states=states)
    settle(battle)
    assert len(told(battle, BreakTested)) == 2
    own = unit(battle, "16oh")
    assert own.hits == 2
    assert state_of(battle).game.grid.distance("2005", own.hex) == 2


@pytest.mark.rule("blind_swords:12.8.2")
@pytest.mark.parametrize(
    "die, hits, box, fate",
    [(5, 0, "1", ""), (6, 0, "2", ""), (6, 1, "3", ""), (6, 2, "4", "")],
)
def test_the_margin_of_a_failed_break_test_is_the_box(
    die: int, hits: int, box: str, fate: str
) -> None:
    states = {"16oh": {"hits": hits}}
    battle = after(PAIR, breaks("16oh"), dice=(die,), states=states)
    assert (unit(battle, "16oh").box, unit(battle, "16oh").fate) == (box, fate)
    assert unit(battle, "16oh").hex == ""


@pytest.mark.rule("blind_swords:12.8.2")
def test_a_margin_of_five_eliminates() -> None:
    states = {"16oh": {"hits": 2}}
    battle = after(ALONE, breaks("16oh"), dice=(6,), states=states)
    assert unit(battle, "16oh").fate == "eliminated"


@pytest.mark.rule("blind_swords:12.8.2")
def test_guns_are_eliminated_instead_of_broken() -> None:
    battle = after({"2005": "lanphere"}, breaks("lanphere"), dice=(3,))
    assert unit(battle, "lanphere").fate == "eliminated"
    assert unit(battle, "lanphere").box == ""
