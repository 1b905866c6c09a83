"""What happened, with the rules, the dice and the arithmetic behind it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, get_args

import msgspec

from longroll.kernel.dice import Roll

#: Kinds of effect, from harmless to worst. `pin` is any unit held in place, `leader` a leader lost,
#: `other` anything that harms nobody.
Kind = Literal[
    "nothing",
    "other",
    "ammunition",
    "pin",
    "loss",
    "leader",
    "retreat",
    "rout",
    "destruction",
    "capture",
    "end",
]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Effect(msgspec.Struct, frozen=True, gc=False):
    """What an event changed, leaving out the dice."""

    kind: Kind
    text: str


def severity(kind: Kind) -> int:
    """How bad a kind of effect is: 0 if it harms nobody.

    >>> severity("other"), severity("pin") < severity("rout")
    (0, True)
    """
    rank = KINDS.index(kind)
    return rank if rank > KINDS.index("other") else 0


def worst(kinds: Iterable[Kind]) -> Kind:
    """The worst of some kinds.

    >>> worst(["loss", "rout", "nothing"])
    'rout'
    """
    return max(kinds, key=KINDS.index, default="nothing")


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of arithmetic: a value, its reason and its rule."""

    value: int
    reason: str
    rule: str

    def __str__(self) -> str:
        return str(self.detail())

    def detail(self) -> Detail:
        return Detail(f"{self.value:+d}", self.reason, self.rule)


class Detail(msgspec.Struct, frozen=True, gc=False):
    """One line of the details of an event: its value if it has one, what it is, and its rule."""

    value: str
    text: str
    rule: str = ""

    def __str__(self) -> str:
        cited = f" [{self.rule}]" if self.rule else ""
        return f"{self.value} {self.text}{cited}" if self.value else f"{self.text}{cited}"


class Move(msgspec.Struct, frozen=True, gc=False):
    """Units that went from one place to another; not named if the viewer may not know them.

    A unit that entered has no `start`, one that left has no `to`.
    """

    units: tuple[str, ...]
    start: str
    to: str


class Volley(msgspec.Struct, frozen=True, gc=False):
    """Fire or blows from some places, or units on a measured table, against another."""

    start: tuple[str, ...]
    to: str


class Loss(msgspec.Struct, frozen=True, gc=False):
    """What a unit lost, in the points its strength counts; all of them if it is gone."""

    unit: str
    number: int
    gone: bool = False


class Scene(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What an event looks like on a board: where it is, who moves, who fires, who is lost.

    Places are hexes; on a measured table they are the units that stand there, and moves go from
    point to point, such as `12.5,30`. `where` begins with the place that the event is about.
    """

    where: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    shots: tuple[Volley, ...] = ()
    losses: tuple[Loss, ...] = ()


class Begins(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A heading of the log: an event that begins a turn, or a phase of it, perhaps of one side."""

    title: str
    turn: int = 0
    side: str = ""


_NOTHING_TO_SEE = Scene()


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True):
    """Base of every typed event. A system's events add their own facts and supply their text."""

    rules: tuple[str, ...]
    rolls: tuple[Roll, ...] = ()

    #: Whether the side that just chose learns something about the enemy: undo stops here.
    news: ClassVar[bool] = False
    #: Whether the rules make everything done before it final: undo stops here too.
    final: ClassVar[bool] = False
    #: What its dice are about, in a word or two, such as "fire"; its name if it does not say.
    topic: ClassVar[str] = ""

    def bare(self) -> Event:
        """The event itself, where a part of it is kept from some."""
        return self

    def text(self) -> str:
        """The log line, in plain English."""
        raise NotImplementedError

    def details(self) -> list[Detail]:
        """The arithmetic, line by line, for a player who asks why."""
        return [Detail(str(roll.value), roll.purpose) for roll in self.rolls]

    def scene(self) -> Scene:
        """What it looks like on a board."""
        return _NOTHING_TO_SEE

    def begins(self) -> Begins | None:
        """The part of the log that it is the heading of, if any."""
        return None

    def effect(self) -> Effect | None:
        """What changed, if anything: equal effects are one outcome of the odds."""
        return None

    def ledger(self) -> tuple[Line, ...]:
        """The modifiers behind the result, for odds and the log."""
        return ()

    def working(self) -> tuple[Detail, ...]:
        """The arithmetic that leads to the dice, as it is told with the odds: the ledger, unless
        there is more to tell."""
        return tuple(map(Line.detail, self.ledger()))

    def seen_by(self, side: str) -> Event | None:
        """The event as `side` may know it; None if it may not know of it."""
        return self

    def __str__(self) -> str:
        return f"{self.text()} [{', '.join(self.rules)}]"


class BattleEnded(Event, frozen=True, kw_only=True):
    """The battle is over."""

    winner: str | None
    reason: str

    def text(self) -> str:
        who = f"The {self.winner.title()} side wins" if self.winner else "Nobody wins"
        return f"{who}: {self.reason}."

    def effect(self) -> Effect | None:
        return Effect("end", self.text())
