"""The story: the log by turn and phase, what happened while one waited, and the replay."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.battles import opened, pass_on, record
from tests.browser.seat import SeatPage
from tests.browser.test_access import AXE, is_accessible
from tests.browser.visits import Visits
from tests.server.tables import create

OVER = Path(__file__).parents[1] / "golden/corinth/outer-works/battle-1.txt"


@pytest.fixture
def seat(visits: Visits, client: httpx.Client) -> SeatPage:
    table = opened(client, record(9))
    return SeatPage(visits.page(), table.union, visits.link(table.union.token))


def test_the_log_has_turns_that_fold_a_search_and_filters(seat: SeatPage) -> None:
    turns = seat.log.locator("li.turn")
    expect(turns.last).to_contain_text("Turn")
    lines = seat.log.locator("ol > li:not(.turn)")
    expect(lines.last).to_be_visible()
    # An early turn is folded, and opens.
    early = turns.first.get_by_role("button")
    expect(early).to_have_attribute("aria-expanded", "false")
    before = lines.count()
    early.click()
    expect(early).to_have_attribute("aria-expanded", "true")
    assert lines.count() > before
    seat.log.get_by_role("button", name=re.compile(r"^losses \d+$")).click()
    lost = seat.log.get_by_role("button", name=re.compile(r"^losses \d+$")).inner_text()
    assert lines.count() == int(lost.split()[1])
    seat.log.get_by_label("Find in the log").fill("no such words")
    expect(lines).to_have_count(0)


@pytest.fixture
def ended(visits: Visits, client: httpx.Client) -> SeatPage:
    """A battle at the outer works of Corinth that is over."""
    table = opened(client, OVER.read_text(encoding="utf-8"))
    return SeatPage(visits.page(), table.union, visits.link(table.union.token), "corinth")


def test_a_report_of_a_turn_shows_its_moments_and_plays_it(ended: SeatPage) -> None:
    seat = ended
    report = seat.page.get_by_role("region", name="Report")
    report.get_by_role("button").first.click()
    choose = report.get_by_label("Report of")
    see = report.get_by_role("button", name="See")
    for turn in range(choose.locator("option").count() - 1, 0, -1):
        choose.select_option(index=turn)
        expect(report).to_contain_text("attack")
        if see.count():
            break
    # The map has the same numbers as the list.
    expect(seat.map.locator("[data-told]")).to_have_attribute("data-told", str(see.count()))
    see.first.click()
    expect(seat.asked).to_contain_text("Moment")
    report.get_by_role("button", name="16×").click()
    for stop in ("Skip", "Escape", "Back to now"):
        report.get_by_role("button", name="Play it").click()
        expect(seat.asked).to_contain_text("Moment")
        if stop == "Skip":
            report.get_by_role("button", name="Skip").click()
        elif stop == "Escape":
            seat.page.keyboard.press("Escape")
        else:
            seat.button("Back to now").click()
        expect(report.get_by_role("button", name="Play it")).to_be_visible()
        expect(seat.asked).not_to_contain_text("Moment")


def test_the_report_of_their_turn_opens_by_itself_until_it_is_told_not_to(
    visits: Visits, client: httpx.Client
) -> None:
    table = create(client)
    table.set_up()
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    report = seat.page.get_by_role("region", name="Report")
    eager = report.get_by_label("opens by itself")

    def until(turn: int) -> None:
        pass_on(
            table, lambda seen: seen["facts"]["turn"] == turn and seen["waiting_for"] == "union"
        )
        seat.moment()

    until(2)
    expect(eager).to_be_checked()
    expect(report).to_contain_text("While you waited")
    eager.uncheck()
    table.union.choose(table.union.choices()[0])
    expect(eager).to_be_hidden()
    until(3)
    expect(report).to_contain_text("While you waited")
    expect(eager).to_be_hidden()


def test_the_replay_goes_by_turn_and_the_boxes_of_turns_jump(seat: SeatPage) -> None:
    last = seat.moment()["number"]
    track = seat.page.get_by_role("region", name="Turn and phase")
    track.get_by_role("button", name="show turn 2").click()
    expect(seat.asked).to_have_text(re.compile(rf"Moment \d+ of {last}"))
    at = int(re.findall(r"\d+", seat.asked.inner_text())[0])
    seat.replay.get_by_label("Step by").select_option("turn")
    seat.replay.get_by_role("button", name="one moment forward").click()
    expect(seat.asked).not_to_have_text(f"Moment {at} of {last}")
    assert int(re.findall(r"\d+", seat.asked.inner_text())[0]) > at + 1
    seat.replay.get_by_label("Speed").select_option("16")
    seat.replay.get_by_role("button", name="play").click()
    expect(seat.replay).to_contain_text(f"{last} of {last}")


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
def test_it_can_be_read_by_everybody(seat: SeatPage) -> None:
    report = seat.page.get_by_role("region", name="Report").get_by_role("button").first
    report.click()
    is_accessible(seat.page)
    report.click()  # where there is little room it is read instead of the log
    seat.log.locator("li.turn").first.get_by_role("button").click()
    is_accessible(seat.page)


def test_after_the_battle_everything_is_told(ended: SeatPage, visits: Visits) -> None:
    page = ended.page
    ended.question.get_by_role("link", name="Report and rematch").click()
    for name in (
        "How it was counted",
        "Losses by turn",
        "Losses by group",
        "Where men fell",
        "Luck",
    ):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    expect(page.get_by_role("region", name="Moments that turned it")).to_contain_text("step")
    expect(page.get_by_role("region", name="Proof of the dice")).not_to_be_empty()
    for kind in ("text", "HTML", "record"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=kind, exact=True).click()
        assert saved.value.path().stat().st_size > 1000
    if AXE.is_file():
        is_accessible(page)
    page.get_by_role("button", name="Change sides").click()
    expect(page.get_by_role("region", name="The question")).to_be_visible()
