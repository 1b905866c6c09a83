"""Taking back, breaking off, copying: what leaves no trace. Played with the counting game."""

from __future__ import annotations

import pytest

from longroll import Battle, UndoRefused
from longroll.kernel.dice import Scripted, Seeded
from longroll.kernel.errors import OutOfDice
from longroll.kernel.state import digest
from tests.kernel.counting import COUNTING, all_of, counting, total
from tests.support import play

# Undo


def test_nothing_can_be_undone_at_the_start() -> None:
    battle = counting(weather=True, dice=[3])
    with pytest.raises(UndoRefused, match="there is nothing to undo"):
        battle.undo()
    assert battle.dice.rolled == 1


def test_undo_goes_back_one_decision_at_a_time() -> None:
    battle = counting()
    moments = [all_of(battle)]
    for text in ("add 1", "add 2", "done", "add 3"):
        battle.play(text)
        moments.append(all_of(battle))
    for moment in moments[-2::-1]:
        battle.undo()
        assert all_of(battle) == moment
        assert battle.hash() == digest(battle.state)
    with pytest.raises(UndoRefused, match="there is nothing to undo"):
        battle.undo()


@pytest.mark.parametrize("barrier", ["roll", "scout", "seal"])
def test_undo_stops_at_a_die_at_news_and_where_a_rule_says_so(barrier: str) -> None:
    battle = counting(dice=[6])
    play(battle, "add 1", barrier)
    reached = all_of(battle)
    with pytest.raises(UndoRefused, match="a die was rolled, the enemy was seen or a phase ended"):
        battle.undo()
    assert all_of(battle) == reached
    play(battle, "add 1", "add 2")
    battle.undo()
    battle.undo()
    assert all_of(battle) == reached, "what came after can still be taken back"
    with pytest.raises(UndoRefused):
        battle.undo()


def test_a_die_that_falls_by_itself_stops_undo_as_well() -> None:
    battle = counting(dice=[1, 2], weather=True)
    play(battle, "done", "done")
    with pytest.raises(UndoRefused):
        battle.undo()


def test_free_undo_crosses_everything_and_the_dice_fall_as_before() -> None:
    battle = counting(dice=Seeded(1863), undo="free", weather=True)
    texts = ["add 1", "roll", "scout", "seal", "done", "roll", "done", "add 2"]
    moments = [all_of(battle)]
    for text in texts:
        battle.play(text)
        moments.append(all_of(battle))
    last = battle.hash()
    for moment in moments[-2::-1]:
        battle.undo()
        assert all_of(battle) == moment
    play(battle, *texts)
    assert battle.hash() == last


def test_after_undo_another_way_may_be_taken() -> None:
    battle = counting()
    play(battle, "add 1", "add 1")
    battle.undo()
    battle.play("add 3")
    assert [str(played.choice) for played in battle.history()[1:]] == ["add 1", "add 3"]
    assert total(battle) == 4
    assert battle.hash() == digest(battle.state)


# Steps that break


@pytest.mark.parametrize(
    "text, error",
    [
        ("stumble", RuntimeError),  # in the answer
        ("trip", RuntimeError),  # in a step that follows from it
        ("break", KeyboardInterrupt),  # from outside
    ],
)
@pytest.mark.parametrize("look", [False, True], ids=["unseen", "seen"])
def test_a_step_that_breaks_leaves_no_trace(
    text: str, error: type[BaseException], look: bool
) -> None:
    battle, twin = counting(dice=[2, 5, 6]), counting(dice=[2, 5, 6])
    for one in (battle, twin):
        play(one, "roll", "add 1")
    before = all_of(twin)
    if look:
        assert all_of(battle) == before
    with pytest.raises(error):
        battle.play(text)
    assert all_of(battle) == before
    assert battle.hash() == twin.hash() == digest(battle.state)
    for one in (battle, twin):
        one.undo()
        play(one, "add 2", "roll", "done", "roll")
    assert all_of(battle) == all_of(twin)


def test_dice_that_run_out_leave_no_trace() -> None:
    battle = counting(dice=[6], weather=True)
    battle.play("done")
    before = all_of(battle)
    with pytest.raises(OutOfDice):
        battle.play("done")
    assert all_of(battle) == before
    battle.undo()
    assert battle.past.number == 0


def test_a_gesture_that_breaks_on_the_way_leaves_no_trace() -> None:
    for text in ("rush 1 2 trip", "rush 1 stumble 2"):
        battle = counting(dice=[1, 2])
        battle.play("add 1")
        before = all_of(battle)
        with pytest.raises(RuntimeError):
            battle.play(text)
        assert all_of(battle) == before


# Copies


def test_a_copy_is_equal_and_goes_its_own_way() -> None:
    battle = counting(dice=[6, 1, 2])
    play(battle, "roll", "add 1")
    before, twin = all_of(battle), battle.copy()
    assert all_of(twin) == before
    play(twin, "add 2", "roll", "done")
    assert all_of(battle) == before
    beyond = all_of(twin)
    play(battle, "add 3", "done")
    assert all_of(twin) == beyond
    assert battle.dice.rolled == 1
    assert twin.dice.rolled == 2


def test_a_copy_can_undo_as_far_as_the_battle_and_no_further() -> None:
    battle = counting(dice=[6])
    play(battle, "roll", "add 1")
    before, twin = all_of(battle), battle.copy()
    twin.undo()
    assert total(twin) == 0
    with pytest.raises(UndoRefused):
        twin.undo()
    assert all_of(battle) == before
    battle.undo()
    twin.play("add 3")
    battle.play("add 2")
    assert (total(battle), total(twin)) == (2, 3)


def test_a_copy_keeps_where_the_battle_began() -> None:
    state = COUNTING.from_position({"total": 7})
    battle = Battle(COUNTING, state, Scripted([]), {"total": 7})
    assert battle.copy().position == {"total": 7}
