"""The lab in the page: begin a small run, watch it, read its report."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_access import AXE, is_accessible
from tests.browser.visits import Visits


def test_a_small_run_from_the_start_page_to_its_report(visits: Visits) -> None:
    page = visits.page()
    page.goto(visits.address)
    page.get_by_role("link", name="Lab").click()
    page.get_by_role("combobox", name=re.compile("^Game")).select_option("skirmish")
    for side in ("Union", "Confederate"):
        page.get_by_role("combobox", name=re.compile(f"^{side}")).select_option(index=0)
    page.get_by_role("spinbutton", name="Battles").fill("3")
    page.get_by_role("button", name="Play them").click()
    expect(page.get_by_text("3 battles, all played")).to_be_visible(timeout=90_000)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Read the report").click()
    report = opened.value
    expect(report.get_by_role("heading", name="The crossroads")).to_be_visible()
    expect(report.get_by_role("img", name="Who wins")).to_be_visible()
    # Its own style is applied: the policy of the page lets it.
    ground = report.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(244, 236, 217)"


def test_a_run_can_be_stopped(visits: Visits) -> None:
    page = visits.page()
    page.goto(f"{visits.address}/#/lab")
    page.get_by_role("spinbutton", name="Battles").fill("200")
    page.get_by_role("button", name="Play them").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped after")).to_be_visible(timeout=90_000)
    expect(page.get_by_role("button", name="Play them")).to_be_enabled()


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
def test_the_page_can_be_used_by_everybody(visits: Visits) -> None:
    page = visits.page()
    page.goto(f"{visits.address}/#/lab")
    expect(page.get_by_role("button", name="Play them")).to_be_visible()
    is_accessible(page)
