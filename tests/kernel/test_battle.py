"""A battle: asking, playing, refusing, ending. Played with the counting game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from longroll import Battle, IllegalChoice
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.dice import Scripted
from longroll.kernel.event import BattleEnded, Effect
from tests.kernel.counting import BLUE, GRAY, CountingState, Doubt, Turn, all_of, counting, told
from tests.support import play, refused

# Playing


def test_a_battle_begins_at_its_first_question() -> None:
    battle = counting(weather=True, dice=[4])
    assert battle.decision is not None
    assert battle.decision.side == BLUE
    start = battle.past
    assert (start.number, start.before, start.side, start.choice) == (0, None, "", None)
    assert start.faces == (4,)
    assert told(start.events) == ["round 1"]


def test_a_choice_is_played_by_its_text_or_by_itself() -> None:
    one, other = counting(), counting()
    assert one.play(" add\t2 ") == other.play(choice("add", "2"))
    assert one.hash() == other.hash()
    assert one.past.choice == other.past.choice == choice("add", "2")


def test_play_tells_everything_up_to_the_next_question() -> None:
    battle = counting(dice=[1, 6], weather=True)
    battle.play("done")
    assert battle.decision is not None
    assert battle.decision.side == GRAY
    assert told(battle.play("done")) == ["round 2"]
    assert battle.past.faces == (6,)
    assert battle.decision.side == BLUE


def test_the_history_counts_every_decision_with_its_side_and_dice() -> None:
    battle = counting(dice=[2])
    play(battle, "add 1", "roll", "done", "add 3")
    assert [(p.number, p.side, str(p.choice), p.faces) for p in battle.history()] == [
        (0, "", "None", ()),
        (1, BLUE, "add 1", ()),
        (2, BLUE, "roll", (2,)),
        (3, BLUE, "done", ()),
        (4, GRAY, "add 3", ()),
    ]
    assert told(list(battle.log())) == ["round 1", "blue adds 1", "lucky", "gray adds 3"]


def test_the_log_of_a_side_leaves_out_what_it_may_not_know() -> None:
    battle = counting()
    play(battle, "scout", "add 1")
    assert told(list(battle.log(BLUE))) == ["round 1", "enemy seen", "blue adds 1"]
    for other in (GRAY, "spectator"):
        assert told(list(battle.log(other))) == ["round 1", "blue adds 1"]


def test_a_view_asks_only_the_side_that_is_asked() -> None:
    battle = counting()
    blue, gray, guest = (battle.view(side) for side in (BLUE, GRAY, "spectator"))
    assert blue.decision is not None
    assert blue.decision.choices[0].text == "add 1"
    assert (blue.decision.question, blue.decision.rule) == ("blue counts on from 0", "counting:2")
    assert gray.decision is guest.decision is None
    assert {view.waiting_for for view in (blue, gray, guest)} == {BLUE}
    assert [view.facts.own_sleeve for view in (blue, gray, guest)] == [3, 4, None]
    assert (blue.system, blue.scenario, blue.side) == ("counting", "short", BLUE)


def test_the_umpire_keeps_the_faces_in_order() -> None:
    umpire = Umpire(Scripted([3, 5]))
    assert [umpire.roll("one").value, umpire.roll("two", 8, at_most=2).value] == [3, 5]
    assert umpire.faces == [3, 5]


# Questions that answer themselves


def test_a_question_with_one_answer_left_is_not_asked() -> None:
    battle = counting()
    assert told(battle.play("doubt")) == ["blue says yes"]
    assert battle.decision is not None
    assert battle.decision.rule == "counting:2"
    assert battle.past.number == 1


def test_a_question_with_two_answers_is_asked() -> None:
    battle = counting()
    play(battle, "add 1", "doubt")
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["yes", "no"]
    assert told(battle.play("no")) == ["blue says no"]


def test_a_question_not_marked_obvious_is_always_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Doubt, "obvious", False)
    battle = counting()
    battle.play("doubt")
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["yes"]


# The list of choices is made when somebody looks


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes each time the choices of a turn are listed."""
    made: list[str] = []
    plain = Turn.choices

    def noted(self: Turn, state: CountingState) -> Sequence[Choice]:
        made.append(self.side)
        return plain(self, state)

    monkeypatch.setattr(Turn, "choices", noted)
    return made


