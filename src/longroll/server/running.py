"""The server as a process, or several: uvicorn around the application and its edge."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from time import monotonic

import msgspec
import uvicorn
from litestar.types import ASGIApp

from longroll.kernel.memory import BRIEFLY, spare_collections
from longroll.server import logs, protocols
from longroll.server.app import create_app, stop_soon
from longroll.server.database import check_workers, default_url, held, prepare
from longroll.server.edge import Edge, Hosting
from longroll.server.limits import Limits
from longroll.server.thinkers import default_count
from longroll.server.upkeep import Upkeep
from longroll.server.workers import supervise

#: Connections that may wait to be accepted.
BACKLOG = 512


class Settings(msgspec.Struct, frozen=True):
    """What a server process needs to know."""

    database: str
    limits: Limits = Limits()
    hosting: Hosting = Hosting()
    log_format: logs.Format = "text"
    thinkers: int | None = None
    upkeep: Upkeep = Upkeep()


class Server(uvicorn.Server):
    """Watches its connections, and says when it is ready.

    `stops` is called when it is about to stop, and returns for how many seconds it goes on.
    """

    def __init__(
        self, config: protocols.Config, ready: Callable[[], None], stops: Callable[[], float]
    ) -> None:
        super().__init__(config)
        self._door = config.door
        self._ready = ready
        self._stops = stops

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for listening in sockets or ():
                listening.listen(BACKLOG)
            self._sweeping = asyncio.create_task(self._door.keep_sweeping())
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A load balancer has time to notice and to send people elsewhere.
        until = monotonic() + self._stops()
        while monotonic() < until and not self.force_exit:
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def server(
    app: ASGIApp,
    limits: Limits,
    hosting: Hosting,
    ready: Callable[[], None],
    stops: Callable[[], float] = lambda: 0,
) -> Server:
    """An application ready for the open network."""
    door = protocols.Door(limits, _descriptors(limits.connections), hosting.proxies)
    config = protocols.Config(
        Edge(app, limits, hosting),
        door,
        # Addresses are not logged.
        access_log=False,
        # `logs` sets the form. Warnings are about requests that are not HTTP: those are answered.
        log_config=None,
        log_level="error",
        ws_max_size=65_536,
        ws_per_message_deflate=False,  # for a few kB it takes more time than it saves
        timeout_graceful_shutdown=3,
        server_header=False,
        forwarded_allow_ips=list(hosting.proxies),
        # Also how many are accepted at once: `listen` sets the real backlog.
        backlog=protocols.ACCEPTS,
    )
    return Server(config, ready, stops)


def _tune() -> None:
    """Settings that keep the slowest answers quick."""
    # A full collection stops everybody while it visits every object, and most are here to stay.
    gc.collect()
    gc.freeze()
    spare_collections(BRIEFLY)
    # The event loop releases the interpreter at every send; it should get it back at once, even
    # while a thread replays a battle.
    sys.setswitchinterval(0.0005)


def serve(listening: socket.socket, settings: Settings, ready: Callable[[], None]) -> None:
    """Serve on a socket in this process until interrupted; `ready` is called once it serves."""
    logs.configure(settings.log_format)

    def begun() -> None:
        _tune()
        ready()

    app = create_app(settings.database, settings.limits, settings.thinkers, settings.upkeep)
    stops = partial(stop_soon, app)
    server(app, settings.limits, settings.hosting, begun, stops).run(sockets=[listening])


def _descriptors(connections: int) -> float:
    """How many files this process may open, after raising the limit as far as needed."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return float("inf")
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + protocols.RESERVE
    if least == resource.RLIM_INFINITY or least >= wanted:
        return float("inf") if least == resource.RLIM_INFINITY else least
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def run(
    listening: socket.socket,
    address: str,
    database: str | None = None,
    browser: bool = False,
    *,
    limits: Limits | None = None,
    hosting: Hosting | None = None,
    workers: int = 1,
    log_format: logs.Format = "text",
    upkeep: Upkeep | None = None,
) -> None:
    """Serve on a socket until interrupted; StoreFault if the database cannot be used."""
    logs.configure(log_format)
    url = database or default_url()
    check_workers(url, workers)
    count = default_count()
    settings = Settings(
        url,
        limits or Limits(),
        hosting or Hosting(),
        log_format,
        max(1, count // workers) if count else 0,
        upkeep or Upkeep(),
    )

    def ready() -> None:
        print(f"Long Roll is at {address} (press Ctrl-C to stop it)", flush=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    with held(url):
        prepare(url)
        if workers == 1:
            serve(listening, settings, ready)
        else:
            work = partial(serve, listening, settings)
            supervise(workers, work, ready, listening.close, settings.upkeep.drain)
