"""Places on the table where several rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table import Point, piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import (
    destruction,
    events,
    field,
    firing,
    hits,
    runs,
    shooting,
)
from longroll.systems.honor_glory.play.firing import Aftermath
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import Burning, State
from longroll.systems.honor_glory.units import cover_class
from tests.rulebook.honor_glory.table import Fight, battery, play, position, regiment


def facing(**more: Any) -> State:
    """Two regiments 20 cm apart; `more` is about the Confederate one."""
    return position({
        "u1": regiment("union", 20, 70),
        "c1": regiment("confederate", 20, 50, 180, **more),
    })  # fmt: skip


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.log() if isinstance(event, kind)]


# Who replies


@pytest.mark.rule("honor_glory:55.6a", "honor_glory:61.2", "honor_glory:13.rout.3")
def test_a_unit_that_runs_already_does_not_reply() -> None:
    battle = play(facing(morale="routing"), "declare u1 1 fire c1", "done", faces=(20,))
    # Nobody was asked for a reply: the turn is over.
    assert (len(told(battle, events.Fired)), battle.state.active) == (1, "confederate")


@pytest.mark.rule("honor_glory:61.1")
def test_a_unit_that_a_shot_breaks_replies_before_it_runs() -> None:
    choices = ("declare u1 1 fire c1", "done", "reply")
    # A hit breaks it; its reply has the table's 8 alone, and misses.
    battle = play(facing(mp=1), *choices, faces=(1, 9))
    reply = told(battle, events.Fired)[1]
    assert (reply.unit, sum(line.value for line in reply.lines), reply.hit) == ("c1", 8, False)
    assert told(battle, events.Fled)[0].unit == "c1"


@pytest.mark.rule("honor_glory:101.8b", "honor_glory:101.8a")
def test_a_rallying_unit_that_is_hurt_runs_again_and_does_not_reply() -> None:
    state = facing(morale="rallying", rest=3)
    # The hit, then its test, which it passes: it runs all the same.
    battle = play(state, "declare u1 1 fire c1", "done", faces=(1, 3, 3, 1))
    unit = battle.state.units["c1"]
    assert (len(told(battle, events.Fired)), battle.state.active) == (1, "confederate")
    assert (unit.morale, unit.rest, unit.mp) == ("routing", 0, 5)


@pytest.mark.rule("honor_glory:101.8b", "honor_glory:50.1")
def test_a_rallying_unit_that_is_hurt_runs_before_anybody_else_fires() -> None:
    state = facing(morale="rallying", rest=3)
    state.units = {**state.units, "u2": regiment("union", 36, 70)}
    orders = ("declare u1 1 fire c1", "declare u2 1 fire c1", "done")
    battle = play(state, *orders, faces=(1, 3, 3, 1))
    # It is out of reach when the go of the other comes, who does not fire.
    assert [event.unit for event in told(battle, events.Fired)] == ["u1"]
    assert [event.unit for event in told(battle, events.Fled)] == ["c1"]


@pytest.mark.rule("honor_glory:101.8b", "honor_glory:68.2")
def test_a_rallying_unit_that_a_grand_battery_wears_down_runs_again() -> None:
    guns = {f"g{one}": battery("union", 15 + 5 * one, 75) for one in (1, 2, 3)}
    state = position({**guns, "c1": regiment("confederate", 25, 35, 180, morale="rallying")})
    orders = [f"declare {one} 1 battery c1" for one in guns]
    # Three shots that miss, then the point that they cost it together, and the test of that.
    battle = play(state, *orders, "done", faces=(20, 20, 20, 3, 3, 1))
    unit = battle.state.units["c1"]
    assert (unit.morale, unit.mp) == ("routing", 5)


@pytest.mark.rule("honor_glory:55.6b", "honor_glory:13.rally.4")
def test_a_rallying_unit_that_is_missed_may_reply() -> None:
    state = facing(morale="rallying", rest=3)
    battle = play(state, "declare u1 1 fire c1", "done", "reply", faces=(20, 20))
    assert [event.unit for event in told(battle, events.Fired)] == ["u1", "c1"]
    assert battle.state.units["c1"].rest == 3


@pytest.mark.rule("honor_glory:92.5", "honor_glory:77.9", "honor_glory:52.3")
def test_a_charger_pays_for_slow_ground_with_all_that_it_has() -> None:
    state = position({"u1": regiment("union", 20, 60), "c1": regiment("confederate", 90, 10, 180)})
    corners = ((10 * CM, 56 * CM), (30 * CM, 56 * CM), (30 * CM, 54 * CM), (10 * CM, 54 * CM))
    state.laid = (piece("rough", "the scrub", *corners),)
    # 6 cm in the open and 2 cm that count twice are the 10 cm of its move.
    runs.go_towards(state, "u1", Point(20 * CM, 52 * CM), Umpire(Scripted(())), 10 * CM)
    assert state.units["u1"].y == 52 * CM


@pytest.mark.rule("honor_glory:78.2", "honor_glory:52.3")
def test_a_countercharge_pays_for_slow_ground_with_all_that_it_has() -> None:
    state = facing()
    state.units = {**state.units, "u1": regiment("union", 20, 67)}
    corners = ((10 * CM, 57 * CM), (30 * CM, 57 * CM), (30 * CM, 56 * CM), (10 * CM, 56 * CM))
    state.laid = (piece("rough", "the scrub", *corners),)
    between = gap(RULEBOOK, state.units["u1"], state.units["c1"])
    runs.meet(state, "c1", "u1", 10 * CM, Umpire(Scripted(())))
    assert state.units["c1"].y == 50 * CM + between // 2


@pytest.mark.rule("honor_glory:55.8")
def test_friends_that_run_are_friends_too() -> None:
    state = facing()
    state.units = {**state.units, "u2": regiment("union", 39, 50, morale="routing")}
    bars = {bar.rule for bar in shooting.bars_to_shot(state.fresh(), "u1", "c1", "activated")}
    assert bars == {"honor_glory:55.8"}


# Tests


@pytest.mark.rule("honor_glory:100.5a")
def test_tests_of_several_shots_are_taken_in_the_order_of_the_table() -> None:
    state = facing()
    state.agenda.append(Aftermath())
    firing.add_due(state, "c1", ["hit_by_small_arms", "commander_killed"])
    firing.add_due(state, "c1", ["hit_by_artillery"])
    assert state.agenda[-1] == Aftermath(
        (("c1", ("hit_by_artillery", "hit_by_small_arms", "commander_killed")),)
    )


@pytest.mark.rule("honor_glory:42.4b")
@pytest.mark.parametrize("x, tested", [(30, True), (60, False)])
def test_a_unit_that_passes_routing_friends_is_tested(x: float, tested: bool) -> None:
    units = {
        "u1": regiment("union", 30, 80),
        "u2": regiment("union", x, 66, morale="routing"),
        "c1": regiment("confederate", 100, 10, 180),
    }
    faces = (3, 3, 1) if tested else ()
    battle = play(position(units), "declare u1 1 ahead 10", "done", faces=faces)
    assert [event.reason for event in told(battle, events.Tested)] == ["friends_routing"] * tested


@pytest.mark.rule("honor_glory:42.4b", "honor_glory:103.frd.11")
def test_a_unit_that_routing_friends_unnerve_goes_no_farther() -> None:
    units = {
        "u1": regiment("union", 30, 80),
        "u2": regiment("union", 30, 66, morale="routing"),
        "c1": regiment("confederate", 100, 10, 180),
    }
    state = position(units)
    battle = play(state, "declare u1 2 ahead 5 ahead 5", "done", faces=(1, 1, 20, 6, 6))
    assert battle.state.units["u1"].morale == "routing"


@pytest.mark.rule("honor_glory:3.refuse.1", "honor_glory:3.refuse.2", "honor_glory:77.5")
def test_a_unit_that_refuses_to_charge_is_tested_again_in_its_next_activation() -> None:
    refusal, will = (1, 1, 20, 6, 6), (6, 6, 1)
    battle = play(facing(), "declare u1 2 charge c1", "done", faces=(*refusal, *will, 6, 6, 1))
    assert [event.action for event in told(battle, events.Tested)][:2] == ["refuse", "charge"]
    assert battle.state.units["u1"].left == (1, 1)
    battle = play(facing(), "declare u1 1 charge c1", "done", faces=refusal)
    assert battle.state.units["u1"].y == 70 * CM


# Guns


@pytest.mark.rule("honor_glory:48.0c", "honor_glory:41.mlong")
def test_a_long_gun_without_a_team_stays_when_it_should_withdraw() -> None:
    gun = battery("union", 20, 70, gun="long_rifled", team=0)
    state = position({"ua": gun, "c1": regiment("confederate", 90, 10, 180)})
    hits.flee(state, "ua", "withdraw", Umpire(Scripted([])))
    assert (state.units["ua"].place, state.units["ua"].pose) == ("table", gun.pose)
    hits.flee(state, "ua", "rout", Umpire(Scripted([])))
    assert state.units["ua"].place == "gone"


@pytest.mark.rule("honor_glory:53.2", "honor_glory:48.1.3")
def test_a_unit_that_lies_down_gets_up_to_withdraw() -> None:
    units = {
        "u1": regiment("union", 20, 70, prone=True),
        "c1": regiment("confederate", 90, 10, 180),
    }
    battle = play(position(units), "declare u1 1 withdraw", "done")
    unit = battle.state.units["u1"]
    # Half for the about turn, a quarter for getting up: 2.5 cm, and the depth of the line.
    assert (unit.prone, unit.y) == (False, 70 * CM + 300 + 250)


# Cover


@pytest.mark.rule("honor_glory:34.8", "honor_glory:34.9")
@pytest.mark.parametrize("y, class_", [(51, "informal"), (56, "formal"), (49, "informal")])
def test_the_edge_of_dense_woods_is_informal_cover(y: float, class_: str) -> None:
    state = position({"u1": regiment("union", 50, y)})
    corners = [(x * CM, z * CM) for x, z in ((30, 50), (70, 50), (70, 80), (30, 80))]
    state.laid = (piece("dense_woods", "the forest", *corners),)
    assert cover_class(field.facts(state, "u1")) == class_


@pytest.mark.rule("honor_glory:OP10.2.3", "honor_glory:OP10.2.2")
def test_a_fire_does_its_first_damage_at_the_end_of_the_enemys_turn() -> None:
    units = {"u1": regiment("union", 89, 60), "c1": regiment("confederate", 20, 10, 180)}
    state = position(units, options={"destruction_of_cover": True})
    house = destruction.called(state, "the-stone-house")
    assert house is not None
    state.fires = {house.name: Burning("union", 2)}
    whole, left = destruction.value_of(state, house), []
    for side in ("union", "confederate", "union", "confederate", "confederate"):
        destruction.burn_on(state, side, Umpire(Scripted([])))
        left.append(whole - destruction.value_of(state, house))
    assert left == [0, 2, 2, 6, 14]
