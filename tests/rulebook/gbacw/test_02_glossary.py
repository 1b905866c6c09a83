"""2.0 Glossary: what the words of the rules promise."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.drill import State
from longroll.systems.gbacw.events import (
    Augmented,
    Checked,
    Fired,
    Moved,
    Rallied,
)
from tests.rulebook.gbacw.field import brigades, field, piece, state_of, unit, where
from tests.support import offered, only, play, refused


def out_of_command(battle: Battle) -> list[str]:
    """Units found out of command once the Initial Command Phase is over."""
    end_command(battle)
    return [
        one.id
        for one in State.game.roster.pieces
        if one.side == "union"
        and one.kind != "leader"
        and where(battle, one.id)
        and not unit(battle, one.id).command
    ]


def end_command(battle: Battle) -> None:
    """Go on to the Movement Phase; without a division commander that happens by itself."""
    if state_of(battle).phase == "A":
        battle.play("done")


def cost(battle: Battle, *choices: str) -> int:
    """Halves of a Movement Point that the one step among some choices took."""
    return only(play(battle, *choices), Moved).cost


@pytest.mark.rule("gbacw:2.0.1")
def test_infantry_has_two_formations_and_column_is_the_faster_on_a_road() -> None:
    battle = field("1004 2us | 0101 3us")
    play(battle, "move 2us")
    assert [text for text in offered(battle) if text.startswith("form")] == ["form column"]
    for other in ("mounted", "dismounted", "limbered", "unlimbered"):
        with refused("gbacw:6.0.1"):
            battle.play(f"form {other}")
    assert cost(battle, "to 1005") == 2
    play(battle, "form column")
    assert [text for text in offered(battle) if text.startswith("form")] == ["form line"]
    assert cost(battle, "to 1004") == 1


@pytest.mark.rule("gbacw:2.0.2")
def test_command_points_are_split_freely_and_come_back_every_game_turn() -> None:
    battle = field("0805 2us mason miller mercer | 1512 1cs", phase="A")
    assert only(play(battle, "extend mason miller"), Augmented).radius == piece("miller").radius + 1
    assert only(play(battle, "extend mason mercer"), Augmented).radius == piece("mercer").radius + 1
    with refused("gbacw:17.22.1"):
        battle.play("extend mason miller")
    while "extend mason miller" not in offered(battle):
        battle.play("done")
    play(battle, "extend mason miller")
    both = only(play(battle, "extend mason miller"), Augmented)
    assert both.radius == piece("miller").radius + 2


@pytest.mark.rule("gbacw:2.0.2")
def test_a_point_lasts_for_the_player_turn_it_is_spent_in() -> None:
    far = "0805 mason miller | 0809 2us | 1512 1cs"
    battle = field(far, phase="A")
    assert out_of_command(battle) == ["2us"]
    battle = field(far, phase="A")
    play(battle, "extend mason miller")
    assert out_of_command(battle) == []


@pytest.mark.rule("gbacw:2.0.3", "gbacw:2.0.8", "gbacw:3.32.1")
def test_losses_come_off_the_current_strength_and_never_off_the_initial() -> None:
    # 12 through one hexside: column 5, where a 6 kills one; then both checks are passed.
    battle = field("0508 1us | 0509 1cs", dice=[6, 1, 1], phase="D")
    play(battle, "fire 0509", "all", "resolve")
    assert unit(battle, "1cs").strength == 5
    assert piece("1cs").strength == 6


@pytest.mark.rule("gbacw:2.0.4")
@pytest.mark.parametrize("target, multiplier", [("0509", 3), ("0510", 2), ("0511", 1)])
def test_current_strength_times_the_multiplier_of_the_range_is_what_fires(
    target: str, multiplier: int
) -> None:
    battle = field(f"0508 2us,3 | {target} 1cs", dice=[2, 1], phase="D")
    fired = only(play(battle, f"fire {target}", "all", "resolve"), Fired)
    assert fired.total == 2 * 3 * multiplier


@pytest.mark.rule("gbacw:2.0.5", "gbacw:5.2.5", "gbacw:4.0.5")
def test_a_brigade_commander_moves_freely_from_inside_the_integrity_radius() -> None:
    assert piece("mason").integrity == 6
    inside = field("0804 2us mason | 0810 3us miller", phase="A")
    end_command(inside)
    play(inside, "move miller", "to 0811", "to 0812", "to 0813")
    assert where(inside, "miller") == "0813"
    outside = field("0804 2us mason | 0811 3us miller", phase="A")
    end_command(outside)
    play(outside, "move miller", "to 0812")
    assert unit(outside, "miller").done


@pytest.mark.rule("gbacw:5.2.5")
def test_the_one_hex_of_a_brigade_commander_is_any_hex_unless_he_is_detached() -> None:
    far = "1704 2us mason | 1814 3us miller"
    outside = field(far, phase="A")
    end_command(outside)
    play(outside, "move miller", "to 1813")
    assert (where(outside, "miller"), unit(outside, "miller").done) == ("1813", True)  # a swamp
    detached = field(far, phase="A", more={"brigades": brigades(miller="")})
    end_command(detached)
    play(detached, "move miller", "to 1813", "to 1812")
    assert where(detached, "miller") == "1812"


@pytest.mark.rule("gbacw:2.0.6")
def test_a_brigade_commander_has_a_radius_and_a_division_commander_none() -> None:
    assert piece("miller").radius == 3
    assert piece("mason").radius == 0
    battle = field("0508 miller | 0511 2us | 0512 3us", phase="A")
    assert out_of_command(battle) == ["3us"]
    battle = field("0508 mason | 0509 2us | 0805 3us miller", phase="A")
    assert out_of_command(battle) == ["2us"]


@pytest.mark.rule("gbacw:2.0.7")
def test_a_unit_is_in_command_within_the_radius_or_in_the_hex_of_a_leader() -> None:
    # Carter commands neither; 2us stands with him, 3us next to him.
    battle = field("0508 2us carter | 0509 3us | 1508 miller", phase="A")
    assert out_of_command(battle) == ["3us"]
    battle = field("0508 2us | 0509 3us miller | 0510 4us", phase="A")
    assert out_of_command(battle) == ["4us"]


@pytest.mark.rule("gbacw:2.0.8")
@pytest.mark.parametrize("strength, worse", [(4, False), (3, True)])
def test_half_lost_is_reckoned_from_the_initial_strength(strength: int, worse: bool) -> None:
    # 7cs began with 7; a 2 in column 4 asks for a pin check, and a 1 passes it.
    battle = field(f"0508 2us | 0510 7cs,{strength}", dice=[2, 1], phase="D")
    checked = only(play(battle, "fire 0510", "all", "resolve"), Checked)
    assert ("gbacw:13.24" in {line.rule for line in checked.lines}) == worse


@pytest.mark.rule("gbacw:2.0.9")
def test_line_fights_in_full_and_has_nothing_from_a_road() -> None:
    battle = field("1004 2us | 0101 3us")
    assert cost(battle, "move 2us", "to 1005") == 2
    battle = field("0508 2us | 0509 1cs", dice=[2, 1], phase="D")
    assert only(play(battle, "fire 0509", "all", "resolve"), Fired).total == 2 * 4 * 3
    battle = field("0508 2us | 0509 1cs", phase="E")
    assert "melee 0509" in offered(battle)


@pytest.mark.rule("gbacw:2.0.10")
@pytest.mark.parametrize("die, outcome", [(3, "holds"), (4, "routed")])
def test_a_morale_check_sets_a_die_against_the_rating(die: int, outcome: str) -> None:
    # 8 in column 4, where a 3 asks for a rout check of the 2nd Confederate, whose morale is 3.
    battle = field("0508 2us | 0510 2cs", dice=[3, die], phase="D")
    checked = only(play(battle, "fire 0510", "all", "resolve"), Checked)
    assert (checked.rating, checked.outcome) == (3, outcome)
    assert unit(battle, "2cs").routed == (outcome == "routed")


@pytest.mark.rule("gbacw:2.0.11")
def test_ratings_run_from_five_down_to_one() -> None:
    ratings = {one.morale for one in State.game.roster.pieces if one.kind != "leader"} - {0}
    assert ratings == {1, 2, 3, 4, 5}
    for id, die, outcome in (("4cs", 5, "holds"), ("10cs", 1, "holds"), ("10cs", 2, "routed")):
        battle = field(f"0508 2us | 0510 {id},4", dice=[3, die], phase="D")
        events = play(battle, "fire 0510", "all", "resolve")
        assert only(events, Checked).outcome == outcome


@pytest.mark.rule("gbacw:2.0.12")
def test_a_brigade_commander_rallies_his_rating_in_his_radius_and_all_who_are_with_him() -> None:
    assert piece("miller").rally == 2
    battle = field(
        "0508 4us,routed 5us,routed miller | 0507 1us,routed | 0510 2us,routed | 0505 3us,routed"
        " | 0608 7us,routed",
        phase="H",
    )
    assert not unit(battle, "4us").routed
    assert not unit(battle, "5us").routed
    assert "rally 7us" not in offered(battle)  # not of his command
    rallied = play(battle, "rally 1us", "rally 2us")
    assert [e.unit.id for e in rallied if isinstance(e, Rallied)] == ["1us", "2us"]
    assert not unit(battle, "2us").routed
    assert unit(battle, "3us").routed


@pytest.mark.rule("gbacw:2.0.12", "gbacw:17.13.1")
def test_the_third_point_of_a_rally_rating_of_two_is_refused() -> None:
    # Mercer's unit keeps the phase open once Miller is spent.
    battle = field(
        "0508 miller | 0507 1us,routed | 0510 2us,routed | 0505 3us,routed"
        " | 1505 mercer | 1506 4us,routed",
        phase="H",
    )
    play(battle, "rally 1us", "rally 2us")
    with refused("gbacw:17.13.1"):
        battle.play("rally 3us")


@pytest.mark.rule("gbacw:2.0.12")
def test_a_rally_point_reaches_as_far_as_the_radius() -> None:
    battle = field("0508 miller | 0511 2us,routed | 0512 3us,routed", phase="H")
    assert offered(battle) == ["rally 2us", "done"]
    with refused("gbacw:13.52.2"):
        battle.play("rally 3us")


@pytest.mark.rule("gbacw:2.0.13")
def test_a_division_commander_rallies_only_those_in_his_hex() -> None:
    assert piece("mason").rally == 0
    battle = field(
        "0508 1us,routed mason | 0509 2us,routed | 1508 mercer | 1509 4us,routed", phase="H"
    )
    assert not unit(battle, "1us").routed
    with refused("gbacw:13.52.2"):
        battle.play("rally 2us")


@pytest.mark.rule("gbacw:2.0.14")
def test_a_unit_is_subordinate_to_the_leader_it_names_or_his_successor() -> None:
    battle = field("0508 mercer | 0509 2us 4us | 1508 miller", phase="A")
    assert out_of_command(battle) == ["2us"]
    heir = State.game.roster.number["repl-us"]
    battle = field(
        "0508 repl-us,turned | 0510 2us | 0511 3us",
        phase="A",
        more={"replacements": {"miller": heir}},
    )
    assert piece("repl-us").repl_radius == 2
    assert out_of_command(battle) == ["3us"]
