"""Supports, secure flanks, several attackers, pursuit and fresh enemies on the table."""

from __future__ import annotations

import pytest

from longroll.board.table import piece
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events, field
from longroll.systems.honor_glory.play.events import Struck
from longroll.systems.honor_glory.play.state import Commander, State
from tests.rulebook.honor_glory.table import (
    battery,
    fight,
    play,
    position,
    refused,
    regiment,
    riders,
)

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)
#: One that fails, with the two dice of the worst column.
WORST = (1, 1, 20, 6, 6)


def supported() -> State:
    """A Union regiment in melee with another behind it."""
    units = {
        "u1": regiment("union", 20, 60.01),
        "u2": regiment("union", 20, 64),
        "c1": regiment("confederate", 20, 60, 180),
    }
    return position(units, melees=(("u1", "c1"),))


@pytest.mark.rule("honor_glory:81.6", "honor_glory:42.3", "honor_glory:42.4c")
def test_a_support_steps_into_the_place_of_a_unit_that_runs() -> None:
    # Both Union blows miss, the Confederate one hits; the Union unit runs. It passes its support,
    # which is spared the test, and nobody pursues: the melee goes on.
    battle = play(supported(), "done", faces=(20, 20, 1, *WORST))
    state = battle.state
    assert state.units["u1"].morale == "routing"
    assert state.melees == (("u2", "c1"),)
    assert field.touching(state, "u2", "c1")
    assert not [one for one in battle.log() if isinstance(one, events.Tested) and one.unit == "u2"]


@pytest.mark.rule("honor_glory:76.5")
def test_nobody_supports_on_a_narrow_front() -> None:
    state = supported()
    ditch = piece("railway_cut", "the gully", (20 * CM, 50 * CM), (20 * CM, 80 * CM), width=5 * CM)
    state.laid = (ditch,)
    battle = play(state, "done", faces=(20, 20))
    assert len([one for one in battle.log() if isinstance(one, Struck)]) == 2


@pytest.mark.rule(
    "honor_glory:75.4",
    "honor_glory:3.actunit.4",
    "honor_glory:28.4b",
    "honor_glory:82.x3",
    "honor_glory:80.1",
)
def test_a_second_attacker_is_not_struck_back() -> None:
    units = {
        "u1": regiment("union", 20, 60.01),
        "u2": regiment("union", 40, 58.5, 270),
        "c1": regiment("confederate", 20, 60, 180, formation="line"),
    }
    state = position(units, melees=(("u1", "c1"),))
    # The charge of the second unit: its test, the defender's, the bonus, the test of a flank that
    # is struck, its blow; nobody strikes back at it. Then the first pair fights on: two blows.
    faces = (*PASS, *PASS, 3, *PASS, 20, 20, 20)
    battle = play(state, "declare u2 1 charge c1", "done", "stand", faces=faces)
    blows = [(one.unit, one.target) for one in battle.log() if isinstance(one, Struck)]
    assert blows == [("u2", "c1"), ("u1", "c1"), ("c1", "u1")]


@pytest.mark.rule("honor_glory:93.2", "honor_glory:93.1", "honor_glory:93.1n")
def test_a_secure_flank_is_not_struck() -> None:
    units = {
        "u1": regiment("union", 70, 60, 270),
        "c1": regiment("confederate", 40, 60, 180),
    }
    state = position(units)
    assert field.charged_from(state, "u1", "c1") == "flank"
    # A friend beside it faces the same way: three quarters of its front are within 15 cm.
    beside = position({**units, "c2": regiment("confederate", 56.5, 60, 180)})
    assert field.charged_from(beside, "u1", "c1") == "front"
    far = position({**units, "c2": regiment("confederate", 66, 40, 180)})
    assert field.charged_from(far, "u1", "c1") == "flank"
    # A pond does as well; the edge of the table does not.
    pond = position(units)
    corners = ((52 * CM, 55 * CM), (56 * CM, 55 * CM), (56 * CM, 65 * CM), (52 * CM, 65 * CM))
    pond.laid = (piece("water", "the pond", *corners),)
    assert field.charged_from(pond, "u1", "c1") == "front"
    edge = position(
        {"u1": regiment("union", 30, 60, 270), "c1": regiment("confederate", 9, 60, 180)}
    )
    assert field.charged_from(edge, "u1", "c1") == "flank"


