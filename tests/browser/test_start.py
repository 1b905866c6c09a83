"""The start page: one click, and a battle is on the table."""

from __future__ import annotations

import re
from importlib.resources import files

import httpx
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.battles import opened, quiet_record
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.server.tables import create, good


def card(page: Page, name: str = "Stockade Redan") -> Locator:
    heading = page.get_by_role("heading", name=name, exact=True)
    return page.get_by_role("article").filter(has=heading)


def test_one_click_and_a_battle_against_the_computer_is_on_the_table(visits: Visits) -> None:
    page = visits.start()
    card(page).get_by_role("button", name="Play now").click()
    question = page.get_by_role("region", name="The question")
    # The computer has set up its Confederates by itself; now the player is asked.
    expect(question.get_by_role("heading").first).to_have_text(re.compile(r"\w.*\?"))
    expect(question.get_by_role("button", name=re.compile("^Historical set-up"))).to_be_visible()
    expect(page.get_by_role("application", name="Map")).to_be_visible()
    expect(page.get_by_text("You: Union")).to_be_visible()
    expect(page.get_by_text("Computer: Confederate")).to_be_visible()
    rule = question.get_by_role("button", name=re.compile(r"^rule [\d.]+$"))
    expect(rule).to_be_visible()
    rule.click()
    expect(question.get_by_role("status")).to_have_text(re.compile(r"[\d.]+\s+\w+ \w+"))


def test_a_browser_that_keeps_nothing_says_why_it_cannot_roll(visits: Visits) -> None:
    context = visits.context(asks_all=False)
    context.add_init_script(
        'Object.defineProperty(window, "localStorage",'
        ' { get() { throw new DOMException("barred", "SecurityError"); } })'
    )
    page = visits.start(visits.page(context))
    card(page, "Chickasaw Bayou").get_by_role("button", name="Play now").click()
    expect(page.get_by_role("application", name="Map")).to_be_visible()
    expect(page.get_by_text("This browser cannot keep its number for the dice")).to_be_visible()
    page.get_by_role("button", name="Dark").click()
    page.get_by_role("button", name="Light").click()


def test_my_games_tell_whose_turn_it_is(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    page = visits.page()
    SeatPage(page, table.union, visits.link(table.union.token))
    page.get_by_role("link", name=re.compile("^Long Roll")).click()
    games = page.get_by_role("link").filter(has_text="Stockade Redan")
    expect(games).to_have_text(re.compile(r"Union.*waiting", re.DOTALL))

    table.confederate.choose("historical", 0)
    page.reload()
    expect(games).to_have_text(re.compile(r"Union.*Your turn", re.DOTALL))
    games.click()
    expect(page.get_by_role("region", name="The question")).to_contain_text("batteries")


def test_my_games_are_named_put_away_and_removed(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    page = visits.page()
    SeatPage(page, table.union, visits.link(table.union.token))
    visits.start(page)
    game = page.get_by_role("listitem").filter(has_text="against yourself")
    expect(game).to_contain_text(re.compile(r"Union.*20\d\d-", re.DOTALL))

    def does(what: str) -> None:
        game.locator("summary").click()
        game.get_by_role("button", name=what).click()

    does("Name")
    page.get_by_label("name of the battle").fill("With Anna")
    page.keyboard.press("Enter")
    expect(game).to_contain_text("With Anna")
    does("Archive")
    page.get_by_text("Archive, 1 battle").click()
    does("Take out")
    expect(page.get_by_text("Archive, 1 battle")).to_be_hidden()
    does("Remove")
    game.get_by_role("button", name="Remove").click()
    expect(game).to_be_hidden()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(game).to_contain_text("With Anna")


def test_two_players_at_one_screen_change_seats(visits: Visits) -> None:
    page = visits.start()
    card(page).get_by_role("button", name=re.compile("^Choose")).click()
    dialog = page.get_by_role("dialog", name="Stockade Redan")
    dialog.get_by_label("Union").select_option("me")
    dialog.get_by_label("Confederate").select_option("me")
    dialog.get_by_role("button", name="Begin").click()
    question = page.get_by_role("region", name="The question")
    expect(question).to_contain_text("Confederate decides")
    question.get_by_role("link", name="Sit down as Confederate").click()
    question.get_by_role("button", name=re.compile("^Historical set-up")).click()
    question.get_by_role("link", name="Sit down as Union").click()
    expect(question).to_contain_text("batteries")


def test_a_record_is_downloaded_and_opened_again(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, quiet_record())
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    with seat.page.expect_download() as download:
        seat.page.get_by_role("button", name="Record").click()
    text = download.value.path().read_text()
    answer = table.union.get("/record")
    assert answer.status_code == 200, answer.text
    assert text == answer.text

    page = visits.start()
    page.get_by_label("saved record").set_input_files(download.value.path())
    again = page.get_by_role("region", name="The question")
    expect(again.get_by_role("heading").first).to_have_text(seat.asked.inner_text())


def test_what_is_no_record_is_refused_in_words(visits: Visits, client: httpx.Client) -> None:
    visits.forgive("status of 4")
    page = visits.start()
    page.get_by_label("saved record").set_input_files(
        {"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear Mother,"}
    )
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"\w+ \w+"))
    assert good(client.get("/api/systems"))


def test_a_scenario_of_ones_own_is_brought_and_played(visits: Visits) -> None:
    folder = files("longroll.systems.mckie") / "data" / "scenarios"
    table = (folder / "the-angle.table.toml").read_bytes()
    scenario = (folder / "the-angle.toml").read_text().replace("the-angle.table", "mine.table")
    scenario = scenario.replace("The angle,", "My angle,")

    def as_files(text: str) -> list[FilePayload]:
        kind = "application/toml"
        return [
            {"name": "field.toml", "mimeType": kind, "buffer": table},
            {"name": "mine.toml", "mimeType": kind, "buffer": text.encode()},
        ]

    visits.forgive("status of 4")
    page = visits.start()
    card(page, "McKie’s Big Battles").get_by_role("button", name="Choose").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Scenario").select_option(label="from a file of your own")
    begin = form.get_by_role("button", name="Begin")
    expect(begin).to_be_disabled()
    brought = form.get_by_label("Your files")
    brought.set_input_files(as_files(scenario.replace("men = 920", "men = 92000")))
    expect(form).to_contain_text(re.compile(r"mine.toml:\d+ – "))
    expect(begin).to_be_disabled()
    brought.set_input_files(as_files(scenario))
    expect(form).to_contain_text("My angle, 3 July 1863 can be played")
    begin.click()
    expect(page.get_by_role("region", name="The question")).to_contain_text("deploy")


def test_the_lesson_of_a_system_goes_with_its_battle(visits: Visits) -> None:
    page = visits.start()
    card(page).get_by_role("button", name="Teach me").click()
    lesson = page.get_by_role("region", name="Lesson")
    expect(lesson).to_contain_text("What you are here for")
    lesson.get_by_role("button", name="Next").click()
    expect(lesson).to_contain_text("One question at a time")
    question = page.get_by_role("region", name="The question")
    question.get_by_role("button", name=re.compile(r"^rule [\d.]+$")).click()
    expect(lesson).to_contain_text("Done:")
    question.get_by_role("button", name=re.compile("^Historical set-up")).click()
    expect(lesson).to_contain_text("Phase I: aim beside, not at")
    expect(lesson.get_by_role("button", name="rule 8.3.1")).to_be_visible()
