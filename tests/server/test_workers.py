"""Several processes at one port: looked after, replaced, and let go."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.server.host import ROOT, Host
from tests.server.raw import PATIENCE, Raw

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")


@contextmanager
def crew(*arguments: str) -> Iterator[tuple[Host, int]]:
    host = Host("tests.server.crew", *arguments)
    try:
        yield host, urlsplit(host.address).port or 0
    finally:
        host.kill()


def served_by(port: int) -> int:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        return int(connection.recv(100) or 0)


def is_gone(pid: int) -> bool:
    """Whether a process ends before long."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").exists():
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        time.sleep(0.05)
    return False


def test_a_worker_that_dies_is_replaced() -> None:
    with crew("pid", "2") as (host, port):
        first = served_by(port)
        os.kill(first, signal.SIGKILL)
        assert is_gone(first)
        seen: set[int] = set()
        until = time.monotonic() + PATIENCE
        while len(seen) < 2 and time.monotonic() < until:
            seen.add(served_by(port))
        assert len(seen) == 2
        assert first not in seen
        assert host.process.pid not in seen
        host.process.send_signal(signal.SIGTERM)
        assert host.process.wait(PATIENCE) == 0
        assert all(map(is_gone, seen))


def test_workers_that_are_killed_again_and_again_are_always_replaced() -> None:
    with crew("pid", "1") as (host, port):
        for _ in range(4):  # one more than the failed starts after which it would give up
            worker = served_by(port)
            os.kill(worker, signal.SIGKILL)
            assert is_gone(worker)
        assert served_by(port) > 0
        assert host.process.poll() is None


def test_workers_end_with_whoever_looks_after_them() -> None:
    with crew("pid", "1") as (host, port):
        worker = served_by(port)
        host.kill()
        assert is_gone(worker)


def test_workers_that_cannot_begin_are_given_up() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.server.crew", "broken", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode != 0
    assert "fail to start" in ran.stderr
    assert not ran.stdout


def test_a_real_server_finishes_what_it_does(tmp_path: Path) -> None:
    with crew("server", "1", f"sqlite:///{tmp_path / 'battles.db'}") as (host, port):
        with Raw(port) as connection:
            for _ in range(3):
                connection.send(b"GET /api/systems HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answer = connection.answer()
                assert answer is not None
                assert answer.status == 200
            began = time.monotonic()
            host.process.send_signal(signal.SIGINT)
            assert connection.is_ended()
        assert host.process.wait(PATIENCE) == 0
        assert time.monotonic() - began < 15
