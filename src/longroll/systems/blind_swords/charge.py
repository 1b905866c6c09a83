"""10.10 Cavalry charges."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.systems.blind_swords.state import State


def bars_to_charge(state: State, unit: int, target: Hex) -> Iterator[Refusal]:
    """What keeps a unit from charging a hex."""
    yield from ()
