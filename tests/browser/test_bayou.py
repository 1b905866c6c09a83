"""Chickasaw Bayou: a whole turn by mouse, an assault, the sight tool, and the same on a phone.

With LONGROLL_SHOTS the tables are photographed into that folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

import longroll
from tests.browser.battles import opened
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.server.tables import Player, Table

SYSTEM = "chickasaw_bayou"
LANDING = "securing-the-landing-zone"
#: How far DeCourcy's regiments go in their first turn, towards the house.
MARCHES = {"3902": "3603", "3901": "3802", "3900": "3801", "4001": "3902"}
#: A phone as the look has it.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
#: DeCourcy has come up to the house: one regiment fires, two may assault.
FACE_TO_FACE = {
    "scenario": LANDING,
    "turn": 3,
    "active": "decourcy attack",
    "units": {
        "3404": "16oh",
        "3304": "54in",
        "3504": "42oh",
        "4002": "foster",
        "3305": "26la-a 26la-b",
        "3204": "46ms-a wofford",
    },
    "states": {"26la-b": {"hits": 1}, "46ms-a": {"skirmish": True}, "42oh": {"worn": True}},
    "more": {"held": {"union": ["stand-to-it", "rally"], "confederate": ["good-ground"]}},
}


class Bayou(SeatPage):
    """A seat whose clicks are counted."""

    def __init__(self, page: Page, player: Player, link: str) -> None:
        super().__init__(page, player, link, SYSTEM)
        self.clicks = 0

    def press(self, name: str) -> None:
        if name == "Done":
            self.done()
        else:
            self.button(name).click()
        self.clicks += 1

    def tap(self, hex: str) -> None:
        self.click(hex)
        self.clicks += 1

    @property
    def chits(self) -> Locator:
        return self.page.get_by_role("region", name="Chits")

    def latest(self, words: str) -> Locator:
        """The last line of the log that says so."""
        return self.log.get_by_role("listitem").filter(has_text=words).last


def sit_down(visits: Visits, table: Table, **context: Any) -> Bayou:
    player = table.union
    return Bayou(visits.page(visits.context(**context)), player, visits.link(player.token))


def photograph(page: Page, name: str) -> None:
    """A picture to look at, where a folder for it is named."""
    if folder := os.environ.get("LONGROLL_SHOTS"):
        page.screenshot(path=Path(folder) / f"bayou-{name}.png")


def idle(choices: list[str]) -> str:
    """What the other side says: nothing, if it may."""
    wanted = ("pass", "hold", "done", "stop", "order defend")
    return next((choice for choice in wanted if choice in choices), choices[0])


def fire_at(seat: Bayou, table: Table, target: str, device: str = "") -> None:
    """Aim, read the odds with their arithmetic, fire, and read the same in the log."""
    seat.tap(target)
    card = seat.page.get_by_role("complementary").filter(has_text="%")
    expect(card.get_by_role("button", name=re.compile(r"^rule 9\.")).first).to_be_visible()
    photograph(seat.page, f"{device}fire")
    and_wait(seat, seat.press, f"Fire at {target}")
    settle(seat, table)
    line = seat.latest(f"at {target}: ")
    line.get_by_role("button").first.click()
    expect(line.get_by_role("table")).to_be_visible()
    expect(line.get_by_role("button", name=re.compile(r"^rule 9\.")).first).to_be_visible()
    photograph(seat.page, f"{device}fire-ledger")


def look(seat: Bayou, start: str, end: str, device: str = "") -> list[str]:
    """Draw a line of sight; the figures of its profile."""
    seat.tool("line of sight").click()
    seat.drag(seat.point(start), seat.point(end))
    card = seat.page.get_by_role("complementary").filter(has_text=f"{start} to {end}")
    profile = card.get_by_role("img", name="profile of the line")
    expect(profile).to_be_visible()
    photograph(seat.page, f"{device}sight")
    return profile.locator("text").all_text_contents()


def and_wait(seat: Bayou, act: Callable[[str], None], where: str) -> None:
    """Press or tap something that is one decision, and wait until it was taken."""
    number = seat.moment()["number"]
    act(where)
    expect(seat.replay).not_to_contain_text(f"{number} of {number}")


def settle(seat: Bayou, table: Table) -> None:
    """The other side answers, and no event is played, until the Union has something to do."""
    while True:
        if seat.moment()["view"]["waiting_for"] == "confederate":
            table.confederate.choose(idle(table.confederate.choices()))
        elif "pass" in seat.choices():
            and_wait(seat, seat.press, "Play nothing")
        else:
            return


def assault(seat: Bayou, table: Table, device: str = "") -> None:
    """Two regiments go in together, and the log has the sum."""
    while not any(text.startswith("assault") for text in seat.waits_for_me()):
        and_wait(seat, seat.press, "Done")
        settle(seat, table)
    expect(seat.asked).to_contain_text("assault")
    seat.tap("3305")
    and_wait(seat, seat.press, "Assault 3305 from 3404")
    and_wait(seat, seat.tap, "3304")
    photograph(seat.page, f"{device}assault")
    and_wait(seat, seat.press, "Assault now")
    settle(seat, table)
    line = seat.latest("Close combat in 3305")
    line.get_by_role("button").first.click()
    expect(line.get_by_role("table")).to_be_visible()
    photograph(seat.page, f"{device}close-combat")


def answer(seat: Bayou, table: Table, choices: list[dict[str, Any]], done: set[str]) -> None:
    """One answer of the Union, by mouse."""
    texts = [choice["text"] for choice in choices]
    verbs = {choice["verb"] for choice in choices}
    stacks = seat.moment()["view"]["facts"]["stacks"]
    ready = {
        stack["hex"] for stack in stacks if any(f"move {unit}" in texts for unit in stack["units"])
    }
    if "key" in verbs:
        expect(seat.asked).to_contain_text("Key Chit")
        return seat.press("Key Chit: Rally")
    if "guns 4002" in texts:
        return seat.tap("4002")
    if "fire" in verbs and "fired" not in done and len(choices[0]["hexes"]) == 1:
        done.add("fired")
        return fire_at(seat, table, choices[0]["hexes"][0])
    if "draw" in texts:
        return seat.press("Draw a chit")
    if "clarity decourcy" in texts:
        return seat.press("Command Clarity: activate DeCourcy's Brigade")
    if "order attack" in texts:
        return seat.press("Order: Attack")
    if "move" in verbs:
        army = seat.page.get_by_role("region", name="Order of battle")
        expect(army.get_by_role("button", name=re.compile("DeCourcy.*acting"))).to_be_visible()
        for start, end in MARCHES.items():
            if start in ready and end not in done:
                done.add(end)
                seat.tap(start)
                expect(seat.question).to_contain_text("1 picked")
                return seat.tap(end)
    for name in ("Play nothing", "Done", "Stop here"):
        if seat.button(name).count():
            return seat.press(name)
    # Fog of War: whatever comes first, on a button or on the map.
    if hexes := choices[0].get("hexes"):
        return seat.tap(hexes[-1])
    seat.question.locator(".act").get_by_role("button").first.click()
    seat.clicks += 1
    return None


def test_a_turn_by_mouse(
    visits: Visits, client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every decision of the first turn of 17.1, with a counted number of clicks."""
    table = opened(client, longroll.new(SYSTEM, LANDING, seed=1862).record())
    seat = sit_down(visits, table)
    expect(seat.chits).to_contain_text("none drawn yet")
    done: set[str] = set()
    decisions = 0
    while (moment := seat.moment())["view"]["facts"]["turn"] == 1:
        if moment["view"]["waiting_for"] == "confederate":
            table.confederate.choose(idle(table.confederate.choices()))
            continue
        if moment["view"]["facts"]["phase"] == "C" and "cup" not in done:
            done.add("cup")
            expect(seat.chits).to_contain_text("In the cup")
            expect(seat.chits).to_contain_text("Confederate events in hand")
            photograph(seat.page, "cup")
        answer(seat, table, moment["view"]["decision"]["choices"], done)
        expect(seat.replay).not_to_contain_text(f"{moment['number']} of {moment['number']}")
        decisions += 1
    assert {"fired", "cup"} <= done
    assert len(done.intersection(MARCHES.values())) == len(MARCHES) - 1  # chaos keeps one
    assert seat.clicks <= 2 * decisions
    expect(seat.turn).to_have_text("2")
    with capsys.disabled():
        print(f"\na turn of 17.1: {decisions} decisions of the Union, {seat.clicks} clicks")


