"""What happens in fire, and to the ammunition of guns."""

from __future__ import annotations

from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.event import Detail, Effect, Event, Line, Scene, Volley
from longroll.kernel.wording import listed
from longroll.systems.blind_swords.combat import DEFENSIVE, OPPORTUNITY
from longroll.systems.blind_swords.roster import Name
from longroll.systems.blind_swords.tables import NO_EFFECT

_HOW = {DEFENSIVE: "in Defensive Fire ", OPPORTUNITY: "in Opportunity Fire "}


class Fired(Event, frozen=True, kw_only=True):
    """One fire: the whole sum, the roll and the result. Columns are labels of the table."""

    topic: ClassVar[str] = "fire"

    side: str
    kind: str
    hex: Hex
    firers: tuple[Name, ...]
    starts: tuple[Hex, ...]
    targets: tuple[Name, ...]
    strength: tuple[Detail, ...]
    total: str
    base: str
    shifts: tuple[Line, ...]
    column: str
    result: str

    news = True

    def text(self) -> str:
        fire = "fires" if len(self.firers) == 1 else "fire"
        what = "no effect" if self.result == NO_EFFECT else f"result {self.result}"
        how = _HOW.get(self.kind, "")
        return f"{listed(self.firers)} {fire} {how}at {self.hex}: {what}."

    def working(self) -> tuple[Detail, ...]:
        return (
            *self.strength,
            Detail(self.total, f"in all: column {self.base}", "blind_swords:9.3.1"),
            *map(Line.detail, self.shifts),
            Detail("", f"column {self.column}", "blind_swords:9.3.9"),
        )

    def details(self) -> list[Detail]:
        roll = "".join(str(die.value) for die in self.rolls)
        return [
            *self.working(),
            Detail(roll, f"in column {self.column}: {self.result}", "blind_swords:9.4.1"),
        ]

    def effect(self) -> Effect | None:
        """What a letter leads to is told by what follows; only nothing tells itself."""
        return Effect("nothing", "no effect") if self.result == NO_EFFECT else None

    def ledger(self) -> tuple[Line, ...]:
        return self.shifts

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), shots=(Volley(self.starts, self.hex),))


class TestDue(Event, frozen=True, kw_only=True):
    """A stack was hit, and its owner names the unit that leads it."""

    hex: Hex
    severity: str

    def text(self) -> str:
        return f"The Lead Unit in {self.hex} must test its cohesion, severity {self.severity}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))

    def effect(self) -> Effect | None:
        return Effect("loss", f"a Cohesion Test of severity {self.severity} in {self.hex}")


class LedStack(Event, frozen=True, kw_only=True):
    """The owner has said who leads a stack."""

    unit: Name
    hex: Hex

    def text(self) -> str:
        return f"{self.unit} leads the stack in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class AmmunitionLow(Event, frozen=True, kw_only=True):
    """A battery has got a Low Ammo marker; `markers` is how many it has now."""

    unit: Name
    hex: Hex
    markers: int

    def text(self) -> str:
        return f"{self.unit} is low on ammunition ({_marker(self.markers)})."

    def effect(self) -> Effect | None:
        return Effect("ammunition", f"{self.unit} low on ammunition")

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class AmmunitionBrought(Event, frozen=True, kw_only=True):
    """A Low Ammo marker has come off a battery."""

    unit: Name
    hex: Hex
    markers: int

    def text(self) -> str:
        left = f", {_marker(self.markers)} is left" if self.markers else ""
        return f"{self.unit} loses a Low Ammo marker{left}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class GunsPassed(Event, frozen=True, kw_only=True):
    """A side does nothing more in the Artillery Phase."""

    side: str

    def text(self) -> str:
        return f"The {self.side.title()} side is done with its artillery."


def _marker(markers: int) -> str:
    """A marker of two columns, or its back of four. [blind_swords:6.6.3]"""
    return f"{2 * markers}L"
