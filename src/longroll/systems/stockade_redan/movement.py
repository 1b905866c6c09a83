"""10.0 Movement: units and stacks, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.stockade_redan import bridging, fog
from longroll.systems.stockade_redan.chaos_of_war import (
    bars_affected,
    is_immune,
    must_check,
    roll_entry,
    struck_hexes,
)
from longroll.systems.stockade_redan.events import ChaosEntered, Moved, Revealed
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    ENEMY,
    NUMBER,
    OF_SIDE,
    ROSTER,
    SIDES,
    UNION,
    UnitNumber,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import ADJACENT, DITCH, HEXES, REDAN, TERRAIN

_WITH = tuple(choice("with", piece.id) for piece in ROSTER)
_TO = {hex: choice("to", hex) for hex in HEXES}
_STOP, _DONE = choice("stop"), choice("done")

_ALLOWANCE = tuple(piece.factors.movement for piece in ROSTER)
_SURCHARGE = TABLES.terrain_effects.carnage_or_friendly_units
#: What may be moved at all and the choice to move it, with the five companies bombarding or not.
_MOBILE = {
    (side, bombarding): tuple(
        (unit, choice("move", ROSTER[unit].id))
        for unit in OF_SIDE[side]
        if not (bombarding and ROSTER[unit].company)
    )
    for side in SIDES
    for bombarding in (False, True)
}


# May it move? May it enter?


def bars_to_move(state: State, side: str, unit: int) -> Iterator[Refusal]:
    """What keeps a unit from moving in this phase.

    [stockade_redan:10.0.3] [stockade_redan:10.0.4] [stockade_redan:12.3.1]
    [stockade_redan:12.3.4]
    """
    piece = ROSTER[unit]
    hex = state.hex_of(unit)
    if piece.side != side or not hex:
        yield Refusal("stockade_redan:10.0.4", f"{piece.title} is not one of your units on the map")
        return
    if state.units[unit].spent:
        yield Refusal("stockade_redan:10.0.3", f"{piece.title} has finished its move")
    if hex in state.stacks[ENEMY[side]]:
        yield Refusal("stockade_redan:12.3.1", f"{piece.title} is fighting hand to hand in {hex}")
    if piece.company and state.option == 1:
        yield Refusal("stockade_redan:3.1.3.6", f"{piece.title} has the bombardment role")
    yield from bars_affected(state, unit)


def movable(state: State, side: str) -> list[Choice]:
    """Every unit that may still move, in roster order."""
    units, struck = state.units, struck_hexes(state, side)
    locked = state.stacks[ENEMY[side]]
    return [
        move
        for unit, move in _MOBILE[side, state.option == 1]
        if (hex := (place := units[unit]).hex)
        and not place.spent
        and hex not in locked
        and (hex not in struck or is_immune(unit))
    ]


def allowance(group: tuple[int, ...]) -> int:
    """The movement factor of a group: that of its slowest unit. [stockade_redan:10.0.2]"""
    if len(group) == 1:
        return _ALLOWANCE[group[0]]
    return min(_ALLOWANCE[unit] for unit in group)


def takes_all(origin: Hex, to: Hex) -> bool:
    """Whether a step takes all movement: into a ditch, or across it to the wall.

    [stockade_redan:10.4.3] [stockade_redan:10.4.5] [stockade_redan:TEC.1]
    """
    return to in DITCH or (to in REDAN and origin in DITCH)


def step_cost(state: State, side: str, group: tuple[int, ...], origin: Hex, to: Hex) -> int:
    """What it costs a group to step into a hex. Enemies there cost nothing extra.

    The surcharge for carnage and friendly units is 1 in all (SR-12), and a hex that takes all
    movement takes no more than that (SR-13).
    [stockade_redan:2.5.3] [stockade_redan:2.5.4] [stockade_redan:6.0.5] [stockade_redan:10.1.2]
    [stockade_redan:10.2.1] [stockade_redan:10.3.1] [stockade_redan:10.3.2]
    [stockade_redan:10.4.4] [stockade_redan:TEC.3] [stockade_redan:10.5.6]
    """
    cost = TERRAIN[to].movement
    if cost == "all" or takes_all(origin, to):
        return allowance(group)
    if to in state.carnage or to in state.stacks[side]:
        return cost + _SURCHARGE
    return cost


def bars_to_enter(
    state: State, side: str, group: tuple[int, ...], spent: int, origin: Hex, to: Hex
) -> Iterator[Refusal]:
    """What keeps a group in `origin` that has spent `spent` from stepping into a hex.

    [stockade_redan:10.0.1] [stockade_redan:10.0.5] [stockade_redan:10.0.6]
    """
    if to not in TERRAIN:
        yield Refusal("stockade_redan:10.0.6", f"{to!r} is not on the map")
        return
    if to not in ADJACENT[origin]:
        yield Refusal("stockade_redan:10.0.1", f"{to} is not next to {origin}")
    if TERRAIN[to].no_artillery and any(ROSTER[unit].kind == ARTILLERY for unit in group):
        yield Refusal("stockade_redan:10.4.6", f"artillery cannot enter {to}")
    ditch = to if to in DITCH else origin
    if (origin in DITCH and to in REDAN) or (origin in REDAN and to in DITCH):
        # [stockade_redan:10.4.1] [stockade_redan:10.5.13]
        if not state.is_bridged(ditch):
            yield Refusal("stockade_redan:10.4.2", f"there is no bridge in ditch {ditch}")
    if takes_all(origin, to):
        if spent:
            yield Refusal(
                "stockade_redan:10.0.8", f"{to} takes a whole move, and {spent} is already spent"
            )
        return
    cost = step_cost(state, side, group, origin, to)
    left = allowance(group) - spent
    if cost > left:
        yield Refusal("stockade_redan:10.0.7", f"{to} costs {cost}, and only {left} is left")


#: The steps out of every hex that only their cost can bar: the hex, its cost, the choice.
_PLAIN_STEPS = {
    origin: tuple(
        (to, cost, _TO[to])
        for to in ADJACENT[origin]
        if isinstance(cost := TERRAIN[to].movement, int) and not TERRAIN[to].no_artillery
    )
    for origin in HEXES
}
_WALL_STEPS = {
    origin: tuple(to for to in ADJACENT[origin] if TERRAIN[to].no_artillery) for origin in HEXES
}


def steps(state: State, side: str, group: tuple[int, ...], spent: int, origin: Hex) -> list[Choice]:
    """Every legal step of a group: what `bars_to_enter` allows, found quickly in the open."""
    left = allowance(group) - spent
    carnage, friends = state.carnage, state.stacks[side]
    found = [
        step
        for to, cost, step in _PLAIN_STEPS[origin]
        if cost + _SURCHARGE <= left or (cost <= left and to not in carnage and to not in friends)
    ]
    for to in _WALL_STEPS[origin]:
        if not any(bars_to_enter(state, side, group, spent, origin, to)):
            found.append(_TO[to])
    return found


# The phase


class BeginMovement(Do, frozen=True):
    """Phases VII and X. The Confederates first deal with bridging markers among them."""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        state.agenda.append(MovementPhase(self.side))
        if self.side == UNION:
            bridging.begin_union_movement(state)
        else:
            state.agenda.append(bridging.DestroyBridges())


class MovementPhase(Ask, frozen=True):
    """Any number of units move, one unit or stack after another. [stockade_redan:10.0.5]"""

    side: SideName

    rule: ClassVar[str] = "stockade_redan:10.0.1"
    verbs: ClassVar[tuple[str, ...]] = ("move", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which unit moves?"

    def choices(self, state: State) -> list[Choice]:
        choices = movable(state, self.side)
        choices.append(_DONE)
        return choices

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        unit = NUMBER.get(choice.object)
        if unit is None or len(choice.objects) != 1:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a unit")
        else:
            yield from bars_to_move(state, self.side, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
        else:
            state.agenda.append(Moving(self.side, (NUMBER[choice.object],)))


class Moving(Ask, frozen=True):
    """A unit or stack on the move; no other moves before it has finished.

    [stockade_redan:10.0.3] [stockade_redan:10.1.1]
    """

    side: SideName
    group: tuple[UnitNumber, ...]
    spent: int = 0

    rule: ClassVar[str] = "stockade_redan:10.0.1"
    verbs: ClassVar[tuple[str, ...]] = ("with", "take", "lay", "drop", "to", "stop")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        left = allowance(self.group) - self.spent
        who = ROSTER[self.group[0]].title
        go = f"does {who} go"
        if len(self.group) > 1:
            go = f"do {who} and {len(self.group) - 1} more go"
        return f"Where {go}? {left} of movement left."

    def choices(self, state: State) -> list[Choice]:
        side, group, spent = self.side, self.group, self.spent
        hex = state.hex_of(group[0])
        choices: list[Choice] = []
        if not spent and len(state.stacks[side][hex]) > len(group):
            choices += [
                _WITH[unit]
                for unit in state.stacks[side][hex]
                if unit not in group and next(bars_to_move(state, side, unit), None) is None
            ]
        if side == UNION:
            choices += bridging.choices(state, group, spent, hex)
        choices += steps(state, side, group, spent, hex)
        choices.append(_STOP)
        return choices

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        verb, given = choice.verb, choice.object
        if verb == "stop":
            yield from bare(choice, self.rule)
            return
        if len(choice.objects) != 1:
            yield Refusal(self.rule, f"{verb!r} takes one argument")
            return
        if verb == "to":
            origin = state.hex_of(self.group[0])
            yield from bars_to_enter(state, self.side, self.group, self.spent, origin, given)
            return
        unit = NUMBER.get(given)
        if unit is None:
            yield Refusal(self.rule, f"{given!r} is not a unit")
        elif verb == "with":
            yield from self._bars_to_join(state, unit)
        elif unit not in self.group:
            yield Refusal("stockade_redan:10.0.3", f"{ROSTER[unit].title} is not moving now")
        else:
            yield from bridging.bars(state, verb, unit, self.spent)

    def _bars_to_join(self, state: State, unit: int) -> Iterator[Refusal]:
        hex = state.hex_of(self.group[0])
        if unit in self.group:
            yield Refusal(self.rule, f"{ROSTER[unit].title} is already moving")
        elif state.hex_of(unit) != hex:
            yield Refusal("stockade_redan:10.1.1", f"{ROSTER[unit].title} is not in {hex}")
        if self.spent:
            yield Refusal("stockade_redan:10.1.1", "a stack must move together from the start")
        yield from bars_to_move(state, self.side, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        match choice.verb:
            case "stop":
                self._finish(state, self.group)
            case "with":
                group = tuple(sorted((*self.group, NUMBER[choice.object])))
                state.agenda[-1] = Moving(self.side, group, self.spent)
            case "to":
                self._step(state, choice.object, umpire)
            case verb:
                bridging.carry_out(state, verb, NUMBER[choice.object], umpire)

    def _step(self, state: State, to: Hex, umpire: Umpire) -> None:
        """Move one hex; an enemy there, or a Chaos of War marker, may stop it.

        [stockade_redan:10.3.1] [stockade_redan:12.1.1] [stockade_redan:12.3.3]
        """
        side, group = self.side, self.group
        origin = state.hex_of(group[0])
        cost = step_cost(state, side, group, origin, to)
        spent = self.spent + cost
        if side == UNION:
            hidden, seen = False, fog.newly_seen(state, to)
        else:
            hidden, seen = fog.is_hidden(state, side, origin, to), ()
        for unit in group:
            state.put(unit, to)
        umpire.tell(
            Moved(
                rules=(_step_rule(origin, to),),
                side=side,
                units=group,
                hidden=hidden and fog.is_hidden(state, side, to),
                origin=origin,
                to=to,
                cost=cost,
                spent=spent,
            )
        )
        if seen:
            umpire.tell(Revealed(rules=("stockade_redan:6.4.3",), hexes=seen))
        if to in state.chaos:
            group = self._check_chaos(state, to, umpire)
        if not group or to in state.stacks[ENEMY[side]]:
            self._finish(state, group)
        else:
            state.agenda[-1] = Moving(side, group, spent)

    def _check_chaos(self, state: State, hex: Hex, umpire: Umpire) -> tuple[int, ...]:
        """Roll for those that must, and return those that may go on (SR-32, SR-52).

        [stockade_redan:9.2.7] [stockade_redan:9.2.8] [stockade_redan:9.2.9]
        """
        checked = must_check(self.group)
        if not checked:
            return self.group
        stopped, roll = roll_entry(umpire)
        umpire.tell(
            ChaosEntered(
                rules=("stockade_redan:9.2.8" if stopped else "stockade_redan:9.2.9",),
                rolls=(roll,),
                side=self.side,
                units=checked,
                hidden=fog.is_hidden(state, self.side, hex),
                hex=hex,
                stopped=stopped,
            )
        )
        if not stopped:
            return self.group
        state.spend(checked)
        return tuple(unit for unit in self.group if unit not in checked)

    @staticmethod
    def _finish(state: State, group: tuple[int, ...]) -> None:
        state.spend(group)
        state.agenda.pop()


def _step_rule(origin: Hex, to: Hex) -> str:
    """The rule that sets the cost of a step."""
    if to in DITCH:
        return "stockade_redan:10.4.5"
    if to in REDAN:
        return "stockade_redan:10.4.3" if origin in DITCH else "stockade_redan:10.4.4"
    return "stockade_redan:10.2.1"
