"""The state of a battle on a table: its units and commanders, and where they stand."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from longroll.board.table import Pose, Table
from longroll.kernel.state import State as BaseState
from longroll.miniatures.amounts import Id, Many
from longroll.miniatures.bodies import Body, Commander
from longroll.miniatures.rulebook import Rulebook

U = TypeVar("U", bound=Body)
C = TypeVar("C", bound=Commander)


class State(BaseState, Generic[U, C], kw_only=True, dict=True):
    """A battle on a table. Containers are replaced, never changed in place."""

    #: What the rules of this system say to the layer.
    rulebook: ClassVar[Rulebook[Any]]
    heft = 4

    units: Annotated[dict[Id, U], Many]
    commanders: Annotated[dict[Id, C], Many] = {}

    @property
    def table(self) -> Table:
        """The table that the battle is fought on, which never changes."""
        raise NotImplementedError

    def home(self, side: str) -> int:
        """The heading of the edge that an army came from."""
        raise NotImplementedError

    def copy(self) -> Any:
        twin = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        twin.memo = self.memo
        return twin

    # Questions

    def of_side(self, side: str) -> list[str]:
        """Units of a side that are on the table, in the order of the roster."""
        return [id for id, one in self.units.items() if one.side == side and one.place == "table"]

    def enemies_of(self, side: str) -> list[str]:
        """Units on the table that are not of a side, in the order of the roster."""
        return [id for id, one in self.units.items() if one.side != side and one.place == "table"]

    def present(self) -> list[str]:
        return [id for id, one in self.units.items() if one.place == "table"]

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
