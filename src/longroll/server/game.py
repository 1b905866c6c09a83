"""One battle on the server: who plays which side, what is played, who is watching."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from hashlib import blake2b
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from longroll.ai import Player
from longroll.kernel.battle import Battle, Played, View
from longroll.kernel.dice import Committed, Roll, Seeded, bind, next_link
from longroll.kernel.errors import LongrollError
from longroll.kernel.event import Event, severity
from longroll.kernel.system import System, slug_of, system_named
from longroll.server import metrics
from longroll.server.counting import Counter
from longroll.server.course import Course, since
from longroll.server.faults import Fault, NotFound, NotYours, TooLate
from longroll.server.seats import SPECTATOR, Seat
from longroll.server.stored import Bound, Links, StoredBattle
from longroll.server.wire import (
    Aftermath,
    DiceFacts,
    DiceLuck,
    Entry,
    LinkWanted,
    Moment,
    Pending,
    encode,
)

#: A battle that was asked for within this many seconds still counts as watched.
WATCHED = 30


_TYPE = b'{"type":"moment",'


class Told(NamedTuple):
    """A Moment as a frame in JSON, shared by all listeners who get it.

    Two Moments that differ only in how much of the log they have share a mark.
    """

    frame: bytes
    mark: bytes
    has_log: bool

    @property
    def body(self) -> bytes:
        """The Moment as an answer over HTTP."""
        return b"{" + self.frame[len(_TYPE) :]


class Listener:
    """A live connection of a seat, with the frames still to be sent.

    A client that falls more than `limit` bytes behind is disconnected: it can connect again.
    """

    __slots__ = (
        "_mark",
        "_size",
        "_wakes",
        "after",
        "frames",
        "is_behind",
        "limit",
        "seat",
    )

    def __init__(self, seat: Seat, after: int, limit: int) -> None:
        self.seat = seat
        self.after = after
        self.limit = limit
        self.frames: deque[bytes] = deque()
        self.is_behind = False
        self._size = 0
        self._wakes = asyncio.Event()
        self._mark = b""

    def tell(self, moment: Told) -> None:
        """Send a Moment, unless it says the same as the last one.

        Otherwise the frames would reveal how often the other side has decided in secret.
        """
        if moment.has_log or moment.mark != self._mark:
            self._mark = moment.mark
            self.send(moment.frame)

    def send(self, frame: bytes) -> None:
        self._size += len(frame)
        if self.frames and self._size > self.limit:
            metrics.SLOW.add()
            self.let_go()
        else:
            self.frames.append(frame)
            self._wakes.set()

    def let_go(self) -> None:
        """Send nothing more: the connection is to be closed."""
        self.is_behind = True
        self.frames.clear()
        self._wakes.set()

    async def next(self) -> bytes | None:
        """The next frame; None if the client is to be disconnected."""
        while not self.frames and not self.is_behind:
            self._wakes.clear()
            await self._wakes.wait()
        if self.is_behind:
            return None
        frame = self.frames.popleft()
        self._size -= len(frame)
        return frame


class Game:
    """A battle in memory. Every change holds the lock."""

    def __init__(self, stored: StoredBattle) -> None:
        self.id = stored.id
        self.system: System[Any] = system_named(stored.system)
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.computer: asyncio.Task[None] | None = None
        self.players: dict[str, Player] = {}
        #: What the computer has advised the sides that asked it, and they have not done yet.
        self.advised: dict[str, tuple[str, ...]] = {}
        #: How a computer player failed, and at which decision.
        self._failure: tuple[int, str] | None = None
        #: None until everybody has brought what the dice need.
        self.course: Course | None = None
        #: The links of each batch of linked dice that is in memory.
        self.links: dict[int, Links] = {}
        #: When somebody last asked for it, and from where.
        self.asked_at = monotonic()
        self.asked_from = ""
        #: How often it went back, or was read again.
        self.turned = 0
        self.adopt(stored)

    def adopt(self, stored: StoredBattle) -> None:
        """Take over what the store has of the battle."""
        self.stored = stored
        self.revision = stored.revision
        self.seats = {seat.side: seat for seat in stored.seats}
        #: A take-back that was asked for: to which decision, and by which side.
        self.asked_back = stored.asked_back
        self.bound = stored.bound
        self.abandoned = stored.abandoned

    # Who plays

    def awaited(self) -> list[str]:
        """The sides that still have to give something for the dice."""
        if self.stored.dice.kind not in ("committed", "linked") or self.came_from_a_record():
            return []
        people = [self.seats[side] for side in self.system.sides if self.seats[side].is_human]
        if self.is_owned_by_one() and any(seat.nonce is not None for seat in people):
            return []
        return [seat.side for seat in people if seat.nonce is None]

    def waits_to_begin(self) -> bool:
        """Whether somebody is awaited, or dice are rolled before the first decision."""
        return bool(self.awaited()) or (self.bound is not None and self.bound.number == 0)

    def came_from_a_record(self) -> bool:
        return self.stored.dice.nonces is not None or self.stored.dice.anchors is not None

    def is_owned_by_one(self) -> bool:
        """Whether one person has every human seat."""
        return not any(seat.who == "friend" for seat in self.seats.values())

    def has_every_seat(self) -> bool:
        """Whether one person plays all sides."""
        return all(self.seats[side].who == "me" for side in self.system.sides)

    def has_human_opponent(self, seat: Seat) -> bool:
        others = (self.seats[side] for side in self.system.sides if side != seat.side)
        return not self.is_owned_by_one() and any(other.is_human for other in others)

    def is_watched(self) -> bool:
        """Whether anybody is there for whom the computer should go on."""
        return bool(self.listeners) or monotonic() - self.asked_at < WATCHED

    def anchors(self) -> dict[str, str]:
        """The anchors of linked dice given so far."""
        return self.stored.dice.anchors or self.nonces()

    def nonces(self) -> dict[str, str]:
        """What the seats gave so far, in the order of the sides."""
        found = ((side, self.seats[side].nonce) for side in self.system.sides)
        return {side: nonce for side, nonce in found if nonce is not None}

    # The battle

    @property
    def battle(self) -> Battle | None:
        return self.course.battle if self.course is not None else None

    def begun(self) -> Course:
        """The course of the battle, or TooLate while somebody is awaited."""
        if self.course is None:
            who = " and ".join(side.title() for side in self.awaited() or self.links_awaited())
            raise TooLate("battle", f"it begins when the {who} player sits down")
        return self.course

    def going(self) -> Course:
        """The course of an unfinished battle, or TooLate: one that has ended is final."""
        course = self.begun()
        if course.battle.result is not None:
            raise TooLate("battle", "the battle is over")
        if self.abandoned is not None:
            raise TooLate("battle", f"the {self.abandoned.title()} player has ended the battle")
        if self.bound is not None:
            raise TooLate("battle", "the dice of the last decision are still to be rolled")
        return course

    def is_over(self) -> bool:
        battle = self.battle
        return self.abandoned is not None or (battle is not None and battle.result is not None)

    def undone(self, seat: Seat) -> Battle:
        """The battle without the seat's last gesture; a fault if that cannot be undone."""
        course = self.going()
        battle = course.battle
        if battle.past.number <= course.base or battle.past.side != seat.side:
            raise TooLate("undo", "the last step was not yours")
        # Between people free undo would show dice and take them back: that needs consent.
        strict = self.has_human_opponent(seat)
        trial = battle.copy()
        goal = course.gestures[-1] - 1
        while trial.past.number > goal:
            trial.undo(strict)
        return trial

    def may_undo(self, seat: Seat) -> bool:
        try:
            self.undone(seat)
        except LongrollError:
            return False
        return True

    # Computer players that fail

    def has_failed(self, failure: str) -> None:
        """The computer player that is asked now has failed: it is not asked again."""
        self._failure = self.begun().number, failure

    def forgive(self) -> None:
        """Ask the computer player again."""
        self._failure = None

    def failure(self) -> str | None:
        """What the players are told where the battle waits because a computer player failed."""
        battle = self.battle
        if self._failure is None or battle is None or battle.decision is None:
            return None
        number, how = self._failure
        if number != battle.past.number or self.is_over():
            return None
        side = battle.decision.side.title()
        return f"The computer player of the {side} side failed ({how}); the battle waits."

    # The links of the dice

    def links_awaited(self) -> list[str]:
        """The sides whose links are missing for the decision that is bound."""
        if self.bound is None:
            return []
        return [side for side in self.anchors() if side not in self.bound.links]

    def prove_link(self, side: str, batch: int, link: str) -> None:
        """Raise a fault if a link does not belong to the chain of its side."""
        order = list(self.anchors())
        known = max((one for one, found in self.links.items() if found and one < batch), default=-1)
        goal = self.links[known][order.index(side)] if known >= 0 else self.anchors()[side]
        for _ in range(batch - known):
            link = next_link(link)
        if link != goal:
            raise Fault("link", "it does not belong to the chain that this seat is committed to")

    # What a seat may know

    def view(self, seat: Seat, battle: Battle | None = None) -> View:
        battle = battle or self.battle
        if battle is not None:
            return battle.view(seat.side)
        stored = self.stored
        state = self.system.start(stored.scenario, self.system.read_options(stored.options))
        return View(
            system=self.system.slug,
            scenario=slug_of(stored.scenario),
            side=seat.side,
            facts=self.system.facts(state, seat.side),
            waiting_for=next(iter(self.awaited() or self.links_awaited()), None),
            decision=None,
            result=None,
        )

    def count(self, seat: Seat) -> int:
        """How far the seat has counted."""
        return self.course.counters[seat.side].now if self.course is not None else 0

    def known(self, seat: Seat) -> int:
        """The last count of which the seat has the log: none before the battle has begun."""
        return -1 if self.course is None else self.count(seat)

    def number_at(self, seat: Seat, count: int, where: str) -> int:
        """The decision at which a count of the seat ends."""
        course = self.begun()
        counter = course.counters[seat.side]
        if count > counter.now:
            raise NotFound(where, f"there is no moment {count}: the last is {counter.now}")
        last = counter.last(count)
        return course.number if last is None else last

    def moment(self, seat: Seat, after: int | None, at: int | None = None) -> Told:
        """The moment now, or as it was at the count `at`; without `after` there is no log."""
        battle, course = self.battle, self.course
        now = self.count(seat)
        if at is not None and at != now:
            battle, now = self.begun().at(self.number_at(seat, at, "at")), at
        after = now if after is None else max(min(after, now), self.first(seat) - 1)
        view = self.view(seat, battle)
        if self.bound is not None or self.abandoned is not None:
            view = msgspec.structs.replace(view, decision=None)
        asked = None
        if self.asked_back is not None and course is not None:
            asked = course.counters[seat.side].of(self.asked_back[0])
        written: Any = msgspec.Raw(encode(view))  # the largest part, encoded only once
        moment = Moment(
            battle=self.id,
            seat=seat.side,
            number=now,
            after=now,
            view=written,
            log=[],
            names={side: self._name(self.seats[side], seat) for side in self.system.sides},
            dice=self.dice_facts(seat),
            undo=at is None and self.may_undo(seat),
            pending=Pending(
                asked,
                self.asked_back[1] if self.asked_back is not None else None,
                self.awaited(),
                self.links_awaited(),
                self.failure(),
            ),
            abandoned=self.abandoned,
        )
        body = encode(moment)
        mark = blake2b(body, digest_size=16).digest()
        log = list(self.entries(battle, seat, after)) if battle is not None else []
        if log or after != now:
            body = encode(msgspec.structs.replace(moment, after=after, log=log))
        return Told(_TYPE + body[1:], mark, bool(log))

    def first(self, seat: Seat) -> int:
        """The seat's first count that the log covers: 0 if the whole battle is in memory."""
        course = self.course
        return 0 if course is None or course.base == 0 else course.counters[seat.side].first + 1

    def entries(self, battle: Battle, seat: Seat, after: int) -> Iterator[Entry]:
        """The log after a count, as the seat may know it."""
        course = self.begun()
        counter = course.counters[seat.side]
        told = self.is_over() or self.stored.open_book
        start = counter.began(after) if after >= counter.first else course.base - 1
        for played in since(battle, start):
            for event in played.events:
                seen = event.seen_by(seat.side)
                if seen is not None:
                    yield self._entry(course, counter, played, seen, told)

    def _entry(
        self, course: Course, counter: Counter, played: Played, seen: Event, told: bool = True
    ) -> Entry:
        effect = seen.effect()
        kind = effect.kind if effect is not None else "nothing"
        return Entry(
            number=counter.of(played.number),
            side=played.side,
            text=seen.text(),
            rules=seen.rules,
            details=seen.details(),
            dice=tuple(roll.value for roll in seen.rolls),
            scene=seen.scene(),
            kind=type(seen.bare()).__name__,
            reason=course.reasons.get(played.number, "") if told or self._is_human(played) else "",
            gesture=counter.of(max(course.gesture(played.number), 0)),
            effect=kind,
            severity=severity(kind),
            begins=seen.begins(),
        )

    def _is_human(self, played: Played) -> bool:
        """Whether a person decided: what the log says of that is no secret."""
        return played.side in self.seats and self.seats[played.side].is_human

    def aftermath(self, seat: Seat) -> bytes:
        """All of a battle that is over, in JSON; NotYours before that."""
        if not self.is_over():
            raise NotYours("aftermath", "it reveals hidden facts: it is given when it is over")
        course = self.begun()
        battle = course.battle
        counter = course.counters[seat.side]
        luck: dict[tuple[str, str], list[Roll]] = {}
        log = []
        for played in since(battle, -1):
            for event in played.events:
                log.append(self._entry(course, counter, played, event))
                if event.rolls:
                    luck.setdefault((played.side, words_of(event)), []).extend(event.rolls)
        return encode(
            Aftermath(
                battle=self.id,
                seat=seat.side,
                view=battle.view(seat.side),
                names={side: self._name(self.seats[side], seat) for side in self.system.sides},
                abandoned=self.abandoned,
                log=log,
                facts={side: battle.view(side).facts for side in self.system.sides},
                luck=[
                    DiceLuck(
                        side,
                        what,
                        len(rolls),
                        sum(roll.sides + 1 for roll in rolls) / 2,
                        sum(roll.value for roll in rolls),
                    )
                    for (side, what), rolls in sorted(luck.items())
                ],
            )
        )

    def dice_facts(self, seat: Seat) -> DiceFacts:
        """The commitment; the secret only when no more dice of this battle can be rolled."""
        stored, battle = self.stored, self.battle
        kind, commitment = stored.dice.kind, stored.commitment
        dice = battle.dice if battle is not None else None
        seed = str(dice.seed) if isinstance(dice, Seeded) else None
        if kind in ("seeded", "scripted"):
            return DiceFacts(kind=kind, commitment=None, revealed=seed)
        secret = stored.dice.secret if self.is_over() else None
        if kind == "committed":
            nonces = self.nonces()
            if isinstance(dice, Committed) and self.came_from_a_record():
                nonces = dict(zip(self.system.sides, dice.nonces, strict=False))
            return DiceFacts(
                kind=kind,
                commitment=commitment,
                revealed=seed if secret is not None else None,
                secret=secret,
                nonces=nonces,
            )
        return DiceFacts(
            kind=kind,
            commitment=commitment,
            secret=secret,
            anchors=self.anchors(),
            wanted=self._wanted(seat, self.bound) if self.bound is not None else None,
        )

    def _wanted(self, seat: Seat, bound: Bound) -> LinkWanted | None:
        if seat.side not in self.links_awaited():
            return None
        secret = self.stored.dice.secret or ""
        return LinkWanted(bound.batch, bind(secret, bound.batch, bound.number, bound.choice))

    def _name(self, seat: Seat, viewer: Seat) -> str:
        if not seat.is_human:
            return "computer"
        mine = seat.side == viewer.side or (self.is_owned_by_one() and viewer.side != SPECTATOR)
        return "me" if mine else "friend"


def words_of(event: Event) -> str:
    """What the dice of an event are about: its topic, or else its name.

    >>> from longroll.kernel.event import BattleEnded
    >>> words_of(BattleEnded(rules=(), winner=None, reason=""))
    'battle ended'
    """
    bare = event.bare()
    letters = (f" {one.lower()}" if one.isupper() else one for one in type(bare).__name__)
    return bare.topic or "".join(letters)[1:]
