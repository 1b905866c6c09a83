"""The scrubber: the board as it was, and links to a moment."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits


def test_back_to_the_beginning_forward_and_to_now(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    last = seat.moment()["number"]
    asked = seat.asked.inner_text()
    seat.tool("text board").click()
    now = seat.rows()
    assert any("13th US" in row for row in now)

    step = seat.replay.get_by_role("button", name="one moment forward")
    expect(step).to_be_disabled()
    seat.replay.get_by_role("button", name="first moment").click()
    expect(seat.asked).to_have_text(f"Moment 0 of {last}")
    assert len(seat.rows()) == 1  # nothing is on the board yet but the head of its table
    expect(seat.log.get_by_role("listitem")).to_have_count(1)  # the battle begins
    for number in (1, 2):
        step.click()
        expect(seat.asked).to_have_text(f"Moment {number} of {last}")
    stood = seat.rows()
    assert any("13th US" in row for row in stood)
    assert stood != now

    slider = seat.replay.get_by_role("slider", name="moment of the battle")
    slider.fill(str(last - 1))
    expect(seat.asked).to_have_text(f"Moment {last - 1} of {last}")
    slider.fill("2")
    expect(seat.asked).to_have_text(f"Moment 2 of {last}")
    assert seat.rows() == stood
    # Nothing of the past can be chosen.
    expect(seat.page.get_by_label("Type a choice")).to_have_count(0)

    seat.button("Back to now").click()
    expect(seat.asked).to_have_text(asked)
    assert seat.rows() == now


def test_a_link_to_a_moment_opens_there(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    context = visits.context(permissions=["clipboard-read", "clipboard-write"])
    seat = SeatPage(visits.page(context), table.watch, visits.link(table.watch.token))
    last = seat.moment()["number"]
    line = seat.log.get_by_role("listitem").filter(has_text="13th US").last
    line.get_by_role("button").first.click()
    line.get_by_role("button", name="Link").click()
    expect(line.get_by_role("button", name="Copied")).to_be_visible()
    link = str(seat.page.evaluate("navigator.clipboard.readText()"))
    found = re.search(r"/at/(\d+)$", link)
    assert found is not None
    assert 0 < int(found[1]) < last

    other = visits.page()
    other.goto(link)
    question = other.get_by_role("region", name="The question")
    expect(question.get_by_role("heading").first).to_have_text(f"Moment {found[1]} of {last}")
    question.get_by_role("button", name="Back to now").click()
    expect(question.get_by_role("heading").first).to_have_text(seat.asked.inner_text())


def test_the_battle_plays_itself_on(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    last = seat.moment()["number"]
    seat.replay.get_by_role("button", name="play").click()
    expect(seat.asked).to_have_text(re.compile(rf"Moment \d+ of {last}"))
    seat.replay.get_by_role("button", name="pause").click()
    expect(seat.replay.get_by_role("button", name="play")).to_be_visible()


def test_a_line_of_the_log_opens_to_its_arithmetic(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    target = table.union.choices()[0].split()[1]
    table.union.choose(f"fire {target} all")
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    line = seat.log.get_by_role("listitem").filter(has_text=f"at {target}").last
    line.get_by_role("button").first.click()
    expect(line.get_by_role("img", name=re.compile(r"^die \d$")).first).to_be_visible()
    expect(line.get_by_role("row").first).to_be_visible()
    expect(line.get_by_role("button", name=re.compile(r"^rule 11")).first).to_be_visible()