@pytest.mark.rule("honor_glory:46.5b", "honor_glory:46.5a", "honor_glory:77.3", "honor_glory:6.4b")
def test_infantry_charges_straight_at_the_centre() -> None:
    units = {"u1": regiment("union", 20, 75), "c1": regiment("confederate", 26, 62, 180)}
    battle = play(
        position(units), "declare u1 1 charge c1", "done", "stand", faces=(*PASS, *PASS, 1, 20, 20)
    )
    assert battle.state.melees == (("u1", "c1"),)
    aside = position({"u1": regiment("union", 20, 75), "c1": regiment("confederate", 45, 70, 180)})
    told = play(aside, "declare u1 1 charge c1", "done").past.events
    assert any("straight ahead" in event.text() for event in told)


@pytest.mark.rule("honor_glory:46.6")
def test_cavalry_pays_for_turning_into_its_charge() -> None:
    units = {"u1": riders("union", 20, 70), "c1": riders("confederate", 50, 70, 270)}
    # 30 cm less a quarter for the turn, and a bonus of 2: not enough for 28.5 to the centre.
    battle = play(
        position(units), "declare u1 1 charge c1", "done", "stand", faces=(*PASS, *PASS, 1, 1)
    )
    assert battle.state.melees == ()


# Pursuit


def beaten(*fresh: tuple[str, object]) -> State:
    units = {
        "u1": regiment("union", 20, 60.01),
        "c1": regiment("confederate", 20, 60, 180),
        **dict(fresh),
    }
    return position(units, melees=(("u1", "c1"),))  # type: ignore[arg-type]


#: A hit, a miss, and a rout of the Confederate unit.
ROUT = (1, 20, *WORST)
#: The same past a friend that does not mind; then the victor loses control.
PAST_FRIEND = (*ROUT, *PASS, 1, 1, 20)


@pytest.mark.rule("honor_glory:92.2")
def test_a_victor_in_hand_stays_or_pursues() -> None:
    state = play(beaten(), "done", faces=(*ROUT, *PASS)).state
    assert fight(state).decision is not None
    stayed = play(state, "stay").state
    assert stayed.units["u1"].y == 6001
    gone = play(state, "pursue").state
    assert gone.units["u1"].y == 6001 - 10 * CM
    assert gone.units["c1"].pursued


@pytest.mark.rule(
    "honor_glory:92.n0", "honor_glory:92.n1", "honor_glory:92.n2", "honor_glory:92.n4"
)
def test_a_pursuer_may_turn_on_a_fresh_enemy() -> None:
    state = beaten(("c2", regiment("confederate", 36, 52, 180)))
    state = play(state, "done", faces=PAST_FRIEND).state
    decision = fight(state).decision
    assert decision is not None
    assert [str(one) for one in decision.choices] == ["attack", "follow"]
    # Its charge test and the receiving test; no bonus. The fresh unit may countercharge or fire.
    battle = play(state, "attack", faces=(*PASS, *PASS))
    assert battle.decision is not None
    assert "fire" in [str(one) for one in battle.decision.choices]
    state = play(battle.state, "stand").state
    # There is contact, but the melee waits for the next turn, when two blows fall.
    assert state.melees == (("u1", "c2"),)
    assert state.active == "confederate"
    after = play(state, "done", faces=(20, 20))
    assert {one.unit for one in after.log() if isinstance(one, Struck)} == {"u1", "c2"}


@pytest.mark.rule("honor_glory:92.n3", "honor_glory:92.4")
def test_a_pursuer_that_will_not_charge_follows_its_enemy() -> None:
    state = beaten(("c2", regiment("confederate", 36, 52, 180)))
    state = play(state, "done", faces=PAST_FRIEND).state
    state = play(state, "attack", faces=WORST).state
    assert state.melees == ()
    assert state.units["u1"].y < 6001 - 5 * CM
    # It stays there until it is activated.
    after = play(state, "done").state
    assert after.units["u1"].y == state.units["u1"].y


@pytest.mark.rule("honor_glory:92.n5")
def test_a_fresh_enemy_fires_at_its_range_before_contact() -> None:
    state = beaten(("c2", regiment("confederate", 36, 52, 180)))
    state = play(state, "done", faces=PAST_FRIEND).state
    # Both tests, the test of range, a hit with no more points, and the pursuer's test.
    faces = (*PASS, *PASS, *PASS, 2, 6, *PASS)
    state = play(state, "attack", "fire", faces=faces).state
    assert state.units["u1"].mp == 5
    assert state.melees == (("u1", "c2"),)


