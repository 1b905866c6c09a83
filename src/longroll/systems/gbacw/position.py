"""Any situation of a battle as a small JSON object, and back. See docs/positions.md.

{"turn": 3, "phasing": "confederate", "phase": "D",
 "units": {"1808": "2tx 9ar green", "1810": "7il 50il"},
 "states": {"7il": {"strength": 2, "routed": true}, "2tx": {"facing": "S"}}}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from longroll.board.hex import DIRECTIONS, Hex
from longroll.board.hex.positions import counter_faults, fact_faults, read_field
from longroll.kernel.bounds import read_plain
from longroll.kernel.errors import BadPosition
from longroll.kernel.state import Options, Result
from longroll.systems.gbacw.formations import FORMATIONS
from longroll.systems.gbacw.roster import LEADER
from longroll.systems.gbacw.sequence import BeginPhase, PlayTurn, begin_phase, letters
from longroll.systems.gbacw.state import State, Turn, Unit, fresh_unit


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything except `units` may be left out. Units not named are off the map, unharmed.

    `units` lists the counters of a hex, the top one first. `states` changes what a counter would
    be at the start; units of the phasing side are in command unless stated otherwise.
    `more` holds every other fact of the state by its name.
    """

    units: dict[Hex, str]
    system: str = ""
    scenario: str = ""
    options: dict[str, Any] = {}
    turn: Turn = 1
    phasing: str = ""
    phase: str = "B"
    states: dict[str, dict[str, Any]] = {}
    more: dict[str, Any] = {}
    #: Steps still to come; without it the phase is at its beginning.
    agenda: list[Any] | None = None
    result: Result | None = None


#: Fields of a state that a position has fields of its own for.
_OWN = frozenset(
    (
        "scenario",
        "options",
        "agenda",
        "result",
        "turn",
        "phasing",
        "phase",
        "units",
        "stacks",
    )
)


def read_position(
    data: dict[str, Any],
    fresh: Callable[[str, Options], State],
    read_options: Callable[[dict[str, Any]], Options],
    scenario: str,
) -> State:
    """The state of a position; its agenda is still plain data if it was given."""
    position = read_plain(data, Position)
    state = fresh(position.scenario or scenario, read_options(position.options))
    faults = list(_faults(state, position))
    if faults:
        raise BadPosition(*faults)
    state.turn, state.phase = position.turn, position.phase
    # Before the first Game-Turn, while the sides set up, nobody is phasing.
    state.phasing = position.phasing or ("" if position.agenda else state.game.sides[0])
    state.result = position.result
    number = state.game.roster.number
    # The states come before the places: a captured wagon is put with its captors.
    for id, fields in position.states.items():
        state.change(number[id], **_unit_fields(id, fields))
    for hex, words in position.units.items():
        for word in words.split():
            state.put(number[word], hex)
            told = "command" in position.states.get(word, {})
            if state.side_of(number[word]) == state.phasing and not told:
                state.change(number[word], command=True)
    for field, value in position.more.items():
        setattr(state, field, read_field("more", type(state), field, value))
    state.index()
    if position.agenda is not None:
        if not position.agenda and position.result is None:
            raise BadPosition("the agenda is empty but the battle is not over")
        state.agenda = position.agenda
    elif position.result is None:
        _begin(state)
    return state


def _begin(state: State) -> None:
    """Set the agenda to what it is when the phase begins."""
    game = state.game
    player = game.sides.index(state.phasing)
    order = letters(state)
    later = order[order.index(state.phase) + 1 :]
    begin_phase(state, state.phasing, state.phase)
    steps = [
        *game.rules.begin_phase(state, state.phasing, state.phase),
        *game.phases[state.phase].steps(state, state.phasing),
        *game.rules.end_phase(state, state.phasing, state.phase),
        *(BeginPhase(state.phasing, letter) for letter in later),
        PlayTurn(player + 1),
    ]
    state.agenda = steps[::-1]


