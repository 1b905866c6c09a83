"""26.2 Straggler recovery, phase K of the night: men find their way back to their regiments."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.kernel.agenda import Do, Phase, Umpire
from longroll.kernel.event import Detail, Effect, Event, Line
from longroll.kernel.naming import SideName
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.events import Name, name
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY

#: The lowest die that recovers a point. [corinth:26.22]
NEEDED = 5


def has_fired(state: State, units: Sequence[int], kind: str) -> None:
    """Units that fire at night cannot recover stragglers. [corinth:26.21.2]"""
    if state.game.is_night(state.turn):
        state.awake |= set(units)


def is_eligible(state: State, unit: int) -> bool:
    """Whether a unit may look for its stragglers now.

    It must be infantry or cavalry with two points missing, one of them not captured, and have
    neither moved nor fired since its last chance, a Game-Turn ago, because each side has its own
    phase for it. At least one loss is permanent (GB-D30). Guns and crews recover nothing.
    [corinth:26.21.1] [corinth:26.21.2] [corinth:26.25] [corinth:26.26] [corinth:26.27]
    """
    unit_now = state.units[unit]
    return (
        state.piece(unit).kind in (INFANTRY, CAVALRY)
        and not unit_now.fate
        and unit_now.strength > 0
        and unit_now.killed > 0
        and state.lost(unit) > 1
        and not unit_now.moved
        and unit not in state.awake
    )


def die_lines(state: State, unit: int) -> tuple[Line, ...]:
    """What is subtracted from the die: a brigade broken by day counts as broken all night (GB-D31).

    [corinth:26.23]
    """
    brigade = state.brigades.get(state.piece(unit).brigade)
    if brigade is None or not brigade.broke_first_day:
        return ()
    return (Line(-1, "its brigade broke on the first day", "corinth:26.23"),)


class StragglersSought(Event, frozen=True, kw_only=True):
    unit: Name
    lines: tuple[Line, ...]
    found: bool
    strength: int

    def text(self) -> str:
        if not self.found:
            return f"{self.unit} finds no stragglers."
        return f"{self.unit} recovers a Strength Point and has {self.strength}."

    def details(self) -> list[Detail]:
        return [*super().details(), *map(Line.detail, self.lines)]

    def effect(self) -> Effect | None:
        return Effect("other", self.text()) if self.found else None

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


def seek(state: State, unit: int, umpire: Umpire) -> None:
    """Roll for a unit; a recovered point is no longer a loss, for it or for its brigade (GB-D49).

    An independent unit has only its own record. [corinth:26.22] [corinth:26.24] [corinth:26.25]
    [corinth:roster.3] [corinth:roster.5]
    """
    lines = die_lines(state, unit)
    added = sum(line.value for line in lines)
    roll = umpire.roll(f"stragglers of {state.piece(unit).title}", at_most=NEEDED - 1 - added)
    found = roll.value + added >= NEEDED
    before = state.units[unit]
    if found:
        state.change(unit, strength=before.strength + 1, killed=before.killed - 1)
        slug = state.piece(unit).brigade
        if slug in state.brigades:
            state.set_brigade(slug, boxes=state.brigades[slug].boxes - 1)
    umpire.tell(
        StragglersSought(
            rules=("corinth:26.22", *(line.rule for line in lines)),
            rolls=(roll,),
            unit=name(state, unit),
            lines=lines,
            found=found,
            strength=state.units[unit].strength,
        )
    )


class RecoverStragglers(Do, frozen=True):
    """K. Every eligible unit of a side looks for its men. [corinth:26.21.1] [corinth:21.1.1]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        mine = state.game.roster.of_side[self.side]
        for unit in mine:
            if is_eligible(state, unit):
                seek(state, unit, umpire)
        state.awake -= set(mine)


STEPS = (RecoverStragglers,)
#: Phase K of the night. [corinth:26.2] [corinth:21.1.1]
PHASE: Phase[[State, str]] = Phase(
    "Straggler Recovery Phase",
    "corinth:21.1.1",
    lambda state, side: [RecoverStragglers(side)],
)
RULES = Rules[State](has_fired=has_fired)
