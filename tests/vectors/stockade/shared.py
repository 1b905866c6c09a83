"""What the operations of Stockade Redan have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from msgspec.structs import replace

from longroll import Event
from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.systems.stockade_redan import carnage
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    COMPANIES,
    CONFEDERATE,
    INFANTRY,
    OFFICER,
    REGIMENTS,
    ROSTER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import BATTERIES, TERRAIN
from tests.vectors.runner import Given, Operations, VectorFault, group, optional
from tests.vectors.runner import required as req
from tests.vectors.stockade.field import FAR, MIDDLE, Field

E = TypeVar("E", bound=Event)

OPERATIONS = Operations()
operation = OPERATIONS.operation

PHASES = ROMAN[1:]
SIDE = req(*SIDES)
KIND = req(INFANTRY, OFFICER, ARTILLERY)
TERRAIN_NAME = req(*TABLES.terrain)
NUMBER_OF = optional({}, dict)
UNIT = group({"side": SIDE, "type": KIND, "regiment": req(None, *REGIMENTS)})


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of that kind."""
    found = [event for event in events if isinstance(event, kind)]
    if len(found) != 1:
        raise VectorFault(f"{len(found)} {kind.__name__} where one should be")
    return found[0]


def total(lines: Iterable[Line]) -> int:
    """What the lines of a ledger come to."""
    return sum(line.value for line in lines)


def id_of(unit: int) -> str:
    return ROSTER[unit].id


def with_companies(surviving: int, **situation: Any) -> State:
    """A position where so many of the five companies are left, and every other gun."""
    field = Field(**situation)
    field.put(MIDDLE, UNION, ARTILLERY, count=6)
    for company, hex in zip(COMPANIES, sorted(BATTERIES), strict=False):
        field.stand(company, hex)
    field.put(FAR, CONFEDERATE, ARTILLERY, count=4)
    state = field.state()
    for company in COMPANIES[surviving:]:
        carnage.eliminate(state, company)
    return state


@contextmanager
def defending(hex: Hex, defence: int) -> Iterator[None]:
    """The hex defends with the strength that a vector names, whatever the chart says."""
    with patch.dict(TERRAIN, {hex: replace(TERRAIN[hex], defence=defence)}):
        yield


def put_unit(field: Field, hex: Hex, unit: Given) -> int:
    """The counter that a vector describes by side, type and regiment."""
    if (unit["regiment"] is None) != (unit["type"] == ARTILLERY):
        raise VectorFault(f"a regiment of {unit['regiment']} for {unit['type']}")
    return field.put(hex, unit["side"], unit["type"], unit["regiment"] or "")[0]


def attempt(state: State, text: str, dice: Scripted) -> bool:
    """Do what the engine allows; whether it did."""
    choice = read_choice(text)
    ask = state.agenda[-1]
    if any(ask.bars(state, choice)):
        return False
    ask.answer(state, choice, Umpire(dice))
    return True
