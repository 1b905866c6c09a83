"""Two short records, and ways to damage them."""

from __future__ import annotations

import re
from functools import cache

import longroll
from longroll import Battle
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
