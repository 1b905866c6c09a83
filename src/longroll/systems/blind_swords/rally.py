"""13.0 Recover and Rebuild."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.systems.blind_swords.state import State


def bars_to_recover(state: State, unit: int) -> Iterator[Refusal]:
    yield from ()


def bars_to_rebuild(state: State, unit: int) -> Iterator[Refusal]:
    yield from ()


def bars_to_resupply(state: State, unit: int) -> Iterator[Refusal]:
    yield from ()


def recover(state: State, unit: int, umpire: Umpire) -> None:
    """A unit tries to lose a Morale Hit."""


def rebuild(state: State, unit: int, umpire: Umpire) -> None:
    """A unit tries to become Fresh, or to come back from the Broken Track."""


def resupply(state: State, unit: int, umpire: Umpire) -> None:
    """Guns try to lose a Low Ammo marker."""
