"""Whole turns by mouse, touching only what is lit."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import expect

from tests.browser.battles import opened, pass_on, record
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.server.tables import create, good


def move_a_stack(seat: SeatPage) -> None:
    """Pick a stack by a click, see where it can go, send it as far as can be seen."""
    facts = seat.moment()["view"]["facts"]
    movers = {choice.split()[1] for choice in seat.choices() if choice.startswith("move")}
    start, units = next(
        (stack["hex"], stack["units"])
        for stack in facts["stacks"]
        if stack["units"] and set(stack["units"]) <= movers
    )
    seat.click(start)
    expect(seat.asked).to_have_text("Where do they go?")
    expect(seat.question).to_contain_text(f"{len(units)} picked")
    costs = [good(seat.player.get("/reach", unit=unit))["move"] for unit in units]
    together = {hex for hex in costs[0] if all(hex in cost for cost in costs)}
    far = max((hex for hex in together if seat.is_free(hex)), key=lambda hex: costs[0][hex])
    seat.hover(far)
    expect(seat.page.get_by_text("The way there costs")).to_be_visible()
    before = seat.moment()["number"]
    seat.click(far)
    expect(seat.replay).not_to_contain_text(f"{before} of {before}")
    after = seat.moment()["view"]["facts"]
    assert set(units) <= {u for one in after["stacks"] if one["hex"] == far for u in one["units"]}


def fire(seat: SeatPage, target: str) -> None:
    """Aim, see the odds and their arithmetic, fire."""
    seat.hover(target)
    odds = seat.page.get_by_role("complementary").filter(has_text="%")
    expect(odds).to_contain_text("no effect")
    seat.click(target)
    expect(odds.get_by_role("button", name=re.compile(r"^rule 11")).first).to_be_visible()
    seat.button(f"Fire at {target}").click()


def test_set_up_and_the_first_turn(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    expect(seat.asked).to_have_text("Confederate decides…")
    table.confederate.choose("historical", 0)

    seat.button("Historical set-up").click()
    for left, hex in zip(
        range(6, 0, -1), ("1519", "1520", "1419", "1420", "1421", "1422"), strict=True
    ):
        expect(seat.asked).to_contain_text(f"{left} to plot")
        seat.click(hex)
    expect(seat.turn).to_have_text("1")
    expect(seat.asked).to_have_text("Which bombardment is called off?")
    called_off = seat.choices()[0].split()[1]
    seat.click(called_off)
    seat.done()
    expect(seat.asked).to_contain_text("Chaos of War")
    chaos = next(choice for choice in seat.choices() if choice.startswith("chaos"))
    seat.click(chaos.split()[1])
    expect(seat.asked).to_contain_text("Up to 1")
    seat.done()
    expect(seat.asked).to_have_text("Confederate decides…")
    table.confederate.choose("done")

    expect(seat.asked).to_have_text("Which unit moves?")
    expect(seat.phase).to_have_accessible_name(re.compile("^VII "))
    move_a_stack(seat)
    expect(seat.asked).to_have_text("Which unit moves?")
    seat.done()
    expect(seat.asked).to_have_text("Confederate decides…")
    pass_on(table, lambda view: view["facts"]["turn"] == 2)
    expect(seat.turn).to_have_text("2")


def test_a_turn_with_fire_for_both_sides(visits: Visits, client: httpx.Client) -> None:
    table = opened(client, record(1))
    context = visits.context()
    seats = {
        side: SeatPage(visits.page(context), player, visits.link(player.token))
        for side, player in table.players.items()
    }
    done: set[tuple[str, str]] = set()
    turn = table.watch.moment(after=10**6)["view"]["facts"]["turn"]
    while (view := table.watch.moment(after=10**6)["view"])["facts"]["turn"] == turn:
        seat = seats[view["waiting_for"]]
        seat.page.bring_to_front()
        choices = seat.waits_for_me()
        verb, *objects = choices[0].split()
        deed = (view["facts"]["phase"], verb)
        number = seat.moment()["number"]
        if verb == "fire" and deed not in done:
            fire(seat, objects[0])
        elif verb == "move" and deed not in done:
            move_a_stack(seat)
        elif "done" in choices:
            seat.done()
        elif re.fullmatch(r"\d{4}", objects[0] if objects else ""):
            seat.click(objects[0])
        else:
            seat.button(seat.say(choices[0])).click()
        done.add(deed)
        expect(seat.replay).not_to_contain_text(f"{number} of {number}")
    assert {("VII", "move"), ("VIII", "fire"), ("IX", "fire"), ("X", "move")} <= done
    for seat in seats.values():
        expect(seat.turn).to_have_text(str(turn + 1))


def test_what_is_not_lit_says_why_not(visits: Visits, client: httpx.Client) -> None:
    table = create(client)
    pass_on(table, lambda view: view["facts"]["phase"] == "V")
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    number = seat.moment()["number"]
    dark = next(hex for hex in ("2015", "2115", "2215") if seat.is_free(hex))
    assert f"chaos {dark}" not in seat.choices()
    seat.hover(dark)
    expect(seat.map).not_to_have_css("cursor", "pointer")
    seat.page.mouse.click(*seat.point(dark))
    expect(seat.refusal).to_contain_text("Not allowed:")
    expect(seat.refusal.get_by_role("button", name="rule 9.1")).to_be_visible()
    seat.shows(number)
