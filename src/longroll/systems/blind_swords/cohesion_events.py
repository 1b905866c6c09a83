"""What happens to the cohesion of units: tests, losses, retreats, and how they come back."""

from __future__ import annotations

from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.event import Detail, Effect, Event, Kind, Line, Loss, Move, Scene, worst
from longroll.kernel.wording import listed
from longroll.systems.blind_swords.roster import Name

#: What the effects of a test are called.
EFFECTS = {
    "battleworn": "Battleworn",
    "morale_hit": "a Morale Hit",
    "retreat_1": "a retreat of one hex",
    "retreat_2": "a retreat of two hexes",
    "panic": "panic",
}

_KINDS: dict[str, Kind] = {
    "battleworn": "loss",
    "morale_hit": "pin",
    "retreat_1": "retreat",
    "retreat_2": "retreat",
    "panic": "retreat",
}


class Rolled(Event, frozen=True, kw_only=True):
    """A die held against a unit's Cohesion Rating; at or below it is good.

    `die` is what the die counts as; where an event settles that, nobody rolls.
    """

    unit: Name
    hex: Hex
    printed: int
    lines: tuple[Line, ...] = ()
    die: int
    rating: int
    printed_rule: str = "blind_swords:12.2.1"

    @property
    def passed(self) -> bool:
        return self.die <= self.rating

    def _sum(self) -> str:
        return f"{self.die} against {self.rating}"

    def details(self) -> list[Detail]:
        shown = [Detail(str(roll.value), roll.purpose) for roll in self.rolls]
        if not self.rolls:
            shown.append(Detail(str(self.die), "what the die counts as", "blind_swords:7.4.23"))
        return [*shown, *self.working()]

    def working(self) -> tuple[Detail, ...]:
        return (
            Detail(str(self.printed), "printed Cohesion Rating", self.printed_rule),
            *map(Line.detail, self.lines),
            Detail(str(self.rating), "the rating to roll", self.rules[0]),
        )

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def scene(self) -> Scene:
        return Scene(where=(self.hex,)) if self.hex else Scene()


class CohesionTested(Rolled, frozen=True, kw_only=True):
    """The Lead Unit's test by the table. [blind_swords:12.1.2]"""

    topic: ClassVar[str] = "cohesion"

    severity: str
    effects: tuple[str, ...]

    def text(self) -> str:
        told = ", ".join(EFFECTS[effect] for effect in self.effects) or "no effect"
        return f"{self.unit} tests its cohesion, severity {self.severity} ({self._sum()}): {told}."

    def effect(self) -> Effect:
        if not self.effects:
            return Effect("nothing", f"{self.unit} stands")
        kind = worst([_KINDS[one] for one in self.effects])
        return Effect(kind, f"{self.unit}: {', '.join(EFFECTS[one] for one in self.effects)}")


class CohesionChecked(Rolled, frozen=True, kw_only=True):
    """A Cohesion Check. [blind_swords:12.1.1]"""

    topic: ClassVar[str] = "cohesion"

    def text(self) -> str:
        told = "passes" if self.passed else "fails"
        return f"{self.unit} {told} its Cohesion Check ({self._sum()})."

    def effect(self) -> Effect | None:
        """What a failed check leads to tells it by itself."""
        return Effect("other", f"{self.unit} fails its Cohesion Check") if not self.passed else None


class BreakTested(Rolled, frozen=True, kw_only=True):
    """A Break Test. [blind_swords:12.7.1]"""

    topic: ClassVar[str] = "breaking"

    def text(self) -> str:
        told = "stands" if self.passed else "breaks"
        return f"{self.unit} {told} in its Break Test ({self._sum()})."

    def effect(self) -> Effect:
        if self.passed:
            return Effect("pin", f"{self.unit} stands, Disrupted")
        return Effect("other", f"{self.unit} fails its Break Test")


class MoraleHit(Event, frozen=True, kw_only=True):
    """A unit is Shaken or Disrupted now. [blind_swords:12.5.1]"""

    unit: Name
    hex: Hex
    status: str

    def text(self) -> str:
        return f"{self.unit} is {self.status}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))

    def effect(self) -> Effect:
        return Effect("pin", self.text().rstrip("."))


class Worn(Event, frozen=True, kw_only=True):
    """A unit flips to its Battleworn side. [blind_swords:12.6.1]"""

    unit: Name
    hex: Hex
    points: int

    def text(self) -> str:
        return f"{self.unit} is Battleworn."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,), losses=(Loss(self.unit.id, self.points),))

    def effect(self) -> Effect:
        return Effect("loss", f"{self.unit} is Battleworn")


