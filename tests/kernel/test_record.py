"""A battle as text: writing, reading, playing again."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import longroll
from longroll import BadRecord, Battle, LongrollError
from longroll.kernel.dice import Scripted, Seeded
from longroll.kernel.record import read, replay
from longroll.kernel.system import systems
from tests.kernel.counting import COUNTING, counting
from tests.support import field, play

NAME = "battle.txt"


@pytest.fixture(autouse=True)
def _counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counting game is installed."""
    monkeypatch.setitem(systems(), "counting", COUNTING)


@cache
def finished() -> str:
    """From a position, with scripted dice, to the end: lines 8 to 14, and the result in 15."""
    battle = field(
        "1519 36ms-a 36ms-b 36ms-o1 | 1620 13us-a 13us-b",
        dice=[2, 5],
        phase="VIII",
        assault=2,
        turn=8,
        options={"guns_over_parapet": True},
    )
    play(battle, "fire 1620 all", "done", "done")
    return battle.record()


@cache
def seeded() -> str:
    """A set-up and two plots, with seeded dice: lines 7 to 10."""
    battle = longroll.new("stockade_redan", seed=1863)
    play(battle, "historical", "historical", "plot 1420")
    return battle.record()


def changed(text: str, *swaps: tuple[str, str]) -> str:
    """The text with the first of each pair, which must be there, replaced by the second."""
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def without(text: str, start: str) -> str:
    """The text without the line that begins so."""
    rows = [row for row in text.splitlines(keepends=True) if not row.startswith(start)]
    assert "".join(rows) != text
    return "".join(rows)


def digit_at(text: str, number: int) -> str:
    """The digest of a decision."""
    found = re.search(rf"^{number} .* ([0-9a-f]{{12}})$", text, re.MULTILINE)
    assert found
    return found[1]


def same(one: Battle, other: Battle) -> bool:
    return one.hash() == other.hash() and one.history() == other.history()


# Writing


def test_the_record_of_a_new_battle() -> None:
    battle = counting(dice=Seeded(1863))
    assert battle.record() == (
        "longroll record 1\n"
        "system    counting 7\n"
        "scenario  short\n"
        "options   undo=unrevealed goal=20 weather=false\n"
        "dice      seed 1863\n"
        "\n"
        f"0 start {battle.hash()}\n"
    )


def test_the_record_of_a_battle_with_options_dice_and_a_result() -> None:
    battle = counting(dice=[4, 2, 6], undo="free", goal=9, weather=True)
    play(battle, "add 3", "roll", "done", "done", "add 1")
    lines = battle.record().splitlines()
    assert lines[3] == "options   undo=free goal=9 weather=true"
    assert lines[4] == "dice      scripted"
    assert [re.sub(r" [0-9a-f]{12}$", "", line) for line in lines[6:]] == [
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


@pytest.mark.parametrize("text", [finished(), seeded()], ids=["finished", "seeded"])
def test_a_record_plays_again_and_reads_the_same(text: str) -> None:
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
     "007", "+5", "-0", "--5", "-", "٣", "²", "1" * 5000],
)  # fmt: skip
def test_any_seed_plays_again(seed: int | str) -> None:
    """A seed is a whole number or any text."""
    battle = longroll.new("counting", seed=seed, options={"weather": True})
    play(battle, *["done"] * 24)
    assert len([face for played in battle.history() for face in played.faces]) == 13
    assert same(replay(battle.record()), battle)


