"""5.0 Movement and 6.2 changes of formation: units and stacks, hex by hex."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from longroll.board.hex import DIRECTIONS, Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.systems.gbacw import crews, formations, losses, reaction, stacking, zones
from longroll.systems.gbacw.events import (
    Faced,
    FormationFailed,
    Formed,
    Moved,
    Reordered,
    halves,
    name,
    names,
)
from longroll.systems.gbacw.facing import facing_in
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import BATTERY, LEADER, WAGON
from longroll.systems.gbacw.state import (
    COLUMN,
    DISMOUNTED,
    LIMBERED,
    MOUNTED,
    UNLIMBERED,
    State,
)
from longroll.systems.gbacw.terrain import Ground

_DONE, _STOP, _TOP = choice("done"), choice("stop"), choice("top")
#: The turns of a unit by the hexside it faces.
_TURNS = tuple(
    tuple(choice("face", direction) for direction in DIRECTIONS if direction != faced)
    for faced in DIRECTIONS
)
#: Formations that keep clear of others, and the rule of each.
_APART = {COLUMN: "gbacw:8.16", MOUNTED: "gbacw:8.17"}
#: Movers that keep to the road though friends stand on it.
_PASS_ON_ROAD = frozenset(("leader", "wagon", "crew"))
#: What a step is booked at, at least, so that whoever goes one hex only has gone it.
ONE_HEX = 1
#: More than any step costs: what a unit has that goes one hex whatever it costs.
_NO_LIMIT = 1000


# May it move?


def is_limited(state: State, unit: int) -> str:
    """The rule that lets a unit go one hex only; "" where none does.

    [gbacw:5.2.1] [gbacw:5.2.5] [gbacw:13.32.2] [gbacw:17.0.4] [gbacw:17.11.1] [gbacw:17.21]
    """
    own = state.units[unit]
    if own.routed:
        return "gbacw:13.32.2"
    if own.command:
        return ""
    if state.piece(unit).kind == LEADER:
        return "gbacw:17.21"
    return "" if state.game.moves_out_of_command(state, unit) else "gbacw:5.2.1"


def limit_of(state: State, group: Iterable[int]) -> str:
    """The rule that lets a group go one hex only, because one of its units may; "" else."""
    for unit in group:
        if rule := is_limited(state, unit):
            return rule
    return ""


def bars_to_move(state: State, side: str, unit: int) -> Iterator[Refusal]:
    """What keeps a unit from being taken in hand at all in this phase.

    [gbacw:5.0.2] [gbacw:12.94.7]
    """
    own = state.units[unit]
    title = state.piece(unit).title
    if not own.hex or state.side_of(unit) != side:
        yield Refusal("gbacw:5.0.2", f"{title} is no unit of yours on the map")
        return
    if own.done:
        yield Refusal("gbacw:5.11.1", f"{title} has finished its move")
    if own.hex in state.engaged:
        yield Refusal("gbacw:12.94.7", f"{title} is engaged in melee")
    yield from state.game.bars_to_take_up(state, unit)


def bars_to_step(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps a unit in its hex, though it may turn there.

    [gbacw:6.13.1] [gbacw:9.84.2] [gbacw:9.86.2] [gbacw:15.0.1] [gbacw:11.12.2]
    """
    own, piece = state.units[unit], state.piece(unit)
    if own.pinned:
        yield Refusal("gbacw:9.84.2", f"{piece.title} is pinned")
    if piece.kind == BATTERY and own.formation == UNLIMBERED:
        yield Refusal("gbacw:6.13.1", f"{piece.title} is unlimbered")
    if piece.kind in (BATTERY, WAGON) and not own.crew:
        yield Refusal("gbacw:11.1.3", f"nobody is with {piece.title}")
    yield from state.game.bars_to_move(state, unit)


def allowance(state: State, group: Sequence[int]) -> int:
    """Halves of a Movement Point a group has: those of its slowest. [gbacw:5.0.1]"""
    return min(state.game.allowance(state, unit, mover_of(state, unit)) for unit in group)


