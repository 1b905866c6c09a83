"""Smaller rules of a go on the table: contact, holding, horses, columns, withdrawals, tests."""

from __future__ import annotations

import pytest

from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory.dice import may_be_done
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events, field
from longroll.systems.honor_glory.play.state import Commander
from tests.rulebook.honor_glory.table import (
    battery,
    fight,
    play,
    position,
    refused,
    regiment,
    riders,
)

PASS = (3, 4, 5)


@pytest.mark.rule("honor_glory:3.contact")
def test_two_centimetres_are_contact() -> None:
    def touch(gap: float) -> bool:
        units = {"u1": regiment("union", 20, 70), "u2": regiment("union", 36 + gap, 70)}
        return field.touching(position(units), "u1", "u2")

    assert (touch(0), touch(2), touch(2.05)) == (True, True, False)


@pytest.mark.rule("honor_glory:3.formed")
@pytest.mark.parametrize("morale", ["routing", "broken"])
def test_a_unit_that_routs_or_is_broken_is_not_formed(morale: str) -> None:
    units = {
        "u1": regiment("union", 20, 70),
        "c1": regiment("confederate", 20, 62, 180, morale=morale),
        "c2": regiment("confederate", 100, 10, 180),
    }
    assert field.nearest_enemy(position(units), "u1") == "c2"
    # A formed enemy so near would keep it from forming column.
    state = play(position(units), "declare u1 1 form column", "done").state
    assert state.units["u1"].formation == "column"


@pytest.mark.rule("honor_glory:3.go", "honor_glory:97.3")
def test_a_go_is_finished_with_all_its_tests_before_the_next() -> None:
    units = {
        "u1": regiment("union", 20, 72),
        "u2": regiment("union", 60, 80),
        "c1": regiment("confederate", 20, 48, 180),
        "c2": regiment("confederate", 90, 10, 180),
    }
    orders = ("declare u1 1 fire c1", "declare u2 1 ahead 3", "done", "hold")
    # A hit, and a test that makes the target withdraw at once, in the enemy's turn.
    battle = play(position(units), *orders, faces=(8, 1, 1, 20, 5, 5))
    told = [event.text() for event in battle.log()]
    withdraws = next(i for i, text in enumerate(told) if "C1 withdraws" in text)
    assert withdraws < next(i for i, text in enumerate(told) if text.startswith("U2 moves"))
    assert battle.state.units["c1"].y < 40 * CM


@pytest.mark.rule("honor_glory:3.withdraw", "honor_glory:48.2.3")
def test_a_unit_that_was_driven_back_acts_again_when_it_is_activated() -> None:
    units = {
        "u1": regiment("union", 20, 72),
        "c1": regiment("confederate", 20, 58, 180),
        "c2": regiment("confederate", 90, 10, 180),
    }
    state = position(units)
    state = play(state, "declare u1 1 fire c1", "done", "hold", faces=(8, 1, 1, 20, 5, 5)).state
    back = state.units["c1"]
    # Towards its own edge, the north, with its back to the enemy.
    assert (back.heading, back.morale) == (0, "formed")
    state = play(state, "declare c1 1 about ahead 3", "done").state
    turned = state.units["c1"]
    assert turned.heading == 1800
    assert turned.y > back.y
    # Turning about costs half of its move.
    far = play(state, "done", "declare c1 1 about ahead 10", "done").state
    assert abs(far.units["c1"].y - turned.y) < 9 * CM


@pytest.mark.rule("honor_glory:3.mrc.1")
def test_units_and_commanders_have_points_of_their_own() -> None:
    units = {
        "u1": regiment("union", 20, 60, 180, morale="routing"),
        "c1": regiment("confederate", 100, 10, 180),
    }
    general = Commander(title="G", side="union", rank="brigade", mp=4, joined="u1")
    state = position(units, commanders={"g": general})
    # A rally that fails costs both of them points, each its own.
    after = play(state, "declare u1 1 rally", "done", faces=(1, 1, 20, 1, 1)).state
    assert after.units["u1"].mp < 6
    assert after.commanders["g"].mp < 4


@pytest.mark.rule("honor_glory:3.actunit.1", "honor_glory:28.1", "honor_glory:13.hold")
def test_only_counters_are_needed_for_any_legal_action() -> None:
    units = {
        "u1": regiment("union", 20, 75),
        "u2": regiment("union", 110, 75),
        "c1": regiment("confederate", 60, 10, 180),
    }
    general = Commander(title="G", side="union", rank="cinc", mp=4, joined="u2")
    state = position(units, commanders={"g": general})
    # The commander is far away, and nobody carries an order.
    for order in ("ahead 5", "turn 90", "form column", "lie_down", "hold", "withdraw"):
        assert refused(state, f"declare u1 1 {order}") == set()
    held = play(state, "declare u1 1 hold", "done").state
    assert held.units["u1"].pose == state.units["u1"].pose
    # A unit that holds may adjust its formation or its face.
    turned = play(state, "declare u1 1 form skirmish hold", "done").state
    assert turned.units["u1"].formation == "skirmish"


@pytest.mark.rule("honor_glory:13.rally.2", "honor_glory:13.rally.3")
def test_a_rallying_unit_keeps_forty_centimetres_from_the_enemy() -> None:
    units = {
        "u1": regiment("union", 40, 60, 0, morale="rallying", rest=3),
        "c1": regiment("confederate", 40, 30, 180),
    }
    after = play(position(units), "declare u1 1 rest", "done").state
    # It falls back as far as one move takes it, away from the enemy 27 cm off.
    assert after.units["u1"].y >= 60 * CM + 9 * CM
    assert after.units["u1"].morale == "rallying"
    assert refused(position(units), "declare u1 1 ahead 5") >= {"honor_glory:101.8a"}
    far = play(position({**units, "c1": regiment("confederate", 40, 10, 180)}), "done").state
    assert far.units["u1"].y == 60 * CM


