"""What the rules call for, and in which step, so that the umpire can remind the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.morale import results as morale_results
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.morale.results import Retest
from longroll.systems.mckie.morale.rules import REASON_RULES, Friend, Reason, end_reasons
from longroll.systems.mckie.umpire.state import State

#: The step in which a test for a reason is taken; other reasons belong to the last step.
#: [mckie:period.9] [mckie:period.10] [mckie:period.13] [mckie:period.14]
_STEPS: dict[Reason, str] = {
    "charger_hit": "chargers_test",
    "receive_charge": "receivers_test",
    "melee_lost": "melee_results",
}
LAST = "other_morale"


class Due(msgspec.Struct, frozen=True):
    """Something a unit has to do: a morale test, a check of fatigue, dice for its generals."""

    unit: str
    verb: str
    step: str
    rule: str
    reasons: tuple[Reason, ...] = ()


def step_of(reasons: Sequence[Reason]) -> str:
    return next((_STEPS[reason] for reason in reasons if reason in _STEPS), LAST)


def all_due(state: State) -> list[Due]:
    """Everything that is due in this period, by unit in the order of the roster."""
    led = {one.joined for one in state.commanders.values() if one.place == "table"}
    found = [Due(id, "risk", state.step, "mckie:risk.1") for id in state.at_risk if id in led]
    for id in state.present():
        for reasons in reasons_due(state, id):
            rule = REASON_RULES[reasons[0]]
            found.append(Due(id, "morale", step_of(reasons), rule, tuple(reasons)))
        row = tiring(state, id)
        if row is not None:
            found.append(Due(id, "fatigue", "fatigue", row.rule))
    return found


def tiring(state: State, id: str) -> fatigue.Tiring | None:
    """The row of the fatigue table for which a unit is still to be checked. [mckie:fat.when]"""
    unit = state.units[id]
    if unit.fatigued or unit.arm == "wagon" or id in state.checked:
        return None
    return fatigue.worst(unit.did, unit.grounds)


def reasons_due(
    state: State, id: str, friends: Sequence[Friend] = ()
) -> Iterator[tuple[Reason, ...]]:
    """The reasons of each test that a unit still has to take; `friends` are those near it.
    [mckie:period.14n1] (MK-M42)"""
    unit = state.units[id]
    if unit.arm in ("wagon", "gunboat"):
        return
    charge = state.charge_of(id)
    on = charge is not None and not charge.halted
    hit = on and "lost_figures" in unit.felt
    if hit and "tested_when_hit" not in unit.felt:
        yield ("charger_hit",)
    coming = [one for one in state.chargers_of(id) if not one.halted]
    waits = any(one.response != "evade" for one in coming) and id not in state.received
    if waits and unit.standing == "steady" and id not in state.tallies:
        yield ("receive_charge",)
    if "tested" in unit.felt:
        return
    reasons = end_reasons(
        lost_melee="lost_melee" in unit.felt,
        lost_figures="lost_figures" in unit.felt,
        tested_when_hit_charging=hit or "tested_when_hit" in unit.felt,
        friends=friends,
    )
    if unit.standing in ("retreating", "routing"):
        reasons = () if any(bars_to_rally(state, id)) else (*reasons, "rally")
    if reasons:
        yield reasons


def bars_to_rally(state: State, id: str) -> list[Refusal]:
    """Why a unit may not test to rally. [mckie:morale.when.6] (MK-M43)"""
    unit = state.units[id]
    retest: Retest = "with_general" if unit.lost_heart else "each_period"
    return morale_results.bars_to_rally(
        unit.standing,
        retest,
        first_period=unit.broke >= state.period,
        with_general=testing.leader(state, id) == "in_chain",
    )
