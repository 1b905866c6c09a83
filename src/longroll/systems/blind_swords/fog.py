"""Fog."""
from __future__ import annotations
from longroll.kernel.system import Chance
from longroll.systems.blind_swords.state import State
def as_seen(state: State, side: str) -> State:
    return state
def reshuffle(state: State, side: str, chance: Chance) -> State:
    return state
