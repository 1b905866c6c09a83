"""Positions: a battle of the series at any moment, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from longroll.board.hex import Hex
from longroll.board.hex.positions import counter_faults, fact_faults, read_field
from longroll.kernel.bounds import read_plain
from longroll.kernel.errors import BadPosition
from longroll.kernel.state import Options, Result
from longroll.systems.blind_swords import activation, sequence
from longroll.systems.blind_swords.state import (
    CHIT_DRAW,
    ELIMINATED,
    Activation,
    State,
    Turn,
    Unit,
)
from longroll.systems.blind_swords.tables import NUMBERS


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything but `units` may be left out. Units not named are off the map, unharmed.

    `units` lists the counters of each hex. `states` changes what a counter would be fresh out of
    the box. `active` is the brigade that acts and its order, such as "decourcy attack", and `step`
    where its activation is: fire, move, assault or rally. `more` holds every other fact of the
    state by its name.
    """

    units: dict[Hex, str]
    system: str = ""
    scenario: str = ""
    options: dict[str, Any] = {}
    turn: Turn = 1
    phase: str = CHIT_DRAW
    active: str = ""
    step: str = ""
    states: dict[str, dict[str, Any]] = {}
    more: dict[str, Any] = {}
    #: Steps still to come; without it the phase, or the activation, is at its beginning.
    agenda: list[Any] | None = None
    result: Result | None = None


#: Fields of a state that a position has words of its own for.
_OWN = frozenset(
    ("scenario", "options", "agenda", "result", "turn", "phase", "units", "stacks"),
)


def read_position(
    data: dict[str, Any],
    fresh: Callable[[str, Options], State],
    read_options: Callable[[dict[str, Any]], Options],
    scenario: str,
) -> State:
    """The state of a position, its agenda still plain where it was given."""
    position = read_plain(data, Position)
    state = fresh(position.scenario or scenario, read_options(position.options))
    faults = list(_faults(state, position))
    if faults:
        raise BadPosition(*faults)
    state.turn, state.phase = position.turn, position.phase
    state.result = position.result
    number = state.game.roster.number
    for id, fields in position.states.items():
        changed = {
            field: read_field(f"states.{id}", Unit, field, value) for field, value in fields.items()
        }
        state.change(number[id], **changed)
    for hex, words in position.units.items():
        for word in words.split():
            state.put(number[word], hex)
    for field, value in position.more.items():
        setattr(state, field, read_field("more", type(state), field, value))
    state.index()
    if position.agenda is not None:
        if not position.agenda and position.result is None:
            raise BadPosition("the agenda is empty and the battle is not over")
        state.agenda = position.agenda
    elif position.result is None:
        steps = sequence.steps_from(state, position.phase, under_way=bool(position.active))
        if position.active:
            brigade, order = position.active.split()
            state.active = Activation(brigade, order)
            steps = [*activation.steps(state, position.step or "fire"), *steps]
        state.agenda = steps[::-1]
    return state


def _faults(state: State, position: Position) -> Iterator[str]:
    game = state.game
    number = game.roster.number
    yield from counter_faults(position.units, position.states, game.grid, number, Unit)
    on_map = {word for words in position.units.values() for word in words.split()}
    for id, fields in position.states.items():
        if id in on_map and (fields.get("box") or fields.get("fate")):
            yield f"states: {id} is on the map and off it"
    given = position.agenda is not None or position.result is not None
    if not given and position.phase not in sequence.PHASES:
        yield f"phase: {position.phase!r} is not one of {' '.join(sequence.PHASES)}"
    if position.active:
        named = position.active.split()
        if len(named) != 2 or named[0] not in game.roster.brigades:
            yield f"active: {position.active!r} is not a brigade and its order"
        elif named[1] not in activation.ORDERS_AND_LIMITED:
            yield f"active: {named[1]!r} is not one of {' '.join(activation.ORDERS_AND_LIMITED)}"
        if position.step and position.step not in activation.STEP_NAMES:
            yield f"step: {position.step!r} is not one of {' '.join(activation.STEP_NAMES)}"
    yield from fact_faults(position.more, state, _OWN)


def write_position(state: State, plain: Callable[[State], Any], system: str) -> dict[str, Any]:
    """The position of a state; `read_position` gives an equal state back."""
    pieces = state.game.roster.pieces
    data = plain(state)
    units: dict[Hex, str] = {}
    for side in state.game.sides:
        for hex, stack in state.stacks[side].items():
            units[hex] = " ".join(pieces[unit].id for unit in stack)
    states = {}
    for unit, own in enumerate(state.units):
        changed = {
            field: getattr(own, field)
            for field in Unit.__struct_fields__
            if field != "hex" and getattr(own, field)
        }
        if changed:
            states[pieces[unit].id] = changed
    return {
        "system": system,
        "scenario": state.scenario,
        "options": data["options"],
        "turn": state.turn,
        "phase": state.phase,
        "units": dict(sorted(units.items())),
        "states": states,
        "more": {field: data[field] for field in state.__struct_fields__ if field not in _OWN},
        "agenda": data["agenda"],
        **({"result": data["result"]} if data["result"] else {}),
    }


def faults(state: State) -> Iterator[str]:
    """What about a state should never be."""
    seen: set[int] = set()
    for side, stacks in state.stacks.items():
        for hex, stack in stacks.items():
            if state.stack(hex, state.game.enemy[side]):
                yield f"both sides are in {hex}"
            for unit in stack:
                seen.add(unit)
                if state.side_of(unit) != side or state.hex_of(unit) != hex:
                    yield f"{state.piece(unit).id} is not where its stack is"
    for unit, own in enumerate(state.units):
        piece = state.piece(unit)
        if bool(own.hex) != (unit in seen):
            yield f"{piece.id} is in {own.hex or 'no hex'}, but its stack says otherwise"
        if own.hex and (own.box or own.fate):
            yield f"{piece.id} is on the map and {own.box or own.fate}"
        if own.fate not in ("", ELIMINATED):
            yield f"{piece.id} cannot be {own.fate}"
        if own.skirmish and piece.arm == "artillery":
            yield f"{piece.id} cannot be in Skirmish Order"
        if own.dismounted and piece.arm != "cavalry":
            yield f"{piece.id} has no horses"
        if own.low_ammo > NUMBERS["low_ammo_most"]:
            yield f"{piece.id} has too many Low Ammo markers"
    for side in state.game.sides:
        skirmishers = sum(
            1 for unit in state.game.roster.of_side[side] if state.units[unit].skirmish
        )
        if skirmishers > NUMBERS["skirmishers_most"]:
            yield f"the {side} has {skirmishers} units in Skirmish Order"
