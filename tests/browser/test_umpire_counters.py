"""The umpire's desk of rules with counters and several dice, on a phone: an exchange of fire, its
tests, a charge and its melee."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.test_access import AXE, is_accessible
from tests.browser.test_umpire import Desk, phone
from tests.browser.visits import Visits
from tests.server.tables import good


@pytest.mark.parametrize("width", [360, 390])
def test_fire_tests_and_a_charge_on_a_phone(
    visits: Visits, client: httpx.Client, width: int
) -> None:
    made: dict[str, Any] = good(
        client.post(
            "/api/battles",
            json={
                "system": "honor_glory_umpire",
                "scenario": "hedge-lane",
                "seats": {"union": {"who": "me"}, "confederate": {"who": "me"}},
                "options": {"undo": "free"},
                "seed": 1863,
            },
        )
    )
    page = visits.page(phone(visits, width))
    page.goto(f"{client.base_url}#/seat/{made['seats']['confederate']}")
    desk = Desk(page)
    desk.tap("Union opens")
    expect(page.get_by_role("banner")).to_contain_text("Turn 1, Union")
    desk.fits()

    # A shot, with dice that matter only if it hits; the rest is rolled by the program.
    desk.open("Fire")
    desk.tap("^U1")
    desk.tap("^C1")
    desk.tap("10–15")
    expect(page.get_by_text(re.compile(r"Hits with \d+ or less"))).to_be_visible()
    desk.fits()
    desk.die("D20", 1)
    desk.die("D10 for the unit commander, if it hits", 0)
    desk.tap("With these dice")
    expect(desk.result).to_contain_text("costs it 1")
    expect(desk.result).to_contain_text("is killed")
    expect(desk.result.get_by_role("button", name="rule 72.4b")).to_be_visible()
    desk.fits()
    if width == 360 and AXE.is_file():
        is_accessible(page)

    # The answer comes before the tests, which come in the order of the table.
    desk.die("D20", 20)
    desk.tap("With these dice")
    expect(desk.result).to_contain_text("misses")
    desk.open("Morale")
    for reason in ("hit by small arms", "its commander is killed"):
        desk.tap("^C1")
        expect(page.get_by_text(re.compile(f"Because of: {reason}"))).to_be_visible()
        desk.die("Two dice, added", 12)
        desk.die("D20", 1)
        desk.fits()
        desk.tap("With these dice")
        expect(desk.result).to_contain_text("passes")

    # A charge: both tests, the answer, and the blows.
    desk.open("Charge")
    desk.tap("^U3")
    desk.tap("^C3")
    desk.die("Two dice, added", 12)
    desk.die("D20", 1)
    desk.tap("With these dice")
    expect(desk.result).to_contain_text("passes its morale test (charge)")
    desk.tap("Test now")
    desk.die("Two dice, added", 12)
    desk.die("D20", 1)
    desk.tap("With these dice")
    desk.fits()
    desk.tap("C3 stands")
    expect(desk.result).to_contain_text("stands to receive the charge")
    desk.open("Melee")
    desk.tap("^U3")
    desk.tap("^C3")
    expect(page.get_by_text("contact first")).to_be_visible()
    desk.die("D20 of U3", 20)
    desk.die("D20 of C3", 20)
    desk.fits()
    desk.tap("With these dice")
    expect(desk.result).to_contain_text("strikes")
    desk.open("Log")
    expect(page.get_by_role("list", name=re.compile("Log lines"))).to_contain_text("strikes")
    desk.fits()
