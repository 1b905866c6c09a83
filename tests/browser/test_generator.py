"""A battle between armies of one's own: from the form of the start page to the first turn."""

from __future__ import annotations

import re

from playwright.sync_api import TimeoutError, expect

from tests.browser.test_phone import nothing_overflows
from tests.browser.visits import Visits


def test_armies_are_built_and_the_battle_begins(visits: Visits) -> None:
    page = visits.start()
    card = page.get_by_role("article").filter(has_text="activation counters")
    card.get_by_role("button", name="Choose").click()
    page.get_by_label("Scenario").first.select_option("#")
    form = page.get_by_role("region", name="Armies of your own")
    men = form.get_by_label("Union brigades, brigade 1: Men")

    # What is wrong is named with its place, and nothing begins.
    visits.forgive("422")
    men.fill("60")
    form.get_by_role("button", name="Make the scenario").click()
    expect(form.get_by_role("alert")).to_be_visible()
    expect(form).to_contain_text("union, brigade 1, men: must be a number from 100 to 5000, not 60")
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()

    # Armies are seen before they fight.
    men.fill("1000")
    form.get_by_role("button", name="Add a brigade to Union brigades").click()
    form.get_by_label("Union brigades, brigade 3: Name").fill("Farnsworth")
    form.get_by_label("Union brigades, brigade 3: Arm").select_option("cavalry")
    form.get_by_label("Union brigades, brigade 3: Men").fill("900")
    form.get_by_role("button", name="Make the scenario").click()
    expect(form).to_contain_text("2 regiments of cavalry, class C")
    expect(form).to_contain_text("8 regiments and 1 battery")
    nothing_overflows(page)
    page.get_by_role("button", name="Begin").click()

    # The table's side, the layout and who opens, until counters are placed.
    counters = page.get_by_role("group", name="Counters")
    answers = re.compile("^(Take the north edge|Open the battle|Lay out the rest|Done|End it)")
    asked = page.get_by_role("region", name="The question").get_by_role("heading")
    answer = page.get_by_role("button", name=answers)
    for _ in range(12):
        expect(counters.or_(answer).first).to_be_visible(timeout=30_000)
        if counters.is_visible():
            break
        before = asked.inner_text()
        try:
            answer.first.click(timeout=5_000)
        except TimeoutError:
            continue  # the button was of the question before, and went while we looked
        expect(asked).not_to_have_text(before)
    expect(counters.get_by_role("button").first).to_be_visible()
