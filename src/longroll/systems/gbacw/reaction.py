"""10.1 and 10.2 Fire at units that leave a zone, fall back into one, or change formation."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.systems.gbacw import fire_bars, zones
from longroll.systems.gbacw.firing import Attack, can_hit, react
from longroll.systems.gbacw.hooks import Retreating, Rules
from longroll.systems.gbacw.movement import only_leaders
from longroll.systems.gbacw.retreat import ContinueRetreat, Retreat
from longroll.systems.gbacw.roster import BATTERY, LEADER, WAGON
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.volley import FORMATION, RETREAT, WITHDRAWAL


def able(state: State, unit: int, kind: str) -> bool:
    """Whether a unit could fire as a reaction. [gbacw:9.84.4] [gbacw:17.11.2] [gbacw:11.16]"""
    return next(fire_bars.bars_to_fire(state, unit, kind), None) is None


def withdrawal_targets(
    state: State, hex: Hex, side: str, leaving: Sequence[int]
) -> tuple[int, ...]:
    """The units fired at when units leave a hex: those that stay cover those that go.

    Leaders alone draw no fire. [gbacw:10.13] [gbacw:10.14] [gbacw:10.18]
    """
    if only_leaders(state, leaving):
        return ()
    stack = state.stack(hex, side)
    staying = tuple(unit for unit in stack if unit not in leaving)
    return staying or tuple(unit for unit in stack if unit in leaving)


def withdrawal_firers(
    state: State, hex: Hex, side: str, leaving: Sequence[int], besides: Sequence[int] = ()
) -> tuple[int, ...]:
    """Enemies whose zone covers the hex and that can fire.

    [gbacw:10.1] [gbacw:10.11] [gbacw:10.19] [gbacw:10.0.5]
    """
    enemy = state.game.enemy[side]
    mounted = any(state.is_mounted(unit) for unit in leaving)
    return tuple(
        unit
        for unit in zones.controllers_against(state, hex, enemy, mounted)
        if unit not in besides and able(state, unit, WITHDRAWAL)
    )


def withdrawal_fire(
    state: State,
    hex: Hex,
    side: str,
    leaving: Sequence[int],
    umpire: Umpire,
    besides: Sequence[int] = (),
) -> None:
    """Let the enemy fire before units leave a hex.

    [gbacw:4.0.10] [gbacw:5.13] [gbacw:5.14] [gbacw:10.1] [gbacw:10.16.2]
    """
    game = state.game
    enemy = game.enemy[side]
    if state.stacks[enemy].keys().isdisjoint(game.grid.adjacent[hex]):
        return  # no zone reaches farther
    targets = withdrawal_targets(state, hex, side, leaving)
    firers = withdrawal_firers(state, hex, side, leaving, besides) if targets else ()
    if firers:
        react(state, Attack(enemy, hex, WITHDRAWAL, targets, (), firers), umpire)


def formation_firers(state: State, unit: int) -> tuple[int, ...]:
    """Enemies that may fire at a unit that changes formation.

    Those that have it in their zone; at guns, every small-arms unit that can reach them.
    [gbacw:6.23.1] [gbacw:6.23.2] [gbacw:6.24]
    """
    hex, side = state.hex_of(unit), state.side_of(unit)
    found = set(withdrawal_firers(state, hex, side, (unit,)))
    if state.piece(unit).kind == BATTERY:
        for other, stack in state.stacks[state.game.enemy[side]].items():
            if state.game.grid.distance(hex, other) <= state.game.longest_small_arm:
                found.update(
                    firer
                    for firer in stack
                    if state.piece(firer).kind not in (BATTERY, WAGON)
                    and able(state, firer, FORMATION)
                    and can_hit(state, firer, hex)
                )
    return tuple(sorted(found))


def formation_fire(state: State, unit: int, umpire: Umpire) -> None:
    """Let the enemy fire at a unit that is about to change formation; it is the only target.

    [gbacw:6.23.1] [gbacw:6.23.3] [gbacw:6.24]
    """
    firers = formation_firers(state, unit)
    if firers:
        enemy = state.game.enemy[state.side_of(unit)]
        react(state, Attack(enemy, state.hex_of(unit), FORMATION, (unit,), (), firers), umpire)


def retreat_fire(state: State, step: Retreating, umpire: Umpire) -> None:
    """Enemies whose zone a retreat enters may fire once each, except those that caused it (GB-C16).

    [gbacw:10.2.1] [gbacw:10.2.2] [gbacw:10.2.4] [gbacw:10.2.5] [gbacw:16.1.2] [gbacw:9.44.3]
    """
    here, enemy = step.path[-1], state.game.enemy[step.side]
    mounted = any(state.is_mounted(unit) for unit in step.units)
    firers = tuple(
        unit
        for unit in zones.controllers_against(state, here, enemy, mounted)
        if unit not in step.causers and unit not in step.shot and able(state, unit, RETREAT)
    )
    targets = tuple(unit for unit in step.units if state.piece(unit).kind != LEADER)
    after = Retreat(
        step.side,
        step.units,
        step.length,
        step.path,
        step.cause,
        step.causers,
        (*step.shot, *firers),
    )
    state.agenda.append(ContinueRetreat(after))
    if firers and targets:
        react(state, Attack(enemy, here, RETREAT, targets, (), firers), umpire)


#: Fire makes units retreat, and retreats draw fire: the two are connected here.
RULES = Rules[State](retreat_fire=retreat_fire)
