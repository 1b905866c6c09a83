"""Reload and restart in mid-phase: the page comes back by itself, with everything in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.server.host import Host


def mid_phase(visits: Visits, client: httpx.Client) -> SeatPage:
    """The Union has moved one company, and could undo it."""
    table = opened(client, record(7))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    seat.tool("text board").click()
    before = seat.moment()["number"]
    unit = seat.choices()[0]
    reach = seat.player.get("/reach", unit=unit.split()[1]).json()["move"]
    seat.page.get_by_label("Type a choice").fill(f"{unit} {max(reach, key=reach.__getitem__)}")
    seat.page.keyboard.press("Enter")
    expect(seat.replay).not_to_contain_text(f"{before} of {before}")
    return seat


def seen(seat: SeatPage) -> list[object]:
    seat.moment()
    return [
        seat.rows(),
        seat.asked.inner_text(),
        seat.turn.inner_text(),
        seat.phase.inner_text(),
        seat.log.get_by_role("listitem").all_inner_texts(),
    ]


def goes_on(seat: SeatPage) -> None:
    """The last step can be undone, and others taken."""
    number = seat.moment()["number"]
    seat.replay.get_by_role("button", name=re.compile("^Undo")).click()
    expect(seat.replay).not_to_contain_text(f"{number} of {number}")
    seat.done()
    expect(seat.asked).not_to_have_text("Which unit moves?")


def test_reload_in_mid_phase(visits: Visits, client: httpx.Client) -> None:
    seat = mid_phase(visits, client)
    before = seen(seat)
    seat.page.reload()
    seat.tool("text board").click()
    assert seen(seat) == before
    goes_on(seat)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'battles.db'}"


@pytest.fixture
def doomed(browser: Browser, database: str) -> Iterator[Host]:
    """A server that may be killed."""
    host = Host.warm(database)
    yield host
    if host.process.poll() is None:
        host.kill()


def test_the_server_is_killed_in_mid_phase_and_starts_again(
    browser: Browser, doomed: Host, database: str
) -> None:
    visits = Visits(browser, doomed.address)
    with httpx.Client(base_url=doomed.address, trust_env=False, timeout=90) as client:
        seat = mid_phase(visits, client)
        before = seen(seat)
        doomed.kill()
        lost = seat.page.get_by_role("status").filter(has_text="not connected")
        expect(lost).to_be_visible()
        again = Host.warm(database, doomed.address.rpartition(":")[2])
        try:
            expect(lost).to_be_hidden()
            assert seen(seat) == before
            goes_on(seat)
        finally:
            again.kill()
    visits.forgive("WebSocket connection|ERR_CONNECTION")
    visits.close()
