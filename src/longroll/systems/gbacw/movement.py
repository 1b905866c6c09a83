"""5.0 Movement: which units may move, how far, what bars a group's next step, and the step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Closed, Refusal, barred_by, still_open
from longroll.kernel.wording import halved
from longroll.systems.gbacw import stacking, zones
from longroll.systems.gbacw.events import Moved, names
from longroll.systems.gbacw.facing import facing_in
from longroll.systems.gbacw.movers import mover_of, unit_allowance
from longroll.systems.gbacw.roster import BATTERY, LEADER, WAGON, Piece
from longroll.systems.gbacw.state import COLUMN, MOUNTED, UNLIMBERED, State, Unit
from longroll.systems.gbacw.terrain import Ground

#: Formations that may not share a hex with others, and the rule of each.
_APART = {COLUMN: "gbacw:8.16", MOUNTED: "gbacw:8.17"}
#: What its crew brings along.
_DRAWN = frozenset((BATTERY, WAGON))
#: Movers that keep the benefit of a road with friends on it.
_PASS_ON_ROAD = frozenset(("leader", "wagon", "crew"))


def is_limited(state: State, unit: int) -> str:
    """The rule that limits a unit to one hex; "" if there is none.

    [gbacw:5.2.1] [gbacw:5.2.5] [gbacw:13.32.2] [gbacw:17.0.4] [gbacw:17.11.1] [gbacw:17.21]
    """
    own = state.units[unit]
    if own.routed:
        return "gbacw:13.32.2"
    if own.command:
        return ""
    if state.piece(unit).kind == LEADER:
        return "gbacw:17.21"
    return "" if state.game.rules.moves_out_of_command(state, unit) else "gbacw:5.2.1"


def limit_of(state: State, group: Iterable[int]) -> str:
    """The rule that limits a group to one hex because of one of its units; "" if there is none."""
    for unit in group:
        if rule := is_limited(state, unit):
            return rule
    return ""


def closed_to_move(state: State, side: str, among: Sequence[int]) -> Iterator[Closed[int]]:
    """Those among some units of a side on the map that cannot be picked to move in this phase.

    [gbacw:5.11.1] [gbacw:12.94.7]
    """
    units, engaged = state.units, state.engaged
    done = {unit for unit in among if units[unit].done}
    if done:
        yield Closed(done, "gbacw:5.11.1", titled(state, "has finished its move"))
    if engaged:
        locked = [unit for unit in among if units[unit].hex in engaged]
        yield Closed(locked, "gbacw:12.94.7", titled(state, "is engaged in melee"))
    yield from state.game.rules.kept_back(state, side)


def titled(state: State, what: str) -> Callable[[int], str]:
    return lambda unit: f"{state.piece(unit).title} {what}"


def bars_to_move(state: State, side: str, unit: int) -> Iterator[Refusal]:
    """What keeps a unit from being picked to move in this phase. [gbacw:5.0.2]"""
    if not state.hex_of(unit) or state.side_of(unit) != side:
        title = state.piece(unit).title
        yield Refusal("gbacw:5.0.2", f"{title} is not one of your units on the map")
    else:
        yield from barred_by(unit, closed_to_move(state, side, (unit,)))


def bars_to_step(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps a unit in its hex, though it may still turn there.

    [gbacw:6.13.1] [gbacw:9.84.2] [gbacw:9.86.2] [gbacw:15.0.1] [gbacw:11.12.2]
    """
    own, game = state.units[unit], state.game
    elsewhere = game.rules.bars_to_move(state, unit)
    if own.pinned or game.roster.pieces[unit].kind in _DRAWN:
        return chain(_bars_as_it_is(own, state.piece(unit)), elsewhere)
    return elsewhere


def _bars_as_it_is(own: Unit, piece: Piece) -> Iterator[Refusal]:
    if own.pinned:
        yield Refusal("gbacw:9.84.2", f"{piece.title} is pinned")
    if piece.kind == BATTERY and own.formation == UNLIMBERED:
        yield Refusal("gbacw:6.13.1", f"{piece.title} is unlimbered")
    if piece.kind in _DRAWN and not own.crew:
        yield Refusal("gbacw:11.1.3", f"{piece.title} has no crew")


def allowance(state: State, group: Sequence[int]) -> int:
    """Halves of a Movement Point that a group has: those of its slowest unit. [gbacw:5.0.1]"""
    if len(group) == 1:
        return unit_allowance(state, group[0], mover_of(state, group[0]))
    return min(unit_allowance(state, unit, mover_of(state, unit)) for unit in group)


