"""Figures that are lost, and generals who were with them."""

from __future__ import annotations

from longroll.systems.mckie.casualties import hurt
from longroll.systems.mckie.risk.rules import Danger
from longroll.systems.mckie.risk.step import roll_for_generals
from longroll.systems.mckie.umpire.entries.reading import Hand
from longroll.systems.mckie.umpire.state import State, Strength


def endanger(state: State, id: str, danger: Danger) -> None:
    """A general with that unit has to roll. [mckie:risk.1]"""
    if any(one.joined == id and one.place == "table" for one in state.commanders.values()):
        state.at_risk = {**state.at_risk, id: danger}


def take(state: State, id: str, figures: int, umpire: Hand, *, captured: int = 0) -> None:
    """Take figures off, and remember what the unit had when the step began. (MK-M16)

    A unit with nobody left may still fire in this step.
    """
    unit = state.units[id]
    if unit.place != "table":
        return
    if figures >= unit.figures and id in state.at_risk:
        # A general of a unit that is wiped out was with it: he rolls before it is gone.
        danger = state.at_risk[id]
        state.at_risk = {other: why for other, why in state.at_risk.items() if other != id}
        roll_for_generals(state, (id,), danger, umpire)
    if id not in state.before and figures + captured:
        state.before = {**state.before, id: Strength(unit.figures, unit.crews)}
    hurt.lose(state, id, figures, umpire, captured=captured)
