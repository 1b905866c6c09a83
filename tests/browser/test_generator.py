"""A battle between armies of one's own: from the form of the start page to the first turn."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_phone import nothing_overflows
from tests.browser.visits import Visits

#: What is asked before the first turn, and what is answered.
ANSWERS = {
    "side of the table": "Take the north edge",
    "first or second": "Go first",
    "open the battle": "Go first",
    "your units stand": "Lay out the rest",
    "your commanders with": "Done",
    "End this all the same": "End it",
}
#: Press the answer to what is asked, in one go: the next question may come at any moment.
PRESS = """answers => {
    const asked = document.querySelector('[aria-label="The question"] h2')?.innerText ?? "";
    const [, answer] = answers.find(([about]) => asked.includes(about)) ?? [];
    const buttons = [...document.querySelectorAll("button")];
    buttons.find((one) => answer && one.innerText.startsWith(answer))?.click();
}"""
#: How often the page is looked at, and how long it is waited between, in milliseconds.
PRESSES, BETWEEN = 300, 200


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
    counters = page.get_by_role("group", name="Counters").get_by_role("button").first
    for _ in range(PRESSES):
        page.evaluate(PRESS, [*ANSWERS.items()])
        page.wait_for_timeout(BETWEEN)
        if counters.is_visible():
            break
    expect(counters).to_be_visible()
