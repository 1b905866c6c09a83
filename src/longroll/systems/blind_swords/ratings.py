"""12.2.1 The modified Cohesion Rating."""

from __future__ import annotations

from longroll.kernel.event import Line
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.support import is_supported

_STATUS = {1: ("shaken", "Shaken"), 2: ("disrupted", "Disrupted")}


def unsupported_lines(state: State, unit: int) -> list[Line]:
    """What a unit without Support loses. [blind_swords:12.4.4]"""
    if is_supported(state, unit):
        return []
    return [Line(COHESION.modifiers["unsupported"].cohesion, "unsupported", "blind_swords:12.4.4")]


def rating_lines(state: State, unit: int, attacking: bool = False) -> list[Line]:
    """What changes the printed Cohesion Rating of a unit, which may attack in close combat.

    [blind_swords:12.2.1] [blind_swords:12.5.2]
    """
    lines: list[Line] = []
    hits = state.units[unit].hits
    if hits:
        key, words = _STATUS[hits]
        lines.append(Line(COHESION.modifiers[key].cohesion, words, "blind_swords:12.5.3"))
    lines += unsupported_lines(state, unit)
    lines += state.game.rules.cohesion_lines(state, unit, attacking)
    return lines


def rating(state: State, unit: int, attacking: bool = False) -> int:
    """The modified Cohesion Rating. [blind_swords:12.2.1]"""
    lines = rating_lines(state, unit, attacking)
    return state.printed_cohesion(unit) + sum([line.value for line in lines])
