"""29.47 and 30.13 Union reinforcements: columns that march in by road."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Closed, Refusal, choice
from longroll.kernel.hooks import NOTHING
from longroll.kernel.memo import finding_from
from longroll.systems.corinth.assault_areas import TOO_NEAR, entry_cost, from_areas, near_areas
from longroll.systems.corinth.coming_on import put_on
from longroll.systems.corinth.deployment import (
    HISTORICAL,
    OPENING,
    Reinforcement,
    deployment,
    selected,
)
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import command, movement
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY, LEADER, UNION, Roster
from longroll.systems.gbacw.state import COLUMN, MOUNTED

#: The formation in which each kind of unit enters; Ford's cavalry is mounted.
_ARRIVING = {INFANTRY: COLUMN, CAVALRY: MOUNTED}
#: Where Oliver's brigade enters, one unit after another. [corinth:30.13.3]
CHEWALLA_ROAD = "0104"


def arrivals(state: State, side: str) -> Iterator[Choice]:
    if side == UNION:
        for unit, one in ready(state):
            yield choice("enter", state.piece(unit).id, one.hex)


def _coming(state: State, side: str, id: str) -> tuple[int, Reinforcement] | None:
    """The reinforcement with this id, if it is due."""
    found = expected(state) if side == UNION else ()
    return next(((unit, one) for unit, one in found if state.piece(unit).id == id), None)


def bars_to_arrive(state: State, side: str, choice: Choice) -> Iterator[Refusal] | None:
    coming = _coming(state, side, choice.object)
    if coming is None:
        return None
    unit, one = coming
    if choice.objects[1:] != (one.hex,):
        return iter((Refusal(one.rule, f"{state.piece(unit).title} may only enter in {one.hex}"),))
    return _bars_to_come(state, unit, one)


def arrive(state: State, side: str, choice: Choice, umpire: Umpire) -> bool:
    coming = _coming(state, side, choice.object)
    if coming is None:
        return False
    _come(state, *coming, umpire)
    return True


def bars_to_end_movement(state: State, side: str) -> Iterator[Refusal]:
    """Reinforcements that are due must enter, and Oliver's units must move on.

    [corinth:29.47.1] [corinth:30.13.5]
    """
    return _bars_to_rest(state) if side == UNION else NOTHING


def _bars_to_rest(state: State) -> Iterator[Refusal]:
    for unit, one in ready(state):
        yield Refusal(one.rule, f"{state.piece(unit).title} must still enter")
        return
    for unit in sorted(state.hastening):
        if state.hex_of(unit) in near_areas(state.game.ground) and not state.units[unit].done:
            yield from _bars_to_halt(state, unit)


def _around(state: State, unit: int) -> tuple[object, ...]:
    """What decides whether a unit can step: units within two hexes, and facts about its army."""
    near = state.game.grid.within(state.hex_of(unit), 2)
    stacks = [stack for places in state.stacks.values() for stack in map(places.get, near) if stack]
    return (
        state.turn,
        state.engaged,
        state.entry_costs,
        state.marching,
        state.reserve,
        state.park,
        state.reversed_redans,
        *stacks,
        *[state.units[other] for stack in stacks for other in stack],
    )


@finding_from(_around)
def _bars_to_halt(state: State, unit: int) -> Sequence[Refusal]:
    """What forces one of Oliver's units to move on at the end of the phase."""
    if next(movement.bars_to_move(state, UNION, unit), None) is not None:
        return ()
    return tuple(bars_to_stop(state, unit, partial(movement.steps, state, (unit,), 0)))


# On the march


def bars_to_stop(
    state: State, unit: int, ahead: Callable[[], Iterable[Choice]]
) -> Iterator[Refusal]:
    """Oliver's units must keep moving while they are near the Assault Areas.

    They need not take a step that leads nearer again. [corinth:30.13.5]
    """
    hex, ground = state.units[unit].hex, state.game.ground
    if unit not in state.hastening or hex not in near_areas(ground):
        return NOTHING
    far = from_areas(ground)
    if not any(far[step.object] >= far[hex] for step in ahead()):
        return NOTHING
    why = f"within {TOO_NEAR} hexes of an Assault Area and has to move on"
    return iter((Refusal("corinth:30.13.5", f"{state.piece(unit).title} is {why}"),))


def moves_out_of_command(state: State, unit: int) -> bool:
    """A column marches to its brigade without its commander. [corinth:29.47.2]"""
    return unit in state.marching and state.units[unit].formation == COLUMN


def bars_to_form(state: State, unit: int, formation: str) -> Iterator[Refusal]:
    """It stays in column until it has reached its brigade. [corinth:29.47.2]"""
    if unit not in state.marching:
        return NOTHING
    why = "stays in column until it comes within its commander's radius or is attacked"
    return iter((Refusal("corinth:29.47.2", f"{state.piece(unit).title} {why}"),))


