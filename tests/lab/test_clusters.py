"""Dask and Ray: real clusters of two nodes on this machine, one of which dies midway."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from longroll.lab.battles import Fought
from longroll.lab.engines import NoEngine, crew
from longroll.lab.running import play_run
from longroll.lab.runs import start
from longroll.lab.tables import write_tables
from tests.lab.support import DRILL, played, small

GAMES = 8

pytestmark = pytest.mark.filterwarnings("default")


def tables(folder: Path, fought: list[Fought]) -> dict[str, bytes]:
    """The bytes of every table of a run."""
    from longroll.lab.runs import open_run

    return {path.name: path.read_bytes() for path in write_tables(open_run(folder), fought)}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    pytest.importorskip("pyarrow")
    folder = tmp_path_factory.mktemp("here")
    return tables(folder, played(folder, small(GAMES, DRILL))[1])


def play_and_kill(folder: Path, engine: str, address: str, kill: Callable[[], Any]) -> list[Fought]:
    """Play a run on a cluster; `kill` is called after the second battle."""
    count = 0

    def told(fought: Fought) -> None:
        nonlocal count
        count += 1
        if count == 2:
            kill()

    return play_run(
        start(folder, small(GAMES, DRILL)), partial(crew, engine, address=address), told
    )


@pytest.fixture
def dask() -> Iterator[tuple[str, Callable[[], None]]]:
    """A scheduler and two workers: its address, and what kills one of them."""
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    address = f"tcp://127.0.0.1:{port}"
    node = ["worker", address, "--nthreads=1", "--no-nanny", "--no-dashboard", "--host=127.0.0.1"]
    with ExitStack() as stack:
        processes = [
            stack.enter_context(subprocess.Popen([*command, *arguments], **quiet))  # type: ignore[call-overload]
            for arguments in (
                ["scheduler", "--host=127.0.0.1", f"--port={port}", "--no-dashboard"],
                node,
                node,
            )
        ]
        for process in processes:
            stack.callback(process.kill)
        from distributed import Client

        with Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, processes[1].kill


def test_dask_loses_nothing_when_a_worker_dies(
    tmp_path: Path, dask: tuple[str, Callable[[], None]], expected: dict[str, bytes]
) -> None:
    address, kill = dask
    assert tables(tmp_path, play_and_kill(tmp_path, "dask", address, kill)) == expected


@pytest.fixture
def ray() -> Iterator[tuple[str, Callable[[], None]]]:
    """Two nodes: the address of the first, and what kills the other."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    little = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=little)
    try:
        other = cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
        yield cluster.address, lambda: cluster.remove_node(other, allow_graceful=False)
    finally:
        cluster.shutdown()


def test_ray_loses_nothing_when_a_node_dies(
    tmp_path: Path, ray: tuple[str, Callable[[], None]], expected: dict[str, bytes]
) -> None:
    address, kill = ray
    assert tables(tmp_path, play_and_kill(tmp_path, "ray", address, kill)) == expected


@pytest.mark.parametrize("module, engine", [("distributed", "dask"), ("ray", "ray")])
def test_an_engine_that_is_not_installed_says_how_to_get_it(
    module: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(NoEngine, match=rf"longroll\[{engine}\]"), crew(engine):
        pass


def test_a_local_run_has_no_address() -> None:
    with pytest.raises(NoEngine, match="--engine dask"), crew("local", address="tcp://x"):
        pass
