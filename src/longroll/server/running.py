"""The server as a process: uvicorn around the application."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import threading
import webbrowser
from time import monotonic

import uvicorn
from litestar import Litestar

from longroll.kernel.memory import BRIEFLY, spare_collections
from longroll.server.app import create_app, stop_soon
from longroll.server.database import default_url, held, prepare
from longroll.server.upkeep import Upkeep


class _Server(uvicorn.Server):
    """Says where it is, once it is there, and that it stops, before it does."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool, app: Litestar) -> None:
        super().__init__(config)
        self._address = address
        self._browser = browser
        self._app = app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _tune()
            print(f"Long Roll is at {self._address} (Ctrl-C stops it)", flush=True)
            if self._browser:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Whoever sends people here has time to hear that they should go elsewhere.
        until = monotonic() + stop_soon(self._app)
        while monotonic() < until and not self.force_exit:
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)


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
    upkeep: Upkeep | None = None,
) -> None:
    """Serve on a socket until interrupted; StoreFault where the database cannot be used."""
    logging.basicConfig(level=logging.WARNING, format="longroll: %(message)s")
    url = database or default_url()
    prepare(url)
    app = app or create_app(url, upkeep=upkeep)
    config = uvicorn.Config(
        app,
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
        _Server(config, address, browser, app).run(sockets=[listening])
