"""A newcomer reads what a battle is about before it begins, and at any time in it."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.test_access import AXE, is_accessible
from tests.browser.test_phone import phone
from tests.browser.visits import Visits

SCENARIOS = (
    ("stockade_redan", "two-assaults"),
    ("corinth", "outer-works"),
    ("corinth", "historical"),
    ("chickasaw_bayou", "securing-the-landing-zone"),
    ("mckie", "the-angle"),
    ("gbacw", "drill"),
)


def test_the_card_leads_to_a_briefing_and_to_a_battle(visits: Visits) -> None:
    page = visits.start()
    card = page.get_by_role("article").filter(
        has=page.get_by_role("heading", name="Corinth", exact=True)
    )
    card.get_by_role("link", name="Briefing").click()
    # The short scenario comes first.
    expect(page.get_by_role("heading", level=1)).to_contain_text("outer works")
    stands = page.get_by_role("region", name="What counts, and where it stands")
    expect(stands).to_contain_text("If it ended now: Union victory")
    expect(page.get_by_role("region", name="First hint")).to_be_visible()
    page.get_by_role("button", name="Play as Union").click()
    expect(page.get_by_role("region", name="The question")).to_be_visible()
    page.get_by_role("button", name="Briefing").click()
    expect(page.get_by_role("dialog", name="Briefing")).to_contain_text("If it ended now")


@pytest.mark.parametrize("system, scenario", SCENARIOS)
def test_a_briefing_of_each_kind(visits: Visits, system: str, scenario: str) -> None:
    page = visits.page()
    page.goto(f"{visits.address}/#/briefing/{system}/{scenario}")
    expect(page.get_by_role("region", name="Forces")).to_be_visible()
    expect(page.get_by_role("region", name="The day")).to_be_visible()
    counts = page.get_by_role("region", name="What counts, and where it stands")
    assert counts.locator("tbody tr").count() > 0
    if scenario == "two-assaults":  # many hexes that stand alike are one row
        expect(counts.locator("tbody tr")).to_contain_text("16 in all")


def test_where_victory_stands_in_a_battle(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    seat.page.get_by_role("button", name="Briefing").click()
    told = seat.page.get_by_role("dialog", name="Briefing")
    expect(told).to_contain_text("The Union must still take")
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
def test_it_can_be_read_by_everybody(visits: Visits) -> None:
    for context in (visits.context(), phone(visits)):
        page = visits.page(context)
        page.goto(f"{visits.address}/#/briefing/corinth/outer-works")
        expect(page.get_by_role("region", name="Forces")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        is_accessible(page)
