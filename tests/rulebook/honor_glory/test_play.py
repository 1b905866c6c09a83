"""Turns, declarations, goes, fire, charges, flight and the end of a battle on the table."""

from __future__ import annotations

from random import Random

import pytest

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.state import digest
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.state import Commander, State
from tests.rulebook.honor_glory.table import (
    SCENARIO,
    SYSTEM,
    battery,
    fight,
    play,
    position,
    refused,
    regiment,
    riders,
)


def facing(gap: float = 30, **more: object) -> State:
    """Two regiments that face each other on open ground in the west of the table."""
    return position(
        {
            "u1": regiment("union", 20, 60 + gap / 2, 0),
            "c1": regiment("confederate", 20, 60 - gap / 2, 180),
        },
        **more,  # type: ignore[arg-type]
    )


# Whole battles


def random_battle(seed: int) -> Battle:
    options = SYSTEM.read_options({})
    battle = Battle(SYSTEM, SYSTEM.start(SCENARIO, options), Seeded(seed))
    chance = Random(seed)
    for _ in range(3000):
        if battle.decision is None:
            break
        battle.play(str(chance.choice(list(battle.decision.choices))))
    return battle


@pytest.mark.rule("honor_glory:1.turns", "honor_glory:9.p5")
@pytest.mark.parametrize("seed", range(3))
def test_random_battles_end_and_are_the_same_again(seed: int) -> None:
    battle = random_battle(seed)
    assert battle.state.result is not None
    assert digest(battle.state) == digest(random_battle(seed).state)


@pytest.mark.rule("honor_glory:8.11", "honor_glory:8.12", "honor_glory:9.first")
def test_the_armies_muster_and_the_higher_die_chooses() -> None:
    state = SYSTEM.start(SCENARIO, SYSTEM.read_options({}))
    # Four commanders are rated; the dice for the opening are equal once.
    battle = fight(state, 3, 2, 5, 1, 4, 4, 2, 6)
    assert battle.decision is not None
    assert (battle.decision.side, battle.decision.rule) == ("union", "honor_glory:9.first")
    assert battle.state.counters == {"union": 3, "confederate": 4}
    assert battle.state.commanders["uc"].mp == 1 + 3
    assert battle.state.commanders["cb"].mp == 2 + 1
    assert (battle.state.units["u1"].mp, battle.state.units["ca"].mp) == (8, 4)
    battle.play("second")
    assert (battle.state.first, battle.state.active) == ("confederate", "confederate")


# Declarations


@pytest.mark.rule("honor_glory:6.1", "honor_glory:6.1b", "honor_glory:9.p1", "honor_glory:9.p3")
def test_everything_is_declared_before_anything_is_done() -> None:
    state = position({
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", 50, 75),
        "c1": regiment("confederate", 90, 10, 180),
    })  # fmt: skip
    battle = fight(state)
    battle.play("declare u1 1 ahead 5")
    battle.play("declare u2 1 ahead 5")
    assert battle.state.units["u1"].y == 75 * CM
    battle.play("done")
    assert {battle.state.units[id].y for id in ("u1", "u2")} == {70 * CM}


@pytest.mark.rule("honor_glory:3.ac.1", "honor_glory:9.p2a", "honor_glory:28.2")
def test_counters_are_limited_and_placed_as_the_player_likes() -> None:
    state = facing(counters=2)
    assert refused(state, "declare u1 3 ahead 5") == {"honor_glory:9.p2a"}
    assert refused(state, "declare u1 0 ahead 5") == {"honor_glory:28.2"}
    assert refused(state, "declare c1 1 ahead 5") == {"honor_glory:28.2"}
    battle = fight(state)
    battle.play("declare u1 1 ahead 5")
    assert battle.state.unplaced == 1
    assert {bar.rule for bar in battle.why_not("declare u1 1 ahead 5")} == {"honor_glory:6.1"}


@pytest.mark.rule("honor_glory:9.p2b", "honor_glory:3.ac.3", "honor_glory:12.4")
def test_a_side_may_pass_and_saves_nothing() -> None:
    battle = play(facing(counters=4), "done")
    assert battle.state.active == "confederate"
    assert battle.state.unplaced == 4


