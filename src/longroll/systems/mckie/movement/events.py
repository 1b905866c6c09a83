"""What happens while armies move."""

from __future__ import annotations

from typing import ClassVar

from longroll.kernel.event import Effect, Line, Loss, Move, Scene
from longroll.miniatures.scenes import GeneralEvent, UnitEvent, around, at, known
from longroll.systems.mckie.measure import in_inches

#: Formations that are not simply what a unit is in.
_HOW = {
    "skirmish": "in skirmish order",
    "extended": "in extended order",
    "limbered": "limbered",
    "unlimbered": "unlimbered",
    "mounted": "mounted",
    "dismounted": "dismounted",
}


class Moved(UnitEvent, frozen=True, kw_only=True):
    """A unit moved or changed formation; the ledger has what it cost."""

    order: str
    distance: int
    formation: str
    start: tuple[int, int]
    x: int
    y: int
    heading: int
    passed: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        how = _HOW.get(self.formation, f"in {self.formation.replace('_', ' ')}")
        went = f" moves {in_inches(self.distance)}, {how}" if self.distance else ""
        through = f", through {' and '.join(self.passed)}" if self.passed else ""
        return f"{self.title}{went}{through}: {self.order}."

    def scene(self) -> Scene:
        move = Move(known(self.unit), at(*self.start), at(self.x, self.y))
        return Scene(where=known(self.unit), moves=(move,) if self.distance else ())

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class Held(UnitEvent, frozen=True, kw_only=True):
    """A unit or a general stays in place."""

    def text(self) -> str:
        return f"{self.title} stays in place."


class StragglersLost(UnitEvent, frozen=True, kw_only=True):
    """A fatigued unit doubled and left men behind. [mckie:fat.straggle]"""

    topic: ClassVar[str] = "stragglers"

    lost: int

    def text(self) -> str:
        figures = "a figure" if self.lost == 1 else f"{self.lost} figures"
        return f"{self.title} doubles though fatigued and loses {figures} to straggling."

    def scene(self) -> Scene:
        return Scene(where=known(self.unit), losses=(Loss(self.unit, self.lost),))

    def effect(self) -> Effect | None:
        return Effect("loss", self.text())


class BrigadeRoused(UnitEvent, frozen=True, kw_only=True):
    """A brigadier out of command rolled to move on his own. [mckie:cmd.5]"""

    topic: ClassVar[str] = "units out of command"

    moves: bool

    def text(self) -> str:
        does = "moves on its own" if self.moves else "waits for orders"
        return f"{self.title} is out of command and {does}."

    def effect(self) -> Effect | None:
        return Effect("other" if self.moves else "nothing", self.text())


class GeneralRode(GeneralEvent, frozen=True, kw_only=True):
    """A general went somewhere, or to a unit."""

    start: tuple[int, int]
    x: int
    y: int
    distance: int
    joined: str = ""

    def text(self) -> str:
        if self.joined:
            return f"{self.title} joins {self.joined}."
        return f"{self.title} goes {in_inches(self.distance)}."

    def scene(self) -> Scene:
        move = Move(known(self.general), at(*self.start), at(self.x, self.y))
        return Scene(where=known(self.general), moves=(move,))


class ScreenDetached(UnitEvent, frozen=True, kw_only=True):
    """Skirmishers went out in front of their unit. [mckie:form.skirm.2]"""

    screen: str
    figures: int

    def text(self) -> str:
        return f"{self.title} sends out {self.figures} figures as skirmishers."

    def scene(self) -> Scene:
        return around(self.screen, self.unit)


class ScreenRecalled(UnitEvent, frozen=True, kw_only=True):
    """Skirmishers went back to their unit. [mckie:man.detach]"""

    screen: str
    figures: int

    def text(self) -> str:
        return f"The skirmishers of {self.title} fall back on it."


class TroopsDig(UnitEvent, frozen=True, kw_only=True):
    """A unit spends the period digging. [mckie:dig.1]"""

    def text(self) -> str:
        return f"{self.title} digs."
