"""Dice between two people in two browsers: both roll, and each proves it at the end."""

from __future__ import annotations

import re
from hashlib import sha256

import httpx
from playwright.sync_api import Page, Route, expect

from tests.browser.battles import idle
from tests.browser.seat import SeatPage
from tests.browser.test_access import faults_of, is_accessible
from tests.browser.test_friends import begin, question
from tests.browser.visits import Visits
from tests.server.tables import Player, good

PROVED = re.compile(r"Dice proved: \d+ (die follows|dice follow) from both players’ numbers")


def sit(page: Page, client: httpx.Client) -> SeatPage:
    """The page at the seat whose token its address has by now."""
    expect(page).to_have_url(re.compile("#/seat/"))
    return SeatPage(page, Player(client, page.url.rpartition("/")[2]), page.url)


def next_to_choose(seats: list[SeatPage]) -> SeatPage:
    """Whoever is asked, once the dice of the last decision have fallen."""
    for _ in range(1000):
        for seat in seats:
            if seat.player.choices():
                return seat
        seats[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def play(seats: list[SeatPage], rolls: int) -> None:
    """Idle on, each at their own page, until so many decisions have rolled dice."""
    for seat in seats:
        seat.tool("text board").click()
    rolled = 0
    while rolled < rolls:
        seat = next_to_choose(seats)
        number = seat.moment()["number"]
        seat.write(idle(seat.choices()))
        log = seat.player.moment(after=number)["log"]
        rolled += any(entry["dice"] for entry in log)
    for seat in seats:
        seat.tool("text board").click()


def abandon(seat: SeatPage) -> None:
    seat.page.get_by_role("button", name="End").click()
    dialog = seat.page.get_by_role("dialog", name="End this battle for good?")
    expect(dialog).to_contain_text("Everything hidden will be shown to both sides.")
    dialog.get_by_role("button", name="End the battle").click()
    expect(seat.asked).to_have_text("You ended the battle")


def test_both_browsers_prove_the_dice_and_an_invitation_is_used_once(
    visits: Visits, client: httpx.Client
) -> None:
    page, link = begin(visits)
    guest = visits.page()
    guest.goto(link)
    grey, blue = seats = [sit(page, client), sit(guest, client)]
    assert "join" not in guest.evaluate("location.href")
    play(seats, rolls=2)

    # Somebody else with the same link.
    visits.forgive("409")
    late = visits.page()
    late.goto(link)
    expect(late.get_by_role("heading")).to_have_text("This invitation has been used")
    expect(late.get_by_role("alert")).to_contain_text("ask for a new battle")
    assert not faults_of(late)
    # The same guest may follow it again.
    guest.goto(link)
    expect(blue.question).to_be_visible()
    assert sit(guest, client).player.token == blue.player.token

    abandon(blue)
    expect(grey.asked).to_have_text("The Union player ended the battle")
    for seat in seats:
        status = seat.question.get_by_role("status").filter(has_text="Dice proved")
        expect(status).to_have_text(PROVED)
        expect(seat.replay.get_by_role("button", name=re.compile("^Undo"))).to_be_hidden()
    is_accessible(blue.page)
    status.locator("summary").click()
    expect(status.get_by_text("Every face follows from these numbers.")).to_be_visible()
    # It is proved again whenever the battle is opened.
    guest.reload()
    expect(blue.question).to_contain_text(PROVED)


def forge(route: Route) -> None:
    """The server gives a record with another face, written as well as a true one."""
    answer = route.fetch()
    above, _, end = answer.text().rpartition("\nend ")
    forged = re.sub(r"\[\d", "[9", f"{above}\n", count=1)
    assert forged != f"{above}\n"
    seal = sha256(forged.encode()).hexdigest()
    route.fulfill(response=answer, body=f"{forged}end       {end.split()[0]} {seal}\n")


def test_a_forged_face_is_alarmed(visits: Visits, client: httpx.Client) -> None:
    page, link = begin(visits)
    guest = visits.page()
    guest.goto(link)
    grey, blue = sit(page, client), sit(guest, client)
    guest.route("**/api/seat/record", forge)
    abandon(grey)
    alarm = blue.question.get_by_role("alert")
    expect(alarm).to_contain_text("The dice do not match what was shown while you played.")
    expect(alarm).to_contain_text("Before the first decision: 9 in the record")
    is_accessible(guest)
    expect(grey.question).to_contain_text(PROVED)


def test_a_roll_waits_for_the_other_browser(visits: Visits, client: httpx.Client) -> None:
    page, link = begin(visits)
    guest = visits.page()
    guest.goto(link)
    grey, blue = seats = [sit(page, client), sit(guest, client)]
    play(seats, rolls=1)
    address = page.url
    page.goto("about:blank")
    blue.tool("text board").click()
    while not blue.player.moment(after=10**6)["pending"]["links"]:
        if choices := blue.player.choices():
            blue.page.get_by_label("Type a choice").fill(idle(choices))
            blue.page.keyboard.press("Enter")
            blue.page.wait_for_timeout(50)
        elif choices := grey.player.choices():
            # Not `choose`, which would roll too: this seat's part of the dice is in its browser.
            at = grey.player.moment(after=10**6)["number"]
            good(grey.player.post("choose", {"at": at, "choice": idle(choices)}))
    expect(blue.asked).to_have_text(
        "Waiting for the Confederate player’s browser to roll with you…"
    )

    # Another browser with the same link has no part in the dice, and says so.
    second = visits.page()
    second.goto(address)
    expect(question(second)).to_contain_text("This browser cannot roll")
    expect(blue.asked).to_contain_text("Waiting for")

    page.goto(address)
    expect(blue.asked).not_to_contain_text("Waiting for")
    blue.moment()