@pytest.mark.rule("honor_glory:3.turn.1", "honor_glory:9.p4", "honor_glory:28.5")
def test_counters_come_back_for_the_next_turn() -> None:
    battle = play(facing(counters=4), "declare u1 2 ahead 5", "done", "done")
    assert (battle.state.active, battle.state.unplaced) == ("union", 4)


@pytest.mark.rule(
    "honor_glory:3.ac.2", "honor_glory:39.1", "honor_glory:38.2", "honor_glory:13.move.7"
)
def test_several_counters_on_one_unit_move_it_farther() -> None:
    state = position({"u1": regiment("union", 20, 75), "c1": regiment("confederate", 90, 10, 180)})
    battle = play(state, "declare u1 2 ahead 20", "done")
    assert battle.state.units["u1"].y == 55 * CM
    assert battle.state.units["u1"].left == (0, 1)


@pytest.mark.rule("honor_glory:OP15.1")
def test_op15_limits_a_declaration() -> None:
    state = facing(options={"two_activations": True})
    assert refused(state, "declare u1 3 ahead 5") == {"honor_glory:OP15.1"}


@pytest.mark.rule("honor_glory:6.3", "honor_glory:65.1a", "honor_glory:72.1")
def test_a_shot_is_declared_without_measuring() -> None:
    far = facing(60)
    assert refused(far, "declare u1 1 fire c1") == set()
    assert refused(far, "declare u1 1 fire u1") == {"honor_glory:65.1a"}
    # Out of range it is a miss: no die is rolled, and the allowance is spent.
    battle = play(far, "declare u1 1 fire c1", "done")
    assert battle.state.units["c1"].mp == 6


@pytest.mark.rule("honor_glory:75.6", "honor_glory:77.1")
def test_a_charge_comes_first_in_a_go() -> None:
    assert refused(facing(), "declare u1 2 ahead 5 charge c1") == {"honor_glory:75.6"}


# Movement


@pytest.mark.rule(
    "honor_glory:13.move.5", "honor_glory:38.5", "honor_glory:13.move.1", "honor_glory:39.2"
)
def test_a_march_is_cut_down_to_the_allowance() -> None:
    state = position({"u1": regiment("union", 20, 75), "c1": regiment("confederate", 90, 10, 180)})
    battle = play(state, "declare u1 1 form column ahead 20", "done")
    unit = battle.state.units["u1"]
    assert unit.formation == "column"
    # A quarter went on the change; three quarters of 20 cm are left, but for a hair.
    assert 60 * CM <= unit.y <= 60 * CM + 1


@pytest.mark.rule("honor_glory:13.move.4", "honor_glory:38.4")
def test_nobody_steps_back() -> None:
    assert refused(facing(), "declare u1 1 back 3") == {"honor_glory:13.move.5"}


@pytest.mark.rule("honor_glory:13.move.3", "honor_glory:13.move.2", "honor_glory:38.3")
def test_an_oblique_keeps_the_front() -> None:
    state = position({"u1": regiment("union", 20, 75), "c1": regiment("confederate", 90, 10, 180)})
    battle = play(state, "declare u1 1 oblique 10 45", "done")
    unit = battle.state.units["u1"]
    assert unit.heading == 0
    assert (unit.x, unit.y) == (2707, 6793)
    assert refused(state, "declare u1 1 oblique 10 60") == {"honor_glory:13.move.5"}


@pytest.mark.rule("honor_glory:46.1a", "honor_glory:46.1b", "honor_glory:39.25b")
def test_a_line_turns_into_a_column() -> None:
    state = position({"u1": regiment("union", 40, 75), "c1": regiment("confederate", 90, 10, 180)})
    battle = play(state, "declare u1 1 turn 90 ahead 30", "done")
    unit = battle.state.units["u1"]
    assert (unit.formation, unit.heading) == ("column", 900)


