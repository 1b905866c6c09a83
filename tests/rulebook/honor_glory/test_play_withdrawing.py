"""Units that withdraw of their own will."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory.measure import CM
from tests.rulebook.honor_glory.table import battery, play, position, refused, regiment
from tests.rulebook.honor_glory.test_play import facing


@pytest.mark.rule(
    "honor_glory:48.1.1", "honor_glory:48.1.2", "honor_glory:48.1.3", "honor_glory:13.wd.1"
)
def test_a_unit_withdraws_from_a_melee() -> None:
    state = facing(0.01, melees=(("u1", "c1"),))
    assert refused(state, "declare u1 2 withdraw") == set()
    # The enemy keeps control of itself.
    battle = play(state, "declare u1 2 withdraw", "done", faces=(3, 4, 5))
    unit = battle.state.units["u1"]
    assert battle.state.melees == ()
    # Half an allowance for the turn; 15 cm are left, from what was its rear edge.
    assert (unit.morale, unit.heading, unit.y) == ("formed", 1800, 6000 + 300 + 1500)


@pytest.mark.rule("honor_glory:92.0", "honor_glory:92.1")
def test_an_enemy_that_loses_control_follows_at_once() -> None:
    state = facing(0.01, melees=(("u1", "c1"),))
    battle = play(state, "declare u1 2 withdraw", "done", faces=(1, 1, 20))
    assert battle.state.units["c1"].y > 65 * CM


@pytest.mark.rule("honor_glory:13.wd.2", "honor_glory:48.1.3")
def test_a_unit_withdraws_towards_its_edge() -> None:
    battle = play(facing(20), "declare u1 1 withdraw", "done")
    unit = battle.state.units["u1"]
    assert (unit.heading, unit.y) == (1800, 70 * CM + 300 + 500)


@pytest.mark.rule("honor_glory:48.0c")
def test_guns_limber_to_withdraw() -> None:
    units = {
        "ua": battery("union", 20, 45, drawn="horse"),
        "c1": regiment("confederate", 90, 10, 180),
    }
    battle = play(position(units), "declare ua 1 withdraw", "done")
    unit = battle.state.units["ua"]
    assert (unit.formation, unit.heading) == ("limbered", 1800)


@pytest.mark.rule("honor_glory:48.1.1")
def test_a_withdrawal_is_all_that_a_unit_does() -> None:
    assert refused(facing(), "declare u1 1 ahead 2 withdraw") == {"honor_glory:48.1.1"}
