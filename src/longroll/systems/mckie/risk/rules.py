"""Risk to Generals, and their successors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from longroll.systems.mckie.command.generals import Role
from longroll.systems.mckie.datafile import load

#: What happened to the unit a general is with.
Danger = Literal["fired_on", "melee", "none"]
Fate = Literal["unharmed", "killed", "seriously_wounded"]


class _Risk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    killed: tuple[int, ...]
    seriously_wounded: tuple[int, ...]


class _Succession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    periods: int


class _RiskFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    risk: _Risk
    succession: _Succession


_DATA = load("risk.toml", _RiskFile)


def is_in_danger(danger: Danger) -> bool:
    """Whether a general rolls: his unit was shot at or fought. [mckie:risk.1] [mckie:ex.general]"""
    return danger != "none"


def fate(die: int) -> Fate:
    """What the ten-sided die does to him. [mckie:risk.2] [mckie:risk.3] [mckie:ex.general]

    >>> fate(1), fate(2), fate(10)
    ('killed', 'unharmed', 'seriously_wounded')
    """
    if die in _DATA.risk.killed:
        return "killed"
    return "seriously_wounded" if die in _DATA.risk.seriously_wounded else "unharmed"


def commands_from(struck_in: int) -> int:
    """The first period in which a successor commands: one full period passes between.

    [mckie:risk.4]
    """
    return struck_in + _DATA.succession.periods + 1


class Officer(msgspec.Struct, frozen=True):
    """A general in the line of succession."""

    name: str
    role: Role
    under: str
    fit: bool = True


def successor(fallen: str, officers: Sequence[Officer]) -> Officer | None:
    """The subordinate next in line: the first listed of those directly under him who are fit.

    None if nobody is left to take over. [mckie:risk.4]
    """
    return next((one for one in officers if one.under == fallen and one.fit), None)
