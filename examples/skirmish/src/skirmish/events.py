"""What can happen, in words and as the board shows it."""

from __future__ import annotations

from longroll.kernel.event import Detail, Effect, Event, Line, Loss, Move, Scene, Volley
from skirmish.state import COMPANIES


class Marched(Event, frozen=True, kw_only=True):
    unit: str
    start: str
    to: str

    def text(self) -> str:
        return f"{COMPANIES[self.unit].title} goes to {self.to}."

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move((self.unit,), self.start, self.to),))


class Fired(Event, frozen=True, kw_only=True):
    places: tuple[str, ...]
    hex: str
    target: str
    lines: tuple[Line, ...]
    total: int
    lost: int
    left: int

    def text(self) -> str:
        return f"Fire at {self.hex}: {self.total}. {self.effect().text}"

    def effect(self) -> Effect:
        title = COMPANIES[self.target].title
        if self.left < 1:
            return Effect("destruction", f"{title} is destroyed.")
        if self.lost:
            return Effect("loss", f"{title} loses {self.lost}.")
        if self.drives_back:
            return Effect("retreat", f"{title} must retreat.")
        return Effect("nothing", "No effect.")

    @property
    def drives_back(self) -> bool:
        return self.total in (5, 6)

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def details(self) -> list[Detail]:
        return [*super().details(), *(line.detail() for line in self.lines)]

    def scene(self) -> Scene:
        losses = (Loss(self.target, self.lost, self.left < 1),) if self.lost else ()
        return Scene(where=(self.hex,), shots=(Volley(self.places, self.hex),), losses=losses)
