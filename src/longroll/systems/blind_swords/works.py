"""What lies in a hex beside its terrain: the battle's own works, and the markers of the series."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.systems.blind_swords.state import State


def works_in(state: State, hex: Hex) -> Iterator[str]:
    """The works of the chart that are in a hex now. [blind_swords:9.3.3]"""
    yield from state.game.rules.works(state, hex)
    if hex in state.epaulements:
        yield "epaulement"
    if hex in state.good_ground:
        yield "good_ground"
