"""A turn without a mouse: by the keys of the map, the order of Tab, and the text board."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Locator, expect

from tests.browser.battles import opened, pass_on, record
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.server.tables import create


def tab_to(seat: SeatPage, goal: Locator) -> None:
    """Tab until it has the focus."""
    expect(goal).to_be_enabled()
    for _ in range(120):
        if goal.evaluate("node => node === document.activeElement"):
            return
        seat.page.keyboard.press("Tab")
    raise AssertionError("Tab never comes there")


def heard(seat: SeatPage) -> Locator:
    """What a screen reader says of the hex under the cursor."""
    return seat.map.locator("[aria-live=polite]")


def test_a_whole_turn(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    table.confederate.choose("historical", 0)
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    keys = seat.page.keyboard

    tab_to(seat, seat.button("Historical set-up"))
    keys.press("Enter")
    expect(seat.asked).to_contain_text("6 to plot")

    # The text board takes choices in words.
    keys.press("t")
    tab_to(seat, seat.page.get_by_label("Type a choice"))
    for left, hex in ((5, "1519"), (4, "1520"), (3, "1419"), (2, "1420"), (1, "1421")):
        keys.type(f"plot {hex}")
        keys.press("Enter")
        expect(seat.asked).to_contain_text(f"{left} to plot")
    tab_to(seat, seat.page.get_by_label("Find a choice"))
    keys.type("1422")
    tab_to(seat, seat.page.get_by_role("button", name="Bombard 1422"))
    keys.press("Enter")
    expect(seat.asked).to_have_text("Which bombardment is called off?")
    keys.press("d")

    # On the map Tab goes from one lit hex to the next.
    expect(seat.asked).to_contain_text("Chaos of War")
    keys.press("t")
    tab_to(seat, seat.map)
    keys.press("Tab")
    expect(heard(seat)).to_contain_text("may be chosen")
    keys.press("Enter")
    expect(seat.asked).to_contain_text("Up to 1")
    keys.press("d")
    expect(seat.asked).not_to_contain_text("Up to 1")
    table.confederate.choose("done")

    # A stack is picked and sent.
    expect(seat.asked).to_have_text("Which unit moves?")
    number = seat.moment()["number"]
    tab_to(seat, seat.map)
    keys.press("Tab")
    expect(heard(seat)).to_have_text(re.compile("Union: .*may be chosen"))
    keys.press("Enter")
    expect(seat.asked).to_have_text("Where do they go?")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(seat.page.get_by_text("The way there costs")).to_be_visible()
    keys.press("Enter")
    expect(seat.replay).not_to_contain_text(f"{number} of {number}")
    keys.press("u")
    seat.shows(number)
    # A stray D ends no phase: it is asked once, and Escape goes back.
    keys.press("d")
    expect(seat.asked).to_contain_text("left. End this all the same?")
    keys.press("Escape")
    expect(seat.asked).to_have_text("Which unit moves?")
    keys.press("d")
    keys.press("d")
    expect(seat.asked).to_have_text("Confederate decides…")
    pass_on(table, lambda view: view["facts"]["turn"] == 2)
    expect(seat.turn).to_have_text("2")


def test_fire(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    keys = seat.page.keyboard
    number = seat.moment()["number"]
    target = seat.choices()[0].split()[1]
    tab_to(seat, seat.map)
    keys.press("Tab")
    expect(heard(seat)).to_contain_text(f"{target}: ")
    keys.press("Enter")
    expect(seat.button(f"Fire at {target}")).to_be_visible()
    expect(seat.page.get_by_role("complementary").filter(has_text="%")).to_be_visible()
    keys.press("Enter")
    expect(seat.replay).not_to_contain_text(f"{number} of {number}")
    expect(seat.log.get_by_role("listitem").last).to_contain_text(target)


def test_a_line_of_the_log_is_one_stop_of_tab_until_it_is_open(
    visits: Visits, client: httpx.Client
) -> None:
    table = opened(client, record(9))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    lines = seat.log.locator("ol > li")
    stops = (
        "items => items.map(item => item.querySelectorAll('button:not([tabindex=\"-1\"])').length)"
    )
    expect(lines.last.get_by_role("button", name=re.compile("^rule "))).to_be_visible()
    assert set(lines.evaluate_all(stops)) == {1}
    lines.last.get_by_role("button").first.press("Enter")
    expect(lines.last.get_by_role("button", name="See it")).to_be_visible()
    assert lines.evaluate_all(stops)[-1] > 2


def test_the_help_lists_the_keys(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    tab_to(seat, seat.page.get_by_role("button", name="Help"))
    seat.page.keyboard.press("Enter")
    keys = seat.page.get_by_role("region", name="Keys")
    for key, meaning in (("Tab", "next choice"), ("Enter", "choose"), ("T", "text board")):
        expect(keys.get_by_role("term").get_by_text(key, exact=True)).to_be_visible()
        expect(keys.get_by_role("definition").filter(has_text=meaning).first).to_be_visible()
