"""What a side may know of a battle of the series: everything on the map.

A battle with secrets shows them in its own view, to those who may know them.
"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.display.facts import (
    Facing,
    Facts,
    GroupStanding,
    Lane,
    MarkFacts,
    Note,
    StackFacts,
    Standing,
    Steps,
)
from longroll.kernel.wording import halved
from longroll.systems.gbacw import command, facing, fire_bars, movement, volley
from longroll.systems.gbacw.declaring import Declaring
from longroll.systems.gbacw.firing import Attack, FirePhase
from longroll.systems.gbacw.melee_results import Reface
from longroll.systems.gbacw.moving import MovementPhase, Moving
from longroll.systems.gbacw.roster import BATTERY, BRIGADE, CAVALRY, CREW, INFANTRY, LEADER, WAGON
from longroll.systems.gbacw.sequence import final_turn
from longroll.systems.gbacw.state import FULL_CREW, HALF_CREW, MOUNTED, State
from longroll.systems.gbacw.tables import TABLES

#: Phases in which it matters which units have finished their move, and which have fired.
_MOVEMENT, _FIRE = "B", "CD"


def facts(state: State) -> Facts:
    """The table as both sides see it."""
    return Facts(
        when=when(state),
        turn=state.turn,
        turns=final_turn(state),
        phase=state.phase,
        phasing=state.phasing or None,
        stacks=tuple(_stacks(state)),
        units={
            piece.id: _standing(state, unit)
            for unit, piece in enumerate(state.game.roster.pieces)
            if state.hex_of(unit)
        },
        marks=tuple(_marks(state)),
        notes=tuple(_losses(state)),
        groups=dict(_groups(state)),
        lanes=tuple(_lanes(state)),
        hand=tuple(state.piece(unit).id for unit in _hand(state)),
        lost=tuple(
            piece.id
            for unit, piece in enumerate(state.game.roster.pieces)
            if state.units[unit].fate
        ),
    )


def when(state: State) -> str:
    """The Game-Turn in words."""
    if not state.turn:
        return "Set-up"
    night = ", night" if state.game.is_night(state.turn) else ""
    return f"Game-Turn {state.turn} of {final_turn(state)}{night}"


def _stacks(state: State) -> Iterator[StackFacts]:
    """Every stack from the bottom up, its leaders last."""
    pieces = state.game.roster.pieces
    for side in state.game.sides:
        for hex in sorted(state.stacks[side].keys() | state.chiefs[side].keys()):
            units = (*reversed(state.stack(hex, side)), *state.leaders_in(hex, side))
            yield StackFacts(hex, side, tuple(pieces[unit].id for unit in units))


def morale(state: State, unit: int) -> str:
    """The present morale of a unit; "?" while nobody knows it. [gbacw:13.12]"""
    own, piece = state.units[unit], state.piece(unit)
    printed = piece.morale
    if piece.kind == CAVALRY and own.formation != MOUNTED:
        printed = piece.dismounted_morale or printed
    return str(own.rating or printed or "?")


def _standing(state: State, unit: int) -> Standing:
    own, piece = state.units[unit], state.piece(unit)
    if piece.kind == LEADER:
        return _leader(state, unit)
    men = piece.kind in (INFANTRY, CAVALRY)
    weapon = state.weapon(unit)
    values = [Note("morale", morale(state, unit))]
    if piece.kind == BATTERY:
        values += [Note("rounds", str(own.rounds)), Note("crew", f"{own.crew} of {FULL_CREW}")]
    if piece.kind == WAGON:
        values += [Note("boxes", str(own.boxes)), Note("rounds", str(own.rounds))]
    if state.side_of(unit) == state.phasing and state.phase > "A":
        values.append(Note("in command", "yes" if own.command else "no"))
    values += _movement_left(state, unit)
    return Standing(
        strength=str(own.boxes if piece.kind == WAGON else own.strength),
        steps=Steps(own.strength, piece.strength) if men else None,
        formation=own.formation or None,
        facing=_facing(state, unit),
        states=tuple(_states(state, unit)),
        right=str(own.rounds) if piece.kind == WAGON else morale(state, unit) + weapon,
        values=tuple(values),
        done=_is_done(state, unit),
    )


def _is_done(state: State, unit: int) -> bool:
    """Whether it has finished its move, while that matters."""
    moving = state.phase == _MOVEMENT and state.side_of(unit) == state.phasing
    return moving and state.units[unit].done


def _leader(state: State, unit: int) -> Standing:
    """A leader's own figures: radius, and points left to lend. [gbacw:17.12] [gbacw:17.22.1]"""
    own, piece = state.units[unit], state.piece(unit)
    values = []
    figure = ""
    if command.grade(state, unit) == BRIGADE:
        brigade = command.brigade_of(state, unit)
        figure = str(command.radius(state, brigade) or piece.radius)
        values = [Note("radius", figure), Note("rally", str(command.rally_rating(state, unit)))]
    elif unit in state.command_points:
        figure = str(state.command_points[unit])
        values = [Note("command points left", figure)]
    return Standing(
        strength=figure,
        states=("pinned",) * own.pinned + ("replacement",) * own.turned,
        values=(*values, *_movement_left(state, unit)),
        done=_is_done(state, unit),
    )


