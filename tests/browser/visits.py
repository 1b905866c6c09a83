"""Visitors: each has a browser context of their own, and nothing may go wrong in it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    expect,
)

#: Nothing hangs longer, in milliseconds.
PATIENCE = 90_000
expect.set_options(timeout=PATIENCE)


class Visits:
    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.forgiven: list[str] = []

    def context(self, *, asks_all: bool = True, **options: Any) -> BrowserContext:
        """A visitor, who is asked everything unless a test says otherwise: then nothing is chosen
        but what the test chooses."""
        wanted = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"} | options
        context = self.browser.new_context(**wanted)
        if asks_all:
            # An empty page, which a test may go to, keeps nothing.
            context.add_init_script(
                'if (location.host) localStorage.setItem("longroll.asks", "everything")'
            )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return context

    def page(self, context: BrowserContext | None = None) -> Page:
        """An empty page that tells on itself."""
        page = (context or self.context()).new_page()
        page.on("pageerror", self._breaks)
        page.on("console", self._says)
        page.on("request", self._asks)
        return page

    def _breaks(self, error: Error) -> None:
        self.faults.append(f"page error: {error}")

    def _says(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.faults.append(f"console: {said.text} ({said.location.get('url')})")

    def _asks(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "data:", "blob:")):
            self.faults.append(f"asks elsewhere: {request.url}")

    def start(self, page: Page | None = None) -> Page:
        """The start page."""
        page = page or self.page()
        page.goto(self.address)
        return page

    def link(self, token: str, at: int | None = None) -> str:
        return f"{self.address}/#/seat/{token}" + ("" if at is None else f"/at/{at}")

    def forgive(self, pattern: str) -> None:
        """For faults that the test itself brings about."""
        self.forgiven.append(pattern)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        faults = [
            fault
            for fault in self.faults
            if not any(re.search(pattern, fault) for pattern in self.forgiven)
        ]
        assert not faults, "\n".join(faults)
