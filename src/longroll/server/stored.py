"""What the store keeps of a battle, as typed values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from longroll.server.seats import Seat

#: Links of a batch of dice, in the order of the sides.
Links = tuple[str, ...]
DiceKind = Literal["seeded", "scripted", "committed", "linked"]


class StoredDice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the dice of a battle are made from; `kind` says which of it is used."""

    seed: int | str | None = None
    faces: tuple[int, ...] | None = None
    secret: str | None = None
    #: The nonces of a battle that came from a record, as no seat gave them.
    nonces: tuple[str, ...] | None = None
    #: The anchors of linked dice that came from a record, by side.
    anchors: dict[str, str] | None = None
    #: Whether every batch of dice needs a link from both players.
    linked: bool = False
    #: The links of the dice before the first decision.
    start: Links = ()

    @property
    def kind(self) -> DiceKind:
        if self.faces is not None:
            return "scripted"
        if self.secret is None:
            return "seeded"
        return "linked" if self.linked else "committed"


class Bound(msgspec.Struct, frozen=True):
    """A decision that is fixed and waits for the players' links, so that its dice can be rolled.

    `number` and `choice` are the small step that rolls, `said` the whole gesture.
    """

    side: str
    number: int
    choice: str
    said: str
    batch: int
    links: dict[str, str] = {}


class StoredDecision(msgspec.Struct, frozen=True):
    """One small step. A digest is stored after the last step of a gesture."""

    number: int
    gesture: int
    side: str
    choice: str
    faces: tuple[int, ...]
    digest: str
    #: What the computer thought, to be shown when the battle is over.
    reason: str = ""
    #: The batch and the links of its dice, if they are linked.
    batch: int = -1
    links: Links = ()


class StoredBack(msgspec.Struct, frozen=True):
    """Decisions that were taken back: the battle went back to the moment after `to`."""

    to: int
    side: str
    steps: tuple[StoredDecision, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """A battle after a decision, so that it can be opened without replaying it all."""

    number: int
    #: The version of the rules it was made with: it is useless with any other.
    version: str
    digest: str
    rolled: int
    batches: int
    #: How far each seat has counted.
    counts: dict[str, int]
    #: The frozen state, compressed.
    state: bytes


class StoredBattle(msgspec.Struct, frozen=True):
    """All that is stored of a battle besides its decisions."""

    id: str
    system: str
    version: str
    scenario: str
    options: dict[str, Any]
    dice: StoredDice
    commitment: str | None
    seats: tuple[Seat, ...] = ()
    #: Where it began, if not at the beginning of the scenario.
    position: dict[str, Any] | None = None
    #: Whether the computer's reasons are shown at once.
    open_book: bool = False
    #: A take-back that waits for consent: to which decision, and who asks.
    asked_back: tuple[int, str] | None = None
    bound: Bound | None = None
    #: The side that ended it early.
    abandoned: str | None = None
    #: Counts the changes; a writer must know the last one.
    revision: int = 0
    #: How often it went back.
    turned: int = 0
    #: When it was last changed, as far as this process knows.
    changed: str = ""


class Change(msgspec.Struct, frozen=True):
    """One change of a battle: all of it is stored, or none. What is UNSET stays as it was."""

    append: Sequence[StoredDecision] = ()
    #: Decisions after this number are forgotten, or kept as taken back.
    forget_after: int | None = None
    back: StoredBack | None = None
    seat: Seat | None = None
    dice: StoredDice | None = None
    asked_back: tuple[int, str] | UnsetType | None = UNSET
    bound: Bound | UnsetType | None = UNSET
    abandoned: str | None = None
    over: bool = False
    snapshot: Snapshot | None = None


class Loaded(msgspec.Struct, frozen=True):
    """A battle as read from the store: from its snapshot on, or whole."""

    battle: StoredBattle
    #: All decisions, or those after the snapshot.
    past: list[StoredDecision]
    snapshot: Snapshot | None = None
    #: What was taken back, earliest first.
    backs: list[StoredBack] = []
