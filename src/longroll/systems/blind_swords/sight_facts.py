"""What a player may measure on the table at any time: lines of sight, and the reach of a unit."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.display.sight import Bar, Reach, Rise, Sight
from longroll.systems.blind_swords import firing, movement, sight, steps, ways
from longroll.systems.blind_swords.combat import ARTILLERY, FIRE
from longroll.systems.blind_swords.moving import Moving
from longroll.systems.blind_swords.state import Activation, State
from longroll.systems.blind_swords.tables import ORDER_NAMES

#: How a hex that rises above its ground is called in a profile, by what it does to sight.
_STANDS = {"obscures": "light woods or timber", "blocks": "tall woods", "bank": "a levee"}


def line_of_sight(state: State, start: Hex, end: Hex) -> Sight:
    """The line between two hexes, its profile in levels, and what blocks or obscures it.

    [blind_swords:9.1a.1] [blind_swords:9.1a.8]
    """
    game = state.game
    game.grid.require(start)
    game.grid.require(end)
    line = game.grid.line(start, end)
    return Sight(
        not (bars := tuple(_bars(state, start, end))),
        line,
        bars,
        tuple(_profile(state, start, end)),
        step=1,
    )


def _bars(state: State, start: Hex, end: Hex) -> Iterator[Bar]:
    """What blocks the line for both sides alike: units of either are in the way of both."""
    seen = sight.look(state, start, end, state.game.sides[0])
    if seen.state == "blocked":
        yield Bar(seen.rule, seen.why, seen.hex or None)


def _profile(state: State, start: Hex, end: Hex) -> Iterator[Rise]:
    """The ground from one end to the other, with what stands on it."""
    game = state.game
    level = game.field.level
    yield Rise(start, 0, level[start], level[start])
    for hexes in game.grid.line(start, end):
        at = sum(game.grid.distance(start, hex) for hex in hexes) / len(hexes)
        # Along a hexside the worse of the two hexes counts (CB-14).
        hex = max(hexes, key=lambda one: _top(state, one))
        yield Rise(hex, at, level[hex], _top(state, hex), _what(state, hex))
    if end != start:
        yield Rise(end, game.grid.distance(start, end), level[end], level[end])


def _top(state: State, hex: Hex) -> int:
    """Tall woods stand one level above their ground (CB-15)."""
    ground = state.game.field.ground[hex]
    return state.game.field.level[hex] + (ground.sight == "blocks")


def _what(state: State, hex: Hex) -> str:
    if any(state.stack(hex, side) for side in state.game.sides):
        return "units"
    sights = [state.game.field.ground[hex].sight]
    sights += [state.game.charts.works[work].sight for work in state.game.rules.works(state, hex)]
    return next((_STANDS[one] for one in sights if one in _STANDS), "")


def reach(state: State, id: str) -> Reach:
    """Where a unit could go and what it could fire at now.

    On the move, together with its group and what that has left. A brigade that is not activated
    has no order yet: its units are shown as under the order that carries them farthest.
    """
    unit = state.game.roster.number.get(id)
    if unit is None:
        raise ValueError(f"{id!r} is not a unit")
    if not state.hex_of(unit):
        raise ValueError(f"{id} is not on the map")
    ask = state.agenda[-1] if state.agenda else None
    group = steps.Group((unit,))
    shown = state
    if isinstance(ask, Moving) and unit in ask.units:
        group = ask.group
    elif state.piece(unit).arm == "artillery":
        group = steps.Group((unit,), right=steps.BY_PHASE)
    elif not _has_order(state, state.piece(unit).brigade):
        shown = _as_if_ordered(state, unit)
    found = ways.ways_of(shown, group)
    kind = ARTILLERY if state.piece(unit).arm == "artillery" else FIRE
    return Reach(
        move={hex: arrival.cost / 2 for hex, arrival in found.items() if arrival.previous},
        fire=dict.fromkeys(firing.targets(shown, (unit,), kind), 1.0),
        before={hex: one.previous for hex, one in found.items() if one.previous is not None},
    )


def _has_order(state: State, brigade: str) -> bool:
    active = state.active
    return active is not None and active.brigade == brigade and bool(active.order)


def _as_if_ordered(state: State, unit: int) -> State:
    trial: State = state.copy()
    brigade = state.piece(unit).brigade
    best = max(
        ORDER_NAMES,
        key=lambda order: movement.allowance(_with(trial, brigade, order), unit),
    )
    return _with(trial, brigade, best)


def _with(state: State, brigade: str, order: str) -> State:
    twin: State = state.copy()
    twin.active = Activation(brigade, order)
    twin.moved = frozenset()
    return twin
