"""What plays the battles of a run: processes of this machine, or a cluster of Dask or Ray.

Each is an `Executor` of the standard library, so a run does not know which one it has.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from longroll.kernel.errors import LongrollError
from longroll.kernel.memory import spare_collections

T = TypeVar("T")

ENGINES = ("local", "dask", "ray")


class NoEngine(LongrollError):
    """An engine that is not installed, or a cluster that does not answer."""


class Crew(NamedTuple):
    """An executor, how many battles it plays at once, and what it raises when a worker dies."""

    executor: Executor
    workers: int
    died: tuple[type[Exception], ...]


@contextmanager
def crew(engine: str = "local", workers: int = 0, address: str = "") -> Iterator[Crew]:
    """Workers of an engine; 0 of them are as many as there are processors.

    `address` is that of a running cluster; without it, Dask and Ray start one on this machine.
    """
    if engine not in ENGINES:
        raise NoEngine(f"no engine {engine!r}: choose from {', '.join(ENGINES)}")
    if engine == "local" and address:
        raise NoEngine("--address is for a cluster: add --engine dask or --engine ray")
    many = workers or os.cpu_count() or 1
    with {"local": _local, "dask": _dask, "ray": _ray}[engine](many, address) as found:
        yield found


@contextmanager
def _local(workers: int, address: str) -> Iterator[Crew]:
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=begin_worker
    )
    try:
        yield Crew(pool, workers, (BrokenExecutor,))
    finally:
        # Whoever leaves early does not wait for battles that nobody will count.
        processes = list(getattr(pool, "_processes", None) or {}).copy()
        pool.shutdown(wait=False, cancel_futures=True)
        for pid in processes:
            _end(pid)


def _end(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGTERM)


def begin_worker() -> None:
    """What a process does before its first battle: it ends when its parent does, however that
    ends, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    spare_collections()
    Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _dask(workers: int, address: str) -> Iterator[Crew]:
    try:
        from distributed import Client, KilledWorker, LocalCluster
    except ImportError:
        raise NoEngine("Dask is not installed: pip install 'longroll[dask]'") from None
    cluster = None
    try:
        if not address:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        client = Client(address or cluster, timeout=10)
    except OSError as error:
        raise NoEngine(f"no Dask scheduler at {address}: {error}") from None
    try:
        threads = sum(client.nthreads().values())
        # Dask would compute equal tasks once, and keep what it computed: neither is wanted.
        yield Crew(client.get_executor(pure=False), threads or workers, (KilledWorker,))
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


class _RayExecutor(Executor):
    """Ray's remote functions behind the interface of the standard library."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._remote: dict[Any, Any] = {}

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        if fn not in self._remote:
            self._remote[fn] = self._ray.remote(max_retries=3, num_cpus=1)(fn)
        return self._remote[fn].remote(*args, **kwargs).future()  # type: ignore[no-any-return]


@contextmanager
def _ray(workers: int, address: str) -> Iterator[Crew]:
    # Ray reads these when it is imported. Nothing about a run is anybody else's business.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise NoEngine("Ray is not installed: pip install 'longroll[ray]'") from None
    here = (
        {"address": address}
        if address
        else {"num_cpus": workers, "include_dashboard": False, "object_store_memory": 10**8}
    )
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoEngine(f"no Ray cluster at {address or 'this machine'}: {error}") from None
    try:
        processors = int(ray.cluster_resources().get("CPU", workers))
        died = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError)
        yield Crew(_RayExecutor(ray), processors, died)
    finally:
        ray.shutdown()
