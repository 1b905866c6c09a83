"""Step 14: every morale test that is still due, one for each unit. [mckie:period.14]"""

from __future__ import annotations

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.morale.results import Retest, bars_to_rally
from longroll.systems.mckie.morale.rules import Reason, end_reasons
from longroll.systems.mckie.retreat.retreating import carry_out
from longroll.systems.mckie.table.state import State


def tests(state: State) -> list[Ask | Do]:
    return [TestTheOthers()]


def due(state: State, id: str) -> tuple[Reason, ...]:
    """Why a unit tests now: for its losses, for friends that rout near by, or to rally; wagons
    and gunboats never do.

    A screen tests by itself, like any other unit. [mckie:form.skirm.4]
    Nobody tests twice in the last two steps. A broken unit tests only when it may rally.
    [mckie:morale.when.5] [mckie:morale.when.6] [mckie:morale.when.7] [mckie:period.14n1]
    [mckie:morale.result.m3c] [mckie:morale.result.m7b] (MK-M43)
    """
    unit = state.units[id]
    if "tested" in unit.felt or unit.arm in ("wagon", "gunboat"):
        return ()
    reasons = end_reasons(
        lost_melee="lost_melee" in unit.felt,
        lost_figures="lost_figures" in unit.felt,
        tested_when_hit_charging="tested_when_hit" in unit.felt,
        friends=testing.friends_near(state, id),
    )
    if unit.standing not in ("retreating", "routing"):
        return reasons
    return (*reasons, "rally") if may_rally(state, id) else ()


def may_rally(state: State, id: str) -> bool:
    """Whether a unit in flight may test to rally. [mckie:morale.when.6] (MK-M43)"""
    unit = state.units[id]
    retest: Retest = "with_general" if unit.lost_heart else "each_period"
    return not bars_to_rally(
        unit.standing,
        retest,
        first_period=unit.broke >= state.period,
        with_general=testing.leader(state, id) == "in_chain",
    )


class TestTheOthers(Do, frozen=True):
    """All of them at once: a unit that breaks here affects its neighbours in the next period.
    [mckie:period.14] [mckie:melee.res.5] (MK-M42)"""

    def run(self, state: State, umpire: Umpire) -> None:
        waiting = [(id, reasons) for id in state.present() if (reasons := due(state, id))]
        results = [(id, testing.test(state, id, reasons, umpire)) for id, reasons in waiting]
        for id, result in results:
            in_melee = bool(state.opponents(id)) or result.result == "rout"
            carry_out(state, id, result, umpire, at_once=in_melee)


STEPS = (TestTheOthers,)
