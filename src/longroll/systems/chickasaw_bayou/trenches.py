"""2.10d Trenches."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.kernel.event import Line
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.tables import TABLES
from longroll.systems.chickasaw_bayou.terrain import TRENCHES

TRENCH = "trench"


def works(state: State, hex: Hex) -> Iterator[str]:
    """Fire and assaults against a Trench shift two columns left. [chickasaw_bayou:2.10d.1]"""
    if hex in TRENCHES:
        yield TRENCH


def cohesion_lines(state: State, unit: int, attacking: bool) -> Iterator[Line]:
    """Confederates in a Trench are steadier, but not where they attack out of it; the Union never.

    [chickasaw_bayou:2.10d.2] [chickasaw_bayou:2.10d.3] [chickasaw_bayou:2.10d.4]
    """
    added = TABLES.trench.cohesion(state.piece(unit).side)
    if added and not attacking and state.hex_of(unit) in TRENCHES:
        yield Line(added, "in a Trench", "chickasaw_bayou:2.10d.2")


RULES = Rules[State](works=works, cohesion_lines=cohesion_lines)