def _only_leaders(state: State, group: Iterable[int]) -> bool:
    pieces = state.game.roster.pieces
    for unit in group:  # noqa: SIM110 (a plain loop is twice as fast here)
        if pieces[unit].kind != LEADER:
            return False
    return True


def step_cost(state: State, group: Sequence[int], origin: Hex, to: Hex) -> int:
    """Halves a group pays for a step, or -1 where somebody in it cannot take it.

    Where a friend stands on the road the other terrain is paid. [gbacw:5.15.1] [gbacw:6.11.2]
    """
    game = state.game
    night = game.is_night(state.turn)
    side = state.side_of(group[0])
    friends = state.stacks[side].get(to)
    blocked = friends is not None and not set(friends).issubset(group)
    worst = 0
    for unit in group:
        mover = mover_of(state, unit)
        road = not blocked or mover in _PASS_ON_ROAD
        cost = game.ground.cost(mover, origin, to, road=road, night=night)
        if cost < 0:
            return -1
        worst = max(worst, cost)
    return worst


def bars_to_enter(
    state: State, group: Sequence[int], spent: int, origin: Hex, to: Hex
) -> Iterator[Refusal]:
    """What keeps a group from its next step.

    [gbacw:5.11.1] [gbacw:5.12] [gbacw:5.16] [gbacw:5.17.1] [gbacw:5.2.3] [gbacw:5.2.4]
    [gbacw:10.16.1]
    """
    game = state.game
    side = state.side_of(group[0])
    enemy = game.enemy[side]
    if to not in game.grid:
        yield Refusal("gbacw:5.17.1", f"{to!r} is not on the map")
        return
    if to not in game.grid.adjacent[origin]:
        yield Refusal("gbacw:5.16", f"{to} is not next to {origin}")
        return
    for unit in group:
        yield from bars_to_step(state, unit)
        yield from stacking.bars_to_pass(state, unit, to)
        yield from game.bars_to_enter(state, unit, origin, to)
    if to in state.stacks[enemy]:
        yield Refusal("gbacw:5.12", f"{to} is held by the enemy")
    if to in state.engaged:
        yield Refusal("gbacw:12.94.9", f"a melee goes on in {to}")
    cost = step_cost(state, group, origin, to)
    if cost < 0:
        yield Refusal("gbacw:5.15.1", f"{to} is closed to them from {origin}")
        return
    limited = limit_of(state, group)
    slow = any(mover_of(state, unit) in game.charts.one_hex for unit in group)
    if limited or slow:
        yield from _bars_limited(state, group, spent, origin, to, limited)
        return
    left = allowance(state, group) - spent
    if cost > left:
        yield Refusal("gbacw:5.11.1", f"{to} costs {halves(cost)} and {halves(left)} is left")
    elif cost == left and not _only_leaders(state, group):
        # With nothing left they would have to stay there.
        yield from bars_to_rest(state, to, side, group)


def _bars_limited(
    state: State, group: Sequence[int], spent: int, origin: Hex, to: Hex, limited: str
) -> Iterator[Refusal]:
    """One hex only, and away from the enemy where rout or want of command limits it.

    [gbacw:5.2.1] [gbacw:5.2.3] [gbacw:5.2.4]
    """
    side = state.side_of(group[0])
    enemy = state.game.enemy[side]
    # Guns that go one hex may be limbered first; a change of formation is spent but no hex.
    if spent if limited else any(state.units[unit].moved for unit in group):
        yield Refusal(limited or state.game.slow_rule, "it has gone its one hex")
    leaders = _only_leaders(state, group)
    if limited and not leaders:
        in_zone = zones.is_controlled(state, origin, enemy)
        if zones.is_controlled(state, to, enemy):
            yield Refusal("gbacw:5.2.3", f"{to} lies in an enemy Zone of Control")
        elif in_zone and any(near in state.stacks[enemy] for near in state.game.grid.adjacent[to]):
            yield Refusal("gbacw:5.2.4", f"{to} is next to an enemy")
    if not leaders:
        yield from bars_to_rest(state, to, side, group)


