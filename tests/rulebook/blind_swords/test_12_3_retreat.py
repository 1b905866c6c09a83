"""12.3 Retreats: where units fall back to, and what it costs them."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords.cohesion_events import (
    BreakTested,
    CohesionChecked,
    MoraleHit,
    Removed,
    Retreated,
)
from longroll.systems.blind_swords.fire_events import Fired
from longroll.systems.blind_swords.priorities import home_hexes
from tests.rulebook.blind_swords.field import choices, refused, unit
from tests.rulebook.blind_swords.steps import (
    after,
    cohesion_test,
    falls_back,
    settle,
    state_of,
    told,
)

# Around 2005: 2004 is north, 2006 south, 1905 and 2105 north of them, 1906 and 2106 south.


@pytest.mark.rule("blind_swords:12.3.1")
def test_each_side_has_three_hexes_that_face_its_edge() -> None:
    battle = after({"2005": "16oh"})
    assert home_hexes(state_of(battle), "union", "2005") == ["2004", "1905", "2105"]
    assert home_hexes(state_of(battle), "confederate", "2005") == ["2006", "2106", "1906"]


@pytest.mark.rule("blind_swords:12.3.1")
@pytest.mark.rule("blind_swords:12.3.2")
def test_homeward_among_equals_is_the_owners_choice() -> None:
    battle = after({"2005": "16oh"}, falls_back("16oh", 1, "2005"))
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert choices(battle) == [
        "retreat 16oh 2004",
        "retreat 16oh 2105",
        "retreat 16oh 1905",
    ]
    assert refused(battle, "retreat 16oh 2006") == ["blind_swords:12.3.2"]
    assert refused(battle, "retreat 16oh 2003") == ["blind_swords:12.3.3"]
    battle.play("retreat 16oh 2105")
    assert unit(battle, "16oh").hex == "2105"
    assert told(battle, Retreated)[0].rules == ("blind_swords:12.3.2",)


@pytest.mark.rule("blind_swords:12.3.2")
@pytest.mark.rule("blind_swords:12.3.1")
def test_the_direction_comes_last() -> None:
    """Fire from the north drives a Union unit south, away from its own edge."""
    battle = after({"2005": "16oh", "2002": "29la-a"}, falls_back("16oh", 1, "2005", "2002"))
    assert choices(battle) == [
        "retreat 16oh 2106",
        "retreat 16oh 2006",
        "retreat 16oh 1906",
    ]


@pytest.mark.rule("blind_swords:12.3.2")
def test_not_beside_an_enemy_comes_before_everything_but_the_enemys_own_hex() -> None:
    """Enemies north-east and north-west cover every hex but that to the south."""
    units = {"2005": "16oh", "2104": "29la-a", "1904": "29la-b"}
    battle = after(units, falls_back("16oh", 1, "2005"))
    assert set(choices(battle)) == {
        "retreat 16oh 2006",
        "retreat 16oh 1906",
        "retreat 16oh 2106",
    }


@pytest.mark.rule("blind_swords:12.3.2")
def test_a_full_hex_is_passed_over_and_one_that_is_not_water_taken_first() -> None:
    battle = after({"2005": "16oh", "2004": "54in", "1905": "120oh"}, falls_back("16oh", 1, "2005"))
    assert unit(battle, "16oh").hex == "2105"


@pytest.mark.rule("blind_swords:12.3.2")
def test_bayou_and_cypress_come_after_dry_ground() -> None:
    """Homeward from 2119 there is nothing but Bayou."""
    battle = after({"2119": "16oh"}, falls_back("16oh", 1, "2119"))
    terrain = state_of(battle).game.map.terrain
    assert [terrain[hex] for hex in home_hexes(state_of(battle), "union", "2119")].count(
        "bayou"
    ) == 3
    assert {terrain[one.split()[-1]] for one in choices(battle)} == {"clear"}


@pytest.mark.rule("blind_swords:12.3.3")
def test_a_retreat_of_two_ends_two_hexes_away() -> None:
    battle = after({"2005": "16oh"}, falls_back("16oh", 2, "2005"))
    battle.play("retreat 16oh 2105")
    assert {one.split()[-1] for one in choices(battle)} == {"2104", "2204"}
    settle(battle)
    assert len(told(battle, Retreated)) == 2
    assert told(battle, Fired) == []


@pytest.mark.rule("blind_swords:12.3.3")
def test_a_way_past_an_enemy_costs_a_morale_hit() -> None:
    """Whatever hex the unit goes to, an enemy is beside it."""
    units = {"2005": "16oh", "2003": "29la-a", "2007": "29la-b", "1804": "3ms", "2204": "4ms"}
    units |= {"1806": "31la-a", "2206": "31la-b"}
    battle = after(units, falls_back("16oh", 1, "2005"))
    settle(battle)
    assert unit(battle, "16oh").hits == 1
    assert told(battle, MoraleHit)[0].rules[0] == "blind_swords:12.3.3"


@pytest.mark.rule("blind_swords:12.3.3")
def test_passing_an_enemy_when_disrupted_is_a_break_test_without_another_retreat() -> None:
    units = {"2005": "16oh", "2003": "29la-a", "2007": "29la-b", "1804": "3ms", "2204": "4ms"}
    units |= {"1806": "31la-a", "2206": "31la-b"}
    states = {"16oh": {"hits": 2}}
    battle = after(units, falls_back("16oh", 1, "2005"), states=states, dice=(1,))
    settle(battle)
    assert told(battle, BreakTested)[0].passed
    assert len(told(battle, Retreated)) == 1


SURROUNDED = {
    "2004": "29la-a",
    "2105": "29la-b",
    "2106": "3ms",
    "2006": "4ms",
    "1906": "31la-a",
    "1905": "31la-b",
}


@pytest.mark.rule("blind_swords:12.3.3")
def test_without_a_way_infantry_breaks_and_guns_are_eliminated() -> None:
    battle = after({"2005": "16oh", **SURROUNDED}, falls_back("16oh", 1, "2005"))
    assert unit(battle, "16oh").box == "1"
    assert told(battle, Removed)[0].rules[0] == "blind_swords:12.3.3"
    battle = after({"2005": "lanphere", **SURROUNDED}, falls_back("lanphere", 1, "2005"))
    assert unit(battle, "lanphere").fate == "eliminated"


#: Enemies on every side of 2019 but that of the Bayou in 2018.
AT_THE_BAYOU = {"2119": "29la-a", "2120": "29la-b", "2020": "3ms", "1920": "4ms", "1919": "31la-a"}


@pytest.mark.rule("blind_swords:12.3.4")
@pytest.mark.parametrize(
    "units, start, terrain",
    [({}, "5606", "cypress"), (AT_THE_BAYOU, "2019", "bayou")],
)
def test_into_water_means_a_check_and_no_roll_on_a_table(
    units: dict[str, str], start: str, terrain: str
) -> None:
    battle = after({start: "16oh", **units}, falls_back("16oh", 1, start), dice=(6,))
    settle(battle)
    assert state_of(battle).game.map.terrain[unit(battle, "16oh").hex] == terrain
    [checked] = told(battle, CohesionChecked)
    assert "blind_swords:12.3.4" in checked.rules
    # A hit for the check; in the Bayou another for the enemies it passes.
    assert unit(battle, "16oh").hits == (2 if units else 1)


@pytest.mark.rule("blind_swords:12.3.6")
def test_off_the_own_edge_is_box_two_and_off_another_is_the_end() -> None:
    units = {"2000": "16oh", "1900": "29la-a", "2001": "29la-b", "2100": "3ms"}
    units |= {"1901": "31la-a", "2101": "31la-b"}
    battle = after(units, falls_back("16oh", 1, "2000"))
    assert unit(battle, "16oh").box == "2"
    assert told(battle, Removed)[0].rules[0] == "blind_swords:12.3.6"
    units = {"1005": "16oh", "1004": "29la-a", "1006": "29la-b", "1105": "3ms", "1106": "4ms"}
    battle = after(units, falls_back("16oh", 1, "1005"))
    assert unit(battle, "16oh").fate == "eliminated"


@pytest.mark.rule("blind_swords:12.3.6")
def test_guns_that_leave_by_the_own_edge_are_eliminated_all_the_same() -> None:
    units = {"2000": "lanphere", "1900": "29la-a", "2001": "29la-b", "2100": "3ms"}
    units |= {"1901": "31la-a", "2101": "31la-b"}
    battle = after(units, falls_back("lanphere", 1, "2000"))
    assert unit(battle, "lanphere").fate == "eliminated"


@pytest.mark.rule("blind_swords:12.3.5")
def test_guns_that_can_end_only_on_the_corduroy_bridge_are_eliminated() -> None:
    """From 3520 every hex but the bridge in 3519 is the enemy's."""
    near = ["3521", "3619", "3620", "3419", "3420"]
    enemies = dict(zip(near, ("29la-a", "29la-b", "3ms", "4ms", "31la-a"), strict=True))
    battle = after({"3520": "lanphere", **enemies}, falls_back("lanphere", 1, "3520"))
    assert unit(battle, "lanphere").fate == "eliminated"
    assert told(battle, Removed)[0].rules == ("blind_swords:12.3.5",)


@pytest.mark.rule("blind_swords:12.3.2")
def test_a_retreat_after_a_test_knows_who_caused_it() -> None:
    units = {"2005": "16oh", "2008": "29la-a"}
    battle = after(units, cohesion_test("16oh", "C", "2008"), dice=(4,))
    assert len(choices(battle)) == 3
    settle(battle)
    assert unit(battle, "16oh").hex in ("2004", "2105", "1905")
