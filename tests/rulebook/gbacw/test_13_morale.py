"""13.1 and 13.2 Morale: ratings, green units, and what is added to a check."""

from __future__ import annotations

import pytest

from longroll.systems.gbacw import morale
from longroll.systems.gbacw.events import (
    Checked,
    Fired,
    Fought,
    LeaderFate,
    Losses,
    Retreated,
    SawElephant,
)
from longroll.systems.gbacw.tables import TABLES
from tests.rulebook.gbacw.field import field, piece, state_of, unit, where
from tests.rulebook.gbacw.fights import checks, declare, fall_back, storm, volley
from tests.support import only, play

# What morale is for


@pytest.mark.rule("gbacw:13.0.1")
def test_morale_counts_in_melee_and_decides_who_runs() -> None:
    # 4 US (5) against 5 CS (2): a point in melee. Against a check of 3 only 5 CS runs.
    fought = only(storm("0508 4us | 0509 5cs", [4, 1])[1], Fought)
    assert [(line.value, line.rule) for line in fought.attack if line.rule != "gbacw:12.11"] == [
        (1, "gbacw:12.52")
    ]
    assert checks(volley("5cs", 2, 3)[1]) == [("5cs", "routed")]
    assert checks(volley("4cs", 2, 3)[1]) == [("4cs", "holds")]


@pytest.mark.rule("gbacw:13.0.2")
@pytest.mark.parametrize(
    "dice, result, kinds",
    [
        ([4, 1], "1", ["gbacw:13.21"]),
        ([2, 1], "R", ["gbacw:9.87"]),
        ([3, 1], "P/R", ["gbacw:9.83.1"]),
        ([6, 1, 1], "1*", ["gbacw:13.21", "gbacw:9.88.2"]),
    ],
)
def test_these_results_of_a_fire_ask_for_a_check(
    dice: list[int], result: str, kinds: list[str]
) -> None:
    _, events = volley("4cs", *dice)
    assert only(events, Fired).result == result
    assert [event.rules[0] for event in events if isinstance(event, Checked)] == kinds


@pytest.mark.rule("gbacw:13.0.2")
def test_a_fire_without_effect_asks_for_none() -> None:
    battle = field("0508 3us | 0510 1cs", [2], phase="D")  # muskets at two hexes: 2 points
    events = play(battle, "fire 0510", "all", "resolve")
    assert only(events, Fired).result == "-"
    assert not checks(events)


@pytest.mark.rule("gbacw:13.0.2")
def test_giving_way_before_melee_asks_for_one() -> None:
    battle = field("0508 1us | 0509 4cs", [2], phase="E")
    declare(battle, "0509")
    check = only(play(battle, "retreat 4cs", "hold", "to 0510", "stop"), Checked)
    assert (check.unit.id, check.why) == ("4cs", "before melee")


@pytest.mark.rule("gbacw:13.0.2")
def test_a_retreat_out_of_melee_asks_for_one_where_it_ends() -> None:
    # Six against three: +3, and a 5 is C1R2 with a K for the attackers.
    battle, events = storm("0508 1us,6 | 0509 3cs", [5, 2])
    assert only(events, Fought).defender == "C1R2"
    assert not checks(events)
    check = only(fall_back(battle, "0510", "0511"), Checked)
    assert (check.unit.id, check.why, where(battle, "3cs")) == ("3cs", "melee", "0511")


# 13.1 Ratings


@pytest.mark.rule("gbacw:13.11")
@pytest.mark.parametrize("id, rating", [("4cs", 5), ("1cs", 4), ("2cs", 3), ("5cs", 2)])
def test_a_better_rating_stands_more(id: str, rating: int) -> None:
    assert only(volley(id, 2, rating)[1], Checked).rating == rating
    assert checks(volley(id, 2, rating)[1]) == [(id, "holds")]
    assert checks(volley(id, 2, rating + 1)[1]) == [(id, "routed")]


