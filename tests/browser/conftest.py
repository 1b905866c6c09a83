"""A server, a browser, and pages that may not fail quietly."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from longroll.server.pages import STATIC
from tests.browser.chromium import NoChromium, running
from tests.browser.visits import Visits
from tests.server.host import Host

#: The files with the longest tests.
LONGEST = ("test_in_sight.py", "test_long_record.py", "test_lessons.py", "test_fog.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests come first: nobody waits for the last of them with nothing left to do."""
    ours = [at for at, item in enumerate(items) if item.path.parent == Path(__file__).parent]
    first = sorted((items[at] for at in ours), key=lambda item: item.path.name not in LONGEST)
    for at, item in zip(ours, first, strict=True):
        items[at] = item


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not (STATIC / "index.html").is_file():
        pytest.skip("the client is not built: make web")
    try:
        with running() as browser:
            yield browser
    except NoChromium as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="package")
def host(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("battles")
    host = Host.warm(f"sqlite:///{folder / 'battles.db'}")
    yield host
    host.kill()


@pytest.fixture
def client(host: Host) -> Iterator[httpx.Client]:
    """The way to the server for whatever is not under test."""
    with httpx.Client(base_url=host.address, trust_env=False, timeout=90) as client:
        yield client


@pytest.fixture
def visits(browser: Browser, host: Host, tmp_path: Path) -> Iterator[Visits]:
    """Visitors of the server, each with a browser context of their own."""
    visits = Visits(browser, host.address)
    yield visits
    visits.close()
