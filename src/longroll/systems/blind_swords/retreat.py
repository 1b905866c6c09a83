"""12.3 Retreats, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import morale, overstack
from longroll.systems.blind_swords.broken_track import break_unit, eliminate
from longroll.systems.blind_swords.cohesion import note_retreat
from longroll.systems.blind_swords.cohesion_events import Retreated
from longroll.systems.blind_swords.cohesion_tables import COHESION
from longroll.systems.blind_swords.engagement import is_near_enemies
from longroll.systems.blind_swords.entering import enter
from longroll.systems.blind_swords.priorities import best, ends, is_edge, is_own_edge, open_hexes
from longroll.systems.blind_swords.roster import ARTILLERY, UnitNumber
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.wording import name


def begin(
    state: State,
    units: Sequence[int],
    hexes: int,
    causers: Sequence[Hex],
    umpire: Umpire,
    close: bool = False,
) -> None:
    """Units fall back so many hexes, one after another; `causers` are the enemy's hexes.

    Nobody may fire at them as they go, and the ground costs them nothing. Guns that must retreat
    from a close combat are captured. [blind_swords:12.3.3] [blind_swords:11.4.4]
    """
    for unit in reversed(units):
        note_retreat(state, unit)
        if close and state.piece(unit).arm == ARTILLERY:
            eliminate(state, unit, umpire, "blind_swords:11.4.4")
        else:
            start = state.hex_of(unit)
            state.agenda.append(FallBack(unit, hexes, start, tuple(causers)))


class FallBack(Do, frozen=True):
    """A unit has so many hexes to go, or has arrived."""

    unit: UnitNumber
    left: int
    origin: HexName
    causers: tuple[HexName, ...] = ()

    @property
    def retreating(self) -> tuple[int, ...]:
        return (self.unit,)

    def run(self, state: State, umpire: Umpire) -> None:
        unit = self.unit
        here = state.hex_of(unit)
        if not here:
            return
        side = state.side_of(unit)
        if not self.left:
            overstack.check(state, side, umpire)  # [blind_swords:3.1.3]
            return
        found = open_hexes(state, unit, here, self.origin, self.left)
        ways = ends(state, unit, found, self.origin, self.left)
        if ways:
            state.agenda.append(Retreat(side, unit, self.left, self.origin, self.causers))
        elif found:
            # Only bridges where it may not stop. [blind_swords:12.3.5]
            eliminate(state, unit, umpire, "blind_swords:12.3.5")
        elif is_own_edge(state, side, here):
            track = COHESION.broken_track
            break_unit(state, unit, track.off_own_edge, umpire, "blind_swords:12.3.6")
        elif is_edge(state, here):
            eliminate(state, unit, umpire, "blind_swords:12.3.6")
        else:
            # The box is not told: the lightest, as for trapped skirmishers (CB-62).
            break_unit(state, unit, COHESION.broken_track.no_way_out, umpire, "blind_swords:12.3.3")


class Retreat(Ask, frozen=True):
    """The owner picks the next hex among those that suit the priorities best.

    [blind_swords:12.3.2]
    """

    side: SideName
    unit: UnitNumber
    left: int
    origin: HexName
    causers: tuple[HexName, ...] = ()

    rule: ClassVar[str] = "blind_swords:12.3.2"
    verbs: ClassVar[tuple[str, ...]] = ("retreat",)
    obvious: ClassVar[bool] = True

    @property
    def retreating(self) -> tuple[int, ...]:
        return (self.unit,)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        left = "one hex" if self.left == 1 else f"{self.left} hexes"
        return f"Where does {state.piece(self.unit).title} retreat to? {left.capitalize()} to go."

    def _ways(self, state: State) -> tuple[list[Hex], list[Hex]]:
        """Every hex it may enter, and the best of them."""
        here = state.hex_of(self.unit)
        found = open_hexes(state, self.unit, here, self.origin, self.left)
        ways = ends(state, self.unit, found, self.origin, self.left)
        return ways, best(state, self.unit, ways, here, self.causers, self.left)

    def choices(self, state: State) -> list[Choice]:
        id = state.piece(self.unit).id
        return [choice("retreat", id, hex) for hex in self._ways(state)[1]]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        piece = state.piece(self.unit)
        if len(choice.objects) != 2 or choice.object != piece.id:
            yield Refusal(self.rule, f"{piece.title} is the unit that retreats")
            return
        to = choice.objects[1]
        ways, wanted = self._ways(state)
        if to not in ways:
            yield Refusal("blind_swords:12.3.3", f"{piece.title} cannot retreat to {to}")
        elif to not in wanted:
            yield Refusal(self.rule, f"{' or '.join(wanted)} comes before {to} for a retreat")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        unit, to = self.unit, choice.objects[1]
        start = state.hex_of(unit)
        state.agenda.append(FallBack(unit, self.left - 1, self.origin, self.causers))
        umpire.tell(Retreated(rules=(self.rule,), unit=name(state, unit), start=start, to=to))
        # Before it enters, so that a check for the ground comes first.
        state.agenda.append(PassedEnemy(unit, to, self.causers))
        enter(state, (unit,), to, "retreat", umpire)
        state.game.rules.suffered(state, unit, start, umpire)


class PassedEnemy(Do, frozen=True):
    """A unit that found no way but past an enemy takes a Morale Hit. [blind_swords:12.3.3]"""

    unit: UnitNumber
    hex: HexName
    causers: tuple[HexName, ...] = ()

    @property
    def retreating(self) -> tuple[int, ...]:
        return (self.unit,)

    def run(self, state: State, umpire: Umpire) -> None:
        if state.hex_of(self.unit) != self.hex:
            return
        if is_near_enemies(state, state.side_of(self.unit), self.hex):
            morale.hit(state, self.unit, umpire, "blind_swords:12.3.3", self.causers)


STEPS: tuple[type[Any], ...] = (FallBack, Retreat, PassedEnemy)
