"""A player at the table: what they see and touch, found by its role and its name."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.server.tables import Player

ROOT3 = 3**0.5


class SeatPage:
    """The table page of a seat."""

    def __init__(
        self, page: Page, player: Player, link: str, system: str = "stockade_redan"
    ) -> None:
        self.page = page
        self.player = player
        facts = player.client.get(f"/api/systems/{system}/table").json()
        self._map: dict[str, Any] = facts["map"]
        self._titles = {piece["id"]: piece["title"] for piece in facts["pieces"]}
        page.goto(link)
        expect(self.question).to_be_visible()

    # What is seen.

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("region", name="The question")

    @property
    def asked(self) -> Locator:
        return self.question.get_by_role("heading").first

    @property
    def map(self) -> Locator:
        return self.page.get_by_role("application", name="Map")

    @property
    def replay(self) -> Locator:
        return self.page.get_by_role("group", name="Replay")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("region", name="Log", exact=True)

    @property
    def refusal(self) -> Locator:
        return self.question.get_by_role("alert")

    @property
    def turn(self) -> Locator:
        """The number of the turn that the track marks."""
        track = self.page.get_by_role("region", name="Turn and phase")
        return track.get_by_role("list").first.locator("[aria-current=step]")

    @property
    def phase(self) -> Locator:
        track = self.page.get_by_role("region", name="Turn and phase")
        return track.get_by_role("list").nth(1).locator("[aria-current=step]")

    def button(self, name: str) -> Locator:
        """A button of the question; its key may stand behind its name."""
        return self.question.get_by_role("button", name=re.compile(rf"^{re.escape(name)}( \w+)?$"))

    def tool(self, name: str) -> Locator:
        return self.page.get_by_role("toolbar", name="Map tools").get_by_role("button", name=name)

    def rows(self) -> list[str]:
        """The board as the text board has it."""
        board = self.page.get_by_role("region", name="The board")
        return board.get_by_role("row").all_inner_texts()

    # What the server asks, so that a test knows what to look for.

    def moment(self) -> dict[str, Any]:
        """The moment now, once the page shows it too."""
        while True:
            moment = self.player.moment(after=10**6)
            expect(self.replay).to_contain_text(re.compile(r"\b(\d+) of \1\b"))
            shown = re.search(r"(\d+) of", self.replay.inner_text())
            # An order may land between the two looks: then both look again.
            if shown is not None and int(shown[1]) == moment["number"]:
                return moment

    def shows(self, number: int) -> None:
        """Waits until the page is as far as that."""
        expect(self.replay).to_contain_text(f"{number} of {number}")

    def choices(self) -> list[str]:
        decision = self.moment()["view"]["decision"]
        return [choice["text"] for choice in decision["choices"]] if decision else []

    def waits_for_me(self) -> list[str]:
        """Waits until this seat is asked; what may be chosen."""
        expect(self.asked).not_to_contain_text("…")
        return self.choices()

    # Where things are.

    def point(self, hex: str) -> tuple[float, float]:
        """The middle of a hex on the screen."""
        box = self.map.locator("svg.pieces").bounding_box()
        assert box is not None
        (first, last), (top, _) = self._map["columns"], self._map["rows"]
        # The sheet has a rim of 1.6 radii beside the outermost centres, which stand 1.5 apart.
        radius = box["width"] / (1.5 * (last - first) + 3.2)
        column, row = int(hex[:2]), int(hex[2:])
        shift = 0.0 if column % 2 else -0.5 if self._map["high"] == "even" else 0.5
        return (
            box["x"] + radius * (1.6 + 1.5 * (column - first)),
            box["y"] + radius * ROOT3 * (1.1 + row - top + shift),
        )

    def across(self) -> float:
        """How wide a hex is on the screen, from side to side, once the map lies still."""
        found = -1.0
        while True:
            box = self.map.locator("svg.pieces").bounding_box()
            assert box is not None
            first, last = self._map["columns"]
            radius = box["width"] / (1.5 * float(last - first) + 3.2)
            if radius == found:
                return ROOT3 * radius
            found = radius
            self.page.wait_for_timeout(120)

    def is_free(self, hex: str) -> bool:
        """Whether a hex is on the screen, with no panel and no fanned counter over it."""
        x, y = self.point(hex)
        return bool(
            self.map.evaluate(
                """(map, [x, y]) => {
                    const top = document.elementFromPoint(x, y);
                    return top !== null && map.contains(top) && !top.closest("[data-unit], .mini");
                }""",
                [x, y],
            )
        )

    def bring(self, hex: str) -> tuple[float, float]:
        """Drags the map until a hex is free to touch."""
        if not self.is_free(hex):
            box = self.map.bounding_box()
            assert box is not None
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
            x, y = self.point(hex)
            self.drag(middle, (middle[0] * 2 - x, middle[1] * 2 - y))
            assert self.is_free(hex), f"{hex} stays covered"
        return self.point(hex)

    # What is done.

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=4)
        mouse.up()

    def hover(self, hex: str) -> None:
        self.page.mouse.move(*self.bring(hex))

    def click(self, hex: str) -> None:
        """A click on a hex that must be lit: the pointer says so."""
        self.hover(hex)
        expect(self.map).to_have_css("cursor", "pointer")
        self.page.mouse.click(*self.point(hex))

    def done(self) -> None:
        """Ends what is asked; where somebody could still act, says so a second time."""
        self.button("Done").click()
        if self.sure.count():
            self.sure.click()

    @property
    def sure(self) -> Locator:
        """What ends a question although something could still be done."""
        return self.button("All that are left stand").or_(self.button("End it"))

    def write(self, choice: str) -> None:
        """Chooses in words, on the text board, and waits until it is done."""
        number = self.moment()["number"]
        self.page.get_by_label("Type a choice").fill(choice)
        self.page.keyboard.press("Enter")
        expect(self.replay).not_to_contain_text(f"{number} of {number}")

    def say(self, choice: str) -> str:
        """The name of a choice's object as a button shows it."""
        return " ".join(self._titles.get(word, word) for word in choice.split()[1:])