class Removed(Event, frozen=True, kw_only=True):
    """A unit leaves the map for a box of the Broken Track, or for good where there is none."""

    unit: Name
    hex: Hex
    box: str
    points: int

    def text(self) -> str:
        if self.box:
            return f"{self.unit} is Broken (box {self.box.title()})."
        return f"{self.unit} is eliminated."

    def scene(self) -> Scene:
        gone = Loss(self.unit.id, self.points, gone=True)
        return Scene(where=(self.hex,), losses=(gone,))

    def effect(self) -> Effect:
        kind: Kind = "rout" if self.box else "destruction"
        return Effect(kind, self.text().rstrip("."))


class Retreated(Event, frozen=True, kw_only=True):
    """A unit falls back one hex. [blind_swords:12.3.2]"""

    unit: Name
    start: Hex
    to: Hex

    def text(self) -> str:
        return f"{self.unit} retreats to {self.to}."

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move((self.unit.id,), self.start, self.to),))

    def effect(self) -> Effect:
        return Effect("retreat", f"{self.unit} retreats")


class Panicked(Event, frozen=True, kw_only=True):
    """Friends beside a unit that collapsed may run too. [blind_swords:12.9.1]"""

    unit: Name
    hex: Hex
    others: int

    def text(self) -> str:
        who = "Nobody beside it is" if not self.others else f"{self.others} beside it must check"
        return f"{self.unit} panics. {who if self.others else who + ' Shaken or Disrupted'}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class MarkersGone(Event, frozen=True, kw_only=True):
    """Markers go with the last unit of a hex. [blind_swords:7.3b.6]"""

    hex: Hex
    markers: tuple[str, ...]

    def text(self) -> str:
        gone = "is" if len(self.markers) == 1 else "are"
        return f"{listed(self.markers)} in {self.hex} {gone} removed."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


# Coming back


class Recovered(Rolled, frozen=True, kw_only=True):
    """A try to lose Morale Hits. [blind_swords:13.2.2]"""

    topic: ClassVar[str] = "recovery"

    removed: int
    printed_rule: str = "blind_swords:13.2.2"

    @property
    def passed(self) -> bool:
        return self.removed > 0

    def text(self) -> str:
        if not self.passed:
            return f"{self.unit} does not recover ({self._sum()})."
        hits = "a Morale Hit" if self.removed == 1 else f"{self.removed} Morale Hits"
        return f"{self.unit} recovers from {hits} ({self._sum()})."

    def effect(self) -> Effect:
        return Effect("other" if self.passed else "nothing", f"{self.unit}: {self.removed} off")


class Rebuilt(Rolled, frozen=True, kw_only=True):
    """A try to become Fresh, or to leave the Broken Track. [blind_swords:13.2.4]"""

    topic: ClassVar[str] = "rebuilding"

    printed_rule: str = "blind_swords:13.2.3"

    def text(self) -> str:
        if not self.passed:
            return f"{self.unit} is not rebuilt ({self._sum()})."
        back = "is Fresh again" if self.hex else "can return to the map"
        return f"{self.unit} {back} ({self._sum()})."

    def effect(self) -> Effect:
        told = "is rebuilt" if self.passed else "is not rebuilt"
        return Effect("other" if self.passed else "nothing", f"{self.unit} {told}")


class Resupplied(Rolled, frozen=True, kw_only=True):
    """Guns try to lose a Low Ammo marker. [blind_swords:13.4.1]"""

    topic: ClassVar[str] = "ammunition"

    printed_rule: str = "blind_swords:13.2.2"

    def text(self) -> str:
        told = "is resupplied" if self.passed else "gets no ammunition"
        return f"{self.unit} {told} ({self._sum()})."

    def effect(self) -> Effect:
        return Effect("ammunition" if self.passed else "nothing", f"{self.unit}: {self.passed}")


class Returned(Event, frozen=True, kw_only=True):
    """A rebuilt unit is back on the map. [blind_swords:13.2.7]"""

    unit: Name
    to: Hex

    def text(self) -> str:
        return f"{self.unit} returns, Battleworn, in {self.to}."

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move((self.unit.id,), "", self.to),))


class TrackMoved(Event, frozen=True, kw_only=True):
    """Broken units move a box toward Available. [blind_swords:14.2.1]"""

    units: tuple[tuple[Name, str], ...]

    def text(self) -> str:
        told = ", ".join(f"{unit} to {box.title()}" for unit, box in self.units)
        return f"The Broken Track moves on: {told}."
