"""axe-core finds nothing serious, in light and in dark."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.test_phone import phone
from tests.browser.visits import Visits
from tests.server.tables import create

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


#: What axe looks for where only colours have changed.
COLOURS = ["color-contrast", "link-in-text-block"]


def faults_of(page: Page, rules: list[str] | None = None) -> list[str]:
    """What any rule of axe finds, or only these."""
    # Through the debugger, since the page itself runs no foreign script.
    page.evaluate(axe())
    faults: list[str] = page.evaluate(
        """async (runOnly) => (await axe.run(document, {
            resultTypes: ["violations"], ...(runOnly && { runOnly }),
        })).violations
            .filter(({ impact }) => impact === "serious" || impact === "critical")
            .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
                `${id}: ${html.slice(0, 200)}\\n${failureSummary}`))""",
        rules,
    )
    return faults


def is_accessible(page: Page) -> None:
    """In both themes, which differ only in their colours."""
    for theme, other, rules in (("Dark", "Light", None), ("Light", "Dark", COLOURS)):
        page.get_by_role("button", name=theme, exact=True).click()
        expect(page.get_by_role("button", name=other, exact=True)).to_be_visible()
        faults = faults_of(page, rules)
        assert not faults, f"{theme}:\n" + "\n".join(faults[:5])


def test_start_page(visits: Visits) -> None:
    page = visits.start()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    is_accessible(page)
    page.get_by_role("button", name="Choose…").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not faults_of(page)


def test_table_in_set_up(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    player = table.confederate
    seat = SeatPage(visits.page(), player, visits.link(player.token))
    is_accessible(seat.page)


def test_table_in_mid_battle(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    target = table.union.choices()[0].split()[1]
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    seat.log.get_by_role("listitem").last.get_by_role("button").first.click()
    seat.click(target)
    expect(seat.page.get_by_role("complementary").filter(has_text="%")).to_be_visible()
    is_accessible(seat.page)


def test_text_board(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(7))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    seat.page.keyboard.press("t")
    expect(seat.page.get_by_role("region", name="The board")).to_be_visible()
    is_accessible(seat.page)


def test_phone(visits: Visits, client: httpx.Client) -> None:
    context = phone(visits)
    start = visits.start(visits.page(context))
    expect(start.get_by_role("button", name="Play now").first).to_be_visible()
    is_accessible(start)
    table = opened(client, record(7))
    seat = SeatPage(visits.page(context), table.union, visits.link(table.union.token))
    is_accessible(seat.page)