@pytest.mark.rule("honor_glory:92.6a")
def test_whoever_catches_a_withdrawing_enemy_fights_it_in_the_next_turn() -> None:
    units = {
        "u1": riders("union", 20, 60.01),
        "c1": regiment("confederate", 20, 60, 180, mp=12),
    }
    state = position(units, melees=(("u1", "c1"),))
    # A hit, a miss, a withdrawal of 20 cm; the cavalry loses control and rides 30.
    state = play(state, "done", faces=(1, 20, 1, 1, 20, 4, 5, 1, 1, 20)).state
    assert state.melees == (("u1", "c1"),)
    assert state.caught["u1"].struck == "rear"
    # The unit was struck in the rear: it fails its test, and five points are gone.
    state = play(state, "done", faces=(1, 1, 20, 20, 20)).state
    assert state.units["c1"].mp == 12 - 1 - 3 - 5


@pytest.mark.rule("honor_glory:92.6b", "honor_glory:84.1")
def test_whoever_catches_a_routing_enemy_does_not_fight_it() -> None:
    units = {
        "u1": riders("union", 20, 60.01),
        "c1": regiment("confederate", 20, 60, 180, mp=12),
    }
    state = position(units, melees=(("u1", "c1"),))
    # A hit, a miss, a rout of 25 cm; the cavalry loses control and rides 30.
    state = play(state, "done", faces=(1, 20, *WORST, 1, 1, 20)).state
    assert (state.units["c1"].morale, state.units["u1"].y < 40 * CM) == ("routing", True)
    assert (state.melees, state.caught) == ((), {})


@pytest.mark.rule("honor_glory:50.3b")
def test_a_pursued_unit_runs_from_its_pursuer() -> None:
    units = {
        "u1": regiment("union", 40, 60, 0),
        "c1": regiment("confederate", 56, 60, 180, morale="routing", pursued=True),
    }
    running = play(position(units), "done").state.units["c1"]
    # Straight away from the pursuer, eastwards; unpursued it would go home, to the north.
    assert running.x > 70 * CM
    units["c1"] = regiment("confederate", 56, 60, 180, morale="routing")
    home = play(position(units), "done").state.units["c1"]
    assert (home.x, home.y < 40 * CM) == (56 * CM, True)


@pytest.mark.rule("honor_glory:50.avoid")
def test_a_fleeing_unit_goes_round_enemies() -> None:
    units = {
        "c1": regiment("confederate", 60, 80, 180, morale="routing"),
        "u1": regiment("union", 60, 70, 0),
        "u2": regiment("union", 100, 80, 0),
    }
    running = play(position(units), "done").state.units["c1"]
    assert running.x != 60 * CM
    assert running.morale == "routing"


# Surrender and guns


@pytest.mark.rule("honor_glory:20.1", "honor_glory:20.2", "honor_glory:20.6", "honor_glory:22.5")
def test_a_unit_that_cannot_run_surrenders_with_its_commanders() -> None:
    units = {
        "u1": regiment("union", 60, 60.01),
        "c1": regiment("confederate", 60, 60, 180, formation="line"),
        "u2": regiment("union", 60, 54.5, 180),
        "u3": regiment("union", 48, 60, 90),
        "u4": regiment("union", 72, 60, 270),
    }
    chief = Commander(title="Chief", side="confederate", rank="division", mp=2, joined="c1")
    state = position(units, melees=(("u1", "c1"),), commanders={"chief": chief})
    # A hit, the commander is safe, a miss, a rout: there is no way out, and nobody pursues.
    battle = play(state, "done", faces=(1, 5, 20, *WORST))
    state = battle.state
    assert (state.units["c1"].place, state.units["c1"].fate) == ("gone", "surrenders")
    assert state.commanders["chief"].place == "gone"
    assert state.counters["confederate"] == 5
    assert state.units["u1"].y == 6001


def ringed(**more: object) -> State:
    units = {
        "c1": regiment("confederate", 60, 60, 180, formation="column", **more),
        "u1": regiment("union", 60, 63, 0),
        "u2": regiment("union", 60, 45, 180),
        "u3": regiment("union", 52, 54, 90),
        "u4": regiment("union", 68, 54, 270),
    }
    return position(units, side="confederate")