@pytest.mark.rule("honor_glory:46.2a", "honor_glory:6.4a")
def test_a_wheel_costs_the_way_of_its_outer_edge() -> None:
    state = position({"u1": regiment("union", 40, 75), "c1": regiment("confederate", 90, 10, 180)})
    # 16 cm wide: 36 degrees take the outer corner 10.05 cm, more than a line has.
    stayed = play(state, "declare u1 1 right 36", "done").state.units["u1"]
    assert stayed.heading == 0
    wheeled = play(state, "declare u1 1 right 35", "done").state.units["u1"]
    assert wheeled.heading == 350


@pytest.mark.rule("honor_glory:39.25c", "honor_glory:47.4")
def test_a_hedge_costs_a_quarter() -> None:
    state = position({"u1": regiment("union", 60, 52), "c1": regiment("confederate", 10, 8, 180)})
    battle = play(state, "declare u1 1 ahead 10", "done")
    assert 44.4 * CM <= battle.state.units["u1"].y <= 44.6 * CM


@pytest.mark.rule("honor_glory:52.4", "honor_glory:52.1")
def test_woods_are_half_rate() -> None:
    state = position({"u1": regiment("union", 22, 34), "c1": regiment("confederate", 90, 80, 0)})
    battle = play(state, "declare u1 1 ahead 10", "done")
    assert 28.9 * CM <= battle.state.units["u1"].y <= 29.1 * CM


@pytest.mark.rule("honor_glory:52.0b")
def test_cavalry_stays_out_of_the_woods() -> None:
    state = position({"u1": riders("union", 22, 60), "c1": regiment("confederate", 90, 80, 0)})
    battle = play(state, "declare u1 1 ahead 30", "done")
    assert battle.state.units["u1"].y >= 35 * CM


@pytest.mark.rule("honor_glory:42.4a", "honor_glory:39.25i")
def test_passing_through_friends_costs_a_quarter() -> None:
    state = position({
        "u1": regiment("union", 30, 80),
        "u2": regiment("union", 30, 75),
        "c1": regiment("confederate", 90, 10, 180),
    })  # fmt: skip
    # 18 cm would take 180 per cent and 25 for the friends: it goes 17.5.
    assert abs(play(state, "declare u1 2 ahead 18", "done").state.units["u1"].y - 62.5 * CM) <= 2
    passed = play(state, "declare u1 2 ahead 15", "done")
    assert passed.state.units["u1"].y == 65 * CM


@pytest.mark.rule("honor_glory:42.1", "honor_glory:3.charge")
def test_only_a_charge_touches_a_formed_enemy() -> None:
    battle = play(facing(8), "declare u1 1 ahead 10", "done")
    gap = battle.state.units["u1"].y - battle.state.units["c1"].y
    assert gap > 2 * CM


@pytest.mark.rule("honor_glory:41.horse", "honor_glory:64.2", "honor_glory:8.1")
def test_a_horse_battery_limbers_and_gallops() -> None:
    units = {
        "ua": battery("union", 20, 75, drawn="horse"),
        "c1": regiment("confederate", 90, 10, 180),
    }
    battle = play(position(units), "declare ua 1 limber ahead 22.5", "done")
    unit = battle.state.units["ua"]
    assert (unit.formation, unit.y) == ("limbered", 5250)


@pytest.mark.rule("honor_glory:3.actcmd.1", "honor_glory:32.1", "honor_glory:3.contact.cmd")
def test_a_commander_rides_from_unit_to_unit() -> None:
    units = {
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", 50, 75),
        "u3": regiment("union", 100, 75),
        "c1": regiment("confederate", 90, 10, 180),
    }
    general = Commander(title="G", side="union", rank="brigade", mp=3, joined="u1")
    state = position(units, commanders={"g": general})
    poor = position(units, commanders={"g": general}, counters=1)
    assert refused(poor, "ride g u3") == {"honor_glory:41.cmd"}
    assert refused(state, "ride g u1") == {"honor_glory:32.1"}
    battle = fight(state)
    battle.play("ride g u2")
    assert battle.state.commanders["g"].joined == "u2"
    assert battle.state.unplaced == 5
    assert {bar.rule for bar in battle.why_not("ride g u1")} == {"honor_glory:3.actcmd.1"}


