"""A Chromium of this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

#: Nothing of it calls home.
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


class NoChromium(Exception):
    """There is none to be found."""


def find(playwright: Playwright) -> str:
    """Where it is: as LONGROLL_CHROMIUM says, on the PATH, or Playwright's own.

    The shell without windows comes first: it draws the same and costs a quarter less.
    """
    wanted = os.environ.get("LONGROLL_CHROMIUM")
    if wanted:
        if not Path(wanted).is_file():
            raise RuntimeError(f"LONGROLL_CHROMIUM names {wanted}, which is no file")
        return wanted
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    own = playwright.chromium.executable_path
    if Path(own).is_file():
        return own
    raise NoChromium(
        "no Chromium: install one, or name it in LONGROLL_CHROMIUM, "
        "or let Playwright bring its own: playwright install chromium"
    )


@contextmanager
def running() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(playwright), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
