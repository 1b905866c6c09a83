"""Any situation of the battle as a small JSON object, and back. See docs/positions.md.

{"phase": "IX", "morale": 3,
 "units": {"1519": "36ms-a 36ms-b 36ms-o1", "1620": "13us-a 13us-b"}}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.bounds import read_plain
from longroll.kernel.errors import BadPosition
from longroll.kernel.state import Result
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    COUNTERS,
    INFANTRY,
    NUMBER,
    ROSTER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.sequence import PHASES, EndPhase
from longroll.systems.stockade_redan.state import (
    Bridge,
    Marker,
    Options,
    State,
    Unit,
    fresh_state,
)
from longroll.systems.stockade_redan.terrain import BATTERIES, REDAN, TERRAIN


class BridgePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bridging marker on the map. `began` is where it was when the Movement Phase began.

    `number` says which of the markers it is, if those before it are not all on the map.
    """

    hex: Hex
    up: Literal["carried", "bridging"] = "carried"
    carrier: str = ""
    carried_by: str = ""
    began: Hex | None = None
    number: int | None = None


class MarkerPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    side: Literal["union", "confederate"]
    hex: Hex
    tried: bool = False


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything but `units` may be left out. Units not named are off the map, unharmed."""

    units: dict[Hex, str]
    system: str = "stockade_redan"
    scenario: str = "two-assaults"
    options: dict[str, Any] = {}
    assault: Literal[1, 2] = 1
    turn: int = 1
    phase: Literal["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"] = (
        "I"
    )
    morale: Literal[0, 2, 3, 4] = 3
    option: Literal[0, 1, 2] = 2
    lost: tuple[str, ...] = ()
    bridges: tuple[BridgePlace, ...] = ()
    markers: tuple[MarkerPlace, ...] = ()
    carnage: tuple[Hex, ...] = ()
    chaos: dict[Hex, Literal["union", "confederate"]] = {}
    union_held: tuple[Hex, ...] = ()
    spent: tuple[str, ...] = ()
    fired_into: tuple[Hex, ...] = ()
    fired_from: tuple[Hex, ...] = ()
    #: Steps still to come; without it the phase is at its beginning.
    agenda: list[Any] | None = None
    result: Result | None = None


def read_position(data: dict[str, Any], read_options: Any) -> State:
    """The state of a position; its agenda is still plain data if it was given."""
    position = read_plain(data, Position)
    faults = list(_faults(position))
    if faults:
        raise BadPosition(*faults)
    if position.agenda is not None and not position.agenda and position.result is None:
        raise BadPosition("the agenda is empty but the battle is not over")
    options: Options = read_options(position.options)
    state = fresh_state(position.scenario, options)
    state.assault, state.turn = position.assault, position.turn
    state.phase = ROMAN.index(position.phase)
    state.morale, state.option = position.morale, position.option
    for hex, ids in position.units.items():
        for id in ids.split():
            state.units[NUMBER[id]] = Unit(hex)
    for id in position.lost:
        state.units[NUMBER[id]] = Unit(lost=True)
    for place, bridge in enumerate(position.bridges):
        state.bridges[place if bridge.number is None else bridge.number] = Bridge(
            bridge.hex,
            bridge.up,
            NUMBER.get(bridge.carrier, -1),
            NUMBER.get(bridge.carried_by, -1),
            bridge.hex if bridge.began is None else bridge.began,
        )
    state.markers = tuple(Marker(m.side, m.hex, m.tried) for m in position.markers)
    state.carnage = frozenset(position.carnage)
    state.chaos = dict(position.chaos)
    state.union_held = frozenset(position.union_held)
    state.spend(NUMBER[id] for id in position.spent)
    state.fired_into = frozenset(position.fired_into)
    state.fired_from = frozenset(position.fired_from)
    state.result = position.result
    state.index()
    for hex in REDAN:
        state.settle_hold(hex)
    if position.agenda is not None:
        state.agenda = position.agenda
    elif state.phase:
        phase = PHASES[state.phase - 1]
        steps = phase.steps(state) if phase.runs(state) else []
        state.agenda = [EndPhase(state.phase), *reversed(steps)]
    else:
        raise BadPosition("a set-up position needs an agenda")
    return state


def _faults(position: Position) -> Iterator[str]:
    """Everything that is impossible, in words."""
    if position.system != "stockade_redan":
        yield f"it belongs to {position.system!r}, not 'stockade_redan'"
    yield from _unit_faults(position)
    yield from _bridge_faults(position)
    if not 0 <= position.turn <= 8 or (position.turn == 0) != (position.phase == ""):
        yield f"turn {position.turn} and phase {position.phase!r} do not match"
    if position.phase and not (position.morale and position.option):
        yield "morale and option are decided before phase I"
    if len(position.markers) > sum(COUNTERS.markers.bombardment.values()):
        yield f"{len(position.markers)} bombardment markers: there are 14"
    if len(position.chaos) > sum(COUNTERS.markers.chaos_of_war.values()):
        yield f"{len(position.chaos)} Chaos of War markers: there are 12"
    hexes = (
        *position.carnage,
        *position.chaos,
        *(marker.hex for marker in position.markers),
        *position.fired_into,
        *position.fired_from,
    )
    yield from (f"{hex!r} is not a hex of the map" for hex in hexes if hex not in TERRAIN)
    yield from (f"{hex} is not a redan hex" for hex in position.union_held if hex not in REDAN)
    yield from (f"{id!r} is not a unit" for id in position.spent if id not in NUMBER)


def _unit_faults(position: Position) -> Iterator[str]:
    seen: set[str] = set()
    placed = [(hex, id) for hex, ids in position.units.items() for id in ids.split()]
    for hex, id in [*placed, *(("", id) for id in position.lost)]:
        if id not in NUMBER:
            yield f"{id!r} is not a unit"
            continue
        if id in seen:
            yield f"{id} is in two places"
        seen.add(id)
        piece = ROSTER[NUMBER[id]]
        if piece.assault > position.assault:
            yield f"{id} arrives in the second assault"
        if hex not in TERRAIN:
            continue
        if piece.kind == ARTILLERY and TERRAIN[hex].no_artillery:
            yield f"{id} cannot be in {hex}: artillery cannot enter ditch or redan hexes"
        elif piece.company and position.option == 1 and hex not in BATTERIES:
            yield f"{id} cannot be in {hex}: Option 1 puts it on a battery hex"
    yield from (f"{hex!r} is not a hex of the map" for hex in position.units if hex not in TERRAIN)


def _bridge_faults(position: Position) -> Iterator[str]:
    where = {id: hex for hex, ids in position.units.items() for id in ids.split()}
    most = COUNTERS.markers.bridging
    if len(position.bridges) > most:
        yield f"{len(position.bridges)} bridging markers: there are {most}"
    carriers: set[str] = set()
    numbers = [
        place if bridge.number is None else bridge.number
        for place, bridge in enumerate(position.bridges)
    ]
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(most)):
        yield f"the numbers of the bridging markers must differ and be from 0 to {most - 1}"
    for bridge in position.bridges:
        if bridge.hex not in TERRAIN:
            yield f"{bridge.hex!r} is not a hex of the map"
        if bridge.began and bridge.began not in TERRAIN:
            yield f"{bridge.began!r} is not a hex of the map"
        for id in (bridge.carrier, bridge.carried_by):
            if id and (id not in NUMBER or not _may_carry(id)):
                yield f"{id!r} cannot carry a bridging marker"
        if not bridge.carrier:
            continue
        if where.get(bridge.carrier) != bridge.hex or bridge.up == "bridging":
            yield f"{bridge.carrier} does not carry the marker in {bridge.hex}"
        if bridge.carrier in carriers:
            yield f"{bridge.carrier} carries two bridging markers"
        carriers.add(bridge.carrier)


def _may_carry(id: str) -> bool:
    piece = ROSTER[NUMBER[id]]
    return piece.side == UNION and piece.kind == INFANTRY


def write_position(state: State) -> dict[str, Any]:
    """The position of a state, as plain data."""
    units = {
        hex: " ".join(ROSTER[unit].id for side in SIDES for unit in state.stack(hex, side))
        for hex in sorted({hex for side in SIDES for hex in state.stacks[side]})
    }
    on_map = [(number, bridge) for number, bridge in enumerate(state.bridges) if bridge.hex]
    position = Position(
        units=units,
        scenario=state.scenario,
        options=msgspec.structs.asdict(state.options),
        assault=state.assault,  # type: ignore[arg-type]
        turn=state.turn,
        phase=ROMAN[state.phase],  # type: ignore[arg-type]
        morale=state.morale,  # type: ignore[arg-type]
        option=state.option,  # type: ignore[arg-type]
        lost=tuple(ROSTER[n].id for n, unit in enumerate(state.units) if unit.lost),
        bridges=tuple(
            BridgePlace(
                bridge.hex,
                bridge.up,
                ROSTER[bridge.carrier].id if bridge.carrier >= 0 else "",
                ROSTER[bridge.carried_by].id if bridge.carried_by >= 0 else "",
                None if bridge.began == bridge.hex else bridge.began,
                None if number == place else number,
            )
            for place, (number, bridge) in enumerate(on_map)
        ),
        markers=tuple(
            MarkerPlace(m.side, m.hex, m.tried)  # type: ignore[arg-type]
            for m in state.markers
        ),
        carnage=tuple(sorted(state.carnage)),
        chaos=dict(sorted(state.chaos.items())),  # type: ignore[arg-type]
        union_held=tuple(sorted(state.union_held)),
        spent=tuple(ROSTER[unit].id for unit in sorted(state.spent)),
        fired_into=tuple(sorted(state.fired_into)),
        fired_from=tuple(sorted(state.fired_from)),
        agenda=msgspec.to_builtins(state.agenda),
        result=state.result,
    )
    data: dict[str, Any] = {"system": position.system}
    data.update(msgspec.to_builtins(position))
    return data
