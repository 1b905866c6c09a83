"""Honor & Glory by mouse: counters, quarters, a march, a charge, both sides."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import expect

from tests.browser.sheet import SheetPage
from tests.browser.test_miniatures import sit_down
from tests.browser.visits import Visits
from tests.server.tables import Table, create

HEDGE_LANE: dict[str, Any] = {"system": "honor_glory", "scenario": "hedge-lane"}


def opened(table: Table, first: str) -> None:
    """The battle opens with this side's turn."""
    side = table.watch.moment(after=10**6)["view"]["waiting_for"]
    table.players[side].choose("first" if side == first else "second")


def test_both_sides_play_their_first_turn_by_mouse(visits: Visits, client: httpx.Client) -> None:
    """A counter is dragged onto a regiment, its march drawn in quarters, a charge declared."""
    table = create(client, **HEDGE_LANE)
    opened(table, "union")
    union = sit_down(visits, table, "union")
    drag_counter(union, "u2")
    union.drag_unit("u2", 0, -9)
    expect(union.page.get_by_role("img", name="4 quarters spent")).to_be_visible()
    y = union.bodies()["u2"]["y"]
    union.give("Declare this")
    expect(union.log).to_contain_text("1 counter: ahead")
    charge(union, "u3", "c2", "2nd Brigade, 2nd Regiment")
    union.give("Done")
    answered(table, "confederate")
    assert union.bodies()["u2"]["y"] < y - 800
    confederate = sit_down(visits, table, "confederate")
    drag_counter(confederate, "c4")
    confederate.drag_unit("c4", 0, 3)
    confederate.give("Declare this")
    confederate.give("Done")
    expect(confederate.log).to_contain_text("4th Regiment moves")


def answered(table: Table, declares: str) -> None:
    """Whatever is asked in the goes is answered, until a side declares."""
    for _ in range(20):
        side = table.watch.moment(after=10**6)["view"]["waiting_for"]
        choices = table.players[side].choices()
        if side == declares and any(one.startswith("pick") for one in choices):
            return
        table.players[side].choose(choices[0])
    raise AssertionError(f"{declares} was never asked to declare")


def drag_counter(seat: SheetPage, unit: str) -> None:
    """From the row of counters onto a unit."""
    box = seat.page.get_by_role("group", name="Counters").get_by_role("button").first.bounding_box()
    assert box is not None
    mouse = seat.page.mouse
    x, y = seat.at(*seat.middle(unit))
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(x - 5, y - 5, steps=4)
    mouse.move(x, y)
    mouse.up()
    expect(seat.asked).to_contain_text("where to?")


def charge(seat: SheetPage, unit: str, target: str, title: str) -> None:
    """A click on the unit and on its enemy; the card has the tests of both with their chances."""
    seat.click_unit(unit)
    seat.button(f"{unit.upper()} charges {target.upper()}").click()
    expect(seat.card).to_contain_text("charges")
    expect(seat.card).to_contain_text("%")
    seat.give(f"{unit.upper()} charges {target.upper()}")
    expect(seat.log).to_contain_text(f"charge {title}")
