"""Carrying out an order to move, leg by leg: where it leads, what it costs, what bars it.

Each act takes a share of the period: a manoeuvre the share that the book gives, a leg its inches
at the rate of the formation then in use. (MK-M47) Nothing here changes the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from longroll.board.table import (
    Footprint,
    Layout,
    Leg,
    Obstacle,
    Pose,
    Straight,
    Turn,
    Wheel,
    after,
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
from longroll.systems.mckie.army import layouts
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import bar_to_mount, horse_holders
from longroll.systems.mckie.measure import Distance, in_inches
from longroll.systems.mckie.movement import fees, ways
from longroll.systems.mckie.movement.drill import Act, Change, Drill
from longroll.systems.mckie.movement.manoeuvres import (
    Manoeuvre,
    Posture,
    bar_to_pass_lines,
    manoeuvred,
    passage_cost,
)
from longroll.systems.mckie.movement.rules import Move, Pace, reach
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Formation, Ground

#: Formations whose stands follow their head round a corner. (MK-M48)
COLUMNS: tuple[Formation, ...] = ("column", "attack_column", "road_march", "limbered")
_TOO_FAR = "mckie:move.max"


class Stage(msgspec.Struct, frozen=True):
    """One act of a move: the unit after it, how far it went, what it took.

    `share` is of the period; `lines` have shares in hundredths, and inches in hundredths.
    """

    unit: Unit
    length: int
    share: Fraction
    lines: tuple[Line, ...]


class March(msgspec.Struct, frozen=True):
    """A whole move: the unit as it ends, stage by stage, the share of the period that is left,
    the friends it went through, the grounds it went over, and every rule that bars it."""

    unit: Unit
    pace: Pace
    stages: tuple[Stage, ...]
    left: Fraction
    passed: tuple[str, ...]
    grounds: frozenset[Ground]
    bars: tuple[Refusal, ...]

    @property
    def length(self) -> int:
        return sum(stage.length for stage in self.stages)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(line for stage in self.stages for line in stage.lines)


class _Marching:
    """A unit on its way."""

    def __init__(self, state: State, id: str, pace: Pace) -> None:
        self.state, self.id, self.pace = state, id, pace
        self.unit = state.units[id]
        self.left = 1 - Fraction(self.unit.spent, 100)
        self.stages: list[Stage] = []
        self.passed: list[str] = []
        self.grounds: set[Ground] = set()
        self.bars: list[Refusal] = []
        others = ways.troops_in_the_way(state, id)
        self.enemies = [one for one in others if one.gap]
        self.friends = [one for one in others if not one.gap]

    def act(self, act: Act) -> None:
        if isinstance(act, Change):
            self._change(act)
        elif isinstance(act, Turn):
            self._turn(act)
        else:
            self._go(act)

    # Acts

    def _change(self, change: Change) -> None:
        """[mckie:man.linecol] [mckie:man.support] [mckie:man.extended] [mckie:man.skirmish]
        [mckie:man.mount] [mckie:man.limber] [mckie:man.siege]"""
        unit = self.unit
        done = manoeuvred(Posture(unit.arm, unit.formation), (change.manoeuvre,))
        if isinstance(done, Refusal):
            self.bars.append(done)
            return
        changed = _changed(unit, done.posture, change)
        if isinstance(changed, Refusal):
            self.bars.append(changed)
            return
        if changed == unit:
            self.bars.append(Refusal("mckie:form.line", "it is already in that formation"))
        self._spend(changed, 0, Fraction(100 - done.left, 100), done.costs)
        self._stand(unit)

    def _turn(self, turn: Turn) -> None:
        """[mckie:man.face] (MK-M48)"""
        unit = self.unit
        done = manoeuvred(Posture(unit.arm, unit.formation), ("turn",))
        assert not isinstance(done, Refusal)
        to = after(field.layout_of(unit), unit.pose, turn)
        self._spend(_at(unit, to), 0, Fraction(100 - done.left, 100), done.costs)
        self._stand(unit)
        if abs(turn.angle) != HALF_TURN:
            # Wings that swing round keep their distance on the way; facing about swings nothing.
            self._free(unit, field.layout_of(unit), turn, self.enemies)

    def _go(self, leg: Straight | Wheel) -> None:
        unit, layout = self.unit, field.layout_of(self.unit)
        fee = fees.leg_fee(self.state, unit, layout, unit.pose, leg)
        rate = self._rate()
        if isinstance(rate, Refusal):
            self.bars.append(rate)
            return
        if isinstance(fee, Refusal):
            self.bars.append(fee)
            return
        self.grounds |= fee.grounds
        to = after(layout, unit.pose, leg)
        self._spend(
            _at(unit, to), length(layout, leg), Fraction(fee.total) / Fraction(rate), fee.lines
        )
        follows = isinstance(leg, Wheel) and unit.formation in COLUMNS
        swept = _head(layout) if follows else layout
        self._free(unit, swept, leg, [*self.enemies, *self._terrain()])
        if follows:
            # As it straightens behind its head, the tail may not run over an enemy. (MK-M48)
            self._free(unit, layout, leg, [Obstacle(one.name, one.ground) for one in self.enemies])
        self._stand(unit)
        self._pass(unit, swept, leg)

    # What they take

    def _rate(self) -> Distance | Refusal:
        unit = self.unit
        move = Move(arm=unit.arm, formation=unit.formation, pace=self.pace)
        found = reach(move)
        return found if isinstance(found, Refusal) else found.distance

    def _spend(self, unit: Unit, inches: int, share: Fraction, lines: Sequence[Line]) -> None:
        if 0 <= self.left < share:
            rule = lines[-1].rule if lines and not inches else _TOO_FAR
            self.bars.append(Refusal(rule, _too_much(inches, share, self.left)))
        self.left -= share
        self.unit = unit
        self.stages.append(Stage(unit, inches, share, tuple(lines)))

    # What is in the way

    def _terrain(self) -> list[Obstacle]:
        return ways.barred_ground(self.state, self.unit)

    def _is_enemy(self, name: str) -> bool:
        other = self.state.units.get(name)
        return other is not None and other.side != self.unit.side

    def _free(self, unit: Unit, swept: Layout, leg: Leg, obstacles: Sequence[Obstacle]) -> None:
        """Refuse a leg that runs over something on its way. [mckie:move.1inch] (MK-M51)"""
        close = ways.near(swept, unit.pose, leg, obstacles)
        name = first_in_the_way(swept, unit.pose, leg, close) if close else None
        if name is not None:
            self._refuse(name)

    def _stand(self, before: Unit) -> None:
        """Refuse the place where the unit is now because of the table, the enemy or the ground."""
        was, now = field.ground_of(before), field.ground_of(self.unit)
        if not on_table(now, *self.state.battle.table.size):
            self.bars.append(Refusal(_TOO_FAR, "it would leave the table"))
        if self.unit.is_vessel and not field.is_afloat(self.state.battle.table, self.unit):
            self.bars.append(Refusal("mckie:opt.gunboat.1", "it would run aground"))
        # Ground that bars only the new formation bars the change. [mckie:bua.2] [mckie:bua.6]
        barred = ways.barred_ground(self.state, before)
        for one in self._terrain():
            may = _may_stand(was, now, one) if one in barred else is_clear(now, one.ground, 0)
            if not may:
                self._refuse(one.name)
        for one in self.enemies:
            if not _may_stand(was, now, one):
                self._refuse(one.name)

    def _refuse(self, name: str) -> None:
        if self._is_enemy(name):
            refusal = Refusal("mckie:move.1inch", f"only a charge may come within 1 in of {name}")
        else:
            refusal = self._barred_by(name.removeprefix(ways.TERRAIN))
        if refusal not in self.bars:
            self.bars.append(refusal)

    def _barred_by(self, name: str) -> Refusal:
        kind = next(one.kind for one in self.state.battle.table.pieces if one.name == name)
        rule = "mckie:bua.1" if kind == "built_up" else "mckie:terr.dense.1"
        formed = f"{self.unit.arm} in {self.unit.formation}".replace("_", " ")
        return Refusal(rule, f"{formed} cannot enter {name}")

    def _pass(self, unit: Unit, swept: Layout, leg: Leg) -> None:
        """Go through friends: each loses half its move, skirmishers nothing.
        [mckie:pass.1] [mckie:pass.2] [mckie:pass.4]"""
        for friend in ways.near(swept, unit.pose, leg, self.friends):
            if friend.name in self.passed:
                continue
            if first_in_the_way(swept, unit.pose, leg, [friend]) is None:
                continue
            other = self.state.units[friend.name]
            cost = passage_cost(unit.formation, other.formation)
            share = Fraction(cost.share, 100)
            self.passed.append(friend.name)
            line = Line(-cost.share, f"passing through {other.title}", cost.rule)
            self._spend(self.unit, 0, share, (line,))
            charges = bool(share) and self.state.charge_of(friend.name) is not None
            barred = bar_to_pass_lines(ends_clear=True, either_charges=charges)
            if barred is not None:
                self.bars.append(barred)
            if other.spent + cost.share > 100:
                self.bars.append(
                    Refusal("mckie:pass.2", f"{other.title} does not have half of its move left")
                )

    def finish(self) -> None:
        """[mckie:pass.3] A unit that goes through friends must end clear of them, as always."""
        was, now = field.ground_of(self.state.units[self.id]), field.ground_of(self.unit)
        for friend in self.friends:
            if _may_stand(was, now, friend):
                continue
            barred = bar_to_pass_lines(ends_clear=False)
            assert barred is not None
            title = self.state.units[friend.name].title
            self.bars.append(Refusal(barred.rule, f"it would end among {title}"))


def march(state: State, id: str, drill: Drill) -> March:
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


def _at(unit: Unit, pose: Pose) -> Unit:
    return replace(unit, x=pose.point.x, y=pose.point.y, heading=pose.heading)


def _changed(unit: Unit, posture: Posture, change: Change) -> Unit | Refusal:
    """A unit after a change of formation, or why its stands are too few for it."""
    manoeuvre: Manoeuvre = change.manoeuvre
    holders = unit.holders
    if manoeuvre == "mount":
        barred = bar_to_mount(unit.figures, unit.holders)
        if barred is not None:
            return barred
        holders = 0
    elif manoeuvre == "dismount":
        holders = horse_holders(unit.figures)
    plan = layouts.layout(
        posture.arm, posture.formation, field.strength(unit), front=change.front or None
    )
    if isinstance(plan, Refusal):
        return plan
    return replace(
        unit,
        arm=posture.arm,
        formation=posture.formation,
        front=change.front,
        holders=holders,
    )


def _head(layout: Layout) -> Layout:
    """The front rank of a column; the others follow it."""
    front = layout.frame.front
    return Layout(tuple(base for base in layout.bases if base.dy == front))


def _may_stand(was: Footprint, now: Footprint, obstacle: Obstacle) -> bool:
    """Whether a unit may be this near to something; it may move away from what it was nearer to."""
    if is_clear(now, obstacle.ground, obstacle.gap):
        return True
    if overlaps(was, obstacle.ground, SLACK):
        return obstacle.name.startswith(ways.TERRAIN)
    if is_clear(was, obstacle.ground, obstacle.gap):
        return False
    return is_clear(now, obstacle.ground, distance_between(was, obstacle.ground))


def _too_much(inches: int, share: Fraction, left: Fraction) -> str:
    percent, rest = -(-share * 100 // 1), max(0, left * 100 // 1)
    what = f"{in_inches(inches)} take" if inches else "that takes"
    return f"{what} {percent}% of a period and {rest}% is left"


__all__ = ["March", "Stage", "march"]