@pytest.mark.rule("honor_glory:43.4a", "honor_glory:43.4b")
def test_led_horses_are_marked_and_may_be_taken() -> None:
    units = {"u1": riders("union", 40, 75), "c1": regiment("confederate", 70, 75, 270)}
    state = play(position(units), "declare u1 1 dismount ahead 5", "done").state
    assert state.units["u1"].led == (40 * CM, 75 * CM)
    left = play(state, "done", "declare u1 2 ahead 20", "done").state
    assert left.units["u1"].led == (40 * CM, 75 * CM)
    taken = play(left, "declare c1 3 ahead 29", "done").state
    assert taken.units["u1"].led is None
    told = play(taken, "declare u1 1 mount", "done").past.events
    assert any("horses are lost" in event.text() for event in told)
    mounted = play(state, "done", "declare u1 1 mount", "done").state
    assert (mounted.units["u1"].arm, mounted.units["u1"].led) == ("cavalry", None)


@pytest.mark.rule("honor_glory:46.2b")
def test_a_column_snakes_where_a_line_cannot_wheel() -> None:
    def wheeled(formation: str) -> int:
        units = {
            "u1": regiment("union", 40, 70, formation=formation),
            "u2": regiment("union", 52, 76, formation="column"),
            "c1": regiment("confederate", 100, 10, 180),
        }
        return play(position(units), "declare u1 1 left 30", "done").state.units["u1"].heading

    # The tail of the column follows its head; a solid line of that length would strike its friends.
    assert wheeled("column") == 3300


@pytest.mark.rule("honor_glory:52.0c")
def test_a_gun_is_pushed_just_inside_a_tree_line() -> None:
    units = {"ua": battery("union", 22, 36.5), "c1": regiment("confederate", 90, 10, 180)}
    state = play(position(units), "declare ua 1 ahead 3", "done").state
    assert state.units["ua"].y < 35 * CM
    deep = play(position(units), "declare ua 6 ahead 9", "done").state
    assert deep.units["ua"].y >= 29 * CM
    limbered = position({**units, "ua": battery("union", 22, 45, formation="limbered")})
    assert play(limbered, "declare ua 1 ahead 15", "done").state.units["ua"].y >= 35 * CM


@pytest.mark.rule("honor_glory:72.0b")
def test_no_test_is_needed_to_fire() -> None:
    units = {"u1": regiment("union", 20, 72), "c1": regiment("confederate", 20, 48, 180)}
    battle = play(position(units), "declare u1 1 fire c1", "done", "hold", faces=(20,))
    assert not [event for event in battle.log() if isinstance(event, events.Tested)]


@pytest.mark.rule("honor_glory:77.2")
def test_charger_and_target_are_named_before_anything_is_measured() -> None:
    units = {"u1": regiment("union", 20, 80), "c1": regiment("confederate", 20, 40, 180)}
    state = position(units)
    # Out of reach by far: nothing says so before the charge is made.
    assert refused(state, "declare u1 1 charge c1") == set()
    assert refused(state, "declare u1 1 charge") == {"honor_glory:13.move.5"}
    after = play(state, "declare u1 1 charge c1", "done", "stand", faces=(*PASS, *PASS, 1)).state
    assert after.melees == ()


@pytest.mark.rule("honor_glory:78.3", "honor_glory:85.4")
def test_a_unit_that_fails_to_receive_a_charge_does_what_the_table_says() -> None:
    units = {"u1": regiment("union", 20, 65.5), "c1": regiment("confederate", 20, 54.5, 180)}
    # The worst column: it routs, and is not asked whether it countercharges.
    faces = (*PASS, 1, 1, 20, 6, 6, 3)
    after = play(position(units), "declare u1 1 charge c1", "done", faces=faces).state
    assert after.units["c1"].morale == "routing"
    assert after.melees == ()


@pytest.mark.rule("honor_glory:7.1")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_settles_what_no_rule_covers(face: int) -> None:
    assert may_be_done(Scripted([face]))[1] == (face >= 4)


@pytest.mark.rule("honor_glory:6.7")
def test_what_was_not_declared_cannot_be_done_and_what_was_cannot_be_changed() -> None:
    units = {"u1": regiment("union", 20, 72), "c1": regiment("confederate", 20, 48, 180)}
    battle = fight(position(units))
    battle.play("declare u1 1 ahead 3")
    assert {bar.rule for bar in battle.why_not("declare u1 1 ahead 5")} == {"honor_glory:6.1"}
    passed = play(position(units), "done").state
    assert passed.units["u1"].pose == units["u1"].pose


@pytest.mark.rule("honor_glory:3.mrc.2", "honor_glory:8.tip")
@pytest.mark.parametrize("ratings", ["secret", "open"])
def test_the_enemy_does_not_see_the_points_of_a_unit(ratings: str) -> None:
    units = {"u1": regiment("union", 20, 72), "c1": regiment("confederate", 20, 48, 180)}

    def seen(points: int, side: str) -> object:
        state = position(units, options={"ratings": ratings})
        state.change("u1", mp=points)
        return fight(state).view(side).facts

    assert (seen(6, "confederate") == seen(3, "confederate")) == (ratings == "secret")
    assert seen(6, "union") != seen(3, "union")
