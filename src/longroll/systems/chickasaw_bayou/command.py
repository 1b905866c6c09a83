"""17.6i Command: Sherman's clear orders make the Union quicker in the first turns of the assault.

Who commands which brigade, and who may declare Command Clarity, is in the scenario files.
[chickasaw_bayou:17.1d] [chickasaw_bayou:17.3d] [chickasaw_bayou:17.4d] [chickasaw_bayou:17.4e]
[chickasaw_bayou:17.5d] [chickasaw_bayou:17.6d] [chickasaw_bayou:17.6e]
"""

from __future__ import annotations

from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.state import State


def command_bonus(state: State, side: str) -> int:
    """What a turn adds to every rating of a side, CiC included; Clarity needs no roll at all.

    [chickasaw_bayou:17.6i.1] [chickasaw_bayou:17.6i.2]
    """
    scenario = setting(state.scenario, state.options)
    return scenario.bonus(side, scenario.clock(state.turn))  # type: ignore[arg-type]


RULES = Rules[State](command_bonus=command_bonus)
