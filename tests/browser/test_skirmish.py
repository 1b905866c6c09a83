"""A rule system from outside, examples/skirmish, by mouse: from its card to a result.

Neither the client nor the server says a word about it.
"""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Page, expect

from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.server.tables import Player

#: More questions than five turns can ask.
MOST = 60


def briefed(page: Page) -> None:
    """From the start page to the table, with the briefing read on the way."""
    heading = page.get_by_role("heading", name="Skirmish at the crossroads")
    card = page.get_by_role("article").filter(has=heading)
    expect(card).to_contain_text("Union comes from the west")
    card.get_by_role("button", name=re.compile("^Choose")).click()
    dialog = page.get_by_role("dialog", name="Skirmish at the crossroads")
    briefing = dialog.get_by_role("region", name="Briefing")
    expect(briefing).to_contain_text("two of Texans from the east")
    expect(briefing.get_by_role("button", name="rule 6.2")).to_be_visible()
    expect(dialog.get_by_label("Confederate")).to_contain_text("computer, level 2 (captain)")
    dialog.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("#/seat/"))


def test_a_game_from_outside_by_mouse(visits: Visits, client: httpx.Client) -> None:
    page = visits.start()
    briefed(page)
    player = Player(client, page.url.partition("#/seat/")[2])
    seat = SeatPage(page, player, page.url, "skirmish")
    expect(seat.asked).to_have_text("Which unit marches?")

    done: set[str] = set()
    for _ in range(MOST):
        expect(seat.asked).not_to_contain_text("…")
        moment = seat.moment()
        if moment["view"]["result"] is not None:
            break
        verb, *objects = seat.choices()[0].split()
        hexes = [choice.split()[1] for choice in seat.choices() if choice.split()[1:]]
        if verb == "march":
            stands = {s["units"][0]: s["hex"] for s in moment["view"]["facts"]["stacks"]}
            seat.click(stands[objects[0]])
        elif verb == "to":
            if "to" not in done:
                refuses(seat)
            seat.click(min(hexes, key=lambda hex: (away(hex), hex)))
        elif verb == "shoot":
            fires(seat, hexes[0])
        else:
            seat.click(hexes[0])
        done.add(verb)
        expect(seat.replay).not_to_contain_text(f"{moment['number']} of")
    assert {"march", "to", "shoot"} <= done
    expect(seat.asked).to_have_text(re.compile("victory|Nobody wins"))
    expect(seat.question.get_by_role("button", name=re.compile(r"^rule 6\.\d"))).to_be_visible()
    expect(seat.log).to_contain_text("Fire at")


def away(hex: str) -> int:
    """How far a hex is from the crossroads, near enough."""
    return abs(int(hex[:2]) - 5) + abs(int(hex[2:]) - 4)


def refuses(seat: SeatPage) -> None:
    """A hex that is not lit says why it cannot be chosen, and by which rule."""
    seat.page.mouse.click(*seat.bring("0904"))
    expect(seat.refusal).to_contain_text("three points do not carry it to 0904")
    expect(seat.refusal.get_by_role("button", name="rule 3.1")).to_be_visible()


def fires(seat: SeatPage, target: str) -> None:
    """The odds and their arithmetic are shown before the fire."""
    seat.hover(target)
    odds = seat.page.get_by_role("complementary").filter(has_text="%")
    expect(odds).to_contain_text(f"Fire at {target}")
    expect(odds).to_contain_text("Company")
    expect(odds.get_by_role("button", name="rule 4.2").first).to_be_visible()
    seat.click(target)
