"""9.84 to 9.86 What pinned units and leaders may do, and how long."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw import zones
from longroll.systems.gbacw.events import CommandChecked, Fired, Fought, Rallied, Unpinned
from tests.rulebook.gbacw.combat import ELSE, announce, fight, melee, react, shoot
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import offered, only, play, refused, rules_against


@pytest.mark.rule("gbacw:9.84.2")
def test_a_pinned_unit_does_not_move() -> None:
    battle = field("0508 2us,pinned | 0101 3us")
    play(battle, "move 2us")
    assert not [one for one in offered(battle) if one.startswith("to ")]
    with refused("gbacw:9.84.2"):
        battle.play("to 0507")


@pytest.mark.rule("gbacw:9.84.2")
def test_a_pinned_unit_does_not_leave_with_a_stack() -> None:
    battle = field("0508 12us 2us,pinned | 0101 3us")
    play(battle, "move 12us")
    assert "gbacw:9.84.2" in rules_against(battle, "with 2us")


@pytest.mark.rule("gbacw:9.84.2", "gbacw:12.87")
def test_a_pinned_unit_does_not_give_way_before_a_melee() -> None:
    battle = field("0508 2us | 0509 1cs,pinned 4cs", phase="E")
    announce(battle)
    with refused("gbacw:12.87"):
        battle.play("retreat 1cs")
    assert "retreat 4cs" in offered(battle)


@pytest.mark.rule("gbacw:9.84.2")
def test_a_melee_moves_a_pinned_unit() -> None:
    # At +1 a die of 2 is R2 to the defender.
    battle = field("0508 2us | 0509 11cs,pinned", [2, 1], phase="E")
    fought = melee(battle)
    assert (fought.attacker, fought.defender) == ("-", "R2")
    play(battle, str(battle.decision.choices[0]))  # type: ignore[union-attr]
    assert where(battle, "11cs") != "0509"


@pytest.mark.rule("gbacw:9.84.3")
@pytest.mark.parametrize("phase, hex", [("C", "0508"), ("D", "0509")])
def test_pinned_units_do_not_fire_in_the_fire_phases(phase: str, hex: str) -> None:
    battle = field(f"0508 2us,pinned | 0509 1cs,pinned {ELSE}", phase=phase)
    with refused("gbacw:9.84.3"):
        battle.play(f"fire {hex}")


@pytest.mark.rule("gbacw:9.84.4")
def test_pinned_units_fire_at_who_withdraws_and_keep_their_zone() -> None:
    battle = field("0508 2us | 0509 1cs,pinned | 0101 3us", [2, 1])
    assert zones.is_controlled(state_of(battle), "0508", "confederate")
    play(battle, "move 2us", "to 0507")
    assert only(react(battle), Fired).kind == "withdrawal"


@pytest.mark.rule("gbacw:9.84.4")
def test_pinned_units_fire_at_who_retreats_into_their_zone() -> None:
    # 10cs runs out of its corner, past 12us.
    battle = field("0101 10cs,S | 0102 2us,N | 0202 12us,N,pinned", [3, 2, 2, 1], phase="D")
    shoot(battle, "0101", "add 2us 4")
    fired = only(react(battle), Fired)
    assert (fired.kind, [one.id for one in fired.firers]) == ("retreat", ["12us"])


@pytest.mark.rule("gbacw:9.84.5")
def test_pinned_units_begin_no_melee() -> None:
    battle = field(f"0508 2us,pinned | 0509 1cs {ELSE}", phase="E")
    with refused("gbacw:9.84.5"):
        battle.play("melee 0509")


@pytest.mark.rule("gbacw:9.84.5", "gbacw:9.85.2")
def test_pinned_units_fight_when_attacked_and_are_free_then() -> None:
    # Four against six is -2, where a die of 1 leaves them locked.
    battle = field("0508 2us | 0509 1cs,pinned", [1], phase="E")
    events = fight(battle)
    assert [line.value for line in only(events, Fought).defence] == [6]
    assert "0509" in state_of(battle).engaged
    assert not unit(battle, "1cs").pinned


@pytest.mark.rule("gbacw:9.85.2")
def test_a_leader_pinned_with_his_men_is_free_with_them() -> None:
    # Four against six and a leader is -3, where a die of 4 captures one of the attackers.
    battle = field("0508 2us | 0509 1cs,pinned barber,pinned", [3, 4, 4, *[1] * 3], phase="E")
    fight(battle)
    assert where(battle, "barber") == "0509"
    assert not unit(battle, "barber").pinned


@pytest.mark.rule("gbacw:9.84.6")
def test_a_routed_unit_may_be_pinned_and_stays_routed() -> None:
    # A routed unit is enfiladed: column 6, where 2 is P/R; 2 and 1 are within a morale of 4.
    battle = field("0508 2us | 0509 1cs,routed", [2, 2], phase="D")
    shoot(battle)
    own = unit(battle, "1cs")
    assert (own.pinned, own.routed, own.hex) == (True, True, "0509")


@pytest.mark.rule("gbacw:9.84.7")
def test_a_pinned_unit_turns_but_keeps_its_formation() -> None:
    battle = field("0508 2us,pinned | 0101 3us")
    play(battle, "move 2us")
    with refused("gbacw:9.84.7"):
        battle.play("form column")
    play(battle, "face N")
    assert unit(battle, "2us").facing == 0


# Getting up


@pytest.mark.rule("gbacw:9.85.1")
def test_pins_come_off_in_the_rally_phase_of_their_side_before_anybody_rallies() -> None:
    battle = field("0508 12us,pinned,routed | 0511 1cs,pinned", [2], phase="G")
    events = list(battle.log())
    if not any(isinstance(event, Unpinned) for event in events):
        events += play(battle, "done")
    kinds = [type(event) for event in events if isinstance(event, (Unpinned, Rallied))]
    assert kinds == [Unpinned, Rallied]
    freed = only(events, Unpinned)
    assert [one.id for one in freed.units] == ["12us"]
    assert freed.rules == ("gbacw:9.85.1",)
    assert (unit(battle, "12us").pinned, unit(battle, "1cs").pinned) == (False, True)


@pytest.mark.rule("gbacw:9.86.2")
def test_a_pinned_leader_keeps_his_radius_and_his_place() -> None:
    battle = field("0508 2us,pinned miller,pinned | 0507 3us | 0506 mason", phase="A")
    checked = [event for event in battle.log() if isinstance(event, CommandChecked)]
    if not checked:
        checked = [e for e in play(battle, "done") if isinstance(e, CommandChecked)]
    assert checked[0].out == ()
    assert unit(battle, "3us").command
    play(battle, "move 2us")
    assert "gbacw:9.84.2" in rules_against(battle, "with miller")
    play(battle, "stop", "move miller")
    assert where(battle, "miller") == "0508"


@pytest.mark.rule("gbacw:9.86.2")
def test_a_pinned_leader_falls_back_with_beaten_men() -> None:
    # Eight against three and a leader: +4, where a die of 5 is C1R2.
    battle = field("0508 1us | 0509 11cs,pinned walker,pinned", [5, 4, 4, *[1] * 4], phase="E")
    assert melee(battle).defender == "C1R2"
    while where(battle, "walker") == "0509":
        play(battle, str(battle.decision.choices[0]))  # type: ignore[union-attr]
    assert where(battle, "walker") == where(battle, "11cs") != "0509"
