"""23.2 Battery redans. Powell (2930, primary) looks north: its sides to 2829, 2929 and 3029 are
outer. E (0527) and F (0918) are secondary and look northwest."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.corinth import works
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.works import RedanFaced
from longroll.systems.gbacw import sight, stacking, zones
from longroll.systems.gbacw.events import Fired, Fought
from longroll.systems.gbacw.facing import is_enfiladed_from
from tests.rulebook.corinth.field import closes, field, number, state
from tests.support import offered, only, play, rules_against

_OUTER, _REAR = ("2829", "2929", "3029"), ("2830", "2931", "3030")


@pytest.mark.rule("corinth:23.2")
def test_ten_redans_of_two_kinds_each_with_three_outer_sides() -> None:
    assert len(works.redans(CORINTH.ground)) == 10
    assert all(len(outer) == 3 for outer in works.redans(CORINTH.ground).values())
    assert set(CORINTH.map.of_zone("primary_redan")) | set(
        CORINTH.map.of_zone("secondary_redan")
    ) == set(works.redans(CORINTH.ground))


def _controlled(units: str, **states: dict[str, Any]) -> set[str]:
    battle = field(f"{units} | 0101 2tx", phase="B", phasing="union", states=states)
    around = CORINTH.grid.adjacent["2930"]
    return {hex for hex in around if zones.is_controlled(state(battle), hex, "union")}


@pytest.mark.rule("corinth:23.21.1")
def test_the_garrison_controls_the_outer_hexes_whatever_it_faces() -> None:
    for facing in ("N", "S", "SE"):
        assert _controlled("2930 24mo-e", **{"24mo-e": {"facing": facing}}) == set(_OUTER)
    assert _controlled("2930 10oh-bty") == set(_OUTER)


@pytest.mark.rule("corinth:23.21.2")
def test_its_rear_hexes_are_its_enfilade_hexes() -> None:
    battle = field("2930 24mo-e | 0101 2tx", states={"24mo-e": {"facing": "S"}}, phase="B")
    unit = number("24mo-e")
    assert not any(is_enfiladed_from(state(battle), unit, hex) for hex in _OUTER)
    assert all(is_enfiladed_from(state(battle), unit, hex) for hex in _REAR)


@pytest.mark.rule("corinth:23.21.3")
def test_an_empty_redan_or_a_leader_alone_controls_nothing() -> None:
    assert _controlled("2940 24mo-e") == set()
    assert _controlled("2930 sullivan") == set()


@pytest.mark.rule("corinth:23.21.4")
def test_in_its_player_turn_a_garrison_may_face_the_rear_and_turn_again() -> None:
    battle = field("2930 24mo-e | 0101 2tx", phase="B", phasing="union")
    events = play(battle, "move 24mo-e", "face S")
    assert only(events, RedanFaced).rear
    around = CORINTH.grid.adjacent["2930"]
    reached = {hex for hex in around if zones.is_controlled(state(battle), hex, "union")}
    assert reached == set(_REAR)
    assert is_enfiladed_from(state(battle), number("24mo-e"), "2929")
    assert not only(play(battle, "face NE"), RedanFaced).rear
    reached = {hex for hex in around if zones.is_controlled(state(battle), hex, "union")}
    assert reached == set(_OUTER)


@pytest.mark.rule("corinth:23.21.4")
def test_a_captor_looks_to_the_front_until_he_says_otherwise() -> None:
    """What the old garrison declared holds for it alone, and while it is there."""
    units = "2930 24mo-e | 2929 2tx | 2933 7il"
    battle = field(units, phase="B", phasing="union", more={"reversed_redans": {"2930": "union"}})
    now = state(battle)
    now.put(number("24mo-e"), "2931")
    now.put(number("2tx"), "2930")
    assert works.fronts(now, number("2tx")) == works.redans(CORINTH.ground)["2930"]
    play(battle, "done")
    while state(battle).phase == "B":
        play(battle, "done")
    assert state(battle).reversed_redans == {}


@pytest.mark.rule("corinth:23.22")
def test_the_garrison_fires_through_its_front_only() -> None:
    states = {"24mo-e": {"facing": "S"}}
    battle = field("2930 24mo-e | 2929 2tx | 2931 9ar", phase="D", phasing="union", states=states)
    assert offered(battle) == ["fire 2929", "done"]
    reversed = {"reversed_redans": {"2930": "union"}}
    battle = field("2930 24mo-e | 2929 2tx | 2931 9ar", phase="D", phasing="union", more=reversed)
    assert offered(battle) == ["fire 2931", "done"]


@pytest.mark.rule("corinth:23.23.1")
@pytest.mark.parametrize("outer, rear, redan", [("0917", "0919", "0918"), ("1932", "1934", "1933")])
def test_a_redan_side_costs_three_points_more(outer: str, rear: str, redan: str) -> None:
    for mover in ("infantry_line", "infantry_column", "cavalry_dismounted", "leader"):
        over = CORINTH.ground.cost(mover, outer, redan)
        assert over - CORINTH.ground.cost(mover, rear, redan) == 6  # halves


@pytest.mark.rule("corinth:23.23.2")
@pytest.mark.parametrize("id", ["10oh-bty", "supply-stanley"])
def test_guns_and_wagons_do_not_cross_it(id: str) -> None:
    states = {"10oh-bty": {"formation": "limbered"}}
    battle = field(f"2929 {id} | 0101 2tx", phase="B", phasing="union", states=states)
    assert closes(battle, id, "2930")[0] == "corinth:23.23.2"
    battle = field(f"2931 {id} | 0101 2tx", phase="B", phasing="union", states=states)
    assert not closes(battle, id, "2930")


@pytest.mark.rule("corinth:23.24")
def test_a_redan_shelters_by_one_column_within_the_cap() -> None:
    battle = field("2929 2tx | 2930 24mo-e", [1, 6, 6, 6, 6], states={"2tx": {"facing": "S"}})
    fired = only(play(battle, "fire 2930", "all", "resolve"), Fired)
    redan = [line.value for line in fired.shifts if line.rule == "corinth:23.24"]
    assert redan == [-1]
    assert sum(line.value for line in fired.shifts) >= -2


def _storm(attackers: str, origin: str, facing: str, redan: str) -> Fought:
    states = {id: {"facing": facing} for id in attackers.split()}
    battle = field(
        f"{origin} {attackers} rust | {redan} 24mo-e",
        [3] * 12,
        turn=10,
        phase="E",
        states=states,
    )
    words = [f"with {id}" for id in (*attackers.split(), "rust")]
    events = play(battle, f"melee {redan}", *words, "commit")
    return only([*events, *play(battle, "stand")], Fought)


@pytest.mark.rule("corinth:23.25")
def test_four_points_fight_into_a_redan_from_any_side() -> None:
    for origin, facing in (("2929", "S"), ("2931", "N")):
        fought = _storm("31al", origin, facing, "2930")
        assert [line.value for line in fought.attack if line.rule == "corinth:23.25"] == [-1]


@pytest.mark.rule("corinth:23.25")
def test_two_units_of_more_than_four_points_do_not_go_in_together() -> None:
    units = "2929 9ar 3ky | 2930 24mo-e"
    states = {id: {"facing": "S"} for id in ("9ar", "3ky")}
    battle = field(units, turn=10, phase="E", states=states)
    play(battle, "melee 2930", "with 9ar")
    assert "corinth:23.25" in rules_against(battle, "with 3ky")


@pytest.mark.rule("corinth:23.25")
def test_the_limit_holds_when_the_melee_goes_on() -> None:
    """Ruling GB-D13."""
    battle = field(
        "2930 31al 24mo-e | 0101 7il", [3] * 9, turn=10, phase="F", more={"engaged": ["2930"]}
    )
    fought = only(play(battle, "fight 2930"), Fought)
    assert [line.value for line in fought.attack if line.rule == "corinth:23.25"] == [-1]


@pytest.mark.rule("corinth:23.26.1")
@pytest.mark.parametrize(
    "origin, facing, redan, value",
    [("2929", "S", "2930", -2), ("0917", "S", "0918", -1), ("3234", "S", "3235", -2)],
)
def test_storming_a_redan_costs_points_of_the_differential(
    origin: str, facing: str, redan: str, value: int
) -> None:
    """Madison (3235) stands on a crest besides, which then counts nothing (GB-C22)."""
    fought = _storm("9ar", origin, facing, redan)
    assert [(line.value, line.rule) for line in fought.adjustments] == [(value, "corinth:23.26.1")]
    assert not [line for line in fought.attack if line.value < 0]


@pytest.mark.rule("corinth:23.26.1")
def test_through_its_rear_it_costs_none() -> None:
    assert _storm("9ar", "2931", "N", "2930").adjustments == ()


@pytest.mark.rule("corinth:23.26.2")
def test_once_engaged_the_parapet_no_longer_counts() -> None:
    units = "2930 4al-bn 24mo-e | 2929 1al rust | 0101 7il"
    battle = field(
        units,
        [3] * 9,
        turn=10,
        phase="E",
        states={"1al": {"facing": "S"}},
        more={"engaged": ["2930"]},
    )
    game, now = CORINTH, state(battle)
    assert not any(game.rules.melee_adjustments(now, "2930", [(number("1al"), "2929")]))
    now.engaged = frozenset()
    assert any(game.rules.melee_adjustments(now, "2930", [(number("1al"), "2929")]))


@pytest.mark.rule("corinth:23.27.1")
@pytest.mark.parametrize(
    "units, room",
    [
        ("10oh-bty 24mo-e", True),
        ("10oh-bty 81oh", False),
        ("81oh 47il", True),
        ("81oh 9il", False),
        ("10oh-bty 5oh-bty", False),
        ("59in", True),
    ],
)
def test_a_redan_holds_a_battery_and_a_point_or_four_points(units: str, room: bool) -> None:
    battle = field(f"2930 {units} | 0101 2tx", phase="A", phasing="union")
    broken = [bar.rule for bar in stacking.bars_to_stay(state(battle), "2930", "union", ())]
    assert (not broken) == room
    assert all(rule.split(":")[1].startswith("23.27") for rule in broken)


@pytest.mark.rule("corinth:23.27.2")
def test_two_sections_of_a_battery_are_one() -> None:
    for units, room in (("1mo-h-a 1mo-h-b 24mo-e", True), ("1mo-h-a 1mo-i-b", False)):
        battle = field(f"2930 {units} | 0101 2tx", phase="A", phasing="union")
        assert stacking.is_overstacked(state(battle), "2930", "union") != room


@pytest.mark.rule("corinth:23.28.1")
def test_a_redan_is_ten_feet_high_and_lifts_its_garrison() -> None:
    assert {
        works.side_height(CORINTH.ground, f"redan_{kind}") for kind in ("primary", "secondary")
    } == {10}
    assert sight.position(CORINTH, "2930") == CORINTH.ground.height["2930"] + 10


@pytest.mark.rule("gbacw:9.7.4", "corinth:23.28.2")
def test_a_parapet_that_a_line_touches_at_a_corner_hides_nothing() -> None:
    """The line from 1839 to 2036 runs beside a redan, over the corner of its works."""
    battle = field("1839 31al | 2036 22oh", states={"31al": {"facing": "NE"}})
    assert sight.is_clear(state(battle), "1839", "2036")
    assert "fire 2036" in offered(battle)


@pytest.mark.rule("gbacw:9.7.4", "corinth:23.28.2")
def test_works_on_both_sides_of_a_corner_hide_what_is_behind_them() -> None:
    """From 3509 to 3706 the line leaves 3609 where two of its works meet (GB-F39)."""
    line = CORINTH.grid.line("3509", "3706")
    assert [len(hexes) for hexes in line] == [2, 1, 2]
    assert [one.what for one in sight.blocked_by_map(CORINTH, "3509", "3706")] == ["outer_works"]


@pytest.mark.rule("corinth:23.28.2")
def test_it_never_hides_its_garrison_from_the_next_hex() -> None:
    battle = field("2930 24mo-e | 2929 2tx", states={"2tx": {"facing": "S"}})
    for hex in _OUTER:
        assert sight.is_clear(state(battle), hex, "2930")
    assert "fire 2930" in offered(battle)
