"""The computer players: when they think, and in which battles."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Iterable
from weakref import WeakValueDictionary

from longroll.ai import Advice
from longroll.kernel.battle import Battle
from longroll.server import metrics, opponents
from longroll.server.changes import Changes, steps_of
from longroll.server.faults import Fault, NotFound, TooLate
from longroll.server.game import Game
from longroll.server.stored import StoredDecision
from longroll.server.thinkers import Thinkers

log = logging.getLogger("longroll.server")

#: How many battles of one address may have a computer thinking at the same time.
AT_ONCE = 2
#: How long to wait before checking again whether another process still thinks, in seconds.
AGAIN = 2.0


class Computers:
    """Plays the computer's seats in battles that somebody is watching."""

    def __init__(self, changes: Changes, thinkers: Thinkers) -> None:
        self.changes = changes
        self.thinkers = thinkers
        #: How many are thinking or waiting for their turn.
        self.busy = 0
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def close(self, games: Iterable[Game]) -> None:
        tasks = [game.computer for game in games if game.computer is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinkers.close()

    def wake(self, game: Game) -> None:
        """Let the computer answer, if it is asked and not already thinking."""
        if game.computer is None and _is_asked(game):
            game.computer = asyncio.create_task(self._answer(game))

    async def advise(self, game: Game, battle: Battle) -> Advice:
        """What a regular would do for the side that is asked, which may be told."""
        async with self._turns.setdefault(game.asked_from, asyncio.Semaphore(AT_ONCE)):
            found = await self.thinkers.advise(battle)
        decision = battle.decision
        if game.battle is not None and game.battle.past is battle.past and decision is not None:
            game.advised[decision.side] = tuple(step.text for step in found.steps)
        return found

    async def _answer(self, game: Game) -> None:
        for seat in game.seats.values():
            if seat.who == "computer" and seat.side not in game.players:
                game.players[seat.side] = opponents.player(game.system.slug, seat.level)
        self.busy += 1
        try:
            # If nobody is watching, it waits until somebody does.
            while _is_asked(game) and game.is_watched():
                if not await self._take_turn(game):
                    await asyncio.sleep(AGAIN)
        except Fault:
            metrics.FAILURES.add()
            log.exception("the computer gave up on battle %s for now", game.id)
        except Exception as error:
            trace = traceback.format_exc()
            async with game.lock:
                await self._failed(game, type(error).__name__, trace)
        finally:
            self.busy -= 1
            game.computer = None

    async def _take_turn(self, game: Game) -> bool:
        """Think once and play the result; False if another process is doing it."""
        storage = self.changes.storage
        if not await storage.claim(game.id):
            return False
        try:
            battle = game.begun().battle
            # One address with many battles must not keep everybody else waiting.
            async with self._turns.setdefault(game.asked_from, asyncio.Semaphore(AT_ONCE)):
                turn = await self.thinkers.think(battle, game.players)
            async with game.lock:
                if game.battle is battle and _is_asked(game):  # otherwise something was taken back
                    game.players = turn.players
                    if turn.thoughts:
                        trial, steps = await self.changes.pools.playing.run(_follow, game, turn)
                        await self.changes.append(game, trial, steps)
                        await self.changes.tell(game)
                    if turn.failure:
                        await self._failed(game, turn.failure, turn.trace)
        except (TooLate, NotFound):
            pass  # another process continued or removed the battle
        finally:
            await storage.release(game.id)
        return True

    async def _failed(self, game: Game, failure: str, trace: str) -> None:
        """Let a battle wait for its players, who are told what happened to the computer's."""
        metrics.FAILURES.add()
        log.error("the computer player failed in battle %s\n%s", game.id, trace)
        game.has_failed(failure)
        await self.changes.tell(game)


def _is_asked(game: Game) -> bool:
    battle = game.battle
    if battle is None or game.is_over() or game.failure() is not None:
        return False
    decision = battle.decision
    return decision is not None and not game.seats[decision.side].is_human


def _follow(game: Game, turn: opponents.Turn) -> tuple[Battle, list[StoredDecision]]:
    """Play what the computer chose."""
    trial = game.begun().battle.copy()
    reasons: dict[int, str] = {}
    for thought in turn.thoughts:
        trial.play(thought.choice)
        reasons[trial.past.number] = thought.reason
    return trial, steps_of(game, trial, reasons)
