"""What a server process counts, in the text format that Prometheus reads. See docs/hosting.md.

Counters and histograms are changed only in the event loop, so they need no lock. What can be read
at any time is read when it is asked for.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from longroll.server.games import Games

#: Several workers share one port, and a scrape reaches any of them: each identifies itself.
_WORKER = {} if multiprocessing.parent_process() is None else {"worker": str(os.getpid())}


class _Metric(Protocol):
    def lines(self) -> Iterator[str]: ...


class Counter:
    """A number that only grows; with a label, one for each value it has had."""

    def __init__(
        self, name: str, meaning: str, label: str = "", values: Sequence[str] = ()
    ) -> None:
        self.name, self.meaning, self.label = name, meaning, label
        self._counts = dict.fromkeys(values, 0) if label else {"": 0}

    def add(self, value: str = "", count: int = 1) -> None:
        self._counts[value] = self._counts.get(value, 0) + count

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.meaning, "counter")
        for value, count in sorted(self._counts.items()):
            yield _sample(self.name, {self.label: value} if self.label else {}, count)


class Histogram:
    """How long something took, in buckets of seconds."""

    def __init__(self, name: str, meaning: str, bounds: Sequence[float]) -> None:
        self.name, self.meaning, self.bounds = name, meaning, bounds
        self._counts = [0] * len(bounds)
        self._count, self._sum = 0, 0.0

    def observe(self, seconds: float) -> None:
        self._count += 1
        self._sum += seconds
        for place, bound in enumerate(self.bounds):
            self._counts[place] += seconds <= bound

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Observe how long the block inside takes, however it ends."""
        began = monotonic()
        try:
            yield
        finally:
            self.observe(monotonic() - began)

    def lines(self) -> Iterator[str]:
        yield from _head(self.name, self.meaning, "histogram")
        for bound, count in zip(self.bounds, self._counts, strict=True):
            yield _sample(f"{self.name}_bucket", {"le": f"{bound:g}"}, count)
        yield _sample(f"{self.name}_bucket", {"le": "+Inf"}, self._count)
        yield _sample(f"{self.name}_sum", {}, round(self._sum, 6))
        yield _sample(f"{self.name}_count", {}, self._count)


_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

CREATED = Counter("longroll_battles_created_total", "Battles begun, including those from records.")
DECISIONS = Counter(
    "longroll_decisions_total", "Small steps that were stored.", "who", ("human", "computer")
)
FAILURES = Counter("longroll_computer_failures_total", "Computer players that failed.")
FAULTS = Counter("longroll_faults_total", "Requests and frames that were refused.", "status")
SLOW = Counter("longroll_slow_clients_total", "Sockets closed because they fell behind.")
CHOICE = Histogram("longroll_choice_seconds", "From a choice to the moment after it.", _BOUNDS)
STORE = Histogram("longroll_store_seconds", "From a query to the database's answer.", _BOUNDS)

_METRICS: tuple[_Metric, ...] = (CREATED, DECISIONS, FAILURES, FAULTS, SLOW, CHOICE, STORE)


def text(games: Games) -> str:
    """All metrics, in the text format."""
    lines = [line for metric in _METRICS for line in metric.lines()]
    return "\n".join([*lines, *_gauges(games), ""])


def _gauges(games: Games) -> Iterator[str]:
    living = list(games.living.values())
    sockets = sum(len(game.listeners) for game in living)
    yield from _gauge("longroll_battles_living", "Battles in memory.", len(living))
    yield from _gauge("longroll_sockets", "Live connections.", sockets)
    yield from _gauge(
        "longroll_computers_busy",
        "Battles whose computer is thinking or waiting.",
        games.computers.busy,
    )
    name = "longroll_pool_waiting"
    yield from _head(name, "Work waiting for a thread or running in one.", "gauge")
    for pool in games.pools.all:
        yield _sample(name, {"pool": pool.name}, pool.waiting)
    if _OF_THIS.exists():
        pages = int((_OF_THIS / "statm").read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        files = sum(1 for _ in (_OF_THIS / "fd").iterdir())
        yield from _gauge("longroll_memory_bytes", "Memory of this process.", memory)
        yield from _gauge("longroll_open_files", "Files and connections open.", files)


_OF_THIS = Path("/proc/self")


def _gauge(name: str, meaning: str, value: float) -> Iterator[str]:
    yield from _head(name, meaning, "gauge")
    yield _sample(name, {}, value)


def _head(name: str, meaning: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"


def _sample(name: str, labels: Mapping[str, str], value: float) -> str:
    """One line. No label here has a value that would need escaping.

    >>> _sample("longroll_faults_total", {"status": "404"}, 2)
    'longroll_faults_total{status="404"} 2'
    """
    pairs = ",".join(f'{label}="{value}"' for label, value in {**labels, **_WORKER}.items())
    return f"{name}{{{pairs}}} {value}" if pairs else f"{name} {value}"