@pytest.mark.rule("gbacw:13.11")
def test_ratings_go_from_five_down_to_one() -> None:
    ratings = {piece(f"{n}cs").morale for n in range(1, 13) if n != 6}
    assert ratings == {1, 2, 3, 4, 5}
    assert {TABLES.elephant(total) for total in range(2, 13)} == {1, 2, 3, 4, 5}


@pytest.mark.rule("gbacw:13.12")
def test_a_green_unit_has_no_rating_yet() -> None:
    battle = field("0508 1us | 0509 6cs", phase="D")
    number = state_of(battle).game.roster.number
    assert morale.rating(state_of(battle), number["6cs"]) == 0
    assert morale.rating(state_of(battle), number["5cs"]) == piece("5cs").morale > 0


@pytest.mark.rule("gbacw:13.14.1", "gbacw:13.15")
@pytest.mark.parametrize(
    "one, two, rating",
    [
        *((1, 1, 4), (1, 3, 1), (3, 3, 2), (6, 6, 1)),  # stated
        *((1, 2, 5), (2, 3, 3), (3, 4, 3), (4, 4, 4), (4, 5, 3), (5, 5, 2), (5, 6, 5)),  # GB-B1
    ],
)
def test_a_green_unit_rolls_two_dice_at_its_first_check(one: int, two: int, rating: int) -> None:
    battle, events = volley("6cs", 2, one, two, 1)
    saw = only(events, SawElephant)
    assert ([roll.value for roll in saw.rolls], saw.rating) == ([one, two], rating)
    assert saw.rules == ("gbacw:13.14.1",)
    # At once: the check that brought it about is made against what was found.
    check = only(events, Checked)
    assert events.index(saw) < events.index(check)
    assert check.rating == unit(battle, "6cs").rating == rating


@pytest.mark.rule("gbacw:13.14.1")
@pytest.mark.parametrize("attacker, defender", [("6us", "2cs"), ("2us", "6cs")])
def test_a_green_unit_in_melee_rolls_before_the_melee_is(attacker: str, defender: str) -> None:
    # A 2 of two dice is morale 4; both sides are then counted, and the melee die is last.
    _, events = storm(f"0508 {attacker} | 0509 {defender}", [1, 1, 2, 1, 1])
    saw = only(events, SawElephant)
    assert (saw.unit.id in ("6us", "6cs"), saw.rating) == (True, 4)
    assert events.index(saw) < events.index(only(events, Fought))


@pytest.mark.rule("gbacw:13.14.2", "gbacw:13.13")
def test_what_it_finds_it_keeps() -> None:
    battle = field("0508 1us | 0509 6cs,N", [2, 1, 1, 1, 2, 4], phase="D")
    play(battle, "fire 0509", "all", "resolve")
    assert unit(battle, "6cs").rating == 4
    # Fired at again in the Confederate Player-Turn: no two dice any more, and a 4 stands.
    while not (
        battle.decision and battle.decision.side == "union" and state_of(battle).phase == "C"
    ):
        battle.play("done")
    events = play(battle, "fire 0509", "all", "resolve")
    assert not [event for event in events if isinstance(event, SawElephant)]
    assert (only(events, Checked).rating, only(events, Checked).outcome) == (4, "holds")


@pytest.mark.rule("gbacw:13.13")
def test_a_printed_rating_outlasts_losses_and_rout() -> None:
    for word in ("1cs", "1cs,1", "1cs,routed"):
        battle = field(f"0508 1us | 0509 {word}", phase="D")
        number = state_of(battle).game.roster.number["1cs"]
        assert morale.rating(state_of(battle), number) == 4


# 13.2 The check


@pytest.mark.rule("gbacw:13.21")
@pytest.mark.parametrize("die, routs", [(1, False), (4, False), (5, True), (6, True)])
def test_more_than_its_rating_routs_a_unit(die: int, routs: bool) -> None:
    battle, events = volley("1cs", 4, die)
    check = only(events, Checked)
    assert (check.rules, check.rolls[0].value, check.total) == (("gbacw:13.21",), die, die)
    assert (check.outcome == "routed") == unit(battle, "1cs").routed == routs


