"""The threads in which rules run, so that the event loop never waits for them.

What is played, what is asked, what is counted and what is played again have threads of their own:
however many odds or uploads are wanted, a choice finds a thread. And within each pool the
addresses take turns, so whoever asks for much waits for himself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any, ParamSpec, TypeVar

from longroll.kernel.errors import LongrollError
from longroll.server.faults import Busy

T = TypeVar("T")
P = ParamSpec("P")

#: So many questions of one kind may wait for one address before further ones are turned away.
QUEUE = 50
#: The address for which something is done; "" where it is for nobody in particular.
asker: ContextVar[str] = ContextVar("asker", default="")


class Pool:
    """A few threads, and for each address a line of work that waits for them."""

    def __init__(self, name: str, threads: int, queue: int = QUEUE) -> None:
        self.name = name
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"longroll-{name}")
        self._free = threads
        self._queue = queue
        #: The line whose turn it is comes first.
        self._lines: dict[str, deque[tuple[Callable[[], Any], asyncio.Future[Any]]]] = {}
        self.waiting = 0

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do it in a thread; Busy where too much waits already for the same address."""
        line = self._lines.get(asker.get(), deque())
        if len(line) >= self._queue:
            raise Busy("server", "too much is asked at once: try again")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        line.append((partial(work, *args, **more), done))
        self._lines[asker.get()] = line
        self.waiting += 1
        self._begin()
        try:
            return await done
        finally:
            self.waiting -= 1

    def close(self) -> None:
        for line in self._lines.values():
            for _, done in line:
                done.cancel()
        self._lines.clear()
        self._threads.shutdown(cancel_futures=True)

    def _begin(self) -> None:
        """Give every free thread something to do: the next of the line whose turn it is."""
        while self._free and self._lines:
            whose = next(iter(self._lines))
            line = self._lines.pop(whose)
            work, done = line.popleft()
            if line:
                self._lines[whose] = line
            if not done.done():
                self._free -= 1
                running = asyncio.wrap_future(self._threads.submit(work))
                running.add_done_callback(partial(self._end, done))

    def _end(self, done: asyncio.Future[Any], ran: asyncio.Future[Any]) -> None:
        self._free += 1
        if ran.cancelled():
            done.cancel()
        elif (error := ran.exception()) is None:
            if not done.done():
                done.set_result(ran.result())
        elif not done.done():
            if isinstance(error, LongrollError):
                # Nobody reads where a refusal came from, and its frames may hold megabytes.
                error.__traceback__ = None
            done.set_exception(error)
        self._begin()


class Pools:
    """All the threads of a server process."""

    def __init__(self) -> None:
        #: Choices, and the moments after them.
        self.playing = Pool("play", 8, 10_000)
        #: Previews, sights, reasons, moments of the past: what takes a fraction of a second.
        self.asking = Pool("ask", 2)
        #: Odds.
        self.counting = Pool("count", 1)
        #: Battles that are opened.
        self.opening = Pool("open", 2, 10_000)
        #: Whole battles, which may take seconds.
        self.replaying = Pool("replay", 1)
        #: Records from outside, which may take longer.
        self.uploading = Pool("upload", 1)
        self.all = (
            self.playing,
            self.asking,
            self.counting,
            self.opening,
            self.replaying,
            self.uploading,
        )

    def close(self) -> None:
        for pool in self.all:
            pool.close()
