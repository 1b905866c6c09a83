"""What a page is told by the server."""

from __future__ import annotations

from collections.abc import Callable
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
        """Everything but the client itself and the roster, which is printed in the rulebook."""
        bodies = [
            read()
            for url, read in self.bodies
            if "/api/" in url
            and not urlsplit(url).path.endswith("/table")
            and "/api/rules/" not in url
        ]
        return [*bodies, *self.frames]
