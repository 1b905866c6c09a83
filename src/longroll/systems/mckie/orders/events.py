"""What happens with orders: written, carried by couriers, acted on."""

from __future__ import annotations

from typing import ClassVar

from longroll.kernel.event import Effect, Event, Line
from longroll.miniatures.scenes import GeneralEvent, UnitEvent


class OrdersWritten(GeneralEvent, frozen=True, kw_only=True):
    """A general has orders; only his side knows what they say. [mckie:deploy.4]"""

    side: str
    orders: tuple[str, ...]
    #: How they came: written before the battle, given in person, or brought by a courier.
    how: str = ""

    def text(self) -> str:
        how = f" {self.how}" if self.how else ""
        return f"{self.title} has orders{how}: {', then '.join(self.orders)}."

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


class CourierSent(GeneralEvent, frozen=True, kw_only=True):
    """A courier rides with new orders. [mckie:deploy.5] (MK-M56)"""

    side: str
    giver: str
    orders: tuple[str, ...]

    def text(self) -> str:
        return f"{self.giver} sends a courier to {self.title}: {', then '.join(self.orders)}."

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


class ActivationTried(GeneralEvent, frozen=True, kw_only=True):
    """An attempt to activate a commander. His order is turned over if it succeeds.
    [mckie:gen.act.2] [mckie:gen.act.5] [mckie:ord.corps.4] [mckie:ord.div.2]"""

    topic: ClassVar[str] = "activation"

    total: int
    active: bool
    order: str = ""
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        if not self.active:
            return f"{self.title} is not activated ({self.total})."
        return f"{self.title} is active ({self.total}): {self.order}."

    def effect(self) -> Effect | None:
        if self.active:
            return Effect("other", f"{self.title} is active.")
        return Effect("nothing", f"{self.title} is not activated.")

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class OrderEnded(GeneralEvent, frozen=True, kw_only=True):
    """An order is carried out; the next one applies. [mckie:gen.def.3] [mckie:ord.corps.3]"""

    order: str
    halts: bool = False

    def text(self) -> str:
        if self.halts:
            return f"{self.title} halts his division and waits for orders."
        return f"{self.title} has carried out his order: {self.order}."


class GaveWay(GeneralEvent, frozen=True, kw_only=True):
    """A division retreats without orders. [mckie:ord.retreat.2]"""

    def text(self) -> str:
        return f"Too much of {self.title}'s division gives way: it retreats."


class TookOver(GeneralEvent, frozen=True, kw_only=True):
    """A commander-in-chief runs troops himself, or leaves them again. [mckie:gen.override.1]"""

    instead_of: str
    released: bool = False

    def text(self) -> str:
        if self.released:
            return f"{self.title} leaves {self.instead_of} to his command."
        return f"{self.title} commands in the place of {self.instead_of}."


class TaskGiven(UnitEvent, frozen=True, kw_only=True):
    """A brigade is sent on a task of its own, or back to its division. [mckie:gen.bde.1]"""

    side: str
    detached: bool

    def text(self) -> str:
        if self.detached:
            return f"{self.title} is detached on a task of its own."
        return f"{self.title} is back with its division."

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None