# Fire


@pytest.mark.rule(
    "honor_glory:9.1.1a",
    "honor_glory:9.1.1c",
    "honor_glory:13.fire.2",
    "honor_glory:54.2",
    "honor_glory:54.3",
    "honor_glory:9.1.3",
    "honor_glory:97.1.1",
)
def test_a_shot_is_answered_with_what_is_left_and_then_tested() -> None:
    state = facing(24)
    # 24 cm and half a line: 25.5 to the centre. A hit, a miss, and the target's test.
    battle = play(state, "declare u1 1 fire c1", "done", "reply", faces=(8, 20, 3, 4, 10))
    texts = [event.text() for event in list(battle.log())[1:]]
    assert texts[0] == "U1 fires at C1 and costs it 1 morale point."
    assert texts[1] == "C1 returns fire at U1 and misses."
    assert texts[2].startswith("C1 passes its morale test (hit by small arms)")
    reply = list(battle.log())[2]
    assert [line.value for line in reply.ledger()] == [8, 5]
    assert battle.state.units["c1"].mp == 5


@pytest.mark.rule("honor_glory:54.9", "honor_glory:54.2")
def test_nobody_fires_or_replies_out_of_his_arc() -> None:
    units = {"u1": regiment("union", 20, 75), "c1": regiment("confederate", 50, 60, 180)}
    battle = play(position(units), "declare u1 1 fire c1", "done")
    assert battle.state.units["c1"].mp == 6
    turned = {"u1": regiment("union", 20, 75), "c1": regiment("confederate", 20, 51, 0)}
    # The target shows its back: it is hit and does not answer.
    battle = play(position(turned), "declare u1 1 fire c1", "done", faces=(8, 3, 4, 10))
    assert battle.state.units["c1"].mp == 5


@pytest.mark.rule(
    "honor_glory:54.6", "honor_glory:3.actunit.4", "honor_glory:13.fire.4", "honor_glory:28.4b"
)
def test_a_unit_that_has_replied_does_not_reply_again() -> None:
    units = {
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", 38, 75),
        "c1": regiment("confederate", 29, 50, 180),
    }
    orders = ("declare u1 1 fire c1", "declare u2 1 fire c1", "done", "reply")
    battle = play(position(units), *orders, faces=(20, 20, 20))
    replies = [event for event in battle.past.events if "returns fire" in event.text()]
    assert len(replies) == 1


@pytest.mark.rule("honor_glory:3.turn.2")
def test_in_the_next_turn_everybody_may_fire_again() -> None:
    state = facing(24)
    shots = ("declare u1 1 fire c1", "done", "reply"), ("declare c1 1 fire u1", "done", "reply")
    orders = (*shots[0], *shots[1])
    battle = play(state, *orders, faces=(20, 20, 20, 20))
    assert battle.state.active == "union"


@pytest.mark.rule("honor_glory:34.3", "honor_glory:34.5", "honor_glory:54.7")
def test_a_hedge_shelters_and_hides_nothing() -> None:
    units = {"u1": regiment("union", 60, 72), "c1": regiment("confederate", 60, 47, 180)}
    battle = play(position(units), "declare u1 1 fire c1", "done", "reply", faces=(20, 20))
    first, reply = list(battle.log())[1:3]
    assert [line.value for line in first.ledger()] == [6, 6]
    assert [line.value for line in reply.ledger()] == [8, 6, 1]


@pytest.mark.rule("honor_glory:55.8")
def test_nobody_fires_near_friends_on_the_table() -> None:
    units = {
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", 45, 52),
        "c1": regiment("confederate", 25, 52, 180),
    }
    battle = play(position(units), "declare u1 1 fire c1", "done")
    assert "friends are within 5 cm" in battle.past.events[0].text()


# Charges and melee


@pytest.mark.rule(
    "honor_glory:13.charge.1",
    "honor_glory:13.charge.2",
    "honor_glory:77.4",
    "honor_glory:85.0",
    "honor_glory:98.1",
)
def test_a_charge_is_tested_on_both_sides() -> None:
    battle = play(facing(15), "declare u1 1 charge c1", "done", faces=(3, 4, 5, 3, 4, 5))
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert [str(choice) for choice in battle.decision.choices] == ["stand", "fire", "countercharge"]


