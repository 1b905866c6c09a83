"""The parts of a record as values, and the words that reading and writing share."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from longroll.kernel.state import Result

#: The first line of a new record; the older format is still read.
FORMAT = "longroll record 2"
FIRST_FORMAT = "longroll record 1"


class Line(msgspec.Struct, frozen=True):
    """One decision of a record, with its line number in the file."""

    at: int
    number: int
    side: str
    choice: str
    faces: tuple[int, ...]
    digest: str
    #: The sides of each die; a record of format 1 does not say.
    sides: tuple[int, ...] = ()
    #: With linked dice: the batch that was rolled, and each player's link for it.
    batch: int | None = None
    links: tuple[str, ...] = ()


class Back(msgspec.Struct, frozen=True):
    """Here the battle went back to the state after decision `to`, as `side` had asked."""

    at: int
    to: int
    side: str


class Record(msgspec.Struct, frozen=True):
    """A record as read, before it is replayed."""

    format: int
    system: str
    version: str
    scenario: str
    options: dict[str, str]
    seed: str | None
    position: dict[str, Any] | None
    #: Everything in the order in which it was played.
    steps: tuple[Line | Back, ...]
    result: str
    #: The side that abandoned the battle, if one did.
    abandoned: str | None = None
    #: The secret and the nonces of committed dice, checked against the commitment.
    committed: tuple[str, tuple[str, ...]] | None = None
    #: The secret and the anchors of linked dice, checked against the commitment and every link.
    linked: tuple[str, dict[str, str]] | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every decision in the order in which they were played, including those taken back."""
        return tuple(step for step in self.steps if isinstance(step, Line))

    @property
    def links(self) -> tuple[tuple[str, ...], ...]:
        """The links of each batch of linked dice."""
        known = {line.batch: line.links for line in self.lines if line.batch is not None}
        return tuple(known.values())


def end_line(above: str, last: int) -> str:
    """The last line of a record: the number of its last decision, the hash of all above it."""
    return f"end       {last} {sha256(above.encode()).hexdigest()}"


def dice_text(faces: Sequence[int], sides: Sequence[int]) -> str:
    """Dice as written in a record: `[3 5 7d10]`, or nothing if none were rolled."""
    if not faces:
        return ""
    sides = sides or (6,) * len(faces)
    dice = (f"{f}" if s == 6 else f"{f}d{s}" for f, s in zip(faces, sides, strict=True))
    return f"[{' '.join(dice)}]"


def result_text(result: Result | None) -> str:
    """How a battle ended, in the words of a record; nothing while it goes on."""
    return f"{result.winner or 'draw'}: {result.level} [{result.rule}]" if result else ""
