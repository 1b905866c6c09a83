"""All battles of a server: making them, finding them, and every way to change one.

A change is worked out on a copy, written to the store in one transaction, and only then taken
over and told. Single choices are worked out in the event loop; whatever may take long, like
replaying a battle, in threads; the computer's players think in processes of their own.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec.structs import replace

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Committed, Scripted, Seeded, commitment_to
from longroll.kernel.errors import (
    IllegalChoice,
    LongrollError,
    UndoRefused,
    UnknownSystem,
)
from longroll.kernel.record import Record, replay
from longroll.kernel.record import read as read_record
from longroll.kernel.system import System, system_named
from longroll.server import opponents
from longroll.server.faults import Fault, NotFound, NotYours, TooLate, Unlawful
from longroll.server.game import Game, Listener, as_frame, since, sit_down
from longroll.server.seats import SPECTATOR, Seat, hash_of, new_nonce, new_secret, new_token
from longroll.server.storage import Storage, StoredBattle, StoredDecision, StoredDice
from longroll.server.thinkers import Thinkers
from longroll.server.wire import Created, NewBattle, SeatWanted

T = TypeVar("T")
log = logging.getLogger("longroll.server")


class Games:
    """The battles of one server process."""

    def __init__(self, storage: Storage, thinkers: Thinkers, keep: int = 500) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.keep = keep
        self._games: dict[str, Game] = {}
        self._loading: dict[str, asyncio.Task[Game]] = {}
        self._found: dict[str, tuple[str, str]] = {}
        self._changing: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        """Finish what is being written, and stop the computers."""
        computers = [game.computer for game in self._games.values() if game.computer is not None]
        for task in computers:
            task.cancel()
        await asyncio.gather(*computers, *self._changing, return_exceptions=True)
        await self.thinkers.close()
        for game in self._games.values():
            for listener in game.listeners:
                listener.queue.put_nowait(None)

    # New battles

    async def create(self, wanted: NewBattle) -> Created:
        """Begin a battle as asked for."""
        try:
            system = system_named(wanted.system)
            scenario = system.require_scenario(
                wanted.scenario if wanted.scenario is not None else next(iter(system.scenarios))
            )
            system.read_options(wanted.options)
        except UnknownSystem as error:
            raise Unlawful("body", str(error)) from None
        if any(seat.who == "friend" for seat in wanted.seats.values()):
            if wanted.seed is not None:
                raise Unlawful("seed", "a battle with a friend has dice that nobody can foresee")
            if wanted.open_book:
                raise Unlawful(
                    "open_book", "it tells what the computer thinks: every human seat must be yours"
                )
        secret = new_secret() if wanted.seed is None else None
        stored = _stored(
            system, scenario, wanted.options, StoredDice(seed=wanted.seed, secret=secret)
        )
        stored = replace(stored, open_book=wanted.open_book)
        return await self._keep(stored, wanted.seats, wanted.nonce)

    async def upload(self, text: str) -> Created:
        """Go on with a battle from its record; whoever brings it has every seat."""
        try:
            record = await asyncio.to_thread(read_record, text)
            battle = await asyncio.to_thread(_replayed, text, record)
        except Fault:
            raise
        except LongrollError as error:
            raise Unlawful("record", str(error).removeprefix("record: ")) from None
        stored = _stored(battle.system, record.scenario, record.options, _dice_of(battle))
        stored = replace(stored, position=record.position)
        past = [
            StoredDecision(p.number, p.number, p.side, str(p.choice), p.faces, p.digest)
            for p in since(battle, 0)
        ]
        mine = {side: SeatWanted("me") for side in battle.system.sides}
        return await self._keep(stored, mine, None, past)

    async def _keep(
        self,
        stored: StoredBattle,
        wanted: Mapping[str, SeatWanted],
        nonce: str | None,
        past: Sequence[StoredDecision] = (),
    ) -> Created:
        system = system_named(stored.system)
        strangers = sorted(set(wanted) - set(system.sides))
        if strangers:
            known = ", ".join(system.sides)
            raise Unlawful("seats", f"{system.slug} has no side {strangers[0]!r}: there is {known}")
        tokens: dict[str, str] = {}
        seats: list[Seat] = []
        for side in system.sides:
            want = wanted.get(side, SeatWanted("computer"))
            token_hash = mine = None
            if want.who != "computer":
                tokens[side] = new_token()
                token_hash = hash_of(tokens[side])
            if want.who == "me":
                mine, nonce = nonce or new_nonce(), None
            seats.append(Seat(side, want.who, want.level, token_hash, mine))
        watch = new_token()
        seats.append(Seat(SPECTATOR, "watch", 1, hash_of(watch)))
        stored = replace(stored, seats=tuple(seats))
        game = Game(stored)
        await asyncio.to_thread(game.rebuild, past)
        await self.storage.create(stored, past)
        self._remember(game)
        self._wake(game)
        return Created(stored.id, tokens, watch)

    # Finding one

    async def find(self, token: str) -> tuple[Game, Seat]:
        """The battle and the seat of a token; NotFound where there is none."""
        key = hash_of(token)
        found = self._found.get(key) or await self.storage.find_seat(key)
        if found is None:
            raise NotFound("token", "no seat has this token")
        if len(self._found) > 100_000:
            self._found.clear()
        self._found[key] = found
        id, side = found
        game = await self._get(id)
        return game, game.seats[side]

    async def enter(self, token: str, nonce: str | None = None) -> tuple[Game, Seat]:
        """Find a seat and sit down on it, if nobody has yet: with a nonce, given or drawn."""
        game, seat = await self.find(token)
        if seat.is_awaited:
            await self._changed(self._sit(game, seat, nonce or new_nonce()))
            seat = game.seats[seat.side]
        self._wake(game)
        return game, seat

    async def _sit(self, game: Game, seat: Seat, nonce: str) -> None:
        async with game.lock:
            if not game.seats[seat.side].is_awaited:
                return
            await self.storage.sit(game.id, seat.side, nonce)
            game.seats[seat.side] = sit_down(seat, nonce)
            if not game.awaited():
                await asyncio.to_thread(game.begin)
            self._announce(game)

    async def _get(self, id: str) -> Game:
        game = self._games.pop(id, None)
        if game is not None:
            self._games[id] = game  # the last that was asked for is the last to be let go
            return game
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Game:
        try:
            stored, past = await self.storage.load(id)
            game = Game(stored)
            await asyncio.to_thread(game.rebuild, past)
            self._remember(game)
            return game
        finally:
            del self._loading[id]

    def _remember(self, game: Game) -> None:
        self._games[game.id] = game
        for id, old in list(self._games.items()):
            if len(self._games) <= self.keep:
                break
            if not old.listeners and not old.lock.locked() and old.computer is None:
                del self._games[id]

    # Changing one

    async def choose(self, game: Game, seat: Seat, at: int, text: str) -> bytes:
        """Play a choice or a gesture for a seat: the Moment after it, in JSON."""
        return await self._changed(self._choose(game, seat, at, text))

    async def _choose(self, game: Game, seat: Seat, at: int, text: str) -> bytes:
        async with game.lock:
            battle = asked(game, seat)
            if at != battle.past.number:
                raise TooLate("at", f"the battle is at decision {battle.past.number}, not {at}")

            # A choice takes less time than a thread to hand it to.
            with lawful():
                trial = battle.copy()
                trial.play(text)
            await self._append(game, trial, game.steps(trial))
            told = self._tell(game, seat, at)
        self._wake(game)
        return told

    async def _append(self, game: Game, trial: Battle, steps: list[StoredDecision]) -> None:
        try:
            await self.storage.append(game.id, steps, game.asked_back is not None)
        except TooLate:
            stored, past = await self.storage.load(game.id)
            await asyncio.to_thread(game.rebuild, past)
            game.asked_back = stored.asked_back
            self._announce(game)
            raise
        game.reasons.update({step.number: step.reason for step in steps if step.reason})
        game.set(trial, [*game.gestures, *(step.gesture for step in steps)])

    def _announce(self, game: Game) -> None:
        """Send every listener what is new; called with the lock held."""
        self._tell(game, None, -1)

    def _tell(self, game: Game, seat: Seat | None, after: int) -> bytes:
        """Send every listener what is new, and give a seat what is new after a decision."""
        listeners = list(game.listeners)
        wanted = {(listener.seat.side, listener.after) for listener in listeners}
        if seat is not None:
            wanted.add((seat.side, after))
        made = game.moments(wanted)
        number = game.battle.past.number if game.battle is not None else -1
        for listener in listeners:
            listener.send(as_frame(made[listener.seat.side, listener.after]))
            listener.after = number
        return made[seat.side, after] if seat is not None else b""

    async def undo(self, game: Game, seat: Seat) -> bytes:
        """Take back the seat's last gesture, where nothing was revealed since."""
        return await self._changed(self._undo(game, seat))

    async def _undo(self, game: Game, seat: Seat) -> bytes:
        async with game.lock:
            battle = game.begun()
            if battle.past.number == 0 or battle.past.side != seat.side:
                raise TooLate("undo", "the last step was not yours")
            goal = game.gestures[-1] - 1

            with lawful():
                trial = battle.copy()
                while trial.past.number > goal:
                    trial.undo()
            return await self._truncate(game, seat, trial)

    async def _truncate(self, game: Game, seat: Seat, earlier: Battle) -> bytes:
        number = earlier.past.number
        await self.storage.truncate(game.id, number, game.asked_back is not None)
        game.set(earlier, game.gestures[:number])
        told = self._tell(game, seat, number)
        self._wake(game)
        return told

    async def take_back(self, game: Game, seat: Seat, to: int) -> bytes:
        """Ask to go back to a decision; where nobody else plays, it is done at once."""
        return await self._changed(self._take_back(game, seat, to))

    async def _take_back(self, game: Game, seat: Seat, to: int) -> bytes:
        must_play(seat)
        async with game.lock:
            battle = game.begun()
            if to >= battle.past.number:
                raise TooLate("to", f"the battle is only at decision {battle.past.number}")
            if not game.has_human_opponent(seat):
                return await self._truncate(game, seat, await asyncio.to_thread(game.at, to))
            await self.storage.ask_back(game.id, (to, seat.side))
            game.asked_back = to, seat.side
            return self._tell(game, seat, battle.past.number)

    async def consent(self, game: Game, seat: Seat, agree: bool) -> bytes:
        """Answer a take-back; whoever asked for it may only withdraw it."""
        return await self._changed(self._consent(game, seat, agree))

    async def _consent(self, game: Game, seat: Seat, agree: bool) -> bytes:
        must_play(seat)
        async with game.lock:
            battle = game.begun()
            if game.asked_back is None:
                raise TooLate("consent", "nobody asks for a take-back")
            to, by = game.asked_back
            if agree and by == seat.side:
                raise NotYours("consent", "the other side has to agree")
            if agree:
                return await self._truncate(game, seat, await asyncio.to_thread(game.at, to))
            await self.storage.ask_back(game.id, None)
            game.asked_back = None
            return self._tell(game, seat, battle.past.number)

    async def _changed(self, change: Coroutine[Any, Any, T]) -> T:
        """Run a change to its end, even where whoever asked for it hangs up in the middle."""
        task = asyncio.create_task(change)
        self._changing.add(task)
        task.add_done_callback(self._changing.discard)
        return await asyncio.shield(task)

    # Looking on

    async def listen(self, game: Game, seat: Seat, after: int | None) -> Listener:
        """A new listener, its first frame sent; the caller must `leave`."""
        async with game.lock:
            number = game.battle.past.number if game.battle is not None else -1
            listener = Listener(seat, number if after is None else min(after, number))
            frame = await asyncio.to_thread(game.moment, seat, listener.after)
            listener.send(as_frame(frame))
            listener.after = number
            game.listeners.add(listener)
        return listener

    def leave(self, game: Game, listener: Listener) -> None:
        game.listeners.discard(listener)

    # The computer

    def _wake(self, game: Game) -> None:
        """Let the computer answer, if it is asked and not already at it."""
        if game.computer is None and self._computer_is_asked(game):
            game.computer = asyncio.create_task(self._answer(game))

    def _computer_is_asked(self, game: Game) -> bool:
        decision = game.battle.decision if game.battle is not None else None
        return decision is not None and not game.seats[decision.side].is_human

    async def _answer(self, game: Game) -> None:
        for seat in game.seats.values():
            if seat.who == "computer" and seat.side not in game.players:
                game.players[seat.side] = opponents.player(game.system.slug, seat.level)
        try:
            while self._computer_is_asked(game):
                battle = game.begun()
                turn = await self.thinkers.think(battle, game.players)
                async with game.lock:
                    if game.battle is not battle:
                        continue  # something was taken back meanwhile
                    game.players = turn.players
                    trial, steps = await asyncio.to_thread(_follow, game, turn)
                    await self._append(game, trial, steps)
                    self._announce(game)
        except TooLate:
            pass
        except Exception:
            log.exception("the computer gave up on battle %s", game.id)
        finally:
            game.computer = None


