"""13.5 Rally: who comes back, when, and how."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.events import PhaseBegan, Rallied
from tests.rulebook.gbacw.field import field, state_of, unit, where
from tests.support import offered, only, play, refused


def rally_phase(units: str, *dice: int) -> Battle:
    return field(units, dice, phase="H")


def rallied(battle: Battle) -> list[tuple[str, str]]:
    """Who rallied when the phase began, and by which rule."""
    events = [event for event in battle.past.events if isinstance(event, Rallied)]
    return [(event.unit.id, event.rules[0]) for event in events if event.rallied]


@pytest.mark.rule("gbacw:13.51")
def test_a_routed_unit_comes_back_in_its_own_rally_phase_only() -> None:
    # A Confederate beside its leader sits out the Union Rally Phase.
    battle = rally_phase("0508 2us miller | 0507 1us,routed | 1512 1cs,routed barber")
    assert (state_of(battle).phasing, unit(battle, "1cs").routed) == ("union", True)
    with refused("gbacw:13.52.2"):
        battle.play("rally 1cs")
    events = play(battle, "done", "done")
    assert only(events, Rallied).unit.id == "1cs"
    own = [event.side for event in events if isinstance(event, PhaseBegan) and event.phase == "H"]
    assert own == ["confederate"]
    assert unit(battle, "1us").routed


@pytest.mark.rule("gbacw:13.51")
def test_nobody_rallies_who_is_not_routed() -> None:
    battle = rally_phase("0508 2us miller | 0509 1us,routed")
    with refused("gbacw:13.51"):
        battle.play("rally 2us")


@pytest.mark.rule("gbacw:13.52.1", "gbacw:17.13.2")
@pytest.mark.parametrize("leader", ["miller", "carter", "cooper"])
def test_any_leader_brings_back_those_he_is_stacked_with(leader: str) -> None:
    battle = rally_phase(f"0508 2us,routed 4us,routed {leader} | 0101 5us,routed")
    assert rallied(battle) == [("2us", "gbacw:13.52.1"), ("4us", "gbacw:13.52.1")]
    assert not unit(battle, "2us").routed
    assert unit(battle, "5us").routed


@pytest.mark.rule("gbacw:13.52.2", "gbacw:17.13.1")
def test_a_brigade_commander_spends_a_point_for_each_unit_in_his_radius() -> None:
    # Miller has a radius of 3 and two points; those stacked with him cost none.
    units = "0508 12us us-n1,routed miller | 0511 1us,routed | 0505 2us,routed | 0608 3us,routed"
    battle = rally_phase(f"{units} | 0408 4us,routed")
    assert offered(battle) == ["rally 1us", "rally 2us", "rally 3us", "done"]
    told = only(play(battle, "rally 1us"), Rallied)
    assert (told.unit.id, told.rules) == ("1us", ("gbacw:13.52.2",))
    play(battle, "rally 3us")
    assert (unit(battle, "1us").routed, unit(battle, "3us").routed) == (False, False)
    assert unit(battle, "2us").routed  # the points are spent
    assert not unit(battle, "us-n1").routed


@pytest.mark.rule("gbacw:17.13.1")
def test_no_point_is_spent_that_he_does_not_have() -> None:
    # Mercer has one.
    battle = rally_phase(
        "0508 12us mercer miller | 0507 4us,routed | 0608 5us,routed | 0407 1us,routed"
    )
    play(battle, "rally 4us")
    with refused("gbacw:17.13.1"):
        battle.play("rally 5us")


@pytest.mark.rule("gbacw:13.52.2")
@pytest.mark.parametrize("hex", ["0512", "0504"])
def test_outside_the_radius_no_point_helps(hex: str) -> None:
    battle = rally_phase(f"0508 12us miller | {hex} 1us,routed | 0507 2us,routed")
    with refused("gbacw:13.52.2"):
        battle.play("rally 1us")


@pytest.mark.rule("gbacw:13.52.2")
def test_no_commander_rallies_men_of_another_brigade_from_afar() -> None:
    battle = rally_phase("0508 12us miller | 0507 4us,routed | 0407 1us,routed")
    with refused("gbacw:13.52.2"):
        battle.play("rally 4us")


@pytest.mark.rule("gbacw:13.53")
def test_the_radius_goes_around_the_enemy_and_his_zone() -> None:
    # 2 US is three hexes off in a straight line, and there is no other way as short.
    units = "0508 12us miller | 0511 2us,routed | 0607 3us,routed"
    assert "rally 2us" in offered(rally_phase(units))
    in_the_way = rally_phase(f"{units} | 0509 1cs,routed")
    assert "rally 2us" not in offered(in_the_way)
    with refused("gbacw:13.52.2"):
        in_the_way.play("rally 2us")
    # From 0610 its zone lies over 0510 if it looks there, and not if it looks away.
    assert "rally 2us" not in offered(rally_phase(f"{units} | 0610 1cs,NW"))
    assert "rally 2us" in offered(rally_phase(f"{units} | 0610 1cs,SE"))


@pytest.mark.rule("gbacw:13.53", "gbacw:16.31")
def test_a_friend_in_a_zone_carries_the_line_through_it() -> None:
    # Mounted cavalry in 0610 has its zone all around: 0509, 0510 and 0511 are in it.
    units = "0508 12us miller | 0511 2us,routed | 0607 3us,routed | 0610 2cs-cav,mounted"
    assert "rally 2us" not in offered(rally_phase(units))
    assert "rally 2us" in offered(rally_phase(f"{units} | 0509 11us | 0510 8us"))


@pytest.mark.rule("gbacw:13.53")
def test_the_radius_stops_at_a_cliff() -> None:
    # Between 1809 and 1810; Mercer's successor reaches one hex.
    battle = rally_phase("1809 12us mercer,turned | 1810 4us,routed | 1808 5us,routed")
    assert offered(battle) == ["rally 5us", "done"]


@pytest.mark.rule("gbacw:13.54.1")
@pytest.mark.parametrize("id, needed", [("12us", 4), ("us-n2", 4), ("us-pa", 3), ("us-pa-crew", 3)])
def test_crews_guns_and_independent_units_roll_for_themselves(id: str, needed: int) -> None:
    for die, comes_back in ((needed, True), (needed + 1, False)):
        battle = rally_phase(f"0508 {id},routed | 0101 2us,routed", die)
        told = only(battle.past.events, Rallied)
        assert (told.unit.id, told.rules, told.rolls[0].value) == (id, ("gbacw:13.54.1",), die)
        assert told.rallied == comes_back == (not unit(battle, id).routed)
        assert unit(battle, "2us").routed  # no die for a regiment of a brigade


@pytest.mark.rule("gbacw:13.54.1")
def test_a_wagon_crew_rolls_too() -> None:
    battle = rally_phase("0508 us-wagon-crew,routed", 4)
    assert rallied(battle) == [("us-wagon-crew", "gbacw:13.54.1")]


@pytest.mark.rule("gbacw:13.54.2")
@pytest.mark.parametrize("id", ["12us", "us-n1", "us-n1-crew"])
def test_a_leader_beside_them_spares_them_the_die(id: str) -> None:
    battle = rally_phase(f"0508 {id},routed miller")
    assert rallied(battle) == [(id, "gbacw:13.54.2")]


@pytest.mark.rule("gbacw:13.54.2")
def test_no_rally_point_helps_them() -> None:
    battle = rally_phase("0508 11us miller | 0507 us-n1,routed | 0407 1us,routed", 5)
    assert (where(battle, "us-n1"), unit(battle, "us-n1").routed) == ("0507", True)
    with refused("gbacw:13.54.2"):
        battle.play("rally us-n1")
