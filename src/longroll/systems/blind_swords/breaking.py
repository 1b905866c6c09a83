"""12.7 The Break Test."""

from __future__ import annotations

from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.dice import Roll
from longroll.systems.blind_swords.broken_track import break_unit
from longroll.systems.blind_swords.cohesion_events import BreakTested, MoraleHit
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.ratings import rating_lines
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import DISRUPTED, HexName, State
from longroll.systems.blind_swords.wording import name

#: The event that settles what a die counts as. [blind_swords:7.4.23]
STAND_TO_IT = "stand-to-it"


def roll_die(
    state: State, unit: int, purpose: str, steady: bool, umpire: Umpire, at_most: int | None = None
) -> tuple[tuple[Roll, ...], int]:
    """The die of a test or check, and what it counts as: nobody rolls for a steady unit."""
    if steady:
        return (), state.game.chits.events[STAND_TO_IT].numbers["die"]
    roll = umpire.roll(f"{purpose} of {state.piece(unit).title}", at_most=at_most)
    return (roll,), roll.value


def push(state: State, step: Do, unit: int) -> None:
    """Push a roll of cohesion with the moment for events above it."""
    windows = state.game.rules.windows(state, "cohesion_roll", state.side_of(unit))
    state.agenda += (step, *windows[::-1])


def is_retreating(state: State, unit: int) -> bool:
    """Whether a retreat of the unit is under way or about to come."""
    return any(unit in getattr(step, "retreating", ()) for step in state.agenda)


class BreakTest(Do, frozen=True):
    """A unit that can take no more stands or breaks. [blind_swords:12.7.1]

    At or below its rating it stands: Disrupted, and it falls back a hex unless it is retreating
    anyway. Above, the difference is its box of the Broken Track.
    """

    unit: UnitNumber
    #: The rule that asks for it.
    why: str
    causers: tuple[HexName, ...] = ()
    close: bool = False
    steady: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        unit = self.unit
        if not state.hex_of(unit):
            return
        lines = rating_lines(state, unit)
        printed = state.printed_cohesion(unit)
        needed = printed + sum([line.value for line in lines])
        rolls, die = roll_die(state, unit, "Break Test", self.steady, umpire)
        umpire.tell(
            BreakTested(
                rules=("blind_swords:12.7.1", self.why),
                rolls=rolls,
                unit=name(state, unit),
                hex=state.hex_of(unit),
                printed=printed,
                lines=tuple(lines),
                die=die,
                rating=needed,
            )
        )
        fate = COHESION.break_test.fate(die - needed)
        if fate is not None:
            break_unit(state, unit, fate, umpire, "blind_swords:12.8.2")
        else:
            self._stand(state, umpire)

    def _stand(self, state: State, umpire: Umpire) -> None:
        unit, hex = self.unit, state.hex_of(self.unit)
        if state.units[unit].hits < DISRUPTED:
            state.change(unit, hits=DISRUPTED)
            umpire.tell(
                MoraleHit(
                    rules=("blind_swords:12.7.1",),
                    unit=name(state, unit),
                    hex=hex,
                    status="Disrupted",
                )
            )
        if not is_retreating(state, unit):
            state.game.rules.fall_back(state, (unit,), 1, self.causers, umpire, self.close)
