"""What happens in close combat."""

from __future__ import annotations

from typing import ClassVar, Literal

from longroll.board.hex import Hex
from longroll.kernel.event import Detail, Effect, Event, Line, Move, Scene, Volley
from longroll.kernel.wording import doing, listed
from longroll.systems.blind_swords.roster import Name
from longroll.systems.blind_swords.tables import NO_EFFECT
from longroll.systems.blind_swords.wording import ids


class AssaultDeclared(Event, frozen=True, kw_only=True):
    """A hex is assaulted. [blind_swords:11.2.1]"""

    units: tuple[Name, ...]
    hex: Hex
    start: Hex
    flanks: tuple[Hex, ...]
    charging: tuple[Name, ...] = ()

    def text(self) -> str:
        verb = "assault" if len(self.units) > 1 else "assaults"
        told = f"{listed(self.units)} {verb} {self.hex} from {self.start}"
        if self.flanks:
            told += f", flanking from {listed(self.flanks)}"
        if self.charging:
            told += f"; {doing(self.charging, 'charges', 'charge')}"
        return f"{told}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), shots=(Volley((self.start, *self.flanks), self.hex),))


class AssaultFailed(Event, frozen=True, kw_only=True):
    """Nobody of the Assaulting Hex is left to attack: Defensive Fire drove them off, or fright kept
    them back. [blind_swords:11.3a.3] [blind_swords:7.4.16]
    """

    hex: Hex
    by: Literal["fire", "fright"] = "fire"

    def text(self) -> str:
        return f"The assault on {self.hex} is stopped by {self.by}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class AssaultRolled(Event, frozen=True, kw_only=True):
    """The attacker's roll on the Combat Results Table. [blind_swords:11.3b.2]"""

    topic: ClassVar[str] = "assaults"

    units: tuple[Name, ...]
    hex: Hex
    hexes: tuple[Hex, ...]
    strength: str
    base: str
    lines: tuple[Line, ...]
    column: str
    reading: int
    cell: str

    def text(self) -> str:
        told = "no effect" if self.cell == NO_EFFECT else f"severity {self.cell}"
        return (
            f"Close combat in {self.hex}: {self.strength} points, column {self.column}, "
            f"roll {self.reading}: {told}."
        )

    def working(self) -> tuple[Detail, ...]:
        return (
            Detail(self.strength, "attacking points", "blind_swords:11.3b.1"),
            Detail("", f"base column {self.base}", "blind_swords:11.3b.1"),
            *map(Line.detail, self.lines),
            Detail("", f"column {self.column}", "blind_swords:9.3.9"),
        )

    def details(self) -> list[Detail]:
        return [*self.working(), Detail(str(self.reading), "combat roll", "blind_swords:1.1.2")]

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), shots=(Volley(self.hexes, self.hex),))

    def effect(self) -> Effect | None:
        """What the test that a letter calls for leads to tells it by itself."""
        return Effect("nothing", "no effect") if self.cell == NO_EFFECT else None


class Repulsed(Event, frozen=True, kw_only=True):
    """The defending hex is still held. [blind_swords:11.4.3]"""

    hex: Hex

    def text(self) -> str:
        return f"The assault on {self.hex} is repulsed."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))

    def effect(self) -> Effect:
        return Effect("nothing", "the assault is repulsed")


class Advanced(Event, frozen=True, kw_only=True):
    """A unit goes into the hex that was taken. [blind_swords:11.4.5]"""

    unit: Name
    start: Hex
    to: Hex

    def text(self) -> str:
        return f"{self.unit} advances into {self.to}."

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move(ids((self.unit,)), self.start, self.to),))
