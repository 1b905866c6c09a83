"""Manoeuvres on the table that depend on enemies near by, or on the road."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory.measure import CM
from tests.rulebook.honor_glory.table import play, position, regiment, riders


@pytest.mark.rule("honor_glory:45.3")
@pytest.mark.parametrize("gap, formation", [(9, "line"), (11, "column")])
def test_nobody_changes_formation_near_the_enemy(gap: int, formation: str) -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "c1": regiment("confederate", 20, 70 - gap, 180),
    }
    battle = play(position(units), "declare u1 1 form column", "done")
    assert battle.state.units["u1"].formation == formation


@pytest.mark.rule("honor_glory:45.3")
def test_fleeing_enemies_do_not_keep_a_unit_from_changing() -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "c1": regiment("confederate", 20, 62, 0, morale="routing"),
        "c2": regiment("confederate", 100, 10, 180),
    }
    battle = play(position(units), "declare u1 1 form skirmish", "done")
    assert battle.state.units["u1"].formation == "skirmish"


@pytest.mark.rule("honor_glory:45.3n")
def test_a_unit_that_occupies_cover_may_form_line_near_the_enemy() -> None:
    units = {
        "u1": regiment("union", 60, 48.6, formation="column"),
        "c1": regiment("confederate", 60, 43, 180),
    }
    battle = play(position(units), "declare u1 1 form line", "done")
    assert battle.state.units["u1"].formation == "line"
    units["u1"] = regiment("union", 60, 52, formation="column")
    battle = play(position(units), "declare u1 1 form line", "done")
    assert battle.state.units["u1"].formation == "column"


@pytest.mark.rule("honor_glory:46.4b")
@pytest.mark.parametrize("x, y, heading", [(47, 68, 0), (42, 60, 250)])
def test_a_wheel_does_not_show_a_flank_to_an_enemy_near_by(x: int, y: int, heading: int) -> None:
    units = {
        "u1": riders("union", 60, 75),
        "c1": regiment("confederate", x, y, 90, formation="column"),
    }
    battle = play(position(units), "declare u1 1 right 25", "done")
    assert battle.state.units["u1"].heading == heading
    assert heading or "show its flank" in battle.past.events[0].text()


@pytest.mark.rule("honor_glory:44.1", "honor_glory:44.3", "honor_glory:44.4", "honor_glory:44.2")
def test_a_column_that_keeps_to_the_road_goes_at_road_rate() -> None:
    units = {
        "u1": regiment("union", 20, 45, 90, formation="column"),
        "c1": regiment("confederate", 110, 10, 180),
    }
    east = play(position(units), "declare u1 1 ahead 40", "done").state.units["u1"]
    assert 45 * CM - 1 <= east.x <= 45 * CM
    # One that leaves the road has its cross country rate for all of its move.
    off = play(position(units), "declare u1 1 oblique 40 10", "done").state.units["u1"]
    assert (off.x - 20 * CM) ** 2 + (off.y - 45 * CM) ** 2 <= (20 * CM) ** 2
    # A line has no road rate.
    units["u1"] = regiment("union", 20, 45, 90)
    line = play(position(units), "declare u1 1 ahead 40", "done").state.units["u1"]
    assert 30 * CM - 1 <= line.x <= 30 * CM
