"""What happens in a battle."""

from __future__ import annotations

from typing import ClassVar

from longroll.kernel.event import (
    Begins,
    Detail,
    Effect,
    Event,
    Kind,
    Line,
    Loss,
    Move,
    Scene,
    Volley,
)
from longroll.kernel.wording import counted, listed
from longroll.systems.honor_glory.measure import CENTIMETRES
from longroll.systems.honor_glory.words import Side

#: What a result of morale makes a unit do, in words.
_ACTIONS = {
    "charge": "charges",
    "refuse": "refuses",
    "countercharge_or_stand": "countercharges or stands",
    "stand": "stands",
    "withdraw": "withdraws",
    "rout": "routs",
    "broken": "is broken",
}
#: What a side may choose before the battle, in words.
_CHOSEN = {
    "first": "opens the battle",
    "second": "lets the enemy open the battle",
    "layout first": "lays out its troops first",
    "layout second": "lets the enemy lay out its troops first",
    "north": "takes the north edge",
    "south": "takes the south edge",
}


def points(number: int) -> str:
    """Points of morale, by which a unit's strength is counted."""
    return counted(number, "morale point")


class TurnBegan(Event, frozen=True, kw_only=True):
    """A side begins its turn with all its counters."""

    side: Side
    turn: int
    counters: int

    def begins(self) -> Begins:
        return Begins(f"Turn {self.turn}, {self.side.title()}", turn=self.turn, side=self.side)

    def text(self) -> str:
        has = counted(self.counters, "counter")
        return f"Turn {self.turn}: the {self.side.title()} side has {has}."


class Declared(Event, frozen=True, kw_only=True):
    """Counters were placed and an order declared."""

    unit: str
    title: str
    counters: int
    order: str

    def text(self) -> str:
        return f"{self.title}, {counted(self.counters, 'counter')}: {self.order}."


class Moved(Event, frozen=True, kw_only=True):
    """A unit moved in its go."""

    unit: str
    title: str
    start: str
    to: str
    lines: tuple[Line, ...] = ()
    why: str = ""
    #: What it did, and how far it went.
    did: str = ""
    length: int = 0

    def text(self) -> str:
        if not self.did:
            return f"{self.title} moves{f', {self.why}' if self.why else ''}."
        if not self.length:
            return f"{self.title}: {self.did}."
        return f"{self.title} moves {CENTIMETRES.told(self.length)}, {self.did}."

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def scene(self) -> Scene:
        return Scene(where=(self.unit,), moves=(Move((self.unit,), self.start, self.to),))


class Refused(Event, frozen=True, kw_only=True):
    """A unit could not do what was declared; its counters are spent. (HG-H38)"""

    unit: str
    title: str
    why: str

    def text(self) -> str:
        return f"{self.title} cannot carry out its order: {self.why}."


class Fired(Event, frozen=True, kw_only=True):
    """A shot, hit or miss."""

    topic: ClassVar[str] = "fire"

    unit: str
    title: str
    target: str
    target_title: str
    lines: tuple[Line, ...]
    hit: bool
    loss: int
    reply: bool = False

    def text(self) -> str:
        verb = "returns fire at" if self.reply else "fires at"
        effect = f"and costs it {points(self.loss)}" if self.hit else "and misses"
        return f"{self.title} {verb} {self.target_title} {effect}."

    def details(self) -> list[Detail]:
        return [*(line.detail() for line in self.lines), *Event.details(self)]

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def effect(self) -> Effect | None:
        return Effect("loss" if self.hit else "nothing", self.text())

    def scene(self) -> Scene:
        losses = (Loss(self.target, self.loss),) if self.hit else ()
        return Scene(shots=(Volley((self.unit,), self.target),), losses=losses)


class Tested(Event, frozen=True, kw_only=True):
    """A test of morale."""

    topic: ClassVar[str] = "morale"

    unit: str
    title: str
    reason: str
    lines: tuple[Line, ...]
    passed: bool
    action: str
    loss: int

    def text(self) -> str:
        result = "passes" if self.passed else "fails"
        said = _ACTIONS.get(self.action, self.action.replace("_", " "))
        if self.action[:1].isupper():  # the range at which a charged unit fires
            said = f"fires at range {self.action.partition('_')[0]}"
        does = [said] if self.action != "none" else []
        if self.loss:
            does.append(f"loses {points(self.loss)}")
        more = f": it {listed(does)}" if does else ""
        return f"{self.title} {result} its morale test ({self.reason.replace('_', ' ')}){more}."

    def details(self) -> list[Detail]:
        return [*(line.detail() for line in self.lines), *Event.details(self)]

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def effect(self) -> Effect | None:
        kinds: dict[str, Kind] = {"rout": "rout", "withdraw": "retreat", "broken": "destruction"}
        return Effect(kinds.get(self.action, "loss" if self.loss else "nothing"), self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.unit,))


class CommanderFell(Event, frozen=True, kw_only=True):
    """A commander was killed. [honor_glory:29.1]"""

    title: str
    unit: str

    def text(self) -> str:
        return f"{self.title[:1].upper()}{self.title[1:]} is killed."

    def effect(self) -> Effect | None:
        return Effect("leader", self.text())


class Panic(Event, frozen=True, kw_only=True):
    """Every unit of an army loses points with its commander-in-chief. [honor_glory:29.7]"""

    side: Side
    loss: int

    def text(self) -> str:
        army = f"The {self.side.title()} army"
        return f"{army} loses its commander: every unit loses {points(self.loss)}."


