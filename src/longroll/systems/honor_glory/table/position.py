"""Any situation on the table as a small JSON object, and back. docs/positions.md.

{"scenario": "hedge-lane", "active": "union",
 "units": {"u1": {"at": [40, 60]}, "c2": {"at": [40, 40], "heading": 180, "mp": 3}}}

A unit of the scenario needs only what differs from it; others name all that makes a unit. Units
not named are not there. Without an agenda the active side is about to declare.
"""

from __future__ import annotations

from typing import Any

import msgspec

from longroll.kernel.bounds import read_plain
from longroll.kernel.errors import BadPosition
from longroll.miniatures.bodies import in_order
from longroll.miniatures.positions import read_one, written_one
from longroll.systems.honor_glory import counters
from longroll.systems.honor_glory.options import Options
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.scenario import scenario_named
from longroll.systems.honor_glory.play.sequence import EndTurn
from longroll.systems.honor_glory.play.setup import fresh_state
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.play.troops import Unit

#: What is read and written in a way of its own.
_OWN = ("scenario", "options", "units", "commanders", "agenda")
_FIELDS = [one for one in msgspec.structs.fields(State) if one.name not in _OWN]
_Plain = msgspec.defstruct(
    "_Plain",
    [
        ("units", dict[str, dict[str, Any]]),
        ("system", str, ""),
        ("options", dict[str, Any], {}),
        ("commanders", dict[str, dict[str, Any]] | None, None),
        ("agenda", list[Any] | None, None),
        *((one.name, one.type | msgspec.UnsetType, msgspec.UNSET) for one in _FIELDS),
    ],
    forbid_unknown_fields=True,
)


def read_position(data: dict[str, Any], scenario: str, options: Options) -> State:
    """The situation on a table of that scenario."""
    plain: Any = read_plain(data, _Plain)
    state = fresh_state(scenario, options)
    state.turn, state.phase = 1, "declaring"
    state.units = in_order(
        {id: read_one(Unit, id, state.units.get(id), one) for id, one in plain.units.items()}
    )
    if plain.commanders is not None:
        state.commanders = in_order(
            {
                id: read_one(Commander, id, state.commanders.get(id), one)
                for id, one in plain.commanders.items()
            }
        )
    else:
        state.commanders = {
            id: one for id, one in state.commanders.items() if one.joined in state.units
        }
    for one in _FIELDS:
        given = getattr(plain, one.name)
        if given is not msgspec.UNSET:
            setattr(state, one.name, given)
    if plain.counters is msgspec.UNSET:
        state.counters = _usual_counters(scenario)
    if plain.unplaced is msgspec.UNSET:
        state.unplaced = state.counters.get(state.active, 0)
    if plain.agenda is None:
        state.agenda = [EndTurn(state.active), Declare(state.active)]
    elif not plain.agenda and state.result is None:
        raise BadPosition("the agenda is empty but the battle is not over")
    else:
        state.agenda = plain.agenda
    return state


def _usual_counters(scenario: str) -> dict[Any, int]:
    file = scenario_named(scenario).file
    return {
        side: counters.counters_of(
            side,
            file.date,
            len(army.units),
            next(one.class_ for one in army.commanders if one.rank == "cinc"),
        )
        for side, army in file.armies.items()
    }


def write_position(state: State) -> dict[str, Any]:
    """The position of a state; `read_position` gives an equal one back."""
    return {
        "system": "honor_glory",
        "scenario": state.scenario,
        "options": msgspec.to_builtins(state.options),
        "units": {id: written_one(one) for id, one in state.units.items()},
        "commanders": {id: written_one(one) for id, one in state.commanders.items()},
        **{one.name: msgspec.to_builtins(getattr(state, one.name)) for one in _FIELDS},
        "agenda": msgspec.to_builtins(state.agenda),
    }
