"""Whether a unit is surrounded. (MK-M45)"""

from __future__ import annotations

from longroll.miniatures import ring
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.morale.results import SURROUNDED_WITHIN, WAY_OUT
from longroll.systems.mckie.table.state import State


def is_surrounded(state: State, id: str) -> bool:
    """Whether no straight way leads out between the enemies near a unit. Troops in flight and
    wagons bar no way. [mckie:morale.result.m3d] [mckie:morale.result.m7c] (MK-M45)"""
    around = (state.units[other] for other in state.enemies_of(state.units[id].side))
    enemies = [enemy for enemy in around if _holds(enemy)]
    return ring.is_surrounded(state, id, enemies, SURROUNDED_WITHIN, WAY_OUT)


def _holds(enemy: Unit) -> bool:
    return enemy.standing in ("steady", "retiring") and enemy.arm != "wagon"
