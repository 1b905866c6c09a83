"""The set-up files: the order of set-up, where counters may be placed, and where they usually are.

`data/historical.toml` explains the format.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

import msgspec

from longroll.board.hex import DIRECTIONS, Hex
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.roster import BATTERY, LEADER, Roster


class Zone(NamedTuple):
    """Hexes that a rule leaves open, and why the others are closed."""

    hexes: frozenset[Hex]
    rule: str
    why: str


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counters that set up one after another under one rule."""

    title: str
    rule: str
    units: str
    hexes: str = ""
    facing: str = "N"

    @property
    def direction(self) -> int:
        return DIRECTIONS.index(self.facing)

    def zone(self) -> Zone:
        """The group's hexes, if the file limits them."""
        return Zone(_area(self.hexes), self.rule, f"is not open to {self.title}")


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Counters that enter later, at one hex. [corinth:29.47.1]"""

    units: str
    turn: int
    hex: Hex
    rule: str


class Deployment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One set-up file."""

    schema: Literal[1]
    source: str
    group: tuple[Group, ...]
    usual: dict[str, str]
    fixed: dict[str, Hex] = {}
    reinforcement: tuple[Reinforcement, ...] = ()
    duties: dict[str, str] = {}


HISTORICAL = "historical"
#: The Game-Turn whose Union half opens the historical scenario. [corinth:30.0.1]
OPENING = 2
#: Scenarios that share the set-up file of another.
_SHARED = {"solitaire": "free"}


@cache
def deployment(scenario: str) -> Deployment:
    """The set-up file of a scenario."""
    name = _SHARED.get(scenario, scenario).replace("-", "_")
    text = files(__package__).joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Deployment)


def hexes(words: str) -> Iterator[Hex]:
    """Hexes one by one or as runs down a hexrow.

    >>> list(hexes("0310 0819-0821"))
    ['0310', '0819', '0820', '0821']
    """
    for word in words.split():
        first, _, last = word.partition("-")
        for row in range(int(first[2:]), int((last or first)[2:]) + 1):
            yield f"{first[:2]}{row:02}"


@cache
def _area(words: str) -> frozenset[Hex]:
    return frozenset(hexes(words))


@cache
def selected(roster: Roster, words: str) -> tuple[int, ...]:
    """The counters that words stand for: ids, brigade:NAME, division:NAME, or -ID to leave one out.

    A leader comes before his men, and guns before the rest, because they stay near him; unnamed
    leaders and crews are left out.
    """
    found: list[int] = []
    for word in words.split():
        kind, _, slug = word.partition(":")
        if word.startswith("-"):
            found.remove(roster.number[word[1:]])
        elif not slug:
            found.append(roster.number[word])
        else:
            some = [
                number
                for number, piece in enumerate(roster.pieces)
                if getattr(piece, kind) == slug and not piece.crew_of
            ]
            order = {LEADER: 0, BATTERY: 1}
            found += sorted(some, key=lambda number: order.get(roster.pieces[number].kind, 2))
    return tuple(found)


def group_of(state: State, unit: int) -> Group:
    """The group of the set-up file that a counter belongs to."""
    return _groups(state.game.roster, state.scenario)[unit]


@cache
def _groups(roster: Roster, scenario: str) -> dict[int, Group]:
    """The group of each counter that sets up: the first that names it."""
    return {
        unit: group
        for group in reversed(deployment(scenario).group)
        for unit in selected(roster, group.units)
    }
