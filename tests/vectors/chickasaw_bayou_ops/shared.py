"""What the operations of Chickasaw Bayou have in common."""

from __future__ import annotations

from typing import Any

from longroll.systems.chickasaw_bayou.options import Options
from longroll.systems.chickasaw_bayou.scenario import Scenario, scenario
from longroll.systems.chickasaw_bayou.system import system
from longroll.systems.chickasaw_bayou.terrain import GRID
from tests.vectors.blind_swords_ops.scene import SLUGS
from tests.vectors.blind_swords_ops.shared import WAIT
from tests.vectors.runner import Key, Operations
from tests.vectors.runner import required as req

OPERATIONS = Operations()
operation = OPERATIONS.operation

SCENARIO = req(*SLUGS)
HEX: Key = req(*GRID.hexes)
CLOCK = req(str)


def setting(number: str) -> Scenario:
    """A scenario by its number."""
    return scenario(SLUGS[number])


def set_up(number: str, turn: int = 1) -> Any:
    """The state of a scenario as it is set up, on a turn, with nothing to come."""
    state: Any = system.start(SLUGS[number], Options())
    state.turn, state.agenda = turn, [WAIT]
    return state