@pytest.mark.rule("honor_glory:3.refuse.1", "honor_glory:77.5")
def test_a_unit_that_refuses_stays_where_it_is() -> None:
    battle = play(facing(15), "declare u1 1 charge c1", "done", faces=(1, 1, 20, 6, 6))
    assert battle.state.units["u1"].y == 6750
    assert battle.state.active == "confederate"


@pytest.mark.rule(
    "honor_glory:77.7",
    "honor_glory:13.melee.1",
    "honor_glory:81.1b",
    "honor_glory:9.1.2b",
    "honor_glory:79.1a",
    "honor_glory:75.5",
)
def test_a_charge_that_reaches_its_target_is_a_melee() -> None:
    state = facing(11)
    faces = (3, 4, 5, 3, 4, 5, 1, 20, 20)  # both tests, the bonus, two blows
    battle = play(state, "declare u1 1 charge c1", "done", "stand", faces=faces)
    assert battle.state.melees == (("u1", "c1"),)
    gap = battle.state.units["u1"].y - battle.state.units["c1"].y
    assert 0 <= gap <= 2


@pytest.mark.rule("honor_glory:77.8a", "honor_glory:63.6")
def test_a_charge_that_falls_short_stops() -> None:
    state = facing(25)
    battle = play(state, "declare u1 1 charge c1", "done", "stand", faces=(3, 4, 5, 3, 4, 5, 2))
    assert battle.state.melees == ()
    assert 60.4 * CM <= battle.state.units["u1"].y <= 60.6 * CM


@pytest.mark.rule(
    "honor_glory:21.1",
    "honor_glory:63.5",
    "honor_glory:61.4",
    "honor_glory:63.0a",
    "honor_glory:63.2b",
)
def test_fire_may_stop_a_charge() -> None:
    # Both tests, the range test, a hit with no further points, and a rout of the charger.
    faces = (3, 4, 5, 3, 4, 5, 3, 4, 5, 2, 6, 1, 1, 20, 6, 6)
    units = {"u1": regiment("union", 20, 54.5), "c1": regiment("confederate", 20, 45.5, 180)}
    battle = play(position(units), "declare u1 1 charge c1", "done", "fire", faces=faces)
    unit = battle.state.units["u1"]
    assert (unit.morale, unit.mp) == ("routing", 3)
    assert battle.state.melees == ()
    assert unit.heading == 1800


@pytest.mark.rule(
    "honor_glory:77.9", "honor_glory:48.2.1", "honor_glory:48.2.2", "honor_glory:85.4"
)
def test_a_defender_that_withdraws_is_followed_to_its_place() -> None:
    faces = (3, 4, 5, 1, 1, 20, 4, 5, 3)
    battle = play(facing(11), "declare u1 1 charge c1", "done", faces=faces)
    fled = battle.state.units["c1"]
    # It turns about on the spot, three centimetres deep, and goes 20.
    assert (fled.mp, fled.heading, fled.y) == (4, 0, 5450 - 300 - 2000)
    assert battle.state.units["u1"].y < 5700


@pytest.mark.rule("honor_glory:75.7", "honor_glory:81.1a")
def test_a_melee_goes_on_in_both_sides_turns() -> None:
    state = facing(0.01, melees=(("u1", "c1"),))
    battle = play(state, "done", faces=(20, 20))
    assert battle.state.melees == (("u1", "c1"),)
    battle = play(battle.state, "done", faces=(20, 20))
    assert battle.state.active == "union"


@pytest.mark.rule("honor_glory:76.2", "honor_glory:76.3", "honor_glory:81.1b")
def test_a_support_strikes_before_the_defender_strikes_back() -> None:
    units = {
        "u1": regiment("union", 20, 60.01),
        "u2": regiment("union", 20, 64),
        "c1": regiment("confederate", 20, 60, 180),
    }
    state = position(units, melees=(("u1", "c1"),))
    # u1 misses, u2 hits; with the point that it lost c1 needs 13.
    battle = play(state, "done", faces=(20, 1, 14, 3, 4, 5))
    assert (battle.state.units["c1"].mp, battle.state.units["u1"].mp) == (5, 6)


