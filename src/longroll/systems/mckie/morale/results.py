"""The morale results table: what a unit does with its score."""

from __future__ import annotations

from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.morale.rules import MORALE_FILE, MoraleTest, Row
from longroll.systems.mckie.words import GUNS, Arm, Formation, State

Result = Literal[
    "obey", "no_charge", "no_advance", "retire", "retreat", "rout", "rout_off", "surrender"
]
#: When a unit may test to rally: every period, only with a general of its chain, or never.
Retest = Literal["each_period", "with_general"]
Guns = Literal["may_limber", "may_not_limber", "abandoned"]

#: A unit is surrounded if no straight path this wide leads away... (MK-M45)
WAY_OUT = MORALE_FILE.surrounded.width * INCH
#: ...from all enemies this near. (MK-M45)
SURROUNDED_WITHIN = MORALE_FILE.surrounded.reach * INCH


class Situation(msgspec.Struct, frozen=True):
    """What the results table needs besides the score."""

    being_charged: bool = False
    in_melee: bool = False
    surrounded: bool = False
    formation: Formation = "line"
    arm: Arm = "infantry"


def situation_of(test: MoraleTest, *, surrounded: bool = False, arm: Arm = "infantry") -> Situation:
    """The situation of a unit that tests: charged, or in a melee this period. (MK-M41)"""
    return Situation(
        being_charged=test.being_charged,
        in_melee=test.verdict is not None,
        surrounded=surrounded,
        formation=test.unit.formation,
        arm=arm,
    )


class MoraleResult(msgspec.Struct, frozen=True):
    """What a unit does, when it may test again, what becomes of its guns, and the rules."""

    result: Result
    rules: tuple[str, ...]
    retest: Retest | None = None
    guns: Guns | None = None

    @property
    def survives(self) -> bool:
        """Whether it stays where it is, or only gives ground."""
        return self.result in ("obey", "no_charge", "no_advance", "retire")


def row_of(score: int) -> Row:
    """The row of the table. [mckie:morale.result.4] [mckie:morale.result.1a]
    [mckie:morale.result.0a] [mckie:morale.result.m3b] [mckie:morale.result.m7a]

    >>> [row_of(score).result for score in (4, 3, 0, -3, -7)]
    ['obey', 'no_charge', 'no_advance', 'retreat', 'rout_off']
    """
    return next(row for row in MORALE_FILE.results if row.lowest is None or score >= row.lowest)


def verdict(score: int, situation: Situation) -> MoraleResult:
    """What the score makes the unit do in its situation."""
    row = row_of(score)
    if row.result == "no_advance":
        return _shaken(row, situation)
    if row.result == "retreat":
        return _retreats(row, situation)
    if row.result == "rout_off":
        return _routs_off(row, situation)
    return MoraleResult(row.result, (row.rule,))


def _shaken(row: Row, situation: Situation) -> MoraleResult:
    """[mckie:morale.result.0a] [mckie:morale.result.0c]"""
    if situation.being_charged and situation.formation == "skirmish":
        return MoraleResult("retire", ("mckie:morale.result.0c",))
    return MoraleResult("no_advance", (row.rule,))


def _retreats(row: Row, situation: Situation) -> MoraleResult:
    """[mckie:morale.result.m3a] [mckie:morale.result.m3b] [mckie:morale.result.m3c]
    [mckie:morale.result.m3d] [mckie:morale.result.m3e] (MK-M43)
    """
    if situation.surrounded:
        return MoraleResult("surrender", ("mckie:morale.result.m3d",))
    rules, guns = ["mckie:morale.result.m3c"], None
    if _has_guns(situation.arm):
        guns = _limbering(situation.being_charged)
        rules.append("mckie:morale.result.m3e")
    if situation.being_charged or situation.in_melee:
        return MoraleResult("rout", ("mckie:morale.result.m3a", *rules), "each_period", guns)
    return MoraleResult("retreat", (row.rule, *rules), "each_period", guns)


def _limbering(being_charged: bool) -> Guns:
    return "may_not_limber" if being_charged else "may_limber"


def _routs_off(row: Row, situation: Situation) -> MoraleResult:
    """[mckie:morale.result.m7a] [mckie:morale.result.m7b] [mckie:morale.result.m7c]
    [mckie:morale.result.m7d]
    """
    guns: Guns | None = "abandoned" if _has_guns(situation.arm) else None
    rules = ("mckie:morale.result.m7d",) if guns else ()
    if situation.surrounded:
        return MoraleResult("surrender", ("mckie:morale.result.m7c", *rules), None, guns)
    return MoraleResult(
        "rout_off", (row.rule, "mckie:morale.result.m7b", *rules), "with_general", guns
    )


def _has_guns(arm: Arm) -> bool:
    return arm in GUNS or arm == "artillery_crew"


def state_after(result: Result) -> State | None:
    """The state a result puts a unit in; None if it is off the table.

    A unit stops retreating on -2 or better. [mckie:morale.result.m3c] (MK-M43)
    """
    states: dict[Result, State] = {
        "retire": "retiring",
        "retreat": "retreating",
        "rout": "routing",
        "rout_off": "routing",
    }
    return None if result == "surrender" else states.get(result, "steady")


def bars_to_rally(
    state: State, retest: Retest | None, *, first_period: bool, with_general: bool
) -> list[Refusal]:
    """Why a retreating or routing unit may not test to rally now.

    `first_period`: it has not yet moved off for a whole period. `with_general`: a commanding
    general of its direct line of command has joined it. [mckie:morale.when.6]
    [mckie:morale.result.m3c] [mckie:morale.result.m7b] (MK-M43)
    """
    if state not in ("retreating", "routing"):
        return [Refusal("mckie:morale.when.6", "the unit is neither retreating nor routing")]
    if first_period:
        return [Refusal("mckie:morale.result.m3c", "it must first move away for a whole period")]
    if retest == "with_general" and not with_general:
        return [
            Refusal(
                "mckie:morale.result.m7b", "no general of its direct line of command is with it"
            )
        ]
    return []
