"""5.0 Movement: who may move, how far, what keeps a group from its next step, and the step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.systems.gbacw import stacking, zones
from longroll.systems.gbacw.events import Moved, halves, names
from longroll.systems.gbacw.facing import facing_in
from longroll.systems.gbacw.movers import mover_of, unit_allowance
from longroll.systems.gbacw.roster import BATTERY, LEADER, WAGON
from longroll.systems.gbacw.state import COLUMN, MOUNTED, UNLIMBERED, State
from longroll.systems.gbacw.terrain import Ground

#: Formations that keep clear of others, and the rule of each.
_APART = {COLUMN: "gbacw:8.16", MOUNTED: "gbacw:8.17"}
#: Movers that keep to the road though friends stand on it.
_PASS_ON_ROAD = frozenset(("leader", "wagon", "crew"))
#: More than any step costs: what a unit has that goes one hex whatever it costs.
_NO_LIMIT = 1000


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
    return "" if state.game.rules.moves_out_of_command(state, unit) else "gbacw:5.2.1"


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
    yield from state.game.rules.bars_to_take_up(state, unit)


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
    yield from state.game.rules.bars_to_move(state, unit)


def allowance(state: State, group: Sequence[int]) -> int:
    """Halves of a Movement Point a group has: those of its slowest. [gbacw:5.0.1]"""
    return min(unit_allowance(state, unit, mover_of(state, unit)) for unit in group)


def only_leaders(state: State, group: Iterable[int]) -> bool:
    """Whether nobody but leaders is in a group."""
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
        yield from game.rules.bars_to_enter(state, unit, origin, to)
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
    elif cost == left and not only_leaders(state, group):
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
    leaders = only_leaders(state, group)
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
            left = min(left, unit_allowance(state, unit, mover) - spent)
        if (places := game.rules.watched(state, unit)) and places is not watched:
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