def bars_to_rest(state: State, hex: Hex, side: str, group: Sequence[int]) -> Iterator[Refusal]:
    """What keeps a group from ending its move in a hex.

    Limits hold when the phase ends: a full hex will do while somebody else there can still make
    room. Columns and riders keep clear of others all the time. [gbacw:8.0.3]
    """
    found = list(stacking.bars_to_stay(state, hex, side, group))
    if found and any(
        unit not in group and can_make_room(state, unit) for unit in state.stack(hex, side)
    ):
        always = {_APART.get(state.units[unit].formation) for unit in group}
        found = [refusal for refusal in found if refusal.rule in always]
    return iter(found)


def can_make_room(state: State, unit: int) -> bool:
    """Whether a unit has yet to move and could step out of its hex to where there is room."""
    if state.units[unit].done or next(bars_to_step(state, unit), None) is not None:
        return False
    return any(has_room(state, unit, near) for near in state.game.grid.adjacent[state.hex_of(unit)])


def has_room(state: State, unit: int, near: Hex) -> bool:
    """Whether a unit could stand in a neighbouring hex. [gbacw:8.11]"""
    game, side = state.game, state.side_of(unit)
    return (
        state.is_manned(unit)
        and near not in state.stacks[game.enemy[side]]
        and near not in state.engaged
        and game.ground.cost(mover_of(state, unit), state.hex_of(unit), near) >= 0
        and next(stacking.bars_to_stay(state, near, side, (unit,)), None) is None
    )


def steps(state: State, group: Sequence[int], spent: int) -> Iterator[Choice]:
    """Every legal step of a group: what `bars_to_enter` allows.

    It is asked itself only in places an exclusive rule looks at, and next to an enemy where that
    matters; elsewhere the cost, and friends in the way, are all that can bar a step.
    """
    limited = bool(limit_of(state, group))
    if limited and spent:
        return
    apart, left = False, _NO_LIMIT
    movers: set[str] = set()
    watched: Collection[Hex] = ()
    game = state.game
    for unit in group:
        if next(bars_to_step(state, unit), None) is not None:
            return
        apart = apart or state.units[unit].formation in _APART
        mover = mover_of(state, unit)
        movers.add(mover)
        if not limited:
            left = min(left, game.allowance(state, unit, mover) - spent)
        if (places := game.watched(state, unit)) and places is not watched:
            watched = {*watched, *places} if watched else places
    origin, side = state.units[group[0]].hex, state.side_of(group[0])
    friends, enemies, engaged = state.stacks[side], state.stacks[game.enemy[side]], state.engaged
    night = game.is_night(state.turn)
    slow = not movers.isdisjoint(game.charts.one_hex)
    wary = (limited or night) and not enemies.keys().isdisjoint(game.grid.within(origin, 2))
    # One unit alone may end its move wherever it can go; others, or guns, may find no room.
    alone = len(group) == 1 and state.piece(group[0]).kind != BATTERY
    free = movers == {"leader"}
    past_friends: Mapping[Hex, int] | None = None
    for to, cost in _ways(game.ground, movers, origin, night).items():
        if to in enemies or to in engaged:
            continue
        if (
            slow
            or to in watched
            or (wary and not enemies.keys().isdisjoint(game.grid.adjacent[to]))
        ):
            if next(bars_to_enter(state, group, spent, origin, to), None) is None:
                yield choice("to", to)
            continue
        crowded = to in friends
        if crowded:
            if past_friends is None:
                past_friends = _ways(game.ground, movers, origin, night, road=False)
            cost = past_friends.get(to, -1)
        if cost < 0 or cost > left:
            continue
        if crowded and apart and any(_is_in_the_way(state, unit, to) for unit in group):
            continue
        stays = (limited or cost == left) and not free and (crowded or not alone)
        if not stays or next(bars_to_rest(state, to, side, group), None) is None:
            yield choice("to", to)


