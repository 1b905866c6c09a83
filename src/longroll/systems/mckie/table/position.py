"""Any situation on the table as a small JSON object, and back. docs/positions.md.

{"scenario": "millers-crossroads", "step": "firing", "first": "union",
 "units": {"u1": {"at": [20, 22]}, "c2": {"at": [20, 17], "heading": 180, "figures": 20}}}

A unit of the scenario needs only what differs from it; others name all that makes a unit. Units
not named are not there. Steps of the period begin where `step` says.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from longroll.kernel.bounds import read_plain
from longroll.kernel.errors import BadPosition
from longroll.kernel.state import Result
from longroll.miniatures.amounts import Id, Many, Period
from longroll.miniatures.bodies import in_order
from longroll.miniatures.positions import read_one, written_one
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.deployment.setup import fresh_state
from longroll.systems.mckie.scenarios.scenario import NAMES
from longroll.systems.mckie.sequence import PERIOD, BeginStep, EndPeriod
from longroll.systems.mckie.table.state import Options, State
from longroll.systems.mckie.words import SIDES, UNION


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything but `units` may be left out."""

    units: Annotated[dict[Id, dict[str, Any]], Many]
    system: str = "mckie"
    scenario: str = NAMES[0]
    options: dict[str, Any] = {}
    period: Period = 1
    step: str = "moves_first"
    first: str = UNION
    initiative: str = UNION
    generals: Annotated[dict[Id, dict[str, Any]], Many] = {}
    #: Further fields of the state in their own form.
    more: dict[str, Any] = {}
    agenda: list[Any] | None = None
    result: Result | None = None


#: The fields of a state that a position may set unchanged.
_FIELDS = (
    "charges",
    "fires",
    "contacts",
    "smoke",
    "trenches",
    "guns",
    "tallies",
    "spotted",
    "roused",
    "asked",
    "tried",
    "changed",
    "personally",
    "detached",
    "orders",
    "couriers",
    "cards",
    "astray",
    "blinds",
)
_TYPES = {field.name: field.type for field in msgspec.structs.fields(State)}
_More = msgspec.defstruct(
    "_More", [(name, _TYPES[name], None) for name in _FIELDS], forbid_unknown_fields=True
)


def read_position(data: dict[str, Any], scenario: str, options: Options) -> State:
    """The state of a position, its agenda still undecoded if it was given."""
    position = read_plain(data, Position)
    more = read_plain(position.more, _More)
    steps = [step.slug for step in PERIOD]
    # With an agenda of its own a position may be from before the first step.
    begins = position.agenda is None
    if position.step not in steps and (begins or position.step):
        raise BadPosition(f"no step {position.step!r}; there are {', '.join(steps)}")
    for word, side in (("first", position.first), ("initiative", position.initiative)):
        if side not in SIDES and (begins or side):
            raise BadPosition(f"{word}: {side!r} is not a side")
    state = fresh_state(scenario, options)
    state.period, state.step = position.period, position.step
    state.first, state.initiative = position.first, position.initiative
    state.units = in_order(
        {id: read_one(Unit, id, state.units.get(id), given) for id, given in position.units.items()}
    )
    if position.generals:
        state.commanders = in_order(
            {
                id: read_one(General, id, state.commanders.get(id), given)
                for id, given in position.generals.items()
            }
        )
    for name in position.more:
        setattr(state, name, getattr(more, name))
    state.result = position.result
    if position.agenda is not None:
        if not position.agenda and position.result is None:
            raise BadPosition("the agenda is empty but the battle is not over")
        state.agenda = position.agenda
    else:
        left = steps[steps.index(position.step) :]
        state.agenda = [EndPeriod(), *(BeginStep(slug) for slug in reversed(left))]
    return state


def write_position(state: State) -> dict[str, Any]:
    """The position of a state; `read_position` gives an equal one back."""
    plain = msgspec.to_builtins(state)
    return {
        "system": "mckie",
        "scenario": state.scenario,
        "options": msgspec.to_builtins(state.options),
        "period": state.period,
        "step": state.step,
        "first": state.first,
        "initiative": state.initiative,
        "units": {id: written_one(one) for id, one in state.units.items()},
        "generals": {id: written_one(one) for id, one in state.commanders.items()},
        "more": {name: plain[name] for name in _FIELDS},
        "agenda": plain["agenda"],
        "result": plain["result"],
    }
