"""One battle on the server: who sits where, what was played, who is looking on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from longroll.ai import Player
from longroll.kernel.battle import Battle, Played, View, begin_position
from longroll.kernel.dice import Committed, Dice, Scripted, Seeded
from longroll.kernel.errors import LongrollError
from longroll.kernel.system import System, system_named
from longroll.server.faults import Broken, NotFound, TooLate
from longroll.server.seats import SPECTATOR, Seat
from longroll.server.storage import StoredBattle, StoredDecision
from longroll.server.wire import DiceFacts, Entry, Moment, Pending, encode

#: A copy of the battle is kept every so many decisions, so that any moment is near one.
EVERY = 50
#: Frames a slow client may fall behind before it is let go.
BEHIND = 200


class Listener:
    """A live connection of a seat. None in the queue ends it."""

    __slots__ = ("after", "queue", "seat")

    def __init__(self, seat: Seat, after: int) -> None:
        self.seat = seat
        self.after = after
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        self.queue.put_nowait(None if self.queue.qsize() >= BEHIND else frame)


class Game:
    """A battle in memory. Whoever changes it holds the lock."""

    def __init__(self, stored: StoredBattle) -> None:
        self.id = stored.id
        self.stored = stored
        self.system: System[Any] = system_named(stored.system)
        self.seats = {seat.side: seat for seat in stored.seats}
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        #: A take-back somebody asked for: to which decision, and which side.
        self.asked_back = stored.asked_back
        self.computer: asyncio.Task[None] | None = None
        #: None until every human seat has brought its nonce.
        self.battle: Battle | None = None
        #: For each decision the first step of the gesture it belongs to.
        self.gestures: list[int] = []
        #: What the computer thought at a decision.
        self.reasons: dict[int, str] = {}
        self.players: dict[str, Player] = {}
        self._kept: dict[int, Battle] = {}

    # The battle

    def awaited(self) -> list[str]:
        """The sides nobody has taken yet."""
        return [side for side in self.system.sides if self.seats[side].is_awaited]

    def dice(self) -> Dice:
        dice = self.stored.dice
        if dice.faces is not None:
            return Scripted(dice.faces)
        if dice.secret is None:
            return Seeded(0 if dice.seed is None else dice.seed)
        nonces = dice.nonces if dice.nonces is not None else tuple(self.nonces().values())
        return Committed(dice.secret, nonces)

    def nonces(self) -> dict[str, str]:
        """The nonces that came so far, in the order of the sides."""
        found = ((side, self.seats[side].nonce) for side in self.system.sides)
        return {side: nonce for side, nonce in found if nonce is not None}

    def start(self) -> Battle:
        """The battle before its first decision."""
        stored = self.stored
        if stored.position is not None:
            state = self.system.from_position(stored.position)
            return begin_position(self.system, stored.position, state, self.dice())
        state = self.system.start(stored.scenario, self.system.read_options(stored.options))
        return Battle(self.system, state, self.dice())

    def begin(self) -> None:
        self.set(self.start(), [])

    def rebuild(self, past: Sequence[StoredDecision]) -> None:
        """Play again what the store has; Broken where the installed rules come out elsewhere."""
        if self.awaited():
            return
        try:
            battle = self.start()
        except LongrollError as error:
            raise Broken(f"battle {self.id}", str(error)) from None
        self._kept = {0: battle.copy()}
        for step in past:
            where = f"battle {self.id}, decision {step.number}"
            note = f"(kept with rules version {self.stored.version}, now {self.system.version})"
            try:
                battle.play(step.choice)
            except LongrollError as error:
                raise Broken(where, f"{error} {note}") from None
            if battle.past.number != step.number or battle.past.faces != step.faces:
                raise Broken(where, f"it replays differently {note}")
            if step.digest and battle.hash() != step.digest:
                raise Broken(where, f"the state differs {note}")
            if step.number % EVERY == 0:
                self._kept[step.number] = battle.copy()
        self.battle = battle
        self.gestures = [step.gesture for step in past]
        self.reasons = {step.number: step.reason for step in past if step.reason}

    def set(self, battle: Battle, gestures: list[int]) -> None:
        """The battle is now this one."""
        number = battle.past.number
        self.battle, self.gestures = battle, gestures
        self.asked_back = None
        self._kept = {at: kept for at, kept in self._kept.items() if at <= number}
        if number - max(self._kept, default=-EVERY) >= EVERY:
            self._kept[number] = battle.copy()
        for listener in self.listeners:
            listener.after = min(listener.after, number)

    def begun(self) -> Battle:
        """The battle, or TooLate while somebody is awaited."""
        if self.battle is None:
            who = " and ".join(side.title() for side in self.awaited())
            raise TooLate("battle", f"it begins when the {who} player sits down")
        return self.battle

    def at(self, number: int) -> Battle:
        """The battle as it stood after a decision."""
        battle = self.begun()
        if number > battle.past.number:
            raise NotFound("at", f"there is no decision {number}: the last is {battle.past.number}")
        start = max(at for at in self._kept if at <= number)
        twin = self._kept[start].copy()
        for played in list(since(battle, start))[: number - start]:
            assert played.choice is not None
            twin.play(played.choice)
        return twin

    def steps(
        self, trial: Battle, reasons: Mapping[int, str] | None = None
    ) -> list[StoredDecision]:
        """What a battle has beyond this one: a player's gesture, or what the computer thought."""
        before = self.begun().past.number
        trial.hash()
        return [
            StoredDecision(
                number=played.number,
                gesture=played.number if reasons else before + 1,
                side=played.side,
                choice=str(played.choice),
                faces=played.faces,
                digest=played.digest,
                reason=(reasons or {}).get(played.number, ""),
            )
            for played in since(trial, before)
        ]

    def is_owned_by_one(self) -> bool:
        """Whether one person has every seat."""
        return all(self.seats[side].who == "me" for side in self.system.sides)

    def has_human_opponent(self, seat: Seat) -> bool:
        others = (self.seats[side] for side in self.system.sides if side != seat.side)
        return not self.is_owned_by_one() and any(other.is_human for other in others)

    def may_undo(self, seat: Seat) -> bool:
        battle = self.battle
        if battle is None or battle.past.number == 0 or battle.past.side != seat.side:
            return False
        try:
            battle.copy().undo()
        except LongrollError:
            return False
        return True

    # What a seat may know

    def view(self, seat: Seat, battle: Battle | None = None) -> View:
        battle = battle or self.battle
        if battle is not None:
            return battle.view(seat.side)
        stored = self.stored
        state = self.system.start(stored.scenario, self.system.read_options(stored.options))
        return View(
            system=self.system.slug,
            scenario=stored.scenario,
            side=seat.side,
            facts=self.system.facts(state, seat.side),
            waiting_for=next(iter(self.awaited()), None),
            decision=None,
            result=None,
        )

    def moment(self, seat: Seat, after: int, at: int | None = None) -> bytes:
        """A Moment in JSON: now, or as it was after decision `at`."""
        battle = self.battle if at is None else self.at(at)
        asked = self.asked_back or (None, None)
        return encode(
            Moment(
                battle=self.id,
                seat=seat.side,
                number=battle.past.number if battle is not None else 0,
                after=after,
                view=self.view(seat, battle),
                log=list(self.entries(battle, seat, after)) if battle is not None else [],
                names={side: self._name(self.seats[side], seat) for side in self.system.sides},
                dice=self.dice_facts(),
                undo=at is None and self.may_undo(seat),
                pending=Pending(asked[0], asked[1], self.awaited()),
            )
        )

    def entries(self, battle: Battle, seat: Seat, after: int) -> Iterator[Entry]:
        """The log after a decision, as the seat may know it."""
        over = self.battle is not None and self.battle.result is not None
        told = over or self.stored.open_book
        for played in since(battle, after):
            for event in played.events:
                seen = event.seen_by(seat.side)
                if seen is not None:
                    yield Entry(
                        number=played.number,
                        side=played.side,
                        text=seen.text(),
                        rules=seen.rules,
                        details=seen.details(),
                        dice=tuple(roll.value for roll in seen.rolls),
                        kind=type(seen).__name__,
                        reason=self.reasons.get(played.number, "") if told else "",
                    )

    def dice_facts(self) -> DiceFacts:
        """The commitment; the secret only when no die of this battle can fall any more."""
        commitment, nonces = self.stored.commitment, self.nonces()
        battle = self.battle
        if battle is None or not isinstance(battle.dice, Seeded):
            return DiceFacts(commitment, None, None, nonces)
        if not isinstance(battle.dice, Committed):
            return DiceFacts(commitment, str(battle.dice.seed), None, nonces)
        if battle.result is None:
            return DiceFacts(commitment, None, None, nonces)
        return DiceFacts(commitment, str(battle.dice.seed), battle.dice.secret, nonces)

    def _name(self, seat: Seat, viewer: Seat) -> str:
        if not seat.is_human:
            return "computer"
        mine = seat.side == viewer.side or (self.is_owned_by_one() and viewer.side != SPECTATOR)
        return "me" if mine else "friend"

    def moments(self, wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], bytes]:
        """The present Moment for sides that know the log up to a number."""
        return {(side, after): self.moment(self.seats[side], after) for side, after in wanted}


def as_frame(moment: bytes) -> bytes:
    """A Moment as it goes over the WebSocket."""
    return b'{"type":"moment",' + moment[1:]


def since(battle: Battle, number: int) -> Iterator[Played]:
    """Every decision after `number`, in order."""
    found: list[Played] = []
    one: Played | None = battle.past
    while one is not None and one.number > number:
        found.append(one)
        one = one.before
    return reversed(found)


def sit_down(seat: Seat, nonce: str) -> Seat:
    return msgspec.structs.replace(seat, nonce=nonce)
