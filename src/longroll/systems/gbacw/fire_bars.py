"""9.2 to 9.4 Who may fire at what: range, front, sight, hexsides and targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from longroll.board.hex import Hex
from longroll.board.hex.closing import HexRule, bars_to_hex, left_open
from longroll.kernel.decision import Refusal
from longroll.systems.gbacw import sight
from longroll.systems.gbacw.facing import ahead, fronts, leaves_through
from longroll.systems.gbacw.fire_strength import (
    fire_points,
    part_strength,
    points_left,
    reach_of,
    weapon_of,
)
from longroll.systems.gbacw.losses import ARM_BIT, ARTILLERY
from longroll.systems.gbacw.roster import (
    BATTERY,
    CREW,
    LEADER,
    WAGON,
)
from longroll.systems.gbacw.state import (
    COLUMN,
    LIMBERED,
    MOUNTED,
    State,
)
from longroll.systems.gbacw.tables import TABLES
from longroll.systems.gbacw.volley import DEFENSIVE, OFFENSIVE, REACTIONS, Part


def bars_to_fire(state: State, unit: int, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing at all in a phase or as a reaction."""
    own, piece = state.units[unit], state.piece(unit)
    title, weapon = piece.title, weapon_of(state, unit)
    if not own.hex or weapon is None or piece.kind in (LEADER, CREW):
        yield Refusal("gbacw:9.21.2", f"{title} has no weapon to fire here")
        return
    if own.formation == COLUMN:
        yield Refusal("gbacw:6.11.4", f"{title} is in column")  # [gbacw:6.33.1] [gbacw:9.62]
    if own.formation == LIMBERED:
        yield Refusal("gbacw:6.32", f"{title} is limbered")  # [gbacw:6.13.1]
    if own.formation == MOUNTED and not weapon.mounted_fire:
        # [gbacw:9.62] [gbacw:16.34] [gbacw:6.34]
        yield Refusal("gbacw:6.14.2", f"{title} cannot fire its weapon from the saddle")
    if own.routed:
        yield Refusal("gbacw:13.32.1", f"{title} is routed")
    if own.depleted:
        yield Refusal("gbacw:11.22", f"{title} is out of ammunition")
    if own.hex in state.engaged:
        yield Refusal("gbacw:12.94.7", f"{title} is engaged in melee")
    if piece.kind == BATTERY:
        if not own.crew:
            yield Refusal("gbacw:15.16.1", f"{title} has no crew")
        if own.moved and piece.side == state.phasing:
            # In its own Player-Turn; in the enemy's it has not moved. [gbacw:15.0.2]
            yield Refusal("gbacw:15.0.1", f"{title} has moved")
        if not own.rounds:
            # [gbacw:11.0.1]
            yield Refusal("gbacw:11.32", f"{title} has no rounds left")
    if piece.kind == WAGON:
        if not own.crew:
            yield Refusal("gbacw:11.1.3", f"{title} has no crew")
        if kind != DEFENSIVE:
            # [gbacw:11.15] [gbacw:6.23.2]
            yield Refusal("gbacw:11.16", f"the crew of {title} may only fire in defence")
    if kind not in REACTIONS:
        yield from _bars_in_phase(state, unit, kind)
    yield from state.game.rules.bars_kind_of_fire(state, kind)
    yield from state.game.rules.bars_to_fire(state, unit)


