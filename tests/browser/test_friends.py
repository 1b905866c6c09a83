"""Two people in two browsers: the link that brings them together, and taking back by consent."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.visits import Visits


def question(page: Page) -> Locator:
    return page.get_by_role("region", name="The question")


def asked(page: Page) -> Locator:
    return question(page).get_by_role("heading").first


def begin(visits: Visits) -> tuple[Page, str]:
    """The Confederate makes the battle; the page, and the invitation for the Union."""
    grey = visits.start()
    card = grey.get_by_role("article").filter(
        has=grey.get_by_role("heading", name="Stockade Redan")
    )
    card.get_by_role("button", name=re.compile("^Choose")).click()
    dialog = grey.get_by_role("dialog", name="Stockade Redan")
    dialog.get_by_label("Union").select_option("a friend, by link")
    dialog.get_by_label("Confederate").select_option("me")
    dialog.get_by_role("button", name="Begin").click()
    expect(asked(grey)).to_have_text("The battle begins when the Union player sits down…")
    return grey, question(grey).get_by_label("Send this link to the Union player").input_value()


def invite(visits: Visits) -> tuple[Page, Page]:
    """The Confederate sends the invitation; the Union follows it."""
    grey, link = begin(visits)
    blue = visits.start()
    blue.get_by_label("link to a battle").fill(link)
    blue.get_by_role("button", name="Join").click()
    expect(asked(blue)).to_have_text("Confederate decides…")
    expect(asked(grey)).to_have_text(re.compile(r"^Where is .* set up\?$"))
    return grey, blue


def test_a_friend_joins_by_link_and_both_see_the_commitment(visits: Visits) -> None:
    commitments = []
    for page in invite(visits):
        page.get_by_role("button", name="Help").click()
        keys = page.get_by_role("region", name="Keys")
        found = re.search(r"[0-9a-f]{64}", keys.inner_text())
        assert found is not None
        commitments.append(found[0])
    assert len(set(commitments)) == 1


def test_a_step_is_taken_back_when_the_other_agrees(visits: Visits) -> None:
    grey, blue = invite(visits)
    question(grey).get_by_role("button", name=re.compile("^Historical set-up")).click()
    question(blue).get_by_role("button", name=re.compile("^Historical set-up")).click()
    expect(asked(blue)).to_contain_text("6 to plot")

    def ask() -> None:
        """The Confederate wants to set up otherwise."""
        log = grey.get_by_role("region", name="Log", exact=True)
        line = log.get_by_role("listitem").first
        opener = line.get_by_role("button").first
        if opener.get_attribute("aria-expanded") != "true":
            opener.click()
        line.get_by_role("button", name=re.compile("back to here", re.IGNORECASE)).click()
        expect(question(grey)).to_contain_text("You asked to go back to moment 0")

    ask()
    expect(question(blue)).to_contain_text("asks to go back to moment 0")
    question(blue).get_by_role("button", name="Decline").click()
    expect(question(grey)).not_to_contain_text("You asked")
    expect(asked(blue)).to_contain_text("6 to plot")

    ask()
    question(blue).get_by_role("button", name="Agree").click()
    expect(asked(grey)).to_have_text(re.compile(r"^Where is .* set up\?$"))
    expect(asked(blue)).to_have_text("Confederate decides…")
