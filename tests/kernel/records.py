"""Short records, and ways to damage them."""

from __future__ import annotations

import re
from functools import cache

import longroll
from longroll import Battle
from longroll.kernel.record import end_line
from tests.support import field, play

NAME = "battle.txt"


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


def sealed(text: str) -> str:
    """The text with an end line that fits it, as somebody would write who changes a record."""
    above = text.rpartition("\nend ")[0] or text.rstrip("\n")
    numbers = re.findall(r"^\s*(?:back\s+)?([0-9]{1,9})\s", above, re.MULTILINE)
    return f"{above}\n{end_line(above + chr(10), int(numbers[-1]) if numbers else 0)}\n"


def first_format(text: str) -> str:
    """The same record as it was written before records had an end line."""
    above = re.sub(r"(?<=\d)d\d+(?=[\] ])", "", text.rpartition("\nend ")[0])
    return above.replace("longroll record 2", "longroll record 1") + "\n"


def changed(text: str, *swaps: tuple[str, str]) -> str:
    """The text with the first of each pair, which must be there, replaced by the second.

    Its end line fits.
    """
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new, 1)
    return sealed(text)


def without(text: str, start: str) -> str:
    """The text without the line that begins so. Its end line fits."""
    rows = [row for row in text.splitlines(keepends=True) if not row.startswith(start)]
    assert "".join(rows) != text
    return sealed("".join(rows))


def digit_at(text: str, number: int) -> str:
    """The digest of a decision."""
    found = re.search(rf"^{number} .* ([0-9a-f]{{12}})$", text, re.MULTILINE)
    assert found
    return found[1]


def same(one: Battle, other: Battle) -> bool:
    return one.hash() == other.hash() and one.history() == other.history()
