"""12.9 The results of a melee: losses, retreats, morale, and which side holds the hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import DIRECTIONS, Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import crews, fire, losses, melee, morale, retreat
from longroll.systems.gbacw.events import Abandoned, Faced, Stood, name, names
from longroll.systems.gbacw.leaving_melee import Settle, leave
from longroll.systems.gbacw.losses import C_MELEE, K_MELEE
from longroll.systems.gbacw.melee import Outcome
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.retreat_path import MELEE, REPULSE
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, INFANTRY, LEADER, WAGON, UnitNumber
from longroll.systems.gbacw.state import UNLIMBERED, State

_DONE, _KEEP = choice("done"), choice("keep")


def push_results(
    state: State,
    side: str,
    hex: Hex,
    units: tuple[tuple[int, ...], tuple[int, ...]],
    charging: tuple[int, ...],
    outcomes: tuple[Outcome, Outcome],
) -> None:
    """What follows a melee, in the order it happens: losses, leaders, retreats, morale, the rest.

    [gbacw:12.91.1] [gbacw:12.92.1] [gbacw:12.93.1] [gbacw:12.94.7] [gbacw:12.95.1] [gbacw:12.95.2]
    """
    enemy = state.game.enemy[side]
    if outcomes[0].engaged:
        state.engaged |= {hex}
    steps: list[Ask | Do] = []
    for one, fighters, result in ((side, units[0], outcomes[0]), (enemy, units[1], outcomes[1])):
        steps += loss_steps(one, hex, fighters, result)
    for one, fighters, result in ((enemy, units[1], outcomes[1]), (side, units[0], outcomes[0])):
        foes = units[0] if one == enemy else units[1]
        steps += retreat_steps(one, hex, fighters, result, foes, phasing=one == side)
    steps.append(AfterMelee(side, hex, units[0], units[1], charging))
    state.agenda.extend(reversed(steps))


def loss_steps(side: str, hex: Hex, units: tuple[int, ...], result: Outcome) -> list[Ask | Do]:
    """Losses of one side, then its leaders. [gbacw:12.91.1] [gbacw:12.93.1] [gbacw:17.72.1]"""
    if result.killed:
        return [
            MeleeLosses(side, hex, units, result.killed, False),
            RiskLeaders(side, hex, K_MELEE),
        ]
    if result.captured:
        return [
            TakeGuns(side, hex, units, "gbacw:12.93.3"),
            MeleeLosses(side, hex, units, result.captured, True),
            RiskLeaders(side, hex, C_MELEE),
        ]
    return []


def retreat_steps(
    side: str,
    hex: Hex,
    units: tuple[int, ...],
    result: Outcome,
    foes: tuple[int, ...],
    *,
    phasing: bool,
) -> list[Ask | Do]:
    """The retreat of one side. [gbacw:12.92.1] [gbacw:12.95.1] [gbacw:12.95.2]"""
    if result.retreat:
        return [
            TakeGuns(side, hex, units, "gbacw:12.92.2"),
            FallBack(side, hex, units, result.retreat, MELEE, foes),
        ]
    if result.repulsed and phasing:
        return [FallBack(side, hex, units, 2, REPULSE, foes)]
    if result.repulsed:
        return [RiskLeaders(side, hex, losses.RPLS_MELEE), Shaken(side, hex, units, foes)]
    return []


class MeleeLosses(Ask, frozen=True):
    """The owner picks the unit that takes a loss. [gbacw:12.74.1] [gbacw:12.74.2]"""

    side: SideName
    hex: Hex
    units: tuple[UnitNumber, ...]
    points: int
    captured: bool

    rule: ClassVar[str] = "gbacw:12.74.2"
    verbs: ClassVar[tuple[str, ...]] = ("lose", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        what = "is captured" if self.captured else "is killed"
        return f"Whose Strength Point {what} in {self.hex}?"

    def choices(self, state: State) -> list[Choice]:
        able = melee.eligible_losses(state, self.units)
        return [choice("lose", state.piece(unit).id) for unit in able] or [_DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal("gbacw:12.74.1", f"{choice.object or 'nobody'} cannot take the loss now")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "done":
            return
        unit = state.game.roster.number[choice.object]
        state.hurt |= {unit}
        if state.piece(unit).kind in (INFANTRY, CAVALRY):
            rule = "gbacw:12.93.1" if self.captured else "gbacw:12.91.1"
            losses.lose_points(state, unit, 1, umpire, captured=self.captured, rule=rule)
        else:
            rule = "gbacw:12.93.1" if self.captured else "gbacw:12.91.2"
            losses.lose_crew(state, unit, 1, umpire, rule, captured=self.captured)
        if self.points > 1:
            state.agenda.append(
                MeleeLosses(self.side, self.hex, self.units, self.points - 1, self.captured)
            )


class RiskLeaders(Do, frozen=True):
    """Check leaders in a hex with losses in melee. [gbacw:17.72.1] [gbacw:17.76]"""

    side: SideName
    hex: Hex
    cause: str

    def run(self, state: State, umpire: Umpire) -> None:
        losses.risk_leaders(state, self.hex, self.side, self.cause, umpire)


class TakeGuns(Do, frozen=True):
    """Guns in position are captured with their crews; a wagon is left to the enemy.

    [gbacw:12.92.2] [gbacw:12.93.3] [gbacw:11.17] [gbacw:11.19.2]
    """

    side: SideName
    hex: Hex
    units: tuple[UnitNumber, ...]
    #: The rule that took them: that of a retreat, or of a capture.
    rule: str

    def run(self, state: State, umpire: Umpire) -> None:
        for unit in self.units:
            own, piece = state.units[unit], state.piece(unit)
            if own.hex != self.hex:
                continue
            if piece.kind == BATTERY and own.formation == UNLIMBERED:
                losses.capture(state, unit, umpire, "guns in position", self.rule)


class FallBack(Do, frozen=True):
    """A beaten side falls back from the melee hex."""

    side: SideName
    hex: Hex
    units: tuple[UnitNumber, ...]
    length: int
    cause: str
    foes: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        there = [
            unit
            for unit in (*state.stack(self.hex, self.side), *state.leaders_in(self.hex, self.side))
            if unit in self.units or state.piece(unit).kind == LEADER
        ]
        going = []
        for unit in there:
            runner = crews.leave_guns(state, unit, umpire)
            if state.is_manned(runner):
                going.append(runner)
        if any(state.piece(unit).kind != LEADER for unit in going):
            state.change_all([u for u in going if state.units[u].pinned], pinned=False)
            state.agenda.append(
                Retreat(self.side, tuple(going), self.length, (self.hex,), self.cause, self.foes)
            )


class Shaken(Do, frozen=True):
    """Units that repelled an attack still check their morale. [gbacw:12.95.2]"""

    side: SideName
    hex: Hex
    units: tuple[UnitNumber, ...]
    foes: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        routed = [
            unit
            for unit in self.units
            if state.hex_of(unit) == self.hex
            and not state.units[unit].routed
            and state.is_manned(unit)
            and morale.check(state, unit, "rout", "repulse", umpire) == morale.ROUTED
        ]
        for unit in reversed(routed):
            retreat.rout(state, unit, umpire, self.foes)


class AfterMelee(Do, frozen=True):
    """Columns form line, chargers fall back, routed units leave, the victor takes what is left.

    [gbacw:12.24] [gbacw:12.51.3] [gbacw:16.25] [gbacw:16.27] [gbacw:7.32.2]
    """

    side: SideName
    hex: Hex
    attackers: tuple[UnitNumber, ...]
    defenders: tuple[UnitNumber, ...]
    charging: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        enemy = state.game.enemy[self.side]
        fire.into_line(state, (*self.attackers, *self.defenders), umpire)
        for side in (self.side, enemy):
            if state.stack(self.hex, side) and state.stack(self.hex, state.game.enemy[side]):
                continue
            if state.stack(self.hex, side):
                state.agenda.append(Reface(side, self.hex))
        state.agenda.append(Settle(self.hex))
        state.agenda.append(Seize(self.hex))
        if self.hex in state.engaged:
            for side in (enemy, self.side):
                routed = tuple(
                    unit
                    for unit in state.stack(self.hex, side)
                    if state.units[unit].routed and unit not in self.charging
                )
                if routed:
                    leave(state, self.hex, side, routed, umpire)
        spent = [u for u in self.charging if state.hex_of(u) and not state.units[u].routed]
        for unit in reversed(spent):
            umpire.tell(
                Stood(
                    rules=("gbacw:16.25",),
                    units=(name(state, unit),),
                    hex=state.hex_of(unit),
                    what="is spent after its charge",
                )
            )
            retreat.rout(state, unit, umpire)


class Seize(Do, frozen=True):
    """The side that holds the hex takes guns, wagons and leaders left behind.

    A leader alone after a melee is captured, even if no side holds the hex. [gbacw:17.73.2]
    """

    hex: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        for side in state.game.sides:
            if any(state.is_manned(unit) for unit in state.stack(self.hex, side)):
                seize(state, self.hex, side, umpire)
        for side in state.game.sides:
            losses.catch_leaders(state, (self.hex,), side, umpire, "gbacw:17.73.2")


def seize(state: State, hex: Hex, side: str, umpire: Umpire) -> None:
    """Capture what the enemy left unmanned in a hex, and leaders left alone.

    A wagon changes sides; its old crew is out of the battle wherever it is.
    [gbacw:11.19.1] [gbacw:11.19.2] [gbacw:17.73.2] [gbacw:17.54]
    """
    enemy = state.game.enemy[side]
    left = state.stack(hex, enemy)
    if any(state.is_manned(unit) for unit in left):
        return
    for unit in left:
        if state.piece(unit).kind == WAGON:
            capture_wagon(state, unit, umpire)
        else:
            losses.capture(state, unit, umpire, "left behind", "gbacw:12.93.2")
    losses.catch_leaders(state, (hex,), enemy, umpire, "gbacw:17.73.2")
    state.game.rules.entered(state, state.stack(hex, side), hex, umpire)


def capture_wagon(state: State, wagon: int, umpire: Umpire) -> None:
    """A wagon serves its captors, once they crew it. [gbacw:11.19.1] [gbacw:11.19.2]"""
    hex = state.hex_of(wagon)
    crew = state.game.roster.crew_of[wagon]
    if state.hex_of(crew):
        state.take_off(crew)
    state.take_off(wagon)
    state.change(wagon, turned=not state.units[wagon].turned, crew=0)
    state.put(wagon, hex)
    umpire.tell(Abandoned(rules=("gbacw:11.19.1",), unit=name(state, wagon), hex=hex))


class Reface(Ask, frozen=True):
    """Units that fought may be turned. [gbacw:7.32.2] [gbacw:7.32.1] [gbacw:7.13]"""

    side: SideName
    hex: Hex

    rule: ClassVar[str] = "gbacw:7.32.2"
    verbs: ClassVar[tuple[str, ...]] = ("face", "keep")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Which way do the units in {self.hex} face?"

    def _turning(self, state: State) -> list[int]:
        return [u for u in state.stack(self.hex, self.side) if state.units[u].formation]

    def choices(self, state: State) -> list[Choice]:
        turning = self._turning(state)
        if not turning:
            return [_KEEP]
        facing = state.units[turning[0]].facing
        return [
            _KEEP,
            *(choice("face", one) for n, one in enumerate(DIRECTIONS) if n != facing),
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal("gbacw:7.0.6", f"units face {' '.join(DIRECTIONS)}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        turning = self._turning(state)
        if not turning:
            return
        facing = state.units[turning[0]].facing
        if choice.verb == "face":
            facing = DIRECTIONS.index(choice.object)
            umpire.tell(
                Faced(rules=(self.rule,), units=names(state, turning), hex=self.hex, facing=facing)
            )
            state.game.rules.turned(state, self.hex, self.side, facing, umpire)
        state.change_all(turning, facing=facing)