@pytest.mark.rule("honor_glory:90.1")
def test_a_gun_alone_is_overrun() -> None:
    units = {"u1": riders("union", 20, 75), "ca": battery("confederate", 20, 55, 180)}
    faces = (3, 4, 5, 3, 4, 5, 1, 1)
    battle = play(position(units), "declare u1 1 charge ca", "done", "stand", faces=faces)
    assert battle.state.units["ca"].place == "gone"
    assert battle.state.result is not None


@pytest.mark.rule(
    "honor_glory:92.0",
    "honor_glory:92.1",
    "honor_glory:92.3",
    "honor_glory:92.5",
    "honor_glory:50.1",
)
def test_a_victor_that_loses_control_pursues() -> None:
    state = facing(0.01, melees=(("u1", "c1"),))
    # A hit, a miss, the test fails badly, then the control test fails too.
    battle = play(state, "done", faces=(1, 20, 1, 1, 20, 6, 6, 1, 1, 20))
    assert battle.state.units["c1"].morale == "routing"
    assert battle.state.units["u1"].y == 6000 - 10 * CM


# Flight, rally and the end


@pytest.mark.rule("honor_glory:50.3a", "honor_glory:50.2", "honor_glory:41.infrout")
def test_routers_run_in_both_turns() -> None:
    units = {
        "u1": regiment("union", 20, 30, 180, morale="routing"),
        "u2": regiment("union", 100, 80),
        "c1": regiment("confederate", 100, 10, 180),
    }
    battle = play(position(units), "done")
    assert battle.state.units["u1"].y == 55 * CM
    battle = play(battle.state, "done")
    assert battle.state.units["u1"].y == 80 * CM


@pytest.mark.rule("honor_glory:22.3", "honor_glory:50.0", "honor_glory:10.b1", "honor_glory:10.1")
def test_a_unit_that_runs_off_is_lost() -> None:
    units = {
        "u1": regiment("union", 20, 80, 180, morale="routing"),
        "u2": regiment("union", 100, 80),
        "c1": regiment("confederate", 100, 10, 180),
    }
    battle = play(position(units), "done")
    assert battle.state.units["u1"].place == "gone"
    assert battle.state.result is not None
    assert battle.state.result.winner == "confederate"


@pytest.mark.rule("honor_glory:23.1", "honor_glory:98.8")
def test_routers_shake_friends_on_their_way() -> None:
    units = {
        "u1": regiment("union", 20, 30, 180, morale="routing"),
        "u2": regiment("union", 22, 40),
        "u3": regiment("union", 60, 40),
        "c1": regiment("confederate", 100, 10, 180),
    }
    battle = play(position(units), "done", faces=(1, 1, 20, 1, 1))
    assert (battle.state.units["u2"].mp, battle.state.units["u3"].mp) == (5, 6)


@pytest.mark.rule("honor_glory:48.0a")
def test_a_unit_driven_off_the_table_returns() -> None:
    units = {
        "u1": regiment("union", 20, 75),
        "c1": regiment("confederate", 20, 72, 180),
        "c2": regiment("confederate", 100, 10, 180),
    }
    state = position(units, melees=(("u1", "c1"),))
    # The defender's blow hits; the Union unit withdraws 20 cm, beyond its edge, for one turn.
    battle = play(state, "done", faces=(20, 1, 1, 1, 20, 4, 5, 1, 1, 1, 1))
    unit = battle.state.units["u1"]
    assert (unit.place, unit.arrives) == ("reserve", 3)
    battle = play(battle.state, "done")
    assert battle.state.units["u1"].place == "table"


