"""What chits bring, as events: the turn, the cup, activations, Fog of War, events in hand."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.event import Begins, Detail, Effect, Event, Line, Move, Scene
from longroll.kernel.wording import counted
from longroll.systems.blind_swords.roster import Name


class TurnBegan(Event, frozen=True, kw_only=True):
    """A Game Turn begins."""

    turn: int
    clock: str

    def begins(self) -> Begins:
        return Begins(f"Turn {self.turn}, {self.clock}", turn=self.turn)

    def text(self) -> str:
        return f"Turn {self.turn} begins at {self.clock}."


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase begins."""

    turn: int
    title: str

    def begins(self) -> Begins:
        return Begins(self.title)

    def text(self) -> str:
        return f"Turn {self.turn}: {self.title}."


# The cup


class KeyChosen(Event, frozen=True, kw_only=True):
    """A side chose a Key Chit; which one only that side knows. [blind_swords:1.6.1]"""

    side: str
    title: str = ""

    def text(self) -> str:
        which = f": {self.title.rstrip('!')}" if self.title else ""
        return f"The {self.side.title()} side chooses a Key Chit{which}."

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else replace(self, title="")


class CupLoaded(Event, frozen=True, kw_only=True):
    """The cup is full for this turn."""

    chits: int
    excluded: dict[str, int]

    def text(self) -> str:
        out = " and ".join(f"{number} {side.title()}" for side, number in self.excluded.items())
        events = "event" if sum(self.excluded.values()) == 1 else "events"
        held = counted(self.chits, "chit")
        return f"The cup holds {held}. Left out unseen: {out} {events}."


class PullerChosen(Event, frozen=True, kw_only=True):
    """Who pulls the chits this turn."""

    topic: ClassVar[str] = "who draws chits"

    side: str
    tied: bool

    def text(self) -> str:
        why = "after a tie" if self.tied else "with the higher roll"
        return f"The {self.side.title()} side pulls the chits this turn, {why}."

    def effect(self) -> Effect | None:
        return Effect("other", f"The {self.side.title()} side pulls the chits")


class ChitDrawn(Event, frozen=True, kw_only=True):
    """A chit is drawn. Only its owner sees what event it is, unless it is cancelled."""

    title: str
    side: str = ""
    event: bool = False
    cancelled: bool = False

    def text(self) -> str:
        whose = f"{self.side.title()} " if self.side else ""
        title = self.title.rstrip("!")
        what = f"{whose}event {title}" if self.event and title else title
        if self.event and not self.title:
            what = f"A {self.side.title()} event"
        told = f"{what} is drawn"
        if self.cancelled:
            return f"{told} and cancelled by Fortunes of War."
        return f"{told}."

    def seen_by(self, side: str) -> Event | None:
        if self.event and not self.cancelled and side != self.side:
            return replace(self, title="")
        return self

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class ChitOut(Event, frozen=True, kw_only=True):
    """A leader's chit does nothing and stays out."""

    leader: str
    why: str

    def text(self) -> str:
        return f"The chit of {self.leader} has no effect: {self.why}."


class ChitReturned(Event, frozen=True, kw_only=True):
    """A division chit goes back into the cup."""

    leader: str

    def text(self) -> str:
        return f"The chit of {self.leader} goes back into the cup."


# Activations


class BrigadeMarked(Event, frozen=True, kw_only=True):
    """A brigade counts as activated although it does nothing."""

    brigade: str

    def text(self) -> str:
        return f"{self.brigade} is marked as activated and does nothing."


class CommandRolled(Event, frozen=True, kw_only=True):
    """A command roll, and what it brings: "full", "limited" or "nothing"."""

    topic: ClassVar[str] = "command"

    leader: str
    lines: tuple[Line, ...]
    result: str
    brigade: str = ""

    def text(self) -> str:
        need = sum(line.value for line in self.lines)
        rolled = f"{self.leader} rolls {self.rolls[0].value} against {need}"
        if self.result == "nothing":
            return f"{rolled}: no effect."
        if not self.brigade:
            return f"{rolled}: any brigade may be activated."
        return f"{rolled}: {self.result.title()} Activation of {self.brigade}."

    def details(self) -> list[Detail]:
        return [*super().details(), *(line.detail() for line in self.lines)]

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def effect(self) -> Effect | None:
        if self.result == "nothing":
            return Effect("nothing", f"{self.leader} does not act")
        if not self.brigade:
            return Effect("other", f"{self.leader} activates a brigade")
        return Effect("other", f"{self.result.title()} Activation of {self.brigade}")


