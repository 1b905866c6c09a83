"""The field and its units, and what changes in a battle."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, NamedTuple

import msgspec

from longroll.board.hex import read_map
from longroll.kernel import state as kernel
from longroll.kernel.naming import name_of

DATA = files("skirmish") / "data"
MAP = read_map((DATA / "crossroads.map").read_text(encoding="utf-8"), "crossroads.map")
GRID = MAP.grid
WOODS = frozenset(MAP.of_terrain("woods"))
CROSSROADS = "0504"

UNION, CONFEDERATE = SIDES = ("union", "confederate")
ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}


class Company(NamedTuple):
    title: str
    side: str
    hex: str


#: [skirmish:1.1]
COMPANIES = {
    "a-oh": Company("Company A, Ohio", UNION, "0103"),
    "b-oh": Company("Company B, Ohio", UNION, "0105"),
    "a-tx": Company("Company A, Texas", CONFEDERATE, "0903"),
    "b-tx": Company("Company B, Texas", CONFEDERATE, "0905"),
}

#: Names that a position must get right.
UnitName = Annotated[str, name_of("unit")]
HexName = Annotated[str, name_of("hex")]


class Unit(msgspec.Struct, frozen=True):
    hex: HexName
    strength: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3


class State(kernel.State, kw_only=True):
    """Containers are replaced, never changed in place, so that copies may share them."""

    turn: int = 0
    #: The units that are left, in the order of the roster.
    units: dict[UnitName, Unit]
    #: Who has marched or fired in this phase.
    acted: frozenset[UnitName] = frozenset()

    def copy(self) -> State:
        twin = msgspec.structs.replace(self, agenda=list(self.agenda))
        twin.memo = self.memo
        return twin

    def of(self, side: str) -> list[str]:
        return [name for name in self.units if COMPANIES[name].side == side]

    def at(self, hex: str) -> str | None:
        """The unit in a hex."""
        return next((name for name, unit in self.units.items() if unit.hex == hex), None)

    def is_next_to(self, hex: str, side: str) -> bool:
        return any(self.units[name].hex in GRID.adjacent[hex] for name in self.of(side))