def test_nobody_looks_so_nothing_is_listed(listed: list[str]) -> None:
    battle = counting()
    play(battle, "add 1", "add 2", "done")
    assert battle.decision is not None
    assert battle.decision.side == GRAY
    assert listed == []


def test_the_choices_of_a_decision_are_listed_once(listed: list[str]) -> None:
    battle = counting()
    decision = battle.decision
    assert decision is not None
    assert battle.decision is decision
    assert decision.choices is decision.choices
    battle.play(decision.choices[0])
    assert listed == [BLUE]
    assert battle.decision is not None
    assert battle.decision is not decision
    assert "counts on from 1" in battle.decision.question


def test_a_choice_that_is_not_listed_is_still_checked_after_a_look() -> None:
    battle = counting()
    assert battle.decision is not None
    assert len(battle.decision.choices) == 9
    with refused("counting:2.3"):
        battle.play("add 4")


# Refusals


@pytest.mark.parametrize(
    "text, rules",
    [
        ("add 4", ["counting:2.3"]),
        ("add", ["counting:2.1", "counting:2.2"]),
        ("add two three", ["counting:2.1", "counting:2.2"]),
        ("done now", ["counting:2.4"]),
        ("yes", ["counting:2.0"]),
        ("", ["counting:2.0"]),
        ("ADD 1", ["counting:2.0"]),
        ("rush", ["counting:9", "counting:9.1"]),
    ],
)
def test_every_rule_that_bars_a_choice_is_named_and_play_names_the_first(
    text: str, rules: list[str]
) -> None:
    battle = counting()
    before = all_of(battle)
    assert [refusal.rule for refusal in battle.why_not(text)] == rules
    with refused(rules[0]):
        battle.play(text)
    assert all_of(battle) == before


@pytest.mark.parametrize("text", ["add 3", " done ", "roll", "rush 1 2"])
def test_nothing_bars_what_is_allowed(text: str) -> None:
    battle = counting()
    before = all_of(battle)
    assert battle.why_not(text) == []
    assert all_of(battle) == before


def test_an_allowed_choice_need_not_be_listed() -> None:
    """Lists may be shorter than what is allowed; the rules decide."""
    battle = counting(dice=[1])
    with pytest.raises(RuntimeError, match="stumbled"):
        battle.play("stumble")


# The end


def ended(**options: Any) -> Battle:
    battle = counting(goal=3, **options)
    assert told(battle.play("add 3")) == ["blue adds 3", "BattleEnded"]
    return battle


def test_the_battle_ends_with_its_result_and_asks_nobody() -> None:
    battle = ended()
    assert battle.result is not None
    assert (battle.result.winner, battle.result.rule) == (BLUE, "counting:8")
    assert battle.decision is None
    assert battle.view(BLUE).decision is None
    assert battle.view(BLUE).waiting_for is None
    assert battle.view(GRAY).result == battle.result


def test_the_end_is_told() -> None:
    *_, last = ended().log()
    assert last == BattleEnded(rules=("counting:8",), winner=BLUE, reason="the goal")
    assert str(last) == "The Blue side wins: the goal. [counting:8]"
    assert last.effect() == Effect("end", last.text())
    draw = BattleEnded(rules=("counting:8",), winner=None, reason="nobody counts")
    assert draw.text() == "Nobody wins: nobody counts."


@pytest.mark.parametrize("text", ["add 1", "done", "", "rush 1 2", "dance"])
def test_nothing_can_be_played_after_the_end(text: str) -> None:
    battle = ended()
    before = all_of(battle)
    with pytest.raises(IllegalChoice, match=r"^the battle is over \[counting:8\]$"):
        battle.play(text)
    assert battle.why_not(text) == [Refusal("counting:8", "the battle is over")]
    assert all_of(battle) == before


def test_there_are_no_odds_after_the_end() -> None:
    with refused("counting:8"):
        ended().odds("add 1")


def test_a_battle_may_end_in_a_step_that_asks_nobody() -> None:
    battle = counting(goal=5, dice=[1])
    battle.play("roll")
    assert battle.result is not None
    assert battle.decision is None
    with refused("counting:8"):
        battle.play("add 1")


def test_an_end_without_dice_can_be_taken_back() -> None:
    battle = ended()
    battle.undo()
    assert battle.result is None
    assert battle.decision is not None
    assert told(battle.play("add 1")) == ["blue adds 1"]
