"""28.0 Army and division commanders, and who follows them."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth.daring import is_led
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw import command, morale
from longroll.systems.gbacw.command_phase import fresh_points
from longroll.systems.gbacw.events import Rallied, TookCommand
from longroll.systems.gbacw.melee import leader_line
from longroll.systems.gbacw.roster import ARMY, BRIGADE, DIVISION
from tests.rulebook.corinth.field import field, number, state, unit, where
from tests.support import offered, only, play, refused, rules_against


def command_phase(units: str, side: str = "confederate", **situation: Any) -> Battle:
    return field(units, phasing=side, phase="A", **situation)


def fallen(units: str, lost: str, side: str, **fates: str) -> Battle:
    """The Final Command Phase after some leaders fell."""
    ids = lost.split()
    return field(
        units,
        phasing=side,
        phase="J",
        states={id: {"fate": fates.get(id, "killed"), "killed": 1} for id in ids},
        more={"vacant": ids},
    )


def in_command(battle: Battle, id: str) -> bool:
    return command.has_command(state(battle), number(id), {})


def check_rules(battle: Battle, id: str) -> list[str]:
    return [line.rule for line in morale.check_lines(state(battle), number(id))]


# Army commanders


@pytest.mark.rule("corinth:28.0")
def test_divisions_need_not_keep_together() -> None:
    battle = command_phase("1010 maury | 3030 moore 2tx")
    assert command.leader_is_free(state(battle), number("moore"))
    with refused("gbacw:17.6"):
        battle.play("detach moore")


@pytest.mark.rule("corinth:28.1")
def test_three_army_commanders() -> None:
    pieces = CORINTH.roster.pieces
    army = {pieces[leader].id for leader in CORINTH.roster.leaders if pieces[leader].grade == ARMY}
    assert army == {"rosecrans", "van-dorn", "price"}


@pytest.mark.rule("corinth:28.11")
@pytest.mark.parametrize("hex, near", [("2033", True), ("2034", False)])
def test_their_points_reach_three_hexes(hex: str, near: bool) -> None:
    units = f"2030 rosecrans | {hex} fuller 27oh stanley"
    battle = command_phase(units, "union")
    assert ("extend rosecrans fuller" in offered(battle)) == near
    if not near:
        assert rules_against(battle, "extend rosecrans fuller") == ["corinth:28.11"]


@pytest.mark.rule("corinth:28.11")
def test_their_points_help_any_brigade_of_their_side() -> None:
    units = "2030 rosecrans | 2031 fuller 27oh | 2130 oglesby 9il | 2029 mizner 7ks-cav"
    battle = command_phase(units, "union")
    assert {
        "extend rosecrans fuller",
        "extend rosecrans oglesby",
        "extend rosecrans mizner",
    } <= set(offered(battle))
    play(battle, "extend rosecrans oglesby", "extend rosecrans fuller")
    assert command.radius(state(battle), "oglesby") == 4


@pytest.mark.rule("corinth:28.12")
@pytest.mark.parametrize(
    "general, unit_id, brigade",
    [("rosecrans", "27oh", "fuller"), ("van-dorn", "9ar", "rust"), ("price", "2tx", "moore")],
)
def test_they_rally_broken_brigades_without_a_die(general: str, unit_id: str, brigade: str) -> None:
    side = CORINTH.roster.brigades[brigade].side
    battle = field(
        f"2030 {unit_id} {general}",
        phasing=side,
        phase="H",
        states={unit_id: {"routed": True}},
        broken=brigade,
    )
    rallied = only(battle.past.events, Rallied)
    assert rallied.rallied
    assert not rallied.rolls


@pytest.mark.rule("corinth:28.13")
def test_they_do_all_else_that_leaders_do() -> None:
    battle = field("2030 9ar van-dorn | 2535 3ky", phase="H", states={"9ar": {"routed": True}})
    facts = state(battle)
    assert in_command(battle, "9ar")
    assert not in_command(battle, "3ky")
    assert "gbacw:13.23" in check_rules(battle, "9ar")
    assert leader_line(facts, (number("van-dorn"),), (number("9ar"),))
    assert is_led(facts, number("9ar"), (number("van-dorn"),))
    assert not unit(battle, "9ar").routed


@pytest.mark.rule("corinth:28.14")
def test_price_does_nothing_for_lovells_division() -> None:
    units = "2030 9ar price | 2031 rust 3ky | 2130 moore 2tx | 2230 jackson 7tn-cav"
    battle = command_phase(units)
    assert "extend price moore" in offered(battle)
    for brigade in ("rust", "jackson"):
        assert rules_against(battle, f"extend price {brigade}") == ["corinth:28.14"]
    alone = field("2030 9ar price", phase="H", states={"9ar": {"routed": True}})
    facts = state(alone)
    assert unit(alone, "9ar").routed
    assert not in_command(alone, "9ar")
    assert "gbacw:13.23" not in check_rules(alone, "9ar")
    assert not leader_line(facts, (number("price"),), (number("9ar"),))
    assert not is_led(facts, number("9ar"), (number("price"),))


@pytest.mark.rule("corinth:28.14")
def test_price_helps_his_own_army() -> None:
    battle = field("2030 2tx price", phase="H", states={"2tx": {"routed": True}})
    assert in_command(battle, "2tx")
    assert not unit(battle, "2tx").routed
    assert "gbacw:13.23" in check_rules(battle, "2tx")


# Division commanders


@pytest.mark.rule("corinth:28.2")
def test_division_commanders_have_no_integrity_radius() -> None:
    pieces = CORINTH.roster.pieces
    chiefs = [pieces[one] for one in CORINTH.roster.leaders if pieces[one].grade == DIVISION]
    assert len(chiefs) == 7
    assert not any(piece.integrity for piece in chiefs)
    assert not CORINTH.integrity


@pytest.mark.rule("corinth:28.21.1")
def test_division_commanders_extend_their_brigades_at_any_distance() -> None:
    battle = command_phase("1010 maury | 3030 moore 2tx | 1020 cabell 18ar")
    play(battle, "extend maury moore")
    assert command.radius(state(battle), "moore") == 4
    assert state(battle).command_points[number("maury")] == 0


@pytest.mark.rule("corinth:28.21.2")
def test_no_other_division_commander_may() -> None:
    battle = command_phase("2030 hebert | 2031 moore 2tx | 2032 gates 2mo")
    assert rules_against(battle, "extend hebert moore") == ["corinth:28.21.2"]
    assert "extend hebert gates" in offered(battle)


@pytest.mark.rule("corinth:28.22")
def test_division_commanders_do_all_else_that_leaders_do() -> None:
    battle = field("2030 9ar hebert", phase="H", states={"9ar": {"routed": True}})
    assert not unit(battle, "9ar").routed
    assert in_command(battle, "9ar")
    assert "gbacw:13.23" in check_rules(battle, "9ar")
    assert leader_line(state(battle), (number("hebert"),), (number("9ar"),))


# Replacement


@pytest.mark.rule("corinth:28.31")
@pytest.mark.parametrize(
    "general, side, halves",
    [("rosecrans", "union", 4), ("van-dorn", "confederate", -4), ("price", "confederate", -4)],
)
def test_army_commanders_are_never_replaced(general: str, side: str, halves: int) -> None:
    battle = fallen("2030 27oh fuller stanley | 1010 2tx moore maury", general, side)
    assert not any(isinstance(event, TookCommand) for event in battle.past.events)
    assert not state(battle).promoted
    assert not CORINTH.rules.replaces(state(battle), number(general))
    scored = [
        line.value for line in CORINTH.rules.victory_lines(state(battle)) if "killed" in line.reason
    ]
    assert scored == [halves]


@pytest.mark.rule("corinth:28.32.1")
def test_the_highest_rank_takes_over_a_division() -> None:
    units = "2030 21mo mcarthur | 2032 15mi oliver | 2034 11ia crocker | 1010 2tx"
    battle = fallen(units, "mckean", "union")
    assert state(battle).promoted == {number("mcarthur"): "mckean"}


@pytest.mark.rule("corinth:28.32.1")
def test_only_a_brigade_commander_of_that_division() -> None:
    battle = fallen("2030 27oh fuller | 2032 9il oglesby | 1010 2tx", "stanley", "union")
    assert state(battle).promoted == {number("fuller"): "stanley"}


@pytest.mark.rule("corinth:28.32.2")
def test_of_equal_rank_the_widest_radius() -> None:
    units = "2030 2tx moore | 2032 18ar cabell | 2034 6tx-cav phifer | 3030 7il"
    battle = fallen(units, "maury", "confederate")
    assert state(battle).promoted == {number("cabell"): "maury"}


@pytest.mark.rule("corinth:28.32.2")
def test_the_owner_picks_among_equals() -> None:
    units = "2030 2ia hackleman | 2032 9il oglesby | 2034 7il baldwin | 1010 2tx"
    battle = fallen(units, "davies", "union")
    assert offered(battle) == ["promote hackleman", "promote oglesby"]
    assert battle.why_not("promote baldwin")
    play(battle, "promote oglesby")
    assert state(battle).promoted == {number("oglesby"): "davies"}


@pytest.mark.rule("corinth:28.32.3")
def test_the_new_commander_has_one_point_and_the_whole_post() -> None:
    units = "2030 48in buford | 2132 56il sullivan | 1010 2tx"
    battle = fallen(units, "hamilton", "union")
    facts = state(battle)
    buford = number("buford")
    assert command.grade(facts, buford) == DIVISION
    assert fresh_points(facts, "union") == {buford: 1}
    assert command.rally_rating(facts, buford) == 0
    assert command.division_commander(facts, "hamilton") == buford
    facts.take_off(buford, "captured")
    scored = {line.reason: line.value for line in CORINTH.rules.victory_lines(facts)}
    assert scored["Napoleon B. Buford captured"] == 4


@pytest.mark.rule("corinth:28.32.4")
def test_somebody_unknown_leads_his_brigade() -> None:
    battle = fallen("2030 48in buford | 2132 56il sullivan | 1010 2tx", "hamilton", "union")
    facts = state(battle)
    leader = command.commander(facts, "buford")
    assert leader is not None
    assert facts.piece(leader).anonymous
    assert where(battle, facts.piece(leader).id) == "2030"
    assert command.radius(facts, "buford") == 2
    assert command.grade(facts, leader) == BRIGADE


@pytest.mark.rule("corinth:28.33")
@pytest.mark.parametrize(
    "leader, regiment, side, radius",
    [
        ("fuller", "27oh", "union", 2),
        ("mizner", "7ks-cav", "union", 1),
        ("jackson", "7tn-cav", "confederate", 1),
    ],
)
def test_brigade_and_cavalry_commanders_turn_over(
    leader: str, regiment: str, side: str, radius: int
) -> None:
    battle = fallen(f"2030 {regiment} | 3535 {'2tx' if side == 'union' else '7il'}", leader, side)
    assert unit(battle, leader).turned
    assert where(battle, leader) == "2030"
    assert command.radius(state(battle), leader) == radius


@pytest.mark.parametrize(
    "units, sensible",
    [
        ("2030 rosecrans | 2031 fuller 27oh", "done"),  # all are in command
        ("2030 rosecrans | 2031 fuller | 2036 27oh", None),  # points would reach it
        ("2030 rosecrans | 2031 fuller | 2019 27oh", "done"),  # no number of points would
    ],
)
def test_nobody_is_asked_for_points_that_would_help_nobody(
    units: str, sensible: str | None
) -> None:
    battle = command_phase(units, "union")
    assert battle.decision is not None
    assert "extend rosecrans fuller" in offered(battle)
    answer = battle.decision.sensible
    assert (answer and str(answer)) == sensible


def test_who_has_run_may_be_rallied_within_a_wider_radius() -> None:
    battle = command_phase(
        "2030 rosecrans | 2031 fuller 27oh | 2032 39oh", "union", states={"39oh": {"routed": True}}
    )
    assert battle.decision is not None
    assert battle.decision.sensible is None
