"""A server on a port, and clients that send it any bytes they like."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.types import ASGIApp

from longroll.server.edge import Hosting
from longroll.server.limits import Limits
from longroll.server.running import Server, server
from tests.server.lines import PATIENCE, Answer, Raw

__all__ = ["PATIENCE", "Answer", "Raw", "Site", "serving"]


class Site:
    """A running server."""

    def __init__(self, port: int, server: Server) -> None:
        self.port = port
        self.server = server

    def connect(self) -> Raw:
        return Raw(self.port)

    def ask(self, request: bytes) -> Answer | None:
        """One request as it stands."""
        with self.connect() as connection:
            connection.send(request)
            return connection.answer(not request.startswith(b"HEAD"))

    def get(self, path: str, *headers: str, method: str = "GET") -> Answer:
        lines = [f"{method} {path} HTTP/1.1", "Connection: close", *headers]
        if not any(line.lower().startswith("host:") for line in headers):
            lines.append("Host: localhost")
        answer = self.ask("\r\n".join([*lines, "", ""]).encode("latin-1"))
        assert answer is not None
        return answer


@contextmanager
def serving(app: ASGIApp, limits: Limits, hosting: Hosting | None = None) -> Iterator[Site]:
    """The application behind its edge, on a free port."""
    began = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))
    running = server(app, limits, hosting or Hosting(), began.set)
    serve: Any = running.serve([listening])
    thread = threading.Thread(target=asyncio.run, args=(serve,))
    thread.start()
    try:
        assert began.wait(PATIENCE)
        yield Site(listening.getsockname()[1], running)
    finally:
        running.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()
