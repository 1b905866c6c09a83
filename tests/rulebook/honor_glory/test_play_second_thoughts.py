"""What units that fire, fight, lie down or command may still do: where two or three rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.honor_glory.play import events
from longroll.systems.honor_glory.play.state import Commander
from tests.rulebook.honor_glory.table import (
    Fight,
    battery,
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


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.log() if isinstance(event, kind)]


def taken(battle: Fight, reason: str) -> list[str]:
    return [event.unit for event in told(battle, events.Tested) if event.reason == reason]


# Who fires


@pytest.mark.rule("honor_glory:OP3.2a", "honor_glory:63.0a")
@pytest.mark.parametrize("stamina, rules", [(0, {"honor_glory:OP3.2a"}), (1, set())])
def test_an_exhausted_crew_does_not_fire_at_a_charger(stamina: int, rules: set[str]) -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "ca": battery("confederate", 20, 60, 180, mp=9, stamina=stamina, rest=2),
    }
    state = position(units, options={"exhausted_crews": True})
    asked = play(state, "declare u1 1 charge ca", "done", faces=(*PASS, *PASS)).state
    assert refused(asked, "fire") == rules


@pytest.mark.rule("honor_glory:28.4a", "honor_glory:3.actunit.2")
def test_a_support_that_has_struck_does_not_fire_in_the_same_turn() -> None:
    units = {
        "u1": regiment("union", 60, 70),
        "u2": regiment("union", 30, 70, fought=True),
        "c1": regiment("confederate", 30, 55, 180),
    }
    battle = play(position(units), "declare u2 1 fire c1", "done")
    assert told(battle, events.Fired) == []
    assert told(battle, events.Refused)[0].rules == ("honor_glory:28.4a",)


@pytest.mark.rule("honor_glory:37.1", "honor_glory:37.3", "honor_glory:54.3")
@pytest.mark.parametrize("deep, rolls", [(9, []), (4, [20])])
def test_a_reply_is_wasted_on_dead_ground_too(deep: int, rolls: list[int]) -> None:
    # From the plain into the hill, whose edge is at x = 78, and back down, 7 cm beyond the edge.
    units = {
        "u1": regiment("union", 71, 62, 90),
        "c1": regiment("confederate", 80, 62, 270),
    }
    state = position(units)
    # No dead ground for the first shot, which misses; then the depth for the reply.
    battle = play(state, "declare u1 1 fire c1", "done", "reply", faces=(10, 20, deep, *rolls))
    assert [event.hidden for event in told(battle, events.Concealed)] == [False, not rolls]
    assert len(told(battle, events.Fired)) == 1 + len(rolls)


# Who lies down


@pytest.mark.rule("honor_glory:53.1a", "honor_glory:53.2")
@pytest.mark.parametrize("order", ["charge c1", "turn 10 charge c1"])
def test_a_unit_that_lies_down_does_not_charge(order: str) -> None:
    units = {
        "u1": regiment("union", 20, 70, prone=True),
        "c1": regiment("confederate", 20, 60, 180),
    }
    assert "honor_glory:53.1a" in refused(position(units), f"declare u1 2 {order}")


@pytest.mark.rule("honor_glory:53.1a", "honor_glory:96.3")
@pytest.mark.parametrize("order, inside", [("occupy", ""), ("stand_up occupy", "the stone house")])
def test_a_unit_that_lies_down_gets_up_before_it_goes_into_a_building(
    order: str, inside: str
) -> None:
    units = {
        "u1": regiment("union", 89, 44, prone=True),
        "c1": regiment("confederate", 20, 10, 180),
    }
    battle = play(position(units), f"declare u1 1 {order}", "done")
    assert battle.state.units["u1"].inside == inside


# Charges that friends spoil


@pytest.mark.rule("honor_glory:OP12.2", "honor_glory:23.1", "honor_glory:55.6a")
def test_a_unit_that_its_fleeing_support_carries_away_does_not_fire() -> None:
    units = {
        "u1": regiment("union", 42, 76),
        "c1": regiment("confederate", 40, 60, 180),
        "c2": regiment("confederate", 58, 60, 180, mp=1),
    }
    state = position(units, options={"supporting_fire": True})
    asked = play(state, "declare u1 2 charge c1", "done", faces=(*PASS, *PASS)).state
    # The support fails its BASIC test, breaks and runs; its neighbour runs with it, and the charge
    # finds it running.
    battle = play(asked, "fire", "reply", faces=(1, 1, 20, *WORST, 6))
    assert told(battle, events.Fired) == []
    assert battle.state.units["c1"].morale == "routing"


# Blown cavalry


@pytest.mark.rule("honor_glory:OP4.2a", "honor_glory:OP4.1b")
def test_a_counter_is_kept_for_blown_cavalry_in_melee() -> None:
    units = {
        "u1": riders("union", 111, 60.01, blown=True, rest=2),
        "u2": regiment("union", 20, 80),
        "c1": riders("confederate", 111, 60, 180),
    }
    options = {"blown_cavalry": True}
    commanders = {"ub": Commander(title="ub", side="union", rank="brigade", mp=2, joined="u2")}
    for counters, rules in ((1, {"honor_glory:OP4.2a"}), (2, set())):
        state = position(
            units,
            counters=counters,
            melees=(("u1", "c1"),),
            options=options,
            commanders=commanders,
        )
        assert refused(state, "declare u2 1 ahead 5") == rules
        assert refused(state, "declare u1 1 withdraw") == set()
        assert "honor_glory:OP4.2a" in refused(state, "ride ub u1") or counters == 2


# Commanders-in-chief


def chief(joined: str) -> dict[str, Commander]:
    return {"cc": Commander(title="cc", side="confederate", rank="cinc", mp=4, joined=joined)}


@pytest.mark.rule("honor_glory:29.7", "honor_glory:90.1")
def test_a_commander_in_chief_who_is_overrun_with_his_guns_shakes_his_army() -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "ca": battery("confederate", 20, 60, 180, mp=9),
        **{f"c{n}": regiment("confederate", 17 * n, 8, 180) for n in range(1, 7)},
    }
    state = position(units, commanders=chief("ca"))
    # Both tests, the bonus, and the points that everybody loses.
    faces = (*PASS, *PASS, 6, 4)
    after = play(state, "declare u1 1 charge ca", "done", "stand", faces=faces).state
    assert after.commanders["cc"].place == "gone"
    assert {after.units[f"c{n}"].mp for n in range(1, 7)} == {2}


@pytest.mark.rule("honor_glory:92.0", "honor_glory:29.7")
def test_whoever_loses_its_enemy_to_a_panic_is_tested_for_pursuit() -> None:
    units = {
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", 90, 60.01),
        "c1": regiment("confederate", 20, 60, 180, mp=9),
        "c2": regiment("confederate", 90, 60, 180, mp=3),
        **{f"c{n}": regiment("confederate", 17 * n, 8, 180, mp=9) for n in range(3, 7)},
    }
    state = position(units, commanders=chief("c1"), melees=(("u2", "c2"),))
    # The shot hits and kills the commander-in-chief; six points for all; the test of the target,
    # and that of the regiment whose enemy has broken: it is in hand.
    faces = (1, 1, 6, *PASS, *PASS)
    battle = play(state, "declare u1 1 fire c1", "done", "hold", "stay", faces=faces)
    assert battle.state.units["c2"].morale == "broken"
    assert taken(battle, "basic") == ["u2"]


@pytest.mark.rule("honor_glory:92.0", "honor_glory:23.1")
def test_whoever_loses_its_enemy_to_routing_friends_of_that_is_tested_for_pursuit() -> None:
    units = {
        "u1": regiment("union", 60, 60.01),
        "c1": regiment("confederate", 60, 60, 180),
        "c2": regiment("confederate", 78, 62, 180, morale="routing"),
    }
    state = position(units, side="confederate", melees=(("u1", "c1"),))
    # Two blows that miss; as the other regiment runs past, its neighbour runs too, which tests the
    # other in turn, and the enemy
    # of that is in hand.
    battle = play(state, "done", "stay", faces=(20, 20, *WORST, *PASS, *PASS))
    assert battle.state.units["c1"].morale == "routing"
    assert taken(battle, "basic") == ["u1"]


# Cover that a unit turns away from


@pytest.mark.rule("honor_glory:34.5", "honor_glory:95.1", "honor_glory:96.1")
def test_a_unit_at_a_hedge_has_its_cover_until_it_has_turned_to_whoever_takes_it_in_flank() -> None:
    units = {
        "u1": regiment("union", 82, 45.5, 270),
        "c1": regiment("confederate", 60, 47, 180, mp=9),
    }
    # Tests of both, the bonus, the test of its flank, and two blows that miss.
    faces = (*PASS, *PASS, 6, *PASS, 20, 20)
    battle = play(position(units), "declare u1 2 charge c1", "done", "stand", faces=faces)
    nerve = next(one for one in told(battle, events.Tested) if one.reason == "basic")
    assert "honor_glory:34.5" in {line.rule for line in nerve.lines}
    first, second = told(battle, events.Struck)
    assert (first.lines[0].value, len(second.lines)) == (7, 3)
    assert battle.state.units["c1"].heading == 900


# Targets that are gone


@pytest.mark.rule("honor_glory:54.10", "honor_glory:65.1b", "honor_glory:68.6")
@pytest.mark.parametrize("deed", ["fire", "battery"])
def test_whoever_was_to_fire_at_a_unit_that_has_been_broken_has_missed(deed: str) -> None:
    units = {
        **{f"u{n}": battery("union", 12 + 4 * n, 70) for n in (1, 2, 3)},
        "c1": regiment("confederate", 20, 48, 180, mp=1),
        **{f"c{n}": regiment("confederate", 17 * n, 8, 180) for n in (3, 4, 5, 6)},
    }
    orders = [f"declare u{n} 1 {deed} c1" for n in (1, 2, 3)]
    # The first gun hits; whoever it broke runs off, and nobody fires after it.
    battle = play(position(units), *orders, "done", faces=(1,))
    assert [event.unit for event in told(battle, events.Fired)] == ["u1"]
    assert [event.rules for event in told(battle, events.Refused)] == [("honor_glory:54.10",)] * 2


@pytest.mark.rule("honor_glory:54.10")
def test_a_unit_that_was_broken_before_may_be_fired_at() -> None:
    units = {
        "u1": battery("union", 20, 70),
        "c1": regiment("confederate", 20, 48, 180, mp=0, morale="broken"),
        **{f"c{n}": regiment("confederate", 17 * n, 8, 180) for n in (3, 4, 5, 6)},
    }
    battle = play(position(units), "declare u1 1 fire c1", "done", faces=(20,))
    assert [event.unit for event in told(battle, events.Fired)] == ["u1"]


@pytest.mark.rule("honor_glory:54.7", "honor_glory:68.1", "honor_glory:68.2")
def test_guns_that_touch_are_not_in_each_others_way() -> None:
    units = {
        **{f"u{n}": battery("union", 12 + 4 * n, 70) for n in (1, 2, 3)},
        "c1": regiment("confederate", 20, 40, 180, mp=9),
    }
    orders = [f"declare u{n} 1 battery c1" for n in (1, 2, 3)]
    # Three misses, and the point that a grand battery takes, with the test for that.
    faces = (20, 20, 20, *PASS)
    battle = play(position(units), *orders, "done", faces=faces)
    assert [event.unit for event in told(battle, events.Fired)] == ["u1", "u2", "u3"]
    assert battle.state.units["c1"].mp == 8


@pytest.mark.rule("honor_glory:54.7", "honor_glory:54.8")
@pytest.mark.parametrize("ahead, fires", [(0, True), (1, False)])
def test_a_gun_whose_neighbour_stands_before_it_is_hindered(ahead: int, fires: bool) -> None:
    units = {
        "u1": battery("union", 16, 70),
        "u2": battery("union", 20, 70 - ahead),
        "c1": regiment("confederate", 26, 45, 180, mp=9),
    }
    faces = (20,) if fires else ()
    battle = play(position(units), "declare u1 1 fire c1", "done", faces=faces)
    assert bool(told(battle, events.Fired)) is fires
