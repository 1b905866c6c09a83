"""10.5 Roads and March Column."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords.moving_events import Moved
from tests.rulebook.blind_swords.field import choices, play, refused, unit
from tests.rulebook.blind_swords.marching import guns, left, steps, thomas


@pytest.mark.rule("blind_swords:10.5.1", "chickasaw_bayou:2.10o.1")
def test_a_lane_costs_one_point_whatever_the_ground() -> None:
    battle = thomas({"3417": "31la-a"})
    (event,) = play(battle, "move 31la-a", "to 3418")  # Heavy Woods
    assert isinstance(event, Moved)
    assert (event.cost, event.lines[0].rule) == (2, "blind_swords:10.5.1")
    assert left(guns({"3417": "wofford"}, "wofford")) == "6"
    battle = guns({"3417": "wofford"}, "wofford")
    play(battle, "to 3418")  # by road only, and for one point
    assert left(battle) == "5"


@pytest.mark.rule("blind_swords:10.5.1")
def test_only_along_the_lane() -> None:
    battle = guns({"3318": "wofford"}, "wofford")  # next to 3418, but no lane between them
    assert "3418" not in steps(battle)


@pytest.mark.rule("blind_swords:10.5.2", "chickasaw_bayou:2.10o.2", "chickasaw_bayou:2.10o.3")
def test_a_pike_costs_infantry_one_and_others_half_a_point() -> None:
    battle = thomas({"2522": "31la-a", "2422": "28ms-cav"})
    (event,) = play(battle, "move 31la-a", "to 2621")  # up a Slope: the pike does not mind
    assert isinstance(event, Moved)
    assert (event.cost, event.lines[0].rule) == (2, "blind_swords:10.5.2")
    play(battle, "stop", "move 28ms-cav", "to 2522")
    assert left(battle) == "7½"
    battle = guns({"2522": "wofford"}, "wofford")
    play(battle, "to 2621")
    assert left(battle) == "5½"


@pytest.mark.rule("blind_swords:10.5a.1", "chickasaw_bayou:2.10o.2")
def test_march_column_costs_half_a_point_on_a_pike_under_maneuver() -> None:
    battle = thomas({"2522": "31la-a"}, "maneuver")
    play(battle, "move 31la-a")
    assert [said for said in choices(battle) if said.startswith("column")] == [
        "column 2621",
        "column 2422",
    ]
    (event,) = play(battle, "column 2621")
    assert isinstance(event, Moved)
    assert (event.cost, event.lines[0].rule) == (1, "blind_swords:10.5a.1")
    assert "blind_swords:10.5a.1" in refused(battle, "column 2722")
    play(battle, "to 2722")
    assert left(battle) == "4½"  # it is a way to move and not a formation


@pytest.mark.rule("blind_swords:10.5a.1")
def test_column_is_for_infantry_in_order_under_maneuver_on_pikes() -> None:
    battle = thomas({"2522": "31la-a"}, "attack")
    play(battle, "move 31la-a")
    assert refused(battle, "column 2621") == ["blind_swords:10.5a.1"]
    battle = thomas({"2522": "31la-a"}, "maneuver", states={"31la-a": {"skirmish": True}})
    play(battle, "move 31la-a")
    assert "blind_swords:10.5a.1" in refused(battle, "column 2621")
    battle = thomas({"2522": "28ms-cav"}, "maneuver")
    play(battle, "move 28ms-cav")
    assert "blind_swords:10.5a.1" in refused(battle, "column 2621")
    battle = thomas({"2520": "31la-a"}, "maneuver")
    play(battle, "move 31la-a")
    assert "blind_swords:10.5a.1" in refused(battle, "column 2521")  # a lane


@pytest.mark.rule("blind_swords:10.5a.1", "chickasaw_bayou:2.2a.4")
def test_no_column_goes_into_timber_which_takes_the_place_of_the_pike() -> None:
    battle = thomas({"2522": "31la-a"}, "maneuver", timber={"2621": "half"})
    play(battle, "move 31la-a")
    assert refused(battle, "column 2621")
    assert "column 2621" not in choices(battle)
    play(battle, "to 2621")  # at the cost of all points
    assert unit(battle, "31la-a").hex == "2621"


@pytest.mark.rule("blind_swords:10.5a.1", "blind_swords:3.1.4", "chickasaw_bayou:3.1.2")
def test_column_keeps_to_the_limit_of_stacking_in_every_hex() -> None:
    battle = thomas({"2522": "31la-a", "2621": "26la-a 26la-b"}, "maneuver")
    play(battle, "move 31la-a")
    assert refused(battle, "column 2621") == ["blind_swords:3.1.4"]
    assert "2621" in steps(battle)  # off the road there is a way past them


@pytest.mark.rule("blind_swords:10.5a.2")
def test_column_keeps_out_of_sight_of_the_enemy() -> None:
    battle = thomas({"2422": "31la-a", "2520": "16oh"}, "maneuver")
    play(battle, "move 31la-a")
    assert refused(battle, "column 2522") == ["blind_swords:10.5a.2"]
    assert "2522" in steps(battle)
    battle = thomas({"2422": "31la-a", "2519": "16oh"}, "maneuver")  # three hexes away
    play(battle, "move 31la-a")
    assert refused(battle, "column 2522") == []


@pytest.mark.rule("blind_swords:10.5a.1")
def test_a_whole_march_takes_the_column_where_it_is_cheaper() -> None:
    battle = thomas({"2522": "31la-a"}, "maneuver")
    play(battle, "move 31la-a 3021")
    assert unit(battle, "31la-a").hex == "3021"


@pytest.mark.rule("blind_swords:10.1.1")
def test_a_whole_move_goes_over_the_bridge_and_stops_at_water() -> None:
    battle = thomas({"3417": "31la-a"})
    play(battle, "move 31la-a 3520")
    assert unit(battle, "31la-a").hex == "3520"
    battle = thomas({"3015": "31la-a"}, dice=(2,))
    play(battle, "move 31la-a 3017")
    assert unit(battle, "31la-a").hex == "3017"


@pytest.mark.rule("blind_swords:10.5.2", "blind_swords:15.2.1")
@pytest.mark.parametrize("states, ahead", [({}, "7½"), ({"28ms-cav": {"skirmish": True}}, "7")])
def test_skirmishing_horses_pay_a_point_on_a_pike(states: dict[str, Any], ahead: str) -> None:
    # A point at least for each hex, on any road (CB-83).
    battle = thomas({"2522": "28ms-cav"}, states=states)
    play(battle, "move 28ms-cav", "to 2621")
    assert left(battle) == ahead