def test_an_assault(visits: Visits, client: httpx.Client) -> None:
    """Fire held, nobody moves; the other side's events stay hidden."""
    table = opened(client, longroll.position(SYSTEM, FACE_TO_FACE, seed=3).record())
    seat = sit_down(visits, table)
    expect(seat.chits).to_contain_text("Stand to it")
    expect(seat.chits.get_by_role("button", name=re.compile("^rule")).first).to_be_visible()
    assert "Good Ground" not in seat.page.locator("body").inner_text()
    assault(seat, table)


def test_heights_and_a_line_of_sight(visits: Visits, client: httpx.Client) -> None:
    """The line from the second row of Trenches over the slope, in levels."""
    table = opened(client, longroll.new(SYSTEM, "grand-assault", seed=2).record())
    seat = sit_down(visits, table)
    seat.bring("4123")
    photograph(seat.page, "elevation")
    labels = look(seat, "4222", "4217")
    assert {"0", "1", "2"} <= set(labels)
    assert "20" not in labels


def test_what_a_chart_is_known_from(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, longroll.new(SYSTEM, LANDING, seed=1862).record())
    seat = sit_down(visits, table)
    seat.page.get_by_role("button", name="Help").click()
    panel = seat.page.get_by_role("region", name="Help and keys")
    expect(panel).to_contain_text("Heavy woods")
    chart = panel.locator("details").filter(has_text="Combat Results")
    expect(chart.locator("summary")).to_contain_text("reconstructed")
    chart.locator("summary").click()
    expect(chart).to_contain_text("blind_swords/data/combat_results.toml")
    chart.scroll_into_view_if_needed()
    photograph(seat.page, "charts")


def test_on_a_phone(visits: Visits, client: httpx.Client) -> None:
    """The chits have a tab of their own, and nothing is wider than the screen."""
    table = opened(client, longroll.position(SYSTEM, FACE_TO_FACE, seed=3).record())
    seat = sit_down(visits, table, **PHONE)
    photograph(seat.page, "phone-table")
    expect(seat.chits).not_to_be_visible()
    seat.page.get_by_role("button", name="Chits", exact=True).click()
    expect(seat.chits).to_contain_text("Stand to it")
    photograph(seat.page, "phone-chits")
    seat.page.get_by_role("button", name="Army", exact=True).click()
    photograph(seat.page, "phone-army")
    wide = seat.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["viewport"]["width"]
    seat.page.get_by_role("button", name="Tools", exact=True).click()
    look(seat, "3404", "3204", "phone-")
    seat.tool("line of sight").click()
    seat.page.get_by_role("button", name="Log", exact=True).click()
    fire_at(seat, table, "3305", "phone-")
    assault(seat, table, "phone-")
