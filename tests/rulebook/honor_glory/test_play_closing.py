"""Charges on the table: the way, who is in it, countercharges, and guns."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory.measure import CM
from tests.rulebook.honor_glory.table import battery, play, position, regiment, riders
from tests.rulebook.honor_glory.test_play import facing

PASSED = (3, 4, 5, 3, 4, 5)  # both tests of a charge


@pytest.mark.rule("honor_glory:77.7", "honor_glory:42.1")
def test_a_charge_does_not_run_through_other_enemies() -> None:
    units = {
        "u1": riders("union", 20, 78),
        "c2": regiment("confederate", 31, 65, 180),
        "c1": regiment("confederate", 20, 52, 180),
    }
    orders = ("declare u1 1 charge c1", "done", "stand")
    battle = play(position(units), *orders, faces=(*PASSED, 6, 6))
    assert battle.state.melees == ()
    assert battle.state.units["u1"].y >= 65 * CM
    # With the way clear it goes home.
    units["c2"] = regiment("confederate", 60, 65, 180)
    battle = play(position(units), *orders, faces=(*PASSED, 6, 6, 20, 20))
    assert battle.state.melees == (("u1", "c1"),)


@pytest.mark.rule("honor_glory:47.4", "honor_glory:77.6")
@pytest.mark.parametrize("x, melees", [(20, (("u1", "c1"),)), (60, ())])
def test_a_charge_pays_for_a_hedge(x: float, melees: tuple[tuple[str, str], ...]) -> None:
    # 12 cm less the 2 of contact are within 11, but not with a quarter of 10 for the hedge.
    units = {"u1": regiment("union", x, 57), "c1": regiment("confederate", x, 45, 180)}
    orders = ("declare u1 1 charge c1", "done", "stand")
    faces = (*PASSED, 1, 20, 20) if melees else (*PASSED, 1)
    battle = play(position(units), *orders, faces=faces)
    assert battle.state.melees == melees


@pytest.mark.rule("honor_glory:78.2", "honor_glory:78.n4")
def test_a_countercharge_meets_the_charge_midway() -> None:
    orders = ("declare u1 1 charge c1", "done", "countercharge")
    battle = play(facing(12), *orders, faces=(*PASSED, 2, 20, 20))
    assert battle.state.melees == (("u1", "c1"),)
    assert battle.state.units["c1"].y == 60 * CM
    assert 60 * CM <= battle.state.units["u1"].y <= 60 * CM + 2


@pytest.mark.rule("honor_glory:94.2", "honor_glory:95.1")
def test_a_unit_struck_in_flank_turns_to_its_attacker() -> None:
    units = {
        "u1": regiment("union", 20, 60, 90),
        "c1": regiment("confederate", 38, 58, 180),
    }
    orders = ("declare u1 1 charge c1", "done", "stand")
    battle = play(position(units), *orders, faces=(*PASSED, 3, 3, 4, 5, 20, 20))
    assert battle.state.melees == (("u1", "c1"),)
    attacker, defender = battle.state.units["u1"], battle.state.units["c1"]
    assert (attacker.x, attacker.y, attacker.heading) == (30 * CM, 5650, 900)
    assert (defender.x, defender.y, defender.heading) == (30 * CM, 5650, 2700)


@pytest.mark.rule("honor_glory:90.3")
def test_attached_guns_are_not_charged_themselves() -> None:
    units = {
        "u1": regiment("union", 20, 60),
        "ca": battery("confederate", 20, 50, 180),
        "c1": regiment("confederate", 31, 50, 180),
    }
    battle = play(position(units), "declare u1 1 charge ca", "done")
    assert "attached to C1" in battle.past.events[-2].text()
    assert battle.state.units["ca"].place == "table"


@pytest.mark.rule("honor_glory:90.5", "honor_glory:90.2")
def test_attached_guns_are_lost_with_the_melee() -> None:
    units = {
        "u1": regiment("union", 20, 60.01),
        "c1": regiment("confederate", 20, 60, 180),
        "ca": battery("confederate", 31, 60, 180),
        "c2": regiment("confederate", 100, 10, 180),
    }
    state = position(units, melees=(("u1", "c1"),))
    # A hit, a miss, the test fails badly; the victor keeps control.
    battle = play(state, "done", faces=(1, 20, 1, 1, 20, 6, 6, 3, 4, 5))
    assert battle.state.units["c1"].morale == "routing"
    assert battle.state.units["ca"].place == "gone"
