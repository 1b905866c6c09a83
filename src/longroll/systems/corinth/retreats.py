"""27.0 Retreats: the way back, off the map, and onto it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, barred_by, choice
from longroll.kernel.event import Effect, Event, Move, Scene
from longroll.kernel.wording import doing, listed
from longroll.systems.corinth.assault_areas import entry_cost, rows
from longroll.systems.corinth.entries import is_wave
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import command, losses, stacking
from longroll.systems.gbacw.events import Moved, Name, ids, names
from longroll.systems.gbacw.hooks import Retreating, Rules
from longroll.systems.gbacw.movers import mover_of, unit_allowance
from longroll.systems.gbacw.moving import ONE_HEX, Moving
from longroll.systems.gbacw.retreat_path import NIGHT, is_open
from longroll.systems.gbacw.roster import CONFEDERATE, LEADER, UNION
from longroll.systems.gbacw.state import ELIMINATED
from longroll.systems.gbacw.terrain import Ground

#: Directions of a retreat, the best first.
_HOME, _ELSEWHERE, _ASIDE = range(3)


class FellBackOffMap(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]
    hex: Hex
    area: str

    def text(self) -> str:
        who = doing(self.units, "falls", "fall")
        return (
            f"{who} back off the map at {self.hex}; cavalry gathers them in "
            f"Assault Area {self.area}."
        )

    def effect(self) -> Effect | None:
        return Effect("retreat", f"{listed(self.units)} off the map")

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), moves=(Move(ids(self.units), self.hex, ""),))


# Which way


@cache
def _far(ground: Ground, hex: Hex, goal: tuple[Hex, ...]) -> int:
    """The distance of a hex from a goal."""
    return min(ground.grid.distance(hex, other) for other in goal)


@cache
def _areas_of(ground: Ground) -> dict[Hex, tuple[str, ...]]:
    """The Assault Areas of each hex that has any."""
    every = rows(ground)
    edge = sorted({hex for row in every.values() for hex in row})
    return {hex: tuple(area for area, row in every.items() if hex in row) for hex in edge}


def home_area(state: State, unit: int) -> str:
    """The Assault Area that a Confederate unit came through, "" if that is not known."""
    return state.areas.get(state.attached.get(unit, state.piece(unit).division), "")


def _goals(state: State, unit: int) -> tuple[tuple[Hex, ...], ...]:
    """Where a unit retreats to, and the alternatives if it cannot.

    A unit that came with no division falls back to the nearest area that one came through.
    [corinth:27.1.1] [corinth:27.2.1] [corinth:27.2.2]
    """
    if state.side_of(unit) == UNION:
        return state.game.map.of_zone("corinth"), state.game.grid.hexes[-1:]
    area = home_area(state, unit)
    if area:
        return (rows(state.game.ground)[area],)
    used = sorted(set(state.areas.values())) or list(rows(state.game.ground))
    return (tuple(hex for one in used for hex in rows(state.game.ground)[one]),)


def retreat_rank(state: State, unit: int, start: Hex, way: Sequence[Hex]) -> tuple[int, ...]:
    """Back by the most direct route in hexes, or sideways, but never forward.

    Of two ways that end equally near, the one that approaches the goal earlier is more direct.
    [corinth:27.0] [corinth:27.1.1] [corinth:27.2.1] [corinth:27.2.2]
    """
    goals, ground = _goals(state, unit), state.game.ground
    for direction, goal in zip((_HOME, _ELSEWHERE), goals, strict=False):
        left = _far(ground, way[-1], goal)
        if left < _far(ground, start, goal):
            return direction, left, sum(_far(ground, hex, goal) for hex in way)
    aside = _far(ground, way[-1], goals[0]) == _far(ground, start, goals[0])
    return (_ASIDE,) if aside else ()


# Off the map


def cannot_retreat(state: State, unit: int, step: Retreating) -> tuple[str, str] | None:
    """A unit forced off the map is lost but not captured (GB-C37).

    [corinth:27.1.2] [corinth:27.2.3]
    """
    if step.cause != NIGHT and _runs_off(state, step, step.path):
        rule = "27.2.3" if step.side == UNION else "27.1.2"
        return ELIMINATED, f"corinth:{rule}"
    return None


def _runs_off(state: State, step: Retreating, path: tuple[Hex, ...]) -> bool:
    """Whether the way back leads off the map before the retreat is over."""
    origin, here = path[0], path[-1]
    if len(path) > step.length:
        return False
    if None in state.game.grid.neighbors[here]:
        return True
    return any(
        state.game.grid.distance(origin, there) == len(path)
        and is_open(state, step.units, step.side, here, there)
        and retreat_rank(state, step.units[0], origin, (there,))
        and _runs_off(state, step, (*path, there))
        for there in state.game.grid.adjacent[here]
    )


def is_way_out(state: State, unit: int, hex: Hex) -> bool:
    """Confederates with hexes left to retreat leave the map at an Assault Area. [corinth:27.3.3]"""
    return hex in _areas_of(state.game.ground) and state.side_of(unit) == CONFEDERATE


def _area_at(state: State, unit: int, hex: Hex) -> str:
    """The area that a unit leaves into: its own if the hex is in it, otherwise one with cavalry."""
    areas, home = _areas_of(state.game.ground)[hex], home_area(state, unit)
    if home in areas:
        return home
    return next((area for area in areas if state.withheld.get(area)), areas[0])


def leave_map(state: State, step: Retreating, umpire: Umpire) -> None:
    """Cavalry held back in the area saves units that flee there; without it they are lost.

    [corinth:27.3.1] [corinth:27.3.2] [corinth:27.3.3]
    """
    hex = step.path[-1]
    units = [unit for unit in step.units if state.hex_of(unit)]
    area = _area_at(state, units[0], hex)
    if not state.withheld.get(area):
        for unit in units:
            if state.piece(unit).kind != LEADER:
                losses.destroy(state, unit, umpire, "driven off the map", "corinth:27.3.2")
        losses.shelter_leaders(state, hex, step.side, umpire)
        return
    umpire.tell(
        FellBackOffMap(rules=("corinth:27.3.1",), units=names(state, units), hex=hex, area=area)
    )
    for unit in units:
        routed = state.units[unit].routed
        state.take_off(unit)
        # It may not move again before the next Movement Phase.
        state.change(unit, routed=routed, done=True)
    state.returning = {**state.returning, **dict.fromkeys(units, area)}


# Back on the map


def arrivals(state: State, side: str) -> Iterator[Choice]:
    """Units that fell back off the map may enter again. [corinth:27.3.1]"""
    if side == CONFEDERATE:
        for unit, area in sorted(state.returning.items()):
            for hex in rows(state.game.ground)[area]:
                if next(_bars_to_return(state, unit, hex), None) is None:
                    yield choice("enter", state.piece(unit).id, hex)


def bars_to_arrive(state: State, side: str, choice: Choice) -> Iterator[Refusal] | None:
    unit = _returning(state, side, choice)
    if unit is None:
        return None
    return _bars_to_return(state, unit, choice.objects[1] if len(choice.objects) == 2 else "")


def _returning(state: State, side: str, choice: Choice) -> int | None:
    if side != CONFEDERATE or is_wave(choice):
        return None
    unit = state.game.roster.number.get(choice.object, -1)
    return unit if unit in state.returning else None


def _bars_to_return(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    area, title = state.returning[unit], state.piece(unit).title
    if state.units[unit].done:
        yield Refusal("corinth:27.3.1", f"{title} may return in the next Movement Phase")
    if hex not in rows(state.game.ground)[area]:
        yield Refusal("corinth:27.3.1", f"{title} is waiting in Assault Area {area}")
        return
    if hex in state.stacks[UNION]:
        yield Refusal("gbacw:5.12", f"there are enemy units in {hex}")
    rules = state.game.rules
    yield from barred_by(hex, rules.closed_to_enter(state, unit, hex, (hex,)))
    yield from barred_by(hex, rules.closed_ground(state, unit, hex, (hex,)))
    yield from stacking.bars_to_stay(state, hex, CONFEDERATE, (unit,))
    cost = entry_cost(state, unit, hex)
    if not 0 <= cost <= unit_allowance(state, unit, mover_of(state, unit)):
        yield Refusal("gbacw:5.15.1", f"{hex} is closed to {title}")


def arrive(state: State, side: str, choice: Choice, umpire: Umpire) -> bool:
    unit = _returning(state, side, choice)
    if unit is None:
        return False
    waiting = state.returning
    state.returning = {other: area for other, area in waiting.items() if other != unit}
    _come_on(state, unit, choice.objects[1], umpire)
    return True


def _come_on(state: State, unit: int, hex: Hex, umpire: Umpire) -> None:
    cost = entry_cost(state, unit, hex)
    there: Sequence[int] = state.stack(hex, CONFEDERATE)
    facing = state.units[there[0]].facing if there else 3
    state.put(unit, hex)
    in_command = state.piece(unit).kind == LEADER or command.has_command(state, unit, {})
    state.change(unit, moved=True, facing=facing, command=in_command)
    umpire.tell(
        Moved(
            rules=("corinth:27.3.1",),
            units=names(state, (unit,)),
            origin="",
            to=hex,
            cost=cost,
            spent=cost,
        )
    )
    state.game.rules.entered(state, (unit,), hex, umpire)
    state.agenda.append(Moving(CONFEDERATE, (unit,), max(cost, ONE_HEX)))


RULES = Rules[State](
    retreat_rank=retreat_rank,
    cannot_retreat=cannot_retreat,
    is_way_out=is_way_out,
    leave_map=leave_map,
    arrivals=arrivals,
    bars_to_arrive=bars_to_arrive,
    arrive=arrive,
)
