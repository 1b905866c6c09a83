"""What only this battle's scenarios bring, as events."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.event import Effect, Event, Scene
from longroll.kernel.wording import listed


class Released(Event, frozen=True, kw_only=True):
    """Restricted units are free to act."""

    units: tuple[str, ...]

    def text(self) -> str:
        return f"{listed(self.units)} {'is' if len(self.units) == 1 else 'are'} free to act."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class UnitCalled(Event, frozen=True, kw_only=True):
    """A unit at Snyder's Bluff is called; the Union does not learn which."""

    unit: str
    hex: Hex
    clock: str

    def text(self) -> str:
        who = self.unit or "A unit"
        return f"{who} is called from Snyder's Bluff, due at {self.clock} in {self.hex}."

    def seen_by(self, side: str) -> Event | None:
        return self if side == "confederate" else replace(self, unit="")

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))

    def effect(self) -> Effect | None:
        return Effect("other", f"A unit is called from Snyder's Bluff for {self.clock}")
