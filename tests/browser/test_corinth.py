"""The Battle of Corinth: a Player-Turn by mouse, a reaction, and a plan that stays secret."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect

import longroll
from tests.browser.battles import opened
from tests.browser.seat import SeatPage
from tests.browser.test_in_sight import recorded
from tests.browser.visits import Visits
from tests.browser.wire import Wire
from tests.server.tables import Table, create
from tests.server.test_fog import without_names

#: Three Union regiments stand before three Confederate ones, and are about to leave.
FACE_TO_FACE = {
    "scenario": "outer-works",
    "turn": 3,
    "phasing": "union",
    "phase": "B",
    "units": {
        "1703": "42al moore",
        "1803": "2tx",
        "1603": "35ms",
        "1604": "7il",
        "1704": "50il",
        "1804": "57il",
        "1705": "baldwin",
    },
    "states": {
        "42al": {"facing": 3},
        "2tx": {"facing": 3},
        "35ms": {"facing": 3},
        "7il": {"facing": 0},
        "50il": {"facing": 0},
        "57il": {"facing": 0},
    },
}


def sit_down(visits: Visits, table: Table, side: str) -> SeatPage:
    player = table.players[side]
    return SeatPage(visits.page(), player, visits.link(player.token), "corinth")


def fires_at(hex: str) -> re.Pattern[str]:
    """One unit fires, several fire."""
    return re.compile(rf"\bfires? at {hex}\b")


def latest(seat: SeatPage, words: str | re.Pattern[str]) -> Locator:
    """The last line of the log that says so."""
    return seat.log.get_by_role("listitem").filter(has_text=words).last


def take_in_hand(seat: SeatPage, hex: str, unit: str, leave: str) -> None:
    """One unit of a stack of two, the other let go."""
    seat.click(hex)
    expect(seat.question).to_contain_text("2 picked")
    seat.page.locator(f"[data-unit='{leave}']").click()
    expect(seat.question).to_contain_text("1 picked")
    seat.button("Form or turn").click()
    expect(seat.asked).to_contain_text(f"Where does {unit} go?")


def move_a_regiment(seat: SeatPage) -> None:
    """The 42nd Alabama turns, forms column, steps forward and forms line again."""
    take_in_hand(seat, "1701", "42nd Alabama", leave="moore")
    seat.map.locator("[data-choice='face SE']").click()
    expect(latest(seat, "42nd Alabama")).to_contain_text("faces SE")
    seat.button("Form column").click()
    expect(seat.asked).to_contain_text("5 of movement left")
    seat.click("1702")
    expect(seat.asked).to_contain_text("2 of movement left")
    expect(latest(seat, "42nd Alabama")).to_contain_text("1701 to 1702")
    seat.button("Form line").click()
    expect(seat.asked).to_contain_text("1 of movement left")
    seat.button("Stop here").click()
    expect(seat.asked).to_have_text("Which unit moves?")


def points_left(seat: SeatPage) -> int:
    """How many points may still go through hexsides in all, once the map has a figure on each."""
    left = [lane["left"] for lane in seat.moment()["view"]["facts"]["lanes"]]
    expect(seat.map.locator(".pieces .lane")).to_have_text([str(one or "×") for one in left])
    return sum(left)


def fire(seat: SeatPage, target: str) -> None:
    """Aim, look at the odds, name who fires, see what each hexside has left, fire."""
    seat.click(target)
    card = seat.page.get_by_role("complementary").filter(has_text="%")
    expect(card).to_contain_text("Small-Arms and Counter-Battery row, column")
    expect(card.get_by_role("button", name="rule 9.0.5")).to_be_visible()
    expect(seat.button(f"Fire at {target}")).to_be_visible()
    seat.button("Choose who").click()
    expect(seat.asked).to_have_text(f"Who fires at {target}?")
    before = points_left(seat)
    seat.button("All who can").click()
    expect(seat.button("Fire now")).to_be_visible()
    assert points_left(seat) < before
    seat.button("Fire now").hover()
    expect(card).to_contain_text("Fire now")
    seat.button("Fire now").click()


def read_the_ledger(seat: SeatPage, target: str) -> None:
    """The line of the log opens to its arithmetic, each line with its rule, and the die."""
    line = latest(seat, fires_at(target))
    line.get_by_role("button").first.click()
    ledger = line.get_by_role("table")
    expect(ledger.get_by_role("row").first.get_by_role("button", name="rule 9.25")).to_be_visible()
    expect(ledger).to_contain_text(re.compile(r"column \d+"))
    expect(line.get_by_role("img", name=re.compile(r"^die [1-6]$")).first).to_be_visible()
    ledger.get_by_role("button", name="rule 9.25").first.click()
    expect(line.get_by_text("Range Effects").first).to_be_visible()
    seat.page.keyboard.press("Escape")


def test_a_player_turn_against_the_computer(visits: Visits, client: httpx.Client) -> None:
    table = create(
        client,
        system="corinth",
        scenario="outer-works",
        seats={"confederate": {"who": "me"}, "union": {"who": "computer", "level": 2}},
    )
    seat = sit_down(visits, table, "confederate")
    expect(seat.turn).to_have_text("3")
    expect(seat.asked).to_contain_text("Command Points")
    seat.done()

    expect(seat.asked).to_have_text("Which unit moves?")
    expect(seat.phase).to_have_text("B")
    move_a_regiment(seat)
    seat.done()

    # The computer fires; then it is our turn to.
    fired = False
    while True:
        seat.waits_for_me()
        moment = seat.moment()
        view, number = moment["view"], moment["number"]
        if view["facts"]["phasing"] == "union" or view["result"]:
            break
        if view["decision"] is None:
            continue  # The computer was asked meanwhile.
        choices = view["decision"]["choices"]
        targets = [choice["hexes"][0] for choice in choices if choice["verb"] == "fire"]
        if targets and not fired:
            expect(seat.phase).to_have_text("D")
            fire(seat, targets[0])
            expect(seat.replay).not_to_contain_text(f"{number} of {number}")
            read_the_ledger(seat, targets[0])
            fired = True
        elif choices[-1]["text"] == "done":
            seat.done()
        else:
            # Whatever the fire has brought about: a retreat, a stack to rearrange.
            if hexes := choices[0].get("hexes"):
                seat.click(hexes[0])
            else:
                seat.question.locator(".act").get_by_role("button").first.click()
        expect(seat.replay).not_to_contain_text(f"{number} of {number}")
    assert fired
    expect(latest(seat, "Union Movement Phase")).to_be_visible()


@pytest.mark.rule("gbacw:10.1")
def test_a_reaction_and_a_standing_order(visits: Visits, client: httpx.Client) -> None:
    battle = longroll.position("corinth", FACE_TO_FACE, seed=1862)
    table = opened(client, battle.record())
    seat = sit_down(visits, table, "confederate")
    expect(seat.asked).to_have_text("Union decides…")

    def leave(unit: str, hex: str) -> None:
        # First whatever the fire at the one before has brought about.
        while f"move {unit}" not in (choices := table.union.choices()):
            table.union.choose("stop" if "stop" in choices else choices[0])
        table.union.choose(f"move {unit}")
        table.union.choose(f"to {hex}")

    # Asked, one regiment fires back; asked again, they are told to do so from now on.
    leave("50il", "1705")
    expect(seat.asked).to_have_text("Who fires at 50th Illinois in 1704?")
    seat.click("1703")
    expect(seat.button("Fire now")).to_be_visible()
    seat.button("Fire now").click()
    expect(latest(seat, fires_at("1704"))).to_contain_text("42nd Alabama")
    leave("57il", "1805")
    expect(seat.asked).to_have_text("Who fires at 57th Illinois in 1804?")
    seat.button("Always fire back this phase").click()
    expect(latest(seat, fires_at("1804"))).to_contain_text("2nd Texas")
    leave("7il", "1605")
    expect(latest(seat, fires_at("1604"))).to_be_visible()
    expect(seat.asked).to_have_text("Union decides…")


def what_the_union_gets(
    visits: Visits, client: httpx.Client, plan: tuple[str, ...]
) -> tuple[list[Any], str]:
    """What the wire and the page tell while the Confederates plot in another browser."""
    table = create(client, system="corinth", scenario="free")
    grey = sit_down(visits, table, "confederate")
    page = visits.page()
    wire = Wire(page)
    player = table.union
    blue = SeatPage(page, player, visits.link(player.token), "corinth")
    grey.tool("text board").click()
    for choice in plan:
        grey.write(choice)
        blue.moment()
    expect(blue.asked).to_contain_text("in reserve, forward near the Assault Areas, or elsewhere")
    told = [text.replace(player.token, "the token") for text in wire.told()]
    return [without_names(json.loads(text)) for text in told], page.locator("body").inner_text()


@pytest.mark.rule("corinth:29.2")
def test_the_secret_plan_reaches_nobody_else(visits: Visits, client: httpx.Client) -> None:
    """All that is announced is where somebody comes first; who, and the rest, stays hidden."""
    one = what_the_union_gets(visits, client, ("plot A 1", "plot B 3", "plot C 2", "default"))
    other = what_the_union_gets(visits, client, ("plot D 4", "plot A 1", "plot E 6", "default"))
    assert one == other


def test_whatever_is_in_hand_the_panel_keeps_its_foot(visits: Visits, client: httpx.Client) -> None:
    """On a laptop's screen: the units of a stack are seen, a formation's list, the way back."""
    text, _ = recorded("corinth/historical/battle-1", 3529, 3529)
    table = opened(client, text)
    table.confederate.choose("done")
    seat = sit_down(visits, table, "confederate")
    undo = seat.replay.get_by_role("button", name="Undo")
    seat.click("0401")
    units = seat.page.get_by_role("region", name="Stack").get_by_role("button")
    expect(units).to_have_count(2)
    expect(units.last).to_be_in_viewport(ratio=1)
    expect(undo).to_be_in_viewport(ratio=1)
    for _ in range(3):
        seat.page.keyboard.press("b")
    formation = seat.page.get_by_role("region", name="Formation")
    expect(formation.get_by_role("listitem").first).to_be_in_viewport(ratio=1)
    expect(undo).to_be_in_viewport(ratio=1)