def _bars_in_phase(state: State, unit: int, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing in a Fire Phase or barrage, though not as a reaction (GB-F45).

    [gbacw:9.84.3] [gbacw:9.84.4] [gbacw:17.0.4] [gbacw:17.11.1]
    """
    own, piece = state.units[unit], state.piece(unit)
    if own.pinned:
        yield Refusal("gbacw:9.84.3", f"{piece.title} is pinned")
    if kind == OFFENSIVE and not own.command:
        yield Refusal("gbacw:17.11.1", f"{piece.title} is out of command")
    if points_left(state, unit, kind) <= 0:
        yield Refusal(
            "gbacw:9.45.1", f"{piece.title} has already fired all its points in this phase"
        )


def hexsides(state: State, unit: int, target: Hex) -> list[int]:
    """The frontal hexsides a unit's line to a target leaves through. [gbacw:7.22] [gbacw:9.33]"""
    front, exits = fronts(state, unit), leaves_through(state, state.hex_of(unit), target)
    return [side for side in exits if side in front]


def _in_range(hexes: int, state: State, unit: int) -> int:
    most = reach_of(state, unit)
    return hexes & state.game.grid.disc(state.units[unit].hex, most) if most else 0


def _says_range(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:9.23.1]"""
    most, title = reach_of(state, unit), state.piece(unit).title
    away = state.game.grid.distance(state.hex_of(unit), target)
    return Refusal("gbacw:9.23.1", f"{target} is {away} hexes away; {title} has range {most}")


def _elsewhere(hexes: int, state: State, unit: int) -> int:
    return hexes & ~(1 << state.game.grid.index(state.units[unit].hex))


def _says_itself(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:12.6]"""
    return Refusal("gbacw:12.6", f"{state.piece(unit).title} is in {target} itself")


def _in_front(hexes: int, state: State, unit: int) -> int:
    grid = state.game.grid
    return grid.mask(ahead(state, unit, grid.marked(hexes)))


def _says_front(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:7.22] [gbacw:9.22]"""
    return Refusal("gbacw:7.22", f"{target} is not to the front of {state.piece(unit).title}")


def _not_hidden_by_map(hexes: int, state: State, unit: int) -> int:
    """As far as lines on the map are known; the rest is left to `_in_sight`."""
    return hexes & ~sight.lines_on_map(state.game, state.units[unit].hex).closed


def _in_sight(hexes: int, state: State, unit: int) -> int:
    rest = _not_hidden_by_map(hexes, state, unit)
    return sight.seen(state, state.units[unit].hex, rest) | (hexes ^ rest)


def _says_hidden(target: Hex, state: State, unit: int) -> Refusal:
    """[gbacw:9.7.1] [gbacw:9.23.2]"""
    hex = state.hex_of(unit)
    on_map = next(sight.blocked_by_map(state.game, hex, target), None)
    obstacle = on_map or sight.blocked_by_units(state, hex, target)
    what = f"{obstacle.what} in {obstacle.hex}" if obstacle else "something"
    return Refusal("gbacw:9.7.1", f"{what} hides {target} from {hex}")


#: What keeps a unit's fire from a hex, the cheapest checks first.
_NEAR = (
    HexRule(_in_range, _says_range, final=True),
    HexRule(_not_hidden_by_map, _says_hidden),
)
_NEARER = (
    HexRule(_elsewhere, _says_itself, final=True),
    HexRule(_in_front, _says_front),
    HexRule(_in_sight, _says_hidden),
)
_REACH = (*_NEAR, *_NEARER)


def in_reach(state: State, unit: int, hexes: int) -> int:
    """Those of some hexes, as a mask, that a unit's fire reaches."""
    return left_open(_REACH, hexes, state, unit)


def near_enough(state: State, hex: Hex, units: Iterable[int], hexes: int) -> int:
    """Those of some hexes, as a mask, that are neither hidden by the map nor too far away for the
    longest weapon of some units in a hex."""
    most = max([reach_of(state, unit) for unit in units])
    near = hexes & state.game.grid.disc(hex, most)
    return near & ~sight.lines_on_map(state.game, hex).closed if near else 0


def open_to_fire(state: State, unit: int, kind: str, hexes: int) -> int:
    """Those of some hexes, as a mask, that a unit reaches and may fire at in fire of a kind."""
    # Most units have no enemy near that the map does not hide; they need no closer look.
    near = left_open(_NEAR, hexes, state, unit)
    if not near or next(bars_to_fire(state, unit, kind), None) is not None:
        return 0
    return left_open(_NEARER, near, state, unit)


def bars_to_reach(state: State, unit: int, target: Hex) -> Iterator[Refusal]:
    """What keeps a unit from firing at a hex. [gbacw:9.22] [gbacw:9.23.1] [gbacw:9.23.2]"""
    return bars_to_hex(_REACH, target, 1 << state.game.grid.index(target), state, unit)


def room(state: State, unit: int, target: Hex, parts: Iterable[Part], kind: str) -> int:
    """Points a unit may still fire at a target through its hexsides.

    Guns are not limited. [gbacw:7.21.1] [gbacw:7.21.2] [gbacw:7.21.3] [gbacw:9.3] [gbacw:9.32]
    """
    left = points_left(state, unit, kind)
    if state.piece(unit).kind == BATTERY:
        return left
    used = {} if kind in REACTIONS else state.through
    for part in parts:
        if state.hex_of(part.unit) == state.hex_of(unit) and part.unit != unit:
            used = filled_by(state, part, target, used)
    hex = state.hex_of(unit)
    limit = TABLES.fire_points_per_hexside
    free = sum(limit - used.get(f"{hex} {side}", 0) for side in hexsides(state, unit, target))
    return min(left, free)


def filled_by(state: State, part: Part, target: Hex, used: dict[str, int]) -> dict[str, int]:
    """The points through each hexside once a part has fired: one is filled, then the next."""
    if state.piece(part.unit).kind == BATTERY:
        return used
    hex, points = state.hex_of(part.unit), part.points
    filled = dict(used)
    for side in hexsides(state, part.unit, target):
        key = f"{hex} {side}"
        taken = min(points, TABLES.fire_points_per_hexside - filled.get(key, 0))
        filled[key] = filled.get(key, 0) + taken
        points -= taken
    return filled


def bars_to_split(state: State, part: Part, target: Hex, kind: str) -> Iterator[Refusal]:
    """A unit that splits its fire must have a strength of at least 1 in every part.

    [gbacw:9.45.2] [gbacw:9.45.3] [gbacw:9.46.1] [gbacw:9.46.2]
    """
    whole = part.points >= fire_points(state, part.unit) or part.rapid
    distance = state.game.grid.distance(state.hex_of(part.unit), target)
    if not whole and part_strength(state, part, distance) < 2:
        title = state.piece(part.unit).title
        yield Refusal(
            "gbacw:9.46.1", f"{part.points} of {title} has a strength of less than 1 there"
        )


def bars_to_target(state: State, side: str, target: Hex) -> Iterator[Refusal]:
    """What keeps any unit from firing at a hex. [gbacw:12.6] [gbacw:9.44.1] [gbacw:9.44.2]"""
    enemy = state.game.enemy[side]
    if not state.stack(target, enemy):
        yield Refusal("gbacw:9.0.4", f"{target} holds no enemy unit")
    if target in state.engaged or state.stack(target, side):
        yield Refusal("gbacw:12.6", f"there is a melee in {target}")


def targets_of(state: State, side: str, target: Hex) -> list[int]:
    """Enemy units in a hex that have not yet been fired at in this phase, top first.

    Both arms fire at a unit before either has its effect, so the other cannot fire later.
    [gbacw:9.42.1] [gbacw:9.44.1] [gbacw:9.44.2]
    """
    return [
        unit for unit in state.stack(target, state.game.enemy[side]) if not state.shot_at.get(unit)
    ]


def was_fired_at(state: State, side: str, target: Hex, arm: str) -> Refusal:
    """Why a hex is no longer a target for an arm."""
    bits = [state.shot_at.get(unit, 0) for unit in state.stack(target, state.game.enemy[side])]
    if any(bit & ARM_BIT[arm] for bit in bits):
        rule = "gbacw:9.44.2" if arm == ARTILLERY else "gbacw:9.44.1"
        return Refusal(rule, f"that arm has already fired at every unit in {target} in this phase")
    return Refusal("gbacw:9.42.1", f"both arms must fire at {target} at the same time, or only one")
