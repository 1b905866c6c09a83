"""Rally and rest, and melee on slopes, as they go on the table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.miniatures.standing import gap
from longroll.systems.honor_glory import melee
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events, field
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import Commander, State
from tests.rulebook.honor_glory.table import play, position, refused, regiment

PASS = (6, 6, 1)


def routers(*, joined: str = "u1", **more: Any) -> State:
    """A routing Union regiment far from the enemy, with a brigadier."""
    units = {
        "u1": regiment("union", 20, 60, 180, morale="routing", mp=5, **more),
        "u2": regiment("union", 60, 60),
        "c1": regiment("confederate", 20, 3, 180),
    }
    brigadier = Commander(title="B", side="union", rank="brigade", mp=4, joined=joined)
    return position(units, commanders={"ub": brigadier})


@pytest.mark.rule("honor_glory:101.5", "honor_glory:101.6a", "honor_glory:101.6b")
def test_a_rallied_unit_faces_the_enemy_and_rests() -> None:
    battle = play(routers(), "declare u1 1 rally", "done", faces=(*PASS, 3))
    unit = battle.state.units["u1"]
    assert (unit.morale, unit.rest, unit.heading, unit.y) == ("rallying", 3, 0, 60 * CM)


@pytest.mark.rule("honor_glory:103.ral.8", "honor_glory:101.7", "honor_glory:27.5")
def test_a_rally_that_fails_costs_the_unit_and_its_commander() -> None:
    battle = play(routers(), "declare u1 1 rally", "done", faces=(1, 1, 20, 4, 4))
    unit = battle.state.units["u1"]
    assert (unit.morale, unit.mp, battle.state.commanders["ub"].mp) == ("routing", 2, 1)


@pytest.mark.rule("honor_glory:101.3", "honor_glory:101.4c", "honor_glory:101.2a")
@pytest.mark.parametrize(
    "joined, more, rule",
    [
        ("u2", {"colonel": False}, "honor_glory:101.3"),
        ("u1", {"shot_at": True}, "honor_glory:101.4c"),
        ("u1", {"pursued": True}, "honor_glory:101.4b"),
        ("u1", {"rally_tested": True}, "honor_glory:101.2a"),
    ],
)
def test_what_keeps_a_unit_from_rallying(joined: str, more: Any, rule: str) -> None:
    battle = play(routers(joined=joined, **more), "declare u1 1 rally", "done")
    refusals = [one for one in battle.log() if isinstance(one, events.Refused)]
    assert [one.rules for one in refusals] == [(rule,)]
    assert battle.state.units["u1"].morale == "routing"


@pytest.mark.rule("honor_glory:101.6b", "honor_glory:101.6c")
def test_a_unit_acts_again_on_the_activation_after_its_rest() -> None:
    state = routers()
    state.change("u1", morale="rallying", rest=2)
    battle = play(state, "declare u1 2 rest", "done")
    unit = battle.state.units["u1"]
    assert (unit.morale, unit.rest) == ("rallying", 0)
    battle.play("done")
    battle.play("declare u1 1 rest")
    battle.play("done")
    assert battle.state.units["u1"].morale == "formed"


@pytest.mark.rule("honor_glory:101.6c")
def test_a_rested_unit_obeys_the_order_that_it_is_activated_for() -> None:
    state = routers()
    state.change("u1", morale="rallying", rest=1)
    assert refused(state, "declare u1 1 ahead 5") == {"honor_glory:101.8a"}
    state.change("u1", rest=0, heading=0)
    start = state.units["u1"].y
    unit = play(state, "declare u1 1 ahead 5", "done").state.units["u1"]
    assert (unit.morale, start - unit.y) == ("formed", 5 * CM)


@pytest.mark.rule("honor_glory:103.ral.11", "honor_glory:22.tip")
def test_a_unit_that_breaks_as_it_is_rallied_may_be_taken_away() -> None:
    state = routers()
    state.options = replace(state.options, remove_broken=True)
    battle = play(state, "declare u1 1 rally", "done", faces=(1, 1, 20, 6, 6))
    assert battle.state.units["u1"].place == "gone"


@pytest.mark.rule("honor_glory:13.rally.2", "honor_glory:13.rally.3")
def test_a_rallying_unit_falls_back_from_an_enemy_between_it_and_home() -> None:
    units = {
        "u1": regiment("union", 60, 40, 180, morale="rallying", rest=3),
        "c1": regiment("confederate", 60, 60),
    }
    after = play(position(units), "done").state.units["u1"]
    # Home is south, and so is the enemy.
    assert (after.morale, after.x, after.y < 40 * CM) == ("rallying", 60 * CM, True)


@pytest.mark.rule("honor_glory:13.rally.2", "honor_glory:13.rally.3")
def test_a_rallying_unit_falls_back_before_the_enemy() -> None:
    state = routers()
    state.change("u1", morale="rallying", rest=2, heading=0)
    state.change("c1", y=25 * CM)
    battle = play(state, "done")
    near = gap(RULEBOOK, battle.state.units["u1"], battle.state.units["c1"])
    assert near >= 40 * CM


@pytest.mark.rule("honor_glory:91.1", "honor_glory:91.2", "honor_glory:91.3", "honor_glory:91.4")
@pytest.mark.parametrize("inside, up, down", [(2, "U", "D"), (6, "L", "L")])
def test_a_fight_at_the_edge_of_a_hill_goes_up_or_down(inside: float, up: str, down: str) -> None:
    # The hill's northern contour is at 52; the defender faces north, so far inside it.
    units = {
        "u1": regiment("union", 93, 52 + inside),
        "c1": regiment("confederate", 93, 52 + inside, 180),
    }
    state = position(units)
    assert melee.slope(*field.heights(state, "c1")) == up
    assert melee.slope(*field.heights(state, "u1")) == down


@pytest.mark.rule("honor_glory:91.1")
def test_a_fight_on_the_plain_is_level() -> None:
    units = {"u1": regiment("union", 30, 70), "c1": regiment("confederate", 30, 70, 180)}
    state = position(units)
    assert melee.slope(*field.heights(state, "c1")) == "L"
