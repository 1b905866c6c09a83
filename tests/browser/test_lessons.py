"""Every lesson is run to its end: what it says is done in the page or past it, step by step."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect

from longroll.guide import Lesson, lesson_of
from longroll.guide.lesson import Until
from tests.browser.seat import SeatPage
from tests.browser.sheet import SheetPage
from tests.browser.test_start import card
from tests.browser.visits import Visits
from tests.guide.learner import Learned, learned
from tests.server.tables import create

TAUGHT = ("stockade_redan", "corinth", "chickasaw_bayou", "mckie", "honor_glory")


class Reader:
    """Whoever reads a lesson beside the battle."""

    def __init__(self, seat: SeatPage, lesson: Lesson) -> None:
        self.seat, self.lesson = seat, lesson
        self.told: list[str] = []
        seat.page.get_by_role("button", name="Lesson", exact=True).first.click()

    @property
    def panel(self) -> Locator:
        return self.seat.page.get_by_role("region", name="Lesson")

    def at(self) -> int:
        """The step that is shown."""
        found = re.search(r"step (\d+) of", self.panel.inner_text())
        assert found is not None
        return int(found[1]) - 1

    def reads(self, last: Learned | None = None) -> None:
        """Does what only a reader can do, and goes on until the battle has to.

        Before the last choice of a phase he reads everything that is said about it.
        """
        while True:
            step = self.lesson.steps[self.at()]
            if step.title not in self.told:
                self.told.append(step.title)
                for sample in step.samples:
                    self.panel.get_by_role("button", name=sample.words, exact=True).click()
            tools = [sign.tried for sign in step.done if sign.tried]
            until = step.until if isinstance(step.until, Until) else None
            hurries = bool(last and until and (until.turn, until.phase) == (last.turn, last.phase))
            if step is self.lesson.steps[-1] or (step.done and not tools and not hurries):
                return
            for tool in tools:
                if tool in ("rule", "log"):
                    self.tries(tool)
            self.goes_on()

    def goes_on(self) -> None:
        self.panel.get_by_role("button", name=re.compile("^Next")).click()

    def tries(self, tool: str) -> None:
        page = self.seat.page
        if tool == "rule":
            self.seat.question.get_by_role("button", name=re.compile("^rule ")).first.click()
        else:
            page.locator("[data-tries=log]").first.click()
        expect(self.panel).to_contain_text("Done:")


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_is_run_to_its_end(visits: Visits, client: httpx.Client, slug: str) -> None:
    lesson = lesson_of(slug)
    assert lesson is not None
    where: dict[str, Any] = {"system": slug, "seed": lesson.seed}
    if lesson.scenario:
        where["scenario"] = lesson.scenario
    table = create(client, **where)
    player = table.players[lesson.side]
    visits.forgive("status of 422")  # a unit may be gone before the page asks how far it can go
    page, link = visits.page(), visits.link(player.token)
    measured = slug in ("mckie", "honor_glory")
    seat = SheetPage(page, player, link) if measured else SeatPage(page, player, link, slug)
    reader = Reader(seat, lesson)
    script = learned(slug)
    looked_at: set[Learned] = set()
    for made, after in zip(script, (*script[1:], None), strict=True):
        # What a phase asks for the first time is looked at, and the end of every phase.
        first = made._replace(choice=made.choice.split()[0])
        ends = after is None or (after.turn, after.phase) != (made.turn, made.phase)
        if ends or (made.side == lesson.side and first not in looked_at):
            looked_at.add(first)
            seat.moment()
            reader.reads(made if ends else None)
        table.players[made.side].choose(made.choice)
    seat.moment()
    while True:
        reader.reads()
        if reader.at() == len(lesson.steps) - 1:
            break
        reader.goes_on()
    titles = [step.title for step in lesson.steps]
    assert reader.told == [title for title in titles if title in reader.told]
    # At the Stockade Redan nobody is asked in a phase in which there is nothing to choose.
    assert reader.told == titles or slug == "stockade_redan"
    reader.panel.get_by_role("button", name=re.compile("^Finish")).click()
    expect(reader.panel).to_be_hidden()


def test_a_lesson_begins_on_the_start_page(visits: Visits) -> None:
    page = visits.start()
    for name in ("Stockade Redan", "Corinth", "Chickasaw Bayou", "Honor & Glory"):
        expect(card(page, name).get_by_role("button", name="Teach me")).to_be_visible()
    card(page, "McKie’s Big Battles").get_by_role("button", name="Teach me").click()
    lesson = page.get_by_role("region", name="Lesson")
    expect(lesson).to_contain_text("What you are here for")
    expect(page.get_by_text("You: Union")).to_be_visible()
    lesson.get_by_role("button", name="Show the crossroads").click()
    expect(page.locator(".spot")).to_be_visible()