def _movement_left(state: State, unit: int) -> Iterator[Note]:
    """What a unit that may be moved now has left to move with. [gbacw:5.0.1]"""
    ask = state.agenda[-1] if state.agenda else None
    if not isinstance(ask, (MovementPhase, Moving)) or ask.side != state.side_of(unit):
        return
    group: tuple[int, ...] = (unit,)
    spent = 0
    if isinstance(ask, Moving) and unit in ask.group:
        group, spent = ask.group, ask.spent
    elif next(movement.bars_to_move(state, ask.side, unit), None) is not None:
        return
    if movement.limit_of(state, group):
        yield Note("movement left", "none" if spent else "one hex")
    else:
        yield Note("movement left", halved(movement.allowance(state, group) - spent))


def _facing(state: State, unit: int) -> Facing | None:
    """The front of a unit; for one with an all-round front, its direction. [gbacw:7.0.1]"""
    own = state.units[unit]
    if not own.formation or state.piece(unit).kind == CREW:
        return None
    front = facing.fronts(state, unit)
    first = [side for side in front if (side - 1) % 6 not in front]
    if len(first) != 1:
        return Facing(60 * own.facing, 60)
    return Facing((60 * first[0] + 30 * (len(front) - 1)) % 360, 60 * len(front))


def _states(state: State, unit: int) -> Iterator[str]:
    own, piece = state.units[unit], state.piece(unit)
    if own.pinned:
        yield "pinned"
    if own.routed:
        yield "routed"
    if own.depleted or (piece.kind == BATTERY and not own.rounds):
        yield "no_ammunition"
    if own.fouled:
        yield "fouled"
    if piece.kind in (BATTERY, WAGON) and not own.crew:
        yield "uncrewed"
    if piece.kind == BATTERY and own.crew == HALF_CREW:
        yield "half_crew"
    if piece.kind == WAGON and own.turned:
        yield "captured"
    if unit in state.fired and state.phase in _FIRE:
        yield "fired"
    leads = state.side_of(unit) == state.phasing and state.phase > "A"
    if leads and not own.command and piece.kind not in (CREW, WAGON):
        yield "out_of_command"


def _marks(state: State) -> Iterator[MarkFacts]:
    """Melees going on, and melees declared. [gbacw:12.94.7]"""
    yield from (MarkFacts("engaged", hex) for hex in sorted(state.engaged))
    yield from (
        MarkFacts("melee declared", one.hex, state.phasing)
        for one in state.melees
        if one.hex not in state.engaged
    )


def _losses(state: State) -> Iterator[Note]:
    for side in state.game.sides:
        lost = sum(
            state.lost(unit)
            for unit in state.game.roster.of_side[side]
            if state.piece(unit).kind in (INFANTRY, CAVALRY)
        )
        yield Note(f"{side.title()} losses", str(lost))


def _groups(state: State) -> Iterator[tuple[str, GroupStanding]]:
    """The brigades' lines of the roster: what is left until effectiveness is lost.

    [gbacw:18.0.1] [gbacw:18.0.2]
    """
    for id, brigade in state.brigades.items():
        states = ("broken",) * brigade.broken
        if not brigade.division and state.game.integrity:
            states += ("detached",)
        left = max(0, brigade.limit - brigade.boxes)
        yield (
            id,
            GroupStanding(
                f"{brigade.boxes} of {brigade.limit} lost", states, Steps(left, brigade.limit)
            ),
        )


def _hand(state: State) -> tuple[int, ...]:
    """The units on the move, told to fire or to attack, or that may be turned."""
    match state.agenda[-1] if state.agenda else None:
        case Moving(group=group):
            return group
        case Attack(parts=parts):
            return tuple(part.unit for part in parts)
        case Declaring(attackers=attackers):
            return attackers
        case Reface(hex=hex, side=side):
            return state.stack(hex, side)
    return ()


def _lanes(state: State) -> Iterator[Lane]:
    """What may still be fired through the hexsides of the units that fire now. [gbacw:9.3]"""
    ask = state.agenda[-1] if state.agenda else None
    if not isinstance(ask, (Attack, FirePhase)) or ask.kind in volley.REACTIONS:
        return
    used = state.through
    wanted = set(used)
    if isinstance(ask, Attack):
        for part in ask.parts:
            used = fire_bars.filled_by(state, part, ask.hex, used)
        firers = [*(part.unit for part in ask.parts), *ask.candidates(state)]
        for unit in firers:
            if state.piece(unit).kind != BATTERY:
                hex = state.hex_of(unit)
                wanted |= {f"{hex} {side}" for side in fire_bars.hexsides(state, unit, ask.hex)}
    for key in sorted(wanted):
        hex, side = key.split()
        to = _neighbour(state, hex, int(side))
        if to:
            yield Lane(hex, to, TABLES.fire_points_per_hexside - used.get(key, 0))


def _neighbour(state: State, hex: Hex, side: int) -> Hex:
    grid = state.game.grid
    return next((near for near in grid.adjacent[hex] if grid.direction(hex, near) == side), "")
