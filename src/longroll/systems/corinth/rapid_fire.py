"""24.1 Rapid fire: double the strength at close range, at the risk of fouled guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Effect, Event, Line
from longroll.systems.corinth.own import own
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.events import Name, name
from longroll.systems.gbacw.fire import DEFENSIVE, OFFENSIVE
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY
from longroll.systems.gbacw.tables import WEAPONS

if TYPE_CHECKING:
    from longroll.systems.gbacw.firing import Attack
    from longroll.systems.gbacw.state import State

#: The Fire Phases: C, in which the other side fires, and D.
_DEFENSIVE, _OFFENSIVE = "C", "D"


class Fouling(Event, frozen=True, kw_only=True):
    """A die for guns that rapid-fired, or for the clearing of fouled ones."""

    unit: Name
    clearing: bool
    fouled: bool
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        if self.clearing:
            return f"The guns of {self.unit} are {'still fouled' if self.fouled else 'cleared'}."
        return f"The guns of {self.unit} {'are fouled' if self.fouled else 'stay clear'}."

    def details(self) -> list[str]:
        return [*super().details(), *map(str, self.lines)]

    def effect(self) -> Effect | None:
        return Effect("ammunition" if self.fouled else "nothing", self.text())

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class RapidFire(Game):
    """Three rounds, twice the guns, before range and crew count. [corinth:24.1.2]"""

    def bars_to_rapid_fire(self, state: State, attack: Attack, unit: int) -> Iterator[Refusal]:
        """What keeps a battery from rapid fire at a hex; with it go all its guns.

        [corinth:24.1.1] [corinth:24.1.2] [corinth:24.11] [corinth:24.12.1]
        [corinth:24.12.2]
        """
        title, rules = state.piece(unit).title, TABLES.rapid_fire
        weapon = WEAPONS.get(state.weapon(unit))
        if weapon is None or not weapon.rapid_fire:
            yield Refusal("corinth:24.1.1", f"{title} has no guns for rapid fire")
        if state.units[unit].rounds < rules.rounds:
            yield Refusal("corinth:24.1.2", f"rapid fire takes {rules.rounds} rounds")
        if unit in state.fired:
            yield Refusal("corinth:24.1.2", f"{title} has fired part of its guns already")
        distance = self.grid.distance(state.hex_of(unit), attack.hex)
        if distance > rules.range:
            yield Refusal("corinth:24.11", f"{attack.hex} is {distance} hexes off")
        if not any(state.piece(foe).kind in (INFANTRY, CAVALRY) for foe in attack.targets):
            yield Refusal("corinth:24.12.1", f"no infantry or cavalry is in {attack.hex}")

    def bars_to_fire(self, state: State, unit: int) -> Iterator[Refusal]:
        others = super().bars_to_fire(state, unit)
        if not state.units[unit].fouled:
            return others
        why = f"the guns of {state.piece(unit).title} are fouled"
        return chain(others, (Refusal("corinth:24.1.3", why),))

    def check_fouling(self, state: State, battery: int, umpire: Umpire) -> None:
        """A die for the guns once the fire has done its work: 6 fouls them.

        By option every Fire Phase in a row beyond the first adds one (GB-D18).
        [corinth:24.1.3] [corinth:24.13]
        """
        mine, title = own(state), state.piece(battery).title
        in_a_row = 0
        if state.phase in (_DEFENSIVE, _OFFENSIVE):
            count = mine.rapid.get(battery, 0)
            # A second burst in the same phase, at a retreat, is no further phase.
            in_a_row = count - 1 if count > 0 else -count
            mine.rapid = {**mine.rapid, battery: in_a_row + 1}
        lines: tuple[Line, ...] = ()
        if mine.options.fouling_adds_up and in_a_row:
            lines = (Line(in_a_row, "rapid fire phase after phase", "corinth:24.13"),)
        fouls = min(TABLES.rapid_fire.fouls_on) - sum(line.value for line in lines)
        roll = umpire.roll(f"fouling of {title}", at_most=fouls - 1)
        fouled = roll.value >= fouls
        if fouled:
            state.change(battery, fouled=True)
        umpire.tell(
            Fouling(
                rules=("corinth:24.1.3",),
                rolls=(roll,),
                unit=name(state, battery),
                clearing=False,
                fouled=fouled,
                lines=lines,
            )
        )

    def fouled(self, state: State, side: str, kind: str) -> list[int]:
        """Batteries of the firing side that have not tried to clear their guns in this phase.

        [corinth:24.1.4] (GB-D19)
        """
        if kind not in (OFFENSIVE, DEFENSIVE):
            return []
        cleared = own(state).cleared
        return sorted(
            unit
            for stack in state.stacks[side].values()
            for unit in stack
            if state.units[unit].fouled and state.units[unit].crew and unit not in cleared
        )

    def bars_to_unfoul(self, state: State, side: str, kind: str, unit: int) -> Iterator[Refusal]:
        if unit not in self.fouled(state, side, kind):
            title = state.piece(unit).title
            yield Refusal("corinth:24.1.4", f"{title} has no fouled guns to clear now")

    def unfoul(self, state: State, battery: int, umpire: Umpire) -> None:
        """1 to 3 clears the guns, and they may fire at once. [corinth:24.1.4]"""
        mine = own(state)
        mine.cleared |= {battery}
        clears = max(TABLES.rapid_fire.unfouls_on)
        roll = umpire.roll(f"clearing the guns of {state.piece(battery).title}", at_most=clears)
        fouled = roll.value > clears
        state.change(battery, fouled=fouled)
        umpire.tell(
            Fouling(
                rules=("corinth:24.1.4",),
                rolls=(roll,),
                unit=name(state, battery),
                clearing=True,
                fouled=fouled,
            )
        )

    def begin_phase(self, state: State, side: str, phase: str) -> Sequence[Ask | Do]:
        """Every phase gives a new try; a Fire Phase without rapid fire breaks the row."""
        mine = own(state)
        mine.cleared = frozenset()
        if phase in (_DEFENSIVE, _OFFENSIVE) and mine.rapid:
            firing = side if phase == _OFFENSIVE else self.enemy[side]
            mine.rapid = {
                unit: -count if state.side_of(unit) == firing else count
                for unit, count in mine.rapid.items()
                if count > 0 or state.side_of(unit) != firing
            }
        return super().begin_phase(state, side, phase)
