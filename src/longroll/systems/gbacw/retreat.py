"""14.0 Retreats: units run or fall back hex by hex, and displace friends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.kernel.wording import listed
from longroll.systems.gbacw import crews, losses, morale, zones
from longroll.systems.gbacw.events import Retreated, names
from longroll.systems.gbacw.facing import facing_in
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.retreat_path import (
    BEFORE,
    BRIGADE,
    CAVALRY,
    DISPLACED,
    LEAVING,
    MELEE,
    NIGHT,
    NO_ZONES,
    REPULSE,
    ROUT,
    is_open,
    parties,
    ways,
)
from longroll.systems.gbacw.roster import LEADER, UnitNumber
from longroll.systems.gbacw.state import CAPTURED, ELIMINATED, State

#: Retreats that end in a check. [gbacw:12.83] [gbacw:12.92.1] [gbacw:12.94.3] [gbacw:14.3.2]
CHECKED = frozenset((MELEE, BEFORE, REPULSE, LEAVING, BRIGADE, DISPLACED))
#: Retreats that a unit may end after one hex. [gbacw:12.81] [gbacw:16.1.1]
SHORT = frozenset((BEFORE, CAVALRY))
#: How far a routed unit runs. [gbacw:13.31.1]
HEXES_OF_ROUT = 3

_STOP = choice("stop")


# Routing


def rout(
    state: State, unit: int, umpire: Umpire, causers: tuple[int, ...] = (), *, now: bool = True
) -> None:
    """A unit routs: unpinned, it falls back three hexes. Crews abandon unlimbered guns and wagons.

    If `now` is false, the retreat waits until the one in progress has ended.
    [gbacw:13.0.3] [gbacw:13.25] [gbacw:13.31.1] [gbacw:13.33.1] [gbacw:13.33.2] [gbacw:15.16.1]
    [gbacw:15.16.2] [gbacw:11.1.2] [gbacw:11.12.3]
    """
    runner = crews.leave_guns(state, unit, umpire)
    state.change(runner, routed=True, pinned=False)
    if not now:
        return
    side = state.side_of(unit)
    hex = state.hex_of(runner)
    state.game.rules.routed(state, unit, umpire, causers)
    state.agenda.append(Retreat(side, (runner,), HEXES_OF_ROUT, (hex,), ROUT, causers))
    stays = any(other != runner for other in state.stack(hex, side))
    leaders = tuple(one for one in state.leaders_in(hex, side) if not state.units[one].pinned)
    if leaders:
        if stays:
            state.agenda.append(LeadersFollow(side, runner, leaders))
        else:
            _join(state, leaders)


def _join(state: State, leaders: tuple[int, ...]) -> None:
    step = state.agenda.pop()
    state.agenda.append(
        Retreat(
            step.side,
            (*step.units, *leaders),
            step.length,
            step.path,
            step.cause,
            step.causers,
            step.shot,
        )
    )


class LeadersFollow(Ask, frozen=True):
    """Each leader goes with the unit that runs, or stays with the rest.

    [gbacw:13.34] [gbacw:13.43.2] [gbacw:17.74]
    """

    side: SideName
    unit: UnitNumber
    leaders: tuple[UnitNumber, ...]

    rule: ClassVar[str] = "gbacw:13.43.2"
    verbs: ClassVar[tuple[str, ...]] = ("go", "stay")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        leader = state.piece(self.leaders[0]).title
        return f"Does {leader} go with {state.piece(self.unit).title}, or stay?"

    def choices(self, state: State) -> list[Choice]:
        """He may have gone with a unit that ran earlier, or there may be no unit to stay with."""
        hex = state.hex_of(self.unit)
        if state.hex_of(self.leaders[0]) != hex:
            return [choice("stay")]
        if state.stack(hex, self.side) == (self.unit,):
            return [choice("go")]
        return [choice("stay"), choice("go")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)
        if choice not in self.choices(state):
            yield Refusal(self.rule, "he has already gone, or there is no unit to stay with")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        leader, *others = self.leaders
        if choice.verb == "go":
            _join(state, (leader,))
        if others:
            state.agenda.append(LeadersFollow(self.side, self.unit, tuple(others)))


# The retreat itself


class Retreat(Ask, frozen=True):
    """Units fall back hex by hex; their owner picks the way.

    [gbacw:5.18] [gbacw:14.0] [gbacw:14.4.1] [gbacw:14.4.4] [gbacw:14.4.5]
    """

    side: SideName
    units: tuple[UnitNumber, ...]
    length: int
    path: tuple[Hex, ...]
    cause: str
    #: Enemies that caused the retreat, and those that have fired at it.
    causers: tuple[UnitNumber, ...] = ()
    shot: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "gbacw:14.4.1"
    verbs: ClassVar[tuple[str, ...]] = ("to", "stop")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        who = listed(state.piece(unit).title for unit in self.units)
        does = "do" if len(self.units) > 1 else "does"
        left = self.length - len(self.path) + 1
        return f"Where {does} {who} fall back to? {left} {'hex' if left == 1 else 'hexes'} to go."

    def is_moot(self, state: State) -> bool:
        """Whether the units that were to fall back are gone, lost in the meantime."""
        return all(
            state.hex_of(unit) != self.path[-1] or state.piece(unit).kind == LEADER
            for unit in self.units
        )

    def nexts(self, state: State) -> list[Hex]:
        if self.is_moot(state):
            return []
        if state.game.rules.is_way_out(state, self.units[0], self.path[-1]):
            return []
        found = ways(state, self.units, self.path, self.length, self.cause)
        if not found and self.cause in SHORT and len(self.path) == 1:
            found = ways(state, self.units, self.path, 1, self.cause)
        return self._easiest_first(state, found)

    def _easiest_first(self, state: State, found: Iterable[tuple[Hex, ...]]) -> list[Hex]:
        """The first hexes of the ways, those on the cheapest ground first."""
        steps = state.game.ground.steps(mover_of(state, self.units[0]))
        best: dict[Hex, int] = {}
        for tail in found:
            if tail:
                total = sum(steps[a].get(b, -1) for a, b in pairwise((self.path[-1], *tail)))
                best[tail[0]] = min(total, best.get(tail[0], total))
        return sorted(best, key=lambda hex: (best[hex], hex))

    def may_stop(self, state: State) -> bool:
        return self.cause in SHORT and len(self.path) > 1

    def choices(self, state: State) -> list[Choice]:
        found = [choice("to", hex) for hex in self.nexts(state)]
        if self.may_stop(state) or not found:
            found.append(_STOP)
        return found

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        nexts = self.nexts(state)
        if choice.verb == "stop":
            yield from bare(choice, self.rule)
            if nexts and not self.may_stop(state):
                yield Refusal("gbacw:14.4.2", f"{len(nexts)} ways to fall back are open")
            return
        if len(choice.objects) != 1:
            yield Refusal(self.rule, "name one hex")
        elif choice.object not in nexts:
            yield from self._bars_hex(state, choice.object)

    def _bars_hex(self, state: State, hex: Hex) -> Iterator[Refusal]:
        game, here = state.game, self.path[-1]
        if hex not in game.grid.adjacent[here]:
            yield Refusal("gbacw:14.4.1", f"{hex} is not next to {here}")
        elif game.grid.distance(self.path[0], hex) != len(self.path):
            yield Refusal("gbacw:14.4.2", f"{hex} leads back towards {self.path[0]}")
        elif not is_open(state, self.units, self.side, here, hex):
            yield Refusal("gbacw:14.1.1", f"{hex} holds enemy units or cannot be entered")
        elif rule := game.rules.closed_to_retreat(state, hex, self.side, self.cause):
            yield Refusal(rule, f"{hex} cannot be entered in this retreat")
        elif self.cause in NO_ZONES and zones.is_controlled(state, hex, game.enemy[self.side]):
            yield Refusal("gbacw:14.2", f"{hex} is in an enemy Zone of Control")
        elif state.stack(hex, self.side):
            yield Refusal("gbacw:14.3.1", f"{hex} holds friends, and another way is open")
        else:
            yield Refusal("gbacw:14.4.1", f"{hex} leads the wrong way, or to a dead end")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if self.is_moot(state):
            return
        if choice.verb == "stop":
            if self.may_stop(state):
                state.agenda.append(EndRetreat(self))
            elif state.game.rules.is_way_out(state, self.units[0], self.path[-1]):
                state.game.rules.leave_map(state, self, umpire)
            else:
                fail(state, self, umpire)
            return
        to = choice.object
        state.agenda.append(EnterRetreat(self, to))
        friends = [unit for unit in state.stack(to, self.side) if unit not in self.units]
        if friends and self.cause != NIGHT:
            state.agenda.append(Displace(self.side, to))


def turn_away(state: State, retreat: Retreat) -> None:
    """Units about to leave a hex turn to face the next before they are fired at.

    Units never move backwards. If some stay, those are fired at, and no unit turns (GB-F32).
    [gbacw:7.11.2] [gbacw:10.16.2]
    """
    hex, units = retreat.path[0], retreat.units
    if not set(units) >= set(state.stack(hex, retreat.side)):
        return
    for group in (units, *((unit,) for unit in units)):  # together, or each that has a way
        step = Retreat(retreat.side, group, retreat.length, retreat.path, retreat.cause)
        if ahead := step.nexts(state):
            facing = state.game.grid.direction(hex, ahead[0])
            state.change_all([unit for unit in units if state.units[unit].formation], facing=facing)
            return


def fail(state: State, retreat: Retreat, umpire: Umpire) -> None:
    """Units that cannot fall back together split up; a unit with no way of its own is lost.

    [gbacw:12.92.3] [gbacw:13.31.2] [gbacw:14.1.2] [gbacw:5.17.2] (GB-F36)
    """
    side, path = retreat.side, retreat.path
    hex = path[-1]
    there = [unit for unit in retreat.units if state.hex_of(unit) == hex]
    parts = parties(state, there, path, retreat.length, retreat.cause)
    if len(parts) > 1:
        state.agenda.extend(replace(retreat, units=part) for part in reversed(parts))
        return
    for unit in retreat.units:
        if state.piece(unit).kind == LEADER or not state.hex_of(unit):
            continue
        fate, rule = fate_of(state, unit, retreat)
        if fate == CAPTURED:
            losses.capture(state, unit, umpire, "no way to fall back", rule)
        elif fate == ELIMINATED:
            losses.destroy(state, unit, umpire, "no way to fall back", rule)
    leaders = [unit for unit in retreat.units if state.piece(unit).kind == LEADER]
    if leaders and not state.stack(hex, side):
        losses.catch_leaders(state, (hex,), side, umpire, "gbacw:17.73.2")


def fate_of(state: State, unit: int, retreat: Retreat) -> tuple[str, str]:
    """What becomes of a unit that cannot retreat, and the rule. [gbacw:13.31.2] [gbacw:14.1.2]"""
    standard = "gbacw:13.31.2" if retreat.cause == ROUT else "gbacw:14.1.2"
    return state.game.rules.cannot_retreat(state, unit, retreat) or (CAPTURED, standard)


class EnterRetreat(Do, frozen=True):
    """Fall back one hex; enemies whose zone it enters may fire, not those whose zone it leaves.

    [gbacw:10.2.1] [gbacw:10.2.2] [gbacw:10.17.1]
    """

    retreat: Retreat
    to: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        origin = self.retreat.path[-1]
        going = tuple(unit for unit in self.retreat.units if state.hex_of(unit) == origin)
        if not going:
            return
        facing = facing_in(state, self.to, self.retreat.side)
        if facing is None:
            facing = state.game.grid.direction(self.to, origin)
        for unit in going:
            state.put(unit, self.to)
            state.change(unit, facing=facing)
        umpire.tell(
            Retreated(
                rules=("gbacw:14.0",),
                units=names(state, going),
                origin=origin,
                to=self.to,
                why=self.retreat.cause,
            )
        )
        losses.catch_leaders(
            state, (self.to,), state.game.enemy[self.retreat.side], umpire, "gbacw:17.75"
        )
        state.game.rules.entered(state, going, self.to, umpire)
        path = (*self.retreat.path, self.to)
        step = Retreat(
            self.retreat.side,
            going,
            self.retreat.length,
            path,
            self.retreat.cause,
            self.retreat.causers,
            self.retreat.shot,
        )
        state.game.rules.retreat_fire(state, step, umpire)


class ContinueRetreat(Do, frozen=True):
    """After each hex: go on, or end the retreat."""

    retreat: Retreat

    def run(self, state: State, umpire: Umpire) -> None:
        retreat = self.retreat
        left = tuple(unit for unit in retreat.units if state.hex_of(unit))
        if not any(state.piece(unit).kind != LEADER for unit in left):
            return
        step = Retreat(
            retreat.side,
            left,
            retreat.length,
            retreat.path,
            retreat.cause,
            retreat.causers,
            retreat.shot,
        )
        to_go = retreat.length - len(retreat.path) + 1
        state.agenda.append(step if to_go else EndRetreat(step))


class EndRetreat(Do, frozen=True):
    """Crews return to their guns, units routed on the way run on, the rest check morale.

    [gbacw:13.31.1] [gbacw:14.3.6]
    """

    retreat: Retreat

    def run(self, state: State, umpire: Umpire) -> None:
        retreat = self.retreat
        state.game.rules.has_retreated(state, retreat)
        units = [
            unit
            for unit in retreat.units
            if state.hex_of(unit) and state.piece(unit).kind != LEADER
        ]
        if retreat.cause == CAVALRY:  # no morale checks, but units routed by fire run on
            for unit in reversed([unit for unit in units if state.units[unit].routed]):
                rout(state, unit, umpire, retreat.causers)
        if retreat.cause not in CHECKED:
            return
        if retreat.cause == REPULSE:  # leaders before morale [gbacw:12.95.1]
            losses.risk_leaders(state, retreat.path[-1], retreat.side, losses.RPLS_MELEE, umpire)
        # A way free of zones draws no fire: a unit routed there was routed before, and runs
        # again only if the melee cost it men, or if it fails its check. [gbacw:13.33.1]
        shaken = [
            unit
            for unit in units
            if state.units[unit].routed and (retreat.cause not in NO_ZONES or unit in state.hurt)
        ]
        routed: list[int] = []
        for number, unit in enumerate(units):
            if unit in shaken:
                continue
            outcome = morale.check(state, unit, "rout", retreat.cause, umpire)
            if outcome == morale.ROUTED:
                routed.append(unit)
            elif retreat.cause == DISPLACED and number == 0:
                break
        for unit in reversed([*shaken, *routed]):
            rout(state, unit, umpire, retreat.causers)


class Displace(Do, frozen=True):
    """Friends in the way are pushed back one hex; routed ones run again.

    Pinned units stay: they cannot move. Units about to leave for the next hex of their own
    retreat are ignored, or two of them would displace each other forever.
    [gbacw:8.15.2] [gbacw:14.3.2] [gbacw:14.3.3] [gbacw:14.3.4] [gbacw:14.3.5]
    """

    side: SideName
    hex: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        stack = state.stack(self.hex, self.side)
        leaving = {
            unit
            for step in state.agenda
            if isinstance(step, EnterRetreat)
            for unit in step.retreat.units
        }
        free = [u for u in stack if not state.units[u].pinned and u not in leaving]
        routed = [unit for unit in free if state.units[unit].routed]
        steady = [
            crews.leave_guns(state, unit, umpire)
            for unit in free
            if unit not in routed and state.is_manned(unit)
        ]
        if steady:
            going = (*steady, *self._leaders(state, steady))
            state.agenda.append(Retreat(self.side, going, 1, (self.hex,), DISPLACED))
        for unit in reversed(routed):
            rout(state, unit, umpire)

    def _leaders(self, state: State, going: Sequence[int]) -> list[int]:
        """The leaders who go along: all that can move, if no manned unit stays (GB-F42)."""
        staying = [unit for unit in state.stack(self.hex, self.side) if unit not in going]
        if any(state.is_manned(unit) and not state.units[unit].routed for unit in staying):
            return []
        leaders = state.leaders_in(self.hex, self.side)
        return [leader for leader in leaders if not state.units[leader].pinned]
