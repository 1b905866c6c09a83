"""10.8 Skirmish Order, and horses."""

from __future__ import annotations

import pytest

from longroll.systems.blind_swords.moving_events import Formed
from tests.rulebook.blind_swords.field import choices, play, refused, unit
from tests.rulebook.blind_swords.marching import guns, left, thomas


@pytest.mark.rule("blind_swords:10.8.1", "chickasaw_bayou:15.1.1", "chickasaw_bayou:15.0.1")
def test_skirmish_order_costs_two_points_when_not_engaged() -> None:
    battle = thomas({"2910": "31la-a"})
    (event,) = play(battle, "move 31la-a", "form skirmish")
    assert isinstance(event, Formed)
    assert (event.cost, event.rules) == (4, ("blind_swords:10.8.1",))
    assert unit(battle, "31la-a").skirmish
    assert left(battle) == "3"
    assert "form line" not in choices(battle)  # some points are spent
    battle = thomas({"2911": "31la-a", "2912": "16oh"})
    play(battle, "move 31la-a")
    assert refused(battle, "form skirmish") == ["blind_swords:10.8.1"]  # Engaged
    battle = thomas({"2910": "31la-a"}, "defend")
    play(battle, "move 31la-a", "to 2909", "to 2908")
    assert refused(battle, "form skirmish") == ["blind_swords:10.8.1"]  # one point is left


@pytest.mark.rule("blind_swords:10.8.1", "chickasaw_bayou:15.1.2")
@pytest.mark.parametrize("order", ["attack", "defend", "maneuver"])
def test_leaving_skirmish_order_costs_all_points(order: str) -> None:
    skirmish = {"31la-a": {"skirmish": True}}
    battle = thomas({"2910": "31la-a"}, order, states=skirmish)
    play(battle, "move 31la-a", "form line")
    assert not unit(battle, "31la-a").skirmish
    assert choices(battle) == ["move 31la-b", "done"]
    battle = thomas({"2910": "31la-a"}, order, states=skirmish)
    play(battle, "move 31la-a", "to 2909")
    assert refused(battle, "form line") == ["blind_swords:10.8.1"]


@pytest.mark.rule("blind_swords:10.8.1", "blind_swords:8.5.2", "chickasaw_bayou:15.1.2")
def test_nobody_leaves_it_under_regroup() -> None:
    battle = thomas({"2910": "31la-a"}, "regroup", states={"31la-a": {"skirmish": True}})
    play(battle, "move 31la-a")
    assert refused(battle, "form line") == ["blind_swords:8.5.2"]


@pytest.mark.rule("blind_swords:15.1.1", "chickasaw_bayou:15.0.1")
def test_two_units_of_a_side_skirmish_at_most_and_no_guns() -> None:
    states = {"29la-a": {"skirmish": True}, "26la-a": {"skirmish": True}}
    battle = thomas({"2910": "31la-a", "1014": "29la-a", "1015": "26la-a"}, states=states)
    play(battle, "move 31la-a")
    assert refused(battle, "form skirmish") == ["blind_swords:15.1.1"]
    battle = thomas({"2910": "31la-a", "1014": "29la-a"}, states={"29la-a": {"skirmish": True}})
    play(battle, "move 31la-a", "form skirmish")
    assert refused(guns({"2910": "foster"}, "foster"), "form skirmish") == ["blind_swords:10.8.1"]


@pytest.mark.rule("blind_swords:3.1.6")
def test_nobody_forms_skirmish_order_in_company() -> None:
    battle = thomas({"2910": "29la-a 29la-b"})
    play(battle, "move 29la-a")
    assert refused(battle, "form skirmish") == ["blind_swords:3.1.6"]


@pytest.mark.rule("blind_swords:10.8.2", "blind_swords:2.1.9")
def test_cavalry_mounts_and_dismounts_for_two_points() -> None:
    battle = thomas({"2910": "28ms-cav"})
    play(battle, "move 28ms-cav")
    assert left(battle) == "8"
    (event,) = play(battle, "form dismounted")
    assert event.rules == ("blind_swords:10.8.2",)
    assert unit(battle, "28ms-cav").dismounted
    assert left(battle) == "3"  # of the 5 of infantry
    play(battle, "form mounted")
    assert left(battle) == "4"  # of the 8 of cavalry
    assert refused(battle, "form mounted") == ["blind_swords:10.8.2"]


@pytest.mark.rule("blind_swords:10.8.2")
def test_not_engaged_and_not_without_horses() -> None:
    battle = thomas({"2911": "28ms-cav", "2912": "16oh"})
    play(battle, "move 28ms-cav")
    assert refused(battle, "form dismounted") == ["blind_swords:10.8.2"]
    battle = thomas({"2911": "31la-a"})
    play(battle, "move 31la-a")
    assert refused(battle, "form dismounted") == ["blind_swords:10.8.2"]
    assert refused(battle, "form square") == ["blind_swords:10.8.1"]


@pytest.mark.rule("blind_swords:10.8.2", "blind_swords:2.1.9")
def test_on_foot_cavalry_goes_where_infantry_goes_but_mounts_where_horses_get() -> None:
    foot = {"28ms-cav": {"dismounted": True}}
    battle = thomas({"2613": "28ms-cav"}, states=foot)
    play(battle, "move 28ms-cav", "to 2614")  # Swamp
    assert refused(battle, "form mounted") == ["blind_swords:10.8.2"]
    battle = thomas({"3016": "28ms-cav"}, states=foot)
    play(battle, "move 28ms-cav")
    assert refused(battle, "to 3017") == ["chickasaw_bayou:2.10h.5"]  # Bayou: not even on foot


@pytest.mark.rule("blind_swords:10.8.1", "chickasaw_bayou:15.1.2")
@pytest.mark.parametrize("order", ["attack", "defend", "maneuver"])
def test_skirmishers_may_form_line_next_to_an_enemy_under_these_orders(order: str) -> None:
    # Only going into Skirmish Order asks for a place that is not Engaged (CB-82).
    units = {"2911": "31la-a", "2912": "16oh"}
    battle = thomas(units, order, states={"31la-a": {"skirmish": True}})
    play(battle, "move 31la-a", "form line")
    assert not unit(battle, "31la-a").skirmish
    assert unit(battle, "31la-a").hex == "2911"
