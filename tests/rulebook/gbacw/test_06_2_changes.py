"""6.2 Changing formation: when, at what cost, and under whose fire."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.gbacw.events import (
    Fired,
    FormationFailed,
    Formed,
    Moved,
    PinnedHex,
)
from tests.rulebook.gbacw.field import field, unit, verbs, where
from tests.support import offered, only, play, refused

ELSE = "| 0101 3us"


def asked(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.side


def left(battle: Battle) -> str:
    assert battle.decision is not None
    return battle.decision.question.rpartition("? ")[2]


# Cost and time


@pytest.mark.rule("gbacw:6.0.4")
@pytest.mark.parametrize(
    "word, formation, halves, rest",
    [
        ("2us", "column", 2, "5 of movement left."),
        ("2us,column", "line", 2, "5 of movement left."),
        ("us-l", "limbered", 6, "5 of movement left."),
        ("us-l,limbered", "unlimbered", 6, "5 of movement left."),
    ],
)
def test_a_change_costs_the_points_of_the_chart(
    word: str, formation: str, halves: int, rest: str
) -> None:
    battle = field(f"0508 {word} {ELSE}")
    id = word.partition(",")[0]
    assert only(play(battle, f"move {id}", f"form {formation}"), Formed).cost == halves
    assert left(battle) == rest


@pytest.mark.rule("gbacw:6.0.5")
def test_infantry_and_batteries_change_at_any_point_of_their_move() -> None:
    battle = field(f"0508 2us {ELSE}")
    play(battle, "move 2us", "form column", "to 0507", "form line", "to 0506", "form column")
    assert (where(battle, "2us"), unit(battle, "2us").formation) == ("0506", "column")
    battle = field(f"0508 us-l {ELSE}")
    play(battle, "move us-l", "form limbered", "to 0507", "to 0506", "form unlimbered")
    assert (where(battle, "us-l"), unit(battle, "us-l").formation) == ("0506", "unlimbered")


@pytest.mark.rule("gbacw:6.0.6")
@pytest.mark.parametrize("before, after", [("mounted", "dismounted"), ("dismounted", "mounted")])
def test_cavalry_changes_only_when_its_move_is_over(before: str, after: str) -> None:
    battle = field(f"0508 1us-cav,{before} {ELSE}")
    play(battle, "move 1us-cav", "to 0507", f"form {after}")
    assert (where(battle, "1us-cav"), unit(battle, "1us-cav").formation) == ("0507", after)
    with refused("gbacw:4.0.1"):
        battle.play("to 0506")
    with refused("gbacw:5.11.1"):
        battle.play("move 1us-cav")


@pytest.mark.rule("gbacw:6.21")
def test_without_command_at_the_start_there_is_no_change() -> None:
    # Miller is too far off for both; Mason stands with one of them.
    battle = field("0508 2us mason | 0510 3us | 1508 miller", phase="A")
    battle.play("done")
    play(battle, "move 3us")
    with refused("gbacw:6.21"):
        battle.play("form column")
    play(battle, "stop", "move 2us", "form column")
    assert unit(battle, "2us").formation == "column"


@pytest.mark.rule("gbacw:6.22.1")
def test_a_change_needs_the_points_it_costs() -> None:
    battle = field(f"0708 2us {ELSE}")
    play(battle, "move 2us", *(f"to 07{row:02}" for row in (7, 6, 5, 4, 3)))
    assert "form column" in offered(battle)
    play(battle, "to 0702")
    assert "form column" not in offered(battle)
    with refused("gbacw:6.22.1"):
        battle.play("form column")


@pytest.mark.rule("gbacw:6.22.2")
def test_cavalry_without_points_left_neither_mounts_nor_dismounts() -> None:
    battle = field(f"0708 1us-cav,dismounted {ELSE}")
    play(battle, "move 1us-cav", *(f"to 07{row:02}" for row in (7, 6, 5, 4)))
    assert "form mounted" in offered(battle)
    play(battle, "to 0703")
    with refused("gbacw:6.22.1"):
        battle.play("form mounted")


# Under fire


@pytest.mark.rule("gbacw:6.23.1")
@pytest.mark.parametrize(
    "word, formation", [("us-n1", "limbered"), ("us-n1,limbered", "unlimbered")]
)
def test_small_arms_in_range_and_sight_fire_at_guns_before_they_change(
    word: str, formation: str
) -> None:
    battle = field(f"0508 {word} | 0512 1cs {ELSE}", dice=[2])
    play(battle, "move us-n1", f"form {formation}")
    assert asked(battle) == "confederate"
    events = play(battle, "all", "resolve")
    kinds = [type(event) for event in events if isinstance(event, Fired | Formed)]
    assert kinds == [Fired, Formed]


@pytest.mark.rule("gbacw:6.23.1")
@pytest.mark.parametrize(
    "enemy",
    [
        "0514 1cs",  # six hexes off, where a rifled musket does not reach
        "0512 1cs,S",  # looking away
        "0512 cs-n1",  # no small arms
        "0505 2cs,S",  # three hexes off, where a smoothbore does not reach
    ],
)
def test_guns_change_in_peace_where_nobody_can_fire_at_them(enemy: str) -> None:
    battle = field(f"0508 us-n1 | {enemy} {ELSE}")
    only(play(battle, "move us-n1", "form limbered"), Formed)


@pytest.mark.rule("gbacw:6.23.1")
def test_guns_change_in_peace_behind_a_wood() -> None:
    battle = field(f"0405 us-n1 | 0401 1cs,S {ELSE}")
    only(play(battle, "move us-n1", "form limbered"), Formed)


@pytest.mark.rule("gbacw:6.23.2")
def test_wagon_crews_do_not_join_in() -> None:
    battle = field(f"0508 us-n1 | 0509 cs-wagon {ELSE}")
    only(play(battle, "move us-n1", "form limbered"), Formed)
    battle = field(f"0508 us-n1 | 0509 cs-wagon | 0408 1cs,NE {ELSE}")
    play(battle, "move us-n1", "form limbered")
    assert {text.split()[1] for text in offered(battle) if text.startswith("add")} == {"1cs"}


@pytest.mark.rule("gbacw:6.23.3")
def test_that_fire_finds_the_battery_wherever_it_stands_in_the_stack() -> None:
    # 12 in column 5, five points in the hex: a 6 takes one, and the checks are passed.
    battle = field(f"0508 2us us-n1 | 0509 1cs {ELSE}", dice=[6, 1, 1])
    play(battle, "move us-n1", "form limbered")
    events = play(battle, "all", "resolve")
    assert only(events, Fired).result == "1*"
    assert (unit(battle, "us-n1").crew, unit(battle, "2us").strength) == (1, 4)


@pytest.mark.rule("gbacw:6.23.3")
def test_a_pin_of_that_fire_holds_the_whole_hex() -> None:
    # The second roll of the starred result fails: morale 4, a 5.
    battle = field(f"0508 2us us-n1 | 0509 1cs {ELSE}", dice=[6, 1, 5])
    play(battle, "move us-n1", "form limbered")
    only(play(battle, "all", "resolve"), PinnedHex)
    assert (unit(battle, "us-n1").pinned, unit(battle, "2us").pinned) == (True, True)


@pytest.mark.rule("gbacw:6.23.4")
@pytest.mark.parametrize(
    "dice, why", [([6, 1, 1], "a casualty"), ([2, 5], "a pin")], ids=["casualty", "pin"]
)
def test_guns_whose_crew_is_hit_or_pinned_do_not_finish_the_change(
    dice: list[int], why: str
) -> None:
    # 9 in column 4, where a 6 takes one and a 2 asks for a pin check.
    battle = field(f"0508 2us us-n1 | 0509 3cs {ELSE}", dice=dice)
    play(battle, "move us-n1", "form limbered")
    events = play(battle, "all", "resolve")
    assert only(events, FormationFailed).unit.id == "us-n1", why
    assert unit(battle, "us-n1").formation == "unlimbered"


@pytest.mark.rule("gbacw:6.23.4", "gbacw:15.16.1")
def test_guns_whose_crew_runs_unhurt_stay_as_they_are() -> None:
    # A 4 asks for a rout check.
    battle = field(f"0508 us-n1 | 0509 3cs {ELSE}", dice=[4, 6])
    play(battle, "move us-n1", "form limbered")
    events = play(battle, "all", "resolve")
    while "to" in verbs(battle):
        events += play(battle, offered(battle)[0])
    assert only(events, FormationFailed).unit.id == "us-n1"
    guns = unit(battle, "us-n1")
    assert (guns.formation, guns.crew, guns.strength) == ("unlimbered", 0, 4)


@pytest.mark.rule("gbacw:6.23.4")
def test_each_of_two_batteries_answers_for_itself() -> None:
    # Somebody of the first crew falls, nobody of the second.
    stack = "us-n1,limbered us-n2,limbered"
    battle = field(f"0508 2us {stack} | 0509 3cs {ELSE}", dice=[6, 1, 1, 2, 1])
    play(battle, "move us-n1", "with us-n2", "form unlimbered")
    events = play(battle, "all", "resolve", "all", "resolve")
    assert only(events, FormationFailed).unit.id == "us-n1"
    assert unit(battle, "us-n1").formation == "limbered"
    assert unit(battle, "us-n2").formation == "unlimbered"


@pytest.mark.rule("gbacw:6.24")
@pytest.mark.parametrize(
    "word, formation", [("2us", "column"), ("1us-cav", "mounted"), ("us-n1", "limbered")]
)
def test_whoever_changes_in_an_enemy_zone_is_fired_at_from_there(word: str, formation: str) -> None:
    battle = field(f"0508 {word} | 0509 1cs {ELSE}", dice=[2, 1])
    play(battle, f"move {word}", f"form {formation}")
    assert asked(battle) == "confederate"
    events = play(battle, "all", "resolve")
    assert [name.id for name in only(events, Fired).firers] == ["1cs"]
    only(events, Formed)


@pytest.mark.rule("gbacw:6.24")
def test_outside_every_zone_infantry_changes_in_peace() -> None:
    battle = field(f"0508 2us | 0510 1cs {ELSE}")
    only(play(battle, "move 2us", "form column"), Formed)


@pytest.mark.rule("gbacw:6.24")
def test_artillery_whose_zone_it_is_fires_too() -> None:
    battle = field(f"0508 us-n1 | 0509 cs-n1 {ELSE}")
    play(battle, "move us-n1", "form limbered")
    assert asked(battle) == "confederate"
    assert "add cs-n1 4" in offered(battle)


@pytest.mark.rule("gbacw:6.24")
def test_infantry_that_only_bleeds_finishes_its_change() -> None:
    battle = field(f"0508 2us | 0509 1cs {ELSE}", dice=[6, 1, 1])
    play(battle, "move 2us", "form column")
    only(play(battle, "all", "resolve"), Formed)
    assert (unit(battle, "2us").strength, unit(battle, "2us").formation) == (3, "column")


@pytest.mark.rule("gbacw:6.23.4")
def test_a_casualty_on_the_way_does_not_spoil_a_later_change() -> None:
    # Hit as it leaves the zone, the battery still unlimbers out of everybody's reach.
    battle = field(f"0508 us-l,limbered | 0509 2cs {ELSE}", dice=[5, 1, 1])
    play(battle, "move us-l", "to 0507")
    events = play(battle, "all", "resolve", "to 0506", "to 0505", "form unlimbered")
    assert unit(battle, "us-l").crew == 1
    assert [event.to for event in events if isinstance(event, Moved)] == ["0507", "0506", "0505"]
    assert unit(battle, "us-l").formation == "unlimbered"
