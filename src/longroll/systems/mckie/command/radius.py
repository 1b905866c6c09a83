"""Command on the table: whose radius reaches whom, and what troops beyond it may do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from longroll.board.table import (
    Footprint,
    Piece,
    Point,
    Spot,
    Table,
    distance_between,
    footprint,
    ground_at,
    pose,
    spot,
)
from longroll.board.table.ground import along, stretches
from longroll.board.table.measure import (
    is_along,
    is_far,
    is_within,
    least_distance,
    nearest_of,
)
from longroll.kernel.decision import Refusal
from longroll.kernel.memo import finding
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.army.units import StandKind
from longroll.systems.mckie.command import generals
from longroll.systems.mckie.command import rules as command
from longroll.systems.mckie.command.generals import Density
from longroll.systems.mckie.command.rules import Block
from longroll.systems.mckie.orders.rules import Written
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import Ground, Order, Side

#: Ground in which a command reaches less far. [mckie:cmd.2]
DENSE: tuple[Ground, ...] = ("dense_woods", "built_up")
_BASES: dict[str, tuple[StandKind, StandKind]] = {
    "division": ("division_commander", "division_commander"),
    "corps": ("corps_commander", "corps_command_dismounted"),
    "cinc": ("army_commander", "army_command_dismounted"),
}


# Who commands


def commander_of(state: State, unit: Unit) -> str | None:
    """The general who commands a unit's division now; None if nobody does.

    The successor of a fallen general commands after a full period. [mckie:risk.4]
    """
    return next(
        (
            id
            for id in _of_division(state, unit.side, unit.division)
            if state.commanders[id].place == "table" and not any(bars_to_command(state, id))
        ),
        None,
    )


@finding("commanders")
def _of_division(state: State, side: Side, division: str) -> list[str]:
    """The generals that a division has or had."""
    return [
        id
        for id, one in state.commanders.items()
        if one.side == side and one.role == "division" and division in one.divisions
    ]


def bars_to_command(state: State, who: str) -> Iterator[Refusal]:
    """Why a general cannot use his command: he took it over, and the full period that the change
    takes is not over. [mckie:risk.4] (MK-40)"""
    general = state.commanders[who]
    if general.commands_from > state.period:
        yield Refusal(
            "mckie:risk.4", f"{general.title} commands only from period {general.commands_from}"
        )


def needs_command(state: State, unit: Unit) -> bool:
    """Whether a unit needs a commander near it. A screen has its parent, a gunboat its captain, and
    a division that never had a commander needs none. [mckie:cmd.1]"""
    if unit.parent or unit.is_vessel:
        return False
    return bool(_of_division(state, unit.side, unit.division))


def where(state: State, general: General) -> Point:
    """Where a general is: with his unit, or by himself."""
    if general.joined and general.joined in state.units:
        return state.units[general.joined].pose.point
    return Point(general.x, general.y)


def base_of(state: State, general: General) -> Footprint:
    """The base of a general; with a unit he is in the middle of its front. [mckie:base.div]
    [mckie:base.corps] (MK-M54)"""
    mounted, dismounted = _BASES[general.role]
    size = state.battle.stands[mounted if general.mounted else dismounted]
    return footprint(field.single(size), pose(*where(state, general), 0))


def radius_of(state: State, general: General, unit: Unit) -> int:
    """How far a division commander reaches a unit: by the book's distances, or by his rating.
    Dense ground under either of them shortens it.
    [mckie:cmd.1] [mckie:cmd.2] [mckie:gen.rad.div] (MK-M54)"""
    there = field.underfoot(state, spot(where(state, general)))
    dense = there in DENSE or field.ground_under(state, unit) in DENSE
    return _radius(state, general, "dense" if dense else "open")


def _radius(state: State, general: General, density: Density) -> int:
    if not state.options.generalship:
        reach = generals.basic_radius(general.role, density)
        assert reach is not None
        return reach
    return generals.radius(general.role, rated(general), density)


def rated(general: General) -> generals.General:
    """The ratings of a general on the table."""
    if general.ratings:
        return generals.rated(general.title, general.ratings)
    return generals.general(general.side, general.name or general.title)


def blocked_by(state: State, start: Footprint, unit: Unit) -> Block | None:
    """What is on the straight line between a commander and a unit. [mckie:cmd.3] (MK-M54)"""
    return blocked_between(state, unit.side, start, field.stands_of(unit))


def blocked_between(state: State, side: Side, start: Footprint, end: Footprint) -> Block | None:
    """What is on the straight line from the middle of a base to another of that side.
    [mckie:cmd.3] [mckie:gen.ctl.2]"""
    table = state.battle.table
    grounds = (field.ground_of(state.units[other]) for other in state.of_side(ENEMY[side]))
    # Most lines lead past all of them, wherever they end.
    beside = [one for one in grounds if is_along(start.centre, end.centre, end.radius, one)]
    if not beside and not impassable(table):
        return None
    here, there = _nearest_points(start, end)
    if any(stretches(here, there, ground) for ground in beside):
        return "enemy"
    for piece in impassable(table):
        for one in stretches(here, there, piece.ground):
            middle = (one.start + one.end) // 2
            if ground_at(table, along(here, there, middle)) == piece:
                return "impassable"
    return None


@lru_cache(maxsize=64)
def impassable(table: Table) -> tuple[Piece, ...]:
    """The pieces of terrain that nobody can cross."""
    return tuple(piece for piece in table.pieces if piece.barred)


def _nearest_points(one: Footprint, other: Footprint) -> tuple[Spot, Spot]:
    """Where the line between two footprints begins and ends: from the middle of the first."""
    found = min(
        (nearest_of(part, one.centre) for part in other.parts),
        key=lambda at: (at.x - one.centre.x) ** 2 + (at.y - one.centre.y) ** 2,
    )
    return one.centre, found


def is_in_command(state: State, id: str, unit: Unit | None = None) -> bool:
    """Whether a unit is in command, where it is or as `unit` would be.
    [mckie:cmd.1] [mckie:cmd.2] [mckie:cmd.3] [mckie:gen.ctl.2] (MK-M54)"""
    if unit is not None and unit != state.units[id]:
        return _is_in_command(state, id, unit)
    return _stands_in_command(state, id)


@finding("units", "commanders", "period")
def _stands_in_command(state: State, id: str) -> bool:
    return _is_in_command(state, id, state.units[id])


def _is_in_command(state: State, id: str, unit: Unit) -> bool:
    if not needs_command(state, unit):
        return True
    who = commander_of(state, unit)
    if who is None:
        return False
    general = state.commanders[who]
    if general.joined == id:
        return True
    start, stands = base_of(state, general), field.stands_of(unit)
    if is_far(start, stands, _radius(state, general, "open")):
        return False
    distance = distance_between(start, stands)
    if distance > _radius(state, general, "open"):
        return False
    # Ground is looked at only if it matters.
    radius = _radius(state, general, "dense")
    if distance > radius:
        radius = radius_of(state, general, unit)
    if distance > radius:
        return False
    return command.in_command(distance, radius, blocked_by(state, start, unit))


def is_led(state: State, id: str) -> bool:
    """Whether a unit needs no die to move: it is in command, or on a task of its own. Only one that
    was forced out of command waits for its brigadier.
    [mckie:gen.bde.1] [mckie:gen.bde.3] (MK-53)"""
    return is_in_command(state, id) or (state.options.generalship and id in state.detached)


# What troops may do


def bars_to_move(
    state: State, id: str, after: Unit, *, only_turns: bool, forms: bool
) -> Iterator[Refusal]:
    """Every rule of command that bars a unit from being as `after` at the end of its move.

    [mckie:cmd.4] [mckie:cmd.5] [mckie:gen.bde.1] [mckie:gen.bde.3]
    """
    if only_turns:
        return
    now = is_in_command(state, id)
    if not is_led(state, id):
        yield from bars_to_act_unroused(state, id, "change_formation" if forms else "move")
    if state.options.generalship:
        yield from command.bars_to_leave_command(
            in_command_now=now,
            in_command_then=is_in_command(state, id, after),
            detached=id in state.detached,
            generalship=True,
        )


def bars_to_act_unroused(
    state: State, id: str, act: Literal["move", "change_formation"]
) -> list[Refusal]:
    """Why a brigade out of command may not move: no die was rolled for it, or the wrong one."""
    if id in state.roused:
        return []
    refusals = command.bars_to_act_out_of_command(act, None)
    if id not in state.asked:
        return [Refusal(one.rule, f"{one.why}: rouse {id}") for one in refusals]
    return refusals


def written_for(state: State, id: str) -> Written | None:
    """The order in force for a unit's division. [mckie:ord.chain]"""
    who = commander_of(state, state.units[id])
    pile = state.orders.get(who) if who is not None else None
    return pile.in_force if pile is not None else None


