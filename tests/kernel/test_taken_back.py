"""Take-backs: a battle remembers what was taken back, and its record too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from longroll import BadRecord, Battle, UndoRefused
from longroll.kernel.battle import TakenBack
from longroll.kernel.dice import Committed, Dice, Scripted, Seeded
from longroll.kernel.record import Back, read, read_and_replay, replay
from longroll.kernel.system import systems
from tests.kernel.counting import BLUE, COUNTING, GRAY, counting
from tests.kernel.linked import linked, taken_back
from tests.kernel.records import changed, same
from tests.support import play


@pytest.fixture(autouse=True)
def _counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counting game is installed."""
    monkeypatch.setitem(systems(), "counting", COUNTING)


def with_moments(battle: Battle, *choices: str) -> list[Battle]:
    """The battle before and after each choice."""
    moments = [battle.copy()]
    for choice in choices:
        battle.play(choice)
        moments.append(battle.copy())
    return moments


def choices(battle: Battle) -> list[str]:
    return [str(played.choice) for played in battle.history()[1:]]


def told(text: str) -> list[str]:
    """The steps of a record in short."""
    steps = read(text).steps
    return [f"back {s.to}" if isinstance(s, Back) else s.choice for s in steps]


# Going back


def test_a_battle_that_goes_back_remembers_what_it_left() -> None:
    battle = counting(dice=[6, 5])
    moments = with_moments(battle, "add 1", "roll", "add 2")
    back = battle.gone_back(moments[1], GRAY)
    assert choices(back) == ["add 1"]
    assert back.taken_back == (TakenBack(battle.past, 1, GRAY),)
    assert back.dice.rolled == 0
    assert (battle.taken_back, moments[1].taken_back) == ((), ()), "neither of them changed"
    back.play("add 3")
    assert choices(back) == ["add 1", "add 3"]
    assert choices(moments[1]) == ["add 1"]


def test_going_back_to_where_it_is_takes_nothing_back() -> None:
    battle = counting()
    battle.play("add 1")
    assert battle.gone_back(battle, BLUE).taken_back == ()


def test_undo_after_a_take_back_takes_more_back() -> None:
    """The record has one line, so it goes back to where the new line leaves the old one."""
    battle = counting()
    moments = with_moments(battle, "add 1", "add 2", "add 3")
    battle = battle.gone_back(moments[2], BLUE)
    play(battle, "add 1")
    battle.undo()
    assert battle.taken_back[0].to == 2
    battle.undo()
    assert battle.taken_back[0].to == 1
    play(battle, "add 3", "scout")
    assert told(battle.record()) == ["", "add 1", "add 2", "add 3", "back 1", "add 3", "scout"]
    assert again(battle)


def test_strict_undo_never_crosses_a_die_or_news() -> None:
    for barrier in ("roll", "scout", "seal"):
        battle = counting(dice=[6], undo="free")
        play(battle, "add 1", barrier, "add 2")
        battle.undo(strict=True)
        with pytest.raises(UndoRefused, match="a die was rolled, the enemy was seen"):
            battle.undo(strict=True)
        assert choices(battle) == ["add 1", barrier]
        battle.undo()
        battle.undo(strict=True)
        assert choices(battle) == []


def test_a_copy_undoes_on_its_own() -> None:
    battle = counting()
    play(battle, "add 1", "add 2")
    twin = battle.copy()
    twin.undo()
    twin.undo()
    battle.play("add 3")
    battle.undo()
    battle.undo()
    assert (choices(battle), choices(twin)) == (["add 1"], [])


# The record


def again(battle: Battle, abandoned: str | None = None) -> bool:
    """Whether the record plays again to an equal battle with an equal record."""
    text = battle.record(abandoned)
    record, other = read_and_replay(text)
    assert other.record(record.abandoned) == text
    assert record.abandoned == abandoned
    assert other.taken_back == battle.taken_back
    return same(other, battle)


DICE: dict[str, Callable[[], Dice]] = {
    "seeded": lambda: Seeded(1863),
    "committed": lambda: Committed("drum", ("fife", "bugle")),
    "linked": linked,
    "scripted": lambda: Scripted([5, 3, 6, 1, 4, 2, 6, 5, 5]),
}


@pytest.mark.parametrize("digests", [True, False], ids=["known digests", "unknown digests"])
@pytest.mark.parametrize("kind", DICE)
def test_everything_that_was_played_plays_again(kind: str, digests: bool) -> None:
    battle = counting(dice=DICE[kind](), undo="free", weather=True, goal=99)
    early = with_moments(battle, "add 1", "draw", "done", "roll")
    battle = battle.gone_back(early[3], GRAY)
    late = with_moments(battle, "add 2", "roll", "done", "draw")
    battle = battle.gone_back(late[1], BLUE)
    battle = battle.gone_back(early[1], GRAY)
    play(battle, "roll", "done")
    last = with_moments(battle, "draw", "done")
    battle = battle.gone_back(last[0], BLUE)
    if digests:
        for moment in (*early, *late, *last):
            moment.hash()
    assert told(battle.record()) == [
        *["", "add 1", "draw", "done", "roll", "back 3"],
        *["add 2", "roll", "done", "draw", "back 4", "back 1"],
        *["roll", "done", "draw", "done", "back 3"],
    ]
    assert again(battle)
    assert again(battle, BLUE)
    battle.play("draw")
    assert again(battle)


