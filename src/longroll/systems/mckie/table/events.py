"""What happens on the table."""

from __future__ import annotations

from typing import ClassVar

from longroll.kernel.event import Begins, Effect, Event, Line


class PeriodBegan(Event, frozen=True, kw_only=True):
    """A period of twenty minutes begins. [mckie:scale.time]"""

    final = True

    period: int
    clock: str

    def begins(self) -> Begins:
        return Begins(f"Period {self.period}, {self.clock}", turn=self.period)

    def text(self) -> str:
        return f"Period {self.period}, {self.clock}."


class StepBegan(Event, frozen=True, kw_only=True):
    """A step of the period begins."""

    final = True

    step: str
    title: str

    def begins(self) -> Begins:
        return Begins(self.title)

    def text(self) -> str:
        return f"{self.title}."


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """Both commanding generals roll for the initiative."""

    topic: ClassVar[str] = "initiative"

    winner: str
    totals: dict[str, int]
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        told = ", ".join(f"{side.title()} {total}" for side, total in self.totals.items())
        return f"The {self.winner.title()} army has the initiative ({told})."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class OrderChosen(Event, frozen=True, kw_only=True):
    """Who moves first."""

    first: str

    def text(self) -> str:
        return f"The {self.first.title()} army moves first."
