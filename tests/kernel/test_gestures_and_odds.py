"""Gestures, which are many choices in one, and exact odds. Played with the counting game."""

from __future__ import annotations

from fractions import Fraction

import pytest

from longroll import UndoRefused
from longroll.kernel.odds import Outcome
from tests.kernel.counting import all_of, counting, told, total
from tests.support import play, refused

# Gestures


def test_a_gesture_is_played_as_its_small_choices() -> None:
    battle, twin = counting(), counting()
    assert battle.play("rush 1 2 done 3") == tuple(play(twin, "add 1", "add 2", "done", "add 3"))
    assert all_of(battle) == all_of(twin)
    for _ in range(4):
        battle.undo()
        twin.undo()
        assert all_of(battle) == all_of(twin)


@pytest.mark.parametrize("barrier", ["roll", "scout", "seal"])
@pytest.mark.parametrize("undo", ["unrevealed", "free"])
def test_a_gesture_stops_where_something_happens(barrier: str, undo: str) -> None:
    battle = counting(dice=[6], undo=undo)
    battle.play(f"rush 1 {barrier} 2 3")
    assert [str(played.choice) for played in battle.history()[1:]] == ["add 1", barrier]
    assert total(battle) == 1
    if undo == "free":
        battle.undo()
        assert battle.dice.rolled == 0
    else:
        with pytest.raises(UndoRefused):
            battle.undo()


def test_a_gesture_whose_first_step_is_barred_is_refused() -> None:
    battle = counting()
    before = all_of(battle)
    with refused("counting:2.3"):
        battle.play("rush 9 1")
    assert all_of(battle) == before


def test_a_gesture_stops_before_a_step_that_is_barred_by_then() -> None:
    battle = counting()
    assert told(battle.play("rush 1 2 9 3")) == ["blue adds 1", "blue adds 2"]
    assert battle.past.number == 2


def test_a_gesture_stops_where_the_battle_ends() -> None:
    battle = counting(goal=3)
    assert told(battle.play("rush 1 2 3")) == ["blue adds 1", "blue adds 2", "BattleEnded"]
    assert battle.result is not None
    assert battle.past.number == 2


# Odds


def test_odds_are_exact_with_their_arithmetic() -> None:
    odds = counting().odds("roll")
    assert [(str(o.probability), o.effects) for o in odds.outcomes] == [
        ("2/3", ("no luck",)),
        ("1/3", ("lucky",)),
    ]
    assert [str(line) for line in odds.ledger] == ["+2 needed [counting:3]"]
    assert odds.rules == ("counting:3",)


def test_odds_of_what_is_certain() -> None:
    odds = counting().odds("add 2")
    assert [(o.probability, o.effects) for o in odds.outcomes] == [(Fraction(1), ("blue adds 2",))]
    assert (odds.ledger, odds.rules) == ((), ())


def test_odds_do_not_run_into_the_next_phase() -> None:
    battle = counting(dice=[1], weather=True)
    battle.play("done")
    odds = battle.odds("done")
    assert [(o.probability, o.effects) for o in odds.outcomes] == [(Fraction(1), ())]


def test_odds_stop_at_the_next_question() -> None:
    battle = counting()
    battle.play("add 1")
    assert [o.effects for o in battle.odds("doubt").outcomes] == [()]


def test_odds_change_nothing() -> None:
    battle = counting(dice=[6])
    battle.play("add 1")
    before = all_of(battle)
    battle.odds("roll")
    battle.odds("done")
    assert all_of(battle) == before


def test_odds_may_end_the_battle() -> None:
    battle = counting(goal=5)
    assert [str(o.probability) for o in battle.odds("roll").outcomes] == ["2/3", "1/3"]
    assert battle.result is None


def test_odds_know_no_more_than_the_side_that_asks() -> None:
    one, other = counting(sleeve=4), counting(sleeve=9)
    assert one.odds("show") == other.odds("show")
    assert [o.effects for o in one.odds("show").outcomes] == [("blue 3",)]


@pytest.mark.parametrize("text, rule", [("add 4", "counting:2.3"), ("yes", "counting:2.0")])
def test_there_are_no_odds_of_what_is_barred(text: str, rule: str) -> None:
    with refused(rule):
        counting().odds(text)


def test_the_odds_of_a_gesture_go_up_to_its_first_dice() -> None:
    odds = counting().odds("rush 1 2 roll 3")
    assert [(str(one.probability), one.effects) for one in odds.outcomes] == [
        ("2/3", ("blue adds 1", "blue adds 2", "no luck")),
        ("1/3", ("blue adds 1", "blue adds 2", "lucky")),
    ]
    assert odds.rules == ("counting:3",)


@pytest.mark.parametrize(
    "text, effects",
    [
        ("rush 1 2", ("blue adds 1", "blue adds 2")),
        ("rush 1 scout 2", ("blue adds 1", "enemy seen")),
        ("rush 1 2 9 3", ("blue adds 1", "blue adds 2")),
    ],
)
def test_the_odds_of_a_gesture_end_where_the_gesture_does(
    text: str, effects: tuple[str, ...]
) -> None:
    assert counting().odds(text).outcomes == (Outcome(Fraction(1), effects, "other"),)


def test_there_are_no_odds_of_a_gesture_that_is_barred() -> None:
    with refused("counting:2.3"):
        counting().odds("rush 9 1")


def test_odds_of_a_gesture_leave_no_trace() -> None:
    battle = counting(dice=[5])
    before = all_of(battle)
    battle.odds("rush 1 2 roll 3")
    assert all_of(battle) == before