def _unit_fields(id: str, fields: dict[str, Any]) -> dict[str, Any]:
    changed = {}
    for field, value in fields.items():
        if field == "facing" and value in DIRECTIONS:
            value = DIRECTIONS.index(value)
        changed[field] = read_field(f"states.{id}", Unit, field, value)
    return changed


def _faults(state: State, position: Position) -> Iterator[str]:
    game = state.game
    number = game.roster.number
    yield from counter_faults(position.units, position.states, game.grid, number, Unit)
    if position.phasing and position.phasing not in game.sides:
        sides = " and ".join(game.sides)
        yield f"phasing: {position.phasing!r} is not a side; the sides are {sides}"
    known_phases = game.phases
    if position.agenda is None and position.result is None and position.phase not in known_phases:
        yield f"phase: {position.phase!r} is not one of {' '.join(known_phases)}"
    yield from fact_faults(position.more, state, _OWN)


def write_position(state: State, plain: Callable[[State], Any], system: str) -> dict[str, Any]:
    """The position of a state; `read_position` gives an equal state back."""
    pieces = state.game.roster.pieces
    data = plain(state)
    units: dict[Hex, str] = {}
    for side in state.game.sides:
        for index in (state.stacks[side], state.chiefs[side]):
            for hex, stack in index.items():
                words = " ".join(pieces[unit].id for unit in stack)
                units[hex] = f"{units[hex]} {words}" if hex in units else words
    states = {}
    for unit, own in enumerate(state.units):
        fresh = fresh_unit(pieces[unit])
        in_command = bool(own.hex) and state.side_of(unit) == state.phasing
        changed = {
            field: getattr(own, field)
            for field in Unit.__struct_fields__
            if field != "hex"
            and getattr(own, field) != (in_command if field == "command" else getattr(fresh, field))
        }
        if changed:
            states[pieces[unit].id] = changed
    more = {field: data[field] for field in state.__struct_fields__ if field not in _OWN}
    return {
        "system": system,
        "scenario": state.scenario,
        "options": data["options"],
        "turn": state.turn,
        "phasing": state.phasing,
        "phase": state.phase,
        "units": dict(sorted(units.items())),
        "states": states,
        "more": more,
        "agenda": data["agenda"],
        **({"result": data["result"]} if data["result"] else {}),
    }


def position_faults(state: State) -> Iterator[str]:
    """What is impossible in a state."""
    for brigade in state.game.roster.brigades.keys() - state.brigades.keys():
        yield f"the brigade {brigade} has no line on the roster sheet"
    indexed = state.copy()
    indexed.index()
    if indexed.chiefs != state.chiefs:
        yield "the leaders' index does not match the units"
    seen: dict[int, Hex] = {}
    for side, stacks in state.stacks.items():
        for hex, stack in stacks.items():
            for unit in stack:
                if unit in seen:
                    yield f"{state.piece(unit).id} is in two stacks"
                seen[unit] = hex
                if state.side_of(unit) != side or state.hex_of(unit) != hex:
                    yield f"{state.piece(unit).id} is not where its stack is"
    for unit, own in enumerate(state.units):
        piece = state.piece(unit)
        if own.hex and piece.kind != LEADER and unit not in seen:
            yield f"{piece.id} is in {own.hex} but in no stack"
        if own.hex and own.fate:
            yield f"{piece.id} is {own.fate} but on the map"
        if own.hex and own.formation not in FORMATIONS.get(piece.kind, (own.formation,)):
            yield f"{piece.id} cannot be in {own.formation or 'no'} formation"
        if min(own.strength, own.rounds, own.boxes, own.crew) < 0:
            yield f"{piece.id} has a negative number of something"
    enemy_too = set(state.stacks[state.game.sides[0]]) & set(state.stacks[state.game.sides[1]])
    for hex in state.engaged ^ enemy_too:
        if state.agenda and not state.melees and state.phase not in ("E", "F"):
            yield f"{hex} has both sides but no melee, or a melee without both sides"
