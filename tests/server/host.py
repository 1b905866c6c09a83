"""A server of its own process, without limits, for the tests that kill it or load it.

    python -m tests.server.host DATABASE_URL [PORT [DRAIN]]

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

from tests.server.tables import FREE

ROOT = Path(__file__).parents[2]


class Host:
    """A running server process."""

    def __init__(self, module: str, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
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

    def kill(self) -> None:
        """As kill -9 does: nothing in it gets a word in."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def main(url: str, port: str = "0", drain: str = "0") -> None:
    from longroll.server.app import create_app
    from longroll.server.running import run
    from longroll.server.upkeep import Upkeep

    listening = socket.create_server(("127.0.0.1", int(port)), backlog=1024)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    run(listening, address, url, app=create_app(url, FREE, upkeep=Upkeep(drain=float(drain))))


if __name__ == "__main__":
    main(*sys.argv[1:])
