"""What chits bring, as events: the turn, the cup, activations, Fog of War, events in hand."""

from __future__ import annotations

from longroll.kernel.event import Event


class TurnBegan(Event, frozen=True, kw_only=True):
    """A Game Turn begins."""

    turn: int
    clock: str

    def text(self) -> str:
        return f"Turn {self.turn} begins, {self.clock}."


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase begins."""

    turn: int
    title: str

    def text(self) -> str:
        return f"Turn {self.turn}: {self.title}."


class OrderGiven(Event, frozen=True, kw_only=True):
    """A brigade has its order."""

    brigade: str
    order: str

    def text(self) -> str:
        return f"{self.brigade} is ordered to {self.order}."


class ActivationEnded(Event, frozen=True, kw_only=True):
    """A brigade has done what it could."""

    brigade: str

    def text(self) -> str:
        return f"The activation of {self.brigade} ends."
