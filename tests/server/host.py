"""A server of its own process, without limits, for the tests that kill it or load it.

    python -m tests.server.host DATABASE_URL [PORT [WORKERS [DRAIN]]]

It says where it listens in its first line.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import IO

from tests.server.tables import FREE

ROOT = Path(__file__).parents[2]


class Host:
    """A running server process."""

    def __init__(self, module: str, *arguments: str, log: IO[str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
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
        if self.process.stdout is not None:
            self.process.stdout.close()


def main(url: str, port: str = "0", workers: str = "1", drain: str = "0") -> None:
    from longroll.server.running import run
    from longroll.server.upkeep import Upkeep

    listening = socket.create_server(("127.0.0.1", int(port)), backlog=1024)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    upkeep = Upkeep(drain=float(drain))
    run(listening, address, url, limits=FREE, workers=int(workers), upkeep=upkeep)


if __name__ == "__main__":
    main(*sys.argv[1:])
