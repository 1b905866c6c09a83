"""Melees of more than two units: who strikes in whose turn, who steps forward, who pursues."""

from __future__ import annotations

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.play import events, field, melees
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import Side
from tests.rulebook.honor_glory.table import SYSTEM, Fight, fight, play, position, regiment, riders

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)
#: One that fails, with the two dice of the worst column.
WORST = (1, 1, 20, 6, 6)


def two_on_one(side: Side) -> State:
    """Two Union regiments in melee with one Confederate one."""
    units = {
        "u1": regiment("union", 31.5, 60.01),
        "u2": regiment("union", 48.5, 60.01),
        "c1": regiment("confederate", 40, 60, 180, mp=9),
    }
    return position(units, side=side, melees=(("u1", "c1"), ("u2", "c1")))


def blows(battle: Fight) -> list[tuple[str, str]]:
    return [(one.unit, one.target) for one in battle.log() if isinstance(one, events.Struck)]


def controls(battle: Fight) -> list[str]:
    told = (one for one in battle.log() if isinstance(one, events.Tested))
    return [one.unit for one in told if one.reason == "basic"]


@pytest.mark.rule("honor_glory:75.7", "honor_glory:81.1b", "honor_glory:75.4")
def test_every_attacker_strikes_in_both_turns() -> None:
    # In its own turn the unit that two attack strikes the first to have touched it; both strike it.
    battle = play(two_on_one("confederate"), "done", faces=(20, 20, 20))
    assert blows(battle) == [("c1", "u1"), ("u1", "c1"), ("u2", "c1")]
    battle = play(two_on_one("union"), "done", faces=(20, 20, 20))
    assert blows(battle) == [("u1", "c1"), ("c1", "u1"), ("u2", "c1")]


@pytest.mark.rule("honor_glory:92.0", "honor_glory:92.1")
def test_everybody_who_fought_a_unit_that_runs_is_tested() -> None:
    # The first attacker hits, the defender misses and runs: both attackers are in hand, and stay.
    faces = (1, 20, *WORST, *PASS, *PASS)
    battle = play(two_on_one("union"), "done", "stay", "stay", faces=faces)
    assert sorted(controls(battle)) == ["u1", "u2"]
    assert battle.state.active == "confederate"


@pytest.mark.rule("honor_glory:92.0", "honor_glory:77.9")
def test_a_unit_that_gives_way_to_a_second_charge_leaves_the_first_enemy() -> None:
    units = {
        "u1": regiment("union", 31.5, 60.01),
        "u2": regiment("union", 44, 68),
        "c1": regiment("confederate", 40, 60, 180, mp=12),
    }
    state = position(units, melees=(("u1", "c1"),))
    # The charge is tested, the defender withdraws; the bonus of the charge that finds nobody, and
    # the test of the regiment that had fought.
    faces = (*PASS, 1, 1, 20, 4, 5, 3, *PASS)
    battle = play(state, "declare u2 1 charge c1", "done", "stay", faces=faces)
    assert controls(battle) == ["u1"]
    assert battle.state.melees == ()


@pytest.mark.rule("honor_glory:81.6", "honor_glory:48.1.1", "honor_glory:42.3")
def test_a_support_takes_the_place_of_a_unit_that_withdraws_of_its_own_will() -> None:
    units = {
        "u1": regiment("union", 20, 60.01),
        "u2": regiment("union", 20, 64),
        "c1": regiment("confederate", 20, 60, 180),
    }
    state = position(units, melees=(("u1", "c1"),))
    # The support fights the round of this turn: a blow each, and nobody is free to pursue.
    battle = play(state, "declare u1 2 withdraw", "done", faces=(20, 20))
    after = battle.state
    assert after.melees == (("u2", "c1"),)
    assert field.touching(after, "u2", "c1")
    assert blows(battle) == [("u2", "c1"), ("c1", "u2")]
    assert fight(after).state.units["u1"].y > 64 * 100


@pytest.mark.rule("honor_glory:81.6", "honor_glory:75.5", "honor_glory:42.0")
@pytest.mark.parametrize("blocked", [True, False])
def test_a_support_steps_forward_only_where_there_is_room(blocked: bool) -> None:
    """A friend who stands back to back with it keeps it from turning to its new enemy."""
    units = {
        "u2": regiment("union", 57, 71.1),
        "us2": regiment("union", 56.72, 71.08, 180),
        "u3": regiment("union", 73.5, 68.63),
        "c3": riders("confederate", 61.39, 66.61, 180),
    }
    if not blocked:
        del units["us2"]
    state = position(units, melees=(("u3", "c3"),))
    start = state.units["u2"].pose
    umpire = Umpire(Scripted([]))
    assert melees.step_forward(state, "u2", "c3", umpire, charged=False) is not blocked
    assert (state.units["u2"].pose == start) is blocked
    assert [fault for fault in SYSTEM.faults(state) if "overlap" in fault] == []
