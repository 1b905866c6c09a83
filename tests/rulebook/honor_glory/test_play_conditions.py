"""On the table: conditions of rules that only a battle shows, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table import piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.play import closing, events, melees
from longroll.systems.honor_glory.play.state import Caught, Commander, State
from tests.rulebook.honor_glory.table import (
    SYSTEM,
    Fight,
    battery,
    play,
    position,
    refused,
    regiment,
    riders,
)

#: Dice of a test that is passed.
PASSED = (3, 3, 1)


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.log() if isinstance(event, kind)]


def facing(far: float = 20, **more: Any) -> State:
    """A Union regiment so far before a Confederate one, and others."""
    return position(
        {
            "u1": regiment("union", 20, 50 + far, mp=9),
            "c1": regiment("confederate", 20, 50, 180, mp=9),
            **more,
        }
    )


@pytest.mark.rule("honor_glory:54.2", "honor_glory:9.1.3", "honor_glory:97.1.3")
def test_a_unit_that_a_reply_hits_is_tested_for_it() -> None:
    choices = ("declare u1 1 fire c1", "done", "reply")
    battle = play(facing(), *choices, faces=(20, 1, *PASSED))
    (test,) = told(battle, events.Tested)
    assert (test.unit, test.reason) == ("u1", "hit_by_small_arms")
    assert battle.state.units["u1"].mp == 8


@pytest.mark.rule("honor_glory:100.5a", "honor_glory:76.3", "honor_glory:81.5")
def test_tests_of_several_blows_are_taken_in_the_order_of_the_table() -> None:
    units = {
        "u1": regiment("union", 20, 60.01, mp=6),
        "u2": regiment("union", 20, 64, mp=6),
        "c1": regiment("confederate", 20, 60, 180, mp=9, colonel=True),
    }
    state = position(units, melees=(("u1", "c1"),))
    # The first blow kills the commander of c1, that of the support hits as well, c1 misses.
    battle = play(state, "done", faces=(1, 10, 1, 20, *PASSED, *PASSED, *PASSED))
    tests = [one.reason for one in told(battle, events.Tested) if one.unit == "c1"]
    assert tests == ["hit_in_melee", "hit_in_melee", "commander_killed"]


@pytest.mark.rule("honor_glory:79.1b")
def test_a_charge_has_used_the_bonus_of_its_turn() -> None:
    state = facing(30).fresh()
    umpire, left = Umpire(Scripted([6])), len(state.agenda)
    state.agenda.append(closing.RunAt("u1", "c1"))
    while len(state.agenda) > left:
        state.agenda.pop().run(state, umpire)
    unit = state.units["u1"]
    # 10 cm and the die: it falls short.
    assert (unit.y, unit.bonus_used, unit.left) == (6400, True, (0, 1))


@pytest.mark.rule("honor_glory:13.rally.2", "honor_glory:13.rally.3")
@pytest.mark.parametrize("far, y", [(45, 5000), (40, 5000), (35, 4200)])
def test_a_rallying_unit_falls_back_just_so_far(far: int, y: int) -> None:
    units = {
        "u1": regiment("union", 20, 50 + far),
        "c1": regiment("confederate", 20, 50, 180, morale="rallying", rest=3),
    }
    battle = play(position(units), "done")
    # Turned about, its front is where its rear was: at 47 cm, and 5 cm from there.
    assert battle.state.units["c1"].y == y


@pytest.mark.rule("honor_glory:101.8b", "honor_glory:77.8a")
def test_a_charge_that_falls_short_still_sets_a_rallying_unit_running() -> None:
    state = facing(30, c1=regiment("confederate", 20, 50, 180, morale="rallying", rest=3))
    battle = play(state, "declare u1 1 charge c1", "done", faces=(*PASSED, 1))
    assert battle.state.units["c1"].morale == "routing"


@pytest.mark.rule("honor_glory:37.4", "honor_glory:37.5")
def test_what_dead_ground_hides_is_found_out_once_while_nobody_moves() -> None:
    units = {"ca": battery("confederate", 50, 62, 90), "u1": regiment("union", 80.5, 62, 270)}
    state = position(units, side="confederate")
    choices = ("declare ca 1 fire u1", "done")
    seen = play(state, *choices, "hold", faces=(10, 20)).state
    again = play(play(seen, "done").state, *choices, "hold", faces=(20,))
    assert [event.unit for event in told(again, events.Fired)] == ["ca"]


@pytest.mark.rule("honor_glory:29.7", "honor_glory:61.1", "honor_glory:50.1")
def test_a_unit_that_the_fall_of_its_chief_breaks_replies_before_it_runs() -> None:
    chief = Commander(title="Chief", side="confederate", rank="cinc", mp=5, joined="c1")
    units = {
        "u1": regiment("union", 20, 70, mp=9),
        "c1": regiment("confederate", 20, 50, 180, mp=6),
        "c2": regiment("confederate", 60, 50, 180, mp=9),
    }
    state = position(units, commanders={"chief": chief})
    # The shot hits, the chief falls, and 6 points are lost; the reply has the table alone.
    battle = play(state, "declare u1 1 fire c1", "done", "reply", faces=(1, 10, 6, 9))
    assert [event.unit for event in told(battle, events.Fired)] == ["u1", "c1"]
    assert [battle.state.units[id].mp for id in ("c1", "c2")] == [0, 3]
    assert battle.state.units["c1"].morale == "broken"


# Melee


def fighting(**more: Any) -> State:
    """A melee that goes on between u1, who charged, and c1."""
    units = {
        "u1": regiment("union", 20, 60.01, mp=6),
        "c1": regiment("confederate", 20, 60, 180, mp=6),
        **more,
    }
    return position(units, melees=(("u1", "c1"),))


@pytest.mark.rule("honor_glory:28.4a", "honor_glory:28.4b", "honor_glory:76.2")
@pytest.mark.parametrize("active, helps", [("union", []), ("confederate", ["u2"])])
def test_a_unit_that_was_activated_and_fired_does_not_support_one_that_replied_does(
    active: Any, helps: list[str]
) -> None:
    state = fighting(u2=regiment("union", 20, 64, fired=True))
    state.active = active
    assert melees.supports(state, "u1", "c1") == helps


@pytest.mark.rule("honor_glory:90.5", "honor_glory:90.6")
@pytest.mark.parametrize("attacker, fate", [((3, 3, 1), "is overrun"), ((1, 1, 20, 6, 6), "")])
def test_guns_are_not_overrun_by_an_enemy_who_runs_himself(
    attacker: tuple[int, ...], fate: str
) -> None:
    state = fighting(ca=battery("confederate", 30, 60, 180))
    runs = (1, 1, 20, 6, 6)
    stays = PASSED if fate else ()
    battle = play(
        state, "done", *(["stay"] if fate else []), faces=(1, 1, *runs, *attacker, *stays)
    )
    assert battle.state.units["c1"].morale == "routing"
    assert battle.state.units["ca"].fate == fate


@pytest.mark.rule("honor_glory:86.1", "honor_glory:86.2a", "honor_glory:96.1.4a")
@pytest.mark.parametrize("reply, y", [(1, 6000), (20, 5000)])
def test_a_hedge_is_lost_by_a_unit_that_only_suffers(reply: int, y: int) -> None:
    state = fighting()
    state.laid = (piece("hedge", "the hedge", (1000, 6000), (3000, 6000), width=20),)
    hit = PASSED if reply == 1 else ()
    battle = play(state, "done", faces=(1, reply, *PASSED, *hit))
    assert battle.state.units["c1"].y == y
    assert bool(battle.state.melees) is (reply == 1)


@pytest.mark.rule("honor_glory:92.6a", "honor_glory:92.n2")
def test_a_melee_that_a_pursuit_led_to_waits_for_the_next_turn() -> None:
    state = fighting()
    state.caught = {"u1": Caught("front", 1)}
    waits = play(state, "done")
    assert told(waits, events.Struck) == []
    battle = play(waits.state, "done", faces=(20, 20))
    assert [event.unit for event in told(battle, events.Struck)] == ["u1", "c1"]


# Chargers and rivers, routers and fire


@pytest.mark.rule("honor_glory:49.c4", "honor_glory:63.0a", "honor_glory:78.0")
def test_a_unit_in_the_river_meets_a_charge_where_it_is() -> None:
    state = facing(12, c1=regiment("confederate", 20, 50, 180, mp=9, river="the creek 0"))
    asked = play(state, "declare u1 1 charge c1", "done", faces=(*PASSED, *PASSED)).state
    assert refused(asked, "fire") == {"honor_glory:49.c4"}
    assert refused(asked, "countercharge") == {"honor_glory:78.0"}
    assert refused(asked, "stand") == set()


@pytest.mark.rule("honor_glory:101.4c", "honor_glory:50.3a")
@pytest.mark.parametrize("later", [False, True])
def test_a_unit_that_was_fired_on_may_be_rallied_a_turn_later(later: bool) -> None:
    chief = Commander(title="Chief", side="union", rank="brigade", mp=4, joined="u1")
    units = {
        "u1": regiment("union", 20, 30, morale="routing", shot_at=True),
        "c1": regiment("confederate", 100, 10, 180),
    }
    state = position(units, commanders={"chief": chief})
    if later:
        state = play(state, "done", "done").state
    dice = (*PASSED, 2) if later else ()
    battle = play(state, "declare u1 1 rally", "done", faces=dice)
    assert battle.state.units["u1"].morale == ("rallying" if later else "routing")


# Positions


@pytest.mark.rule("honor_glory:43.1", "honor_glory:26.1")
def test_cavalry_in_a_position_needs_the_weapon_it_fights_with_on_foot() -> None:
    units = {"u1": riders("union", 20, 70), "c1": regiment("confederate", 20, 50, 180)}
    assert list(SYSTEM.faults(position(units))) == ["u1 has no weapon"]