def only_leaders(state: State, group: Iterable[int]) -> bool:
    """Whether a group consists only of leaders."""
    pieces = state.game.roster.pieces
    for unit in group:  # noqa: SIM110 (a plain loop is twice as fast here)
        if pieces[unit].kind != LEADER:
            return False
    return True


def step_cost(state: State, group: Sequence[int], origin: Hex, to: Hex) -> int:
    """Halves that a group pays for a step, or -1 if some unit in it cannot take it.

    If a friend is on the road, the other terrain is paid for. [gbacw:5.15.1] [gbacw:6.11.2]
    """
    movers = {mover_of(state, unit) for unit in group}
    return _step_costs(state, state.side_of(group[0]), movers, origin, (to,)).get(to, -1)


def _step_costs(
    state: State, side: str, movers: Collection[str], origin: Hex, near: Sequence[Hex]
) -> Mapping[Hex, int]:
    """Halves that some movers pay for a step to some hexes, if all of them can take it."""
    ground, night = state.game.ground, state.game.is_night(state.turn)
    costs = _ways(ground, movers, origin, night)
    friends = state.stacks[side].keys()
    if friends.isdisjoint(near):
        return costs
    past_friends = _ways(ground, movers, origin, night, road=False)
    paid = dict(costs)
    for to in near:
        if to in friends:
            if to in past_friends:
                paid[to] = past_friends[to]
            else:
                paid.pop(to, None)
    return paid


def _ways(
    ground: Ground, movers: Collection[str], origin: Hex, night: bool, road: bool = True
) -> Mapping[Hex, int]:
    """Where all of some movers could step, at the cost of the slowest.

    Without `road`, they pass friends off the road.
    """
    if len(movers) == 1:
        (mover,) = movers
        return ground.steps(mover, road or mover in _PASS_ON_ROAD, night)[origin]
    ways = [ground.steps(mover, road or mover in _PASS_ON_ROAD, night)[origin] for mover in movers]
    return {
        to: max(costs[to] for costs in ways) for to in ways[0] if all(to in costs for costs in ways)
    }


def bars_to_enter(
    state: State, group: Sequence[int], spent: int, origin: Hex, to: Hex
) -> Iterator[Refusal]:
    """What keeps a group from its next step. [gbacw:5.16] [gbacw:5.17.1]"""
    if to not in state.game.grid:
        yield Refusal("gbacw:5.17.1", f"{to!r} is not on the map")
    elif to not in state.game.grid.adjacent[origin]:
        yield Refusal("gbacw:5.16", f"{to} is not next to {origin}")
    else:
        yield from barred_by(to, closed_to_enter(state, group, spent, origin, [to]))


def steps(state: State, group: Sequence[int], spent: int) -> list[Choice]:
    """Every legal step of a group."""
    game, origin = state.game, state.units[group[0]].hex
    near = [*game.grid.adjacent[origin]]
    still_open(near, closed_to_enter(state, group, spent, origin, near))
    return list(map(game.steps.__getitem__, near))


def closed_to_enter(
    state: State, group: Sequence[int], spent: int, origin: Hex, near: list[Hex]
) -> Iterator[Closed[Hex]]:
    """What closes some hexes next to a group to its next step.

    [gbacw:5.11.1] [gbacw:5.12] [gbacw:5.15.1] [gbacw:5.2.3] [gbacw:5.2.4] [gbacw:10.16.1]
    [gbacw:12.94.9]
    """
    game = state.game
    rules, side = game.rules, state.side_of(group[0])
    movers: set[str] = set()
    for unit in group:
        movers.add(mover_of(state, unit))
        for refusal in bars_to_step(state, unit):
            yield Closed(near, refusal.rule, refusal.why)
        if state.units[unit].formation in _APART:
            yield from stacking.closed_to_pass(state, unit, near)
        yield from rules.closed_to_enter(state, unit, origin, near)
    enemies = state.stacks[game.enemy[side]].keys()
    if not enemies.isdisjoint(near):
        yield Closed(enemies, "gbacw:5.12", "there are enemy units in {place}")
    if not state.engaged.isdisjoint(near):
        yield Closed(state.engaged, "gbacw:12.94.9", "there is a melee in {place}")
    costs = _step_costs(state, side, movers, origin, near)
    passable = near
    if not all(map(costs.__contains__, near)):
        passable = [to for to in near if to in costs]
        shut = [to for to in near if to not in costs]
        for unit in group:
            yield from rules.closed_ground(state, unit, origin, shut)
        yield Closed(shut, "gbacw:5.15.1", f"{{place}} is closed to them from {origin}")
    limited = limit_of(state, group)
    if limited or not game.charts.one_hex.isdisjoint(movers):
        yield from _closed_to_limited(state, group, spent, origin, passable, limited)
        return
    left = allowance(state, group) - spent
    if not passable or max(map(costs.__getitem__, passable)) < left:
        return
    dear = [to for to in passable if costs[to] > left]
    if dear:
        what = f"and only {halved(left)} is left"
        yield Closed(dear, "gbacw:5.11.1", lambda to: f"{to} costs {halved(costs[to])}, {what}")
    # With no movement left they would have to stay there.
    yield from _closed_to_rest(state, group, [to for to in passable if costs[to] == left])


