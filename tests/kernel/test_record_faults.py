"""Damaged records: every fault is named with its place, and nothing else is ever raised."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import longroll
from longroll import BadRecord, Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.record import read, replay
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

# Every fault


def replayed(text: str) -> Battle | None:
    """The battle of a record, or None where it is bad and says so in one line with its name."""
    try:
        return replay(text, name=NAME)
    except BadRecord as error:
        message = str(error)
    assert message.startswith(NAME)
    assert "\n" not in message
    return None


DAMAGED: list[tuple[str, str, str]] = [
    # The first line and the headers
    ("", "", r":1: not a record: the first line should be 'longroll record 2'"),
    ("longroll record 2", "longroll record 3", r":1: not a record: the first line should be "),
    ("dice  ", "weather fine\ndice ", r":5: 'weather' is neither a header nor a decision"),
    ("result ", "Result ", r":15: 'Result' is neither a header nor a decision"),
    ("dice  ", "dice scripted\ndice ", r":6: dice is given twice"),
    ("position  {", "options undo=free\nposition  {", r":6: options is given twice"),
    ("dice      scripted", "", r": the header has no line 'dice'"),
    ("scenario  two-assaults", "", r": the header has no line 'scenario'"),
    ("dice      scripted", "dice      loaded", r": dice should be .*, not 'loaded'"),
    ("dice      scripted", "dice      seed", r": dice should be 'seed N' .*, not 'seed'"),
    ("dice      scripted", "dice", r": dice should be 'seed N' or 'scripted', not ''"),
    ("dice      scripted", "dice scripted 2 5", r": dice should be .*, not 'scripted 2 5'"),
    ("undo=unrevealed", "undo", r": option 'undo' should read name=value"),
    ("undo=unrevealed", "undo=never", r": options of stockade_redan: .*'never'"),
    ("undo=unrevealed", "redo=never", r": options of stockade_redan: .*unknown field `redo`"),
    ("guns_over_parapet=true", "guns_over_parapet=2", r": options of stockade_redan: .*guns_over"),
    ("system    stockade_redan", "system    shiloh", r": no system 'shiloh': choose from "),
    ("system    stockade_redan 1", "system", r": system should be 'NAME VERSION', not ''"),
    ("stockade_redan 1", "stockade_redan", r": system should be 'NAME VERSION', not 'stockade_red"),
    ("stockade_redan 1", "stockade_redan 1 2", r": system should be 'NAME VERSION', not 'stock"),
    ("undo=unrevealed", "undo=unrevealed undo=free", r": option 'undo' is given twice"),
    ("0 start", "dice scripted\n0 start", r":8: dice is given twice"),
    ('"VIII"', '"VIII', r": the position is not a JSON object: "),
    ('{"units"', '[] {"units"', r": the position is not a JSON object: "),
    ('"VIII"', '"XIII"', r": position: Invalid enum value 'XIII'"),
    ("36ms-a ", "36ms-z ", r": position: '36ms-z' is not a unit"),
    ("scenario  two-assaults", "scenario  one-assault", r": .*one-assault|: the position and the "),
    ("undo=unrevealed", "undo=free", r": the position and the header differ in "),
    # The shape of a line
    ("1 confederate: fire", "1 confederate fire", r":9: should read 'N side: choice "),
    ("[2 5]", "[2 five]", r":12: should read 'N side: .*', not '4 confederate: r"),
    ("[2 5]", "2 5]", r":12: should read "),
    ("[2 5]", "[]", r":12: should read "),
    ("[2 5]", "[2 -5]", r":12: should read "),
    ("[2 5]", "[2 5] [1]", r":12: should read "),
    ("0 start", "0 begin", r":8: should read "),
    # Its number
    ("0 start", "1 start", r":8: this should be decision 0, not '1 start"),
    ("0 start", "0 union: done", r":8: this should be decision 0, not '0 union"),
    ("2 confederate: all", "2 start", r":10: this should be decision 2, not '2 start"),
    ("2 confederate: all", "3 confederate: all", r":10: this should be decision 2, not '3 conf"),
    ("5 union", "6 union", r":13: this should be decision 5"),
    # What is played
    ("5 union", "5 confederate", r":13: decision 5: union is to decide, not 'confederate'"),
    ("5 union", "5 Union", r":13: decision 5: union is to decide, not 'Union'"),
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
    ("[2 5]", "[7 5]", r":12: decision 4: 'resolve' is refused: die 1 .* is 7: "),
    ("[2 5]", "[2 5 1]", r":12: decision 4: the dice differ: \[2 5 1\] rec.*, \[2 5\] rolled"),
    ("0 start", "0 start [4]", r":8: decision 0: the dice differ: \[4\] recorded, none rolled"),
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
        f"{NAME}: stockade_redan has no scenario 'one-assault': choose from two-assaults"
    )


def test_a_position_of_another_system() -> None:
    text = changed(finished(), ('{"units"', '{"system":"gbacw","units"'))
    with pytest.raises(BadRecord, match=r"^battle\.txt: .*gbacw"):
        replay(text, name=NAME)


def test_decisions_after_the_end() -> None:
    more = f"7 union: done {digit_at(finished(), 6)}\n"
    text = changed(finished(), ("result ", f"{more}result "))
    with pytest.raises(BadRecord) as caught:
        replay(text, name=NAME)
    assert str(caught.value) == f"{NAME}:15: decision 7: the battle is already over"
    text = changed(finished(), ("\nend ", f"\n{more}end "))
    with pytest.raises(BadRecord, match=r"txt:16: '7 union: done .*' comes after the line 'result"):
        replay(text, name=NAME)


def test_a_record_without_decisions() -> None:
    with pytest.raises(BadRecord, match=r"^battle\.txt: there is no line '0 start'$"):
        read(sealed(finished().partition("0 start")[0]), NAME)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_line_that_is_missing(number: int) -> None:
    at = 8 + number
    match = f"^battle\\.txt:{at}: this should be decision {number}"
    if number == 6:
        match = r"^battle\.txt: the result differs: "
    with pytest.raises(BadRecord, match=match):
        replay(without(finished(), f"{number} "), name=NAME)


def test_a_result_that_is_missing() -> None:
    with pytest.raises(BadRecord, match=r"^battle\.txt: the result differs: '' is recorded"):
        replay(without(finished(), "result"), name=NAME)


def test_a_result_before_the_end() -> None:
    result = "result    union: union victory, first assault, turn 1 [stockade_redan:4.2.1]"
    text = changed(seeded(), ("\nend ", f"\n{result}\nend "))
    with pytest.raises(BadRecord, match=r"^battle\.txt: the result differs: 'union: union victory"):
        replay(text, name=NAME)


def test_a_file_cut_short_anywhere_is_a_shorter_battle_or_a_bad_record() -> None:
    text, whole = first_format(finished()), replay(finished()).history()
    for end in range(len(text)):
        battle = replayed(text[:end])
        if battle is not None:
            assert battle.history() == whole[: battle.past.number + 1]


def test_a_record_of_other_rules_that_still_plays_is_fine() -> None:
    assert replay(changed(finished(), ("stockade_redan 1", "stockade_redan 0"))).result is not None


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
        ("5 union", "5" * 10 + " union"),
        ("[2 5]", "[2 " + "5" * 5000 + "]"),
        ("[2 5]", "[2 5d" + "6" * 10 + "]"),
        ("[2 5]", "[" + "2 " * 100_000 + "5]"),
        ("[2 5]", "[2 5] {" + "0" * 5000 + " " + "0" * 64 + "}"),
        ("5 union", "back " + "3" * 5000 + " union\n5 union"),
        ('{"units":', '{"units":' + "[" * 100_000),
        ('{"units":', '{"more":' + "[" * 60 + "]" * 60 + ',"units":'),
        ('{"units":', '{"more":' + '{"x":' * 500 + "1" + "}" * 500 + ',"units":'),
        ('"turn":8', '"turn":1000000000'),
        ('"turn":8', '"turn":' + "8" * 5000),
        ('"turn":8', '"turn":-1e300'),
        ("fire 1620", "fire " + "1620" * 5000),
        ("fire 1620", "fire " + "1620" * 500_000),
        ("dice      scripted", "dice      seed " + "1" * 201),
        ("dice      scripted", "dice      seed " + "1" * 100_000),
        ("two-assaults", "two-assaults" * 10_000),
        ("undo=unrevealed", "undo=" + "9" * 3000),
        ("1 confederate", "1 " + "confederate" * 1000),
        ("1 confederate", "x" * 30_000),
        ("stockade_redan 1", "stockade_redan " + "1" * 15_000),
        ("fire 1620", "fire \ud800"),
    ],
    ids=lambda text: text[:12],
)
def test_numbers_and_nests_without_end_are_only_bad_records(old: str, new: str) -> None:
    text = first_format(finished()).replace(old, new, 1)
    new_text = text.replace("record 1", "record 2")
    for damaged in (text, new_text if "\ud800" in text else sealed(new_text)):
        with pytest.raises(BadRecord) as caught:
            replay(damaged, name=NAME)
        assert len(str(caught.value)) < 500


def test_a_record_has_a_name_of_its_own_where_none_is_given() -> None:
    with pytest.raises(BadRecord, match=r"^record:1: "):
        longroll.replay("hello")


# Any damage at all


pieces = st.one_of(
    st.text(max_size=6),
    st.sampled_from(
        [
            *"\n\r 09-[]:;={}\"\x00²\ufeff",
            *["start", "result", "position", "seed", "done", "36ms-b", "union", "true", "null"],
        ]
    ),
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A real record after one to three accidents to its characters or its lines."""
    text = draw(st.sampled_from([finished(), seeded(), *map(first_format, (finished(), seeded()))]))
    seal = draw(st.booleans()) and "record 2" in text
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
    return sealed(text) if seal else text


@given(text=damaged())
@settings(derandomize=True, max_examples=600)
def test_a_damaged_record_is_bad_or_plays_the_same_battle(text: str) -> None:
    battle = replayed(text)
    if battle is None:
        return
    original = replay(seeded() if battle.position is None else finished())
    whole = [(p.side, p.choice, p.digest) for p in original.history()]
    assert [(p.side, p.choice, p.digest) for p in battle.history()] == whole[
        : battle.past.number + 1
    ]
    assert same(replay(battle.record()), battle)


@given(text=st.text(max_size=200))
@settings(derandomize=True, max_examples=60)
def test_any_text_is_a_bad_record(text: str) -> None:
    with pytest.raises(BadRecord):
        replay(f"longroll record 1\n{text}")