@pytest.mark.rule("gbacw:13.22")
def test_losses_come_before_the_check() -> None:
    # The point just lost is the one that makes it more than half: 6 to 2.
    battle, events = volley("1cs,3", 4, 4)
    assert only(events, Losses).left == 2
    check = only(events, Checked)
    assert events.index(only(events, Losses)) < events.index(check)
    assert [(line.value, line.rule) for line in check.lines] == [(1, "gbacw:13.24")]
    assert (check.total, unit(battle, "1cs").routed) == (5, True)


@pytest.mark.rule("gbacw:13.23", "gbacw:17.4")
def test_a_leader_takes_one_from_the_die() -> None:
    for word, die, outcome in (("1cs barber", 5, "holds"), ("1cs", 5, "routed")):
        check = only(volley(word, 2, die)[1], Checked)
        assert check.outcome == outcome
    check = only(volley("1cs barber", 2, 6)[1], Checked)
    assert [(line.value, line.rule) for line in check.lines] == [(-1, "gbacw:13.23")]
    assert (check.total, check.outcome) == (5, "routed")


@pytest.mark.rule("gbacw:13.23")
def test_a_leader_who_just_fell_helps_nobody() -> None:
    # GB-C5: two dice of 12 kill him before the check.
    _, events = volley("1cs barber", 4, 6, 6, 5)
    assert only(events, LeaderFate).fate == "killed"
    check = only(events, Checked)
    assert (check.lines, check.outcome) == ((), "routed")


@pytest.mark.rule("gbacw:13.24")
@pytest.mark.parametrize("left, added", [(6, 0), (4, 0), (3, 0), (2, 1)])
def test_who_lost_more_than_half_adds_one(left: int, added: int) -> None:
    # One or two points in the hex are a column less: there 3 is an R, a 2 elsewhere.
    check = only(volley(f"1cs,{left}", 3 if left < 3 else 2, 4)[1], Checked)
    assert check.total == 4 + added
    assert [line.rule for line in check.lines] == ["gbacw:13.24"] * added
    assert check.outcome == ("routed" if added else "holds")


@pytest.mark.rule("gbacw:13.26")
def test_a_unit_hit_in_the_flank_adds_one() -> None:
    # From the rear the column is 6, and a 1 is an R: then 1 US rolls for its ammunition.
    battle = field("0508 1us | 0509 1cs,S", [1, 6, 4], phase="D")
    check = only(play(battle, "fire 0509", "all", "resolve"), Checked)
    assert [(line.value, line.rule) for line in check.lines] == [(1, "gbacw:13.26")]
    assert (check.total, check.outcome) == (5, "routed")


@pytest.mark.rule("gbacw:13.26")
def test_checks_without_a_fire_know_no_flank() -> None:
    battle, _ = storm("0508 1us,6 | 0509 3cs,S", [5, 2])
    assert not only(fall_back(battle, "0510", "0511"), Checked).lines


@pytest.mark.rule("gbacw:13.25", "gbacw:15.16.1")
def test_guns_in_position_stay_when_their_crew_runs() -> None:
    # An R on the top of a hex without infantry is the crew's.
    battle, events = volley("cs-n1", 4, 5)
    while battle.decision and battle.decision.question.startswith("Where does Crew"):
        events += battle.play(battle.decision.choices[0])
    ran = [event for event in events if isinstance(event, Retreated)]
    assert [event.units[0].id for event in ran] == ["cs-n1-crew"] * 3
    assert where(battle, "cs-n1") == "0509"
    assert (unit(battle, "cs-n1").routed, unit(battle, "cs-n1").crew) == (False, 0)
    assert (unit(battle, "cs-n1-crew").routed, unit(battle, "cs-n1-crew").strength) == (True, 2)
