"""A phone: 360 pixels wide, played with a finger."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.sheet import SheetPage
from tests.browser.visits import Visits
from tests.server.tables import create

#: What a finger can hit without thinking, in pixels.
FINGER = 40


def phone(visits: Visits) -> BrowserContext:
    return visits.context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )


def nothing_overflows(page: Page) -> None:
    """The page is no wider than the screen, once it has its own letters."""
    widths = page.evaluate(
        """document.fonts.ready.then(() =>
            [document.documentElement.scrollWidth, document.documentElement.clientWidth])"""
    )
    assert widths[0] <= widths[1], widths


def controls_fit_a_finger(page: Page) -> None:
    """Buttons, links and fields; apart from those within a line of text, such as rule numbers."""
    small = page.evaluate(
        """finger => [...document.querySelectorAll("button, a[href], select, input")]
            .filter(node => node.checkVisibility() && getComputedStyle(node).display !== "inline")
            .filter(node => !node.matches(".rule, [type=file], [type=checkbox], li *, table *"))
            .map(node => [node, node.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.height < finger || box.width < finger))
            .map(([node, box]) => `${node.textContent.trim() || node.getAttribute("aria-label")}: `
                + `${box.width.toFixed(1)} by ${box.height.toFixed(1)}`)""",
        FINGER,
    )
    assert not small, small


def test_the_start_page(visits: Visits) -> None:
    page = visits.start(visits.page(phone(visits)))
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    nothing_overflows(page)
    controls_fit_a_finger(page)


def test_a_few_decisions(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    table.confederate.choose("historical", 0)
    page = visits.page(phone(visits))
    seat = SeatPage(page, table.union, visits.link(table.union.token))
    nothing_overflows(page)
    controls_fit_a_finger(page)
    seat.button("Historical set-up").tap()
    expect(seat.asked).to_contain_text("6 to plot")
    # Any hex of the map will do, and all of it is shown: the first tap brings a part of it nearer.
    assert seat.across() < FINGER
    page.touchscreen.tap(*seat.point("1519"))
    assert seat.across() >= FINGER
    for left in (5, 4):
        hex = next(
            choice.split()[1] for choice in seat.choices() if seat.is_free(choice.split()[1])
        )
        # Another tap shows what it would be, the button does it.
        page.touchscreen.tap(*seat.point(hex))
        expect(seat.button(f"Bombard {hex}")).to_be_visible()
        nothing_overflows(page)
        controls_fit_a_finger(page)
        seat.button(f"Bombard {hex}").tap()
        expect(seat.asked).to_contain_text(f"{left} to plot")


def test_a_shot_with_its_odds(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    page = visits.page(phone(visits))
    seat = SeatPage(page, table.union, visits.link(table.union.token))
    number = seat.moment()["number"]
    targets = {choice.split()[1] for choice in seat.choices() if choice.startswith("fire")}
    target = next(hex for hex in sorted(targets) if seat.is_free(hex))
    page.touchscreen.tap(*seat.point(target))
    expect(page.get_by_role("complementary").filter(has_text="%")).to_be_visible()
    assert seat.is_free(target), "the card covers the hex it speaks of"
    nothing_overflows(page)
    controls_fit_a_finger(page)
    seat.button(f"Fire at {target}").tap()
    expect(seat.replay).not_to_contain_text(f"{number} of {number}")


def test_text_board_log_and_army(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(9))
    page = visits.page(phone(visits))
    seat = SeatPage(page, table.union, visits.link(table.union.token))
    pages = page.get_by_role("group", name="Panel pages")
    pages.get_by_role("button", name="Army").tap()
    expect(page.get_by_role("region", name="Order of battle")).to_be_visible()
    nothing_overflows(page)
    pages.get_by_role("button", name="Log").tap()
    expect(seat.log).to_be_visible()
    nothing_overflows(page)
    pages.get_by_role("button", name="Tools").tap()
    controls_fit_a_finger(page)
    seat.tool("text board").tap()
    expect(page.get_by_role("region", name="The board")).to_be_visible()
    nothing_overflows(page)
    controls_fit_a_finger(page)
    assert re.search(r"13th US", "\n".join(seat.rows()))


#: Where each game is opened, and what is answered before something on the table may be chosen.
QUESTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "stockade_redan": ("two-assaults", ("historical", "historical")),
    "corinth": ("outer-works", ("done",)),
    "chickasaw_bayou": ("securing-the-landing-zone", ("key rally", "key rally", "key good-ground")),
    "mckie": ("millers-crossroads", ("done", "done", "first")),
    "honor_glory": ("hedge-lane", ("first",)),
}


@pytest.mark.parametrize("slug", QUESTIONS)
def test_a_question_of_every_game_fits(visits: Visits, client: httpx.Client, slug: str) -> None:
    """Nothing is cut off, and what may be chosen is as large as a finger or has a name."""
    scenario, answers = QUESTIONS[slug]
    table = create(client, system=slug, scenario=scenario)
    for answer in answers:
        player = table.asked()
        assert player is not None
        player.choose(answer)
    player = table.asked()
    assert player is not None
    page, link = visits.page(phone(visits)), visits.link(player.token)
    measured = slug in ("mckie", "honor_glory")
    seat = SheetPage(page, player, link) if measured else SeatPage(page, player, link, slug)
    nothing_overflows(page)
    controls_fit_a_finger(page)
    offers = seat.moment()["view"]["decision"]["choices"]
    if measured:
        units = {offer["units"][0] for offer in offers if offer.get("units")}
        assert seat.question.get_by_role("button").count() >= len(units)
    elif slug == "stockade_redan":  # any hex of the map will do: a first tap brings it nearer
        page.touchscreen.tap(*seat.point("1519"))
        assert seat.across() >= FINGER
    else:
        assert any(offer.get("hexes") or offer.get("units") for offer in offers)
        assert seat.across() >= FINGER