def order_of(state: State, id: str) -> Order | None:
    """The word of the order in force for a unit's division."""
    written = written_for(state, id)
    return written.word if written is not None else None


def draws_nearer(state: State, id: str, after: Unit) -> bool:
    """Whether a move brings a unit nearer to the enemy. [mckie:morale.result.0a]"""
    far, ground = nearest_enemy(state, state.units[id]), field.stands_of(after)
    return far is not None and any(
        is_within(ground, there, far - 1) for there in _enemies_that_fight(state, after.side)
    )


def nearest_enemy(state: State, unit: Unit) -> int | None:
    """Hundredths to the nearest enemy that fights."""
    return least_distance(field.stands_of(unit), _enemies_that_fight(state, unit.side))


def _enemies_that_fight(state: State, side: Side) -> Iterator[Footprint]:
    for other in state.of_side(ENEMY[side]):
        if state.units[other].arm != "wagon":
            yield field.stands_of(state.units[other])


__all__ = [
    "bars_to_act_unroused",
    "bars_to_command",
    "bars_to_move",
    "base_of",
    "blocked_between",
    "commander_of",
    "draws_nearer",
    "impassable",
    "is_in_command",
    "is_led",
    "nearest_enemy",
    "needs_command",
    "order_of",
    "radius_of",
    "rated",
    "where",
    "written_for",
]
