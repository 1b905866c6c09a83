"""Bodies of troops and their commanders, and the state of a battle that they stand in.

A system adds its own facts to each of them: what its units are and what became of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from longroll.board.table import Pose, Table, pose
from longroll.kernel.state import State as BaseState
from longroll.miniatures.amounts import Hundredths, Id, Many, Period, Tenths, Title

#: On the table, still to come, or gone.
Whereabouts = Literal["table", "reserve", "gone"]


class Body(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A unit that stands on the table: what it is called, what it is, and where."""

    title: Title
    side: Id
    arm: Id
    formation: Id
    place: Whereabouts = "table"
    #: When it arrives, and how it left the battle.
    arrives: Period = 0
    fate: Title = ""
    #: The middle of its front in hundredths, and its heading in tenths of a degree.
    x: Hundredths = 0
    y: Hundredths = 0
    heading: Tenths = 0

    @property
    def pose(self) -> Pose:
        return pose(self.x, self.y, self.heading)


class Commander(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A commander: where he is, and the unit he is with."""

    title: Title
    side: Id
    place: Whereabouts = "table"
    arrives: Period = 0
    fate: Title = ""
    x: Hundredths = 0
    y: Hundredths = 0
    #: The unit he is with; "" while he is by himself.
    joined: Id = ""
    moved: bool = False


U = TypeVar("U", bound=Body)
C = TypeVar("C", bound=Commander)
T = TypeVar("T")


class State(BaseState, Generic[U, C], kw_only=True, dict=True):
    """A battle on a table. Containers are replaced, never changed in place."""

    units: Annotated[dict[Id, U], Many]
    commanders: Annotated[dict[Id, C], Many] = {}

    @property
    def table(self) -> Table:
        """The table that the battle is fought on, which never changes."""
        raise NotImplementedError

    def copy(self) -> Any:
        twin = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        twin.memo = self.memo
        return twin

    # Questions

    def of_side(self, side: str) -> list[str]:
        """Units of a side that are on the table, in the order of the roster."""
        return [id for id, unit in self.units.items() if unit.side == side and is_present(unit)]

    def enemies_of(self, side: str) -> list[str]:
        """Units on the table that are not of a side, in the order of the roster."""
        return [id for id, unit in self.units.items() if unit.side != side and is_present(unit)]

    def present(self) -> list[str]:
        return [id for id, unit in self.units.items() if is_present(unit)]

    # Changes

    def change(self, id: str, **fields: Any) -> None:
        """Set some facts of a unit."""
        self.units = {**self.units, id: replace(self.units[id], **fields)}

    def change_commander(self, id: str, **fields: Any) -> None:
        self.commanders = {**self.commanders, id: replace(self.commanders[id], **fields)}

    def put(self, id: str, to: Pose) -> None:
        self.change(id, x=to.point.x, y=to.point.y, heading=to.heading)

    def remove(self, id: str, fate: str) -> None:
        """Take a unit off the table permanently; commanders with it stay where it was."""
        unit = self.units[id]
        for who, commander in self.commanders.items():
            if commander.joined == id:
                self.change_commander(who, joined="", x=unit.x, y=unit.y)
        self.change(id, place="gone", fate=fate)


def at(unit: U, pose: Pose) -> U:
    """A unit as it would be at a pose."""
    return replace(unit, x=pose.point.x, y=pose.point.y, heading=pose.heading)


def is_present(unit: Body) -> bool:
    return unit.place == "table"


def in_order(table: Mapping[str, T]) -> dict[str, T]:
    """A table in the order of its ids: what happens must not depend on the order of insertion."""
    return dict(sorted(table.items()))
