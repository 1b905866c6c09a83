"""9.0 Fire: who may fire at what, its strength, its shifts, and its result."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.blind_swords.combat import Volley
from longroll.systems.blind_swords.state import State


def bars_to_fire(state: State, unit: int, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from this kind of fire."""
    yield from ()


def bars_to_fire_at(state: State, unit: int, hex: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing at a hex."""
    yield from ()


def strength(state: State, volley: Volley) -> Fraction:
    """The strength of a fire."""
    return Fraction()


def shifts(state: State, volley: Volley) -> Iterator[Line]:
    """The column shifts of a fire."""
    yield from ()


def declare(state: State, volley: Volley, umpire: Umpire) -> None:
    """Push a fire, with the moments for events above it."""
    state.agenda.append(RollFire(volley))


class RollFire(Do, frozen=True):
    """Roll for a fire."""

    volley: Volley


STEPS: tuple[type[Any], ...] = (RollFire,)
