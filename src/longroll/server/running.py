"""The server as a process: uvicorn around the application."""

from __future__ import annotations

import gc
import logging
import socket
import sys
import threading
import webbrowser

import uvicorn
from litestar import Litestar

from longroll.kernel.memory import BRIEFLY, spare_collections
from longroll.server.app import create_app
from longroll.server.database import default_url, held, prepare


class _Server(uvicorn.Server):
    """Says where it is, once it is there."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _tune()
            print(f"Long Roll is at {self._address} (Ctrl-C stops it)", flush=True)
            if self._browser:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _tune() -> None:
    """What keeps the slowest answers quick."""
    # A full collection stops everybody while it walks every object: most are here to stay.
    gc.collect()
    gc.freeze()
    spare_collections(BRIEFLY)
    # The event loop lets go of the interpreter at every send; it should get it back at once,
    # even while a thread replays a battle.
    sys.setswitchinterval(0.0005)


def run(
    listening: socket.socket,
    address: str,
    database: str | None = None,
    browser: bool = False,
    app: Litestar | None = None,
) -> None:
    """Serve on a socket until interrupted; StoreFault where the database cannot be used."""
    logging.basicConfig(level=logging.WARNING, format="longroll: %(message)s")
    url = database or default_url()
    prepare(url)
    config = uvicorn.Config(
        app or create_app(url),
        # Addresses hold the tokens of the seats, so they are written down nowhere.
        access_log=False,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_per_message_deflate=False,  # for a few kB it costs more time than it saves
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    with held(url):
        _Server(config, address, browser).run(sockets=[listening])
