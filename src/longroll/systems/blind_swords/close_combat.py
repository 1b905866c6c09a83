"""11.3 and 11.4: how an assault is resolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.event import Line
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.combat import Assault
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import State


def declare(state: State, assault: Assault, umpire: Umpire) -> None:
    """Push an assault."""


def shifts(state: State, assault: Assault) -> Iterator[Line]:
    """The column shifts of an assault."""
    yield from ()


class DefensiveFire(Ask, frozen=True):
    side: SideName
    assault: Assault


class RollAssault(Do, frozen=True):
    assault: Assault


class AfterAssault(Do, frozen=True):
    assault: Assault


class Advance(Ask, frozen=True):
    side: SideName
    assault: Assault


class AssaultWon(Do, frozen=True):
    """A moment after an assault that emptied the hex; these units advanced into it."""

    assault: Assault
    advanced: tuple[UnitNumber, ...]


STEPS: tuple[type[Any], ...] = (DefensiveFire, RollAssault, AfterAssault, Advance, AssaultWon)
