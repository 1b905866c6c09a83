"""5.0 Movement and 6.2 changes of formation as the players carry them out, hex by hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from longroll.board.hex import DIRECTIONS, Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import (
    Choice,
    Closed,
    Refusal,
    bare,
    barred_by,
    choice,
    still_open,
)
from longroll.kernel.memo import finding_from
from longroll.kernel.naming import SideName
from longroll.kernel.wording import halved
from longroll.systems.gbacw import crews, formations, losses, reaction
from longroll.systems.gbacw.events import Faced, FormationFailed, Formed, Reordered, name, names
from longroll.systems.gbacw.movement import (
    allowance,
    bars_to_enter,
    bars_to_move,
    bars_to_rest,
    bars_to_step,
    closed_to_move,
    limit_of,
    only_leaders,
    step_cost,
    steps,
    take_step,
    titled,
)
from longroll.systems.gbacw.overstacked import EndMovement
from longroll.systems.gbacw.roster import UnitNumber
from longroll.systems.gbacw.state import DISMOUNTED, MOUNTED, State

_DONE, _STOP, _TOP = choice("done"), choice("stop"), choice("top")
#: The turns open to a unit, by the hexside it faces.
_TURNS = tuple(
    tuple(choice("face", direction) for direction in DIRECTIONS if direction != faced)
    for faced in DIRECTIONS
)
#: The least that a step counts, so that a unit limited to one hex has used it up.
ONE_HEX = 1


class MovementPhase(Ask, frozen=True):
    """B. Any number of units move, one unit or stack after another.

    [gbacw:4.0.8] [gbacw:5.0.2] [gbacw:5.0.3] [gbacw:5.11.2]
    """

    side: SideName

    rule: ClassVar[str] = "gbacw:5.0.2"
    verbs: ClassVar[tuple[str, ...]] = ("move", "enter", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which unit moves?"

    def choices(self, state: State) -> list[Choice]:
        game, units = state.game, state.units
        there = [unit for unit in state.serving(self.side) if units[unit].hex]
        able = still_open(there, closed_to_move(state, self.side, there))
        found = list(map(game.moves.__getitem__, able))
        found += game.rules.arrivals(state, self.side)
        if next(game.rules.bars_to_end_movement(state, self.side), None) is None:
            found.append(_DONE)
        return found

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            yield from state.game.rules.bars_to_end_movement(state, self.side)
            return
        if choice.verb == "enter":
            bars = state.game.rules.bars_to_arrive(state, self.side, choice)
            yield from (
                (Refusal("gbacw:4.0.9", "no reinforcements are due"),) if bars is None else bars
            )
            return
        unit = state.game.roster.number.get(choice.object)
        if unit is None or len(choice.objects) != 1:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a unit")
        else:
            yield from bars_to_move(state, self.side, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda[-1] = EndMovement(self.side)
        elif choice.verb == "enter":
            state.game.rules.arrive(state, self.side, choice, umpire)
        else:
            state.agenda.append(Moving(self.side, (state.game.roster.number[choice.object],)))


class Moving(Ask, frozen=True):
    """A unit or stack on the move: it steps, turns, changes formation or its place in the stack.

    [gbacw:5.0.2] [gbacw:7.12.1] [gbacw:7.12.2] [gbacw:7.13] [gbacw:8.0.2] [gbacw:8.41.1]
    """

    side: SideName
    group: tuple[UnitNumber, ...]
    spent: int = 0

    rule: ClassVar[str] = "gbacw:5.0.2"
    verbs: ClassVar[tuple[str, ...]] = ("with", "to", "face", "form", "top", "stop")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        who = state.piece(self.group[0]).title
        go = f"does {who} go"
        if len(self.group) > 1:
            go = f"do {who} and {len(self.group) - 1} more go"
        if limit_of(state, self.group):
            return f"Where {go}? One hex only."
        left = allowance(state, self.group) - self.spent
        return f"Where {go}? {halved(left)} of movement left."

    def choices(self, state: State) -> list[Choice]:
        is_asked = state.agenda[-1] is self
        others = _but_facing(state, self.side) if is_asked else self._but_facing(state)
        if not self._has_facing(state):
            return others
        return [*_TURNS[state.units[self.group[0]].facing], *others]

    def _but_facing(self, state: State) -> list[Choice]:
        ahead = steps(state, self.group, self.spent)
        found = ahead.copy()
        if not self.spent:
            hex = state.hex_of(self.group[0])
            beside = [*state.stack(hex, self.side), *state.leaders_in(hex, self.side)]
            if len(beside) > len(self.group):
                still_open(beside, self._closed_to_join(state, beside))
                found += [choice("with", state.piece(unit).id) for unit in beside]
        found += [
            choice("form", formation)
            for formation in formations.of_group(state, self.group)
            if next(formations.bars(state, self.group, self.spent, formation), None) is None
        ]
        if self._may_top(state):
            found.append(_TOP)
        if not ahead or next(self._bars_to_stop(state, lambda: ahead), None) is None:
            found.append(_STOP)
        return found

    def _has_facing(self, state: State) -> bool:
        units = state.units
        if len(self.group) == 1:
            return bool(units[self.group[0]].formation)
        return any(units[unit].formation for unit in self.group)

    def _may_top(self, state: State) -> bool:
        lead = self.group[0]
        stack = state.stack(state.hex_of(lead), self.side)
        return len(stack) > 1 and lead in stack and stack[0] != lead

    def _bars_to_stop(
        self, state: State, ahead: Callable[[], Iterable[Choice]]
    ) -> Iterator[Refusal]:
        """A group may not stay in an overstacked hex while it can move on. [gbacw:8.0.3]"""
        for unit in self.group:
            yield from state.game.rules.bars_to_stop(state, unit, ahead)
        if self.spent and not only_leaders(state, self.group):
            hex = state.hex_of(self.group[0])
            refusal = next(bars_to_rest(state, hex, self.side, self.group), None)
            if refusal is not None and any(ahead()):
                yield refusal

    def _closed_to_join(self, state: State, among: list[int]) -> Iterator[Closed[int]]:
        """Those among some units that cannot go with the group."""
        hex = state.hex_of(self.group[0])
        yield Closed(self.group, self.rule, titled(state, "is already moving"))
        here = (*state.stack(hex, self.side), *state.leaders_in(hex, self.side))
        if elsewhere := [unit for unit in among if unit not in here]:
            yield Closed(elsewhere, self.rule, titled(state, f"is not one of yours in {hex}"))
        if self.spent:
            yield Closed(among, self.rule, "a stack must move together from the start")
        yield from closed_to_move(state, self.side, among)
        for unit in among.copy():
            for refusal in bars_to_step(state, unit):
                yield Closed((unit,), refusal.rule, refusal.why)

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        verb, given = choice.verb, choice.object
        if verb == "stop":
            yield from bare(choice, self.rule)
            yield from self._bars_to_stop(state, partial(steps, state, self.group, self.spent))
            return
        if verb == "top":
            yield from bare(choice, self.rule)
            if not self._may_top(state):
                yield Refusal("gbacw:8.41.1", "it is already on top, or alone")
            return
        if len(choice.objects) != 1:
            yield Refusal(self.rule, f"{verb!r} takes one argument")
            return
        match verb:
            case "to":
                origin = state.hex_of(self.group[0])
                yield from bars_to_enter(state, self.group, self.spent, origin, given)
            case "face":
                if given not in DIRECTIONS:
                    yield Refusal("gbacw:7.0.6", f"units face {' '.join(DIRECTIONS)}")
                elif not self._has_facing(state):
                    yield Refusal("gbacw:7.0.5", "it has no facing")
                elif DIRECTIONS.index(given) == state.units[self.group[0]].facing:
                    yield Refusal("gbacw:7.12.1", f"it already faces {given}")
            case "form":
                yield from formations.bars(state, self.group, self.spent, given)
            case _:
                unit = state.game.roster.number.get(given)
                if unit is None:
                    yield Refusal(self.rule, f"{given!r} is not a unit")
                else:
                    yield from barred_by(unit, self._closed_to_join(state, [unit]))

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        match choice.verb:
            case "stop":
                finish(state, self.group)
                state.agenda.pop()
            case "with":
                unit = state.game.roster.number[choice.object]
                state.agenda[-1] = Moving(self.side, (*self.group, unit), self.spent)
            case "face":
                turn(state, self.group[0], DIRECTIONS.index(choice.object), umpire)
            case "top":
                self._to_top(state, umpire)
            case "form":
                self._form(state, choice.object, umpire)
            case _:
                self._step(state, choice.object, umpire)

    def _to_top(self, state: State, umpire: Umpire) -> None:
        lead = self.group[0]
        hex = state.hex_of(lead)
        state.reorder_stack(hex, self.side, lead)
        umpire.tell(Reordered(rules=("gbacw:8.41.1",), hex=hex, top=name(state, lead)))

    def _form(self, state: State, formation: str, umpire: Umpire) -> None:
        state.agenda[-1] = Form(self, state.hex_of(self.group[0]), formation)
        state.hurt = frozenset()
        for unit in reversed(formations.changing(state, self.group, formation)):
            reaction.formation_fire(state, unit, umpire)

    def _step(self, state: State, to: Hex, umpire: Umpire) -> None:
        """Units turn towards the hex they enter; then enemies whose zone they leave may fire.

        [gbacw:7.11.1] [gbacw:7.11.2] [gbacw:10.11]
        """
        origin = state.hex_of(self.group[0])
        state.agenda[-1] = Step(self, origin, to)
        facing, units = state.game.grid.direction(origin, to), state.units
        state.change_all(
            [u for u in self.group if units[u].formation and units[u].facing != facing],
            facing=facing,
        )
        reaction.withdrawal_fire(state, origin, self.side, self.group, umpire)


@finding_from(lambda state, side: (state.agenda[-1], state.stacks))
def _but_facing(state: State, side: str) -> list[Choice]:
    """What the moving group may do besides turning, which is done often and changes none of it."""
    found: list[Choice] = state.agenda[-1]._but_facing(state)
    return found


class Step(Do, frozen=True):
    """The units still there take the step; a pin holds them in the new hex (GB-F44).

    [gbacw:10.15.2] Units routed by the fire have already left; a wagon without its crew stays
    (GB-C28). [gbacw:10.15.1]
    """

    moving: Moving
    origin: Hex
    to: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        side = self.moving.side
        units = state.units
        going = tuple(
            [
                unit
                for unit in self.moving.group
                if units[unit].hex == self.origin and state.is_manned(unit)
            ]
        )
        if not going:
            return
        cost = step_cost(state, going, self.origin, self.to)
        if cost < 0 or self.to in state.stacks[state.game.enemy[side]]:
            return
        spent = self.moving.spent + max(cost, ONE_HEX)
        take_step(state, going, self.to, cost, spent, umpire)
        losses.catch_leaders(state, (self.to,), state.game.enemy[side], umpire, "gbacw:17.75")
        state.game.rules.entered(state, going, self.to, umpire)
        crews.back_to_guns(state, going, umpire)
        units = state.units
        left = tuple([unit for unit in going if units[unit].hex])
        if any(units[unit].pinned for unit in left):
            finish(state, left)
        elif left:
            state.agenda.append(Moving(side, left, spent))


def turn(state: State, unit: int, facing: int, umpire: Umpire) -> None:
    """Turn a unit, and every other unit in its hex. [gbacw:7.0.7] [gbacw:7.12.1] [gbacw:8.42]"""
    units, side = state.units, state.side_of(unit)
    hex = units[unit].hex
    stack = [other for other in state.stack(hex, side) if units[other].formation]
    state.change_all(stack, facing=facing)
    umpire.tell(Faced(rules=("gbacw:7.12.1",), units=names(state, stack), hex=hex, facing=facing))
    state.game.rules.turned(state, hex, side, facing, umpire)


class Form(Do, frozen=True):
    """The change of formation, unless the fire it drew prevents it.

    [gbacw:6.0.4] [gbacw:6.0.5] [gbacw:6.0.6] [gbacw:6.14.5] [gbacw:6.22.1] [gbacw:6.23.4]
    """

    moving: Moving
    hex: Hex
    formation: str

    def run(self, state: State, umpire: Umpire) -> None:
        group = tuple(unit for unit in self.moving.group if state.hex_of(unit) == self.hex)
        changing = formations.changing(state, group, self.formation)
        failed = [unit for unit in changing if formations.is_hindered(state, unit)]
        for unit in failed:
            umpire.tell(
                FormationFailed(
                    rules=("gbacw:6.23.4",), unit=name(state, unit), hex=state.hex_of(unit)
                )
            )
        done = [unit for unit in changing if unit not in failed]
        spent = self.moving.spent
        if done:
            cost = max(formations.cost(state, unit, self.formation) for unit in done)
            spent += cost
            state.change_all(done, formation=self.formation)
            umpire.tell(
                Formed(
                    rules=("gbacw:6.0.4",),
                    units=names(state, done),
                    hex=state.hex_of(done[0]),
                    formation=self.formation,
                    cost=cost,
                )
            )
        cavalry = self.formation in (MOUNTED, DISMOUNTED)
        if group and not cavalry and not failed:
            state.agenda.append(Moving(self.moving.side, group, spent))
        else:
            finish(state, group)


def finish(state: State, group: Sequence[int]) -> None:
    """The move of a group is over."""
    state.change_all([unit for unit in group if state.units[unit].hex], done=True)
