"""Workers under a supervisor, for the tests that end them.

    python -m tests.server.crew KIND COUNT [DATABASE_URL]

KIND is `server` for the real one, or names a function below. The first line says when and where.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial

from longroll.server.workers import supervise


def pid(listening: socket.socket, ready: Callable[[], None]) -> None:
    """Tell every caller which process this is; wait a moment before stopping."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    ready()
    while True:
        connection, _ = listening.accept()
        with connection:
            connection.sendall(str(os.getpid()).encode())


def broken(listening: socket.socket, ready: Callable[[], None]) -> None:
    """Fail before being ready."""
    sys.exit(3)


def main(kind: str, count: str, url: str = "") -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    if kind == "server":
        from longroll.server.database import prepare
        from longroll.server.running import Settings, serve
        from tests.server.tables import FREE

        prepare(url)
        work = partial(serve, listening, Settings(url, FREE, thinkers=0))
    else:
        work = partial(globals()[kind], listening)
    supervise(int(count), work, lambda: print(address, flush=True), listening.close)


if __name__ == "__main__":
    main(*sys.argv[1:])
