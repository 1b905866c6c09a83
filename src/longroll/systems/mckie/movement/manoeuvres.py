"""Manoeuvres: what changes of facing and formation cost, and how they leave a unit.

A cost is a share of the period, in hundredths; what is left is moved at the rate of the formation
then in use. (MK-M47)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.movement.rates import COSTS, IN_FLIGHT, Cost
from longroll.systems.mckie.words import GUNS, Arm, Formation, State

Manoeuvre = Literal[
    "turn",
    "form_line",
    "form_column",
    "form_attack_column",
    "form_road_march",
    "form_supported_line",
    "form_extended",
    "form_skirmish",
    "mount",
    "dismount",
    "limber",
    "unlimber",
    "pass_lines",
    "detach_screen",
    "recall_screen",
]

FORMS: Mapping[Manoeuvre, Formation] = {
    "form_line": "line",
    "form_supported_line": "supported_line",
    "form_column": "column",
    "form_attack_column": "attack_column",
    "form_road_march": "road_march",
    "form_extended": "extended",
    "form_skirmish": "skirmish",
}
#: Formations whose stands follow their head round a corner. (MK-M48)
COLUMNS: tuple[Formation, ...] = ("column", "attack_column", "road_march", "limbered")


class Posture(msgspec.Struct, frozen=True):
    """The arm and formation of a unit; mounted and dismounted cavalry are two arms."""

    arm: Arm
    formation: Formation


class Manoeuvred(msgspec.Struct, frozen=True):
    """A unit's posture after its manoeuvres, what each cost, and the share of its move left."""

    posture: Posture
    costs: tuple[Line, ...]

    @property
    def left(self) -> int:
        return 100 + sum(line.value for line in self.costs)


def manoeuvred(
    posture: Posture, manoeuvres: Sequence[Manoeuvre], state: State = "steady"
) -> Manoeuvred | Refusal:
    """A unit after manoeuvres made in order, or why they cannot all be made in one period.
    [mckie:man.faceaway] (MK-M47, MK-M48)

    >>> done = manoeuvred(Posture("infantry", "line"), ["turn", "form_column"])
    >>> done.posture.formation, done.left
    ('column', 25)
    """
    costs: list[Line] = []
    turns_away = state in IN_FLIGHT
    for one in manoeuvres:
        if one == "turn" and turns_away:
            costs.append(Line(0, "the first turn away from the enemy", "mckie:man.faceaway"))
            turns_away = False
            continue
        done = _manoeuvre(posture, one)
        if isinstance(done, Refusal):
            return done
        posture, lines = done
        costs += lines
    if sum(line.value for line in costs) < -100:
        most = min(costs, key=lambda line: line.value)
        return Refusal(most.rule, "the manoeuvres take more than a whole period")
    return Manoeuvred(posture, tuple(costs))


def _manoeuvre(posture: Posture, one: Manoeuvre) -> tuple[Posture, list[Line]] | Refusal:
    arm = posture.arm
    if one in FORMS:
        return _form(posture, FORMS[one])
    if one in ("mount", "dismount"):
        return _mount(posture, one)
    if one in ("limber", "unlimber"):
        return _limber(posture, one)
    if arm in ("general", "courier"):
        # A single figure may face any way and ride between the stands.
        return posture, []
    if one == "turn":
        return posture, [_line(COSTS.turn, one)]
    if one == "pass_lines":
        free = posture.formation == "skirmish"
        return posture, [_line(COSTS.skirmishers_pass if free else COSTS.pass_lines, one)]
    if arm in GUNS or arm == "wagon":
        return Refusal(COSTS.screen.rule, f"{arm.replace('_', ' ')} cannot send out skirmishers")
    return posture, [_line(COSTS.screen, one)]


def _form(posture: Posture, formation: Formation) -> tuple[Posture, list[Line]] | Refusal:
    barred = bar_to_adopt(posture.arm, formation)
    if barred is None and posture.formation == "unlimbered":
        barred = Refusal("mckie:man.limber", "the guns are unlimbered")
    if barred is not None:
        return barred
    costs = change_costs(posture.formation, formation)
    name = f"form_{formation}"
    return Posture(posture.arm, formation), [_line(cost, name) for cost in costs]


def change_costs(before: Formation, after: Formation) -> list[Cost]:
    """What a change of formation costs. Between column and supported line a unit passes through
    line; columns change their width at no cost.
    [mckie:man.linecol] [mckie:man.support] [mckie:man.extended] [mckie:man.skirmish]

    >>> [cost.share for cost in change_costs("column", "supported_line")]
    [50, 25]
    """
    if before == after:
        return []
    if "skirmish" in (before, after):
        return [COSTS.skirmish]
    if "extended" in (before, after):
        return [COSTS.extended]
    costs = []
    if (before in COLUMNS) != (after in COLUMNS):
        costs.append(COSTS.line_column)
    if (before == "supported_line") != (after == "supported_line"):
        costs.append(COSTS.line_supported)
    return costs


def _mount(posture: Posture, one: Manoeuvre) -> tuple[Posture, list[Line]] | Refusal:
    """[mckie:man.mount]"""
    saddle, afoot = _mounts(posture)
    before, after = (afoot, saddle) if one == "mount" else (saddle, afoot)
    if posture != before:
        return Refusal(COSTS.mount.rule, f"{posture.arm.replace('_', ' ')} cannot {one}")
    barred = bar_to_adopt("cavalry", saddle.formation) if saddle.arm == "cavalry" else None
    return barred or (after, [_line(COSTS.mount, one)])


def _mounts(posture: Posture) -> tuple[Posture, Posture]:
    """A unit in the saddle, and on foot."""
    if posture.arm == "general":
        return Posture("general", "mounted"), Posture("general", "dismounted")
    return (
        Posture("cavalry", posture.formation),
        Posture("dismounted_cavalry", posture.formation),
    )


def _limber(posture: Posture, one: Manoeuvre) -> tuple[Posture, list[Line]] | Refusal:
    """[mckie:man.limber] [mckie:man.siege]"""
    cost = COSTS.limber_siege if posture.arm == "siege_artillery" else COSTS.limber_field
    if posture.arm not in GUNS:
        return Refusal(cost.rule, f"{posture.arm.replace('_', ' ')} has no guns to {one}")
    if (posture.formation == "unlimbered") != (one == "limber"):
        return Refusal(cost.rule, f"the guns are already {posture.formation.replace('_', ' ')}")
    after: Formation = "limbered" if one == "limber" else "unlimbered"
    return Posture(posture.arm, after), [_line(cost, one)]


def _line(cost: Cost, name: str) -> Line:
    return Line(-cost.share, name.replace("_", " "), cost.rule)


# Passage of lines


def passage_cost(mover: Formation, passed: Formation) -> Cost:
    """What passing through friends costs either unit of its move; skirmishers pass, and are
    passed, at no cost. [mckie:pass.1] [mckie:pass.2]

    >>> passage_cost("line", "line").share, passage_cost("line", "skirmish").share
    (50, 0)
    """
    return COSTS.skirmishers_pass if "skirmish" in (mover, passed) else COSTS.pass_lines


def bar_to_pass_lines(*, ends_clear: bool, either_charges: bool = False) -> Refusal | None:
    """Why two units may not pass through each other. [mckie:pass.3] [mckie:pass.4]"""
    if not ends_clear:
        return Refusal("mckie:pass.3", "both units must be clear of each other at the end")
    if either_charges:
        return Refusal("mckie:pass.4", "a unit that passes lines cannot charge in that period")
    return None
