"""What happens in movement: steps, forms, withdrawals, displacements, arrivals, control."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.kernel.event import Detail, Effect, Event, Move, Scene
from longroll.kernel.wording import doing, halved, listed
from longroll.systems.blind_swords.roster import Name
from longroll.systems.blind_swords.wording import ids


class Moved(Event, frozen=True, kw_only=True):
    """Units took a step. `cost` and `spent` are halves of a point, nothing where none count."""

    units: tuple[Name, ...]
    start: Hex
    to: Hex
    cost: int
    spent: int
    lines: tuple[Detail, ...] = ()

    def text(self) -> str:
        paid = f", {halved(self.cost)} ({halved(self.spent)} in all)" if self.cost else ""
        if not self.start:
            return f"{doing(self.units, 'comes', 'come')} on at {self.to}{paid}."
        return f"{listed(self.units)}: {self.start} to {self.to}{paid}."

    def details(self) -> list[Detail]:
        return [*self.lines, *super().details()]

    def effect(self) -> Effect | None:
        return Effect("other", f"{listed(self.units)} in {self.to}")

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move(ids(self.units), self.start, self.to),))


class Went(Event, frozen=True, kw_only=True):
    """A unit changed its hex without paying for it: it withdrew, or was displaced."""

    unit: Name
    start: Hex
    to: Hex
    how: str

    def text(self) -> str:
        did = {"withdrawal": "withdraws", "displacement": "is displaced"}[self.how]
        return f"{self.unit} {did} from {self.start} to {self.to}."

    def effect(self) -> Effect | None:
        return Effect("other", f"{self.unit} in {self.to}")

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move((self.unit.id,), self.start, self.to),))


_FORMS = {
    "skirmish": "forms Skirmish Order",
    "line": "leaves Skirmish Order",
    "mounted": "mounts",
    "dismounted": "dismounts",
}


class Formed(Event, frozen=True, kw_only=True):
    """A unit changed its order, or its horses. `cost` is in halves of a point."""

    unit: Name
    hex: Hex
    form: str
    cost: int

    def text(self) -> str:
        return f"{self.unit} {_FORMS[self.form]} in {self.hex}, {halved(self.cost)}."

    def effect(self) -> Effect | None:
        return Effect("other", f"{self.unit} {_FORMS[self.form]}")

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Stopped(Event, frozen=True, kw_only=True):
    """Units have come next to the enemy, or into Battlefield Chaos, and go no farther."""

    units: tuple[Name, ...]
    hex: Hex
    chaos: bool = False

    def text(self) -> str:
        what = "caught in Battlefield Chaos" if self.chaos else "Engaged"
        return f"{doing(self.units, 'is', 'are')} {what} in {self.hex}: the move ends."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class ControlChanged(Event, frozen=True, kw_only=True):
    """A hex that counts has gone over to a side."""

    hex: Hex
    side: str

    def text(self) -> str:
        return f"The {self.side.title()} controls {self.hex}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))
