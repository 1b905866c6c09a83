"""Advice from the computer, asked for and taken by mouse and by key."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits


def test_advice_is_asked_for_taken_and_told(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    page = visits.page()
    seat = SeatPage(page, table.union, visits.link(table.union.token))
    number = seat.moment()["number"]
    page.keyboard.press("a")
    advice = page.get_by_text("The computer would:")
    expect(advice).to_be_visible()
    seat.button("Close").click()
    expect(advice).to_be_hidden()
    seat.button("Advice").click()
    expect(advice).to_be_visible()
    seat.button("Do it").click()
    expect(advice).to_be_hidden()
    expect(seat.replay).not_to_contain_text(f"{number} of {number}")
    seat.log.get_by_role("button", name="Why?").last.click()
    expect(seat.log).to_contain_text("after advice from the computer")