@pytest.mark.parametrize(
    "seed", ["", " ", " before", "after ", "two  spaces", "two\nlines", "\u2028"]
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


MANGLED = {
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
    "wide first line": lambda text: text.replace("longroll record 1", "longroll   record  1"),
    "headers in another order": lambda text: re.sub(
        r"(system .*\n)(scenario .*\n)(options .*\n)(dice .*\n)", r"\4\3\2\1", text
    ),
}


@pytest.mark.parametrize("how", MANGLED)
@pytest.mark.parametrize("which", [finished, seeded], ids=["finished", "seeded"])
def test_white_space_and_remarks_mean_nothing(which: object, how: str) -> None:
    text = finished() if which is finished else seeded()
    mangled = MANGLED[how](text)
    assert mangled != text or how == "headers in another order"
    again = replay(mangled)
    assert again.record() == text


def test_lines_are_counted_as_they_stand_in_the_file() -> None:
    text = "\n; a remark\n\n" + changed(finished(), ("2 confederate: all", "2 confederate: none"))
    with pytest.raises(BadRecord, match=r"^battle\.txt:13: decision 2: "):
        replay(text, name=NAME)


# Faults


DAMAGED: list[tuple[str, str, str]] = [
    # The first line and the headers
    ("", "", r":1: not a record: the first line should be 'longroll record 1'"),
    ("longroll record 1", "longroll record 2", r":1: not a record: the first line should be "),
    ("dice  ", "weather fine\ndice ", r":5: 'weather' is neither a header nor a decision"),
    ("result ", "Result ", r":15: 'Result' is neither a header nor a decision"),
    ("dice  ", "dice scripted\ndice ", r":6: dice is given twice"),
    ("position  {", "options undo=free\nposition  {", r":6: options is given twice"),
    ("dice      scripted", "", r": the header has no line 'dice'"),
    ("scenario  two-assaults", "", r": the header has no line 'scenario'"),
    ("dice      scripted", "dice      loaded", r": dice should be 'seed N' or 'scripted', not 'loaded'"),
    ("dice      scripted", "dice      seed", r": dice should be 'seed N' or 'scripted', not 'seed'"),
    ("dice      scripted", "dice", r": dice should be 'seed N' or 'scripted', not ''"),
    ("dice      scripted", "dice scripted 2 5", r": dice should be .*, not 'scripted 2 5'"),
    ("undo=unrevealed", "undo", r": option 'undo' should read name=value"),
    ("undo=unrevealed", "undo=never", r": options of stockade_redan: .*'never'"),
    ("undo=unrevealed", "redo=never", r": options of stockade_redan: .*unknown field `redo`"),
    ("guns_over_parapet=true", "guns_over_parapet=2", r": options of stockade_redan: .*guns_over"),
    ("system    stockade_redan", "system    gbacw", r": no system 'gbacw': there is "),
    ("system    stockade_redan 1", "system", r": no system '': there is "),
    ('"VIII"', '"VIII', r": the position is not a JSON object: "),
    ('{"units"', '[] {"units"', r": the position is not a JSON object: "),
    ('"VIII"', '"XIII"', r": position: Invalid enum value 'XIII'"),
    ("36ms-a ", "36ms-z ", r": position: '36ms-z' is no unit"),
    ("scenario  two-assaults", "scenario  one-assault", r": .*one-assault|: the position and the "),
    ("undo=unrevealed", "undo=free", r": the position and the header differ in scenario or options"),
    # The shape of a line
    ("1 confederate: fire", "1 confederate fire", r":9: should read 'N side: choice \[dice\] digest'"),
    ("[2 5]", "[2 five]", r":12: should read 'N side: choice \[dice\] digest', not '4 confederate: r"),
    ("[2 5]", "2 5]", r":12: should read "),
    ("[2 5]", "[]", r":12: should read "),
    ("[2 5]", "[2 -5]", r":12: should read "),
    ("[2 5]", "[2 5] [1]", r":12: should read "),
    ("0 start", "0 begin", r":8: should read "),
    # Its number
    ("0 start", "1 start", r":8: decision 0 should stand here, not '1 start"),
    ("0 start", "0 union: done", r":8: decision 0 should stand here, not '0 union"),
    ("2 confederate: all", "2 start", r":10: decision 2 should stand here, not '2 start"),
    ("2 confederate: all", "3 confederate: all", r":10: decision 2 should stand here, not '3 conf"),
    ("5 union", "6 union", r":13: decision 5 should stand here"),
    # What is played
    ("5 union", "5 confederate", r":13: decision 5: union is to decide, not confederate"),
    ("5 union", "5 Union", r":13: decision 5: union is to decide, not Union"),
    ("fire 1620", "fire 1621", r":9: decision 1: 'fire 1621' is refused: .* \[stockade_redan:\d"),
    ("fire 1620", "fire 9999", r":9: decision 1: 'fire 9999' is refused: .* \[stockade_redan:\d"),
    ("2 confederate: all", "2 confederate: al", r":10: decision 2: 'al' is refused: .*\[stockade_"),
    ("2 confederate: all", "2 confederate: add 36ms-a", r":10: decision 2: the state differs: "),
    ("support 36ms-o1", "support 36ms-o2", r":11: decision 3: 'support 36ms-o2' is refused: "),
    ("fire 1620", "fire 1620 all", r":9: decision 1: 'fire 1620 all' is more than one decision"),
    # The dice
    ("[2 5]", "[5 2]", r":12: decision 4: the state differs: "),
    ("[2 5]", "[2]", r":12: decision 4: 'resolve' is refused: the script holds 1 dice"),
    ("[2 5]", "", r":12: decision 4: 'resolve' is refused: the script holds 0 dice"),
    ("[2 5]", "[7 5]", r":12: decision 4: 'resolve' is refused: die 1 of the script is 7: not on a "),
    ("[2 5]", "[2 5 1]", r":12: decision 4: the dice differ: \[2, 5, 1\] recorded, \[2, 5\] rolled"),
    ("0 start", "0 start [4]", r":8: decision 0: the dice differ: \[4\] recorded, \[\] rolled"),
    # The result
    ("result    confederate", "result    union", r": the result differs: 'union: confederate vic"),
    ("turn 8 [", "turn 7 [", r": the result differs: '.*turn 7.*' is recorded"),
]  # fmt: skip


@pytest.mark.parametrize("old, new, error", DAMAGED)
def test_a_damaged_record_names_the_place_and_the_reason(old: str, new: str, error: str) -> None:
    text = changed(finished(), (old, new)) if old else "\n\n"
    with pytest.raises(BadRecord) as caught:
        replay(text, name=NAME)
    message = str(caught.value)
    assert re.match(re.escape(NAME) + f"(?:{error})", message), message
    assert "\n" not in message


@pytest.mark.parametrize("header", ["system", "scenario", "dice"])
def test_a_header_that_must_be_there(header: str) -> None:
    with pytest.raises(BadRecord, match=rf"^battle\.txt: the header has no line '{header}'$"):
        read(without(finished(), header), NAME)


@pytest.mark.parametrize("number", range(7))
def test_every_digest_is_checked(number: int) -> None:
    digest = digit_at(finished(), number)
    wrong = ("0" if digest[0] != "0" else "1") + digest[1:]
    with pytest.raises(BadRecord) as caught:
        replay(changed(finished(), (digest, wrong)), name=NAME)
    assert str(caught.value) == (
        f"{NAME}:{8 + number}: decision {number}: the state differs: "
        f"{wrong} recorded, {digest} reached"
    )


@pytest.mark.parametrize("digits", ["", "0123456789a", "0123456789abc", "0123456789AB", "g" * 12])
def test_a_digest_has_twelve_digits(digits: str) -> None:
    text = changed(finished(), (digit_at(finished(), 3), digits))
    with pytest.raises(BadRecord, match=r"^battle\.txt:11: should read "):
        read(text, NAME)


def test_another_seed_is_found_at_the_first_die() -> None:
    text = changed(seeded(), ("seed 1863", "seed 1864"))
    with pytest.raises(BadRecord) as caught:
        replay(text, name=NAME)
    assert str(caught.value).startswith(
        f"{NAME}:7: decision 0: the dice differ: [{Seeded(1863).roll('morale').value}] recorded, "
    )


def test_a_forged_die_is_found() -> None:
    with pytest.raises(BadRecord) as caught:
        replay(changed(seeded(), ("0 start [4]", "0 start [5]")), name=NAME)
    assert str(caught.value) == f"{NAME}:7: decision 0: the dice differ: [5] recorded, [4] rolled"


def test_an_unknown_scenario() -> None:
    with pytest.raises(BadRecord) as caught:
        replay(changed(seeded(), ("two-assaults", "one-assault")), name=NAME)
    assert str(caught.value) == (
        f"{NAME}: stockade_redan has no scenario 'one-assault': there is two-assaults"
    )


def test_a_position_of_another_system() -> None:
    text = changed(finished(), ('{"units"', '{"system":"gbacw","units"'))
    with pytest.raises(BadRecord, match=r"^battle\.txt: .*gbacw"):
        replay(text, name=NAME)


def test_decisions_after_the_end() -> None:
    text = finished() + f"7 union: done {digit_at(finished(), 6)}\n"
    with pytest.raises(BadRecord) as caught:
        replay(text, name=NAME)
    assert str(caught.value) == f"{NAME}:16: decision 7: the battle is already over"


def test_a_record_without_decisions() -> None:
    with pytest.raises(BadRecord, match=r"^battle\.txt: there is no line '0 start'$"):
        read(finished().partition("0 start")[0], NAME)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_line_that_is_missing(number: int) -> None:
    at = 8 + number
    match = f"^battle\\.txt:{at}: decision {number} should stand here"
    if number == 6:
        match = r"^battle\.txt: the result differs: "
    with pytest.raises(BadRecord, match=match):
        replay(without(finished(), f"{number} "), name=NAME)


def test_a_result_that_is_missing() -> None:
    with pytest.raises(BadRecord, match=r"^battle\.txt: the result differs: '' is recorded"):
        replay(without(finished(), "result"), name=NAME)


def test_a_result_before_the_end() -> None:
    text = (
        seeded() + "result    union: union victory, first assault, turn 1 [stockade_redan:4.2.1]\n"
    )
    with pytest.raises(BadRecord, match=r"^battle\.txt: the result differs: 'union: union victory"):
        replay(text, name=NAME)


def test_a_file_cut_short_anywhere_is_a_shorter_battle_or_a_bad_record() -> None:
    text, whole = finished(), replay(finished()).history()
    for end in range(len(text)):
        try:
            battle = replay(text[:end], name=NAME)
        except BadRecord as error:
            assert str(error).startswith(NAME)
        else:
            assert battle.history() == whole[: battle.past.number + 1]


def test_a_record_of_other_rules_that_still_plays_is_fine() -> None:
    assert replay(changed(finished(), ("stockade_redan 1", "stockade_redan 0"))).result is not None
    assert replay(changed(finished(), ("stockade_redan 1", "stockade_redan"))).result is not None


@pytest.mark.parametrize(
    "old, new",
    [
        ("5 union", "5 confederate"),
        ("fire 1620", "fire 1621"),
        ("[2 5]", "[2 5 1]"),
        ("[2 5]", "[5 2]"),
        ("turn 8 [", "turn 7 ["),
    ],
)
def test_where_the_rules_have_another_version_a_difference_says_so(old: str, new: str) -> None:
    text = changed(finished(), (old, new), ("stockade_redan 1", "stockade_redan 0.9"))
    with pytest.raises(BadRecord, match=r" \(recorded with rules version 0\.9, replayed with 1\)$"):
        replay(text)
    with pytest.raises(BadRecord, match=r"^(?!.*rules version)"):
        replay(changed(finished(), (old, new)))


@pytest.mark.parametrize(
    "old, new",
    [
        ("5 union", "5" * 5000 + " union"),
        ("[2 5]", "[2 " + "5" * 5000 + "]"),
        ('{"units":', '{"units":' + "[" * 100_000),
        ("fire 1620", "fire " + "1620" * 5000),
    ],
    ids=["number", "die", "position", "choice"],
)
def test_numbers_and_nests_without_end_are_only_bad_records(old: str, new: str) -> None:
    with pytest.raises(BadRecord):
        replay(changed(finished(), (old, new)))


def test_a_record_has_a_name_of_its_own_where_none_is_given() -> None:
    with pytest.raises(BadRecord, match=r"^record:1: "):
        longroll.replay("hello")


# Any damage at all


pieces = st.one_of(
    st.text(max_size=6),
    st.sampled_from(
        ["\n", "\r", " ", "0", "9", "-", "[", "]", ":", ";", "=", "{", "}", '"', "\x00", "²", "\ufeff"]
        + ["start", "result", "position", "seed", "done", "36ms-b", "union", "true", "null", "1e9"]
    ),
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A real record after one to three accidents to its characters or its lines."""
    text = draw(st.sampled_from([finished(), seeded()]))
    for _ in range(draw(st.integers(1, 3))):
        accident = draw(st.sampled_from(["write", "cut", "insert", "drop", "double", "swap"]))
        if accident in ("write", "cut", "insert"):
            at = draw(st.integers(0, len(text)))
            length = 0 if accident == "insert" else draw(st.integers(1, 5))
            new = "" if accident == "cut" else draw(pieces)
            text = text[:at] + new + text[at + length :]
            continue
        rows = text.splitlines(keepends=True)
        if not rows:
            break
        one, other = (draw(st.integers(0, len(rows) - 1)) for _ in range(2))
        if accident == "drop":
            del rows[one]
        elif accident == "double":
            rows.insert(other, rows[one])
        else:
            rows[one], rows[other] = rows[other], rows[one]
        text = "".join(rows)
    return text


@given(text=damaged())
@settings(deadline=None, derandomize=True, max_examples=600)
def test_a_damaged_record_is_bad_or_plays_the_same_battle(text: str) -> None:
    try:
        battle = replay(text, name=NAME)
    except BadRecord as error:
        assert str(error).startswith(NAME)
        return
    original = replay(seeded() if battle.position is None else finished())
    whole = [(p.side, p.choice, p.digest) for p in original.history()]
    assert [(p.side, p.choice, p.digest) for p in battle.history()] == whole[
        : battle.past.number + 1
    ]
    assert same(replay(battle.record()), battle)


@given(text=st.text(max_size=200))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_any_text_is_a_bad_record(text: str) -> None:
    with pytest.raises(BadRecord):
        replay(f"longroll record 1\n{text}")
