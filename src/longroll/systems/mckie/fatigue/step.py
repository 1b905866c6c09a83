"""Step 12: fatigue from what units did in the period. [mckie:period.12]"""

from __future__ import annotations

from typing import ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.dice import Roll
from longroll.kernel.event import Effect
from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.table.state import State


class Tired(UnitEvent, frozen=True, kw_only=True):
    """A unit was checked for fatigue. [mckie:fat.when]"""

    topic: ClassVar[str] = "fatigue"

    fatigued: bool

    def text(self) -> str:
        return f"{self.title} is {'' if self.fatigued else 'not '}fatigued."

    def effect(self) -> Effect | None:
        return Effect("other" if self.fatigued else "nothing", self.text())


class Rested(UnitEvent, frozen=True, kw_only=True):
    """A unit has rested for a whole period. [mckie:fat.recover.2]"""

    def text(self) -> str:
        return f"{self.title} has rested and is in good order."


def check(state: State) -> list[Ask | Do]:
    """The step: every unit that did something tiring, before melee results are applied.
    [mckie:period.12] [mckie:melee.fatiguefirst]"""
    return [CheckFatigue()]


class CheckFatigue(Do, frozen=True):
    """One die for each unit, for the most tiring thing it did; a fatigued unit does not roll.
    [mckie:fat.when] [mckie:fat.1] [mckie:fat.2] [mckie:fat.3]"""

    def run(self, state: State, umpire: Umpire) -> None:
        for id in state.present():
            unit = state.units[id]
            row = fatigue.worst(unit.did, unit.grounds)
            if row is None or unit.fatigued or unit.arm == "wagon":
                continue
            rolls: tuple[Roll, ...] = ()
            if fatigue.calls_for_die(row):
                rolls = (ten_sided(umpire, f"fatigue of {unit.title}", at_most=row.fatigued_to),)
            tired = fatigue.becomes_fatigued(row, rolls[0].value if rolls else None)
            state.change(id, fatigued=tired)
            umpire.tell(
                Tired(rules=(row.rule,), rolls=rolls, unit=id, title=unit.title, fatigued=tired)
            )


def rest(state: State, umpire: Umpire) -> None:
    """At the end of the period: units that stayed still and did nothing are no longer fatigued.
    [mckie:fat.recover.1] [mckie:fat.recover.2]"""
    for id in state.present():
        unit = state.units[id]
        if unit.fatigued and fatigue.rests(unit.did, formed=unit.formed):
            state.change(id, fatigued=False)
            umpire.tell(Rested(rules=("mckie:fat.recover.2",), unit=id, title=unit.title))


STEPS = (CheckFatigue,)
