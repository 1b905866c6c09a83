"""The tools of the map: sight, reach, fans, bare map."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.battles import opened, record
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits


@pytest.fixture
def seat(visits: Visits, client: httpx.Client) -> SeatPage:
    """The Union in its movement phase, its vanguard near the redan."""
    table = opened(client, record(7))
    return SeatPage(visits.page(), table.union, visits.link(table.union.token))


def card(seat: SeatPage, heading: str) -> Locator:
    title = seat.page.get_by_role("heading", name=heading)
    return seat.page.get_by_role("complementary").filter(has=title)


def full_stack(seat: SeatPage) -> tuple[str, list[str]]:
    """A stack of several units that may all move."""
    movers = {choice.split()[1] for choice in seat.choices() if choice.startswith("move")}
    return next(
        (stack["hex"], stack["units"])
        for stack in seat.moment()["view"]["facts"]["stacks"]
        if stack["units"] and len(stack["units"]) > 1 and set(stack["units"]) <= movers
    )


def fanned(seat: SeatPage) -> Locator:
    return seat.page.locator("[data-unit]")


def test_a_line_of_sight_by_dragging(seat: SeatPage) -> None:
    number = seat.moment()["number"]
    start = "1817"
    for hex in (start, "1519", "1220"):
        seat.bring(hex)
    seat.tool("line of sight").click()
    seat.drag(seat.point(start), seat.point("1519"))
    expect(card(seat, f"{start} to 1519")).to_contain_text("The line is clear")
    seat.drag(seat.point(start), seat.point("1220"))
    blocked = card(seat, f"{start} to 1220")
    expect(blocked).to_contain_text("The line is blocked")
    expect(blocked.get_by_role("button", name="rule 11.6.3").first).to_be_visible()
    seat.page.keyboard.press("Escape")
    expect(blocked).to_be_hidden()
    seat.shows(number)


def test_a_stack_fans_out_and_one_unit_of_it_moves(seat: SeatPage) -> None:
    hex, units = full_stack(seat)
    seat.click(hex)
    expect(seat.question).to_contain_text(f"{len(units)} picked")
    expect(fanned(seat)).to_have_count(len(units))
    # All but the last are put back, each by a click of its own.
    for left in range(len(units) - 1, 0, -1):
        fanned(seat).nth(left).click()
        expect(seat.question).to_contain_text(f"{left} picked")
    seat.page.keyboard.press("Escape")
    expect(fanned(seat)).to_have_count(0)
    expect(seat.question).not_to_contain_text("picked")
    seat.hover(hex)
    seat.page.keyboard.press("f")
    expect(fanned(seat)).to_have_count(len(units))


def test_the_reach_of_a_unit(seat: SeatPage) -> None:
    hex, units = full_stack(seat)
    reach = seat.player.get("/reach", unit=units[-1]).json()["move"]
    seat.hover(hex)
    seat.page.keyboard.press("r")
    expect(seat.tool("reach")).to_have_attribute("aria-pressed", "true")
    far = next(one for one in reach if seat.is_free(one))
    seat.hover(far)
    expect(seat.page.get_by_text(f"The way there costs {reach[far]}")).to_be_visible()
    seat.page.keyboard.press("r")
    expect(seat.tool("reach")).to_have_attribute("aria-pressed", "false")


def test_counters_are_hidden_and_shown_by_a_key(seat: SeatPage) -> None:
    hide = seat.tool("hide counters")
    shown = seat.map.screenshot()
    seat.page.keyboard.press("h")
    expect(hide).to_have_attribute("aria-pressed", "true")
    bare = seat.map.screenshot()
    assert bare != shown
    seat.page.keyboard.press("h")
    expect(hide).to_have_attribute("aria-pressed", "false")
    assert seat.map.screenshot() != bare


def test_the_map_is_zoomed_by_wheel_buttons_and_keys(seat: SeatPage) -> None:
    sheet = seat.map.locator("svg.pieces")

    def width() -> float:
        box = sheet.bounding_box()
        assert box is not None
        return box["width"]

    first = width()
    seat.hover("1817")
    seat.page.mouse.wheel(0, -300)
    seat.page.wait_for_function(
        "([map, w]) => map.getBoundingClientRect().width > w", arg=[sheet.element_handle(), first]
    )
    near = width()
    seat.tool("zoom out").click()
    assert width() < near
    seat.page.keyboard.press("+")
    assert width() == pytest.approx(near)
    seat.page.keyboard.press("0")
    box = seat.map.bounding_box()
    assert box is not None
    assert width() <= box["width"] + 1
