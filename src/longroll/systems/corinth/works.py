"""23.0 Terrain: the outer works, the redans, the town, and what else is on the map.

The costs of steps are in the charts: crossing works and redans [corinth:23.1.2]
[corinth:23.23.1], town [corinth:23.31.1], railroads, which carry no units [corinth:23.4.1]
[corinth:23.4.2], swamp [corinth:23.5.1] and crests [corinth:23.6.2]. So are the shifts of fire and
the heights, including the town's 25 feet [corinth:23.33]. Swamp does nothing in combat
[corinth:23.5.2], nor does the town in melee [corinth:23.32]. Units in a crest hex are on its
lower level, as on the map [corinth:23.6.1].
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Closed, Refusal
from longroll.kernel.event import Event, Line, Scene
from longroll.kernel.hooks import NOTHING
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import BATTERY, WAGON
from longroll.systems.gbacw.state import COLUMN, MOUNTED
from longroll.systems.gbacw.terrain import Ground
from longroll.systems.gbacw.volley import Volley

WORKS, PRIMARY, SECONDARY = "outer_works", "redan_primary", "redan_secondary"
REDAN, TOWN, SWAMP = "redan", "town", "swamp"
_REDAN_SIDES = frozenset((PRIMARY, SECONDARY))
FORTIFIED = _REDAN_SIDES | {WORKS}
_SHIFT_RULES = {REDAN: "corinth:23.24", TOWN: "corinth:23.34"}
_HEIGHTS = {WORKS: WORKS, PRIMARY: REDAN, SECONDARY: REDAN}


class RedanFaced(Event, frozen=True, kw_only=True):
    """A garrison turns to the rear of its redan, or to its front again."""

    hex: Hex
    rear: bool

    def text(self) -> str:
        return f"The garrison of {self.hex} faces the {'rear' if self.rear else 'front'}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


@cache
def inside(ground: Ground) -> frozenset[tuple[Hex, Hex]]:
    """Outer works as pairs of an inner and an outer hex. [corinth:23.1.1]"""
    return frozenset(ground.map.hexsides[WORKS])


@cache
def redans(ground: Ground) -> dict[Hex, tuple[int, ...]]:
    """The outer hexsides of each redan, by its hex; the others are its rear. [corinth:23.2]"""
    found: dict[Hex, tuple[int, ...]] = {}
    for kind in (PRIMARY, SECONDARY):
        for hex, outer in ground.map.hexsides[kind]:
            found[hex] = (*found.get(hex, ()), ground.grid.direction(hex, outer))
    return found


@cache
def raised(ground: Ground) -> frozenset[Hex]:
    """Hexes whose occupants are above the ground: redans, and hexes behind works."""
    return frozenset(redans(ground)) | {hex for hex, _ in inside(ground)}


# Facing


def fronts(state: State, unit: int) -> tuple[int, ...] | None:
    """The outer sides of a redan are its garrison's front, for its zone and its fire.

    [corinth:23.21.1] [corinth:23.21.2] [corinth:23.21.3] [corinth:23.22]
    """
    hex = state.units[unit].hex
    outer = redans(state.game.ground).get(hex)
    if outer is None:
        return None
    if state.reversed_redans.get(hex) == state.side_of(unit):
        return tuple(side for side in range(6) if side not in outer)
    return outer


def turned(state: State, hex: Hex, side: str, facing: int, umpire: Umpire) -> None:
    """Units turned to a rear hexside of their redan face its rear. [corinth:23.21.4]"""
    outer = redans(state.game.ground).get(hex)
    if outer is None:
        return
    rear = facing not in outer
    if rear != (state.reversed_redans.get(hex) == side):
        others = {at: whose for at, whose in state.reversed_redans.items() if at != hex}
        state.reversed_redans = {**others, hex: side} if rear else others
        umpire.tell(RedanFaced(rules=("corinth:23.21.4",), hex=hex, rear=rear))


def begin_phase(state: State, side: str, phase: str) -> Iterator[Ask | Do]:
    """The facing of a redan is forgotten once its garrison has left. [corinth:23.21.4]"""
    if state.reversed_redans:
        state.reversed_redans = {
            hex: whose for hex, whose in state.reversed_redans.items() if state.stack(hex, whose)
        }
    return NOTHING


# Movement and stacking


def closed_ground(
    state: State, unit: int, origin: Hex, near: Sequence[Hex]
) -> Iterator[Closed[Hex]]:
    """Why the charts close a step to guns, wagons and horses.

    [corinth:23.23.2] [corinth:23.31.2] [corinth:23.5.1]
    """
    ground, mover, piece = state.game.ground, mover_of(state, unit), state.piece(unit)
    shut = [hex for hex in near if ground.cost(mover, origin, hex) < 0]
    if piece.kind in (BATTERY, WAGON):
        walled = [hex for hex in shut if _REDAN_SIDES & {*ground.crosses(origin, hex)}]
        why = f"{piece.title} cannot cross the redan's parapet"
        yield Closed(walled, "corinth:23.23.2", why)
    if mover in state.game.charts.town_by_road:
        town = [hex for hex in shut if ground.has(hex, TOWN)]
        yield Closed(town, "corinth:23.31.2", f"{piece.title} can only enter the town by road")
    swamp = [hex for hex in shut if ground.has(hex, SWAMP)]
    yield Closed(swamp, "corinth:23.5.1", f"{piece.title} cannot enter the swamp")


def is_overstacked(state: State, hex: Hex, units: Sequence[int]) -> str | None:
    """A redan holds a battery and one point, or four points without guns; always one unit.

    Sections of a battery count as one (GB-D10). Columns and mounted cavalry keep the standard rule.
    [corinth:23.27.1] [corinth:23.27.2]
    """
    if hex not in redans(state.game.ground):
        return None
    if any(state.units[unit].formation in (COLUMN, MOUNTED) for unit in units):
        return None
    charts = state.game.charts
    guns = {piece.battery for unit in units if (piece := state.piece(unit)).kind == BATTERY}
    others = [unit for unit in units if state.piece(unit).kind != BATTERY]
    room = 1 if guns else charts.stacking[REDAN]
    full = len(units) > 1 and stacking.points(state, others) > room
    if len(guns) > charts.batteries[REDAN]:
        return "corinth:23.27.2"
    return "corinth:23.27.1" if full else ""


# Sight and fire


def position_height(ground: Ground, hex: Hex) -> int:
    """Units behind works and in redans are ten feet higher.

    [corinth:23.1.4] [corinth:23.28.1] (GB-C39)
    """
    return ground.charts.height[REDAN] if hex in raised(ground) else 0


def side_height(ground: Ground, kind: str) -> int:
    """Works and redans are ten feet high; at either end of a line they hide nothing.

    [corinth:23.1.4] [corinth:23.28.1] [corinth:23.28.2] (GB-C41)
    """
    return ground.charts.height[_HEIGHTS[kind]] if kind in _HEIGHTS else 0


def fire_die(state: State, volley: Volley) -> Iterator[Line]:
    """One less on the die if all fire comes over the works in front of the target.

    Ammunition depends on the natural die. [corinth:23.1.5] [corinth:23.1.6] (GB-D14)
    """
    ground = state.game.ground
    if all(is_over_works(ground, state.hex_of(part.unit), volley.hex) for part in volley.parts):
        yield Line(-1, "over the outer works", "corinth:23.1.5")


def is_over_works(ground: Ground, origin: Hex, target: Hex) -> bool:
    """Whether a line reaches a hex over works in front of it."""
    line = ground.grid.line(origin, target)
    last = line[-1] if line else (origin,)
    return all((target, hex) in inside(ground) for hex in last)


# Melee


def melee_limit(state: State, hex: Hex) -> int | None:
    """The limit of four points in a redan applies to its attackers, not to its garrison."""
    return state.game.charts.melee["clear"] if hex in redans(state.game.ground) else None


def melee_points(state: State, hex: Hex) -> tuple[int, str] | None:
    """Only four points of the attackers count in a redan, at any time (GB-D13).

    [corinth:23.25]
    """
    return (
        (state.game.charts.melee[REDAN], "corinth:23.25")
        if hex in redans(state.game.ground)
        else None
    )


def bars_melee_together(
    state: State, hex: Hex, attackers: Sequence[int], side: str
) -> Iterator[Refusal]:
    """Four points may enter a redan, or one larger unit. [corinth:23.25]"""
    limit, points = state.game.charts.melee[REDAN], stacking.points(state, attackers)
    if hex in redans(state.game.ground) and len(attackers) > 1 and points > limit:
        yield Refusal("corinth:23.25", f"at most {limit} points may attack a redan, not {points}")


def melee_terrain(state: State, hex: Hex, entering: Sequence[tuple[int, Hex]]) -> Iterator[Line]:
    """A point less for storming the outer works from their outer side. [corinth:23.1.3]

    A redan takes its points from the differential; other ground then does not count
    (GB-C22, GB-C23).
    """
    if any((hex, origin) in inside(state.game.ground) for _, origin in entering):
        points = state.game.charts.melee_points[WORKS]
        yield Line(points, "over the outer works", "corinth:23.1.3")
    elif any(melee_adjustments(state, hex, entering)):
        yield Line(0, "the redan counts instead of other ground", "corinth:23.26.1")


def melee_adjustments(
    state: State, hex: Hex, entering: Sequence[tuple[int, Hex]]
) -> Iterator[Line]:
    """Two points less over a primary redan, one over a secondary; not once engaged.

    [corinth:23.26.1] [corinth:23.26.2]
    """
    if hex in state.engaged:
        return
    sides = {kind for _, origin in entering for kind in state.game.ground.crosses(origin, hex)}
    for kind, what in ((PRIMARY, "a primary redan"), (SECONDARY, "a secondary redan")):
        if kind in sides:
            value = state.game.charts.melee_points[kind]
            yield Line(value, f"over {what}", "corinth:23.26.1")
            return


def crosses_works(ground: Ground, origin: Hex, hex: Hex) -> bool:
    """Whether there are works or a redan between two neighbours. [corinth:22.1.6]"""
    return not FORTIFIED.isdisjoint(ground.crosses(origin, hex))


RULES = Rules[State](
    fronts=fronts,
    turned=turned,
    begin_phase=begin_phase,
    closed_ground=closed_ground,
    is_overstacked=is_overstacked,
    position_height=position_height,
    side_height=side_height,
    # A redan shifts fire by one column, the town by two. [corinth:23.24] [corinth:23.34]
    shift_rule=_SHIFT_RULES.get,
    fire_die=fire_die,
    melee_limit=melee_limit,
    melee_points=melee_points,
    bars_melee_together=bars_melee_together,
    melee_terrain=melee_terrain,
    melee_adjustments=melee_adjustments,
)