def _ways(
    ground: Ground, movers: set[str], origin: Hex, night: bool, road: bool = True
) -> Mapping[Hex, int]:
    """Where all of some movers could step, with the cost of the slowest.

    Without `road` they step past friends.
    """
    ways = [ground.steps(mover, road or mover in _PASS_ON_ROAD, night)[origin] for mover in movers]
    if len(ways) == 1:
        return ways[0]
    return {
        to: max(costs[to] for costs in ways) for to in ways[0] if all(to in costs for costs in ways)
    }


def _is_in_the_way(state: State, unit: int, hex: Hex) -> bool:
    return next(stacking.bars_to_pass(state, unit, hex), None) is not None


# The phase


class MovementPhase(Ask, frozen=True):
    """B. Any number of units move, one unit or stack after another.

    [gbacw:4.0.8] [gbacw:5.0.2] [gbacw:5.0.3] [gbacw:5.11.2]
    """

    side: str

    rule: ClassVar[str] = "gbacw:5.0.2"
    verbs: ClassVar[tuple[str, ...]] = ("move", "enter", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which unit moves?"

    def choices(self, state: State) -> list[Choice]:
        game, units, engaged = state.game, state.units, state.engaged
        fresh = [
            unit for unit in state.serving(self.side) if (own := units[unit]).hex and not own.done
        ]
        if engaged:
            fresh = [unit for unit in fresh if units[unit].hex not in engaged]
        if kept_back := game.kept_back(state, self.side):
            fresh = [unit for unit in fresh if unit not in kept_back]
        found = [game.moves[unit] for unit in fresh]
        found += game.arrivals(state, self.side)
        if next(game.bars_to_end_movement(state, self.side), None) is None:
            found.append(_DONE)
        return found

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            yield from state.game.bars_to_end_movement(state, self.side)
            return
        if choice.verb == "enter":
            yield from state.game.bars_to_arrive(state, self.side, choice)
            return
        unit = state.game.roster.number.get(choice.object)
        if unit is None or len(choice.objects) != 1:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is no unit")
        else:
            yield from bars_to_move(state, self.side, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda[-1] = EndMovement(self.side)
        elif choice.verb == "enter":
            state.game.arrive(state, self.side, choice, umpire)
        else:
            state.agenda.append(Moving(self.side, (state.game.roster.number[choice.object],)))


class Moving(Ask, frozen=True):
    """A unit or stack in hand: it steps, turns, changes formation or its place in the stack.

    [gbacw:5.0.2] [gbacw:7.12.1] [gbacw:7.12.2] [gbacw:7.13] [gbacw:8.0.2] [gbacw:8.41.1]
    """

    side: str
    group: tuple[int, ...]
    spent: int = 0

    rule: ClassVar[str] = "gbacw:5.0.2"
    verbs: ClassVar[tuple[str, ...]] = ("with", "to", "face", "form", "top", "stop")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        who = state.piece(self.group[0]).title
        if len(self.group) > 1:
            who = f"{who} and {len(self.group) - 1} more"
        if limit_of(state, self.group):
            return f"Where does {who} go? One hex only."
        left = allowance(state, self.group) - self.spent
        return f"Where does {who} go? {halves(left)} of movement left."

    def choices(self, state: State) -> list[Choice]:
        # Turning, which is done again and again, changes nothing else that a group may do.
        if state.in_hand is None or state.in_hand[0] is not self:
            state.in_hand = self, self._but_facing(state)
        others = state.in_hand[1]
        if not self._has_facing(state):
            return others
        return [*_TURNS[state.units[self.group[0]].facing], *others]

    def _but_facing(self, state: State) -> list[Choice]:
        ahead = list(steps(state, self.group, self.spent))
        found = ahead.copy()
        if not self.spent:
            hex = state.hex_of(self.group[0])
            found += [
                choice("with", state.piece(unit).id)
                for unit in (*state.stack(hex, self.side), *state.leaders_in(hex, self.side))
                if unit not in self.group and next(self._bars_to_join(state, unit), None) is None
            ]
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
        """A group may not stay in an overfull hex while it can go on. [gbacw:8.0.3]"""
        for unit in self.group:
            yield from state.game.bars_to_stop(state, unit, ahead)
        if self.spent and not _only_leaders(state, self.group):
            hex = state.hex_of(self.group[0])
            refusal = next(bars_to_rest(state, hex, self.side, self.group), None)
            if refusal is not None and any(ahead()):
                yield refusal

    def _bars_to_join(self, state: State, unit: int) -> Iterator[Refusal]:
        hex = state.hex_of(self.group[0])
        title = state.piece(unit).title
        if unit in self.group:
            yield Refusal(self.rule, f"{title} is moving already")
        elif state.hex_of(unit) != hex:
            yield Refusal(self.rule, f"{title} is not in {hex}")
        if self.spent:
            yield Refusal(self.rule, "a stack moves together from the start")
        yield from bars_to_move(state, self.side, unit)
        yield from bars_to_step(state, unit)

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        verb, given = choice.verb, choice.object
        if verb == "stop":
            yield from bare(choice, self.rule)
            yield from self._bars_to_stop(state, partial(steps, state, self.group, self.spent))
            return
        if verb == "top":
            yield from bare(choice, self.rule)
            if not self._may_top(state):
                yield Refusal("gbacw:8.41.1", "it is on top, or alone")
            return
        if len(choice.objects) != 1:
            yield Refusal(self.rule, f"{verb} takes one object")
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
                    yield Refusal("gbacw:7.12.1", f"it faces {given} already")
            case "form":
                yield from formations.bars(state, self.group, self.spent, given)
            case _:
                unit = state.game.roster.number.get(given)
                if unit is None:
                    yield Refusal(self.rule, f"{given!r} is no unit")
                else:
                    yield from self._bars_to_join(state, unit)

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
        state.in_hand = None
        umpire.tell(Reordered(rules=("gbacw:8.41.1",), hex=hex, top=name(state, lead)))

    def _form(self, state: State, formation: str, umpire: Umpire) -> None:
        state.agenda[-1] = Form(self, state.hex_of(self.group[0]), formation)
        state.hurt = frozenset()
        for unit in reversed(formations.changing(state, self.group, formation)):
            reaction.formation_fire(state, unit, umpire)

    def _step(self, state: State, to: Hex, umpire: Umpire) -> None:
        """Units turn towards the hex they leave for; then whoever holds them in its zone may fire.

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


class Step(Do, frozen=True):
    """Those still there take the step; a pin holds them in the new hex. [gbacw:10.15.2]

    Whoever ran from the fire at its back has left already. [gbacw:10.15.1]
    """

    moving: Moving
    origin: Hex
    to: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        side = self.moving.side
        units = state.units
        going = tuple([unit for unit in self.moving.group if units[unit].hex == self.origin])
        if not going:
            return
        cost = step_cost(state, going, self.origin, self.to)
        if cost < 0 or self.to in state.stacks[state.game.enemy[side]]:
            return
        spent = self.moving.spent + max(cost, ONE_HEX)
        take_step(state, going, self.to, cost, spent, umpire)
        losses.catch_leaders(state, (self.to,), state.game.enemy[side], umpire, "gbacw:17.75")
        state.game.entered(state, going, self.to, umpire)
        crews.back_to_guns(state, going, umpire)
        units = state.units
        left = tuple([unit for unit in going if units[unit].hex])
        if any(units[unit].pinned for unit in left):
            finish(state, left)
        elif left:
            state.agenda.append(Moving(side, left, spent))


def take_step(
    state: State, group: Sequence[int], to: Hex, cost: int, spent: int, umpire: Umpire
) -> None:
    """Put a group into the next hex; it takes the facing of whoever stands there.

    [gbacw:7.0.8] [gbacw:8.42] [gbacw:5.11.3]
    """
    origin = state.hex_of(group[0])
    facing = facing_in(state, to, state.side_of(group[0]))
    for unit in group:
        state.put(unit, to)
    state.change_all([unit for unit in group if not state.units[unit].moved], moved=True)
    if facing is not None:
        state.change_all([u for u in group if state.units[u].formation], facing=facing)
    umpire.tell(
        Moved(
            rules=("gbacw:5.15.1",),
            units=names(state, group),
            origin=origin,
            to=to,
            cost=cost,
            spent=spent,
        )
    )


def turn(state: State, unit: int, facing: int, umpire: Umpire) -> None:
    """Turn a unit, and with it everybody in its hex. [gbacw:7.0.7] [gbacw:7.12.1] [gbacw:8.42]"""
    units, side = state.units, state.side_of(unit)
    hex = units[unit].hex
    stack = [other for other in state.stack(hex, side) if units[other].formation]
    state.change_all(stack, facing=facing)
    umpire.tell(Faced(rules=("gbacw:7.12.1",), units=names(state, stack), hex=hex, facing=facing))
    state.game.turned(state, hex, side, facing, umpire)


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


class EndMovement(Do, frozen=True):
    """Leaders left alone near the enemy join their men; overfull hexes are thinned out.

    [gbacw:17.52] [gbacw:8.0.3]
    """

    side: str

    def run(self, state: State, umpire: Umpire) -> None:
        from longroll.systems.gbacw.command import gather_leaders

        gather_leaders(state, self.side, umpire)
        thin_out(state, self.side)


class EndCombat(Do, frozen=True):
    """Hexes that retreats and advances left overfull are thinned out too. [gbacw:8.0.3]"""

    def run(self, state: State, umpire: Umpire) -> None:
        for side in reversed(state.game.sides):
            thin_out(state, side)


def thin_out(state: State, side: str) -> None:
    """Have a side make room wherever it holds more than a hex can. [gbacw:8.0.3]"""
    roomy = state.findings().roomy
    if side in roomy:
        return
    pieces, engaged = state.game.roster.pieces, state.engaged
    crowded = [
        hex
        for hex, stack in state.stacks[side].items()
        if (len(stack) > 1 or pieces[stack[0]].kind == BATTERY)
        and hex not in engaged
        and stacking.is_overstacked(state, hex, side)
    ]
    if not crowded:
        roomy.add(side)
    state.agenda += [Overstacked(side, hex) for hex in sorted(crowded, reverse=True)]


class Overstacked(Ask, frozen=True):
    """A hex holds more than it can when a phase ends: its owner sends units out one hex.

    Where nobody can go the last unit is lost. [gbacw:8.0.3] [gbacw:8.11]
    """

    side: str
    hex: Hex

    rule: ClassVar[str] = "gbacw:8.0.3"
    verbs: ClassVar[tuple[str, ...]] = ("out", "lose")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"{self.hex} is overfull. Which unit leaves it, and where to?"

    def choices(self, state: State) -> list[Choice]:
        stack = state.stack(self.hex, self.side)
        # Whoever has movement to spare goes before those who have spent theirs.
        fresh = [unit for unit in stack if not state.units[unit].done]
        found = self._ways_out(state, fresh) or self._ways_out(state, stack)
        return found or [choice("lose", state.piece(unit).id) for unit in stack]

    def _ways_out(self, state: State, units: Iterable[int]) -> list[Choice]:
        return [
            choice("out", state.piece(unit).id, near)
            for unit in units
            for near in state.game.grid.adjacent[self.hex]
            if has_room(state, unit, near)
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal("gbacw:8.11", f"{choice} does not make room in {self.hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        unit = state.game.roster.number[choice.object]
        if choice.verb == "out":
            if state.units[unit].formation == UNLIMBERED:
                state.change(unit, formation=LIMBERED)
            take_step(state, (unit,), choice.objects[1], 0, 0, umpire)
        else:
            losses.destroy(state, unit, umpire, "no room in the hex", "gbacw:8.11")
        if not stacking.is_overstacked(state, self.hex, self.side):
            state.agenda.pop()
