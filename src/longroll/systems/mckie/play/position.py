"""Any situation on the table as a small JSON object, and back. docs/positions.md.

{"scenario": "millers-crossroads", "step": "firing", "first": "union",
 "units": {"u1": {"at": [20, 22]}, "c2": {"at": [20, 17], "heading": 180, "figures": 20}}}

A unit of the scenario needs only what differs from it; others name all that makes a unit. Units
not named are not there. Steps of the period begin where `step` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from longroll.board.table.places import INCH
from longroll.kernel.errors import BadPosition
from longroll.kernel.state import Result
from longroll.systems.mckie.cards import Table as Cards
from longroll.systems.mckie.orders import Pile
from longroll.systems.mckie.play.closing import EndPeriod
from longroll.systems.mckie.play.faults import faults_of
from longroll.systems.mckie.play.scenario import NAMES
from longroll.systems.mckie.play.sequence import PERIOD, BeginStep
from longroll.systems.mckie.play.setup import fresh_state
from longroll.systems.mckie.play.state import (
    Blind,
    Charge,
    Contact,
    Courier,
    Fire,
    General,
    Guns,
    Options,
    Smoke,
    State,
    Trench,
    Unit,
    in_order,
)
from longroll.systems.mckie.words import SIDES, UNION

_TENTHS = 10


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything but `units` may be left out."""

    units: dict[str, dict[str, Any]]
    system: str = "mckie"
    scenario: str = NAMES[0]
    options: dict[str, Any] = {}
    period: int = 1
    step: str = "moves_first"
    first: str = UNION
    initiative: str = UNION
    generals: dict[str, dict[str, Any]] = {}
    #: Further fields of the state as they are.
    more: dict[str, Any] = {}
    agenda: list[Any] | None = None
    result: Result | None = None


class _More(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a state that a position may set as they are."""

    charges: tuple[Charge, ...] = ()
    fires: tuple[Fire, ...] = ()
    contacts: tuple[Contact, ...] = ()
    smoke: tuple[Smoke, ...] = ()
    trenches: tuple[Trench, ...] = ()
    guns: dict[str, Guns] = {}
    tallies: dict[str, tuple[int, int]] = {}
    spotted: frozenset[str] = frozenset()
    roused: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    personally: dict[str, str] = {}
    detached: frozenset[str] = frozenset()
    orders: dict[str, Pile] = {}
    couriers: tuple[Courier, ...] = ()
    cards: Cards | None = None
    astray: dict[str, int] = {}
    blinds: dict[str, Blind] = {}


def read_position(data: dict[str, Any], read_options: Callable[[Any], Any]) -> State:
    """The state of a position, its agenda still plain where it was given."""
    try:
        position = msgspec.convert(data, Position)
        more = msgspec.convert(position.more, _More)
    except msgspec.ValidationError as error:
        raise BadPosition(str(error)) from None
    if position.scenario not in NAMES:
        raise BadPosition(f"no scenario {position.scenario!r}: there is {', '.join(NAMES)}")
    steps = [step.slug for step in PERIOD]
    # With an agenda of its own a position may be from before the first step.
    begins = position.agenda is None
    if position.step not in steps and (begins or position.step):
        raise BadPosition(f"no step {position.step!r}: there is {', '.join(steps)}")
    for word, side in (("first", position.first), ("initiative", position.initiative)):
        if side not in SIDES and (begins or side):
            raise BadPosition(f"{word}: {side!r} is no side")
    options: Options = read_options(position.options)
    state = fresh_state(position.scenario, options)
    state.period, state.step = position.period, position.step
    state.first, state.initiative = position.first, position.initiative
    state.units = in_order(
        {id: _read(Unit, id, state.units.get(id), given) for id, given in position.units.items()}
    )
    if position.generals:
        state.generals = in_order(
            {
                id: _read(General, id, state.generals.get(id), given)
                for id, given in position.generals.items()
            }
        )
    for name in position.more:
        setattr(state, name, getattr(more, name))
    faults = list(faults_of(state))
    if faults:
        raise BadPosition(*faults)
    state.result = position.result
    if position.agenda is not None:
        if not position.agenda and position.result is None:
            raise BadPosition("the agenda is empty and the battle not over")
        state.agenda = position.agenda
    else:
        left = steps[steps.index(position.step) :]
        state.agenda = [EndPeriod(), *(BeginStep(slug) for slug in reversed(left))]
    return state


def _read(kind: type[Any], id: str, base: Any, given: dict[str, Any]) -> Any:
    """A unit or general with what is given; `at` is in inches and a heading in degrees."""
    plain = dict(given)
    if "at" in plain:
        at = plain.pop("at")
        if not isinstance(at, list | tuple) or len(at) != 2:
            raise BadPosition(f"{id}: at is two numbers, in inches")
        plain["x"], plain["y"] = (round(part * INCH) for part in at)
    if "heading" in plain:
        plain["heading"] = round(plain["heading"] * _TENTHS) % 3600
    known = msgspec.to_builtins(base) if base is not None else {}
    try:
        return msgspec.convert({**known, **plain}, kind)
    except msgspec.ValidationError as error:
        raise BadPosition(f"{id}: {error}") from None


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
        "units": {id: _written(one) for id, one in state.units.items()},
        "generals": {id: _written(one) for id, one in state.generals.items()},
        "more": {name: plain[name] for name in _More.__struct_fields__},
        "agenda": plain["agenda"],
        "result": plain["result"],
    }


def _written(one: Unit | General) -> dict[str, Any]:
    """Every fact, those that are as usual too: the scenario may have had it otherwise."""
    found = {name: msgspec.to_builtins(getattr(one, name)) for name in one.__struct_fields__}
    found["at"] = [found.pop("x") / INCH, found.pop("y") / INCH]
    if "heading" in found:
        found["heading"] = found["heading"] / _TENTHS
    return found