class BrigadeActivated(Event, frozen=True, kw_only=True):
    """A Full Activation without a roll, and why."""

    brigade: str
    why: str

    def text(self) -> str:
        return f"{self.why}: Full Activation of {self.brigade}."


class OrderGiven(Event, frozen=True, kw_only=True):
    """A brigade has its order."""

    brigade: str
    order: str

    def text(self) -> str:
        return f"{self.brigade}: {self.order.title()}."


class ActivationEnded(Event, frozen=True, kw_only=True):
    """A brigade has done what it could."""

    brigade: str

    def text(self) -> str:
        return f"The activation of {self.brigade} ends."


# Fog of War


class FogRolled(Event, frozen=True, kw_only=True):
    """What the Fog of War chit brings."""

    topic: ClassVar[str] = "Fog of War"

    side: str
    result: str
    roller: str

    def text(self) -> str:
        words = self.result.replace("_", " ").title()
        who, whom = self.roller.title(), self.side.title()
        return f"Fog of War: the {who} side rolls {self.rolls[0].value}: {whom} {words}."

    def effect(self) -> Effect | None:
        return Effect("other", f"{self.side.title()} {self.result.replace('_', ' ')}")


class ChaosPlaced(Event, frozen=True, kw_only=True):
    """Battlefield Chaos in a hex."""

    hex: Hex

    def text(self) -> str:
        return f"Battlefield Chaos in {self.hex}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))

    def effect(self) -> Effect | None:
        return Effect("pin", self.text())


class Strayed(Event, frozen=True, kw_only=True):
    """A Wayward Move."""

    unit: Name
    start: Hex
    to: Hex

    def text(self) -> str:
        return f"{self.unit} strays from {self.start} to {self.to}."

    def scene(self) -> Scene:
        return Scene(where=(self.to,), moves=(Move((self.unit.id,), self.start, self.to),))

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class NothingHappens(Event, frozen=True, kw_only=True):
    """A Fog of War result that finds nobody, or is not used."""

    why: str

    def text(self) -> str:
        return f"Fog of War has no effect: {self.why}."


class GeneralRolled(Event, frozen=True, kw_only=True):
    """A roll on the General Casualty table."""

    topic: ClassVar[str] = "casualties of generals"

    side: str
    reading: int
    leader: str = ""
    #: "no_effect", "casualty" or "restored", and when it takes effect.
    result: str = "no_effect"
    when_drawn: bool = False

    def text(self) -> str:
        told = f"General Casualty, {self.side.title()} {self.reading}"
        if self.result == "no_effect":
            whom = f" ({self.leader})" if self.leader else ""
            return f"{told}: no effect{whom}."
        what = "is a casualty" if self.result == "casualty" else "is back in command"
        later = ", once his chit is drawn" if self.when_drawn else ""
        return f"{told}: {self.leader} {what}{later}."

    def effect(self) -> Effect | None:
        if self.result == "no_effect":
            return Effect("nothing", "No general is hit")
        return Effect("leader" if self.result == "casualty" else "other", self.text())


class ChitReplaced(Event, frozen=True, kw_only=True):
    """A leader's chit is exchanged as it is drawn."""

    leader: str
    casualty: bool

    def text(self) -> str:
        which = "Casualty" if self.casualty else "normal"
        return f"The {which} chit of {self.leader} takes the place of the other."


# Events in hand


class EventPlayed(Event, frozen=True, kw_only=True):
    """A side plays an event."""

    side: str
    title: str
    on: str = ""
    hex: Hex = ""

    #: The other side learns what was held.
    news = True

    def text(self) -> str:
        on = f" on {self.on}" if self.on else ""
        return f"The {self.side.title()} side plays {self.title.rstrip('!')}{on}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,)) if self.hex else Scene()


class UnitRallied(Event, frozen=True, kw_only=True):
    """What the Rally event does to a unit."""

    unit: Name
    hits: int = 0
    fresh: bool = False
    box: bool = False

    def text(self) -> str:
        done = []
        if self.hits:
            done.append("loses its Morale Hits")
        if self.fresh:
            done.append("is Fresh again")
        if self.box:
            done.append("is moved to the Available box")
        return f"{self.unit} {' and '.join(done)}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class UnitDaunted(Event, frozen=True, kw_only=True):
    """A unit that saw the elephant keeps away from Trenches."""

    unit: Name

    def text(self) -> str:
        return f"{self.unit} will not go near a Trench in this activation."

    def effect(self) -> Effect | None:
        return Effect("pin", self.text())