def _follow(game: Game, turn: opponents.Turn) -> tuple[Battle, list[StoredDecision]]:
    """Carry out what the computer chose."""
    trial = game.begun().copy()
    reasons: dict[int, str] = {}
    for thought in turn.thoughts:
        trial.play(thought.choice)
        reasons[trial.past.number] = thought.reason
    return trial, game.steps(trial, reasons)


def _stored(
    system: System[Any], scenario: str, options: Mapping[str, Any], dice: StoredDice
) -> StoredBattle:
    """A new battle with nobody in its seats."""
    return StoredBattle(
        id=secrets.token_urlsafe(9),
        system=system.slug,
        version=system.version,
        scenario=scenario,
        options=dict(options),
        dice=dice,
        commitment=commitment_to(dice.secret) if dice.secret is not None else None,
    )


def _replayed(text: str, record: Record) -> Battle:
    try:
        return replay(text)
    except LongrollError:
        raise
    except Exception:
        # Nobody can list all the nonsense a hand-made position may hold.
        if record.position is None:
            raise
        raise Unlawful("record", "its position makes no sense") from None


def _dice_of(battle: Battle) -> StoredDice:
    match battle.dice:
        case Committed() as dice:
            return StoredDice(secret=dice.secret, nonces=dice.nonces)
        case Scripted() as dice:
            return StoredDice(faces=dice.faces)
        case Seeded() as dice:
            return StoredDice(seed=dice.seed)
    raise Unlawful("record", "its dice are of no kind this server knows")


def must_play(seat: Seat) -> None:
    """NotYours for a spectator."""
    if seat.side == SPECTATOR:
        raise NotYours("seat", "spectators only look on")


def asked(game: Game, seat: Seat) -> Battle:
    """The battle, where the seat is asked; a fault where it is not."""
    must_play(seat)
    battle = game.begun()
    decision = battle.decision
    if decision is None:
        raise TooLate("battle", "the battle is over")
    if decision.side != seat.side:
        raise TooLate("seat", f"the {decision.side.title()} player is asked, not you")
    return battle


async def lawfully(work: Callable[[], T]) -> T:
    """Run rules that may take long in a thread; what they refuse becomes a fault."""
    with lawful():
        return await asyncio.to_thread(work)


@contextmanager
def lawful() -> Iterator[None]:
    """What the rules refuse becomes a fault."""
    try:
        yield
    except IllegalChoice as error:
        raise Unlawful("choice", error.why, error.rule) from None
    except UndoRefused as error:
        raise TooLate("undo", str(error)) from None
    except Fault:
        raise
    except LongrollError as error:
        raise Unlawful("choice", str(error)) from None
