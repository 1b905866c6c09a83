"""All battles of a server: making them, finding them, and every way to change one.

A change is worked out on a copy, written to the store in one transaction, and only then taken
over and told. Rules run in threads; the event loop only passes things on.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Committed, Scripted, Seeded, commitment_to
from longroll.kernel.errors import (
    IllegalChoice,
    LongrollError,
    UndoRefused,
    UnknownSystem,
)
from longroll.kernel.record import read as read_record
from longroll.kernel.record import replay
from longroll.kernel.system import system_named
from longroll.server import opponents
from longroll.server.faults import Fault, NotFound, NotYours, TooLate, Unlawful
from longroll.server.game import Game, Listener, as_frame, since, sit_down
from longroll.server.seats import SPECTATOR, Seat, hash_of, new_nonce, new_token
from longroll.server.storage import Storage, StoredBattle, StoredDecision, StoredDice
from longroll.server.wire import Created, NewBattle, SeatWanted

T = TypeVar("T")
log = logging.getLogger("longroll.server")


class Games:
    """The battles of one server process."""

    def __init__(self, storage: Storage, keep: int = 500) -> None:
        self.storage = storage
        self.keep = keep
        self._games: dict[str, Game] = {}
        self._loading: dict[str, asyncio.Task[Game]] = {}
        self._found: dict[str, tuple[str, str]] = {}
        self._changing: set[asyncio.Task[Any]] = set()
        self._thinking = ThreadPoolExecutor(2, thread_name_prefix="longroll-computer")

    async def close(self) -> None:
        """Finish what is being written, and stop the computers."""
        computers = [game.computer for game in self._games.values() if game.computer is not None]
        for task in computers:
            task.cancel()
        await asyncio.gather(*computers, *self._changing, return_exceptions=True)
        self._thinking.shutdown(wait=False, cancel_futures=True)
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
        secret = secrets.token_hex(32) if wanted.seed is None else None
        return await self._keep(
            wanted.system,
            scenario,
            dict(wanted.options),
            StoredDice(seed=wanted.seed, secret=secret),
            wanted.seats,
            wanted.nonce,
        )

    async def upload(self, text: str) -> Created:
        """Go on with a battle from its record; whoever brings it has every seat."""
        try:
            record = await asyncio.to_thread(read_record, text)
            if record.position is not None:
                raise Unlawful("record", "it begins from a position; only whole battles are taken")
            battle = await asyncio.to_thread(replay, text)
        except Fault:
            raise
        except LongrollError as error:
            raise Unlawful("record", str(error).removeprefix("record: ")) from None
        match battle.dice:
            case Committed() as dice:
                stored = StoredDice(secret=dice.secret, nonces=dice.nonces)
            case Scripted() as dice:
                stored = StoredDice(faces=dice.faces)
            case Seeded() as dice:
                stored = StoredDice(seed=dice.seed)
            case _:
                raise Unlawful("record", "its dice are of no kind this server knows")
        past = [
            StoredDecision(p.number, p.number, p.side, str(p.choice), p.faces, p.digest)
            for p in since(battle, 0)
        ]
        mine = {side: SeatWanted("me") for side in battle.system.sides}
        return await self._keep(
            record.system, record.scenario, dict(record.options), stored, mine, None, past
        )

    async def _keep(
        self,
        slug: str,
        scenario: str,
        options: dict[str, Any],
        dice: StoredDice,
        wanted: Mapping[str, SeatWanted],
        nonce: str | None,
        past: list[StoredDecision] | None = None,
    ) -> Created:
        system = system_named(slug)
        strangers = sorted(set(wanted) - set(system.sides))
        if strangers:
            known = ", ".join(system.sides)
            raise Unlawful("seats", f"{slug} has no side {strangers[0]!r}: there is {known}")
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
        stored = StoredBattle(
            id=secrets.token_urlsafe(9),
            system=slug,
            version=system.version,
            scenario=scenario,
            options=options,
            dice=dice,
            commitment=commitment_to(dice.secret) if dice.secret is not None else None,
            seats=tuple(seats),
        )
        game = Game(stored)
        await asyncio.to_thread(game.rebuild, past or [])
        await self.storage.create(stored, past or [])
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
            await self._announce(game)

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

            def play() -> tuple[Battle, list[StoredDecision]]:
                trial = battle.copy()
                trial.play(text)
                return trial, game.steps(trial)

            trial, steps = await lawfully(play)
            await self._append(game, trial, steps)
            told = await self._tell(game, seat, at)
        self._wake(game)
        return told

    async def _append(self, game: Game, trial: Battle, steps: list[StoredDecision]) -> None:
        try:
            await self.storage.append(game.id, steps)
        except TooLate:
            _, past = await self.storage.load(game.id)
            await asyncio.to_thread(game.rebuild, past)
            await self._announce(game)
            raise
        game.reasons.update({step.number: step.reason for step in steps if step.reason})
        game.set(trial, [*game.gestures, *(step.gesture for step in steps)])

    async def _announce(self, game: Game) -> None:
        """Send every listener what is new; called with the lock held."""
        await self._tell(game, None, -1)

    async def _tell(self, game: Game, seat: Seat | None, after: int) -> bytes:
        """Send every listener what is new, and give a seat what is new after a decision."""
        listeners = list(game.listeners)
        wanted = {(listener.seat.side, listener.after) for listener in listeners}
        if seat is not None:
            wanted.add((seat.side, after))
        made = await asyncio.to_thread(game.moments, wanted) if wanted else {}
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

            def back() -> Battle:
                trial = battle.copy()
                while trial.past.number > goal:
                    trial.undo()
                return trial

            trial = await lawfully(back)
            return await self._truncate(game, seat, trial)

    async def _truncate(self, game: Game, seat: Seat, earlier: Battle) -> bytes:
        number = earlier.past.number
        await self.storage.truncate(game.id, number)
        game.set(earlier, game.gestures[:number])
        told = await self._tell(game, seat, number)
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
            game.asked_back = to, seat.side
            return await self._tell(game, seat, battle.past.number)

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
            game.asked_back = None
            return await self._tell(game, seat, battle.past.number)

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
        loop = asyncio.get_running_loop()
        for seat in game.seats.values():
            if seat.who == "computer" and seat.side not in game.players:
                game.players[seat.side] = opponents.player(game.begun(), seat.level)
        try:
            while self._computer_is_asked(game):
                battle = game.begun()
                trial, reasons = await loop.run_in_executor(
                    self._thinking, opponents.play_on, battle.copy(), game.players
                )
                async with game.lock:
                    if game.battle is not battle:
                        continue  # something was taken back meanwhile
                    steps = await asyncio.to_thread(game.steps, trial, reasons)
                    await self._append(game, trial, steps)
                    await self._announce(game)
        except TooLate:
            pass
        except Exception:
            log.exception("the computer gave up on battle %s", game.id)
        finally:
            game.computer = None


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
    """Run rules in a thread; what they refuse becomes a fault."""
    doing: Awaitable[T] = asyncio.to_thread(work)
    try:
        return await doing
    except IllegalChoice as error:
        raise Unlawful("choice", error.why, error.rule) from None
    except UndoRefused as error:
        raise TooLate("undo", str(error)) from None
    except Fault:
        raise
    except LongrollError as error:
        raise Unlawful("choice", str(error)) from None
