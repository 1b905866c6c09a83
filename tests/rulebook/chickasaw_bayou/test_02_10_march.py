"""2.10 Water and woods on the march, and the Bayou Entry Table."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords import entering, movement
from longroll.systems.chickasaw_bayou.terrain import FIELD, MAP
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit
from tests.rulebook.blind_swords.marching import (
    WAIT,
    decourcy,
    guns,
    left,
    rules,
    steps,
    still,
    thomas,
)


@pytest.mark.rule("chickasaw_bayou:2.10g.1")
def test_nobody_enters_the_lake() -> None:
    battle = decourcy({"4507": "16oh"})
    play(battle, "move 16oh")
    assert refused(battle, "to 4508") == ["chickasaw_bayou:2.10g.1"]


@pytest.mark.rule("chickasaw_bayou:2.10h.5")
@pytest.mark.parametrize("dismounted", [False, True])
def test_no_cavalry_in_bayou_not_even_on_foot(dismounted: bool) -> None:
    battle = thomas({"3016": "28ms-cav"}, states={"28ms-cav": {"dismounted": dismounted}})
    play(battle, "move 28ms-cav")
    assert refused(battle, "to 3017") == ["chickasaw_bayou:2.10h.5"]
    assert refused(guns({"3016": "foster"}, "foster"), "to 3017") == ["chickasaw_bayou:2.10h.5"]


@pytest.mark.rule("chickasaw_bayou:2.10h.6", "chickasaw_bayou:2.10h.7")
@pytest.mark.parametrize("die", [1, 2])
def test_on_one_or_two_infantry_wades_in(die: int) -> None:
    battle = thomas({"3016": "29la-a"}, dice=(die,))
    events = play(battle, "move 29la-a", "to 3017")
    assert rules(events)[:2] == ["chickasaw_bayou:2.10h.7", "blind_swords:10.1.1"]
    assert events[1].cost == 8  # type: ignore[attr-defined]
    assert unit(battle, "29la-a").hex == "3017"
    assert unit(battle, "29la-a").hits == 0


@pytest.mark.rule("chickasaw_bayou:2.10h.8")
@pytest.mark.parametrize("die", [3, 4])
def test_on_three_or_four_it_may_stay_out_and_pays_all_the_same(die: int) -> None:
    battle = thomas({"3016": "29la-a"}, dice=(die,))
    play(battle, "move 29la-a", "to 3017")
    assert choices(battle) == ["go-in", "stay-out"]
    play(battle, "stay-out")
    assert unit(battle, "29la-a").hex == "3016"
    assert left(battle) == "1"


@pytest.mark.rule("chickasaw_bayou:2.10h.9", "chickasaw_bayou:2.10h.10")
@pytest.mark.parametrize("die, hits", [(3, 0), (4, 1)])
def test_or_goes_in_with_a_cohesion_check(die: int, hits: int) -> None:
    # 4 printed, 3 unsupported.
    battle = thomas({"3016": "29la-a"}, dice=(3, die))
    events = play(battle, "move 29la-a", "to 3017", "go-in")
    assert "chickasaw_bayou:2.10h.9" in rules(events)
    assert (unit(battle, "29la-a").hex, unit(battle, "29la-a").hits) == ("3017", hits)
    assert left(battle) == "1"


@pytest.mark.rule("chickasaw_bayou:2.10h.11", "chickasaw_bayou:2.10h.9")
def test_a_disrupted_unit_that_fails_makes_a_break_test() -> None:
    battle = thomas({"3016": "29la-a"}, dice=(3, 6, 6), states={"29la-a": {"hits": 2}})
    play(battle, "move 29la-a", "to 3017", "go-in")
    assert unit(battle, "29la-a").hex == ""
    assert choices(battle) == ["move 31la-b", "done"]


@pytest.mark.rule("chickasaw_bayou:2.10h.12")
@pytest.mark.parametrize("die", [5, 6])
def test_on_five_or_six_that_bayou_is_closed_to_it_this_turn(die: int) -> None:
    battle = thomas({"3016": "29la-a"}, dice=(die,))
    events = play(battle, "move 29la-a", "to 3017")
    assert rules(events) == ["chickasaw_bayou:2.10h.12"]
    assert unit(battle, "29la-a").hex == "3016"
    assert left(battle) == "1"
    number = battle.state.game.roster.number["29la-a"]  # type: ignore[attr-defined]
    assert battle.state.barred == {number: ("3017",)}  # type: ignore[attr-defined]
    again = thomas({"3016": "29la-a"}, barred={number: ["3017"]})
    play(again, "move 29la-a")
    assert refused(again, "to 3017") == ["chickasaw_bayou:2.10h.12"]
    next_turn = field(
        {"3016": "29la-a"}, agenda=[WAIT, {"type": "TryAgain"}], barred={number: ["3017"]}
    )
    assert next_turn.state.barred == {}  # type: ignore[attr-defined]


@pytest.mark.rule("chickasaw_bayou:2.10h.13")
def test_events_wade_without_roll_or_check() -> None:
    number = still({"3016": "29la-a"}).game.roster.number
    for id, right, allowance in (
        ("29la-a", "handsome-movement", 10),
        ("16oh", "huzzah", 0),
    ):
        moving = {
            "type": "Moving",
            "side": "union" if id == "16oh" else "confederate",
            "units": [number[id]],
            "allowance": allowance,
            "right": right,
        }
        battle = field({"3016": id}, agenda=[WAIT, moving])
        play(battle, "to 3017")
        assert unit(battle, id).hex == "3017"


@pytest.mark.rule("chickasaw_bayou:2.10h.13", "chickasaw_bayou:2.10h.15", "chickasaw_bayou:2.10j.1")
@pytest.mark.parametrize(
    "how, hex, rule",
    [
        ("wayward", "3017", ""),
        ("withdrawal", "3017", ""),
        ("event", "3017", ""),
        ("displacement", "3017", ""),
        ("retreat", "3017", "blind_swords:12.3.4"),
        ("advance", "3017", "blind_swords:11.4.5"),
        ("move", "1616", "blind_swords:10.1.4"),
        ("retreat", "1616", "blind_swords:12.3.4"),
        ("advance", "1616", "blind_swords:10.1.4"),
        ("wayward", "1616", "blind_swords:10.1.4"),
        ("displacement", "1616", ""),
        ("move", "2910", ""),
    ],
)
def test_who_checks_on_entering_water(how: str, hex: str, rule: str) -> None:
    state = still({"3016": "29la-a"})
    start = "1615" if hex == "1616" else "3016"
    assert entering._check(state, start, hex, how) == rule


@pytest.mark.rule("chickasaw_bayou:2.10h.15")
def test_over_a_bridge_nobody_checks() -> None:
    state = still({"3016": "29la-a"}, pontoons={"3017": "whole"})
    assert entering._check(state, "3016", "3017", "retreat") == ""
    assert entering._check(state, "3418", "3519", "retreat") == ""
    assert entering._check(state, "3619", "3519", "retreat") == "blind_swords:12.3.4"


@pytest.mark.rule("chickasaw_bayou:2.10h.14", "blind_swords:3.3.1")
def test_nobody_is_displaced_into_bayou_by_a_rebuild() -> None:
    room = {"type": "MakeRoom", "side": "confederate", "hex": "3016", "rebuild": True}
    battle = field({"3016": "31la-a 29la-a"}, agenda=[WAIT, room])
    assert not [said for said in choices(battle) if said.endswith("3017")]


@pytest.mark.rule("chickasaw_bayou:2.10i.2", "chickasaw_bayou:2.10n.3", "chickasaw_bayou:2.10j.5")
@pytest.mark.parametrize(
    "start, hex, rule",
    [
        ("2613", "2614", "chickasaw_bayou:2.10i.2"),
        ("1012", "1013", "chickasaw_bayou:2.10n.3"),
        ("1615", "1616", "chickasaw_bayou:2.10j.5"),
    ],
)
def test_ground_that_guns_and_cavalry_cannot_enter_off_the_roads(
    start: str, hex: str, rule: str
) -> None:
    assert refused(guns({start: "foster"}, "foster"), f"to {hex}") == [rule]
    battle = thomas({start: "28ms-cav"})
    play(battle, "move 28ms-cav")
    assert refused(battle, f"to {hex}") == [rule]


@pytest.mark.rule("chickasaw_bayou:2.10n.3", "chickasaw_bayou:2.10o.1")
def test_along_a_lane_they_enter_heavy_woods() -> None:
    battle = guns({"3417": "foster"}, "foster")
    play(battle, "to 3418")
    assert left(battle) == "5"


@pytest.mark.rule("chickasaw_bayou:2.10p.3", "chickasaw_bayou:2.10q.2", "chickasaw_bayou:2.10p.2")
def test_slopes_count_upward_and_steep_slopes_both_ways() -> None:
    state = still({"1000": "16oh"})
    number = state.game.roster.number["16oh"]

    def halves(start: str, hex: str) -> Any:
        return movement.step_cost(state, number, start, hex)

    assert (halves("1025", "1126"), halves("1126", "1025")) == (4, 2)
    assert (halves("2523", "2623"), halves("2623", "2523")) == (6, 4)
    unmarked = next(
        (a, b)
        for a in FIELD.grid.hexes
        for b in FIELD.grid.adjacent[a]
        if not FIELD.crosses(a, b) and MAP.terrain[b] == "clear" and (a, b) not in FIELD.links
    )
    assert halves(*unmarked) == 2


@pytest.mark.rule("chickasaw_bayou:3.1.1", "chickasaw_bayou:3.1.2")
def test_ten_points_and_on_roads_in_every_hex() -> None:
    full = {"3418": "26la-a 26la-b"}
    battle = guns({"3417": "wofford", **full}, "wofford")
    assert refused(battle, "to 3418") == ["blind_swords:3.1.4"]
    battle = thomas({"3417": "31la-a", **full})
    play(battle, "move 31la-a", "to 3418")
    assert refused(battle, "stop") == ["blind_swords:3.1.1"]


@pytest.mark.rule("chickasaw_bayou:17.6h")
def test_at_half_past_eleven_the_union_wades_without_a_roll() -> None:
    battle = decourcy({"3016": "16oh"}, turn=1)
    assert battle.state.setting.clock(1) == "11:30"  # type: ignore[attr-defined]
    (event,) = play(battle, "move 16oh", "to 3017")
    assert event.cost == 8  # type: ignore[attr-defined]
    assert unit(battle, "16oh").hex == "3017"
    later = decourcy({"3016": "16oh"}, turn=2, dice=(1,))
    events = play(later, "move 16oh", "to 3017")
    assert events[0].rolls
    confederate = thomas({"3016": "29la-a"}, turn=1, dice=(1,))
    events = play(confederate, "move 29la-a", "to 3017")
    assert events[0].rolls
    assert entering._check(battle.state, "3016", "3017", "retreat")  # type: ignore[arg-type]


@pytest.mark.rule("chickasaw_bayou:2.10h.6")
def test_two_hexes_of_bayou_cannot_be_crossed_in_one_move() -> None:
    battle = thomas({"3016": "29la-a"}, dice=(1,))
    play(battle, "move 29la-a", "to 3017")
    assert "3018" not in steps(battle)
