"""Carrying out an order to move, leg by leg: where it leads, what it costs, what bars it.

Each act takes a share of a whole move: a change or a turn the share that the rulebook gives, a leg
its length at the rate of the formation then in use. Nothing here changes the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from longroll.board.table import (
    Footprint,
    Layout,
    Leg,
    Obstacle,
    Straight,
    Turn,
    Wheel,
    after,
    all_in_the_way,
    first_in_the_way,
    is_clear,
    length,
    on_table,
    overlaps,
)
from longroll.board.table.angles import HALF_TURN
from longroll.board.table.measure import SLACK, distance_between
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.kernel.memo import finding
from longroll.miniatures import ways
from longroll.miniatures.bodies import at
from longroll.miniatures.cost import leg_fee
from longroll.miniatures.drill import Act, Change, Drill
from longroll.miniatures.standing import Battle, ground_of


class Stage(msgspec.Struct, frozen=True):
    """One act of a move: the unit after it, how far it went, what it took.

    `share` is of a whole move; `lines` have shares in hundredths, and lengths in hundredths.
    """

    unit: Any
    length: int
    share: Fraction
    lines: tuple[Line, ...]
    #: Whether it is what going through others took.
    passes: bool = False


class March(msgspec.Struct, frozen=True):
    """A whole move: the unit as it ends, stage by stage, the share of a move that is left, those
    it went through, the grounds it went over, and every rule that bars it."""

    unit: Any
    pace: str
    stages: tuple[Stage, ...]
    left: Fraction
    passed: tuple[str, ...]
    grounds: frozenset[Any]
    bars: tuple[Refusal, ...]

    @property
    def length(self) -> int:
        return sum(stage.length for stage in self.stages)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for stage in self.stages for line in stage.lines)


class _Marching:
    """A unit on its way."""

    def __init__(self, state: Battle, id: str, pace: str) -> None:
        self.state, self.id, self.pace = state, id, pace
        self.rulebook = state.rulebook
        self.unit = state.units[id]
        self.left = self.rulebook.moves.left(self.unit)
        self.stages: list[Stage] = []
        self.passed: list[str] = []
        self.grounds: set[str] = set()
        self.bars: list[Refusal] = []
        self.kept_off, self.passable = ways.kept_off_and_passable(state, id)

    def act(self, act: Act) -> None:
        if isinstance(act, Change):
            self._change(act)
        elif isinstance(act, Turn):
            self._turn(act)
        else:
            self._go(act)

    # Acts

    def _change(self, change: Change) -> None:
        unit = self.unit
        done = self.rulebook.moves.change(unit, change)
        if isinstance(done, Refusal):
            self.bars.append(done)
            return
        if done.unit == unit:
            rule = self.rulebook.rules.no_change
            self.bars.append(Refusal(rule, "it is already in that formation"))
        self._spend(done.unit, 0, done.share, done.costs)
        self._stand(unit)

    def _turn(self, turn: Turn) -> None:
        unit = self.unit
        done = self.rulebook.moves.turn(unit, turn)
        if isinstance(done, Refusal):
            self.bars.append(done)
            return
        self._spend(done.unit, 0, done.share, done.costs)
        self._stand(unit)
        if abs(turn.angle) != HALF_TURN:
            # Wings that swing round keep their distance on the way; facing about swings nothing.
            self._free(unit, self.rulebook.layout(unit), turn, self.kept_off)

    def _go(self, leg: Straight | Wheel) -> None:
        unit, layout = self.unit, self.rulebook.layout(self.unit)
        gait = self.rulebook.moves.gait(unit, self.pace, False)
        fee = leg_fee(self.rulebook, self.state.table, gait, layout, unit.pose, leg)
        rate = self.rulebook.moves.rate(gait)
        for refused in (self.rulebook.moves.bar(unit, leg), rate, fee):
            if isinstance(refused, Refusal):
                self.bars.append(refused)
                return
        assert not isinstance(fee, Refusal)
        assert not isinstance(rate, Refusal)
        self.grounds |= fee.grounds
        to = after(layout, unit.pose, leg)
        share = Fraction(fee.total) / rate.value
        self._spend(at(unit, to), length(layout, leg), share, fee.lines)
        follows = isinstance(leg, Wheel) and self.rulebook.moves.follows(unit)
        swept = _head(layout) if follows else layout
        self._free(unit, swept, leg, [*self.kept_off, *self._terrain()])
        if follows:
            # As it straightens behind its head, the tail may not run over an enemy.
            tail = [Obstacle(one.name, one.ground) for one in self.kept_off]
            self._free(unit, layout, leg, tail)
        self._stand(unit)
        self._pass(unit, swept, leg)

    # What they take

    def _spend(
        self,
        unit: Any,
        length: int,
        share: Fraction,
        lines: Sequence[Line],
        passes: bool = False,
    ) -> None:
        if 0 <= self.left < share:
            rule = lines[-1].rule if lines and not length else self.rulebook.rules.too_far
            self.bars.append(Refusal(rule, self._too_much(length, share)))
        self.left -= share
        self.unit = unit
        self.stages.append(Stage(unit, length, share, tuple(lines), passes))

    def _too_much(self, length: int, share: Fraction) -> str:
        percent, rest = -(-share * 100 // 1), max(0, self.left * 100 // 1)
        what = f"{self.rulebook.measure.told(length)} take" if length else "that takes"
        return f"{what} {percent}% of {self.rulebook.moves.span} and {rest}% is left"

    # What is in the way

    def _terrain(self) -> Sequence[Obstacle]:
        return ways.barred_ground(self.state, self.unit)

    def _free(self, unit: Any, swept: Layout, leg: Leg, obstacles: Sequence[Obstacle]) -> None:
        """Refuse a leg that runs over something on its way."""
        close = ways.near(swept, unit.pose, leg, obstacles)
        name = first_in_the_way(swept, unit.pose, leg, close) if close else None
        if name is not None:
            self._refuse(name)

    def _stand(self, before: Any) -> None:
        """Refuse the place where the unit is now because of the table, the enemy or the ground."""
        was, now = ground_of(self.rulebook, before), ground_of(self.rulebook, self.unit)
        if not on_table(now, *self.state.table.size):
            self.bars.append(Refusal(self.rulebook.rules.off_table, "it would leave the table"))
        barred = self.rulebook.ground.place(self.state.table, self.unit)
        if barred is not None:
            self.bars.append(barred)
        # Ground that bars only the new formation bars the change.
        known = ways.barred_ground(self.state, before)
        for one in self._terrain():
            may = may_stand(was, now, one) if one in known else is_clear(now, one.ground, 0)
            if not may:
                self._refuse(one.name)
        for one in ways.close_to(now, self.kept_off):
            if not may_stand(was, now, one):
                self._refuse(one.name)

    def _refuse(self, name: str) -> None:
        if name in self.state.units:
            near = self.rulebook.measure.told(self.rulebook.others.gap)
            why = f"only a charge may come within {near} of {name}"
            refusal = Refusal(self.rulebook.rules.too_near, why)
        else:
            named = name.removeprefix(ways.TERRAIN)
            piece = next(one for one in self.state.table.pieces if one.name == named)
            refusal = self.rulebook.ground.barred(self.unit, piece)
        if refusal not in self.bars:
            self.bars.append(refusal)

    def _pass(self, unit: Any, swept: Layout, leg: Leg) -> None:
        """Go through those that let the unit pass, at the cost that the rulebook gives."""
        close = [
            Obstacle(one.name, one.ground)
            for one in ways.near(swept, unit.pose, leg, self.passable)
            if one.name not in self.passed
        ]
        for name in all_in_the_way(swept, unit.pose, leg, close) if close else ():
            cost = self.rulebook.others.passage(unit, self.state.units[name], leg)
            if isinstance(cost, Refusal):
                self.bars.append(cost)
                continue
            self.passed.append(name)
            self._spend(self.unit, 0, Fraction(-cost.value, 100), (cost,), passes=True)

    def finish(self) -> None:
        """A unit that goes through others must end clear of them, as always."""
        start = ground_of(self.rulebook, self.state.units[self.id])
        end = ground_of(self.rulebook, self.unit)
        for one in ways.close_to(end, self.passable):
            if not may_stand(start, end, one) and one.gap:
                self._refuse(one.name)
            elif not may_stand(start, end, one):
                title = self.state.units[one.name].title
                rule = self.rulebook.rules.among_friends
                self.bars.append(Refusal(rule, f"it would end among {title}"))


@finding("units")
def march(state: Battle, id: str, drill: Drill) -> March:
    """What an order would come to."""
    marching = _Marching(state, id, drill.pace)
    for act in drill.acts:
        marching.act(act)
    marching.finish()
    return March(
        marching.unit,
        drill.pace,
        tuple(marching.stages),
        marching.left,
        tuple(marching.passed),
        frozenset(marching.grounds),
        tuple(marching.bars),
    )


# Details


def _head(layout: Layout) -> Layout:
    """The front rank of a column; the others follow it."""
    front = layout.frame.front
    return Layout(tuple(base for base in layout.bases if base.dy == front))


def may_stand(was: Footprint, now: Footprint, obstacle: Obstacle) -> bool:
    """Whether a unit may be this near to something; it may move away from what it was nearer to."""
    if is_clear(now, obstacle.ground, obstacle.gap):
        return True
    if overlaps(was, obstacle.ground, SLACK):
        return obstacle.name.startswith(ways.TERRAIN)
    if is_clear(was, obstacle.ground, obstacle.gap):
        return False
    return is_clear(now, obstacle.ground, distance_between(was, obstacle.ground))