@pytest.mark.rule("honor_glory:20.3", "honor_glory:20.4", "honor_glory:20.5")
def test_a_unit_in_a_hopeless_position_is_tested_when_it_is_activated() -> None:
    assert field.is_hopeless(ringed(), "c1")
    state = play(ringed(), "declare c1 1 hold", "done", faces=PASS).state
    assert state.units["c1"].place == "table"
    state = play(ringed(), "declare c1 1 hold", "done", faces=(1, 1, 20)).state
    assert state.units["c1"].fate == "surrenders"
    state = play(ringed(), "declare c1 1 surrender", "done").state
    assert state.units["c1"].fate == "surrenders"
    free = position({"c1": regiment("confederate", 60, 60)}, side="confederate")
    assert refused(free, "declare c1 1 surrender") == {"honor_glory:20.3"}


@pytest.mark.rule("honor_glory:90.4")
def test_a_gun_between_two_regiments_is_attached_to_the_one_that_is_named() -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "ua": battery("union", 30.5, 70),
        "u2": regiment("union", 41, 70),
        "c1": regiment("confederate", 90, 10, 180),
    }
    state = position(units)
    assert field.attached_to(state, "ua") == ["u1", "u2"]
    state = play(state, "attach ua u2").state
    assert field.attached_to(state, "ua") == ["u2"]
    assert refused(state, "attach ua c1") == {"honor_glory:90.4"}


@pytest.mark.rule("honor_glory:48.0b")
def test_an_attached_gun_leaves_a_melee_only_with_its_regiment() -> None:
    units = {
        "u1": regiment("union", 20, 60.01),
        "ua": battery("union", 30.5, 60.01),
        "c1": regiment("confederate", 18, 60, 180),
    }
    state = position(units, melees=(("u1", "c1"),))
    assert refused(state, "declare ua 1 limber") == {"honor_glory:48.0b"}
    alone = play(state, "declare ua 1 withdraw", "done", faces=(20, 20))
    assert any("must withdraw with it" in event.text() for event in alone.past.events)
    orders = ("declare ua 1 withdraw", "declare u1 1 withdraw", "done", "stay")
    both = play(state, *orders, faces=PASS)
    assert both.state.units["ua"].y > 60.01 * CM


@pytest.mark.rule("honor_glory:70.5", "honor_glory:70.4")
def test_a_gun_is_given_the_team_of_another() -> None:
    units = {
        "ua": battery("union", 20, 70, team=0),
        "ub": battery("union", 30, 70, team=3),
        "ud": battery("union", 40, 70, team=0),
        "c1": regiment("confederate", 90, 10, 180),
    }
    state = play(position(units), "declare ua 1 team ub", "done").state
    assert (state.units["ua"].team, state.units["ub"].team) == (3, 0)
    # There are no others.
    none = play(position(units), "declare ua 1 team ud", "done")
    assert any("no team to give" in event.text() for event in none.past.events)


@pytest.mark.rule("honor_glory:68.1", "honor_glory:68.2", "honor_glory:68.3", "honor_glory:68.4")
def test_a_grand_battery_costs_a_point_more() -> None:
    guns = {f"u{x}": battery("union", 20 + 5 * x, 75) for x in range(3)}
    units = {**guns, "c1": regiment("confederate", 25, 35, 180)}
    orders = [f"declare u{x} 1 battery c1" for x in range(3)]
    # Three misses; then the point, and the test that it calls for.
    battle = play(position(units), *orders, "done", faces=(20, 20, 20, *PASS))
    assert battle.state.units["c1"].mp == 5
    two = play(position(units), *orders[:2], "done", faces=(20, 20))
    assert two.state.units["c1"].mp == 6
    assert refused(position(units), "declare u1 1 ahead 1 battery c1") == {"honor_glory:68.4"}
    units["u2"] = battery("union", 60, 75)
    apart = play(position(units), *orders, "done", faces=(20, 20, 20))
    assert apart.state.units["c1"].mp == 6


@pytest.mark.rule("honor_glory:68.6", "honor_glory:54.10", "honor_glory:65.1b")
def test_once_the_target_is_gone_the_other_guns_do_not_fire() -> None:
    guns = {f"u{x}": battery("union", 20 + 5 * x, 75) for x in range(3)}
    units = {**guns, "c1": regiment("confederate", 25, 35, 180, mp=1)}
    orders = [f"declare u{x} 1 battery c1" for x in range(3)]
    state = position(units, options={"remove_broken": True})
    battle = play(state, *orders, "done", faces=(1,))
    assert battle.state.units["c1"].place == "gone"
    assert [battle.state.units[gun].fired for gun in guns] == [True, False, False]
