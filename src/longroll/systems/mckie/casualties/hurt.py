"""Figures that leave the table, for whatever reason: the one place where units lose them."""

from __future__ import annotations

from longroll.kernel.agenda import Umpire
from longroll.systems.mckie.army.units import horse_holders, lose_crew
from longroll.systems.mckie.charge.events import UnitLost
from longroll.systems.mckie.table.state import State


def lose(state: State, id: str, figures: int, umpire: Umpire, *, captured: int = 0) -> int:
    """Take figures off a unit, and `captured` more as prisoners; return how many it really lost.

    A battery loses crewmen from its last gun, a unit without figures is gone. What it loses is
    marked for its morale. [mckie:rem.strength] [mckie:rem.stand] [mckie:rem.gun3]
    [mckie:prisoners.1] [mckie:loss.3]
    """
    unit = state.units[id]
    fallen = min(figures, unit.figures)
    taken = min(captured, unit.figures - fallen)
    lost = fallen + taken
    if lost <= 0:
        return 0
    left = unit.figures - lost
    state.change(
        id,
        figures=left,
        crews=lose_crew(unit.crews, lost),
        captured=unit.captured + taken,
        empty=min(unit.empty, left),
        # Fewer horses are left to hold, so holders that are no longer needed fight.
        holders=min(unit.holders, horse_holders(left)),
    )
    mark_losses(state, id)
    if left == 0:
        state.remove(id, "destroyed")
        umpire.tell(UnitLost(rules=("mckie:rem.strength",), unit=id, title=unit.title))
    return lost


def mark_losses(state: State, id: str) -> None:
    """A unit has lost figures; those of a screen also count as losses of its parent.
    [mckie:form.skirm.5] (MK-M28)"""
    parent = state.units[id].parent
    for one in (id, *([parent] if parent in state.present() else [])):
        state.mark(one, felt=("lost_figures",))
