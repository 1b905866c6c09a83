"""What happens while armies move."""

from __future__ import annotations

from longroll.kernel.event import Effect, Event, Line
from longroll.systems.mckie.measure import in_inches


class Moved(Event, frozen=True, kw_only=True):
    """A unit moved or changed formation; the ledger has what it cost."""

    unit: str
    title: str
    order: str
    distance: int
    formation: str
    x: int
    y: int
    heading: int
    passed: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        how = self.formation.replace("_", " ")
        went = f"moves {in_inches(self.distance)} in {how}" if self.distance else f"is in {how}"
        through = f", through {' and '.join(self.passed)}" if self.passed else ""
        return f"{self.title} {went}{through}: {self.order}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class Held(Event, frozen=True, kw_only=True):
    """A unit stays where it is."""

    unit: str
    title: str

    def text(self) -> str:
        return f"{self.title} stays where it is."


class StragglersLost(Event, frozen=True, kw_only=True):
    """A fatigued unit doubled and left men behind. [mckie:fat.straggle]"""

    unit: str
    title: str
    lost: int

    def text(self) -> str:
        figures = "a figure" if self.lost == 1 else f"{self.lost} figures"
        return f"{self.title} doubles though fatigued and loses {figures} to straggling."

    def effect(self) -> Effect | None:
        return Effect("loss", self.text())


class BrigadeRoused(Event, frozen=True, kw_only=True):
    """A brigadier out of command rolled to move on his own. [mckie:cmd.5]"""

    unit: str
    title: str
    moves: bool

    def text(self) -> str:
        does = "moves on its own" if self.moves else "waits for orders"
        return f"{self.title} is out of command and {does}."

    def effect(self) -> Effect | None:
        return Effect("other" if self.moves else "nothing", self.text())


class GeneralRode(Event, frozen=True, kw_only=True):
    """A general went somewhere, or to a unit."""

    general: str
    title: str
    x: int
    y: int
    distance: int
    joined: str = ""

    def text(self) -> str:
        if self.joined:
            return f"{self.title} joins {self.joined}."
        return f"{self.title} goes {in_inches(self.distance)}."


class ScreenDetached(Event, frozen=True, kw_only=True):
    """Skirmishers went out before their unit. [mckie:form.skirm.2]"""

    unit: str
    title: str
    screen: str
    figures: int

    def text(self) -> str:
        return f"{self.title} sends out {self.figures} figures as skirmishers."


class ScreenRecalled(Event, frozen=True, kw_only=True):
    """Skirmishers went back to their unit. [mckie:man.detach]"""

    unit: str
    title: str
    screen: str
    figures: int

    def text(self) -> str:
        return f"The skirmishers of {self.title} fall back on it."


class TroopsDig(Event, frozen=True, kw_only=True):
    """A unit spends the period digging. [mckie:dig.1]"""

    unit: str
    title: str

    def text(self) -> str:
        return f"{self.title} digs."
