"""A battle as text: writing, reading, playing again."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

import pytest

import longroll
from longroll import BadRecord, LongrollError
from longroll.kernel.dice import Scripted, Seeded
from longroll.kernel.record import read, replay
from longroll.kernel.system import systems
from tests.kernel.counting import COUNTING, counting
from tests.kernel.records import (
    NAME,
    changed,
    digit_at,
    finished,
    first_format,
    same,
    sealed,
    seeded,
    without,
)
from tests.support import field, play


@pytest.fixture(autouse=True)
def _counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counting game is installed."""
    monkeypatch.setitem(systems(), "counting", COUNTING)


# Writing


def test_the_record_of_a_new_battle() -> None:
    battle = counting(dice=Seeded(1863))
    above = (
        "longroll record 2\n"
        "system    counting 7\n"
        "scenario  short\n"
        "options   undo=unrevealed goal=20 weather=false\n"
        "dice      seed 1863\n"
        "\n"
        f"0 start {battle.hash()}\n"
    )
    assert battle.record() == f"{above}end       0 {sha256(above.encode()).hexdigest()}\n"


def test_the_record_of_a_battle_with_options_dice_and_a_result() -> None:
    battle = counting(dice=[4, 2, 6], undo="free", goal=9, weather=True)
    play(battle, "add 3", "roll", "done", "done", "add 1")
    lines = battle.record().splitlines()
    assert lines[3] == "options   undo=free goal=9 weather=true"
    assert lines[4] == "dice      scripted"
    assert [re.sub(r" [0-9a-f]{12}$", "", line) for line in lines[6:-1]] == [
        "0 start [4]",
        "1 blue: add 3",
        "2 blue: roll [2]",
        "3 blue: done",
        "4 gray: done [6]",
        "5 blue: add 1",
        "result    blue: blue counts to 9 [counting:8]",
    ]


def test_a_record_begins_from_its_position() -> None:
    situation = {"total": 7, "scenario": "long", "options": {"goal": 9}}
    battle = longroll.position("counting", situation, seed="a b")
    play(battle, "add 1")
    text = battle.record()
    assert text.splitlines()[4:6] == [
        "dice      seed a b",
        'position  {"total":7,"scenario":"long","options":{"goal":9}}',
    ]
    again = replay(text)
    assert same(again, battle)
    assert again.position == situation
    assert again.record() == text


def test_a_gesture_is_recorded_as_its_small_choices() -> None:
    assert [line.choice for line in read(finished()).lines[1:]] == [
        "fire 1620",
        "all",
        "support 36ms-o1",
        "resolve",
        "done",
        "done",
    ]


def test_what_was_undone_is_not_recorded() -> None:
    battle = counting()
    play(battle, "add 1", "add 2")
    battle.record()
    battle.undo()
    battle.play("add 3")
    assert [line.choice for line in read(battle.record()).lines] == ["", "add 1", "add 3"]
    assert same(replay(battle.record()), battle)


def test_writing_a_record_changes_nothing() -> None:
    battle = counting(dice=[2, 6], undo="free")
    play(battle, "add 1", "roll", "add 2")
    first = battle.record()
    assert battle.record() == first
    assert battle.dice.rolled == 1
    battle.undo()
    battle.undo()
    assert battle.dice.rolled == 0


def test_a_copy_has_its_own_record() -> None:
    battle = counting()
    battle.play("add 1")
    twin = battle.copy()
    twin.play("add 2")
    battle.play("done")
    assert [line.choice for line in read(twin.record()).lines] == ["", "add 1", "add 2"]
    assert [line.choice for line in read(battle.record()).lines] == ["", "add 1", "done"]


# Reading and playing again


def test_what_is_read() -> None:
    record = read(finished())
    assert (record.system, record.scenario, record.seed) == ("stockade_redan", "two-assaults", None)
    assert record.version == systems()["stockade_redan"].version
    assert record.options["guns_over_parapet"] == "true"
    assert record.position is not None
    assert record.position["phase"] == "VIII"
    assert record.result.startswith("confederate: confederate victory, second assault, turn 8 [")
    line = record.lines[4]
    assert (line.at, line.number, line.side, line.choice) == (12, 4, "confederate", "resolve")
    assert (line.faces, line.digest) == ((2, 5), digit_at(finished(), 4))


@pytest.mark.parametrize("which", [finished, seeded], ids=["finished", "seeded"])
def test_a_record_plays_again_and_reads_the_same(which: Callable[[], str]) -> None:
    text = which()
    battle = replay(text)
    assert battle.record() == text
    assert battle.hash() == digit_at(text, battle.past.number)


@pytest.mark.parametrize("weather", [True, False])
def test_yes_and_no_come_back_from_the_record(weather: bool) -> None:
    battle = counting(dice=Seeded(1), weather=weather)
    again = replay(battle.record())
    assert again.state.options == battle.state.options
    assert same(again, battle)


def test_options_left_out_have_their_defaults() -> None:
    battle = counting()
    battle.play("add 1")
    assert same(replay(without(battle.record(), "options")), battle)
    assert same(replay(changed(battle.record(), (" weather=false", ""))), battle)


def test_scripted_dice_of_a_record_are_its_script() -> None:
    again = replay(finished())
    assert isinstance(again.dice, Scripted)
    assert again.dice.faces == (2, 5)
    assert again.dice.left == ()


