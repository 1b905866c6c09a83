"""2.2a and 14.4 Fallen Timber."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll.systems.blind_swords.assault_events import AssaultRolled
from longroll.systems.chickasaw_bayou.timber import reduced
from tests.rulebook.blind_swords.field import field, play, refused, unit
from tests.rulebook.blind_swords.marching import WAIT, decourcy, guns, rules, steps, still, thomas
from tests.rulebook.blind_swords.volleys import shifts, shot

FULL: dict[str, Any] = {"timber": {"2909": "full"}}
HALF: dict[str, Any] = {"timber": {"2909": "half"}}


@pytest.mark.rule("chickasaw_bayou:2.2a.1")
def test_markers_lie_full_or_half_as_the_scenario_says() -> None:
    state: Any = longroll.new("chickasaw_bayou", scenario="grand-assault", seed=1).state
    assert state.timber["4716"] == "full"
    assert state.timber["3418"] == "half"
    assert [*state.game.rules.works(state, "3418")] == ["fallen_timber"]


@pytest.mark.rule("chickasaw_bayou:2.2a.2")
def test_full_timber_stops_the_union() -> None:
    battle = decourcy({"2910": "16oh"}, **FULL)
    play(battle, "move 16oh")
    assert "2909" not in steps(battle)
    assert refused(battle, "to 2909") == ["chickasaw_bayou:2.2a.2"]


@pytest.mark.rule("chickasaw_bayou:2.2a.3")
def test_half_timber_takes_all_points_of_union_infantry_and_stops_the_rest() -> None:
    battle = decourcy({"2910": "16oh"}, **HALF)
    (event, *_) = play(battle, "move 16oh", "to 2909")
    assert event.cost == 10  # type: ignore[attr-defined]
    assert refused(guns({"2910": "foster"}, "foster", **HALF), "to 2909") == [
        "chickasaw_bayou:2.2a.3"
    ]
    battle = field(
        {"2910": "3il-cav", "1010": "49in"}, active="lindsey attack", step="move", **HALF
    )
    play(battle, "move 3il-cav")
    assert refused(battle, "to 2909") == ["chickasaw_bayou:2.2a.3"]


@pytest.mark.rule("chickasaw_bayou:2.2a.3")
def test_timber_closes_the_lane_as_well() -> None:
    battle = guns({"3417": "foster"}, "foster", timber={"3418": "half"})
    assert refused(battle, "to 3418") == ["chickasaw_bayou:2.2a.3"]


@pytest.mark.rule("chickasaw_bayou:2.2a.4")
@pytest.mark.parametrize("timber", [FULL, HALF])
def test_confederates_of_every_arm_enter_for_all_points(timber: dict[str, Any]) -> None:
    battle = thomas({"2910": "31la-a"}, **timber)
    play(battle, "move 31la-a", "to 2909")
    assert unit(battle, "31la-a").hex == "2909"
    battle = thomas({"2910": "28ms-cav"}, **timber)
    play(battle, "move 28ms-cav", "to 2909")
    assert unit(battle, "28ms-cav").hex == "2909"
    battle = guns({"2910": "wofford"}, "wofford", **timber)
    play(battle, "to 2909")
    assert unit(battle, "wofford").hex == "2909"


@pytest.mark.rule("chickasaw_bayou:2.2a.5", "chickasaw_bayou:2.2a.6", "chickasaw_bayou:2.2a.7")
def test_timber_is_a_work_that_adds_its_shifts_to_those_of_the_ground() -> None:
    state = still({"2614": "16oh"}, timber={"2614": "half"})  # Swamp
    charts = state.game.charts
    works = [charts.works[name] for name in state.game.rules.works(state, "2614")]
    ground = state.game.field.ground["2614"]
    shifts = [charts.fire[one.fire_from].columns for one in (*works, ground)]
    assert sum(shifts) == -2
    assert charts.fire[works[0].fire_at].columns == -1
    assert charts.close_combat[works[0].attack_from].columns == -1


# The Fallen Timber Reduction Phase


@pytest.mark.rule("chickasaw_bayou:14.4.1", "blind_swords:14.4.1", "blind_swords:14.4.2")
def test_pioneers_at_work_turn_full_into_half_and_no_more() -> None:
    after = reduced({"2909": "full"}, {"2909": "removal"})
    assert (after.timber, after.pioneers) == ({"2909": "half"}, {"2909": "removal"})
    assert (after.halved, after.cleared) == (("2909",), ())


@pytest.mark.rule("chickasaw_bayou:14.4.2", "blind_swords:14.4.1")
def test_pioneers_at_work_on_half_clear_it_and_leave() -> None:
    after = reduced({"2909": "half", "2912": "half"}, {"2909": "removal"})
    assert (after.timber, after.pioneers) == ({"2912": "half"}, {})


@pytest.mark.rule("chickasaw_bayou:14.4.3", "blind_swords:14.4.1")
def test_new_pioneers_only_turn_to_their_work() -> None:
    after = reduced({"2909": "half"}, {"2909": "front"})
    assert (after.timber, after.pioneers) == ({"2909": "half"}, {"2909": "removal"})


@pytest.mark.rule("chickasaw_bayou:14.4.1", "chickasaw_bayou:14.4.2", "chickasaw_bayou:14.4.3")
def test_full_timber_is_gone_at_the_end_of_the_third_turn() -> None:
    timber: dict[str, Any] = {"2909": "full"}
    pioneers: dict[str, Any] = {"2909": "front"}
    seen = []
    for _ in range(3):
        after = reduced(timber, pioneers)
        timber, pioneers = after.timber, after.pioneers
        seen.append((timber.get("2909"), pioneers.get("2909")))
    assert seen == [("full", "removal"), ("half", "removal"), (None, None)]


@pytest.mark.rule("chickasaw_bayou:14.4.2", "blind_swords:14.4.1")
def test_the_phase_counts_markers_and_tells_what_happened() -> None:
    battle = field(
        {"2910": "16oh"},
        agenda=[WAIT, {"type": "TimberReduction"}],
        timber={"2909": "half", "2911": "full", "3010": "full"},
        pioneers={"2909": "removal", "2911": "removal", "3010": "front"},
    )
    state: Any = battle.state
    assert state.timber == {"2911": "half", "3010": "full"}
    assert state.pioneers == {"2911": "removal", "3010": "removal"}
    assert state.timber_removed == 1
    assert rules(battle.log()) == [
        "chickasaw_bayou:14.4.1",
        "chickasaw_bayou:14.4.2",
        "chickasaw_bayou:14.4.3",
    ]


@pytest.mark.rule("chickasaw_bayou:2.2a.7", "chickasaw_bayou:2.2a.5")
def test_out_of_timber_in_a_swamp_fire_and_assault_shift_two_columns() -> None:
    units = {"2614": "16oh", "2613": "29la-a", "1012": "22ky"}
    event = shot(units, "2613", timber={"2614": "half"})
    assert shifts(event) == {"9.3.9": -1, "9.3.10": -1}
    battle = field(
        units, active="decourcy attack", step="assault", timber={"2614": "half"}, dice=(1, 1, 1)
    )
    play(battle, "assault 2613 2614", "commit", "hold")
    [rolled] = [event for event in battle.log() if isinstance(event, AssaultRolled)]
    found = {line.rule.partition(":")[2]: line.value for line in rolled.lines}
    assert (found["11.c.21"], found["2.2a.5"]) == (-1, -1)
