"""Choices, their notation, and refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import longroll
from longroll import IllegalChoice
from longroll.kernel.agenda import Decision
from longroll.kernel.decision import (
    Choice,
    Closed,
    Refusal,
    bare,
    barred_by,
    choice,
    read_choice,
    still_open,
)
from tests.kernel.counting import counting

#: Everything Unicode calls a space, as forums and word processors put it between words.
SPACES = [" ", "   ", "\t", "\n", "\r\n", "\v", "\f", "\u00a0", "\u2003", "\u2028", "\u3000"]

words = st.text(min_size=1, max_size=8).filter(lambda word: word.split() == [word])


def test_the_notation_is_the_words() -> None:
    assert str(choice("done")) == "done"
    assert str(choice("move", "13us-a")) == "move 13us-a"
    assert str(Choice("move", ("13us-a", "13us-b", "2211"))) == "move 13us-a 13us-b 2211"


def test_the_object_is_the_first_one_or_nothing() -> None:
    assert choice("move", "13us-a", "2211").object == "13us-a"
    assert choice("done").object == ""


def test_equal_words_are_equal_choices() -> None:
    assert choice("to", "2211") == Choice("to", ("2211",)) == read_choice("to 2211")
    assert hash(choice("to", "2211")) == hash(read_choice("to 2211"))
    assert choice("to", "2211") is choice("to", "2211"), "one shared value"
    assert choice("to", "2211") != choice("to", "2212")
    assert choice("to") != choice("to", "")


def test_a_choice_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        choice("to", "2211").verb = "from"  # type: ignore[misc]


@pytest.mark.parametrize("space", SPACES)
def test_any_white_space_parts_the_words(space: str) -> None:
    text = space.join(["", "move", "13us-a", "2211", ""])
    assert read_choice(text) == Choice("move", ("13us-a", "2211"))


@pytest.mark.parametrize("text", ["", *SPACES])
def test_no_words_are_a_choice_that_no_rule_knows(text: str) -> None:
    assert read_choice(text) == Choice("")
    assert str(read_choice(text)) == ""


@given(verb=words, objects=st.lists(words, max_size=4))
@settings(derandomize=True, max_examples=100)
def test_a_choice_reads_back_from_its_notation(verb: str, objects: list[str]) -> None:
    one = Choice(verb, tuple(objects))
    assert read_choice(str(one)) == one


@given(text=st.text(max_size=30))
@settings(derandomize=True, max_examples=100)
def test_any_text_can_be_read_and_reads_the_same_twice(text: str) -> None:
    assert read_choice(str(read_choice(text))) == read_choice(text)


def test_closed_places_are_refused_by_name_and_no_others() -> None:
    closed = Closed(frozenset({"1519", "1520"}), "counting:1", "{place} is on fire")
    assert list(closed.bars("1520")) == [Refusal("counting:1", "1520 is on fire")]
    assert list(closed.bars("1521")) == []
    assert list(Closed[str]((), "counting:1", "{place}").bars("1519")) == []


def test_closed_places_may_be_any_collection() -> None:
    for places in (["1519"], ("1519",), {"1519": None}):
        assert [r.why for r in Closed(places, "counting:1", "no {place}").bars("1519")] == [
            "no 1519"
        ]


def test_a_reason_without_a_blank_is_given_as_it_is() -> None:
    assert [r.why for r in Closed(["1519"], "counting:1", "all closed").bars("1519")] == [
        "all closed"
    ]


def test_a_place_with_braces_is_only_a_name() -> None:
    assert [r.why for r in Closed(["{x}"], "counting:1", "no {place}").bars("{x}")] == ["no {x}"]


def test_a_verb_without_objects_takes_no_arguments() -> None:
    assert list(bare(choice("done"), "counting:1")) == []
    [refusal] = bare(choice("done", "and", "gone"), "counting:1")
    assert refusal == Refusal("counting:1", "'done' takes no arguments")


def test_a_refusal_and_the_error_it_becomes_read_alike() -> None:
    refusal = Refusal("counting:1", "1520 is on fire")
    error = IllegalChoice(refusal.rule, refusal.why)
    assert str(refusal) == str(error) == "1520 is on fire [counting:1]"
    assert (error.rule, error.why) == ("counting:1", "1520 is on fire")


def test_a_decision_says_who_is_asked_what_by_which_rule() -> None:
    decision = counting().decision
    assert isinstance(decision, Decision)
    assert (decision.side, decision.rule) == ("blue", "counting:2")
    assert decision.question == "blue counts on from 0"
    assert [str(one) for one in decision.choices][:4] == ["add 1", "add 2", "add 3", "roll"]
    assert repr(decision) == "<blue: blue counts on from 0 [counting:2] 9 choices>"


def closures(among: list[int], asked: list[list[int]]) -> Iterator[Closed[int]]:
    yield Closed((2, 4, 6), "a:1", "{place} is even")
    asked.append([*among])
    yield Closed((5, 6), "a:2", lambda place: f"{place} is {place - 4} too many")


def test_what_nothing_closes_is_open_and_dear_questions_are_asked_of_what_is_left() -> None:
    among, asked = [1, 2, 3, 5, 6], list[list[int]]()
    assert still_open(among, closures(among, asked)) == [1, 3]
    assert asked == [[1, 3, 5]]
    assert still_open([2], closures([2], asked)) == []
    assert asked == [[1, 3, 5]], "nothing was left to ask about"


def test_a_refusal_comes_from_everything_that_closes_a_place() -> None:
    refused = {place: [*barred_by(place, closures([place], []))] for place in (1, 2, 6)}
    assert refused == {
        1: [],
        2: [Refusal("a:1", "2 is even")],
        6: [Refusal("a:1", "6 is even"), Refusal("a:2", "6 is 2 too many")],
    }


def test_the_only_choice_is_the_sensible_one() -> None:
    battle = longroll.new("chickasaw_bayou", "securing-the-landing-zone", seed=1)
    assert battle.decision is not None
    assert len(battle.decision.choices) > 1
    assert battle.decision.sensible is None
    while "Draw the next" not in battle.decision.question:
        battle.play(battle.decision.choices[-1])
        assert battle.decision is not None
    assert str(battle.decision.sensible) == "draw"
    view = battle.view(battle.decision.side).decision
    assert view is not None
    assert view.sensible == "draw"


def test_a_player_gives_the_last_word_for_his_fire_himself() -> None:
    battle = longroll.new("corinth", "outer-works", seed=1)
    for text in ("done", "done"):
        battle.play(text)
    assert battle.decision is not None
    assert battle.decision.question == "Which hex is fired at?"
    for text in (str(battle.decision.choices[0]), "all"):
        battle.play(text)
    assert [str(one) for one in battle.decision.choices] == ["resolve"]
    assert battle.decision.sensible is None
