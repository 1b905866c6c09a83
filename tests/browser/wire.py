"""What a page is told by the server."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response, WebSocket


class Wire:
    """All that a page is told: bodies of answers and frames of the live line."""

    def __init__(self, page: Page) -> None:
        self.bodies: list[tuple[str, Callable[[], str]]] = []
        self.frames: list[str] = []
        page.on("response", self._answered)
        page.on("websocket", self._opened)

    def _answered(self, response: Response) -> None:
        self.bodies.append((response.url, response.text))

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._framed)

    def _framed(self, frame: str | bytes) -> None:
        assert isinstance(frame, str)
        self.frames.append(frame)

    def told(self) -> list[str]:
        """Everything but the client itself and the roster, which is printed in the rulebook.

        Answers come by their address and then as they came: a page asks for several things at
        once, and which of them arrives first is chance.
        """
        asked = sorted(((urlsplit(url).path, read) for url, read in self.bodies), key=itemgetter(0))
        bodies = [
            read()
            for path, read in asked
            if path.startswith("/api/")
            and not path.endswith("/table")
            and not path.startswith("/api/rules/")
        ]
        return [*bodies, *self.frames]
