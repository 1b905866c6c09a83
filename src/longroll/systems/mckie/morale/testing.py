"""Morale on the table: the facts of a test by measuring, and the test itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import Felt, Unit
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.dice import average_die
from longroll.systems.mckie.melee.results import Verdict
from longroll.systems.mckie.melee.rules import Leader
from longroll.systems.mckie.morale import results as morale_results
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale.results import MoraleResult
from longroll.systems.mckie.morale.rules import (
    FRIENDS_WITHIN,
    REASON_RULES,
    Friend,
    MoraleTest,
    Reason,
)
from longroll.systems.mckie.retreat import ring
from longroll.systems.mckie.screens.rules import left_with_screen
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

_VERDICTS: dict[Felt, Verdict] = {
    "won_melee": "won",
    "lost_melee": "lost",
    "drew_melee": "drawn",
}


def bars_to_advance(state: State, id: str, after: Unit) -> Iterator[Refusal]:
    """Why the last score of a unit keeps it from being as `after`. [mckie:morale.result.0a]"""
    score = state.units[id].last_score
    if score is None or morale_results.row_of(score).result != "no_advance":
        return
    if radius.draws_nearer(state, id, after):
        yield Refusal("mckie:morale.result.0a", f"its morale of {score} does not let it advance")


# The facts


def facts(state: State, id: str, reasons: Iterable[Reason]) -> MoraleTest:
    """The facts that a unit's test needs, measured now. [mckie:morale.test.1] (MK-M41, MK-M42)"""
    unit = state.units[id]
    return MoraleTest(
        reasons=tuple(reasons),
        unit=morale.Unit(
            quality=unit.quality,
            original=unit.original,
            remaining=strength_left(state, id),
            formation=unit.formation,
            cover=field.cover_of(state, unit),
            fatigued=unit.fatigued,
            state=unit.standing,
            general=leader(state, id),
        ),
        nearest_enemy=field.nearest_enemy(state, id),
        charge=charge_facts(state, id),
        hit_charging=was_hit_charging(state, id),
        charged=is_charged(state, id),
        advancing="advanced" in unit.felt,
        under_artillery_fire="under_artillery_fire" in unit.felt,
        passed_through="passed_through" in unit.felt,
        struck_from=struck_from(state, id),
        melee=next((_VERDICTS[mark] for mark in _VERDICTS if mark in unit.felt), None),
        friends=friends_near(state, id),
    )


def strength_left(state: State, id: str) -> int:
    """The figures a unit counts for its losses: its own, and those of its screens.
    [mckie:form.skirm.5] (MK-M28)"""
    unit = state.units[id]
    screens = sum(
        other.figures
        for other in state.units.values()
        if other.parent == id and other.place == "table"
    )
    return min(unit.original, left_with_screen(unit.figures, screens))


def leader(state: State, id: str) -> Leader | None:
    """The general with a unit: one of its direct line of command before any other; one who does
    not command yet leads nobody. [mckie:morale.factor.general] [mckie:risk.4]"""
    division = state.units[id].division
    found: Leader | None = None
    for who, general in state.commanders.items():
        if general.joined == id and general.place == "table":
            if division in general.divisions and not any(radius.bars_to_command(state, who)):
                return "in_chain"
            found = "other"
    return found


def charge_facts(state: State, id: str) -> morale.Charge | None:
    """The unit's own charge, while it goes on. [mckie:morale.factor.chargeflank]
    [mckie:morale.factor.chargefatigued]"""
    charge = state.charge_of(id)
    if charge is None or charge.halted:
        return None
    return morale.Charge(charge.struck, state.units[charge.target].fatigued)


def was_hit_charging(state: State, id: str) -> bool:
    """Whether a unit lost figures to fire in the charge that it makes.
    [mckie:morale.factor.chargehit] (MK-M41)"""
    return "tested_when_hit" in state.units[id].felt and charge_facts(state, id) is not None


def is_charged(state: State, id: str) -> bool:
    """Whether somebody charges a unit and has not given up. [mckie:morale.result.m3a]"""
    return any(not charge.halted for charge in state.chargers_of(id))


def struck_from(state: State, id: str) -> Literal["flank", "rear"] | None:
    """Where a unit was attacked or fired on this period, if not in front.
    [mckie:morale.factor.flanked]"""
    felt = state.units[id].felt
    if "struck_rear" in felt:
        return "rear"
    return "flank" if "struck_flank" in felt else None


def friends_near(state: State, id: str) -> tuple[Friend, ...]:
    """Friendly units in retreat or rout that are near and in sight.
    [mckie:morale.factor.friends] [mckie:morale.when.5]"""
    unit = state.units[id]
    near = []
    for other in state.of_side(unit.side):
        friend = state.units[other]
        if other == id or friend.standing not in ("retreating", "routing"):
            continue
        if field.are_within(unit, friend, FRIENDS_WITHIN) and field.sees(state, id, other):
            near.append(Friend(friend.standing, field.gap(unit, friend)))
    return tuple(near)


# The test


#: The mark that a test leaves, so that no unit tests twice for the same thing.
_MARKS: dict[Reason, Felt] = {
    "charger_hit": "tested_when_hit",
    "melee_lost": "tested",
    "friends_routing": "tested",
    "losses": "tested",
    "rally": "tested",
}


def test(state: State, id: str, reasons: Iterable[Reason], umpire: Umpire) -> MoraleResult:
    """A unit tests its morale: the die, the ledger and what the score makes it do.

    The score is kept for what it bars, and the test is marked; the caller carries out the result.
    [mckie:morale.test.1] (MK-M42, MK-M44)
    """
    unit = state.units[id]
    test = facts(state, id, reasons)
    roll = average_die(umpire, f"morale of {unit.title}")
    lines = tuple(morale.score(test, roll.value))
    score = sum(line.value for line in lines)
    flees = morale_results.row_of(score).result in ("retreat", "rout_off")
    surrounded = flees and ring.is_surrounded(state, id)
    situation = morale_results.situation_of(test, surrounded=surrounded, arm=unit.arm)
    result = morale_results.verdict(score, situation)
    state.change(id, last_score=score, scored_in=state.period)
    state.mark(id, felt={_MARKS[reason] for reason in test.reasons if reason in _MARKS})
    umpire.tell(
        MoraleTested(
            rules=(*(REASON_RULES[reason] for reason in test.reasons), *result.rules),
            rolls=(roll,),
            unit=id,
            title=unit.title,
            reasons=test.reasons,
            score=score,
            result=result.result,
            lines=lines,
        )
    )
    return result
