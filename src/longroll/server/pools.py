"""The threads in which rules run, so that the event loop never waits for them.

What is played, what is asked and what is played again have threads of their own: however many
odds or uploads are wanted, a choice finds a thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from longroll.server.faults import Busy

T = TypeVar("T")
P = ParamSpec("P")

#: So many questions of one kind may wait before further ones are turned away.
QUEUE = 200


class Pool:
    """A few threads, and a queue that does not grow without end."""

    def __init__(self, name: str, threads: int, queue: int = QUEUE) -> None:
        self.name = name
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"longroll-{name}")
        self._queue = queue
        self.waiting = 0

    async def run(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do it in a thread; Busy where too much waits already."""
        if self.waiting >= self._queue:
            raise Busy("server", "too much is asked at once: try again")
        self.waiting += 1
        try:
            done = self._threads.submit(work, *args, **more)
            return await asyncio.wrap_future(done)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


class Pools:
    """All the threads of a server process."""

    def __init__(self) -> None:
        #: Choices, and the moments after them.
        self.playing = Pool("play", 8, 10_000)
        #: Odds, previews, sights, reasons.
        self.asking = Pool("ask", 2)
        #: Battles that are opened.
        self.opening = Pool("open", 2, 10_000)
        #: Records, whole battles and whatever else may take seconds.
        self.replaying = Pool("replay", 1)
        self.all = (self.playing, self.asking, self.opening, self.replaying)

    def close(self) -> None:
        for pool in self.all:
            pool.close()


class Question:
    """A question whose asker may go away: the work looks at `is_off` now and then."""

    def __init__(self) -> None:
        self._off = threading.Event()

    @property
    def is_off(self) -> bool:
        return self._off.is_set()

    def call_off(self) -> None:
        self._off.set()
