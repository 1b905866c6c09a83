"""How a statement or a table of the series is known: stated, inferred or reconstructed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint, read

Mark = Literal["S", "I", "R"]
#: The marks in words, for charts that are shown.
WORDS: dict[Mark, str] = {"S": "stated", "I": "inferred", "R": "reconstructed"}


class Statements(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=str.upper):
    """The numbers of the duties under each mark, as the file lists them."""

    schema: Literal[1] = msgspec.field(name="schema")
    source: str = msgspec.field(name="source")
    s: str
    i: str
    r: str

    def marks(self) -> Iterator[tuple[str, Mark]]:
        """Each number with its mark, in the order of the file."""
        lists: tuple[tuple[Mark, str], ...] = (("S", self.s), ("I", self.i), ("R", self.r))
        return ((number, mark) for mark, numbers in lists for number in numbers.split())


def read_statements(text: str, name: str = "statements.toml") -> Statements:
    """The statements in the text of a file; DataError with every fault."""
    return read(text, Statements, name, _complaints)


def _complaints(file: Statements) -> Iterator[Complaint]:
    first: dict[str, Mark] = {}
    for number, mark in file.marks():
        if number in first:
            yield (mark,), f"{number} is also marked {first[number]}", "one mark for each number"
        first.setdefault(number, mark)


def _statements() -> Statements:
    return read_statements((files(__package__) / "data" / "statements.toml").read_text("utf-8"))


_MARKS = dict(_statements().marks())


def mark_of(duty: str) -> Mark:
    """How a duty of the series is known.

    >>> mark_of("blind_swords:9.3.2"), mark_of("blind_swords:9.4.3")
    ('S', 'R')
    """
    return _MARKS[duty.partition(":")[2]]