def test_moments_played_anew_need_not_be_the_same_objects() -> None:
    """A server that goes back may have played the earlier moment again from what it stored."""
    battle, other = (counting(dice=Seeded(1), weather=True) for _ in range(2))
    play(battle, "add 1", "add 2", "roll")
    play(other, "add 1")
    battle = battle.gone_back(other, BLUE)
    battle.play("done")
    text = battle.record()
    assert told(text) == ["", "add 1", "add 2", "roll", "back 1", "done"]
    assert replay(text).record() == text


def test_a_record_of_linked_dice_shows_their_links() -> None:
    battle = taken_back()
    record = read(battle.record(GRAY))
    assert record.abandoned == GRAY
    assert record.linked is not None
    assert record.linked[1].keys() == {BLUE, GRAY}
    dice = linked()
    for line in record.lines:
        assert (line.batch is None) == (not line.faces)
        assert line.links == (dice.links[line.batch] if line.batch is not None else ())
    assert record.links == dice.links[: len(record.links)]
    assert [line.batch for line in record.lines if line.faces] == [0, 1, 2, 3, 2, 3, 3, 4, 5]
    assert (5, 10) in [(f, s) for line in record.lines for f, s in zip(line.faces, line.sides)]  # noqa: B905
    assert again(battle, GRAY)


def test_only_a_battle_that_goes_on_can_be_abandoned() -> None:
    battle = counting(goal=3)
    battle.play("add 3")
    with pytest.raises(ValueError, match="cannot be abandoned"):
        battle.record(BLUE)
    text = changed(battle.record(), ("\nresult", "\nabandoned blue\nresult"))
    with pytest.raises(BadRecord, match=r"^record: a battle that is over cannot be abandoned$"):
        replay(text)


# `to`


def test_replay_to_a_decision_follows_the_line_that_stood_in_the_end() -> None:
    battle = taken_back()
    text = battle.record()
    line = battle.history()
    for to, gone in [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 2), (99, 2)]:
        found = replay(text, to=to)
        assert found.history() == line[: to + 1]
        assert found.taken_back == battle.taken_back[:gone]
    assert replay(text, to=-1).past.number == 0


def test_what_comes_after_a_decision_is_not_looked_at() -> None:
    text = changed(taken_back().record(), ("back 5 gray", "back 5 nobody"))
    assert replay(text, to=5).past.number == 5
    with pytest.raises(BadRecord, match=r"^record:18: 'nobody' is not a side$"):
        replay(text, to=6)


# Faults


@pytest.mark.parametrize(
    "old, new, why",
    [
        ("back 2 blue", "back 5 blue", r":13: cannot go back to decision 5: the last is 5"),
        ("back 2 blue", "back 6 blue", r":13: cannot go back to decision 6: the last is 5"),
        ("back 2 blue", "back 3 blue", r":14: this should be decision 4, not '3 blue"),
        ("back 2 blue", "back two blue", r":13: should read 'back N side', not 'back two blue'"),
        ("back 2 blue", "back 2", r":13: should read 'back N side', not 'back 2'"),
        ("back 2 blue", "back 2 Blue", r":13: 'Blue' is not a side"),
        ("back 2 blue\n", "", r":13: this should be decision 6, not '3 blue"),
        ("abandoned  blue", "abandoned", r": '' is not a side"),
        ("abandoned  blue", "abandoned red", r": 'red' is not a side"),
        ("{1 ", "{2 ", r":9: decision 2: batch 1 should come before batch 2"),
        ("{1 ", "{0 ", r":9: decision 2: batch 0 had other links before"),
        ("{5 ", "{4 ", r":24: decision 11: batch 4 had other links before"),
        ("anchors blue=", "anchors red=", r": the anchors should be those of blue, gray"),
        ("anchors blue", "anchors gray", r": a side has two anchors"),
        ("5d10", "5d12", r":10: decision 3: the dice differ: \[5d12 6\] rec.*, \[5d10 6\] rolled"),
        ("5d10", "5", r":10: decision 3: the dice differ: \[5 6\] rec.*, \[5d10 6\] rolled"),
        ("[5]", "[5d0]", r":9: decision 2: the dice differ: \[5d0\] recorded, \[5\] rolled"),
    ],
)
def test_what_does_not_fit_is_named(old: str, new: str, why: str) -> None:
    text = changed(taken_back().record(BLUE), (old, new))
    with pytest.raises(BadRecord, match=f"^record{why}"):
        replay(text)


def test_links_that_do_not_lead_to_their_anchor() -> None:
    text = taken_back().record()
    links = read(text).links
    for old, new in ((links[0][0], links[0][1]), (links[1][1], links[2][1])):
        with pytest.raises(BadRecord, match=r"^record:\d+: decision \d: the link of (blue|gray) "):
            read(changed(text, (old, new)))


def test_links_where_no_die_fell() -> None:
    battle = counting(dice=linked(), weather=True)
    battle.play("add 1")
    links = " ".join(linked().links[1])
    text = changed(battle.record(), ("add 1 ", f"add 1 {{1 {links}}} "))
    with pytest.raises(BadRecord, match=r"decision 1: the links are of batch 1, not None$"):
        replay(text)
