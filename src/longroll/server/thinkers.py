"""Where the computer players think: in processes of their own, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from longroll.ai import Advice, Player
from longroll.kernel.battle import Battle
from longroll.kernel.errors import LongrollError
from longroll.kernel.memory import spare_collections
from longroll.kernel.state import freeze
from longroll.server.opponents import Turn, advice, take_turn

T = TypeVar("T")

#: How often a turn is started again after a process has died.
_TRIES = 3


class BadSetting(LongrollError):
    """An environment variable that makes no sense."""


def default_count() -> int:
    """LONGROLL_THINKERS, or one process fewer than there are processors."""
    text = os.environ.get("LONGROLL_THINKERS", "").strip()
    if not text:
        return max(1, (os.cpu_count() or 1) - 1)
    if not text.isdecimal() or not 0 <= int(text) <= 60:
        raise BadSetting(f"LONGROLL_THINKERS should be a number from 0 to 60, not {text!r}")
    return int(text)


class Thinkers:
    """Processes for the players of all battles, started at the first turn; 0 means a thread."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: Executor | None = None

    async def think(self, battle: Battle, players: Mapping[str, Player]) -> Turn:
        """A turn of the computer in a battle, which is only read."""
        return await self._try(
            partial(take_turn, battle.system.slug, freeze(battle.state), dict(players))
        )

    async def advise(self, battle: Battle) -> Advice:
        """Advice for the side that is asked in a battle, which is only read."""
        return await self._try(partial(advice, battle.system.slug, freeze(battle.state)))

    async def _try(self, errand: Callable[[], T]) -> T:
        for _ in range(_TRIES - 1):
            pool = self._begun()
            try:
                return await self._sent(pool, errand)
            except BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
        return await self._sent(self._begun(), errand)

    async def close(self) -> None:
        """End the processes; a turn in progress is finished first."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    def _begun(self) -> Executor:
        if self._pool is None and self._count == 0:
            self._pool = ThreadPoolExecutor(1, thread_name_prefix="longroll-computer")
        elif self._pool is None:
            # Forked processes would inherit the threads' locks in whatever state they are.
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, spawn, initializer=_begin)
        return self._pool

    async def _sent(self, pool: Executor, errand: Callable[[], T]) -> T:
        with _no_interrupt():
            future = pool.submit(errand)
        return await asyncio.wrap_future(future)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C: the server ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """The first thing a process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    spare_collections()
    if hasattr(os, "nice"):
        os.nice(5)  # people have priority
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """End with the server, even if that was killed and could not say so."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)