def _closed_to_limited(
    state: State, group: Sequence[int], spent: int, origin: Hex, near: list[Hex], limited: str
) -> Iterator[Closed[Hex]]:
    """One hex only, and away from the enemy if the group is routed or out of command.

    [gbacw:5.2.1] [gbacw:5.2.3] [gbacw:5.2.4]
    """
    game = state.game
    enemy = game.enemy[state.side_of(group[0])]
    # Guns that may go one hex can be limbered first: that costs movement, but is not a hex.
    if spent if limited else any(state.units[unit].moved for unit in group):
        yield Closed(near, limited or game.slow_rule, "it has already moved one hex")
    enemies = state.stacks[enemy].keys()
    about = not enemies.isdisjoint(game.grid.within(origin, 2))  # no zone reaches farther
    if limited and about and not only_leaders(state, group):
        zoned = [to for to in near if zones.is_controlled(state, to, enemy)]
        yield Closed(zoned, "gbacw:5.2.3", "{place} is in an enemy Zone of Control")
        if zones.is_controlled(state, origin, enemy):
            beside = [to for to in near if not enemies.isdisjoint(game.grid.adjacent[to])]
            free = [to for to in beside if to not in zoned]
            yield Closed(free, "gbacw:5.2.4", "{place} is next to an enemy")
    yield from _closed_to_rest(state, group, tuple(near))


def _closed_to_rest(
    state: State, group: Sequence[int], hexes: Iterable[Hex]
) -> Iterator[Closed[Hex]]:
    """Hexes where a group could not end its move. Leaders always could."""
    if only_leaders(state, group):
        return
    side = state.side_of(group[0])
    # A single unit may end its move wherever it can go; others, or guns, may find no room.
    alone = len(group) == 1 and state.piece(group[0]).kind != BATTERY
    for hex in hexes:
        if not alone or hex in state.stacks[side]:
            for refusal in bars_to_rest(state, hex, side, group):
                yield Closed((hex,), refusal.rule, refusal.why)


def bars_to_rest(state: State, hex: Hex, side: str, group: Sequence[int]) -> Iterator[Refusal]:
    """What keeps a group from ending its move in a hex.

    Limits apply when the phase ends: a full hex is allowed while another unit there can still make
    room. Columns and mounted cavalry may never share a hex with others. [gbacw:8.0.3]
    """
    found = list(stacking.bars_to_stay(state, hex, side, group))
    if found and any(
        unit not in group and can_make_room(state, unit) for unit in state.stack(hex, side)
    ):
        always = {_APART.get(state.units[unit].formation) for unit in group}
        found = [refusal for refusal in found if refusal.rule in always]
    return iter(found)


def can_make_room(state: State, unit: int) -> bool:
    """Whether a unit has not moved yet and could move to a hex where there is room."""
    if state.units[unit].done or next(bars_to_step(state, unit), None) is not None:
        return False
    return any(has_room(state, unit, near) for near in state.game.grid.adjacent[state.hex_of(unit)])


def has_room(state: State, unit: int, near: Hex) -> bool:
    """Whether there is room for a unit in a neighbouring hex. [gbacw:8.11]"""
    game, side = state.game, state.side_of(unit)
    return (
        state.is_manned(unit)
        and near not in state.stacks[game.enemy[side]]
        and near not in state.engaged
        and game.ground.cost(mover_of(state, unit), state.hex_of(unit), near) >= 0
        and next(stacking.bars_to_stay(state, near, side, (unit,)), None) is None
    )


def take_step(
    state: State, group: Sequence[int], to: Hex, cost: int, spent: int, umpire: Umpire
) -> None:
    """Put a group into the next hex; it takes the facing of friends there.

    [gbacw:7.0.8] [gbacw:8.42] [gbacw:5.11.3]
    """
    origin = state.hex_of(group[0])
    facing = facing_in(state, to, state.side_of(group[0]))
    for unit in group:
        if facing is not None and state.units[unit].formation:
            state.put(unit, to, moved=True, facing=facing)
        else:
            state.put(unit, to, moved=True)
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
