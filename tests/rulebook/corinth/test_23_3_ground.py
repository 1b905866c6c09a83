"""23.3 to 23.6 The town, railroads, swamp and crests."""

from __future__ import annotations

import pytest

from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw import sight
from longroll.systems.gbacw.events import Fired, Fought, Moved
from tests.rulebook.corinth.field import closes, field, state
from tests.support import only, play

_COST, _CHARTS = CORINTH.ground.cost, CORINTH.charts


@pytest.mark.rule("corinth:23.31.1")
def test_the_chart_says_what_the_town_costs() -> None:
    battle = field("2633 7il | 0101 2tx", phase="B", phasing="union")
    play(battle, "move 7il", "to 2634")
    moved = only(play(battle, "to 2735"), Moved)
    assert moved.cost == _CHARTS.enter["town"]["infantry_line"] == 4


@pytest.mark.rule("corinth:23.31.2")
@pytest.mark.parametrize(
    "id, states",
    [
        ("10oh-bty", {"formation": "limbered"}),
        ("supply-stanley", {}),
        ("7il-cav", {"formation": "mounted"}),
    ],
)
def test_guns_wagons_and_horses_enter_the_town_by_road(id: str, states: dict[str, str]) -> None:
    battle = field(f"2934 {id} | 0101 2tx", phase="B", phasing="union", states={id: states})
    assert closes(battle, id, "2834")[0] == "corinth:23.31.2"
    battle = field(f"2833 {id} | 0101 2tx", phase="B", phasing="union", states={id: states})
    assert not closes(battle, id, "2834")


@pytest.mark.rule("corinth:23.32", "corinth:23.34")
def test_the_town_shelters_from_fire_by_two_columns_but_not_in_melee() -> None:
    """2736 and 2735 are both town."""
    states = {"2tx": {"facing": "S"}}
    battle = field("2735 2tx moore | 2736 7il", [1, 6, 6, 6, 6, 6], turn=10, states=states)
    fired = only(play(battle, "fire 2736", "all", "resolve"), Fired)
    assert [line.value for line in fired.shifts if line.rule == "corinth:23.34"] == [-2]
    battle = field("2735 2tx moore | 2736 7il", [3] * 9, turn=10, phase="E", states=states)
    events = play(battle, "melee 2736", "with 2tx", "with moore", "commit", "stand")
    fought = only(events, Fought)
    assert not [line for line in fought.attack if line.value < 0]
    assert fought.adjustments == ()


@pytest.mark.rule("corinth:23.33")
def test_one_sees_into_the_next_town_hex_and_not_through_it() -> None:
    battle = field("2733 2tx | 2735 7il")
    assert CORINTH.charts.height["town"] == 25
    assert sight.is_clear(state(battle), "2733", "2734")
    assert not sight.is_clear(state(battle), "2733", "2735")


@pytest.mark.rule("corinth:23.4.1", "corinth:23.4.2")
def test_a_railroad_bed_eases_the_march_of_some_and_does_nothing_else() -> None:
    """2428 to 2427 along the Mobile and Ohio; 1221 to 1220 in the woods."""
    assert CORINTH.ground.links["1221", "1220"] == "railroad"
    assert _COST("infantry_column", "1221", "1220") < _COST("infantry_column", "1121", "1120")
    assert _COST("infantry_line", "1221", "1220") == _COST("infantry_line", "1121", "1120")
    # Nobody rides: a step costs as much as open ground does.
    assert _COST("infantry_column", "1221", "1220") == _CHARTS.enter["clear"]["infantry_column"]
    assert CORINTH.charts.shift["railroad"] == 0


@pytest.mark.rule("corinth:23.5.1")
def test_swamp_slows_men_and_stops_horses_guns_and_wagons() -> None:
    men = _COST("infantry_line", "3322", "3323")
    assert men > (_CHARTS.enter["clear"]["infantry_line"] or 0)
    for id, states in (
        ("10oh-bty", {"formation": "limbered"}),
        ("supply-stanley", {}),
        ("7il-cav", {"formation": "mounted"}),
    ):
        battle = field(f"3320 {id} | 0101 2tx", phase="B", phasing="union", states={id: states})
        assert closes(battle, id, "3321")[0] == "corinth:23.5.1"


@pytest.mark.rule("corinth:23.5.2")
def test_swamp_does_nothing_in_combat() -> None:
    assert CORINTH.ground.shift("3324")[0] == 0
    states = {"2tx": {"facing": "S"}}
    battle = field("3523 2tx moore | 3524 7il", [3] * 9, turn=10, phase="E", states=states)
    events = play(battle, "melee 3524", "with 2tx", "with moore", "commit", "stand")
    assert not [line for line in only(events, Fought).attack if line.value < 0]


@pytest.mark.rule("corinth:23.6.1")
def test_a_crest_hex_is_on_its_lower_level() -> None:
    assert CORINTH.map.level["3031"] == 1
    assert "crest_up" in CORINTH.ground.crosses("3031", "3030")
    assert sight.position(CORINTH, "3031") == _CHARTS.height["level"]


@pytest.mark.rule("corinth:23.6.2")
def test_all_pay_to_climb_a_crest_and_some_to_come_down() -> None:
    """2931 to 2932 is down, back is up; both are clear."""
    movers = ("infantry_line", "infantry_column", "cavalry_mounted", "artillery_limbered", "wagon")
    clear = {mover: _CHARTS.enter["clear"][mover] or 0 for mover in movers}
    up = {mover: _COST(mover, "2932", "2931") - clear[mover] for mover in movers}
    down = {mover: _COST(mover, "2931", "2932") - clear[mover] for mover in movers}
    assert all(up.values())
    assert {mover for mover, more in down.items() if more} == {"artillery_limbered", "wagon"}
