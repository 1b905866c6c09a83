"""What happens before and around the battle: plans, set-up, arrivals, reserves, heat."""

from __future__ import annotations

from typing import ClassVar

from longroll.board.hex import DIRECTIONS, Hex
from longroll.kernel.event import Effect, Event, Move, Scene
from longroll.kernel.wording import listed
from longroll.systems.gbacw.events import Name
from longroll.systems.gbacw.roster import CONFEDERATE


class SetUpPlaced(Event, frozen=True, kw_only=True):
    """A counter was set up."""

    unit: Name
    hex: Hex
    facing: int = -1

    def text(self) -> str:
        facing = f", facing {DIRECTIONS[self.facing]}" if self.facing >= 0 else ""
        return f"{self.unit} sets up in {self.hex}{facing}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), moves=(Move((self.unit.id,), "", self.hex),))


class SetUpDone(Event, frozen=True, kw_only=True):
    """A side has set up; its set-up is final."""

    side: str

    final = True

    def text(self) -> str:
        return f"The {self.side.title()} is set up."


class DutyGiven(Event, frozen=True, kw_only=True):
    """The duty of a Union brigade in the free set-up."""

    brigade: str
    duty: str

    def text(self) -> str:
        where = {
            "reserve": "stays in reserve at the Tishomingo Hotel",
            "forward": "goes forward to the Assault Areas",
            "elsewhere": "sets up elsewhere",
        }
        return f"{self.brigade} {where[self.duty]}."


class Plotted(Event, frozen=True, kw_only=True):
    """A line of the Confederate plan, which the Union does not see. [corinth:29.2]"""

    subject: str
    goal: str
    secret: bool = True

    def text(self) -> str:
        return f"{self.subject}: {self.goal}."

    def seen_by(self, side: str) -> Event | None:
        return self if side == CONFEDERATE or not self.secret else None


class PlanSealed(Event, frozen=True, kw_only=True):
    """The plan is complete, and the Union is told of one area. [corinth:29.23]"""

    area: str = ""

    final = True

    def text(self) -> str:
        if not self.area:
            return "The Confederate plan is complete."
        return (
            "The Confederate plan is complete. A division will come through "
            f"Assault Area {self.area} on Game-Turn 1."
        )


class ArrivalRolled(Event, frozen=True, kw_only=True):
    """Dice for the entry of a division in the solitaire version."""

    topic: ClassVar[str] = "arrivals"

    division: str
    area: str

    def text(self) -> str:
        if not self.area:
            return f"{self.division} does not come yet."
        return f"{self.division} comes through Assault Area {self.area}."

    def effect(self) -> Effect | None:
        return Effect("other" if self.area else "nothing", self.text())


class Entered(Event, frozen=True, kw_only=True):
    """A counter enters. What it pays is in halves."""

    unit: Name
    hex: Hex
    area: str = ""
    cost: int = 0

    def text(self) -> str:
        where = f" through Assault Area {self.area}" if self.area else ""
        return f"{self.unit} enters in {self.hex}{where}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), moves=(Move((self.unit.id,), "", self.hex),))


class ReserveRolled(Event, frozen=True, kw_only=True):
    """A die to commit a reserve formation."""

    topic: ClassVar[str] = "commitment of reserves"

    formation: str
    committed: bool

    def text(self) -> str:
        return f"{self.formation} {'is committed' if self.committed else 'stays in reserve'}."

    def effect(self) -> Effect | None:
        return Effect("other" if self.committed else "nothing", self.text())


class ReserveFreed(Event, frozen=True, kw_only=True):
    """A reserve formation may act freely from now on."""

    formation: str
    why: str

    def text(self) -> str:
        return f"{self.formation} leaves the reserve: {self.why}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class ParkFreed(Event, frozen=True, kw_only=True):
    """The batteries of the artillery park may move and fire. [corinth:29.44.5]"""

    units: tuple[Name, ...]
    why: str

    def text(self) -> str:
        return f"The artillery park is free ({self.why}): {listed(self.units)}."


class HeatRolled(Event, frozen=True, kw_only=True):
    """Both players' dice for the heat. [corinth:30.5.1]"""

    turn: int
    skipped: bool

    final = True

    def text(self) -> str:
        if self.skipped:
            return f"Both sides rest in the heat: Game-Turn {self.turn} is skipped."
        return "The heat does not stop the battle."

    def effect(self) -> Effect | None:
        return Effect("other" if self.skipped else "nothing", self.text())


class DivisionBroke(Event, frozen=True, kw_only=True):
    """A division lost its effectiveness as a whole. [corinth:30.4.1]"""

    division: str
    boxes: int
    limit: int

    def text(self) -> str:
        return (
            f"{self.division} has lost {self.boxes} points of {self.limit}: "
            "all its brigades lose their effectiveness."
        )

    def effect(self) -> Effect | None:
        return Effect("other", self.text())
