"""A server of its own process, without limits, for the tests that kill it or load it.

    python -m tests.server.host DATABASE_URL [PORT [WORKERS [DRAIN]]]

It says where it listens in its first line.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import IO, Protocol

from tests.server.tables import FREE

ROOT = Path(__file__).parents[2]


class Running(Protocol):
    """What is asked of a process, in the words of `subprocess.Popen`."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, signal: int) -> None: ...


class Forked:
    """A process that is forked from one which has imported and warmed up everything."""

    def __init__(self, arguments: tuple[str, ...], told: Connection) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.server.warm"])
        begin = (arguments, dict(os.environ), told)
        self._process: BaseProcess = context.Process(target=_begin, args=begin)
        self._process.start()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(str(self._process), timeout or 0)
        return self._process.exitcode

    def send_signal(self, signal: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal)


def _begin(arguments: tuple[str, ...], environment: dict[str, str], told: Connection) -> None:
    """The first thing in a forked process."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(told.fileno(), sys.stdout.fileno())
    told.close()
    main(*arguments)


class Host:
    """A running server process."""

    process: Running

    def __init__(self, module: str, *arguments: str, log: IO[str] | None = None) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout is not None
        self._began(process, process.stdout)

    @classmethod
    def warm(cls, *arguments: str) -> Host:
        """The server of this module, begun for a tenth of what a new process costs.

        A process that was forked may do all that another may; it has only not to import again what
        the first has imported. Where none can be forked, a new one is begun.
        """
        if "forkserver" not in multiprocessing.get_all_start_methods():
            return cls("tests.server.host", *arguments)
        ours, theirs = multiprocessing.Pipe(duplex=False)
        host = cls.__new__(cls)
        process = Forked(arguments, theirs)
        theirs.close()
        with ours:
            host._began(process, os.fdopen(os.dup(ours.fileno())))
        return host

    def _began(self, process: Running, output: IO[str]) -> None:
        self.process, self._output = process, output
        line = output.readline()
        found = re.search(r"http://[\d.]+:\d+", line)
        if found is None:
            self.kill()
            raise RuntimeError(f"the server did not start: {line!r}")
        self.address = found[0]

    def family(self) -> set[int]:
        """The process and all that it has begun, where the system tells."""
        found, look = set(), [self.process.pid]
        while look:
            one = look.pop()
            found.add(one)
            for task in Path(f"/proc/{one}/task").glob("*/children"):
                look += map(int, task.read_text().split())
        return found

    def used(self) -> tuple[float, int]:
        """Seconds of CPU and the largest memory in bytes, of the process and all it has begun."""
        seconds, memory = 0.0, 0
        for one in self.family():
            try:
                stat = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
                status = Path(f"/proc/{one}/status").read_text()
            except FileNotFoundError:
                continue
            seconds += (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
            memory += 1024 * int(re.findall(r"VmHWM:\s+(\d+)", status)[0])
        return seconds, memory

    def kill_worker(self, chance: Random) -> None:
        """Kill one of the processes that serve, as kill -9 does."""
        found = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            for one in map(int, task.read_text().split()):
                if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text():
                    found.append(one)
        os.kill(chance.choice(sorted(found)), signal.SIGKILL)

    def kill(self) -> None:
        """As kill -9 does: nothing in it gets a word in."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._output.close()


def main(url: str, port: str = "0", workers: str = "1", drain: str = "0") -> None:
    from longroll.server.running import run
    from longroll.server.upkeep import Upkeep

    listening = socket.create_server(("127.0.0.1", int(port)), backlog=1024)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    upkeep = Upkeep(drain=float(drain))
    run(listening, address, url, limits=FREE, workers=int(workers), upkeep=upkeep)


if __name__ == "__main__":
    main(*sys.argv[1:])
