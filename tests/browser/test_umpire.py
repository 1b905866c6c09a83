"""Umpire mode on a phone beside a real table: one fire, one morale test, one melee."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.test_access import AXE, is_accessible
from tests.browser.test_phone import controls_fit_a_finger, nothing_overflows
from tests.browser.visits import Visits
from tests.server.tables import good


class Desk:
    """The umpire's page."""

    def __init__(self, page: Page, touched: bool = True) -> None:
        self.page = page
        self.touched = touched
        expect(self.where("Roster")).to_have_attribute("aria-current", "page")

    def where(self, name: str) -> Locator:
        pages = self.page.get_by_role("navigation", name="Pages")
        return pages.get_by_role("button", name=re.compile(f"^{name}"))

    def open(self, name: str) -> None:
        self.where(name).click()

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(name)).first.click()

    def die(self, name: str, face: int) -> None:
        group = self.page.get_by_role("group", name=name, exact=True)
        group.get_by_role("button", name=str(face), exact=True).click()

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("status", name="Result")

    def fits(self) -> None:
        nothing_overflows(self.page)
        if self.touched:
            controls_fit_a_finger(self.page)


def phone(visits: Visits, width: int, touched: bool = True) -> BrowserContext:
    return visits.context(
        viewport={"width": width, "height": 780}, has_touch=touched, is_mobile=touched
    )


@pytest.fixture(params=[360, 390, 1280])
def desk(request: pytest.FixtureRequest, visits: Visits, client: httpx.Client) -> Desk:
    made: dict[str, Any] = good(
        client.post(
            "/api/battles",
            json={
                "system": "mckie_umpire",
                "scenario": "millers-crossroads",
                "seats": {"union": {"who": "me"}, "confederate": {"who": "me"}},
                "options": {"undo": "free"},
                "seed": 1863,
            },
        )
    )
    touched = request.param < 1000
    page = visits.page(phone(visits, request.param, touched))
    page.goto(f"{client.base_url}#/seat/{made['seats']['confederate']}")
    return Desk(page, touched)


def test_a_fire_a_morale_test_and_a_melee(desk: Desk) -> None:
    page = desk.page
    desk.fits()

    # Fire: the step is wrong at first, and the page leads there.
    desk.open("Fire")
    desk.tap("^U3")
    desk.tap("^C3")
    desk.tap("2–6")
    desk.tap("Go on to step 8")
    expect(page.get_by_role("banner")).to_contain_text("step 8: firing")
    desk.tap("through smoke")
    expect(page.get_by_text("veteran troops firing")).to_be_visible()
    expect(page.get_by_text("Factor 5, 16 firing: 1.0 + 0.6")).to_be_visible()
    desk.fits()
    desk.die("Your ten-sided die", 4)
    expect(desk.result).to_contain_text("Moore's Brigade loses 2 figures")
    expect(desk.result).to_contain_text("18 of 20 left")
    expect(desk.result.get_by_role("button", name="rule fire.proc.5")).to_be_visible()
    expect(page.get_by_text("must test morale")).to_be_visible()
    desk.fits()

    # A melee, with dice of their own.
    desk.open("Melee")
    desk.tap("^U1")
    desk.tap("^C1")
    desk.tap("Go on to step 11")
    page.get_by_role("group", name="What is true of U1").get_by_role(
        "button", name=re.compile("charging")
    ).click()
    for unit, chance, ten in (("U1", 3, 6), ("C1", 3, 7)):
        desk.die(f"Chance die of {unit}", chance)
        desk.die(f"Ten-sided die of {unit}", ten)
    desk.fits()
    desk.tap("With these dice")
    expect(desk.result).to_contain_text("strikes: 24 figures at factor 7")
    expect(desk.result).to_contain_text("melee")
    desk.fits()

    # Morale: the test of the losses in step 8.
    desk.open("Morale")
    desk.tap("^C3")
    desk.tap("Go on to step 14")
    expect(page.get_by_text("and the average die")).to_be_visible()
    desk.fits()
    desk.die("Your average die", 3)
    expect(desk.result).to_contain_text("Moore's Brigade tests morale for its losses")

    # All of it is in the log, and may be taken back.
    desk.open("Log")
    expect(page.get_by_role("list", name=re.compile("Log lines"))).to_contain_text("3rd Brigade")
    desk.fits()
    desk.open("Roster")
    desk.tap("Undo")
    desk.open("Morale")
    expect(page.get_by_role("button", name=re.compile("^C3"))).to_contain_text("now")


