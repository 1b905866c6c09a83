"""12.1 and 12.2: Cohesion Tests. Checks and Break Tests have rooms of their own."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.event import Line
from longroll.systems.blind_swords import morale
from longroll.systems.blind_swords.breaking import BreakTest, push, roll_die
from longroll.systems.blind_swords.checks import ALONG, CohesionCheck
from longroll.systems.blind_swords.checks import check as check
from longroll.systems.blind_swords.cohesion_events import CohesionTested
from longroll.systems.blind_swords.cohesion_tables import BATTLEWORN, COHESION, Effect
from longroll.systems.blind_swords.panic import Panic
from longroll.systems.blind_swords.ratings import rating as rating
from longroll.systems.blind_swords.ratings import rating_lines as rating_lines
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.tables import Severity
from longroll.systems.blind_swords.wording import name

#: How many hexes the effects of a test send a unit back.
RETREATS: dict[str, int] = {"retreat_1": 1, "retreat_2": 2}
_TEST = "blind_swords:12.1.2"


def test(
    state: State,
    unit: int,
    severity: Severity,
    causers: tuple[Hex, ...],
    umpire: Umpire,
    close: bool = False,  # noqa: PT028
    mates: tuple[int, ...] | None = None,  # noqa: PT028
) -> None:
    """Push the Cohesion Test of a Lead Unit, with the moment for events above it.

    `causers` are the enemy's hexes, `close` says that it comes of close combat. `mates` are those
    who may have to fall back with it, all others of its hex unless told. [blind_swords:12.1.2]
    """
    push(state, CohesionTest(unit, severity, tuple(causers), close, mates), unit)


def lines_of_test(state: State, unit: int, severity: Severity, close: bool) -> list[Line]:
    """What changes the printed rating for a test. [blind_swords:12.2.2] [blind_swords:11.4.2]"""
    chart = COHESION.test
    lines = rating_lines(state, unit)
    if chart.severity[severity]:
        lines.append(Line(chart.severity[severity], f"severity {severity}", "blind_swords:12.2.2"))
    if close:
        lines.append(Line(chart.close_combat, "close combat", "blind_swords:11.4.2"))
    return lines


class CohesionTest(Do, frozen=True):
    """One die on the Cohesion Test table. [blind_swords:12.1.2]

    Only the Lead Unit takes loss and hits. [blind_swords:12.2.7]
    """

    unit: UnitNumber
    severity: Severity
    causers: tuple[HexName, ...] = ()
    close: bool = False
    mates: tuple[UnitNumber, ...] | None = None
    steady: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        unit, hex = self.unit, state.hex_of(self.unit)
        if not hex:
            return
        lines = lines_of_test(state, unit, self.severity, self.close)
        printed = state.printed_cohesion(unit)
        needed = printed + sum([line.value for line in lines])
        rolls, die = roll_die(state, unit, "Cohesion Test", self.steady, umpire)
        effects = COHESION.test.effects(die - needed, self.severity, self.close)
        umpire.tell(
            CohesionTested(
                rules=(_TEST, "blind_swords:12.2.4" if die > needed else "blind_swords:12.2.3"),
                rolls=rolls,
                unit=name(state, unit),
                hex=hex,
                printed=printed,
                lines=tuple(lines),
                die=die,
                rating=needed,
                severity=self.severity,
                effects=effects,
            )
        )
        if not effects:
            return
        side = state.side_of(unit)
        mates = state.stack(hex, side) if self.mates is None else self.mates
        others = tuple([mate for mate in mates if mate != unit])
        if others:
            hexes = max([RETREATS.get(effect, 1) for effect in effects])
            state.agenda.append(StackMates(unit, hex, others, hexes, self.causers, self.close))
        state.agenda.append(Suffer(unit, effects, hex, self.causers, self.close))


class Suffer(Do, frozen=True):
    """The effects of a test one by one: Battleworn, Morale Hits, the retreat, panic.

    A unit that breaks is spared the rest. [blind_swords:12.2.6] [blind_swords:12.2.5]
    """

    unit: UnitNumber
    effects: tuple[Effect, ...]
    #: Where the unit was when it tested.
    hex: HexName
    causers: tuple[HexName, ...] = ()
    close: bool = False

    @property
    def retreating(self) -> tuple[int, ...]:
        return (self.unit,) if any(effect in RETREATS for effect in self.effects) else ()

    def run(self, state: State, umpire: Umpire) -> None:
        unit = self.unit
        if not state.hex_of(unit):
            return
        first, *rest = self.effects
        if rest:
            state.agenda.append(Suffer(unit, tuple(rest), self.hex, self.causers, self.close))
        if first in RETREATS:
            hexes = RETREATS[first]
            state.game.rules.fall_back(state, (unit,), hexes, self.causers, umpire, self.close)
        elif first == BATTLEWORN:
            morale.wear(state, unit, umpire, _TEST, self.causers, self.close)
        elif first == "morale_hit":
            morale.hit(state, unit, umpire, _TEST, self.causers, self.close)
        else:
            state.agenda.append(Panic(unit, self.hex, self.causers))


class StackMates(Do, frozen=True):
    """Where the Lead Unit had to retreat the others of its hex check, and fall back if they fail.

    Whatever became of it on the way (CB-79). [blind_swords:12.2.7]
    """

    unit: UnitNumber
    hex: HexName
    mates: tuple[UnitNumber, ...]
    hexes: int
    causers: tuple[HexName, ...] = ()
    close: bool = False
    #: Whether the Lead Unit has retreated, or was lost as it had to.
    retreated: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        if not self.retreated:
            return
        for mate in sorted(self.mates, reverse=True):
            if state.hex_of(mate) == self.hex:
                check(
                    state,
                    mate,
                    "blind_swords:12.2.7",
                    umpire,
                    ALONG,
                    self.hexes,
                    self.causers,
                    self.close,
                )


def note_retreat(state: State, unit: int) -> None:
    """A unit has to retreat: those who are stacked with it will check. [blind_swords:12.2.7]"""
    for place, step in enumerate(state.agenda):
        if isinstance(step, StackMates) and step.unit == unit:
            state.agenda[place] = replace(step, retreated=True)


STEPS: tuple[type[Any], ...] = (CohesionTest, CohesionCheck, BreakTest, Suffer, StackMates)
