"""12.1.1 The Cohesion Check."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.kernel.agenda import Do, Umpire
from longroll.systems.blind_swords import morale
from longroll.systems.blind_swords.breaking import push, roll_die
from longroll.systems.blind_swords.cohesion_events import CohesionChecked
from longroll.systems.blind_swords.ratings import rating_lines
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.wording import name

#: What a failed check leads to: a Morale Hit, a retreat along with the Lead Unit, one in panic, or
#: a hit to a unit that then keeps away from Trenches. [blind_swords:7.4.16]
HIT, ALONG, PANIC, DAUNTED = "", "along", "panic", "daunted"


def check(
    state: State,
    unit: int,
    rule: str,
    umpire: Umpire,
    then: str = HIT,
    hexes: int = 1,
    causers: tuple[Hex, ...] = (),
    close: bool = False,
    attacking: bool = False,
) -> None:
    """Push a Cohesion Check, with the moment for events above it.

    `rule` asks for it. Failing costs a Morale Hit or, where `then` says so, so many hexes of
    retreat and no hit. [blind_swords:12.1.1]
    """
    step = CohesionCheck(unit, rule, then, hexes, tuple(causers), close, attacking)
    push(state, step, unit)


class CohesionCheck(Do, frozen=True):
    """A die at or below the modified rating passes. [blind_swords:12.1.1]"""

    unit: UnitNumber
    why: str
    then: str = HIT
    hexes: int = 1
    causers: tuple[HexName, ...] = ()
    close: bool = False
    attacking: bool = False
    steady: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        unit = self.unit
        if not state.hex_of(unit):
            return
        lines = rating_lines(state, unit, self.attacking)
        printed = state.printed_cohesion(unit)
        needed = printed + sum([line.value for line in lines])
        rolls, die = roll_die(state, unit, "Cohesion Check", self.steady, umpire, needed)
        umpire.tell(
            CohesionChecked(
                rules=("blind_swords:12.1.1", self.why),
                rolls=rolls,
                unit=name(state, unit),
                hex=state.hex_of(unit),
                printed=printed,
                lines=tuple(lines),
                die=die,
                rating=needed,
            )
        )
        if die <= needed:
            return
        if self.then == DAUNTED:
            state.mark("daunted", (unit,))
        if self.then in (ALONG, PANIC):
            fall_back = state.game.rules.fall_back
            fall_back(state, (unit,), self.hexes, self.causers, umpire, self.close)
        else:
            morale.hit(state, unit, umpire, self.why, self.causers, self.close)
