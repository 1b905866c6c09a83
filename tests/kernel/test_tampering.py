"""Whatever somebody does to a record, it is refused, or it still says the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from longroll import BadRecord
from longroll.kernel.battle import begin_position
from longroll.kernel.dice import Committed, Linked
from longroll.kernel.record import read, read_and_replay
from longroll.kernel.system import system_named, systems
from tests.kernel.counting import BLUE, COUNTING, counting
from tests.kernel.linked import taken_back
from tests.kernel.records import changed, first_format, sealed
from tests.kernel.tampering import tamperings
from tests.support import play


@pytest.fixture(autouse=True)
def _counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counting game is installed."""
    monkeypatch.setitem(systems(), "counting", COUNTING)


@cache
def committed() -> str:
    """A whole game with committed dice, some of them d10."""
    battle = counting(dice=Committed("drum", ("fife", "bugle")), goal=9, weather=True)
    play(battle, "add 1", "roll", "draw", "done", "done", "roll", "add 3", "add 3")
    assert battle.result is not None
    return battle.record()


@cache
def linked() -> str:
    """An abandoned game with linked dice and two take-backs."""
    return taken_back().record(BLUE)


@cache
def from_position() -> str:
    """The end of a Stockade Redan battle, from a position, with committed dice."""
    system = system_named("stockade_redan")
    units = {"1519": "36ms-a 36ms-b 36ms-o1", "1620": "13us-a 13us-b"}
    position = {"units": units, "phase": "VIII", "assault": 2, "turn": 8}
    dice = Committed("drum", ("fife", "bugle"))
    battle = begin_position(system, position, system.from_position(position), dice)
    play(battle, "fire 1620 all", "done", "done")
    assert battle.result is not None
    return battle.record()


RECORDS = [committed, linked, from_position]
each_record = pytest.mark.parametrize("which", RECORDS, ids=lambda which: which.__name__)


def replayed(text: str) -> str | None:
    """What a record says when it is written again; None where it is refused.

    Dice that claim no proof any more count as refused: `longroll replay --verify` says so.
    """
    try:
        record, battle = read_and_replay(text)
    except BadRecord:
        return None
    return battle.record(record.abandoned) if isinstance(battle.dice, Committed | Linked) else None


@each_record
def test_without_a_new_end_line_everything_is_refused(which: Callable[[], str]) -> None:
    tried = Counter[str]()
    for what, new in tamperings(which()):
        tried[what.split()[0]] += 1
        assert replayed(new) is None, what
    assert tried.total() > 200
    assert set(tried) > {"drop", "double", "swap", "cut", "face", "die", "option", "secret", "end"}


#: What may be done to a record without changing what it says.
HARMLESS = re.compile(
    r"swap (system|scenario|options|dice) .* / (scenario|options|dice|position) "
    r"|drop options|option left out|system word \S+ +\S+ \d$|(drop|double) end |end word"
)


@each_record
def test_with_a_new_end_line_whatever_changes_the_meaning_is_refused(
    which: Callable[[], str],
) -> None:
    """What passes still says the same, or says less: decisions or the end were left out.

    The order of headers and options left at their defaults mean nothing. The version of the rules
    is what the record was written with; that it replays shows that these rules agree.
    """
    text = which()
    assert replayed(text) == text
    passed = Counter[str]()
    for what, new in tamperings(text):
        written = replayed(sealed(new))
        if written == text:
            assert HARMLESS.match(what), what
        elif written is not None:
            assert re.match("cut|drop|swap .* / end ", what), what
            assert is_left_of(written, text), what
            passed[what.split()[0]] += 1
    assert set(passed) == ({"cut", "drop", "swap"} if which is linked else {"cut", "swap"})


def is_left_of(part: str, whole: str) -> bool:
    """Whether every line but the last is one of the whole, in the same order."""
    rows = iter(whole.splitlines())
    return all(row in rows for row in part.splitlines()[:-1])


def test_what_only_the_file_says() -> None:
    """Who asked and who gave up stands nowhere else, nor that something was taken back at all.

    Players who were there know it, and their browsers know what the dice were bound to.
    """
    text = linked()
    for old, new in (("back 2 blue", "back 2 gray"), ("abandoned  blue", "abandoned  gray")):
        assert replayed(changed(text, (old, new))) == changed(text, (old, new))
    rows = text.splitlines(keepends=True)
    back = rows.index("back 5 gray\n")
    hidden = sealed("".join(rows[: back - 1] + rows[back + 1 :]))
    assert replayed(hidden) == hidden


@pytest.mark.parametrize("which", [committed, from_position], ids=["committed", "from_position"])
def test_the_first_format_lets_nothing_pass_but_a_record_cut_off(which: Callable[[], str]) -> None:
    whole = first_format(which())
    assert replayed(whole) == which()
    for what, new in tamperings(whole):
        written = replayed(new)
        if written == which():
            assert HARMLESS.match(what), what
        elif written is not None:
            assert what.startswith("cut before"), what
            assert is_left_of(written, which()), what


@pytest.mark.parametrize(
    "row, why",
    [
        ("back 0 blue", "'back' is neither a header nor a decision"),
        ("abandoned blue", "'abandoned' is neither a header nor a decision"),
        ("end 1 abc", "'end' is neither a header nor a decision"),
        ("2 blue: draw [5d10 6] 0123456789ab", "should read 'N side: choice "),
        (f"2 blue: roll [5] {{0 {'0' * 64}}} 0123456789ab", "should read 'N side: choice "),
    ],
)
def test_the_first_format_has_no_words_of_the_second(row: str, why: str) -> None:
    rows = first_format(committed()).splitlines()
    with pytest.raises(BadRecord, match=re.escape(why)):
        read("\n".join([*rows[:8], row]))


def test_the_first_format_has_no_linked_dice() -> None:
    text = linked().partition("\n1 ")[0].replace("record 2", "record 1")
    with pytest.raises(BadRecord, match="should read 'N side: choice"):
        read(text)
    with pytest.raises(BadRecord, match=r"dice should be 'seed N' or 'scripted', not 'linked "):
        read(re.sub(r"\{.*\} ", "", text))