@pytest.mark.rule(
    "honor_glory:101.5", "honor_glory:101.6a", "honor_glory:13.rally.1", "honor_glory:101.8a"
)
def test_a_unit_is_rallied_rests_and_comes_back() -> None:
    units = {
        "u1": regiment("union", 20, 60, 180, morale="routing", colonel=True),
        "c1": regiment("confederate", 100, 10, 180),
    }
    state = position(units)
    assert refused(state, "declare u1 1 ahead 5") == {"honor_glory:13.rout.2"}
    battle = play(state, "declare u1 1 rally", "done", faces=(3, 4, 5, 1))
    unit = battle.state.units["u1"]
    assert (unit.morale, unit.rest) == ("rallying", 1)
    assert refused(battle.state, "done") == set()
    battle.play("done")
    assert {bar.rule for bar in battle.why_not("declare u1 1 ahead 5")} == {"honor_glory:101.8a"}
    battle.play("declare u1 2 rest")
    battle.play("done")
    assert battle.state.units["u1"].morale == "formed"


@pytest.mark.rule("honor_glory:22.tip")
def test_broken_units_may_be_taken_off_at_once() -> None:
    state = facing(24, options={"remove_broken": True})
    state.change("c1", mp=1)
    # The reply of a unit that is broken counts nought.
    battle = play(state, "declare u1 1 fire c1", "done", "reply", faces=(8, 20))
    assert battle.state.units["c1"].place == "gone"


@pytest.mark.rule("honor_glory:29.7", "honor_glory:29.8", "honor_glory:10.b2", "honor_glory:29.1")
def test_the_death_of_a_commander_in_chief() -> None:
    units = {
        "u1": regiment("union", 20, 72),
        "c1": regiment("confederate", 20, 48, 180),
        "c2": regiment("confederate", 100, 10, 180),
        "c3": regiment("confederate", 80, 10, 180),
    }
    chief = Commander(title="Chief", side="confederate", rank="cinc", mp=3, joined="c1")
    state = position(units, commanders={"chief": chief})
    faces = (8, 10, 2, 20, 3, 4, 5)  # a hit, his death, two points for all, the reply, the test
    battle = play(state, "declare u1 1 fire c1", "done", "reply", faces=faces)
    assert [battle.state.units[id].mp for id in ("c1", "c2", "c3")] == [3, 4, 4]
    assert battle.state.counters["confederate"] == 5
    assert battle.state.lost_commanders["confederate"] == 1


@pytest.mark.rule("honor_glory:10.2", "honor_glory:29.9")
def test_an_army_without_counters_loses_in_play() -> None:
    state = facing(24)
    state.counters = {"union": 3, "confederate": 0}
    battle = play(state, "declare u1 1 ahead 1", "done")
    assert battle.state.result is not None
    assert battle.state.result.winner == "union"


def test_a_question_out_of_turn_is_refused() -> None:
    assert refused(facing(), "stand") == {"honor_glory:9.p1"}
    assert Declare("union").question(facing()).endswith("6 counters left.")


@pytest.mark.rule(
    "honor_glory:3.actcmd.2", "honor_glory:32.3", "honor_glory:50.cmd", "honor_glory:6.2"
)
def test_commanders_go_with_their_unit_and_are_not_measured() -> None:
    general = Commander(title="G", side="union", rank="brigade", mp=3, joined="u1")
    state = facing(24, commanders={"g": general})
    battle = play(state, "declare u1 1 ahead 5", "done")
    assert battle.state.commanders["g"].joined == "u1"
    assert set(battle.state.with_unit("u1")) == {"g"}


@pytest.mark.rule("honor_glory:22.4")
def test_a_commander_may_leave_a_routing_unit() -> None:
    units = {
        "u1": regiment("union", 20, 60, 180, morale="routing"),
        "u2": regiment("union", 50, 60),
        "c1": regiment("confederate", 100, 10, 180),
    }
    general = Commander(title="G", side="union", rank="brigade", mp=3, joined="u1")
    battle = fight(position(units, commanders={"g": general}))
    battle.play("ride g u2")
    assert set(battle.state.with_unit("u2")) == {"g"}


