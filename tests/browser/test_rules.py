"""The rules in the page: read by section, searched, and reached from every citation."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.test_access import AXE, is_accessible
from tests.browser.test_phone import phone
from tests.browser.visits import Visits


def test_from_a_citation_to_the_rule_and_back(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    page = seat.page
    seat.question.get_by_role("button", name="rule ").first.click()
    page.get_by_role("link", name="In the rules").click()
    cited = page.locator("li.cited")
    expect(cited).to_be_visible()
    expect(page.get_by_role("group", name="What to read")).to_be_visible()
    # Rules that were used in this battle lead back to a moment of it.
    page.get_by_label("Search the rules").fill("fire")
    used = page.locator("details.used").first
    used.locator("summary").click()
    used.get_by_role("link").first.click()
    expect(seat.replay).to_be_visible()


@pytest.mark.parametrize(
    "slug", ["stockade_redan", "corinth", "chickasaw_bayou", "mckie", "honor_glory"]
)
def test_search_charts_legend_and_rulings(visits: Visits, slug: str) -> None:
    page = visits.page()
    page.goto(f"{visits.address}/#/rules/{slug}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("fire")
    expect(page.locator("main mark").first).to_be_visible()
    page.get_by_role("button", name="Charts").click()
    expect(page.locator("main table").nth(1)).to_be_visible()
    page.get_by_role("button", name="Legend").click()
    expect(page.get_by_role("heading", name="The counters")).to_be_visible()
    page.get_by_role("button", name="How to play", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("How to play")
    page.get_by_role("button", name="Rulings").click()
    expect(page.get_by_role("article").first).to_be_visible()


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
def test_it_can_be_read_by_everybody(visits: Visits) -> None:
    for context in (visits.context(), phone(visits)):
        page = visits.page(context)
        page.goto(f"{visits.address}/#/rules/gbacw/gbacw:9.7.1")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        is_accessible(page)
