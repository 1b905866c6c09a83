"""A player at a measured table: everything is found in inches."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.seat import SeatPage
from tests.server.tables import Player

#: How the client lays the table on paper: units of paper an inch, and the margin round it.
INCH = 20
MARGIN = 34
#: A drag is made of so many small moves.
STEPS = 8


class SheetPage(SeatPage):
    """The page of a seat at a table of miniatures."""

    def __init__(self, page: Page, player: Player, link: str) -> None:
        super().__init__(page, player, link, "mckie")

    @property
    def map(self) -> Locator:
        return self.page.get_by_role("application", name="Table")

    @property
    def card(self) -> Locator:
        """What could be done from there, or what bars it, or what the ruler says."""
        return self.page.locator("aside.card")

    @property
    def left(self) -> Locator:
        """What is left of the move at hand."""
        return self.map.locator(".word")

    def bodies(self) -> dict[str, Any]:
        bodies: dict[str, Any] = self.moment()["view"]["facts"]["bodies"]
        return bodies

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table is on the screen."""
        paper = self.map.locator("svg.land")
        box = paper.bounding_box()
        assert box is not None
        scale = box["width"] / float(paper.get_attribute("width") or 1)
        return (
            box["x"] + (MARGIN + x * INCH) * scale,
            box["y"] + (MARGIN + y * INCH) * scale,
        )

    def middle(self, unit: str) -> tuple[float, float]:
        """The middle of the first base of a unit, in inches."""
        corners = self.bodies()[unit]["bases"][0]
        return (
            sum(x for x, _ in corners) / len(corners) / 100,
            sum(y for _, y in corners) / len(corners) / 100,
        )

    def click_unit(self, unit: str) -> None:
        self.page.mouse.click(*self.at(*self.middle(unit)))

    def click_at(self, x: float, y: float) -> None:
        self.page.mouse.click(*self.at(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """From a point of the table to another, as a hand does it."""
        (x, y), (u, v) = self.at(*start), self.at(*end)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        for step in range(1, STEPS + 1):
            mouse.move(x + (u - x) * step / STEPS, y + (v - y) * step / STEPS)
        mouse.up()

    def drag_unit(self, unit: str, right: float, down: float) -> None:
        """By so many inches."""
        x, y = self.middle(unit)
        self.drag((x, y), (x + right, y + down))

    def give(self, words: str) -> None:
        """Press the button of the order at hand once it may be given, and wait for the answer.

        Whoever ends a step while units could still act is asked once.
        """
        before = self.player.moment(after=10**6)["number"]
        expect(self.button(words)).to_be_enabled()
        offers = self.moment()["view"]["decision"]["choices"]
        ends = any(one.get("ends") == "step" and words in one["label"] for one in offers)
        left = ends and any(one.get("units") for one in offers)
        self.button(words).click()
        if left:
            expect(self.asked).to_contain_text("left. End this all the same?")
            self.button("End it").click()
        expect(self.replay).not_to_contain_text(f"{before} of {before}")
