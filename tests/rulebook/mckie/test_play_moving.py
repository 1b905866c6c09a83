"""Steps 6 and 7 on the table: units move, change formation, pass lines, send out skirmishers."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroll.board.table import (
    Piece,
    Point,
    Straight,
    Turn,
    Wheel,
    piece,
    pose,
    poses,
    reversed_move,
)
from longroll.display.preview import Preview
from longroll.kernel.agenda import Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.decision import Refusal, read_choice
from longroll.kernel.dice import Scripted, Seeded
from longroll.kernel.errors import IllegalChoice
from longroll.miniatures import ways
from longroll.miniatures.drill import Drill
from longroll.miniatures.marching import march
from longroll.miniatures.measure import Distance
from longroll.miniatures.rulebook import gait_of
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.sequence import EndPeriod
from longroll.systems.mckie.table import field as measuring
from longroll.systems.mckie.table.previewing import preview
from longroll.systems.mckie.table.state import Charge, Contact, State
from tests.rulebook.mckie.field import SYSTEM, battery, field, lay, orders, position, troops

Units = Mapping[str, Unit]


def cost(
    state: State, unit: Unit, points: Sequence[Point], *, in_flight: bool = False
) -> Distance | None:
    """What the way of its front centre costs a unit; None if ground bars it."""
    found = ways.fee(state, gait_of(unit, in_flight=in_flight), points)
    return None if isinstance(found, Refusal) else found.total


@pytest.fixture(autouse=True)
def bare_table(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def moving(units: Units, dice: tuple[int, ...] = (), **more: Any) -> Battle:
    return field(units, Movement("union"), dice=dice, **more)


def now(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def look_ahead(battle: Battle, order: str) -> Preview:
    return preview(now(battle), "union", read_choice(order))


def rules(battle: Battle, order: str) -> list[str]:
    return [refusal.rule for refusal in battle.why_not(order)]


def where(battle: Battle, id: str = "u1") -> tuple[int, int, int]:
    unit = now(battle).units[id]
    return unit.x, unit.y, unit.heading


ONE: Units = {"u1": troops("union", 30, 30)}


# The step


@pytest.mark.rule("mckie:period.6", "mckie:period.7")
def test_first_one_army_moves_and_then_the_other() -> None:
    battle = Battle(SYSTEM, SYSTEM.start("millers-crossroads", SYSTEM.read_options({})), Seeded(1))
    seen: list[tuple[str, str]] = []
    while len(seen) < 2:
        assert battle.decision is not None
        if isinstance(battle.state.agenda[-1], Movement):
            seen.append((now(battle).step, battle.decision.side))
        verbs = [choice.verb for choice in battle.decision.choices]
        wanted = next((verb for verb in ("first", "done") if verb in verbs), verbs[-1])
        battle.play(battle.decision.choices[verbs.index(wanted)])
    first, second = now(battle).first, seen[1][1]
    assert seen == [("moves_first", first), ("moves_second", second)]
    assert first != second


@pytest.mark.rule("mckie:move.max")
def test_a_unit_moves_once_and_no_farther_than_its_rate() -> None:
    battle = moving(ONE)
    assert rules(battle, "move u1 ahead 6.01") == ["mckie:move.max"]
    battle.play("move u1 ahead 6")
    assert where(battle) == (3000, 2400, 0)
    assert now(battle).units["u1"].did == {"moved"}
    assert rules(battle, "move u1 ahead 1")
    assert moving(ONE).why_not("move u1 ahead 0.5") == []


@pytest.mark.rule("mckie:rate.foot")
@pytest.mark.parametrize(
    "formation, most", [("line", 6), ("supported_line", 6), ("column", 8), ("extended", 6)]
)
def test_foot_go_by_the_rate_of_their_formation(formation: Any, most: int) -> None:
    battle = moving({"u1": troops("union", 30, 30, formation=formation)})
    assert battle.why_not(f"move u1 ahead {most}") == []
    assert rules(battle, f"move u1 ahead {most}.01") == ["mckie:move.max"]
    assert battle.why_not(f"move u1 double ahead {most * 3 // 2}") == []
    assert rules(battle, f"move u1 double ahead {most * 3 // 2}.01") == ["mckie:move.max"]


@pytest.mark.rule("mckie:rate.skirm", "mckie:rate.cav")
def test_skirmishers_and_cavalry_go_by_their_own_rates() -> None:
    skirmishers = moving({"u1": troops("union", 30, 30, figures=8, formation="skirmish")})
    assert skirmishers.why_not("move u1 double ahead 12") == []
    assert rules(skirmishers, "move u1 double ahead 12.01") == ["mckie:move.max"]
    cavalry = moving({"u1": troops("union", 30, 40, arm="cavalry", figures=12)})
    assert cavalry.why_not("move u1 double ahead 18") == []
    assert rules(cavalry, "move u1 ahead 12.01") == ["mckie:move.max"]


@pytest.mark.rule("mckie:rate.fart", "mckie:rate.siege", "mckie:rate.wagon")
@pytest.mark.parametrize(
    "arm, formation, most, doubles",
    [("field_artillery", "limbered", 8, True), ("siege_artillery", "limbered", 6, False)],
)
def test_guns_go_by_their_own_rates(arm: Any, formation: Any, most: int, doubles: bool) -> None:
    battle = moving({"u1": battery("union", 30, 40, arm=arm, formation=formation)})
    assert battle.why_not(f"move u1 ahead {most}") == []
    assert rules(battle, f"move u1 ahead {most}.01") == ["mckie:move.max"]
    assert (battle.why_not(f"move u1 double ahead {most}") == []) is doubles


def test_a_wagon_does_not_double() -> None:
    wagon = troops("union", 30, 30, arm="wagon", figures=1, formation="column", weapon="")
    assert rules(moving({"u1": wagon}), "move u1 double ahead 8") == ["mckie:rate.wagon"]


# Manoeuvres


@pytest.mark.rule("mckie:man.face")
def test_a_turn_costs_a_quarter_and_a_wheel_the_way_of_its_outer_corner() -> None:
    battle = moving(ONE)
    assert battle.why_not("move u1 turn 90 ahead 4.5") == []
    assert rules(battle, "move u1 turn 90 ahead 4.51") == ["mckie:move.max"]
    # A sixth of a turn of a front of 6 in: 3.15 in.
    assert battle.why_not("move u1 left 30 ahead 2.85") == []
    assert rules(battle, "move u1 left 30 ahead 2.86") == ["mckie:move.max"]
    battle.play("move u1 about")
    assert where(battle) == (3000, 3075, 1800)
    assert now(battle).units["u1"].did == frozenset()


@pytest.mark.rule("mckie:man.linecol", "mckie:man.support", "mckie:man.extended")
@pytest.mark.parametrize(
    "start, form, onward",
    [
        ("line", "column", 4),
        ("column", "line", 3),
        ("line", "supported_line", 4.5),
        ("supported_line", "line", 4.5),
        ("line", "extended", 3),
        ("column", "supported_line", 1.5),
        ("line", "road_march", 4),
    ],
)
def test_forming_costs_a_share_and_the_rest_goes_at_the_new_rate(
    start: Any, form: str, onward: float
) -> None:
    battle = moving({"u1": troops("union", 30, 30, formation=start)})
    assert rules(battle, f"move u1 form {form} ahead {onward + 0.01:g}") == ["mckie:move.max"]
    battle.play(f"move u1 form {form} ahead {onward:g}")
    unit = now(battle).units["u1"]
    assert (unit.formation, unit.formed) == (form, True)


@pytest.mark.rule("mckie:man.skirmish", "mckie:form.skirm.1")
def test_a_whole_unit_goes_out_skirmishing() -> None:
    battle = moving({"u1": troops("union", 30, 30, figures=12)})
    assert rules(battle, "move u1 form skirmish ahead 3.01") == ["mckie:move.max"]
    battle.play("move u1 form skirmish ahead 3")
    assert len(measuring.stands_of(now(battle).units["u1"]).bases) == 12


def test_what_is_done_before_and_after_a_change_adds_up() -> None:
    battle = moving(ONE)
    assert battle.why_not("move u1 ahead 3 form column") == []
    assert rules(battle, "move u1 ahead 3.01 form column") == ["mckie:man.linecol"]
    assert battle.why_not("move u1 ahead 1.5 form column ahead 2") == []


@pytest.mark.rule("mckie:form.column.2", "mckie:form.supported.2")
def test_too_few_stands_make_no_such_formation() -> None:
    battle = moving(ONE)
    assert rules(battle, "move u1 form attack_column") == ["mckie:form.column.2"]
    assert rules(battle, "move u1 form supported_line 5") == ["mckie:form.supported.2"]
    assert battle.why_not("move u1 form supported_line 4") == []


@pytest.mark.rule("mckie:man.mount", "mckie:form.dism.1", "mckie:form.dism.2", "mckie:man.holder")
def test_cavalry_dismount_for_a_quarter_and_leave_one_in_four_with_the_horses() -> None:
    battle = moving({"u1": troops("union", 30, 30, arm="cavalry", figures=12)})
    assert rules(battle, "move u1 dismount ahead 4.51") == ["mckie:move.max"]
    battle.play("move u1 dismount ahead 4.5")
    unit = now(battle).units["u1"]
    assert (unit.arm, unit.holders, unit.figures) == ("dismounted_cavalry", 3, 12)


@pytest.mark.rule("mckie:form.dism.3", "mckie:man.mount")
def test_without_holders_nobody_mounts() -> None:
    dismounted = troops("union", 30, 30, arm="dismounted_cavalry", figures=12)
    battle = moving({"u1": dismounted})
    assert battle.why_not("move u1 mount ahead 9") == []
    short = troops("union", 30, 30, arm="dismounted_cavalry", figures=12, holders=2)
    assert rules(moving({"u1": short}), "move u1 mount") == ["mckie:form.dism.3"]


@pytest.mark.rule("mckie:man.limber", "mckie:man.siege")
def test_limbering_takes_half_a_period_and_a_whole_one_for_siege_guns() -> None:
    field_guns = moving({"u1": battery("union", 30, 30)})
    assert rules(field_guns, "move u1 limber ahead 4.01") == ["mckie:move.max"]
    assert rules(field_guns, "move u1 ahead 1") == ["mckie:man.limber"]
    field_guns.play("move u1 limber ahead 4")
    assert now(field_guns).units["u1"].formation == "limbered"
    siege = moving({"u1": battery("union", 30, 30, arm="siege_artillery", weapon="siege_gun")})
    assert "mckie:man.siege" not in rules(siege, "move u1 limber")
    assert siege.why_not("move u1 limber") == []
    assert rules(siege, "move u1 limber ahead 0.01") == ["mckie:move.max"]


@pytest.mark.rule("mckie:move.manhandle")
def test_field_guns_are_manhandled_an_inch() -> None:
    guns = moving({"u1": battery("union", 30, 30)})
    assert rules(guns, "move u1 manhandle ahead 1.01") == ["mckie:move.max"]
    assert guns.why_not("move u1 manhandle back 1") == []
    heavy = moving({"u1": battery("union", 30, 30, arm="siege_artillery", weapon="siege_gun")})
    assert rules(heavy, "move u1 manhandle ahead 1") == ["mckie:move.manhandle"]


# Ground


def wood(kind: str) -> Piece:
    return piece(kind, "the wood", (2000, 2000), (4000, 2000), (4000, 2800), (2000, 2800))


@pytest.mark.rule("mckie:terr.openwood.foot", "mckie:terr.openwood.mount")
@pytest.mark.parametrize("arm, most", [("infantry", 5), ("cavalry", 7)], ids=["foot", "mounted"])
def test_open_woods_slow_everybody(monkeypatch: pytest.MonkeyPatch, arm: Any, most: int) -> None:
    lay(monkeypatch, [wood("open_woods")])
    # Two inches to the wood: foot have four left and go three of them, horse ten and five.
    battle = moving({"u1": troops("union", 30, 30, arm=arm, figures=12)})
    assert rules(battle, f"move u1 ahead {most}.01") == ["mckie:move.max"]
    battle.play(f"move u1 ahead {most}")
    assert "open_woods" in now(battle).units["u1"].grounds


@pytest.mark.rule("mckie:terr.dense.1", "mckie:terr.dense.2")
@pytest.mark.parametrize("kind", ["dense_woods", "rough"])
def test_only_foot_enter_dense_ground_and_at_half_rate(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    lay(monkeypatch, [wood(kind)])
    foot = moving(ONE)
    assert foot.why_not("move u1 ahead 4") == []
    assert rules(foot, "move u1 ahead 4.01") == ["mckie:move.max"]
    horse = moving({"u1": troops("union", 30, 30, arm="cavalry", figures=12)})
    assert horse.why_not("move u1 ahead 2") == []
    assert "mckie:terr.dense.1" in rules(horse, "move u1 ahead 2.05")
    # A wing may not enter either, though the middle of the front stays outside.
    beside = moving({"u1": troops("union", 43, 30, arm="cavalry", figures=12)})
    assert "mckie:terr.dense.1" in rules(beside, "move u1 oblique 4 -45")


@pytest.mark.rule("mckie:terr.contour")
def test_each_contour_costs_an_inch(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = ((2000, 2600), (4000, 2600), (4000, 2800), (2000, 2800))
    lay(monkeypatch, [piece("hill", "the rise", *corners, level=1)])
    battle = moving(ONE)
    assert battle.why_not("move u1 ahead 4") == []
    assert rules(battle, "move u1 ahead 4.01") == ["mckie:move.max"]


@pytest.mark.rule("mckie:terr.contour", "mckie:rate.fart")
def test_each_contour_costs_guns_on_a_road_an_inch_of_their_march(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corners = ((2000, 2000), (4000, 2000), (4000, 2600), (2000, 2600))
    lay(monkeypatch, [piece("hill", "the rise", *corners, level=1), ROAD])
    battle = moving({"u1": battery("union", 30, 30, formation="limbered")})
    assert battle.why_not("move u1 ahead 14") == [], "up and down: 16 in less 2"
    assert rules(battle, "move u1 ahead 14.01") == ["mckie:move.max"]


@pytest.mark.rule("mckie:terr.contour", "mckie:rate.foot")
def test_each_contour_costs_a_march_column_off_the_road_an_inch_of_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corners = ((2000, 2000), (4000, 2000), (4000, 2600), (2000, 2600))
    lay(monkeypatch, [piece("hill", "the rise", *corners, level=1), ROAD])
    off = moving({"u1": troops("union", 35, 30, formation="road_march")})
    assert off.why_not("move u1 ahead 7") == [], "8 in less 1"
    assert rules(off, "move u1 ahead 7.01") == ["mckie:move.max"]
    on = moving({"u1": troops("union", 30, 30, formation="road_march")})
    assert on.why_not("move u1 ahead 10") == [], "up and down: 12 in less 2"
    assert rules(on, "move u1 ahead 10.01") == ["mckie:move.max"]


@pytest.mark.rule("mckie:terr.flight")
def test_ground_costs_a_unit_in_flight_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [wood("dense_woods")])
    state = position(ONE)
    points = (pose(3000, 3000, 0).point, pose(3000, 2400, 0).point)
    assert cost(state, ONE["u1"], points) == 1000
    assert cost(state, ONE["u1"], points, in_flight=True) == 600
    rider = troops("union", 30, 30, arm="cavalry", figures=12)
    assert cost(state, rider, points) is None


ROAD = piece("road", "the pike", (3000, 0), (3000, 4800), width=75)


@pytest.mark.rule("mckie:rate.foot", "mckie:rate.fart")
def test_road_march_is_fast_on_a_road_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [ROAD])
    on = moving({"u1": troops("union", 30, 30, formation="road_march")})
    assert on.why_not("move u1 ahead 12") == []
    off = moving({"u1": troops("union", 35, 30, formation="road_march")})
    assert off.why_not("move u1 ahead 8") == []
    assert rules(off, "move u1 ahead 8.01") == ["mckie:move.max"]
    guns = moving({"u1": battery("union", 30, 40, formation="limbered")})
    assert guns.why_not("move u1 ahead 16") == []
    line = moving(ONE)
    assert rules(line, "move u1 ahead 6.01") == ["mckie:move.max"]


def test_a_bridge_carries_march_columns_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    river = piece("river", "the river", (0, 2500), (6000, 2500), width=100)
    lay(monkeypatch, [river, ROAD])
    column = moving({"u1": troops("union", 30, 30, formation="road_march")})
    assert column.why_not("move u1 ahead 8") == []
    assert "mckie:terr.dense.1" in rules(moving(ONE), "move u1 ahead 5")
    beside = moving({"u1": troops("union", 35, 30, formation="road_march")})
    assert rules(beside, "move u1 ahead 8") == ["mckie:terr.dense.1"]


@pytest.mark.rule("mckie:bua.1", "mckie:bua.2", "mckie:bua.3", "mckie:bua.6")
def test_in_a_town_troops_march_or_go_extended(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [wood("built_up"), ROAD])
    assert set(rules(moving(ONE), "move u1 ahead 3")) <= {"mckie:bua.1", "mckie:bua.2"}
    assert rules(moving(ONE), "move u1 ahead 3")
    march_column = moving({"u1": troops("union", 30, 30, formation="road_march")})
    assert march_column.why_not("move u1 ahead 12") == []
    extended = moving({"u1": troops("union", 30, 30, figures=12, formation="extended")})
    assert extended.why_not("move u1 ahead 4") == []
    assert rules(extended, "move u1 ahead 4.01") == ["mckie:move.max"]
    inside = moving({"u1": troops("union", 30, 24, figures=12, formation="road_march")})
    assert rules(inside, "move u1 form line") == ["mckie:bua.1"]
    assert inside.why_not("move u1 form extended") == []


# Neighbours


@pytest.mark.rule("mckie:move.1inch")
def test_nobody_comes_within_an_inch_of_the_enemy() -> None:
    units = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 25, 180)}
    battle = moving(units)
    assert rules(battle, "move u1 ahead 4.01") == ["mckie:move.1inch"]
    assert battle.why_not("move u1 ahead 4") == []
    # Nor on the way past one.
    beside = {"u1": troops("union", 30, 30), "c1": troops("confederate", 36.5, 27, 180)}
    assert rules(moving(beside), "move u1 ahead 6") == ["mckie:move.1inch"]


def test_whoever_stands_nearer_may_leave_but_not_draw_on() -> None:
    units = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 29.5, 180)}
    battle = moving(units)
    assert battle.why_not("move u1 back 2") == []
    assert rules(battle, "move u1 ahead 0.1") == ["mckie:move.1inch"]


@pytest.mark.rule("mckie:move.1inch")
def test_nobody_forms_or_turns_within_an_inch_of_the_enemy() -> None:
    column = troops("union", 30, 30, formation="column")
    units = {"u1": column, "c1": troops("confederate", 33.9, 30.5, 270, figures=4)}
    assert rules(moving(units), "move u1 form line") == ["mckie:move.1inch"]
    assert moving(units).why_not("move u1 form road_march") == []
    ahead = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 27.5, 180, figures=4)}
    assert rules(moving(ahead), "move u1 turn 90") == ["mckie:move.1inch"]
    assert moving(ahead).why_not("move u1 about") == []


@pytest.mark.rule("mckie:move.1inch", "mckie:form.column.1")
def test_the_tail_of_a_column_straightens_over_no_enemy() -> None:
    """(MK-M48) The head wheels clear of them; they stand where the tail comes round."""
    units = {
        "u1": troops("union", 30, 30, formation="road_march", figures=32),
        "c1": troops("confederate", 27.5, 33.6, figures=1, formation="skirmish"),
    }
    battle = moving(units)
    assert rules(battle, "move u1 right 90") == ["mckie:move.1inch"]
    alone = moving({"u1": units["u1"]})
    assert alone.why_not("move u1 right 90") == []


@pytest.mark.rule("mckie:terr.dense.1")
def test_a_railway_cut_is_passed_in_march_column(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, [piece("railway_cut", "cut", (2000, 2700), (4000, 2700), width=200)])
    line = moving({"u1": troops("union", 30, 30)})
    assert rules(line, "move u1 ahead 5") == ["mckie:terr.dense.1"]
    column = moving({"u1": troops("union", 30, 30, formation="column")})
    assert rules(column, "move u1 ahead 5") == ["mckie:terr.dense.1"]
    # As fast as a column is off the road, and so do guns go through.
    marching = moving({"u1": troops("union", 30, 30, formation="road_march")})
    assert marching.why_not("move u1 ahead 8") == []
    assert rules(marching, "move u1 ahead 8.01") == ["mckie:move.max"]
    assert rules(marching, "move u1 ahead 3 form line") == ["mckie:terr.dense.1"]
    guns = moving({"u1": battery("union", 30, 30, formation="limbered")})
    assert guns.why_not("move u1 ahead 8") == []
    state = now(line)
    way = [pose(3000, 3000, 0).point, pose(3000, 2400, 0).point]
    assert cost(state, state.units["u1"], way, in_flight=True) == 600


@pytest.mark.rule("mckie:pass.2")
def test_a_column_follows_its_head_round_a_corner() -> None:
    units = {
        "u1": troops("union", 30, 30, formation="column"),
        "u2": troops("union", 28.2, 30.6, figures=4),
    }
    battle = moving(units)
    # The tail of a stiff column would sweep over the friend behind its left.
    assert not rules(battle, "move u1 right 90")
    done = march(now(battle), "u1", Drill((Wheel("right", 900),)))
    assert (done.passed, done.length) == ((), 315)


def test_nobody_leaves_the_table_or_ends_on_a_friend() -> None:
    edge = moving({"u1": troops("union", 30, 2)})
    assert rules(edge, "move u1 ahead 3") == ["mckie:move.max"]
    friends = {"u1": troops("union", 30, 30), "u2": troops("union", 30, 26)}
    assert "mckie:pass.3" in rules(moving(friends), "move u1 ahead 3.5")


@pytest.mark.rule("mckie:pass.2", "mckie:pass.3")
def test_a_passage_of_lines_costs_either_half_its_move() -> None:
    units = {"u1": troops("union", 30, 30), "u2": troops("union", 30, 29)}
    battle = moving(units)
    assert rules(battle, "move u1 ahead 3.01") == ["mckie:pass.2"]
    assert "mckie:pass.3" in rules(battle, "move u1 ahead 1")
    battle.play("move u1 ahead 3")
    assert rules(battle, "move u2 back 3.01") == ["mckie:move.max"]
    assert battle.why_not("move u2 back 3") == []


@pytest.mark.rule("mckie:pass.2")
def test_a_unit_that_has_moved_too_far_lets_nobody_through() -> None:
    units = {"u1": troops("union", 30, 30), "u2": troops("union", 30, 34)}
    near = moving(units)
    near.play("move u2 ahead 3")
    assert near.why_not("move u1 back 3") == []
    far = moving(units)
    far.play("move u2 ahead 3.06")
    assert rules(far, "move u1 back 3") == ["mckie:pass.2"]


@pytest.mark.rule("mckie:pass.1")
def test_skirmishers_pass_for_nothing() -> None:
    skirmishers = troops("union", 30, 29, figures=6, formation="skirmish")
    battle = moving({"u1": troops("union", 30, 30), "u2": skirmishers})
    battle.play("move u1 ahead 6")
    assert now(battle).units["u2"].spent == 0


@pytest.mark.rule("mckie:pass.4")
def test_nobody_goes_through_a_unit_that_charges() -> None:
    units = {
        "u1": troops("union", 30, 30),
        "u2": troops("union", 30, 29),
        "c1": troops("confederate", 30, 20, 180),
    }
    charge = Charge("u2", "c1", (), 0, "front")
    assert "mckie:pass.4" in rules(moving(units, charges=(charge,)), "move u1 ahead 3")


@pytest.mark.rule("mckie:period.3", "mckie:resp.1", "mckie:melee.noform")
@pytest.mark.parametrize(
    "more, rule",
    [
        ({"charges": (Charge("u1", "c1", (), 0, "front"),)}, "mckie:period.6"),
        ({"charges": (Charge("c1", "u1", (), 0, "front"),)}, "mckie:resp.1"),
        ({"contacts": (Contact("c1", "u1", "front", 2),)}, "mckie:melee.noform"),
    ],
)
def test_whoever_charges_or_fights_does_not_move(more: dict[str, Any], rule: str) -> None:
    units = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 20, 180)}
    assert rules(moving(units, **more), "move u1 ahead 1") == [rule]


@pytest.mark.rule("mckie:period.3")
@pytest.mark.parametrize("standing", ["retreating", "routing"])
def test_whoever_flees_does_not_move(standing: str) -> None:
    battle = moving({"u1": troops("union", 30, 30, standing=standing)})
    assert rules(battle, "move u1 ahead 1") == ["mckie:period.3"]
    assert [str(one) for one in battle.decision.choices] == ["done"]  # type: ignore[union-attr]


@pytest.mark.rule("mckie:morale.result.0a")
def test_shaken_troops_do_not_advance() -> None:
    units = {
        "u1": troops("union", 30, 30, last_score=0),
        "c1": troops("confederate", 30, 20, 180),
    }
    battle = moving(units)
    assert rules(battle, "move u1 ahead 1") == ["mckie:morale.result.0a"]
    assert battle.why_not("move u1 back 1") == []


@pytest.mark.rule("mckie:morale.factor.advancing")
def test_a_move_towards_the_enemy_counts_as_advancing() -> None:
    units = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 20, 180)}
    battle = moving(units)
    battle.play("move u1 ahead 1")
    assert "advanced" in now(battle).units["u1"].felt
    battle = moving(units)
    battle.play("move u1 back 1")
    assert "advanced" not in now(battle).units["u1"].felt


# Doubling


@pytest.mark.rule("mckie:fat.straggle")
@pytest.mark.parametrize("die, left", [(5, 22), (6, 23)])
def test_a_fatigued_unit_that_doubles_loses_stragglers(die: int, left: int) -> None:
    battle = moving({"u1": troops("union", 30, 30, fatigued=True)}, dice=(die,))
    battle.play("move u1 double ahead 9")
    unit = now(battle).units["u1"]
    assert (unit.figures, unit.did) == (left, frozenset({"moved", "doubled"}))


def test_a_fresh_unit_that_doubles_loses_nobody() -> None:
    battle = moving(ONE)
    battle.play("move u1 double ahead 9")
    assert now(battle).units["u1"].figures == 24


# Screens


@pytest.mark.rule("mckie:form.skirm.2", "mckie:man.detach")
def test_a_screen_goes_out_and_comes_back_for_nothing() -> None:
    battle = moving(ONE)
    battle.play("detach u1 4 ahead 3")
    body, screen = now(battle).units["u1"], now(battle).units["u1s"]
    assert (body.figures, screen.figures, screen.formation) == (20, 4, "skirmish")
    assert measuring.gap(screen, body) == 300
    assert battle.why_not("move u1 ahead 6") == []
    assert rules(battle, "move u1s ahead 1") == ["mckie:period.6"]
    assert rules(moving(ONE), "detach u1 13") == ["mckie:form.skirm.2"]
    assert rules(battle, "detach u1 4")[0] == "mckie:form.skirm.2"


@pytest.mark.rule("mckie:man.detach")
def test_a_screen_that_is_recalled_is_part_of_its_unit_again() -> None:
    screen = troops("union", 30, 27, figures=3, original=4, formation="skirmish", parent="u1")
    battle = moving({"u1": troops("union", 30, 30, figures=20, original=24), "u1s": screen})
    battle.play("recall u1s")
    assert now(battle).units["u1"].figures == 23
    assert now(battle).present() == ["u1"]
    assert battle.why_not("move u1 ahead 6") == []
    assert rules(battle, "recall u1") == ["mckie:man.detach"]


@pytest.mark.rule("mckie:form.skirm.2", "mckie:form.dism.2")
def test_dismounted_skirmishers_have_their_horses_led_behind_them() -> None:
    battle = moving({"u1": troops("union", 30, 30, arm="dismounted_cavalry", figures=16)})
    battle.play("detach u1 8 ahead 4")
    body, screen = now(battle).units["u1"], now(battle).units["u1s"]
    assert (body.figures, body.holders, screen.figures, screen.holders) == (8, 2, 8, 2)
    mounted = moving({"u1": troops("union", 30, 30, arm="cavalry", figures=16)})
    assert rules(mounted, "detach u1 4") == ["mckie:form.skirm.1"]


@pytest.mark.rule("mckie:form.skirm.3")
def test_a_screen_keeps_within_four_inches_of_its_unit() -> None:
    screen = troops("union", 30, 27, figures=4, formation="skirmish", parent="u1")
    units = {"u1": troops("union", 30, 30, figures=20), "u1s": screen}
    battle = moving(units)
    assert rules(battle, "move u1s ahead 1.76") == ["mckie:form.skirm.3"]
    assert battle.why_not("move u1s ahead 1.75") == []
    assert rules(battle, "detach u1 4 ahead 4.01")[-1] == "mckie:form.skirm.3"
    battle.play("move u1 back 3")
    # The screen that was left behind falls back when its army is done.
    battle.play("done")
    assert now(battle).present() == ["u1"]


# Digging


@pytest.mark.rule("mckie:dig.1", "mckie:dig.2", "mckie:dig.3")
def test_four_whole_periods_make_a_trench() -> None:
    state = position(ONE, period=1)
    for period in range(1, 5):
        state.agenda = [EndPeriod(), Movement("union")]
        state.period = period
        state.first = "union"
        battle = Battle(SYSTEM, state, Seeded(1))
        assert measuring.cover_of(now(battle), now(battle).units["u1"]) == "none"
        battle.play("dig u1")
        assert rules(battle, "move u1 ahead 1")
        EndPeriod().run(now(battle), Umpire(Scripted(())))
        state = now(battle)
        state.result = None
    assert measuring.cover_of(state, state.units["u1"]) == "hasty_trench"


@pytest.mark.rule("mckie:dig.2")
def test_a_period_with_anything_else_in_it_does_not_count() -> None:
    battle = moving({"u1": troops("union", 30, 30, dug=3)})
    battle.play("dig u1")
    now(battle).mark("u1", did=("fired",))
    EndPeriod().run(now(battle), Umpire(Scripted(())))
    assert now(battle).trenches == ()
    moved = moving({"u1": troops("union", 30, 30, dug=3)})
    moved.play("move u1 ahead 1")
    assert now(moved).units["u1"].dug == 0


@pytest.mark.rule("mckie:dig.4")
def test_fatigued_troops_do_not_dig() -> None:
    tired = moving({"u1": troops("union", 30, 30, fatigued=True)})
    assert rules(tired, "dig u1") == ["mckie:dig.4"]
    assert rules(moving({"u1": battery("union", 30, 30)}), "dig u1") == ["mckie:dig.1"]


# Orders as they are written


@pytest.mark.parametrize(
    "order",
    [
        "move",
        "move u9 ahead 1",
        "move c1 ahead 1",
        "move u1",
        "move u1 ahead",
        "move u1 ahead -1",
        "move u1 ahead 1.234",
        "move u1 ahead 0",
        "move u1 fly 3",
        "move u1 left 181",
        "move u1 left 0",
        "move u1 oblique 3 46",
        "move u1 form square",
        "move u1 form",
        "move u1 double",
        "move u1 ahead ١",
        "hold",
        "hold u1 now",
        "detach u1",
        "detach u1 four",
        "recall u9",
        "dig u1 deep",
        "done now",
        "ride crocker",
        "join crocker",
        "ride nobody 3 3",
    ],
)
def test_what_is_no_order_is_refused_in_words(order: str) -> None:
    units = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 10, 180)}
    battle = moving(units)
    with pytest.raises(IllegalChoice) as refused:
        battle.play(order)
    assert refused.value.rule.startswith("mckie:")
    assert now(battle).units["u1"].done is False


@given(
    st.lists(
        st.one_of(
            st.builds(Straight, st.integers(1, 1200), st.sampled_from([0, 1800, 300, -450])),
            st.builds(Wheel, st.sampled_from(["left", "right"]), st.integers(1, 1800)),
            st.builds(Turn, st.integers(1, 1800)),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_orders_are_read_as_they_are_written(acts: list[Any]) -> None:
    drill = Drill(tuple(acts), "double")
    assert DRILL.read(DRILL.write(drill)) == drill


# A look beforehand


def test_a_preview_tells_what_an_order_comes_to_and_changes_nothing() -> None:
    units = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 24, 180)}
    battle = moving(units)
    before = battle.hash()
    order = "move u1 ahead 2 left 10"
    seen = look_ahead(battle, order)
    assert seen.legal
    assert battle.hash() == before
    assert seen.stages[0].body.y == 2800
    assert seen.left == 295
    end = seen.stages[-1].body
    assert len(end.bases) == 6
    assert seen.prospect is not None
    assert {shot.target for shot in seen.prospect.shots} == {"c1"}
    fire = next(shot for shot in seen.prospect.shots if shot.verb == "fire")
    assert fire.sums[0].value == str(sum(line.value for line in fire.lines))
    battle.play(order)
    assert where(battle) == (end.x, end.y, end.heading)
    wrong = look_ahead(moving(units), "move u1 ahead 6")
    assert not wrong.legal
    assert "mckie:move.1inch" in [refusal.rule for refusal in wrong.refusals]
    assert not look_ahead(battle, "move u1 ahead far").legal
    assert not look_ahead(battle, "charge u1 c1").legal


# Whatever is ordered

numbers = st.integers(1, 900)
legs = st.one_of(
    st.builds(Straight, numbers, st.sampled_from([0, 0, 1800, 300, -300])),
    st.builds(Wheel, st.sampled_from(["left", "right"]), st.integers(1, 900)),
    st.builds(Turn, st.integers(-1800, 1800).filter(bool)),
)


@settings(max_examples=60)
@given(st.lists(legs, min_size=1, max_size=3), st.sampled_from(["line", "column", "skirmish"]))
def test_a_move_never_exceeds_its_allowance_and_can_be_undone(
    acts: list[Any], formation: Any
) -> None:
    unit = troops("union", 24, 18, figures=8, formation=formation)
    state = position({"u1": unit})
    drill = Drill(tuple(acts))
    done = march(state, "u1", drill)
    if done.bars:
        return
    most = {"line": 600, "column": 800, "skirmish": 600}[formation]
    turns = sum(isinstance(act, Turn) for act in acts)
    assert done.length <= most * (4 - turns) // 4
    assert done.left >= 0
    layout = measuring.layout_of(unit)
    assert poses(layout, done.unit.pose, reversed_move(tuple(acts)))[-1] == unit.pose


@pytest.mark.parametrize("seed", range(3))
def test_random_orders_of_the_list_never_break_the_table(seed: int) -> None:
    chance = random.Random(seed)
    options = SYSTEM.read_options({"generalship": seed == 2})
    battle = Battle(SYSTEM, SYSTEM.start("millers-crossroads", options), Seeded(seed))
    for _ in range(60):
        if battle.result is not None or battle.decision is None:
            break
        choices = battle.decision.choices
        battle.play(chance.choice(choices))
        assert list(SYSTEM.faults(now(battle))) == []


def test_every_order_of_the_list_is_legal() -> None:
    battle = Battle(SYSTEM, SYSTEM.start("millers-crossroads", SYSTEM.read_options({})), Seeded(5))
    while not isinstance(now(battle).agenda[-1], Movement):
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
    assert battle.decision is not None
    for unit in now(battle).of_side(battle.decision.side):
        listed = orders(battle, unit)
        assert len(set(listed)) == len(listed)
        assert 2 <= len(listed) <= 22
        for order in listed:
            assert battle.why_not(order) == [], order


def general(x: float, y: float, **more: Any) -> General:
    return General(
        title="Crocker",
        side="union",
        role="division",
        ratings="-/D",
        divisions=("first",),
        x=int(x * 100),
        y=int(y * 100),
        **more,
    )


@pytest.mark.rule("mckie:move.general")
def test_a_mounted_general_rides_24_inches_over_any_ground(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lay(monkeypatch, [wood("dense_woods")])
    battle = moving(ONE, generals={"crocker": general(30, 40)})
    assert rules(battle, "ride crocker 30 15.99") == ["mckie:move.general"]
    battle.play("ride crocker 30 16")
    assert now(battle).commanders["crocker"].y == 1600
    assert rules(battle, "ride crocker 30 17") == ["mckie:move.general"]


def test_a_general_on_foot_walks() -> None:
    battle = moving(ONE, generals={"crocker": general(30, 40, mounted=False)})
    assert battle.why_not("ride crocker 30 34") == []
    assert rules(battle, "ride crocker 30 33.99") == ["mckie:move.general"]
    assert battle.why_not("ride crocker double 30 31") == []
    assert battle.why_not("ride crocker mount 30 22") == []
    assert rules(battle, "ride crocker mount 30 21.99") == ["mckie:move.general"]


def test_a_general_joins_a_unit_goes_with_it_and_leaves_it() -> None:
    battle = moving(ONE, generals={"crocker": general(30, 40)})
    battle.play("join crocker u1")
    battle.play("move u1 ahead 6")
    one = now(battle).commanders["crocker"]
    assert (one.joined, one.x, one.y) == ("u1", 3000, 2400)
    late = moving(ONE, generals={"crocker": general(30, 40, joined="u1")})
    late.play("ride crocker 20 30")
    assert now(late).commanders["crocker"].joined == ""
    far = moving(ONE, generals={"crocker": general(58, 30)})
    assert rules(far, "join crocker u1") == ["mckie:move.general"]


@pytest.mark.rule("mckie:move.1inch")
def test_a_general_keeps_clear_of_the_enemy() -> None:
    units = {"u1": troops("union", 30, 30), "c1": troops("confederate", 30, 20, 180)}
    battle = moving(units, generals={"crocker": general(30, 25)})
    assert rules(battle, "ride crocker 30 15") == ["mckie:move.1inch"]
    # The base is half an inch wide, the front of the enemy ends at 33.
    assert rules(battle, "ride crocker 34.24 25 34.24 15") == ["mckie:move.1inch"]
    assert battle.why_not("ride crocker 34.25 25 34.25 15") == []