@pytest.mark.rule("honor_glory:13.rout.2", "honor_glory:22.2", "honor_glory:3.broken")
def test_fleeing_units_take_no_orders() -> None:
    units = {
        "u1": regiment("union", 20, 60, 180, morale="routing"),
        "u2": regiment("union", 50, 60, 180, morale="broken", mp=0),
        "c1": regiment("confederate", 100, 10, 180),
    }
    state = position(units)
    assert refused(state, "declare u1 1 form line") == {"honor_glory:13.rout.2"}
    assert refused(state, "declare u2 1 rally") == {"honor_glory:22.2", "honor_glory:101.1"}


@pytest.mark.rule("honor_glory:3.actunit.3", "honor_glory:63.7", "honor_glory:77.8b")
def test_a_defender_that_fires_fights_too_and_fires_again_in_its_turn() -> None:
    # It fires at a charger that falls short, and again in its own turn.
    faces = (3, 4, 5, 3, 4, 5, 3, 4, 5, 20, 2)
    orders = ("declare u1 1 charge c1", "done", "fire")
    far, near = facing(25), facing(11)
    for state in (far, near):
        state.change("c1", mp=5)
    battle = play(far, *orders, faces=faces)
    assert battle.state.melees == ()
    assert not battle.state.units["c1"].fired
    assert {bar.rule for bar in battle.why_not("declare c1 1 fire u1")} == set()
    # Against one that comes home it fires and then fights.
    home = play(near, *orders, faces=(*faces, 20, 20))
    assert home.state.melees == (("u1", "c1"),)


@pytest.mark.rule("honor_glory:3.refuse.2")
def test_a_unit_that_refused_may_try_again_next_time() -> None:
    state = facing(15)
    orders = ("declare u1 1 charge c1", "done", "done", "declare u1 1 charge c1", "done")
    battle = play(state, *orders, faces=(1, 1, 20, 6, 6, 3, 4, 5, 3, 4, 5))
    assert battle.decision is not None
    assert battle.decision.rule == "honor_glory:85.1"


@pytest.mark.rule("honor_glory:78.2", "honor_glory:78.n3", "honor_glory:78.1", "honor_glory:77.6")
def test_a_countercharge_meets_a_charge_that_would_fall_short() -> None:
    faces = (3, 4, 5, 3, 4, 5, 2, 20, 20)
    orders = ("declare u1 1 charge c1", "done", "countercharge")
    battle = play(facing(20), *orders, faces=faces)
    assert battle.state.melees == (("u1", "c1"),)


@pytest.mark.rule("honor_glory:75.7")
def test_a_unit_in_melee_takes_no_orders() -> None:
    state = facing(0.01, melees=(("u1", "c1"),))
    assert refused(state, "declare u1 1 ahead 5") == {"honor_glory:75.7"}


@pytest.mark.rule("honor_glory:46.4a")
def test_a_wheel_may_not_swing_into_others() -> None:
    units = {
        "u1": regiment("union", 40, 75),
        "c2": regiment("confederate", 51, 70.5, 180),
        "c1": regiment("confederate", 90, 10, 180),
    }
    battle = play(position(units), "declare u1 1 left 30", "done")
    assert battle.state.units["u1"].heading == 0


@pytest.mark.rule("honor_glory:46.3")
def test_nobody_wheels_backwards() -> None:
    assert refused(facing(), "declare u1 1 left -20") == {"honor_glory:13.move.5"}


@pytest.mark.rule("honor_glory:10.b3", "honor_glory:22.5")
def test_a_corps_commander_counts_as_a_broken_unit() -> None:
    units = {
        "u1": regiment("union", 20, 72),
        "c1": regiment("confederate", 20, 48, 180),
        "c2": regiment("confederate", 100, 10, 180),
        "c3": regiment("confederate", 80, 10, 180),
    }
    corps = Commander(title="Corps", side="confederate", rank="corps", mp=3, joined="c1")
    state = position(units, commanders={"k": corps})
    faces = (8, 10, 20, 3, 4, 5, 3, 4, 5)  # a hit, his death, the reply, two tests
    battle = play(state, "declare u1 1 fire c1", "done", "reply", faces=faces)
    assert battle.state.lost_commanders["confederate"] == 1
    assert battle.state.counters["confederate"] == 5