class Touched(Event, frozen=True, kw_only=True):
    """What initial contact costs a unit. [honor_glory:82.0a]"""

    unit: str
    title: str
    lines: tuple[Line, ...]

    @property
    def loss(self) -> int:
        return sum(line.value for line in self.lines)

    def text(self) -> str:
        return f"Contact costs {self.title} {points(self.loss)}."

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def effect(self) -> Effect | None:
        return Effect("loss", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.unit,), losses=(Loss(self.unit, self.loss),))


class Struck(Event, frozen=True, kw_only=True):
    """A blow in melee."""

    unit: str
    title: str
    target: str
    target_title: str
    lines: tuple[Line, ...]
    loss: int

    def text(self) -> str:
        effect = f"costs {self.target_title} {points(self.loss)}" if self.loss else "does no harm"
        return f"{self.title} strikes {self.target_title} and {effect}."

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def effect(self) -> Effect | None:
        return Effect("loss" if self.loss else "nothing", self.text())

    def scene(self) -> Scene:
        losses = (Loss(self.target, self.loss),) if self.loss else ()
        return Scene(where=(self.unit, self.target), losses=losses)


class Fled(Event, frozen=True, kw_only=True):
    """A unit withdraws or runs, or has left the table."""

    unit: str
    title: str
    how: str
    start: str
    to: str

    def text(self) -> str:
        return f"{self.title} {self.how}."

    def effect(self) -> Effect | None:
        return Effect("retreat" if self.how == "withdraws" else "rout", self.text())

    def scene(self) -> Scene:
        return Scene(where=(self.unit,), moves=(Move((self.unit,), self.start, self.to),))


class Lost(Event, frozen=True, kw_only=True):
    """A unit is gone."""

    unit: str
    title: str
    fate: str

    def text(self) -> str:
        return f"{self.title} {self.fate}."

    def effect(self) -> Effect | None:
        return Effect("destruction", self.text())


class Returned(Event, frozen=True, kw_only=True):
    """A unit is off the table for a while, or comes back. [honor_glory:48.0a]"""

    topic: ClassVar[str] = "return of units"

    unit: str
    what: str

    def text(self) -> str:
        return f"{self.what}."


class Battered(Event, frozen=True, kw_only=True):
    """A grand battery costs its target a point. [honor_glory:68.2]"""

    unit: str
    title: str
    loss: int

    def text(self) -> str:
        return f"The grand battery costs {self.title} {points(self.loss)} more."

    def effect(self) -> Effect | None:
        return Effect("loss", self.text())


class Concealed(Event, frozen=True, kw_only=True):
    """Whether the target of a shot lies in dead ground. [honor_glory:37.1]"""

    topic: ClassVar[str] = "dead ground"

    unit: str
    title: str
    hidden: bool

    def text(self) -> str:
        found = "lies in dead ground and cannot be hit" if self.hidden else "can be seen"
        return f"{self.title} {found}."


class AtRiver(Event, frozen=True, kw_only=True):
    """A unit at a river fords or bridges it, or does not. [honor_glory:49.c1]"""

    unit: str
    title: str
    what: str

    def text(self) -> str:
        return f"{self.title} {self.what}."


class Taken(Event, frozen=True, kw_only=True):
    """A unit takes something of the enemy's."""

    unit: str
    title: str
    what: str

    def text(self) -> str:
        return f"{self.title} takes {self.what}."


class Leaderless(Event, frozen=True, kw_only=True):
    """What a unit without a commander does. [honor_glory:OP7.1]"""

    unit: str
    title: str
    wish: str

    def text(self) -> str:
        does = {
            "attack_nearest": "attacks the nearest enemy",
            "to_commander": "looks for a commander",
            "free": "obeys",
        }
        return f"{self.title} has no commander and {does[self.wish]}."


class CoverHit(Event, frozen=True, kw_only=True):
    """Cover is damaged, or a fire in it is fought. [honor_glory:OP10.1.4]"""

    piece: str
    loss: int
    left: int
    fire: str = ""

    def text(self) -> str:
        if self.fire:
            return f"The fire at {self.piece}: {self.fire.replace('_', ' ')}."
        return f"{self.piece} loses {self.loss} of its defence value and has {self.left} left."


class Seen(Event, frozen=True, kw_only=True):
    """A unit that was not on the table is placed. [honor_glory:14.3b]"""

    unit: str
    title: str

    def text(self) -> str:
        return f"{self.title} comes into sight."


class OnTheFlank(Event, frozen=True, kw_only=True):
    """A flank march was tested for. [honor_glory:OP6.2]"""

    side: Side
    edge: str
    units: tuple[str, ...]
    over: bool

    def text(self) -> str:
        who = f"The {self.side.title()} flank march"
        if not self.over:
            return f"{who} has not arrived yet."
        return f"{who} comes in from the {self.edge}: {', '.join(self.units) or 'nobody'}."


class Chosen(Event, frozen=True, kw_only=True):
    """A side has chosen or changed something before the battle. [honor_glory:8.5]"""

    side: Side
    what: str

    def text(self) -> str:
        if self.what in _CHOSEN:
            return f"The {self.side.title()} side {_CHOSEN[self.what]}."
        return f"The {self.side.title()} side chooses: {self.what}."


class Rated(Event, frozen=True, kw_only=True):
    """A unit shows what it is worth, by OP1. [honor_glory:OP1.2]"""

    unit: str
    title: str
    class_: str

    def text(self) -> str:
        return f"{self.title} turns out to be of class {self.class_}."
