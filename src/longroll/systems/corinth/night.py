"""26.0 Night: four Game-Turns without battle, and what happens between the days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.naming import SideName
from longroll.systems.corinth.barrage import OfferBarrage
from longroll.systems.corinth.own import own
from longroll.systems.corinth.recovery import Nightfall, RecoverEffectiveness
from longroll.systems.corinth.tables import TABLES
from longroll.systems.corinth.victory import FirstDay
from longroll.systems.gbacw.fire import BARRAGE, WITHDRAWAL
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.leaving_melee import Settle
from longroll.systems.gbacw.melee_results import FallBack
from longroll.systems.gbacw.reaction import withdrawal_fire
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.retreat_path import NIGHT
from longroll.systems.gbacw.roster import CONFEDERATE, UNION, UnitNumber

if TYPE_CHECKING:
    from longroll.systems.gbacw.state import State

_FIRST_DAY_ENDS = TABLES.turns.first_day[1]
_FIRST_NIGHT, _LAST_NIGHT = TABLES.turns.night
#: What both sides play at night (GB-D29).
PHASES_AT_NIGHT = "ABGHJK"
#: How far both sides of an engagement draw apart. [corinth:26.15.2]
APART = 2


class Night(Game):
    """Night Game-Turns, and the interphases around them. [corinth:26.0.1] [corinth:26.1]"""

    def is_night(self, turn: int) -> bool:
        """Game-Turns 17 to 20 are night, and the second day follows (GB-D1). [corinth:26.0.1]"""
        return _FIRST_NIGHT <= turn <= _LAST_NIGHT

    def phases(self, state: State) -> str:
        """No Fire Phases and no melee at night. [corinth:26.15.1] [corinth:21.1.1]"""
        return PHASES_AT_NIGHT if self.is_night(state.turn) else super().phases(state)

    def end_phase(self, state: State, side: str, phase: str) -> Sequence[Ask | Do]:
        """Engagements end in the Union's last phase of the first day. [corinth:26.15.2]"""
        steps = super().end_phase(state, side, phase)
        last = state.turn == _FIRST_DAY_ENDS and side == UNION and phase == "J"
        return [*steps, PartEngaged()] if last else steps

    def end_turn(self, state: State) -> Sequence[Ask | Do]:
        """The interphases, in their order. [corinth:26.0.2] [corinth:21.1.2] [corinth:21.1.3]

        A first day whose last Game-Turn the heat skipped still parts the engaged.
        """
        steps = super().end_turn(state)
        if state.turn == _FIRST_DAY_ENDS:
            return [*steps, PartEngaged(), Nightfall(), FirstDay()]
        if state.turn == _LAST_NIGHT:
            return [*steps, RecoverEffectiveness(), OfferBarrage()]
        return steps

    # Movement

    def full_allowance(self, mover: str, night: bool) -> int:
        """Everybody goes half as far again. [corinth:26.11]

        Woods cost a point more, and nothing else does: that the ground knows. [corinth:26.12]
        """
        points = super().full_allowance(mover, night)
        return points * 3 // 2 if night else points

    def bars_to_enter(self, state: State, unit: int, a: Hex, b: Hex) -> Iterator[Refusal]:
        """Nobody goes next to an enemy, whoever begins there least of all.

        [corinth:26.13.1] [corinth:26.13.2]
        """
        yield from super().bars_to_enter(state, unit, a, b)
        if self.is_night(state.turn):
            enemy = self.enemy[state.side_of(unit)]
            if self._is_near(state, b, enemy):
                rule = "26.13.2" if self._is_near(state, a, enemy) else "26.13.1"
                yield Refusal(f"corinth:{rule}", f"{b} is next to an enemy, and it is night")

    def _is_near(self, state: State, hex: Hex, enemy: str) -> bool:
        return any(near in state.stacks[enemy] for near in self.grid.adjacent[hex])

    # Combat

    def bars_kind_of_fire(self, state: State, kind: str) -> Iterator[Refusal]:
        """Leaving an enemy zone draws fire as by day; there is no other combat.

        [corinth:26.14] [corinth:26.15.1]
        """
        others = super().bars_kind_of_fire(state, kind)
        if not self.is_night(state.turn) or kind in (WITHDRAWAL, BARRAGE):
            return others
        return chain(
            others, (Refusal("corinth:26.15.1", "at night only withdrawal fire is fired"),)
        )

    # Drawing apart

    def has_retreated(self, state: State, step: Retreat) -> None:
        super().has_retreated(state, step)
        if step.cause == NIGHT and step.side == UNION:
            own(state).parted |= set(step.path[1:])

    def closed_to_retreat(self, state: State, hex: Hex, side: str, cause: str) -> str:
        """The Confederates keep out of the Union's tracks. [corinth:26.15.3]"""
        if cause == NIGHT and side == CONFEDERATE and hex in own(state).parted:
            return "corinth:26.15.3"
        return super().closed_to_retreat(state, hex, side, cause)

    def cannot_retreat(self, state: State, unit: int, step: Retreat) -> tuple[str, str]:
        """Whoever cannot draw back from an engagement is taken. [corinth:26.15.5]"""
        if step.cause == NIGHT:
            return "captured", "corinth:26.15.5"
        return super().cannot_retreat(state, unit, step)


class PartEngaged(Do, frozen=True):
    """Every engagement ends: the Union, whose Player-Turn it is, draws back first (GB-D28).

    [corinth:26.15.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        own(state).parted = frozenset()
        hexes = sorted(state.engaged)
        steps: list[Ask | Do] = [
            DrawBack(side, hex, state.stack(hex, state.game.enemy[side]))
            for side in (UNION, CONFEDERATE)
            for hex in hexes
        ]
        steps += [Settle(hex) for hex in hexes]
        state.agenda.extend(reversed(steps))


class DrawBack(Do, frozen=True):
    """One side leaves an engagement: no morale check follows, and friends stay where they are.

    Only those it fought hold their fire (GB-C21). [corinth:26.15.2] [corinth:26.15.4]
    """

    side: SideName
    hex: Hex
    foes: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        units = state.stack(self.hex, self.side)
        state.agenda.append(FallBack(self.side, self.hex, units, APART, NIGHT, self.foes))
        going = tuple(unit for unit in units if state.is_manned(unit))
        withdrawal_fire(state, self.hex, self.side, going, umpire, besides=self.foes)


STEPS = (PartEngaged, DrawBack)