def entered(state: State, units: Sequence[int], hex: Hex, umpire: Umpire) -> None:
    """The march ends within the commander's radius, the haste away from the Assault Areas."""
    if not state.marching.isdisjoint(units):
        state.marching -= {
            unit
            for unit in units
            if unit in state.marching
            and command.is_in_radius(state, state.piece(unit).brigade, hex)
        }
    if hex not in near_areas(state.game.ground) and not state.hastening.isdisjoint(units):
        state.hastening -= set(units)


def attacked(state: State, units: Sequence[int], umpire: Umpire) -> None:
    """A unit that is attacked reacts like any column.

    It is then out of command if it is far from its commander. [corinth:29.47.2] [corinth:29.47.3]
    """
    state.marching -= set(units)


def kept_back(state: State, side: str) -> Iterator[Closed[int]]:
    """In the opening half of the historical scenario only reinforcements act. [corinth:30.0.1]"""
    if is_opening(state):
        others = {*state.serving(side)}.difference(state.entry_costs)
        yield Closed(others, "corinth:30.0.1", "the Union now only brings on its reinforcements")


def is_opening(state: State) -> bool:
    """Whether the Union half of Game-Turn 2 opens the historical scenario."""
    return state.turn == OPENING and state.scenario == HISTORICAL


def expected(state: State) -> Sequence[tuple[int, Reinforcement]]:
    """Counters whose Game-Turn has come and that are not there yet. [corinth:29.47.1]"""
    waiting = state.waiting.get(UNION)
    return _expected(state.game.roster, state.scenario, state.turn, waiting) if waiting else ()


@lru_cache(maxsize=256)
def _expected(
    roster: Roster, scenario: str, turn: int, waiting: tuple[int, ...]
) -> tuple[tuple[int, Reinforcement], ...]:
    return tuple(
        (unit, one)
        for one in deployment(scenario).reinforcement
        if one.turn <= turn
        for unit in selected(roster, one.units)
        if unit in waiting
    )


def ready(state: State) -> Iterator[tuple[int, Reinforcement]]:
    """Those of them that can enter now."""
    for unit, one in expected(state):
        if next(_bars_to_come(state, unit, one), None) is None:
            yield unit, one


def _bars_to_come(state: State, unit: int, one: Reinforcement) -> Iterator[Refusal]:
    """What keeps a reinforcement from entering."""
    piece, hex = state.piece(unit), one.hex
    if hex in state.stacks[state.game.enemy[UNION]] or hex in state.engaged:
        yield Refusal("gbacw:5.12", f"there are enemy units in {hex}")
        return
    if piece.kind != LEADER and state.stack(hex, UNION):
        # One after another, because a column must be alone. [corinth:30.13.3] [gbacw:8.16]
        yield Refusal(one.rule, f"{hex} must be empty before {piece.title} can enter")
    cost = _cost(state, unit, hex)
    if cost < 0 or cost > state.game.charts.allowance[mover_of(state, unit)]:
        yield Refusal(one.rule, f"{piece.title} does not have enough movement to enter")


def _cost(state: State, unit: int, hex: Hex) -> int:
    """Halves for the first hex; each unit of Oliver's brigade pays for the length of the column.

    [corinth:29.47.4] [corinth:30.13.3]
    """
    if hex != CHEWALLA_ROAD or state.piece(unit).kind == LEADER:
        return entry_cost(state, unit, hex)
    ahead = [
        other
        for other in state.entry_costs
        if state.piece(other).kind != LEADER and other not in state.marching
    ]
    return len(ahead) + 1


def _come(state: State, unit: int, one: Reinforcement, umpire: Umpire) -> None:
    kind = state.piece(unit).kind
    state.change(unit, formation=_ARRIVING.get(kind, ""))
    cost = _cost(state, unit, one.hex)
    state.waiting = {
        **state.waiting,
        UNION: tuple(other for other in state.waiting[UNION] if other != unit),
    }
    if one.hex == CHEWALLA_ROAD:
        if kind != LEADER:
            state.hastening |= {unit}
    else:
        state.marching |= {unit}
    put_on(state, unit, one.hex, cost, umpire, "", one.rule)


RULES = Rules[State](
    arrivals=arrivals,
    bars_to_arrive=bars_to_arrive,
    arrive=arrive,
    bars_to_end_movement=bars_to_end_movement,
    bars_to_stop=bars_to_stop,
    moves_out_of_command=moves_out_of_command,
    bars_to_form=bars_to_form,
    entered=entered,
    attacked=attacked,
    kept_back=kept_back,
)