@pytest.mark.parametrize("desk", [360], indirect=True)
def test_a_screen_goes_out_and_three_units_fight(desk: Desk) -> None:
    page = desk.page
    desk.tap("^U1")
    desk.tap("send out skirmishers")
    expect(page.get_by_role("button", name=re.compile("^U1S"))).to_be_visible()
    desk.fits()
    desk.open("Melee")
    desk.tap("^U2")
    desk.tap("^C1")
    desk.tap("Add another unit")
    desk.tap("^C2")
    desk.tap("Go on to step 11")
    half = page.get_by_role("group", name="Figures striking C2")
    expect(half.get_by_role("textbox")).to_have_value("10")
    desk.fits()
    desk.tap("Roll for us")
    expect(desk.result).to_contain_text("melee")
    desk.fits()


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
@pytest.mark.parametrize("desk", [360], indirect=True)
def test_its_pages_are_accessible(desk: Desk) -> None:
    is_accessible(desk.page)
    desk.tap("^U1")
    is_accessible(desk.page)
    desk.open("Fire")
    desk.tap("^U3")
    desk.tap("^C3")
    desk.tap("2–6")
    expect(desk.page.get_by_role("alert")).to_be_visible()
    is_accessible(desk.page)
    desk.tap("Go on to step 8")
    expect(desk.page.get_by_text("Factor 6")).to_be_visible()
    is_accessible(desk.page)
    desk.die("Your ten-sided die", 4)
    expect(desk.result).to_be_visible()
    desk.tap("Show the arithmetic")
    is_accessible(desk.page)


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
@pytest.mark.parametrize("desk", [360], indirect=True)
def test_melee_morale_and_log_are_accessible(desk: Desk) -> None:
    page = desk.page
    desk.open("Melee")
    is_accessible(page)
    desk.tap("^U1")
    desk.tap("^C1")
    expect(page.get_by_role("alert")).to_be_visible()
    is_accessible(page)
    desk.tap("Go on to step 11")
    expect(page.get_by_text("veteran troops")).to_be_visible()
    desk.die("Chance die of U1", 3)
    is_accessible(page)
    desk.tap("Roll for us")
    expect(desk.result).to_be_visible()
    is_accessible(page)

    desk.open("Morale")
    is_accessible(page)
    desk.tap("^U2")
    desk.tap("an alarm")
    expect(page.get_by_role("group", name="Your average die")).to_be_visible()
    is_accessible(page)
    desk.tap("^U2")
    desk.tap("^U1")
    expect(page.get_by_role("alert")).to_be_visible()
    is_accessible(page)
    desk.tap("Go on to step 14")
    desk.die("Your average die", 3)
    expect(desk.result).to_be_visible()
    is_accessible(page)

    desk.open("Log")
    is_accessible(page)
    page.get_by_role("button", name=re.compile("strikes: ")).first.click()
    is_accessible(page)


def test_an_army_is_built_on_the_spot(visits: Visits, client: httpx.Client) -> None:
    page = visits.start(visits.page(phone(visits, 390)))
    card = page.get_by_role("article").filter(has_text="Umpire for a real table")
    card.get_by_role("button", name="Choose").click()
    page.get_by_label("Scenario").select_option("free")
    page.get_by_role("button", name="Begin").click()
    desk = Desk(page)
    page.get_by_label("Strength").first.fill("960")
    page.get_by_label("counted in").select_option("men")
    page.get_by_label("Name").fill("Iron Brigade")
    desk.tap("^Add U1")
    expect(page.get_by_role("button", name=re.compile("^U1 Iron Brigade"))).to_contain_text("24")
    visits.forgive("422")  # the entry that follows is refused
    page.get_by_label("Any entry in words").fill("add c1 confederate infantry raw")
    desk.tap("^Write")
    expect(page.get_by_role("alert")).to_contain_text("the weapon is missing")
    desk.fits()
