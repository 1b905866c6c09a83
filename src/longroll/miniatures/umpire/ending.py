"""The end of the battle, which the players agree on: `end`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from longroll.display.desk import Button
from longroll.miniatures.umpire.reading import Entry, Words


class End(Entry, frozen=True):
    """The end of the battle; without a winner it is a draw."""

    winner: Any


def read_end(words: Words, sides: Sequence[str]) -> End:
    """`end union`, or `end draw`."""
    drawn = words.take_if("draw")
    winner = None if drawn else words.one_of(sides, "the winner, if it is not a draw,")
    words.end()
    return End((), winner)


def ends(sides: Sequence[str]) -> Iterator[Button]:
    for side in sides:
        label = f"End: {side.title()} wins"
        yield Button(text=f"end {side}", label=label, confirm="Is the battle over?")
    yield Button(text="end draw", label="End: a draw", confirm="Is the battle over?")
