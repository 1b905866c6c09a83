"""Several processes that do the same work, and their supervisor."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from time import monotonic, sleep

from longroll.kernel.errors import LongrollError

log = logging.getLogger("longroll.server")

#: What a worker does; it calls its argument when it is ready.
Work = Callable[[Callable[[], None]], None]

#: Failed starts in a row, with no worker ready in between, after which the supervisor gives up.
_FAILURES = 3
#: Seconds before the next try after a failed start.
_PAUSE = 0.5
#: Seconds a worker has to finish what it is doing.
_GRACE = 8.0

_spawn = multiprocessing.get_context("spawn")


class WorkersFailed(LongrollError):
    """The workers fail to start."""


class _Worker:
    """One process."""

    def __init__(self, work: Work) -> None:
        self.news, ours = _spawn.Pipe(duplex=False)
        # Not a daemon: it has processes of its own for the computer's players.
        self.process = _spawn.Process(target=_be_a_worker, args=(work, ours))
        self.process.start()
        ours.close()
        self.is_ready = False

    def look(self) -> None:
        if not self.is_ready and self.news.poll():
            try:
                self.is_ready = bool(self.news.recv())
            except EOFError:  # it ended instead
                return


def supervise(
    count: int,
    work: Work,
    ready: Callable[[], None],
    stop: Callable[[], None],
    drain: float = 0,
) -> None:
    """Keep `count` processes running `work` until a signal says to stop.

    `ready` is called once, when all of them are; `stop` before they are asked to finish, for which
    they get `drain` seconds more than it needs.
    """
    with _signals() as told_to_stop:
        workers = [_Worker(work) for _ in range(count)]
        try:
            _look_after(workers, work, ready, told_to_stop)
        finally:
            stop()
            _end(workers, _GRACE + drain)


def _look_after(
    workers: list[_Worker],
    work: Work,
    ready: Callable[[], None],
    told_to_stop: threading.Event,
) -> None:
    failures, said = 0, False
    while not told_to_stop.is_set():
        unready = [worker.news for worker in workers if not worker.is_ready]
        wait([*unready, *(worker.process.sentinel for worker in workers)], timeout=0.25)
        for place, worker in enumerate(workers):
            worker.look()
            if worker.process.is_alive():
                if worker.is_ready:
                    failures = 0
                continue
            if told_to_stop.is_set():
                return
            log.error("a worker ended with code %s", worker.process.exitcode)
            if not worker.is_ready:
                failures += 1
                if failures >= max(_FAILURES, len(workers)):
                    raise WorkersFailed("the workers fail to start; the log says why")
                sleep(_PAUSE)
            workers[place] = _Worker(work)
        if not said and all(worker.is_ready for worker in workers):
            said = True
            ready()


def _end(workers: list[_Worker], grace: float) -> None:
    """Let every worker finish; end those that do not."""
    for worker in workers:
        worker.process.terminate()
    latest = monotonic() + grace
    for worker in workers:
        worker.process.join(max(0.0, latest - monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


@contextmanager
def _signals() -> Iterator[threading.Event]:
    """An event that SIGINT and SIGTERM set."""
    told = threading.Event()
    before = {
        number: signal.signal(number, lambda *_: told.set())
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _be_a_worker(work: Work, news: Connection) -> None:
    # Ctrl-C reaches the whole group, but the parent decides when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_the_parent, daemon=True).start()

    def ready() -> None:
        news.send(True)
        news.close()

    work(ready)


def _follow_the_parent() -> None:
    """Stop when the supervisor is gone, however it ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
