"""A battle's own chits: its leaders with their ratings, and its events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint, read
from longroll.systems.blind_swords.marks import Mark
from longroll.systems.blind_swords.sides import SIDES, Side
from longroll.systems.blind_swords.tables import READINGS

#: When an event may be played.
Timing = Literal[
    "between_draws",
    "fire_declared",
    "assault_declared",
    "artillery_fires",
    "activation_gained",
    "activation_begins",
    "attack_activation",
    "assault_won",
    "cohesion_roll",
    "activation_ended",
]


class Leader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Division Activation chit or, without a `division`, a CiC chit. [blind_swords:2.4.2]

    `casualty` are the readings of the General Casualty table that name him; those of them that
    `restore` bring his chit back once he is a casualty. [blind_swords:7.3b.12]
    """

    name: str
    side: Side
    rating: int
    casualty_rating: int
    casualty: tuple[int, ...]
    restore: tuple[int, ...]
    division: str = ""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event chit: who has how many of it, when it may be played, and the numbers in it.

    `not_in` is ground on which it is not played. `marks` says of each part of its effect how it is
    known.
    """

    title: str
    words: str
    chits: dict[Side, int]
    timing: tuple[Timing, ...]
    rule: str
    marks: dict[str, Mark]
    numbers: dict[str, int] = {}
    not_in: tuple[str, ...] = ()


class Chits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every chit of a battle but the two wild ones; `marks` are those of the whole tables."""

    schema: Literal[1]
    source: str
    marks: dict[Literal["ratings", "casualties", "casualty_form"], Mark]
    leaders: dict[str, Leader]
    events: dict[str, Event]

    def general(self, side: Side, reading: int) -> str | None:
        """The leader whom the General Casualty table of a side names, None for no effect."""
        for id, leader in self.leaders.items():
            if leader.side == side and reading in leader.casualty:
                return id
        return None


def read_chits(text: str, name: str = "chits.toml") -> Chits:
    """The chits in the text of a file; DataError with every fault."""
    return read(text, Chits, name, _complaints)


def _complaints(file: Chits) -> Iterator[Complaint]:
    for side in SIDES:
        named: dict[int, str] = {}
        for id, leader in file.leaders.items():
            if leader.side != side:
                continue
            for reading in leader.casualty:
                if reading not in READINGS:
                    yield ("leaders", id, "casualty"), f"{reading} cannot be rolled", "11 to 66"
                if reading in named:
                    what = f"{reading} also names {named[reading]}"
                    yield ("leaders", id, "casualty"), what, "one leader of a side"
                named[reading] = id
    for id, leader in file.leaders.items():
        if not {*leader.restore} <= {*leader.casualty}:
            yield ("leaders", id, "restore"), "not all name him", "some of his casualty readings"
        if not 1 <= leader.casualty_rating <= leader.rating <= 6:
            what = f"ratings {leader.rating} and {leader.casualty_rating}"
            yield ("leaders", id, "rating"), what, "1 to 6, not higher as a casualty"
    for id, event in file.events.items():
        if not event.chits or any(count < 1 for count in event.chits.values()):
            yield ("events", id, "chits"), "a side without a chit", "1 or more for a side named"