@pytest.mark.parametrize(
    "seed",
    [0, 7, -5, 10**30, "long roll", "é – 南北戦争", "[3]", "; remark", "a=b",
     "007", "+5", "-0", "--5", "-", "٣", "²", "1" * 200],
)  # fmt: skip
def test_any_seed_plays_again(seed: int | str) -> None:
    """A seed is a whole number or any text."""
    battle = longroll.new("counting", seed=seed, options={"weather": True})
    play(battle, *["done"] * 24)
    assert len([face for played in battle.history() for face in played.faces]) == 13
    assert same(replay(battle.record()), battle)


@pytest.mark.parametrize(
    "seed",
    ["", " ", " before", "after ", "two  spaces", "two\nlines", "\u2028", "1" * 201],
)
def test_a_seed_that_does_not_fit_in_a_line_is_refused_or_plays_again(seed: str) -> None:
    try:
        battle = longroll.new("counting", seed=seed, options={"weather": True})
    except (LongrollError, ValueError):
        return
    play(battle, *["done"] * 24)
    assert same(replay(battle.record()), battle)


def test_a_position_with_odd_white_space_plays_again() -> None:
    """Line ends of every kind may part the names of units."""
    for space in ("  ", "\t", "\n", "\u0085", "\u2028"):
        battle = field(f"1519 36ms-a{space}36ms-b | 1620 13us-a", phase="VIII")
        assert same(replay(battle.record()), battle), repr(space)


# `to`


@pytest.mark.parametrize("to", range(7))
def test_replay_stops_after_the_decision_it_is_told(to: int) -> None:
    battle = replay(finished(), to=to)
    assert battle.past.number == to
    assert battle.hash() == digit_at(finished(), to)
    assert (battle.result is None) == (to < 6)


def test_replay_to_beyond_the_end_stops_at_the_end() -> None:
    assert replay(finished(), to=99).past.number == 6


def test_the_result_comes_after_the_last_decision() -> None:
    assert replay(without(finished(), "result"), to=6).result is not None


def test_a_battle_replayed_halfway_plays_on() -> None:
    battle = replay(finished(), to=3)
    battle.play("resolve")
    assert battle.hash() == digit_at(finished(), 4)


def test_what_comes_after_is_not_looked_at() -> None:
    text = changed(
        finished(), ("5 union: done", "5 union: fire 9999"), ("result    con", "result x")
    )
    assert replay(text, to=4).past.number == 4
    with pytest.raises(BadRecord, match="decision 5"):
        replay(text, to=5)


# White space and remarks


MANGLED: dict[str, Callable[[str], str]] = {
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "leading spaces": lambda text: "".join(f"    {row}" for row in text.splitlines(keepends=True)),
    "leading tabs": lambda text: "".join(f"\t{row}" for row in text.splitlines(keepends=True)),
    "hard spaces before": lambda text: "".join(
        f"\u00a0\u00a0{row}" for row in text.splitlines(keepends=True)
    ),
    "trailing spaces": lambda text: text.replace("\n", "  \t\n"),
    "blank lines": lambda text: "\n \n" + text.replace("\n", "\n\n  \n") + "\n\n",
    "no blank line": lambda text: text.replace("\n\n", "\n"),
    "no last line end": lambda text: text.rstrip("\n"),
    "remarks": lambda text: "; a fine battle\n" + text.replace("\n", "\n  ; indeed: 1 union [3]\n"),
    "single spaces": lambda text: re.sub("  +", " ", text),
    "wide decisions": lambda text: re.sub(
        r"^\d.*$", lambda row: row[0].replace(" ", " \t  "), text, flags=re.MULTILINE
    ),
    "wide headers": lambda text: re.sub(
        r"^(system|scenario|options|dice|result) .*$",
        lambda row: row[0].replace(" ", "   "),
        text,
        flags=re.MULTILINE,
    ),
    "wide first line": lambda text: text.replace("longroll record ", "longroll   record  "),
    "headers in another order": lambda text: re.sub(
        r"(system .*\n)(scenario .*\n)(options .*\n)(dice .*\n)", r"\4\3\2\1", text
    ),
}


@pytest.mark.parametrize("how", MANGLED)
@pytest.mark.parametrize("which", [finished, seeded], ids=["finished", "seeded"])
def test_white_space_and_remarks_mean_nothing(which: Callable[[], str], how: str) -> None:
    """Neither in the first format nor above an end line that was written for them."""
    text = which()
    mangled = MANGLED[how](first_format(text))
    assert mangled != first_format(text)
    assert replay(mangled).record() == text
    above = MANGLED[how](text.rpartition("end ")[0])
    assert replay(sealed(re.sub("\r\n?", "\n", above))).record() == text


HARMLESS = ["carriage returns", "old line ends", "no last line end"]


@pytest.mark.parametrize("how", [how for how in MANGLED if how not in HARMLESS])
def test_white_space_and_remarks_are_covered_by_the_end_line(how: str) -> None:
    with pytest.raises(BadRecord, match=r": the record (was changed|is cut off): "):
        replay(MANGLED[how](finished()))


@pytest.mark.parametrize("how", HARMLESS)
def test_what_a_mail_or_an_editor_does_to_a_file_means_nothing(how: str) -> None:
    assert replay(MANGLED[how](finished())).record() == finished()


def test_lines_are_counted_as_they_stand_in_the_file() -> None:
    text = "\n; a remark\n\n" + changed(finished(), ("2 confederate: all", "2 confederate: none"))
    with pytest.raises(BadRecord, match=r"^battle\.txt:13: decision 2: "):
        replay(text, name=NAME)
