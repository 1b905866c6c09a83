"""23.1 The outer works. 2104 lies behind them; 2103, 2003 and 2203 are outside, 2105 is within."""

from __future__ import annotations

import pytest

from longroll import Event
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.works import inside, is_over_works
from longroll.systems.gbacw import sight
from longroll.systems.gbacw.events import Depleted, Fired, Fought, Moved
from tests.rulebook.corinth.field import field
from tests.support import offered, only, play

_SOUTH = {"facing": "S"}


@pytest.mark.rule("corinth:23.1.1")
def test_works_have_an_outer_and_an_inner_side() -> None:
    assert ("2104", "2103") in inside(CORINTH.ground)
    assert ("2103", "2104") not in inside(CORINTH.ground)
    north_and_east = {
        CORINTH.grid.direction(inner, outer) for inner, outer in inside(CORINTH.ground)
    }
    assert north_and_east <= {5, 0, 1, 2}


@pytest.mark.rule("corinth:23.1.2")
def test_works_cost_two_points_more_except_along_a_road() -> None:
    """2003 to 2104 over the works; 1903 to 1904 along the Columbus road, in column."""
    ground = CORINTH.ground
    over = ground.cost("infantry_line", "2003", "2104")
    plain = ground.cost("infantry_line", "2004", "2104")
    crest = ground.cost("infantry_line", "2105", "2104") - plain
    assert over - plain - crest == 4  # halves
    along = ground.cost("infantry_column", "1903", "1904")
    assert along == 1 + (CORINTH.charts.cross["crest_up"]["infantry_column"] or 0)
    battle = field("2003 2tx | 0101 7il", phase="B", states={"2tx": {"facing": "SE"}})
    moved = only(play(battle, "move 2tx", "to 2104"), Moved)
    assert moved.cost == over


def _melee(origin: str, facing: str, **states: dict[str, object]) -> Fought:
    battle = field(
        f"{origin} 2tx moore | 2104 7il",
        [1] * 12,
        turn=10,
        phase="E",
        states={"2tx": {"facing": facing}, **states},
    )
    events = play(battle, "melee 2104", "with 2tx", "with moore", "commit")
    return only([*events, *play(battle, "stand")], Fought)


@pytest.mark.rule("corinth:23.1.3")
def test_storming_the_works_costs_a_point_and_only_one() -> None:
    """A crest runs along them too: of several reductions one counts (GB-C22)."""
    lines = [(line.value, line.rule) for line in _melee("2103", "S").attack if line.value < 0]
    assert lines == [(-1, "corinth:23.1.3")]


@pytest.mark.rule("corinth:23.1.3")
def test_from_within_only_the_crest_counts() -> None:
    lines = [(line.value, line.rule) for line in _melee("2105", "N").attack if line.value < 0]
    assert lines == [(-1, "gbacw:12.31")]


@pytest.mark.rule("corinth:23.1.3")
def test_sallying_out_over_them_costs_nothing() -> None:
    states = {"2tx": {"facing": "N"}, "7il": {"facing": "S"}}
    battle = field("2104 2tx moore | 2103 7il", [1] * 12, turn=10, phase="E", states=states)
    events = play(battle, "melee 2103", "with 2tx", "with moore", "commit")
    if "stand" in offered(battle):
        events += play(battle, "stand")
    assert not [line for line in only(events, Fought).attack if line.value < 0]


@pytest.mark.rule("corinth:23.1.4")
def test_works_are_ten_feet_high_and_lift_who_stands_behind_them() -> None:
    assert CORINTH.rules.side_height(CORINTH.ground, "outer_works") == 10
    ground = CORINTH.ground.height
    assert sight.position(CORINTH, "2104") == ground["2104"] + 10
    assert sight.position(CORINTH, "2103") == ground["2103"]
    assert sight.position(CORINTH, "2105") == ground["2105"]


def _fire(origin: str, facing: str, dice: list[int], more: str = "") -> list[Event]:
    states = {"2tx": {"facing": facing}, "3ky": {"facing": "N"}}
    battle = field(f"{origin} 2tx | 2104 7il{more}", dice, turn=10, states=states)
    return play(battle, "fire 2104", "all", "resolve")


@pytest.mark.rule("corinth:23.1.5")
def test_fire_over_the_works_has_one_less_on_the_die() -> None:
    fired = only(_fire("2103", "S", [4, 1, 1, 1]), Fired)
    assert [(line.value, line.rule) for line in fired.die_lines] == [(-1, "corinth:23.1.5")]
    assert fired.die == 3


def test_what_leads_to_a_fire_is_told_before_the_dice() -> None:
    fired = only(_fire("2103", "S", [4, 1, 1, 1]), Fired)
    told = [str(one) for one in fired.working()]
    base = next(place for place, one in enumerate(told) if f"column {fired.base} [" in one)
    assert told[base + 1 :] == [
        *map(str, fired.shifts),
        "-1 to the die: over the outer works [corinth:23.1.5]",
        f"column {fired.column}, -1 to the die [gbacw:9.51.3]",
    ]


@pytest.mark.rule("corinth:23.1.5")
def test_less_than_one_is_one() -> None:
    fired = only(_fire("2103", "S", [1, 1, 1, 1]), Fired)
    assert fired.die == 1


@pytest.mark.rule("corinth:23.1.5")
@pytest.mark.parametrize("origin, facing, more", [("2105", "N", ""), ("2103", "S", " | 2204 3ky")])
def test_fire_from_within_or_partly_from_within_has_not(
    origin: str, facing: str, more: str
) -> None:
    fired = only(_fire(origin, facing, [4, 1, 1, 1, 1], more), Fired)
    assert fired.die_lines == ()


@pytest.mark.rule("corinth:23.1.6")
def test_only_a_natural_one_asks_for_ammunition() -> None:
    events = _fire("2103", "S", [2, 1, 1, 1])
    assert only(events, Fired).die == 1
    assert not any(isinstance(event, Depleted) for event in events)
    events = _fire("2103", "S", [1, 6, 1, 1])
    assert any(isinstance(event, Depleted) for event in events)


@pytest.mark.rule("corinth:23.1.5")
def test_from_afar_the_works_at_the_target_count() -> None:
    assert is_over_works(CORINTH.ground, "2101", "2104")
    assert not is_over_works(CORINTH.ground, "2107", "2104")
