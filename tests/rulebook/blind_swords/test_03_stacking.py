"""3.0 Stacking: how much a hex holds, who leads, and who is displaced."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from longroll.systems.blind_swords import stacking
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import WAIT, guns, rules, steps, still, thomas


def lead(units: str, **states: dict[str, Any]) -> str:
    state = still({"2910": units}, states=states)
    return str(state.piece(stacking.candidates(state, state.stack("2910", "confederate"))[0]).id)


# Limits


@pytest.mark.rule("blind_swords:3.1.1", "blind_swords:3.1.2")
def test_ten_points_of_the_sides_that_are_up() -> None:
    state = still(
        {"2910": "31la-a 29la-a", "2912": "31la-b 29la-b"},
        states={"29la-a": {"worn": True, "hits": 1}},
    )
    assert stacking.points_in(state, "confederate", "2910") == 6 + 3  # Morale Hits do not count
    number = state.game.roster.number
    one_more = stacking.bars_to_stay(state, "2910", "confederate", [number["weems"]])
    assert [refusal.rule for refusal in one_more] == ["blind_swords:3.1.1"]
    assert not [*stacking.bars_to_stay(state, "2912", "confederate", ())]
    without = stacking.points_in(state, "confederate", "2910", without=[number["29la-a"]])
    assert without == 6


@pytest.mark.rule("blind_swords:1.3.3")
def test_half_a_point_of_guns_counts_as_one() -> None:
    assert stacking.counted(Fraction(1, 2), guns=True) == 1
    assert stacking.counted(Fraction(5, 2), guns=True) == 3
    assert stacking.counted(0, guns=False) == Fraction(1, 2)  # only guns are rounded up


@pytest.mark.rule("blind_swords:3.1.3", "blind_swords:3.1.1")
def test_units_pass_through_each_other_but_do_not_stay() -> None:
    battle = thomas({"2910": "31la-a", "2911": "26la-a 26la-b"})
    play(battle, "move 31la-a", "to 2911")  # 16 points in passing
    assert "stop" not in choices(battle)
    assert refused(battle, "stop") == ["blind_swords:3.1.1"]
    play(battle, "to 2912", "stop")
    assert unit(battle, "31la-a").hex == "2912"


@pytest.mark.rule("blind_swords:3.1.3", "blind_swords:3.3.2")
def test_who_may_still_leave_need_not_leave_first_but_the_last_to_come_is_displaced() -> None:
    battle = thomas({"2910": "31la-a", "2911": "29la-a"}, dice=(1,) * 9)
    play(battle, "move 31la-a", "to 2911", "stop")  # 11 points, but 29la-a can still go
    play(battle, "done")
    assert "Who is displaced" in str(battle.decision)
    # The last to come goes, home to the south, though not next to anybody.
    assert choices(battle) == [
        "displace 31la-a 2811",
        "displace 31la-a 2912",
        "displace 31la-a 3011",
    ]
    assert refused(battle, "displace 29la-a 2912") == ["blind_swords:3.3.2"]
    assert refused(battle, "displace 31la-a 2910") == ["blind_swords:3.3.2"]
    events = play(battle, "displace 31la-a 2912")
    assert events[0].rules == ("blind_swords:3.3.2",)
    assert unit(battle, "31la-a").hex == "2912"
    assert not battle.state.arrived  # type: ignore[attr-defined]


@pytest.mark.rule("blind_swords:3.3.2")
def test_nowhere_to_be_displaced_to_breaks_the_unit() -> None:
    ring = ["3009", "3110", "3111", "3011", "2911", "2910"]
    enemies = dict(zip(ring, ["16oh", "54in", "42oh", "22ky", "13il", "29mo"], strict=True))
    room = {"type": "MakeRoom", "side": "confederate", "hex": "3010"}
    battle = field(
        {"3010": "31la-a 29la-a", **enemies},
        agenda=[WAIT, room],
    )
    broken = [id for id in ("31la-a", "29la-a") if unit(battle, id).box == "1"]
    assert len(broken) == 1


@pytest.mark.rule("blind_swords:3.3.1")
def test_after_a_rebuild_anybody_is_displaced_but_not_into_bayou() -> None:
    room = {"type": "MakeRoom", "side": "confederate", "hex": "3016", "rebuild": True}
    battle = field(
        {"3016": "31la-a 29la-a", "1010": "16oh"},
        agenda=[WAIT, room],
    )
    goes = {said.split()[1] for said in choices(battle)}
    assert goes == {"31la-a", "29la-a"}
    assert "displace 29la-a 3017" not in choices(battle)
    assert "blind_swords:3.3.1" in refused(battle, "displace 29la-a 3017")
    events = play(battle, "displace 29la-a 3015")
    assert events[0].rules == ("blind_swords:3.3.1",)


@pytest.mark.rule("blind_swords:3.1.4")
def test_on_a_road_the_limit_binds_in_every_hex() -> None:
    # The lane goes through Heavy Woods: alone it costs 1, past others 3.
    battle = thomas({"3417": "31la-a"})
    events = play(battle, "move 31la-a", "to 3418")
    assert [str(detail) for detail in events[0].details()] == ["1 Lane [blind_swords:10.5.1]"]
    full = {"3418": "26la-a 26la-b"}
    battle = thomas({"3417": "31la-a", **full})
    events = play(battle, "move 31la-a", "to 3418")
    assert [detail.value for detail in events[0].details()] == ["3"]
    assert refused(battle, "stop") == ["blind_swords:3.1.1"]
    battle = guns({"3417": "wofford", **full}, "wofford")
    assert "3418" not in steps(battle)  # guns are in Heavy Woods by road only
    assert refused(battle, "to 3418") == ["blind_swords:3.1.4"]


@pytest.mark.rule("blind_swords:3.1.5")
def test_two_sides_never_share_a_hex() -> None:
    battle = thomas({"2910": "31la-a", "2911": "16oh"})
    play(battle, "move 31la-a")
    assert refused(battle, "to 2911") == ["blind_swords:3.1.5"]


@pytest.mark.rule("blind_swords:3.1.5", "blind_swords:3.1.6", "chickasaw_bayou:2.1a.8")
def test_a_lone_pioneer_is_removed_by_whoever_comes() -> None:
    battle = thomas(
        {"2910": "31la-a", "2912": "16oh"},
        timber={"2911": "half"},
        pioneers={"2911": "front"},
    )
    events = play(battle, "move 31la-a", "to 2911")
    assert "chickasaw_bayou:2.1a.8" in rules(events)
    assert not battle.state.pioneers  # type: ignore[attr-defined]


@pytest.mark.rule("blind_swords:3.1.6", "chickasaw_bayou:2.1a.6")
def test_pioneers_count_nothing() -> None:
    state = still({"2911": "16oh"}, timber={"2911": "half"}, pioneers={"2911": "front"})
    assert stacking.points_in(state, "union", "2911") == 10
    assert not [*stacking.bars_to_stay(state, "2911", "union", ())]


@pytest.mark.rule("blind_swords:3.1.6", "chickasaw_bayou:15.2.3")
def test_skirmishers_stack_with_nobody() -> None:
    state = still({"2910": "weems", "2911": "31la-a"}, states={"31la-a": {"skirmish": True}})
    weems = state.game.roster.number["weems"]
    rules = [r.rule for r in stacking.bars_to_stay(state, "2911", "confederate", [weems])]
    assert rules == ["blind_swords:3.1.6"]


# Lead Units


@pytest.mark.rule("blind_swords:3.2.1")
def test_the_strongest_leads_by_what_is_printed() -> None:
    assert lead("31la-a weems") == "31la-a"
    assert lead("29la-a 31la-b weems", **{"29la-a": {"worn": True}}) == "31la-b"
    assert lead("31la-b weems", **{"31la-b": {"hits": 2}}) == "31la-b"  # Morale Hits do not count


@pytest.mark.rule("blind_swords:3.2.2")
def test_infantry_before_cavalry_before_guns_and_the_owner_among_equals() -> None:
    # 28ms-cav worn has 4 as 31la-a worn has.
    worn = {"31la-a": {"worn": True}, "28ms-cav": {"worn": True}}
    assert lead("28ms-cav 31la-a", **worn) == "31la-a"
    assert lead("31la-b wofford", **{"31la-b": {"worn": True}}) == "31la-b"
    assert lead("hill-cav wofford") == "hill-cav"  # 2 points each
    state = still({"2910": "29la-a 29la-b"})
    assert len(stacking.candidates(state, state.stack("2910", "confederate"))) == 2


@pytest.mark.rule("blind_swords:3.2.2")
def test_guns_lead_only_guns() -> None:
    state = still({"2910": "foster 10mo-cav"})
    foster, troop = (state.game.roster.number[id] for id in ("foster", "10mo-cav"))
    assert stacking.candidates(state, state.stack("2910", "union")) == [troop]  # 2 points against 6
    assert stacking.candidates(state, [foster]) == [foster]


@pytest.mark.rule("blind_swords:3.2.3", "chickasaw_bayou:2.1a.13")
def test_a_pioneer_leads_nobody() -> None:
    state = still({"2911": "16oh"}, timber={"2911": "half"}, pioneers={"2911": "front"})
    assert (
        stacking.candidates(state, state.stack("2911", "union"))[0]
        == state.game.roster.number["16oh"]
    )
